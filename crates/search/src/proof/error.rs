//! Faults of proofs.

use std::fmt;

use masume_engine::RunError;

/// Fault of a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// The text is no proof, or was changed; the line, from 1.
    Text {
        /// Number of the line, from 1.
        line: usize,
    },
    /// It is about other rules.
    OtherGame,
    /// It says that something of a state does not matter that may.
    Forgets,
    /// Its start is over already, and was perhaps won.
    Over,
    /// The start is not among its states.
    NoStart,
    /// One of its states leads to a win.
    Wins,
    /// One of its states leads to one that is not among them.
    Open,
    /// A rule may change what it says stays the same.
    Changes,
    /// The rules went wrong, or were stopped.
    Rules(RunError),
}

impl fmt::Display for ProofError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Text { line } => write!(f, "line {line} is not as it was written"),
            Self::OtherGame => f.write_str("it is about other rules"),
            Self::Forgets => f.write_str("it leaves out what may matter"),
            Self::Over => f.write_str("its start is over already"),
            Self::NoStart => f.write_str("the start is not among its states"),
            Self::Wins => f.write_str("one of its states leads to a win"),
            Self::Open => f.write_str("one of its states leads out of them"),
            Self::Changes => f.write_str("a rule may change what it says stays the same"),
            Self::Rules(_) => f.write_str("the rules went wrong"),
        }
    }
}

impl std::error::Error for ProofError {}
