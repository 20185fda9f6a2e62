//! The seam between the boundary and whoever runs the rules: today the reference executor.

use masume_reference as reference;
use masume_rules::action::Action;
use masume_rules::model::Rules;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Board, State};

use crate::solvable::Solver;

/// Why an action was not done.
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

/// A new game on this board, `until solvable` answered by [`Solver`].
pub(crate) fn start(rules: &Rules, board: Board, random: Random) -> Result<State, RunError> {
    let mut solver = Solver::new(rules, &board);
    reference::start(rules, board, random, &mut |state: &State| solver.finds_win(state))
}

/// The state after the action.
pub(crate) fn apply(rules: &Rules, state: &State, action: Action) -> Result<State, ApplyError> {
    if state.outcome.is_some() {
        return Err(ApplyError::GameOver);
    }
    let mut solver = Solver::new(rules, &state.board);
    let mut solvable = |state: &State| solver.finds_win(state);
    Ok(reference::apply(rules, state, action, &mut solvable)?)
}
