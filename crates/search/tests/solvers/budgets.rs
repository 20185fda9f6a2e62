//! Bounds that are met before a search begins: what is refused is said, and takes no memory.

use masume_engine::{Game, StopToken};
use masume_search::facts::{FactKind, Reason, facts};
use masume_search::{Aim, Budget, Deadlocks, Limit, RatedVerdict, Solver, Verdict, rate, solve};

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

/// A game in which any cell wins at once: the first is chosen, and all others lie beside it.
fn any_wins() -> Game {
    game(
        "game Any\nboard 32 x 32\n\npieces\n  thing: red blue\n\nlegend\n  .  nothing\n\nstart\n  any -> red\n\n\
         action go at c\n  at c: red -> blue\n\nwin when some blue\n",
    )
}

#[test]
fn what_lies_beside_a_solution_fits_into_the_bytes() {
    let game = any_wins();
    let rated = |bytes| {
        let budget = Budget { bytes, ..Budget::default() };
        rate(&game, &start(&game), &budget).expect("a game for one")
    };
    // A thousand boards of four kilobytes each, twice.
    let rows = [(1 << 22, None), (1 << 26, Some(1024.0))];
    for (bytes, choices) in rows {
        let rated = rated(bytes);
        assert_eq!(rated.rating().map(|it| it.choices), choices, "{bytes}: {:?}", rated.verdict);
        let is_full = rated.verdict == RatedVerdict::GaveUp(Limit::Memory);
        assert_eq!(is_full, choices.is_none(), "{bytes}");
    }
}

#[test]
fn a_token_stops_what_is_looked_at_behind_a_solution() {
    let game = any_wins();
    // Just so many steps that it is solved: none is left for a thousand boards beside it.
    let steps = (0..40).map(|power| 1 << power).find(|&steps| {
        let budget = Budget { stop: StopToken::with_budget(steps), ..Budget::default() };
        let solved = solve(&game, &start(&game), Aim::Any, &budget).expect("a game for one");
        matches!(solved.verdict, Verdict::Won(_))
    });
    let stop = StopToken::with_budget(steps.expect("a solution"));
    let rated = rate(&game, &start(&game), &Budget { stop, ..Budget::default() });
    let rated = rated.expect("a game for one");
    assert_eq!(rated.verdict, RatedVerdict::GaveUp(Limit::Stopped));
}

#[test]
fn a_line_is_replayed_within_the_token() {
    let game = any_wins();
    let state = start(&game);
    let solved = solve(&game, &state, Aim::Any, &Budget::default()).expect("a game for one");
    let Verdict::Won(line) = solved.verdict else { panic!("{:?}", solved.verdict) };
    for (steps, is_confirmed) in [(0, false), (u64::MAX, true)] {
        let stopped = game.clone().with_stop(StopToken::with_budget(steps));
        assert_eq!(line.replay(&stopped, &state).is_ok(), is_confirmed, "{steps}");
    }
}

/// A game whose actions take so many rounds.
fn slow(rounds: u32) -> Game {
    game(&format!(
        "game Slow\nboard 3 x 1\nvalue one = 1\nvalue score\n\npieces\n  thing: stone\n\nlegend\n  .  nothing\n\n\
         start\n  any -> stone\n\naction take at c\n  at c: stone -> _\n  score += 1\n  {rounds} times:\n    \
         100 times:\n      if count [row / one = 99] > 0:\n        stone -> _\n\nend when no stone\n"
    ))
}

#[test]
fn what_was_found_is_told_behind_a_stop_where_that_is_soon_done() {
    // Rounds of each action, and what a stop behind so many steps of the search leaves.
    for (rounds, is_told) in [(1, true), (5000, false)] {
        let game = slow(rounds);
        let state = start(&game);
        let mut told = Vec::new();
        for steps in 1..8 {
            let stop = StopToken::new();
            let budget = Budget { stop: stop.clone(), ..Budget::default() };
            let mut solver = Solver::new(&game, &state, Aim::Points, &budget).expect("points");
            if (0..steps).any(|_| solver.step(1).is_some()) {
                break;
            }
            stop.stop();
            told.push(solver.give_up(Limit::Stopped));
        }
        let is_scored = |it: &Verdict| matches!(it, Verdict::Scored(_));
        assert_eq!(told.iter().any(is_scored), is_told, "{rounds}: {told:?}");
        let is_stopped = |it: &Verdict| *it == Verdict::GaveUp(Limit::Stopped);
        assert!(told.iter().all(|it| is_scored(it) || is_stopped(it)), "{rounds}: {told:?}");
    }
}
