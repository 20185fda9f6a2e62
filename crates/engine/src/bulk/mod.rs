//! Questions about many states, answered by the executor of the game: leaves of a search, random games,
//! successors.

mod side_by_side;

use masume_execute::Side;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::executor::{Executor, unless_stopped};
use crate::series::{PlayedGame, Playouts, Series, SeriesStart};
use crate::successors::{self, Successors};
use crate::{Game, perft, playout};

/// The leaves of a search to this depth, as `Game::perft` counts them.
pub(crate) fn perft(game: &Game, state: &State, depth: u32) -> Result<u64, RunError> {
    let answer = match game.executor {
        Executor::Reference => perft::one_by_one(game, state, depth),
        Executor::Compiled | Executor::Batch => side_by_side::perft(game, state, depth),
    };
    unless_stopped(game, answer)
}

/// Random games.
pub(crate) fn playouts(
    game: &Game,
    start: &SeriesStart,
    series: Series,
) -> Result<Playouts, RunError> {
    let answer = match game.executor {
        Executor::Reference => playout::one_by_one(game, start, series),
        Executor::Compiled => side_by_side::playouts(game, start, series, Side::OneByOne),
        Executor::Batch => side_by_side::playouts(game, start, series, Side::BySide),
    };
    unless_stopped(game, answer)
}

/// Random games that start in these states by turns.
pub(crate) fn playouts_of_each(
    game: &Game,
    starts: &[State],
    series: Series,
) -> Result<Vec<Playouts>, RunError> {
    let answer = match game.executor {
        Executor::Reference => playout::of_each_one_by_one(game, starts, series),
        Executor::Compiled => side_by_side::playouts_of_each(game, starts, series, Side::OneByOne),
        Executor::Batch => side_by_side::playouts_of_each(game, starts, series, Side::BySide),
    };
    unless_stopped(game, answer)
}

/// The same, with all that was done in each game.
pub(crate) fn games_of_each(
    game: &Game,
    starts: &[State],
    series: Series,
) -> Result<Vec<PlayedGame>, RunError> {
    let answer = match game.executor {
        Executor::Reference => playout::games_one_by_one(game, starts, series),
        Executor::Compiled => side_by_side::games_of_each(game, starts, series, Side::OneByOne),
        Executor::Batch => side_by_side::games_of_each(game, starts, series, Side::BySide),
    };
    unless_stopped(game, answer)
}

/// Successors by every legal action, of states on boards of one shape.
pub(crate) fn successors(game: &Game, states: &[&State]) -> Result<Vec<Successors>, RunError> {
    let answer = match game.executor {
        Executor::Reference => successors::one_by_one(game, states),
        Executor::Compiled | Executor::Batch => side_by_side::successors(game, states),
    };
    unless_stopped(game, answer)
}
