//! Actions.

use masume_board::{Direction, Grid};
use masume_rules::action::{Action, Argument};
use masume_rules::model::Rules;
use masume_rules::text::{action_text, read_action};

use super::games::{boxes, chosen, seats};

fn grid() -> Grid {
    Grid::new(8, 8).unwrap()
}

fn cell(name: &str) -> Argument {
    Argument::Cell(grid().cell_named(name).unwrap())
}

#[test]
fn actions_are_read_back() {
    let (rules, grid) = (seats(), grid());
    let actions = [
        (chosen(0, &[cell("d3")]), "place d3"),
        (chosen(1, &[cell("c2"), cell("f5")]), "take c2 f5"),
        (chosen(2, &[cell("h8"), Argument::Direction(Direction::Up)]), "go h8 up"),
        (chosen(3, &[Argument::Column(2)]), "drop c"),
        (chosen(4, &[Argument::Row(2)]), "shift 3"),
        (chosen(5, &[]), "teleport"),
        (Action::PASS, "pass"),
    ];
    for (action, text) in actions {
        assert_eq!(action_text(&rules, &grid, action), text);
        assert_eq!(read_action(&rules, &grid, text), Ok(action));
        assert_eq!(read_action(&rules, &grid, &text.to_uppercase()), Ok(action));
        let spaced = format!("\t {}  ", text.replace(' ', "   "));
        assert_eq!(read_action(&rules, &grid, &spaced), Ok(action));
    }
}

#[test]
fn short_forms_are_read() {
    let rows = [
        ("e5", "place e5"),
        ("f5 c2", "take c2 f5"),
        ("take f5 c2", "take c2 f5"),
        ("b", "drop b"),
        ("7", "shift 7"),
        ("a8 up", "go a8 up"),
    ];
    for (short, long) in rows {
        let read = read_action(&seats(), &grid(), short).unwrap();
        assert_eq!(action_text(&seats(), &grid(), read), long);
    }
    let read = read_action(&boxes(), &grid(), "Right").unwrap();
    assert_eq!(action_text(&boxes(), &grid(), read), "push right");
}

#[test]
fn what_is_no_action_says_why_and_what_would_be() {
    let check = |text: &str, expected: &str| {
        let error = read_action(&seats(), &grid(), text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    };
    let actions = "the actions are `place`, `take`, `go`, `drop`, `shift`, `teleport`, `pass`";
    check("", &format!("nothing was said; {actions}"));
    check("xyzzy", &format!("`xyzzy` is not an action; {actions}"));
    check("plcae d3", "`plcae` is not an action; did you mean `place`?");
    check("Telport", "`Telport` is not an action; did you mean `teleport`?");
    check("place", "`place` needs a cell from a1 to h8; say `place a1`");
    check("take a1", "`take` needs a cell from a1 to h8; say `take a1 b2`");
    check("go", "`go` needs a cell from a1 to h8, and a direction: up, down; say `go a1 right`");
    check("place d9", "`d9` does not fit; `place` takes a cell from a1 to h8");
    check("d9", "`d9` does not fit; `place` takes a cell from a1 to h8");
    check("place d3 up", "`up` is too much; `place` takes one thing only, as in `place a1`");
    check("teleport now", "`teleport` takes nothing more; say `teleport` alone");
    check("take c2 c2", "`c2` is said twice; `take` needs two different cells");
    check("drop i", "`i` does not fit; `drop` takes a column from a to h");
    check("shift 0", "`0` does not fit; `shift` takes a row from 1 to 8");
    check("go a1 left", "`left` does not fit; `go` takes a direction: up, down");
}

#[test]
fn a_forgotten_comma_is_explained() {
    let check = |rules: &Rules, text: &str, expected: &str| {
        let error = read_action(rules, &grid(), text).unwrap_err();
        assert_eq!(error.to_string(), expected, "{text}");
    };
    let said = |word: &str, first: &str| {
        format!("a comma is missing before `{word}`; say `{first},` and then the next action")
    };
    check(&boxes(), "right right", &said("right", "right"));
    check(&boxes(), "push right push up", &said("push", "push right"));
    check(&boxes(), "right up left down right up left down", &said("up", "right"));
    check(&seats(), "place d3 d4", &said("d4", "place d3"));
    check(&seats(), "pass place d3", &said("place", "pass"));
    check(&seats(), "f5 c2 a1 b1", &said("a1", "f5 c2"));
    check(&seats(), "teleport teleport", &said("teleport", "teleport"));
    // What comes after must be an action too.
    check(&boxes(), "right now", "`now` is too much after `right`; say `right` alone");
    check(&seats(), "pass now", "`now` is too much after `pass`; say `pass` alone");
    check(&seats(), "f5 now", "`now` is too much after `f5`; say `f5` alone");
    check(&boxes(), "now right", "`now` is not an action; the actions are `push`");
}

#[test]
fn hostile_texts_are_short_errors() {
    let texts = [
        "x".repeat(1_000_000),
        "a ".repeat(1_000_000),
        "place ".to_owned() + &"9".repeat(1_000_000),
        "\u{1b}[2J\0\u{202e}".to_owned(),
        "place a\u{301}1".to_owned(),
        "shift 99999999999999999999".to_owned(),
        "drop zzzzzzzzzzzzzzz".to_owned(),
        "\u{130}\u{130}\u{130}".to_owned(),
    ];
    for text in texts {
        let error = read_action(&seats(), &grid(), &text).unwrap_err().to_string();
        assert!(error.len() < 300 && !error.contains('\u{1b}'), "{error}");
    }
}
