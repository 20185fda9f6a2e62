//! The product, told by hand.

use masume_board::Grid;
use masume_syntax::Severity;

use super::{Opening, Prices, opening};
use crate::model::{Rules, Statement, WORK};

const HEAD: &str = "\
game Prices
board 8 x 8 from 1 x 1

pieces
  thing: player box
  tile: number 1 to 9

";

fn rules(text: &str) -> Rules {
    let checked = crate::check(&masume_syntax::parse(&format!("{HEAD}{text}")).file);
    let is_fine = checked.diagnostics.iter().all(|it| it.severity == Severity::Warning);
    assert!(is_fine, "{text}\n{:?}", checked.diagnostics);
    checked.rules.expect("a game with pieces has rules")
}

/// Steps of `then` with this statement in it, on a board of so many columns and rows.
fn steps(statement: &str, side: u32) -> u64 {
    let rules = rules(&format!("action go\n\nthen\n  {statement}\n"));
    Prices::new(&rules, &Grid::new(side, side).expect("a board")).steps_of_then()
}

/// Counts in counts, so many deep.
fn counts(levels: u32) -> String {
    (0..levels).fold("box".to_owned(), |inner, _| format!("[box, count {inner} > 0]"))
}

#[test]
fn steps_grow_with_the_board_as_walks_do() {
    // By how much they grow from one board to one with twice as many columns and rows: of tests of cells
    // as the cells, of walks along lines as cells and lines, of walks with turns as the square of the
    // cells, and once more for each count or view within another.
    let check = |statement: &str, factor: u64| {
        let (small, large) = (steps(statement, 32), steps(statement, 64));
        let grown = large as f64 / small as f64;
        assert!((grown / factor as f64 - 1.0).abs() < 0.1, "{statement}: {small} to {large}");
    };
    for (statement, factor) in [
        ("box -> player", 4),
        ("[box, 2 player around] -> player", 4),
        ("right: box player -> player box", 4),
        ("right: n n -> _ {n + n}", 4),
        ("8 ways: box player* box -> ...", 8),
        ("[box, sees 4 ways (box player+ box)] -> _", 8),
        ("[box, no sees right (box (bend box)* bend empty)] -> _", 16),
        ("4 ways: box (bend player)* bend box -> ...", 16),
        ("if some box: box -> player", 4),
        ("[box, count box > 1] -> player", 16),
        ("[box, count [box, count box > 1] > 1] -> player", 64),
    ] {
        check(statement, factor);
    }
}

#[test]
fn what_a_walk_cannot_remember_is_too_much() {
    assert!(steps("8 ways: box (bend player)* bend box -> ...", 64) <= WORK);
    assert_eq!(steps("8 ways: box (bend player)* bend box -> ...", 1000), u64::MAX);
    let copies = "(bend box)* ".repeat(60);
    assert_eq!(steps(&format!("[box, sees right (box {copies}box)] -> _"), 128), u64::MAX);
}

#[test]
fn letters_that_paths_bind_in_their_own_ways_multiply() {
    let alike = steps("4 ways: n (bend player)* bend n -> ...", 16);
    let apart = steps("4 ways: box (bend player)* bend n -> ...", 16);
    assert!(apart > 5 * alike, "{apart} and {alike}");
}

#[test]
fn tests_in_tests_are_priced_once() {
    // Priced twice at each level, they would never come to an end.
    let seen = |levels: u32| {
        let sees = |inner, _| format!("[box, sees right (box {inner})]");
        (0..levels).fold("box".to_owned(), sees)
    };
    for test in [counts(60), seen(30)] {
        for statement in [
            format!("{test} -> player"),
            format!("right: box {test}* -> ..."),
            format!("box -> player, score += count {test}"),
            format!("if every box has {test}: box -> player"),
        ] {
            assert!(steps(&statement, 8) > 64, "{statement}");
        }
    }
}

