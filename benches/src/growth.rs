//! How the time of a ply grows with the board.

use std::time::Duration;

use masume_engine::{Game, Setup, Size, State};
use serde::Serialize;

use crate::measure::thread_time;
use crate::ours::{self, Executor, OursError};
use crate::stream::Stream;

/// The games whose growth is measured: long lines, short lines and many choices, every cell at
/// once, rows and columns of numbers.
pub const GAMES: [&str; 4] = ["othello", "gomoku", "life", "2048"];

/// Columns, and rows, of the boards.
pub const SIDES: [u32; 5] = [8, 16, 32, 64, 128];

/// The time of a ply on one board.
#[derive(Clone, Debug, Serialize)]
pub struct Growth {
    /// The game's name.
    pub game: String,
    /// Who ran it.
    pub executor: String,
    /// Columns, and rows.
    pub side: u32,
    /// Plies that were played.
    pub plies: u64,
    /// Seconds of processor time of a ply, the mean; `None` where the game could not be played.
    pub seconds_per_ply: Option<f64>,
    /// Why it could not.
    pub error: Option<String>,
}

/// Plays each game on each board, from the start at random, to its end or until the time is up;
/// one ply at least.
pub fn measure_all(
    executor: Executor,
    budget: Duration,
    mut done: impl FnMut(&Growth),
) -> Vec<Growth> {
    let mut found = Vec::new();
    for name in GAMES {
        for side in SIDES {
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
    // Setting up is no ply, and is not measured.
    let start = game.start(&setup)?;
    let mut clock = Clock::new(budget);
    let mut playout = 0;
    while !clock.is_over {
        let before = clock.plies;
        play_out(&game, start.clone(), playout, &mut clock)?;
        playout += 1;
        if clock.plies == before {
            break;
        }
    }
    Ok((clock.plies, clock.began_to_now().as_secs_f64()))
}

fn play_out(
    game: &Game,
    mut state: State,
    playout: u64,
    clock: &mut Clock,
) -> Result<(), OursError> {
    let mut agent = Stream::of_agent(playout);
    while !clock.is_over {
        let actions = game.legal_actions(&state)?;
        let Some(&action) = actions.get(agent.below(actions.len() as u32) as usize) else { break };
        game.apply(&mut state, action)?;
        clock.count_ply();
    }
    Ok(())
}

/// Counts plies until the time is up. Asking for the time costs as much as a fast ply, so it is
/// asked the more rarely the faster the plies are.
struct Clock {
    began: Duration,
    budget: Duration,
    plies: u64,
    asked: Duration,
    /// Plies from one asking to the next.
    stride: u64,
    /// The ply after which it is asked next.
    next: u64,
    is_over: bool,
}

impl Clock {
    fn new(budget: Duration) -> Self {
        let began = thread_time();
        Self { began, budget, plies: 0, asked: began, stride: 1, next: 1, is_over: false }
    }

    fn began_to_now(&self) -> Duration {
        thread_time().saturating_sub(self.began)
    }

    fn count_ply(&mut self) {
        self.plies += 1;
        if self.plies < self.next {
            return;
        }
        let now = thread_time();
        if now.saturating_sub(self.asked) < self.budget / 64 {
            self.stride *= 2;
        }
        self.asked = now;
        self.next = self.plies + self.stride;
        self.is_over = now.saturating_sub(self.began) >= self.budget;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_game_is_played_for_a_ply_at_least() {
        for name in GAMES {
            let (plies, seconds) =
                play(name, Executor::Reference, SIDES[0], Duration::ZERO).expect("it is playable");
            assert_eq!(plies, 1, "{name}");
            assert!(seconds > 0.0, "{name}");
        }
    }

    #[test]
    fn playouts_follow_each_other_until_the_time_is_up() {
        let budget = Duration::from_millis(30);
        let (plies, seconds) =
            play(GAMES[0], Executor::Reference, 4, budget).expect("it is playable");
        // A game on this board has about a dozen plies.
        assert!(plies > 12, "{plies} plies");
        assert!(seconds >= budget.as_secs_f64(), "{seconds} s");
    }
}
