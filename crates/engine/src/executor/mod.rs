//! Seam between the boundary and the executor that runs the rules.
//!
//! Every question that is asked often goes through here and is answered by the game's executor. All
//! executors give the same answers, to the bit: only their speed differs. What is asked once in a
//! while (a trace, a number that is said) goes to the reference executor directly.

pub(crate) mod compiled;
mod error;
mod name;
mod programs;

use masume_reference as reference;
use masume_rules::action::Action;
use masume_rules::chance::ChanceEvent;
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::{Board, State};

use crate::Game;

pub use error::ApplyError;
pub use name::{Executor, MOST_CELLS, UnknownExecutor};
pub(crate) use programs::Programs;
pub(crate) use reference::Solvable;

/// The answer, unless it was stopped: kernels break off without an error of their own.
#[inline]
pub(crate) fn unless_stopped<T, E: From<RunError>>(
    game: &Game,
    answer: Result<T, E>,
) -> Result<T, E> {
    game.stop.check(Span::default())?;
    answer
}

/// A new game on this board, with the caller's answer to what is solvable.
pub(crate) fn start_with(
    game: &Game,
    board: Board,
    random: Random,
    solvable: &mut Solvable<'_>,
) -> Result<State, RunError> {
    let answer = match game.executor {
        Executor::Reference => reference::start(game.run(), board, random, solvable),
        Executor::Compiled | Executor::Batch => compiled::start(game, board, random, solvable),
    };
    unless_stopped(game, answer)
}

/// Every outcome of chance in the set-up; nothing is solvable.
pub(crate) fn start_events(
    game: &Game,
    board: &Board,
    random: Random,
    bound: usize,
) -> Result<Vec<ChanceEvent>, RunError> {
    let answer = match game.executor {
        Executor::Reference => reference::start_events(game.run(), board, random, bound),
        Executor::Compiled | Executor::Batch => compiled::start_events(game, board, random, bound),
    };
    unless_stopped(game, answer)
}

/// The legal actions, sorted.
pub(crate) fn legal_actions(game: &Game, state: &State) -> Result<Vec<Action>, RunError> {
    let answer = match game.executor {
        Executor::Reference => reference::legal_actions(game.run(), state),
        Executor::Compiled | Executor::Batch => compiled::legal_actions(game, state),
    };
    unless_stopped(game, answer)
}

/// True if the action is among the legal ones.
pub(crate) fn is_legal(game: &Game, state: &State, action: Action) -> Result<bool, RunError> {
    let answer = match game.executor {
        Executor::Reference => reference::is_legal(game.run(), state, action),
        Executor::Compiled | Executor::Batch => compiled::is_legal(game, state, action),
    };
    unless_stopped(game, answer)
}

/// The state after the action, with the caller's answer to what is solvable.
pub(crate) fn apply_with(
    game: &Game,
    state: &State,
    action: Action,
    solvable: &mut Solvable<'_>,
) -> Result<State, ApplyError> {
    if state.outcome.is_some() {
        return Err(ApplyError::GameOver);
    }
    let answer = match game.executor {
        Executor::Reference => {
            reference::apply(game.run(), state, action, solvable).map_err(ApplyError::from)
        }
        Executor::Compiled | Executor::Batch => compiled::apply(game, state, action, solvable),
    };
    unless_stopped(game, answer)
}

/// Everything that may come of the action; nothing is solvable.
pub(crate) fn chance_events(
    game: &Game,
    state: &State,
    action: Action,
    bound: usize,
) -> Result<Vec<ChanceEvent>, ApplyError> {
    if state.outcome.is_some() {
        return Err(ApplyError::GameOver);
    }
    let answer = match game.executor {
        Executor::Reference => {
            reference::chance_events(game.run(), state, action, bound).map_err(ApplyError::from)
        }
        Executor::Compiled | Executor::Batch => compiled::chance_events(game, state, action, bound),
    };
    unless_stopped(game, answer)
}

/// Points by player; none in a game without a score.
pub(crate) fn scores(game: &Game, state: &State) -> Result<Vec<i64>, RunError> {
    let answer = match game.executor {
        Executor::Reference => compiled::reference_scores(game, state),
        Executor::Compiled | Executor::Batch => compiled::scores(game, state),
    };
    unless_stopped(game, answer)
}
