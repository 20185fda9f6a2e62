//! Errors of set-ups and of options.

use std::fmt;

use masume_rules::run_error::RunError;
use masume_syntax::Diagnostic;

/// Reason why there is no first state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum SetupError {
    /// No option of this name.
    UnknownOption {
        /// As given.
        name: String,
        /// The options of the game, in the order of its text.
        known: Vec<String>,
    },
    /// A value that the option does not take.
    BadOption {
        /// The option.
        name: String,
        /// As given.
        found: String,
        /// Range of the option.
        expected: OptionRange,
    },
    /// A size that the game does not allow. The span is empty: no text is at fault.
    Size(Box<Diagnostic>),
    /// The game has levels only, and none of them, or no level of this number.
    NoLevel {
        /// As given, from 1.
        asked: usize,
        /// Number of levels.
        count: usize,
    },
    /// The level cannot be played. The spans lie in the text from which the levels came.
    Level {
        /// Number of the level, from 1.
        number: usize,
        /// Errors of the level.
        diagnostics: Vec<Diagnostic>,
    },
    /// The set-up was found by a solver, and the game was given none.
    NoSolver,
    /// The set-up went wrong while it ran.
    Run {
        /// Error of the run.
        error: RunError,
        /// The same with its words; the span lies in the game's text.
        diagnostic: Box<Diagnostic>,
    },
}

impl fmt::Display for SetupError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownOption { name, known } if known.is_empty() => {
                write!(f, "the game has no option `{name}`, nor any other")
            }
            Self::UnknownOption { name, known } => {
                write!(f, "the game has no option `{name}`; it has `{}`", known.join("`, `"))
            }
            Self::BadOption { name, found, expected } => {
                write!(f, "the option `{name}` cannot be `{found}`; expected {expected}")
            }
            Self::Size(diagnostic) => {
                write!(f, "{}; found {}", diagnostic.message, diagnostic.label)
            }
            Self::NoLevel { asked, count: 0 } => {
                write!(f, "there is no level {asked}; the game has no levels")
            }
            Self::NoLevel { asked, count } => {
                write!(f, "there is no level {asked}; expected 1 to {count}")
            }
            Self::Level { number, diagnostics } => {
                let messages: Vec<&str> =
                    diagnostics.iter().map(|diagnostic| diagnostic.message.as_str()).collect();
                write!(f, "level {number} cannot be played: {}", messages.join("; "))
            }
            Self::NoSolver => f.write_str("this deal was made with a solver, and there is none"),
            Self::Run { diagnostic, .. } => f.write_str(&diagnostic.message),
        }
    }
}

impl std::error::Error for SetupError {}

/// Range of an option; its `Display` is English, such as `a percentage from 0% to 100%`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionRange {
    /// The least value, as it is written.
    pub least: String,
    /// The greatest value, as it is written.
    pub greatest: String,
    /// True if it is written as a percentage.
    pub percent: bool,
}

impl fmt::Display for OptionRange {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let kind = if self.percent { "a percentage" } else { "a number" };
        write!(f, "{kind} from {} to {}", self.least, self.greatest)
    }
}
