//! `masume play`: one game, until the player leaves.

use std::time::{SystemTime, UNIX_EPOCH};

use crate::arguments::{FaceArguments, PlayArguments};
use crate::failure::Failure;
use crate::{open, play, tui};

pub(crate) fn run(arguments: &PlayArguments, face: &FaceArguments) -> Result<(), Failure> {
    let mut opened = open::open(&arguments.game)?;
    opened.setup.seed = arguments.game.seed.unwrap_or_else(fresh_seed);
    if !arguments.text && tui::has_screen() {
        let watched = arguments.watch.then(|| arguments.game.clone());
        return tui::run_game(opened, watched, face);
    }
    play::play(opened)?;
    Ok(())
}

/// A seed that differs from play to play, short enough to be typed.
pub(crate) fn fresh_seed() -> u64 {
    /// Seeds stay below this, so that they have six digits at most.
    const SEEDS: u128 = 1_000_000;
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    // Milliseconds: what is below them is the same on some systems' clocks every time.
    (since.as_millis() % SEEDS) as u64
}
