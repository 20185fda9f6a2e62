//! Time that reading and compiling a game's file takes.

use std::hint::black_box;

use masume_engine::{Action, Executor, Game, Setup, ShippedGame, shipped_games};
use serde::Serialize;

use crate::measure::{self, Effort};
use crate::ours::OursError;
use crate::run::Verdict;

/// The most seconds that any shipped file must take.
pub const MUST: f64 = 0.003;

/// The most seconds that it should take.
pub const AIM: f64 = 0.001;

/// The time of one file.
#[derive(Clone, Debug, Serialize)]
pub struct Loading {
    /// The file's name, without the ending.
    pub game: String,
    /// Executor that it was made ready for.
    pub executor: String,
    /// From text to the answer whether the first legal action is legal, which needs the rules
    /// compiled; for the reference executor to a game that can be started. The median.
    pub seconds: f64,
    /// Verdict on that.
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
    let no_game = || OursError::NoGame(shipped.name.to_owned());
    // The board to compile for, and an action on it; finding them is not measured.
    let game = Game::load(shipped.text).game.ok_or_else(no_game)?;
    let state = game.start(&Setup::default())?;
    let action = game.legal_actions(&state)?.first().copied().unwrap_or(Action::PASS);
    let mut read = || -> Result<(), OursError> {
        let game = Game::load(black_box(shipped.text)).game.ok_or_else(no_game)?;
        match executor {
            Executor::Reference => {}
            // Rules are compiled when the first question about a board of its size is asked. This
            // one is short; to list the actions of a large board may take longer than all the rest.
            Executor::Compiled | Executor::Batch => {
                black_box(game.with_executor(executor).is_legal(&state, action)?);
            }
        }
        Ok(())
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
