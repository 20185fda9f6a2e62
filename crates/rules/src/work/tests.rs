//! Prices against what a walk does, told by hand.

use masume_board::Grid;
use masume_syntax::Severity;

use super::{Opening, Prices, opening};
use crate::model::{Rules, Statement, WORK, WORK_OF_CHOICES};

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

/// What `then` costs with this statement in it, on a board of so many columns and rows.
fn price(statement: &str, side: u32) -> u64 {
    let rules = rules(&format!("action go\n\nthen\n  {statement}\n"));
    Prices::new(&rules, &Grid::new(side, side).expect("a board")).then()
}

/// What loops in the body of the only action may cost.
fn rounds(action: &str, side: u32) -> Option<u64> {
    let rules = rules(action);
    Prices::new(&rules, &Grid::new(side, side).expect("a board")).rounds(0)
}

/// Counts in counts, so many deep.
fn counts(levels: u32) -> String {
    (0..levels).fold("box".to_owned(), |inner, _| format!("[box, count {inner} > 0]"))
}

#[test]
fn a_march_whose_meetings_cannot_be_paid_is_too_dear() {
    let meetings =
        format!("box meets player -> box\n    box meets box -> box, score += count {}", counts(5));
    assert_eq!(price(&format!("march box toward player\n    {meetings}"), 1000), u64::MAX);
}

#[test]
fn prices_grow_with_the_board_as_walks_do() {
    // By how much the price grows from one board to one with twice as many columns and rows: of
    // tests of cells as the cells, also of what they see, of walks along lines as cells and lines, of
    // walks with turns as the square of the cells.
    let check = |statement: &str, factor: u64| {
        let (small, large) = (price(statement, 32), price(statement, 64));
        let grown = large as f64 / small as f64;
        assert!((grown / factor as f64 - 1.0).abs() < 0.1, "{statement}: {small} to {large}");
    };
    for (statement, factor) in [
        ("box -> player", 4),
        ("[box, 2 player around] -> player", 4),
        ("right: box player -> player box", 4),
        ("right: n n -> _ {n + n}", 4),
        ("8 ways: box player* box -> ...", 8),
        ("[box, sees 4 ways (box player+ box)] -> _", 4),
        ("[box, no sees right (box (bend box)* bend empty)] -> _", 4),
        (
            "[sees right (box (bend [box, sees right (box (bend box)* bend empty)])* bend empty)] -> _",
            16,
        ),
        ("right: n [box, sees 4 ways (box player+ [tile = n])] -> ...", 8),
        ("4 ways: box (bend player)* bend box -> ...", 16),
        ("if some box: box -> player", 4),
    ] {
        check(statement, factor);
    }
}

#[test]
fn what_is_seen_is_shared_where_programs_run() {
    // Programs serve boards of up to 128 x 128, and there only what cannot fail.
    let chain = "box, no sees right (box (bend box)* bend empty)";
    let seen = format!("[{chain}] -> _");
    assert!(price(&seen, 129) > 1000 * price(&seen, 128));
    let failing = format!("[{chain}, tile = 1 / (ply - 1)] -> _");
    assert!(price(&failing, 128) > 1000 * price(&seen, 128));
    // What one walk must remember does not fit in memory, though there is one walk.
    let copies = "(bend box)* ".repeat(60);
    assert_eq!(price(&format!("[box, sees right (box {copies}box)] -> _"), 128), u64::MAX);
}

#[test]
fn letters_that_paths_bind_in_their_own_ways_multiply() {
    let alike = price("4 ways: n (bend player)* bend n -> ...", 16);
    let apart = price("4 ways: box (bend player)* bend n -> ...", 16);
    assert!(apart > alike, "{apart} and {alike}");
}

#[test]
fn a_walk_that_cannot_be_remembered_is_too_dear() {
    assert!(price("8 ways: box (bend player)* bend box -> ...", 32) <= WORK_OF_CHOICES);
    assert_eq!(price("8 ways: box (bend player)* bend box -> ...", 1000), u64::MAX);
}

#[test]
fn the_dearer_of_two_branches_is_paid() {
    let (cheap, dear) = ("box -> player", "8 ways: box player* box -> ...");
    let (cheaper, dearer) = (price(cheap, 16), price(dear, 16));
    let both = price(&format!("if no box:\n    {cheap}\n  else\n    {dear}"), 16);
    let other = price(&format!("if no box:\n    {dear}\n  else\n    {cheap}"), 16);
    assert!(dearer < both && both < dearer + cheaper, "{both}");
    assert_eq!(both, other);
}

