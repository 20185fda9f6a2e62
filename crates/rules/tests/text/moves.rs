//! Cells, moves and positions as a game's file declares them.

use masume_board::Grid;
use masume_rules::check;
use masume_rules::model::Rules;
use masume_rules::text::{
    action_text, cells_together, print_position, print_state, read_action, read_state,
};
use masume_syntax::{Diagnostic, Severity};

const MEN: &str = "\
game Men
board 8 x 8
value quiet

players white black

pieces
  piece: man king for each player
  mark:  fresh target

legend
  .  nothing
  M  white-man
  K  white-king
  m  black-man
  k  black-king

action move from a to b
  8 ways from a to b: mine any* empty -> _ ... mine
action put at c
  at c: empty -> my man

position line
  board piece
  player white \"w\" black \"b\"
  marks fresh \"A\" a1 \"AH\" h1
  cell target
  value quiet
  turns
";

fn rules(more: &str) -> Rules {
    let text = format!("{MEN}{more}\n");
    let checked = check(&masume_syntax::parse(&text).file);
    let is_error = |it: &&Diagnostic| it.severity == Severity::Error;
    assert_eq!(checked.diagnostics.iter().find(is_error), None, "{text}");
    checked.rules.unwrap()
}

fn grid() -> Grid {
    Grid::new(8, 8).unwrap()
}

#[test]
fn actions_name_cells_as_the_game_does() {
    // Declaration, the action as the game has it, and as the grid would have it.
    let rows = [
        ("", "move e2 e4", "move e2 e4"),
        ("coordinates rows from below", "move e2 e4", "move e7 e5"),
        ("coordinates columns without i, rows from below", "move h1 h2", "move h8 h7"),
        ("coordinates numbers of dark cells", "move 22 18", "move d6 c5"),
        ("coordinates numbers of dark cells", "move 1 a1", "move b1 a1"),
        ("coordinates numbers of light cells", "move 1 32", "move a1 h8"),
        ("coordinates numbers of all cells", "move 1 64", "move a1 h8"),
        ("coordinates numbers of dark cells, rows from below", "move 1 5", "move a8 b7"),
    ];
    let plain = rules("");
    for (declared, named, of_grid) in rows {
        let named_rules = rules(declared);
        let action = read_action(&named_rules, &grid(), named).unwrap();
        assert_eq!(action_text(&named_rules, &grid(), action), named, "{declared}");
        assert_eq!(action_text(&plain, &grid(), action), of_grid, "{declared}");
    }
}

#[test]
fn what_is_no_cell_says_which_are() {
    let rows = [
        ("coordinates rows from below", "put e9", "`put` takes a cell from a1 to h8"),
        ("coordinates numbers of dark cells", "put 33", "`put` takes a cell from 1 to 32"),
        ("coordinates numbers of dark cells", "move 1", "say `move 1 6`"),
    ];
    for (declared, text, help) in rows {
        let error = read_action(&rules(declared), &grid(), text).unwrap_err();
        assert_eq!(error.help().as_deref(), Some(help), "{declared}");
    }
}

#[test]
fn states_name_cells_as_the_game_does() {
    let picture = format!("........\n{}?.......\n", "........\n".repeat(6));
    for (declared, name) in [
        ("", "a8"),
        ("coordinates rows from below", "a1"),
        ("coordinates numbers of dark cells", "29"),
    ] {
        let rules = rules(declared);
        let text = format!("to_act: white\nquiet: 0\nat {name}: white-man, fresh\n{picture}");
        let state = read_state(&rules, &text).unwrap();
        assert_eq!(print_state(&rules, &state), text);
        let errors = read_state(&rules, &picture).unwrap_err();
        let help = format!("add a line `at {name}: …` before the picture");
        assert_eq!(errors[0].help.as_deref(), Some(help.as_str()));
    }
}

