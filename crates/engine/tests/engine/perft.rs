//! Counting.

use masume_engine::{Game, Setup};

use super::game;
use super::games::{BOXES, DISCS, NUMBERS};

fn counts(game: &Game, state: &str, depths: u32) -> Vec<u64> {
    let state = game.read_state(state).unwrap();
    (0..=depths).map(|depth| game.perft(&state, depth).unwrap()).collect()
}

#[test]
fn passes_are_plies_and_finished_games_are_leaves() {
    // Three places, then two, then one; then two passes; then it is over.
    assert_eq!(counts(&game(DISCS), "...", 7), [1, 3, 6, 6, 6, 6, 6, 6]);
    assert_eq!(counts(&game(DISCS), "outcome: draw\n...", 2), [1, 1, 1]);
    assert_eq!(counts(&game(BOXES), "pbg", 2), [1, 1, 1]);
    // Nothing can be done, and nothing says that it is over.
    assert_eq!(counts(&game(BOXES), "#p#bg", 2), [1, 1, 1]);
}

#[test]
fn finished_games_can_be_left_out() {
    let game = game(DISCS);
    let state = game.start(&Setup::default()).unwrap();
    let counts: Vec<u64> =
        (0..=6).map(|depth| game.perft_unfinished(&state, depth).unwrap()).collect();
    assert_eq!(counts, [1, 3, 6, 6, 6, 6, 0]);
}

#[test]
fn chance_outcomes_count_apart() {
    // Left and right leave three free cells, each for a 2 or a 4; down leaves two; up does nothing.
    let game = game(NUMBERS);
    assert_eq!(counts(&game, "2 2\n. .", 1), [1, 6 + 6 + 4]);
}

#[test]
fn the_parts_sum_to_the_whole() {
    let game = game(DISCS);
    let state = game.start(&Setup::default()).unwrap();
    for depth in 1..5 {
        let parts = game.perft_divide(&state, depth).unwrap();
        assert_eq!(parts.len(), 3);
        let sum: u64 = parts.iter().map(|(_, leaves)| leaves).sum();
        assert_eq!(sum, game.perft(&state, depth).unwrap());
    }
    assert_eq!(game.perft_divide(&state, 0).unwrap(), []);
}

#[test]
fn actions_of_one_turn_are_one_ply_where_turns_are_counted() {
    let text = DISCS.replace("pass when", "again when count mine = 1\n\npass when");
    let game = game(&text);
    let state = game.start(&Setup::default()).unwrap();
    let turns = |depth| game.perft_turns(&state, depth).unwrap();
    // Black places two discs at once: 3 * 2 ways; then white the last.
    assert_eq!((turns(0), turns(1), turns(2)), (1, 6, 6));
    assert_eq!(game.perft(&state, 1).unwrap(), 3);
}
