//! Bounds that are met before a search begins: what is refused is said, and takes no memory.

use masume_engine::{Game, StopToken};
use masume_search::facts::{FactKind, Reason, facts};
use masume_search::{Aim, Budget, Deadlocks, Limit, Verdict, solve};

use super::{game, start};

/// A game in which any two cells may be chosen, on a square of so many rows.
fn any_two(rows: u32) -> Game {
    game(&format!(
        "game Two\nboard {rows} x {rows}\npieces\n  thing: red blue\n\nlegend\n  .  nothing\n\n\
         start: random empty -> red\n\naction go from a to b\n  at a: red -> blue\n\n\
         win when some blue\n"
    ))
}

/// Lights that are turned by rules all over the board, whatever is chosen.
fn lights(rows: u32) -> Game {
    game(&format!(
        "game Lights\nboard {rows} x {rows}\npieces\n  light: lit\n\nlegend\n  .  nothing\n\n\
         start: random empty -> lit\n\naction press at c\n  all\n    [lit, c or beside c] -> _\n    \
         [no lit, c or beside c] -> lit\n\nwin when no lit\n"
    ))
}

/// Reason for which the rules are no operators, within these bytes.
fn refused(game: &Game, bytes: u64) -> Option<Reason> {
    let budget = Budget { bytes, ..Budget::default() };
    let facts = facts(game, &start(game), &budget);
    let operators = facts.iter().find(|fact| fact.kind == FactKind::Operators)?;
    (!operators.holds).then_some(operators.reason)
}

#[test]
fn choices_that_do_not_fit_are_refused_before_one_is_listed() {
    // Of so many choices a list would take gigabytes, and minutes.
    for rows in [66, 100, 400] {
        assert_eq!(refused(&any_two(rows), 256 << 20), Some(Reason::NeedsMemory), "{rows}");
    }
    let few = any_two(6);
    assert_eq!(refused(&few, 1 << 20), None);
    assert_eq!(refused(&few, 1 << 16), Some(Reason::NeedsMemory));
    assert_eq!(refused(&lights(5), 1 << 20), None);
    assert_eq!(refused(&lights(5), 1 << 12), Some(Reason::NeedsMemory));
}

#[test]
fn what_is_not_found_out_is_searched_for_without() {
    for bytes in [1 << 20, 1 << 30] {
        let game = any_two(40);
        let budget = Budget { nodes: 10, bytes, ..Budget::default() };
        let solved = solve(&game, &start(&game), Aim::Any, &budget).expect("a game for one");
        assert!(matches!(solved.verdict, Verdict::Won(_) | Verdict::GaveUp(Limit::Memory)));
    }
}

#[test]
fn a_token_stops_what_is_found_out_first() {
    // The second is stopped in the middle: each look is a step.
    for looks in [0, 3] {
        for game in [any_two(24), lights(40)] {
            let state = start(&game);
            let budget = || Budget { stop: StopToken::with_budget(looks), ..Budget::default() };
            let found = facts(&game, &state, &budget());
            let operators = found.iter().find(|fact| fact.kind == FactKind::Operators);
            assert_eq!(operators.map(|it| it.reason), Some(Reason::Stopped));
            assert_eq!(Deadlocks::of(&game, &state, &budget()), None);
            let solved = solve(&game, &state, Aim::Any, &budget()).expect("a game for one");
            assert_eq!(solved.verdict, Verdict::GaveUp(Limit::Stopped));
        }
    }
}
