//! The executors, and their names.

use std::fmt;
use std::str::FromStr;

/// Executor of the rules.
///
/// Programs serve boards of up to [`MOST_CELLS`] cells; on a larger board the reference executor
/// runs the rules of any executor that is asked for, and [`Game::executor_on`](crate::Game::executor_on) says so.
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

impl Executor {
    /// Every executor, the slowest first.
    pub const ALL: [Executor; 3] = [Self::Reference, Self::Compiled, Self::Batch];

    /// The word for it: `reference`, `compiled` or `batch`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Reference => "reference",
            Self::Compiled => "compiled",
            Self::Batch => "batch",
        }
    }
}

impl fmt::Display for Executor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.pad(self.name())
    }
}

/// A word for no executor.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct UnknownExecutor;

impl fmt::Display for UnknownExecutor {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "expected {}", masume_syntax::listed(&Executor::ALL.map(Executor::name)))
    }
}

impl std::error::Error for UnknownExecutor {}

impl FromStr for Executor {
    type Err = UnknownExecutor;

    fn from_str(name: &str) -> Result<Self, UnknownExecutor> {
        Self::ALL.into_iter().find(|it| it.name() == name).ok_or(UnknownExecutor)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_executor_is_read_from_its_name() {
        for executor in Executor::ALL {
            assert_eq!(executor.to_string().parse(), Ok(executor));
        }
        for name in ["", "Reference", "fast"] {
            let error = name.parse::<Executor>().unwrap_err();
            assert_eq!(error.to_string(), "expected `reference`, `compiled` or `batch`");
        }
    }
}