#[test]
fn an_action_with_too_many_choices_cannot_be_asked_about() {
    let check = |action: &str, side: u32, expected: bool| {
        assert_eq!(rounds(action, side).is_some(), expected, "{action} on {side} x {side}");
    };
    for (action, side, expected) in [
        ("action go\n  box -> player\n", 1000, true),
        ("action go at c\n  at c: empty -> box\n", 128, true),
        ("action go at c\n  [box, around c] -> player\n", 128, true),
        ("action go at c\n  at c: empty -> box\n  box -> player\n", 128, true),
        ("action go at c\n  at c: empty -> box\n  box -> player\n", 1000, false),
        ("action take a and b\n  4 ways from a to b: box box -> _ _\n", 128, true),
        ("action go from a to b\n  [box, a or b] -> player\n", 32, true),
        ("action go from a to b\n  [box, a or b] -> player\n", 128, false),
        ("action go\n  4 ways: box (bend box)* bend player -> ...\n", 32, true),
        ("action go\n  4 ways: box (bend box)* bend player -> ...\n", 128, false),
        // No rule begins or ends where the choice is: all choices are alike, and all are tried.
        ("action join from a to b\n  box -> player\n", 32, true),
        ("action join from a to b\n  box -> player\n", 128, false),
        // However cheap each of them is, they must fit in memory.
        ("action join from a to b\n  at a: box -> player\n", 64, true),
        ("action join from a to b\n  at a: box -> player\n", 65, false),
        // Where such a walk ends is asked for each end.
        ("action go at c\n  4 ways to c: n (bend box)* bend n -> ...\n", 45, false),
        ("action go at c\n  4 ways to c: box (bend box)* bend box -> ...\n", 45, false),
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
    ] {
        check(action, side, expected);
    }
}

#[test]
fn questions_about_actions_are_priced_to_any_depth() {
    let text = "action one when no action two\n  box -> player\n\naction two when no action one\n  box -> player\n";
    let rules = rules(text);
    let prices = Prices::new(&rules, &Grid::new(8, 8).expect("a board"));
    assert!(prices.rounds(0).is_some_and(|rounds| rounds <= WORK));
    assert!(prices.may_ask_all());
}

#[test]
fn tests_in_tests_are_priced_once() {
    // Priced twice at each level, they would never come to an end.
    let seen = |levels: u32| {
        let sees = |inner, _| format!("[box, sees right (box {inner})]");
        (0..levels).fold("box".to_owned(), sees)
    };
    let both = |levels: u32| {
        let both = |inner, _| format!("[box, count [box, sees right (box {inner})] > 0]");
        (0..levels).fold("box".to_owned(), both)
    };
    for test in [counts(60), seen(30), both(20)] {
        for statement in [
            format!("{test} -> player"),
            format!("right: box {test}* -> ..."),
            format!("box -> player, score += count {test}"),
            format!("if every box has {test}: box -> player"),
        ] {
            assert!(price(&statement, 8) > 64, "{statement}");
        }
    }
}

#[test]
fn what_a_question_costs_does_not_depend_on_what_was_asked_before() {
    let check = |actions: u8, expected: bool| {
        let action = |nth: u8| {
            let name = char::from(b'a' + nth);
            format!("action go{name} when ply < 99 or no action\n  box -> player\n\n")
        };
        let rules = rules(&(0..actions).map(action).collect::<String>());
        let grid = Grid::new(8, 8).expect("a board");
        let (upwards, downwards) = (Prices::new(&rules, &grid), Prices::new(&rules, &grid));
        let up: Vec<_> = (0..actions).map(|index| upwards.rounds(index)).collect();
        let mut down: Vec<_> = (0..actions).rev().map(|index| downwards.rounds(index)).collect();
        down.reverse();
        assert_eq!(up, down, "{actions} actions");
        for index in 0..actions {
            let rounds = Prices::new(&rules, &grid).rounds(index);
            assert_eq!((rounds, rounds.is_some()), (up[usize::from(index)], expected), "{actions}");
        }
    };
    check(9, true);
    check(10, true);
    // Too many to price.
    check(11, false);
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
