//! Executors as words.

use std::fmt;
use std::str::FromStr;

use super::Executor;

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
        f.write_str("expected ")?;
        for (index, executor) in Executor::ALL.into_iter().enumerate() {
            let before = match index {
                0 => "",
                _ if index + 1 == Executor::ALL.len() => " or ",
                _ => ", ",
            };
            write!(f, "{before}`{executor}`")?;
        }
        Ok(())
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
