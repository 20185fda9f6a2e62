//! The questions of the seam about many states, answered in lock-step.
//!
//! Playouts run many boards side by side where the program has a shape that does; other programs
//! play one game after another, and counting goes one state at a time.

use masume_compile::Side;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use super::compiled;
use crate::Game;
use crate::playout::{Playouts, Series};

pub(super) fn perft(game: &Game, state: &State, depth: u32) -> Result<u64, RunError> {
    compiled::perft(game, state, depth)
}

pub(super) fn playouts(game: &Game, state: &State, series: Series) -> Result<Playouts, RunError> {
    compiled::series_of(game, state, series, Side::BySide)
}