#[test]
fn cells_are_cut_where_they_are_run_together() {
    let below = rules("coordinates rows from below");
    let numbers = rules("coordinates numbers of dark cells");
    let rows: [(&Rules, &str, Option<&str>); 16] = [
        (&below, "e2e4", Some("e2 e4")),
        (&below, "E2E4", Some("E2 E4")),
        (&below, "e2-e4", Some("e2 e4")),
        (&below, "e2xe4:e6", Some("e2 e4 e6")),
        (&below, "f5d6c3", Some("f5 d6 c3")),
        (&below, "e2", None),
        (&below, "e2-", None),
        (&below, "-e2e4", None),
        (&below, "e2--e4", None),
        (&below, "e2e9", None),
        (&below, "e2 e4", None),
        (&numbers, "11-15", Some("11 15")),
        (&numbers, "22x15x8", Some("22 15 8")),
        (&numbers, "1115", None),
        (&numbers, "33-1", None),
        (&numbers, "22x", None),
    ];
    for (rules, text, expected) in rows {
        let found = cells_together(&rules.cell_names(&grid()), text).map(|it| it.join(" "));
        assert_eq!(found.as_deref(), expected, "{text}");
    }
    // `x` is a column where no joint can be meant.
    let wide = Grid::new(26, 8).unwrap();
    let found = cells_together(&below.cell_names(&wide), "a2x5").map(|it| it.join(" "));
    assert_eq!(found.as_deref(), Some("a2 x5"));
    let long = "a1".repeat(100_000);
    assert_eq!(cells_together(&below.cell_names(&grid()), &long), None);
}

#[test]
fn positions_are_read_back() {
    let rules = rules("coordinates rows from below");
    for line in [
        "8/8/8/8/8/8/8/8 w - - 0 1",
        "mk6/8/8/8/8/8/8/M6K b AAH e3 12 34",
        "8/8/3mk3/8/8/8/8/M7 w A - 0 4294967",
    ] {
        let state = read_state(&rules, line).unwrap();
        assert_eq!(print_position(&rules, &state).as_deref(), Some(line));
        assert_eq!(read_state(&rules, &print_state(&rules, &state)), Ok(state));
    }
    // Shorter lines mean the same.
    let state = read_state(&rules, " \n8/8/8/8/8/8/8/8 w\n").unwrap();
    assert_eq!(print_position(&rules, &state).as_deref(), Some("8/8/8/8/8/8/8/8 w - - 0 1"));
    // What the line has no place for is not left out in silence.
    let more = read_state(&rules, "at b1: fresh\n........\n........\n........\n........\n........\n........\n........\n.?......\n").unwrap();
    assert_eq!(print_position(&rules, &more), None);
}

#[test]
fn hostile_positions_have_a_place() {
    let rules = rules("coordinates rows from below");
    let long = format!("{}/8/8/8/8/8/8/8 w", "9".repeat(100_000));
    let many = format!("{} w", "8/".repeat(100_000));
    let letters = format!("{}/8/8/8/8/8/8/8 w", "x".repeat(100_000));
    let rows: [(&str, u32, &str); 16] = [
        ("8/8/8/8/8/8/8/7 w", 14, "rows of a position have equally many cells"),
        ("8/8/8/8/8/8/8 w", 0, "the board is always 8x8"),
        ("9/9 w", 0, "the board is always 8x8"),
        ("8/8/8/8/8/8/8/7q w", 15, "`q` is no letter of a position"),
        ("8/8/8/8/8/8/8/8 x", 16, "`x` cannot be read"),
        ("8/8/8/8/8/8/8/8 w B", 18, "`B` cannot be read"),
        ("8/8/8/8/8/8/8/8 w A", 18, "`A` cannot be read"),
        ("8/8/8/8/8/8/8/M7 w AA", 19, "`AA` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - e9", 20, "`e9` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - - x", 22, "`x` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - - 0 -1", 24, "`-1` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - - 0 4294967295", 24, "`the number of the turn` cannot be read"),
        ("8/8/8/8/8/8/8/8 w - - 0 1 2", 26, "`2` is too much"),
        (&long, 0, "rows of a position have equally many cells"),
        (&many, 0, "rows of a position have equally many cells"),
        (&letters, 0, "`x` is no letter of a position"),
    ];
    for (line, start, message) in rows {
        let errors = read_state(&rules, line).unwrap_err();
        let found: Vec<&str> = errors.iter().map(|it| it.message.as_str()).collect();
        assert!(found.contains(&message), "{line:.40}: {found:.5?}");
        if line.len() < 100 {
            assert_eq!(errors[0].span.start, start, "{line}");
        }
    }
}
