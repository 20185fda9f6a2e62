//! Things that slide into the place that is empty, and what only looks like it.

use masume_engine::{Game, Setup, Size, State};
use masume_rules::model::{Content, EMPTY, Layer};
use masume_rules::random::Random;
use masume_search::{Aim, Budget, Verdict, solve};

use super::verdicts::brute_force;
use super::{game, shipped};

/// A sliding game of its own: other words, another layer, and this action.
fn sliding(action: &str, win: &str) -> Game {
    game(&format!(
        "game Crates\nvalue pushes\nboard 3 x 2 from 2 x 2 to 6 x 6\npieces\n  floor: oil\n  \
         crate: number 1 to 99\n\nstart\n  [row < height or column < width] -> \
         {{width * (row - 1) + column}}\n\n{action}\n\n{win}\n"
    ))
}

const IN_ORDER: &str = "win when every crate has [crate = width * (row - 1) + column]";

/// The board of a game filled with these numbers, 0 for none, and its crates on the right layer.
fn filled(game: &Game, layer: u8, size: (u32, u32), numbers: &[Content]) -> State {
    let size = Some(Size { width: size.0, height: size.1 });
    let mut state = game.start(&Setup { size, level: None, seed: 1 }).expect("a board");
    let cells: Vec<_> = state.board.grid().inner_cells().collect();
    for (cell, &number) in cells.into_iter().zip(numbers) {
        let content = if number == 0 { EMPTY } else { number };
        state.board.set(Layer(layer), cell, content);
    }
    state.outcome = None;
    state
}

fn least(game: &Game, state: &State) -> Option<usize> {
    match solve(game, state, Aim::Moves, &Budget::default()).expect("a game for one").verdict {
        Verdict::Scored(_) => panic!("no points were asked for"),
        Verdict::Won(line) => Some(line.actions.len()),
        Verdict::Impossible(_) => None,
        Verdict::GaveUp(limit) => panic!("{limit:?}: {}", game.print_board(state)),
    }
}

#[test]
fn the_fewest_moves_are_what_brute_force_says() {
    let rows = [
        // The plain game, and one that slides as a king goes.
        ("action slide at c\n  4 ways from c: n _ -> _ n", IN_ORDER, 5),
        ("action slide at c\n  8 ways from c: n _ -> _ n", IN_ORDER, 5),
        // One way only across: what is undone elsewhere.
        (
            "action slide at c\n  right from c: n _ -> _ n\n  else down from c: n _ -> _ n\n  else up from c: n _ -> _ n",
            IN_ORDER,
            5,
        ),
        // Hops over another.
        (
            "action slide at c\n  4 ways from c: n _ -> _ n\naction hop from a to b\n  4 ways from a to b: n m _ -> _ m n",
            IN_ORDER,
            5,
        ),
        // Two gaps, and three.
        ("action slide from a to b\n  4 ways from a to b: n _ -> _ n", IN_ORDER, 4),
        ("action slide from a to b\n  4 ways from a to b: n _ -> _ n", IN_ORDER, 3),
        // Two move at once.
        (
            "action slide at c\n  4 ways from c: n _ -> _ n\naction shove from a to b\n  4 ways from a to b: n m _ -> _ n m",
            IN_ORDER,
            5,
        ),
        // They swap places, or a gap is not needed.
        ("action swap from a to b\n  4 ways from a to b: n m -> m n", IN_ORDER, 5),
        // They merge, are taken off, or made.
        (
            "action slide from a to b\n  4 ways from a to b: n _ -> _ n\n  else 4 ways from a to b: n crate -> _ n",
            "win when count crate = 2",
            5,
        ),
        (
            "action slide from a to b\n  4 ways from a to b: n _ -> _ n\naction copy from a to b\n  4 ways from a to b: n _ -> n n",
            IN_ORDER,
            4,
        ),
        // The win asks for a part, or for one of two.
        (
            "action slide at c\n  4 ways from c: n _ -> _ n",
            "win when some [crate = 5, row = 1, column = 1]",
            5,
        ),
        (
            "action slide at c\n  4 ways from c: n _ -> _ n",
            "win when some [crate = 5, row = 1, column = 1] or some [crate = 4, row = 1, column = 2]",
            5,
        ),
    ];
    let mut random = Random::new(23);
    for (action, win, crates) in rows {
        let game = sliding(action, win);
        for _ in 0..12 {
            let mut numbers: Vec<Content> =
                (1..=6).map(|number| if number <= crates { number } else { 0 }).collect();
            for at in (1..numbers.len()).rev() {
                numbers.swap(at, random.below(at as u64 + 1) as usize);
            }
            let state = filled(&game, 1, (3, 2), &numbers);
            assert_eq!(least(&game, &state), brute_force(&game, &state), "{action} {numbers:?}");
        }
    }
}

#[test]
fn equal_things_are_not_told_apart() {
    let game = sliding("action slide at c\n  4 ways from c: n _ -> _ n", IN_ORDER);
    for numbers in [[1, 1, 2, 0, 2, 3], [2, 1, 2, 1, 3, 0]] {
        let state = filled(&game, 1, (3, 2), &numbers);
        assert_eq!(least(&game, &state), brute_force(&game, &state), "{numbers:?}");
    }
}

#[test]
fn fifteen_is_solved_in_the_fewest_moves() {
    let game = shipped("fifteen");
    // The first of a hundred boards that are often asked about, as it is turned here: the gap last.
    let numbers = [14, 13, 15, 7, 11, 12, 9, 5, 6, 0, 2, 1, 4, 8, 10, 3];
    let turned: Vec<Content> =
        numbers.iter().rev().map(|&number| if number == 0 { 0 } else { 16 - number }).collect();
    let state = filled(&game, 0, (4, 4), &turned);
    assert_eq!(least(&game, &state), Some(57));
}
