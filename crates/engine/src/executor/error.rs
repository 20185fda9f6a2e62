//! Errors of doing an action.

use masume_reference as reference;
use masume_rules::run_error::RunError;

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
