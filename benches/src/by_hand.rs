//! The works of the rows, done by the games written by hand.

use std::hint::black_box;
use std::sync::LazyLock;

use masume_engine::Executor;

use crate::baselines::chess::Order;
use crate::baselines::sokoban::Level;
use crate::baselines::{
    Amazons, Ataxx, Breakthrough, Chess, ConnectFour, Draughts, Fifteen, Go9, Go19, Gomoku, Ice,
    Konane, Life, LightsOut, Othello, Peg, Robots, SameGame, ShisenSho, Sliding, Sokoban,
};
use crate::ours;
use crate::play::{Position, Tally, play_four_at_a_time, play_out};
use crate::work::levels_by_hand;

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

/// Playouts of 2048, one after another.
pub fn sliding_one_by_one(games: u64, most_plies: u64) -> Tally {
    playouts(Sliding::start(0), games, most_plies)
}

/// Playouts of Connect Four, four at a time.
pub fn connect_four_four_at_a_time(games: u64, most_plies: u64) -> Tally {
    play_four_at_a_time(&ConnectFour::start(), games, most_plies)
}

/// Playouts of Othello, four at a time.
pub fn othello_four_at_a_time(games: u64, most_plies: u64) -> Tally {
    play_four_at_a_time(&Othello::start(), games, most_plies)
}

/// Playouts of Breakthrough, four at a time.
pub fn breakthrough_four_at_a_time(games: u64, most_plies: u64) -> Tally {
    play_four_at_a_time(&Breakthrough::start(), games, most_plies)
}

/// Playouts of Ataxx.
pub fn ataxx(games: u64, most_plies: u64) -> Tally {
    playouts(Ataxx::start(), games, most_plies)
}

/// Playouts of Go on 9 x 9.
pub fn go_9(games: u64, most_plies: u64) -> Tally {
    playouts(Go9::start(), games, most_plies)
}

/// Playouts of Go on 19 x 19.
pub fn go_19(games: u64, most_plies: u64) -> Tally {
    playouts(Go19::start(), games, most_plies)
}

/// Playouts of SameGame.
pub fn samegame(games: u64, most_plies: u64) -> Tally {
    playouts(SameGame::start(0), games, most_plies)
}

/// Playouts of Konane.
pub fn konane(games: u64, most_plies: u64) -> Tally {
    playouts(Konane::start(), games, most_plies)
}

/// Playouts of Amazons.
pub fn amazons(games: u64, most_plies: u64) -> Tally {
    playouts(Amazons::start(), games, most_plies)
}

/// Playouts of Lights Out.
pub fn lights_out(games: u64, most_plies: u64) -> Tally {
    playouts(LightsOut::start(0), games, most_plies)
}

/// Playouts of Life.
pub fn life(games: u64, most_plies: u64) -> Tally {
    playouts(Life::start(), games, most_plies)
}

/// Playouts of Peg Solitaire, four at a time.
pub fn peg(games: u64, most_plies: u64) -> Tally {
    play_four_at_a_time(&Peg::start(), games, most_plies)
}

/// Playouts of Fifteen, four at a time.
pub fn fifteen(games: u64, most_plies: u64) -> Tally {
    play_four_at_a_time(&Fifteen::start(0), games, most_plies)
}

/// Playouts of Ice, four at a time.
pub fn ice(games: u64, most_plies: u64) -> Tally {
    play_four_at_a_time(&Ice::start(), games, most_plies)
}

/// Playouts of chess.
pub fn chess(games: u64, most_plies: u64) -> Tally {
    playouts(Chess::start(Order::Listed), games, most_plies)
}

/// Leaves of chess.
pub fn chess_perft(depth: u32) -> u64 {
    black_box(Chess::start(Order::Listed)).perft(depth)
}

/// Playouts of each level of Sokoban that is shipped.
pub fn shipped_sokoban(games: u64, most_plies: u64) -> Tally {
    static LEVELS: LazyLock<Vec<Level>> = LazyLock::new(|| {
        let game = ours::shipped("sokoban", Executor::Reference);
        game.map(|game| levels_by_hand(&game)).unwrap_or_default()
    });
    sokoban(&LEVELS, games, most_plies)
}

/// The board of Shisen-sho from which [`shisen_sho`] plays.
pub fn shisen_sho_first_picture() -> String {
    shisen_sho_picture(0)
}

/// Playouts of Shisen-sho.
pub fn shisen_sho(games: u64, most_plies: u64) -> Tally {
    playouts(ShisenSho::deal(0), games, most_plies)
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