#[test]
fn what_plays_on_large_boards_may_and_what_nobody_waits_for_may_not() {
    let check = |action: &str, side: u32, is_allowed: bool| {
        let (rules, grid) = (rules(action), Grid::new(side, side).expect("a board"));
        let found = Prices::new(&rules, &grid).action(0);
        assert_eq!(found.is_ok(), is_allowed, "{action} on {side} x {side}: {found:?}");
    };
    for (action, side, is_allowed) in [
        ("action go\n  box -> player\n", 1000, true),
        ("action go at c\n  at c: empty -> box\n  box -> player\n", 1000, true),
        ("action take a and b\n  4 ways from a to b: box box -> _ _\n", 1000, true),
        ("action go from a to b\n  [box, a or b] -> player\n", 128, true),
        ("action go from a to b\n  [box, a or b] -> player\n", 1000, false),
        ("action go from a to b in d (8 ways)\n  box -> player\n", 128, true),
        ("action go\n  4 ways: box (bend box)* bend player -> ...\n", 128, true),
        ("action go at c\n  8 ways to c: box player* player -> _ _* box\n", 128, true),
        (
            "action go from a to b\n  4 ways from a to b: thing (box player)* player -> ...\n",
            128,
            true,
        ),
        (
            "action go a and b\n  4 ways from a to b: n empty* turn? empty* turn? empty* n -> ...\n",
            64,
            true,
        ),
        (&format!("action go at c\n  {} -> player\n", counts(2)), 32, true),
        (&format!("action go at c\n  {} -> player\n", counts(5)), 32, false),
        (&format!("action go when count {} > 0\n  box -> player\n", counts(5)), 32, false),
    ] {
        check(action, side, is_allowed);
    }
}

#[test]
fn questions_about_actions_are_priced_as_deep_as_they_are_asked() {
    let two = |one: &str, other: &str| {
        let text = format!(
            "action one at c when {one}\n  box -> player\n\naction two at c when {other}\n  box -> player\n"
        );
        let rules = rules(&text);
        Prices::new(&rules, &Grid::new(8, 8).expect("a board")).steps_of_action(0)
    };
    let (none, one, both) = (
        two("ply < 9", "ply < 9"),
        two("no action two", "ply < 9"),
        two("no action two", "no action one"),
    );
    assert!(one > 50 * none && both > 50 * one && both <= WORK, "{none} {one} {both}");
    // As many as there can be, all of which ask about each other.
    let action = |nth: u8| {
        let name = char::from(b'a' + nth);
        format!("action go{name} when ply < 99 or no action\n  box -> player\n\n")
    };
    let rules = rules(&(0..26).map(action).collect::<String>());
    let prices = Prices::new(&rules, &Grid::new(8, 8).expect("a board"));
    assert!(prices.steps_of_action(25) > 64);
}

#[test]
fn what_is_refused_is_blamed_on_its_costliest_line() {
    let check = |action: &str, side: u32, expected: &str| {
        let text = format!("{HEAD}{action}");
        let (rules, grid) = (rules(action), Grid::new(side, side).expect("a board"));
        let error = Prices::new(&rules, &grid).action(0).expect_err(action);
        assert_eq!(&text[error.span.range()], expected);
    };
    let dear = format!("{} -> player", counts(5));
    check(&format!("action go at c\n  at c: _ -> box\n  {dear}\n"), 32, &dear);
    check("action go from a to b\n  box -> player\n", 1000, "box -> player");
    let when = format!("count {} > 0", counts(5));
    check(&format!("action go at c when {when}\n  box -> player\n"), 32, &when);
}

#[test]
fn a_pattern_that_begins_at_the_choice_says_so() {
    let check = |test: &str, is_anywhere: bool| {
        let rules = rules(&format!("action go at c\n  {test} -> player\n"));
        let Some(Statement::Rule(rule)) = rules.actions[0].body.first() else {
            panic!("{test} is a rule")
        };
        assert_eq!(opening(&rule.pattern) == Opening::Anywhere, is_anywhere, "{test}");
    };
    for (test, is_anywhere) in [
        ("box", true),
        ("[box, around c]", false),
        ("[box, c]", false),
        ("[box, beside c]", false),
        // An error of what comes first would not be met.
        ("[tile = 1 / (ply - 1), around c]", true),
        ("[box, no around c]", true),
    ] {
        check(test, is_anywhere);
    }
}
