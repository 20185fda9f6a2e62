//! The works of the rows, done by the games written by hand.

use std::hint::black_box;

use crate::baselines::sokoban::Level;
use crate::baselines::{
    Breakthrough, ConnectFour, Draughts, Gomoku, Othello, Robots, ShisenSho, Sliding, Sokoban,
};
use crate::play::{Position, Tally, play_four_at_a_time, play_out};

fn playouts<P: Position>(start: P, games: u64, most_plies: u64) -> Tally {
    let mut tally = Tally::default();
    for playout in 0..games {
        play_out(&start, playout, most_plies, &mut tally);
    }
    tally
}

/// Leaves of Othello.
pub fn othello_perft(depth: u32) -> u64 {
    // Else the count of a known position could be computed once for all runs.
    black_box(Othello::start()).perft(depth)
}

/// Playouts of Othello.
pub fn othello(games: u64, most_plies: u64) -> Tally {
    playouts(Othello::start(), games, most_plies)
}

/// Playouts of 2048, four at a time.
pub fn sliding(games: u64, most_plies: u64) -> Tally {
    play_four_at_a_time(&Sliding::start(0), games, most_plies)
}

/// Playouts of Connect Four.
pub fn connect_four(games: u64, most_plies: u64) -> Tally {
    playouts(ConnectFour::start(), games, most_plies)
}

/// Playouts of Breakthrough.
pub fn breakthrough(games: u64, most_plies: u64) -> Tally {
    playouts(Breakthrough::start(), games, most_plies)
}

/// Playouts of Gomoku.
pub fn gomoku(games: u64, most_plies: u64) -> Tally {
    playouts(Gomoku::start(), games, most_plies)
}

/// Playouts of English draughts.
pub fn draughts(games: u64, most_plies: u64) -> Tally {
    playouts(Draughts::start(), games, most_plies)
}

/// Playouts of Robots.
pub fn robots(games: u64, most_plies: u64) -> Tally {
    playouts(Robots::start(0), games, most_plies)
}

/// Playouts of each level of Sokoban.
pub fn sokoban(levels: &[Level], games: u64, most_plies: u64) -> Tally {
    let mut tally = Tally::default();
    for level in levels {
        let start = Sokoban::start(level);
        for playout in 0..games {
            play_out(&start, playout, most_plies, &mut tally);
        }
    }
    tally
}

/// A full board of Shisen-sho as a picture.
pub fn shisen_sho_picture(board: u64) -> String {
    ShisenSho::deal(board).picture()
}

/// Lists the pairs of full boards of Shisen-sho.
pub fn shisen_sho_pairs(boards: u64) -> Box<dyn FnMut() -> u64> {
    let mut dealt: Vec<ShisenSho> = (0..boards).map(ShisenSho::deal).collect();
    Box::new(move || {
        let mut pairs = 0;
        for board in &mut dealt {
            board.find_pairs();
            pairs += black_box(board.pairs()).len() as u64;
        }
        pairs
    })
}
