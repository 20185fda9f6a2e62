//! Errors of a run: a value, the same on every executor.

use masume_board::Cell;
pub use masume_syntax::Span;

use crate::model::{ArithmeticError, Content, Layer};

/// Error of a run, and its statement.
///
/// Some say nothing of the game, but that its caller would not wait: [`RunError::is_interruption`].
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RunError {
    /// Kind of error.
    pub kind: RunErrorKind,
    /// The rule or condition at fault, in the game's text.
    pub span: Span,
}

impl RunError {
    /// True if the caller ended the call, by stopping it or by its budget: then nothing was found
    /// out about the game.
    pub fn is_interruption(&self) -> bool {
        matches!(self.kind, RunErrorKind::Stopped | RunErrorKind::OverBudget { .. })
    }
}

/// Kind of an error of the run.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum RunErrorKind {
    /// More than `FUEL` rule passes in one action, `then` phase or set-up.
    OutOfFuel,
    /// Two matches write different things to one layer of one cell; [`crate::model::EMPTY`] for
    /// nothing. The first is the lesser content.
    Conflict {
        /// The cell.
        cell: Cell,
        /// Layer of it.
        layer: Layer,
        /// The lesser content.
        first: Content,
        /// The greater content.
        second: Content,
    },
    /// A number left 64 bits.
    Overflow,
    /// A division, or `mod`, by zero.
    DivisionByZero,
    /// A layer cannot hold this number.
    NumberOutside {
        /// The cell for which it was meant.
        cell: Cell,
        /// Layer of it.
        layer: Layer,
        /// The number.
        number: i64,
    },
    /// A chance below 0 or, with those before it, above 10,000 hundredths of a percent.
    BadChance {
        /// In hundredths of a percent.
        found: i64,
    },
    /// Rules that might take more than `WORK` steps, or more memory than a walk may have.
    TooMuchWork,
    /// `until` did not come true in `UNTIL_BOUND` set-ups.
    UntilNever,
    /// Stages won without end by `start` alone.
    EndlessStages,
    /// The caller asked for the end through a [`StopToken`](crate::stop::StopToken): no fault of the
    /// game.
    Stopped,
    /// The budget of the caller's [`StopToken`](crate::stop::StopToken) is used up: it says how
    /// much the caller would wait for, and how far it reaches depends on the executor.
    OverBudget {
        /// The caller's budget, in steps.
        steps: u64,
    },
    /// More legal actions than [`MOST_LEGAL`](crate::model::MOST_LEGAL), so that they are not listed;
    /// the place is the action with which they are too many.
    TooManyActions,
    /// More chance outcomes than the caller's bound.
    TooManyChances {
        /// The caller's bound.
        bound: usize,
    },
}

impl From<ArithmeticError> for RunErrorKind {
    fn from(error: ArithmeticError) -> Self {
        match error {
            ArithmeticError::Overflow => Self::Overflow,
            ArithmeticError::DivisionByZero => Self::DivisionByZero,
        }
    }
}
