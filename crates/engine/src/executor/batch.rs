//! The questions of the seam about many states, answered in lock-step.
//!
//! Nothing runs in lock-step yet: the states are asked about one after another.

use masume_rules::run_error::RunError;
use masume_rules::state::State;

use super::compiled;
use crate::Game;
use crate::playout::{Playouts, Series};

pub(super) fn perft(game: &Game, state: &State, depth: u32) -> Result<u64, RunError> {
    compiled::perft(game, state, depth)
}

pub(super) fn playouts(game: &Game, state: &State, series: Series) -> Result<Playouts, RunError> {
    compiled::playouts(game, state, series)
}
