//! Values of games of chance, against values that were found elsewhere and by hand.

use masume_engine::{Game, Setup, Size, State};
use masume_search::{Budget, ExactValues, Limit, NotExact};

use super::{game, shipped, start};

/// Expectation of the best play from a set-up on, and the number of positions.
fn expected(game: &Game, size: (u32, u32), budget: &Budget) -> Result<(f64, u64), NotExact> {
    let size = Some(Size { width: size.0, height: size.1 });
    let setup = Setup { size, level: None, seed: 1 };
    let starts = game.start_events(&setup, 1 << 20).expect("it can be set up");
    let mut values = ExactValues::new(game, &starts[0].state, budget)?;
    Ok((values.mean(&starts)?, values.size().0))
}

fn whole() -> Budget {
    Budget { nodes: u64::MAX, ..Budget::default() }
}

#[test]
fn small_boards_are_worth_what_is_known_of_them() {
    let usual = shipped("2048");
    let kinder = usual.clone().with_option("two", "75%").expect("it has that option");
    let rows = [
        (&usual, (2, 2), 66.964_149_457_1, 110),
        (&kinder, (2, 2), 63.250_048_317_1, 110),
        (&usual, (2, 3), 480.258_271_776_0, 21_752),
        (&kinder, (3, 2), 417.755_856_878_9, 21_752),
    ];
    for (game, size, known, positions) in rows {
        check(game, size, (known, positions));
    }
}

#[track_caller]
fn check(game: &Game, size: (u32, u32), (known, positions): (f64, u64)) {
    let budget = Budget { bytes: 4 << 30, ..whole() };
    let (found, met) = expected(game, size, &budget).expect("there is room");
    assert!((found - known).abs() < 2e-11 * known, "{size:?}: {found}, not {known}");
    assert_eq!(met, positions, "{size:?}");
}

#[test]
fn eight_cells_are_worth_what_is_known_of_them() {
    check(&shipped("2048"), (2, 4), (2_641.873_035_692_2, 4_980_767));
}

#[test]
#[ignore = "minutes and a gigabyte, with optimisations"]
fn nine_cells_are_worth_what_is_known_of_them() {
    check(&shipped("2048"), (3, 3), (5_468.486_797_410_3, 48_713_519));
}

/// A row of coins that are thrown one by one; the best play stops at the right time.
fn coins(rest: &str) -> (Game, State) {
    let game = game(&format!(
        "game Coins\nboard 1 x 3\nvalue score\npieces\n  coin: down heads tails\n\nstart\n  any -> down\n\n{rest}"
    ));
    let start = start(&game);
    (game, start)
}

#[test]
fn the_best_action_is_the_one_that_expects_most() {
    // Five points for heads, but tails takes what is left; two for a coin that is kept.
    let (game, state) = coins(
        "action throw at c\n  at c: down -> heads with chance 50% or tails\n\
         action keep at c\n  at c: down -> _, score += 2\n\n\
         then\n  if some tails: down -> _\n  score += 5 * count heads\n  heads -> _\n\n\
         end when no down\n",
    );
    let mut values = ExactValues::new(&game, &state, &whole()).expect("it has points");
    // One coin is thrown for 5 / 2; of two one is kept, for (5 + 5 / 2) / 2 is less than 2 + 5 / 2, and so of three.
    assert_eq!(values.value(&state), Ok(6.5));
    let (action, worth) = values.best(&state).expect("it is known").expect("something can be done");
    assert_eq!((game.action_text(&state, action), worth), ("keep a1".to_owned(), 6.5));
}

#[test]
fn what_has_no_exact_value_says_why() {
    let refused = |rest: &str, budget: &Budget| {
        let (game, state) = coins(rest);
        ExactValues::new(&game, &state, budget).and_then(|mut values| values.value(&state))
    };
    let turn = "action turn at c\n  at c: down -> heads\n  else at c: heads -> down, score += 1\n\nend when no coin\n";
    assert_eq!(refused(turn, &whole()), Err(NotExact::Cycle));
    let throw = "action throw at c\n  at c: down -> heads with chance 50% or tails, score += 1\n\nend when no down\n";
    assert_eq!(refused(throw, &whole()), Ok(3.0));
    for nodes in [0, 1, 5] {
        let budget = Budget { nodes, ..whole() };
        assert_eq!(refused(throw, &budget), Err(NotExact::Limit(Limit::Nodes)));
    }
    let none = Budget { bytes: 0, ..whole() };
    assert_eq!(refused(throw, &none), Err(NotExact::Limit(Limit::Memory)));
    let go = shipped("othello");
    let state = start(&go);
    assert_eq!(ExactValues::new(&go, &state, &whole()).err(), Some(NotExact::Players(2)));
    let peg = shipped("peg-solitaire");
    assert_eq!(ExactValues::new(&peg, &start(&peg), &whole()).err(), Some(NotExact::NoScore));
}

#[test]
fn what_a_budget_ended_can_be_gone_on_with() {
    let (game, state) = coins(
        "action throw at c\n  at c: down -> heads with chance 50% or tails, score += 1\n\nend when no down\n",
    );
    let stop = masume_engine::StopToken::new();
    stop.stop();
    let mut values = ExactValues::new(&game, &state, &Budget { stop, ..whole() }).expect("points");
    assert_eq!(values.value(&state), Err(NotExact::Limit(Limit::Stopped)));
    // Still that, and no cycle that it left behind.
    assert_eq!(values.value(&state), Err(NotExact::Limit(Limit::Stopped)));
}
