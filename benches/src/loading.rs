//! How long reading and compiling a game's file takes.

use masume_engine::{ShippedGame, shipped_games};
use serde::Serialize;

use crate::measure::{self, Effort};
use crate::ours::{self, Executor, OursError};
use crate::run::Verdict;

/// The most seconds that any shipped file must take.
pub const MUST: f64 = 0.010;

/// The most seconds that it should take.
pub const AIM: f64 = 0.002;

/// The time of one file.
#[derive(Clone, Debug, Serialize)]
pub struct Loading {
    /// The file's name, without the ending.
    pub game: String,
    /// For which executor it was made ready.
    pub executor: String,
    /// From text to a game that can be started, the median.
    pub seconds: f64,
    /// What that comes to.
    pub verdict: Verdict,
}

/// Measures each shipped game.
///
/// # Errors
/// [`OursError::NoGame`] for one whose text has errors.
pub fn measure_all(executor: Executor, effort: Effort) -> Result<Vec<Loading>, OursError> {
    shipped_games().iter().map(|shipped| measure(shipped, executor, effort)).collect()
}

fn measure(
    shipped: &ShippedGame,
    executor: Executor,
    effort: Effort,
) -> Result<Loading, OursError> {
    let mut read = || {
        let game = ours::ready(std::hint::black_box(shipped.text), executor);
        game.map(drop).ok_or_else(|| OursError::NoGame(shipped.name.to_owned()))
    };
    let seconds = measure::alone(effort, &mut read)?;
    Ok(Loading {
        game: shipped.name.to_owned(),
        executor: executor.name().to_owned(),
        seconds,
        // Less is better: by how much it stays below both bounds.
        verdict: Verdict::of(1.0 / seconds, 1.0 / MUST, 1.0 / AIM),
    })
}
