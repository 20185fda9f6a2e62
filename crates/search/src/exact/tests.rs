//! Values by layers, against those found one after another.

use masume_engine::{Game, Setup, StopToken};

use super::*;

/// Numbers that slide, with these lines after the set-up's own.
fn slides(layers: &str, start: &str, sprout: &str, rest: &str) -> String {
    format!(
        "game Slides\nboard 2 x 2 from 2 x 2\n\npieces\n  tile: number 2 doubling to 1073741824\n{layers}\n\
         start\n{start}  2 times: sprout\n\naction slide in d\n  against d:\n    repeat _ n -> n _\n    \
         each n n -> 2n _, score += 2n\n    repeat _ n -> n _\n\nthen: sprout\n\n\
         define sprout\n  {sprout}\n\nend when no action\n{rest}"
    )
}

/// Check that the game is valued by layers, or is not; its value is the same either way.
#[track_caller]
fn check(text: &str, size: (u32, u32), by_layers: bool) {
    let loaded = Game::load(text);
    let game = loaded.game.unwrap_or_else(|| panic!("{:?}\n{text}", loaded.diagnostics));
    let size = Some(masume_engine::Size { width: size.0, height: size.1 });
    let starts = game.start_events(&Setup { size, ..Setup::default() }, 1 << 16).expect("a board");
    let first = &starts[0].state;
    let budget = Budget { nodes: u64::MAX, ..Budget::default() };
    let mut values = ExactValues::new(&game, first, &budget).expect("it has points");
    let found = values.mean(&starts).expect("it ends");
    assert_eq!(!values.layers.is_empty(), by_layers, "{text}");
    let points = Points::of_rules(game.rules()).expect("it has points");
    let mut one_by_one = Recursion::new(&game, first, points, &budget);
    let mut expected = 0.0;
    for start in &starts {
        let value = one_by_one.value(&start.state).expect("it ends");
        expected += start.probability.as_f64() * value;
    }
    assert!(expected > 0.0, "{text}");
    assert!((found - expected).abs() < 1e-9 * expected, "{found}, not {expected}: {text}");
}

const SPROUT: &str = "random empty -> 2 with chance 90% or 4";

#[test]
fn what_appears_on_free_cells_is_valued_by_layers() {
    check(&slides("", "", SPROUT, ""), (2, 2), true);
    check(&slides("", "", SPROUT, ""), (3, 2), true);
    check(&slides("", "", "random [no tile] -> 2", ""), (2, 2), true);
    let three = "random empty -> 2 with chance 50% or 4 with chance 30% or 8";
    check(&slides("", "", three, ""), (2, 2), true);
    check(&slides("", "", "random empty -> 2 with chance 100% or 4", ""), (2, 2), true);
}

#[test]
fn nothing_appears_where_something_stands_that_never_moves() {
    let layers = "  ground: rock grass\n";
    let start = "  [row = 1, column = 1] -> rock\n";
    check(&slides(layers, start, SPROUT, ""), (3, 2), true);
    // On grass there is room for what asks for no tile alone.
    let start = "  [row = 1, column = 1] -> grass\n";
    check(&slides(layers, start, "random [no tile] -> [2]", ""), (2, 2), true);
}

#[test]
fn pieces_are_counted_where_nothing_has_a_number() {
    let text = "game Seeds\nboard 3 x 2 from 2 x 2\nvalue score\n\npieces\n  thing: seed weed\n\nstart\n  random empty -> weed\n\n\
                action sow at c\n  at c: _ -> seed, score += 1\n\nthen: random empty -> weed\n\nend when no action\n";
    check(text, (3, 2), true);
}

#[test]
fn what_else_chance_and_ends_do_is_found_one_after_another() {
    let other = |sprout: &str, rest: &str| check(&slides("", "", sprout, rest), (2, 2), false);
    // Not every free cell.
    other("random [empty, row = 1] -> 2\n  random empty -> 2", "");
    other("2 times: random empty -> 2", "");
    other("random empty -> 2, score += 1", "");
    // An end that asks for more than that nothing can be done, and a goal that is worth something.
    other(SPROUT, "lose when some [tile = 16]\n");
    other(SPROUT, "goal when some [tile = 16], score += 100\n");
}

#[test]
fn a_sum_that_does_not_grow_is_given_up() {
    // Two equal ones go: the sum falls, and what was there comes again.
    let text = slides("", "", SPROUT, "").replace("2n _, score += 2n", "_ _, score += 1");
    let game = Game::load(&text).game.expect("the text is a game");
    let start = game.start(&Setup::default()).expect("a board");
    let mut values = ExactValues::new(&game, &start, &Budget::default()).expect("points");
    assert_eq!((values.value(&start), values.layers.len()), (Err(NotExact::Cycle), 0));
}

#[test]
fn budgets_end_layers_and_they_go_on() {
    let game = Game::load(&slides("", "", SPROUT, "")).game.expect("the text is a game");
    let size = Some(masume_engine::Size { width: 3, height: 2 });
    let start = game.start(&Setup { size, ..Setup::default() }).expect("a board");
    let with = |budget: Budget| {
        let mut values = ExactValues::new(&game, &start, &budget).expect("points");
        let found = values.value(&start);
        (found, values.size())
    };
    for nodes in [0, 1, 1000, 20_000] {
        let (found, (expanded, _)) = with(Budget { nodes, ..Budget::default() });
        assert_eq!(found, Err(NotExact::Limit(Limit::Nodes)));
        assert!(expanded <= nodes);
    }
    for bytes in [0, 10_000, 100_000, 300_000] {
        let (found, (_, taken)) = with(Budget { bytes, ..Budget::default() });
        assert_eq!(found, Err(NotExact::Limit(Limit::Memory)));
        assert!(taken <= bytes, "{taken} of {bytes}");
    }
    let stop = StopToken::new();
    stop.stop();
    let mut values =
        ExactValues::new(&game, &start, &Budget { stop, ..Budget::default() }).expect("points");
    assert_eq!(values.value(&start), Err(NotExact::Limit(Limit::Stopped)));
    assert_eq!(values.value(&start), Err(NotExact::Limit(Limit::Stopped)));
}
