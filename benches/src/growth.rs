//! Growth of the time of a ply with the board.

use std::time::Duration;

use masume_engine::{Executor, Series, Setup, Size};
use serde::Serialize;

use crate::measure::thread_time;
use crate::ours::{self, OursError};
use crate::stream::SEED;

/// The games whose growth is measured: long lines, short lines and many choices, every cell at
/// once, rows and columns of numbers.
pub const GAMES: [&str; 4] = ["othello", "gomoku", "life", "2048"];

/// Columns, and rows, of the boards.
pub const SIDES: [u32; 5] = [8, 16, 32, 64, 128];

/// Larger boards, each with the game that is played on it.
pub const LARGER: [(&str, u32); 2] = [("gomoku", 200), ("life", 400)];

/// The sides of the boards on which a game is measured.
pub fn sides_of(game: &str) -> impl Iterator<Item = u32> {
    SIDES.into_iter().chain(LARGER.into_iter().filter(move |it| it.0 == game).map(|it| it.1))
}

/// The time of a ply on one board.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    /// The game's name.
    pub game: String,
    /// Executor that ran it.
    pub executor: String,
    /// Columns, and rows.
    pub side: u32,
    /// Plies that were played.
    pub plies: u64,
    /// Seconds of processor time of a ply, the mean; `None` where the game could not be played.
    pub seconds_per_ply: Option<f64>,
    /// Reason why it could not.
    pub error: Option<String>,
}

/// Plays each game on each board at random, for as long as the budget of a board says or longer:
/// from the start to its end where there is time, else its beginning.
pub fn measure_all(
    executor: Executor,
    budget: Duration,
    mut done: impl FnMut(&Growth),
) -> Vec<Growth> {
    let mut found = Vec::new();
    for name in GAMES {
        for side in sides_of(name) {
            let (plies, seconds_per_ply, error) = match play(name, executor, side, budget) {
                Ok((plies, seconds)) => (plies, Some(seconds / plies.max(1) as f64), None),
                Err(error) => (0, None, Some(error.to_string())),
            };
            let (game, executor) = (name.to_owned(), executor.name().to_owned());
            let growth = Growth { game, executor, side, plies, seconds_per_ply, error };
            done(&growth);
            found.push(growth);
        }
    }
    found
}

/// Plies, and the seconds they took.
fn play(
    name: &str,
    executor: Executor,
    side: u32,
    budget: Duration,
) -> Result<(u64, f64), OursError> {
    let game = ours::shipped(name, executor)?;
    let setup = Setup { size: Some(Size { width: side, height: side }), ..Setup::default() };
    // Setting up is no ply, and is not measured; nor is compiling.
    let start = game.start(&setup)?;
    let mut series = Series { games: 1, seed: SEED, most_plies: 1 };
    game.playouts(&start, series)?;
    loop {
        let began = thread_time();
        let playouts = game.playouts(&start, series)?;
        let taken = thread_time().saturating_sub(began);
        if taken >= budget || playouts.plies == 0 {
            return Ok((playouts.plies, taken.as_secs_f64()));
        }
        // Longer games while they are left, then more of them.
        if playouts.unfinished > 0 {
            series.most_plies *= 2;
        } else {
            series.games *= 2;
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn larger_boards_come_after_those_of_all_games() {
        assert_eq!(sides_of("othello").collect::<Vec<_>>(), SIDES);
        assert_eq!(sides_of("life").last(), Some(400));
        assert!(LARGER.iter().all(|it| GAMES.contains(&it.0) && it.1 > SIDES[SIDES.len() - 1]));
    }

    #[test]
    fn every_game_is_played_for_a_ply_at_least() {
        for name in GAMES {
            let (plies, _) =
                play(name, Executor::Reference, SIDES[0], Duration::ZERO).expect("it is playable");
            assert_eq!(plies, 1, "{name}");
        }
    }
}
