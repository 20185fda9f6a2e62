//! The seam between the boundary and whoever runs the rules.
//!
//! Every question that is asked often goes through here and is answered by the game's executor. All
//! executors give the same answers, to the bit: only their speed differs. What is asked once in a
//! while (a trace, a number that is said) goes to the reference executor directly.

pub(crate) mod compiled;
mod name;
mod programs;

use masume_execute::Side;
use masume_reference as reference;
use masume_rules::action::Action;
use masume_rules::chance::ChanceEvent;
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::{Board, State};

use crate::playout::{PlayedGame, Playouts, Series, SeriesStart};
use crate::solvable::Solver;
use crate::successors::{self, Successors};
use crate::{Game, perft, playout};

pub use name::UnknownExecutor;
pub(crate) use programs::Programs;
pub(crate) use reference::Solvable;

/// Executor of the rules.
///
/// Programs serve boards of up to [`MOST_CELLS`] cells; on a larger board the reference executor
/// runs the rules of whoever else is asked for, and [`Game::executor_on`] says so.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Executor {
    /// Walks cells and backtracks: slow, obvious, the definition of right.
    Reference,
    /// Programs of set operations; random games one after another. What has no program goes to the
    /// reference executor, for that part alone.
    #[default]
    Compiled,
    /// The same programs, random games on many boards side by side. Other questions are answered as
    /// by [`Executor::Compiled`], and so is a game for which `masume explain` says `many boards: one after another`.
    Batch,
}

/// The most cells of a board, its rim included, that programs serve.
pub const MOST_CELLS: usize = masume_words::MAX_CELLS;

/// Reason why an action was not done.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ApplyError {
    /// The game is over.
    GameOver,
    /// The action is not among the legal ones.
    IllegalAction,
    /// The rules went wrong while they ran.
    Run(RunError),
}

impl From<reference::ApplyError> for ApplyError {
    fn from(error: reference::ApplyError) -> Self {
        match error {
            reference::ApplyError::Illegal => Self::IllegalAction,
            reference::ApplyError::Run(error) => Self::Run(error),
        }
    }
}

impl From<RunError> for ApplyError {
    fn from(error: RunError) -> Self {
        Self::Run(error)
    }
}

/// The answer, unless it was stopped: kernels break off without an error of their own.
#[inline]
pub(crate) fn unless_stopped<T, E: From<RunError>>(
    game: &Game,
    answer: Result<T, E>,
) -> Result<T, E> {
    game.stop.check(Span::default())?;
    answer
}

/// A new game on this board, `until solvable` answered by [`Solver`].
pub(crate) fn start(game: &Game, board: Board, random: Random) -> Result<State, RunError> {
    let mut solver = Solver::new(game, &board);
    let mut solvable = |state: &State| solver.finds_win(state);
    let answer = match game.executor {
        Executor::Reference => reference::start(game.run(), board, random, &mut solvable),
        Executor::Compiled | Executor::Batch => compiled::start(game, board, random, &mut solvable),
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

/// The state after the action, `until solvable` answered by [`Solver`].
pub(crate) fn apply(game: &Game, state: &State, action: Action) -> Result<State, ApplyError> {
    let mut solver = Solver::new(game, &state.board);
    apply_with(game, state, action, &mut |state| solver.finds_win(state))
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

/// The leaves of a search to this depth, as `Game::perft` counts them.
pub(crate) fn perft(game: &Game, state: &State, depth: u32) -> Result<u64, RunError> {
    let answer = match game.executor {
        Executor::Reference => perft::one_by_one(game, state, depth),
        Executor::Compiled | Executor::Batch => compiled::perft(game, state, depth),
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
        Executor::Compiled => compiled::playouts(game, start, series, Side::OneByOne),
        Executor::Batch => compiled::playouts(game, start, series, Side::BySide),
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
        Executor::Compiled => compiled::playouts_of_each(game, starts, series, Side::OneByOne),
        Executor::Batch => compiled::playouts_of_each(game, starts, series, Side::BySide),
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
        Executor::Compiled => compiled::games_of_each(game, starts, series, Side::OneByOne),
        Executor::Batch => compiled::games_of_each(game, starts, series, Side::BySide),
    };
    unless_stopped(game, answer)
}

/// Successors by every legal action, of states on boards of one shape.
pub(crate) fn successors(game: &Game, states: &[&State]) -> Result<Vec<Successors>, RunError> {
    let answer = match game.executor {
        Executor::Reference => successors::one_by_one(game, states),
        Executor::Compiled | Executor::Batch => compiled::successors(game, states),
    };
    unless_stopped(game, answer)
}
