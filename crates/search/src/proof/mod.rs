//! Proofs that a state cannot be won, as values and as files.
//!
//! Nothing here knows how a proof was found. What checks one is written from the rules of the game
//! and the engine's answers alone: it uses neither the packing nor the analyses of the solver.

mod closed;
mod text;

use std::fmt;

use masume_engine::{Game, RunError};
use masume_rules::state::State;

use closed::Closed;

/// A proof that a state cannot be won; [`verify`] says whether it is one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Proof {
    /// The state that cannot be won.
    start: State,
    /// What shows it.
    closed: Closed,
}

/// What is wrong with a proof.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ProofError {
    /// The text is no proof, or was changed; the line, from 1.
    Text {
        /// Where.
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
            Self::Rules(_) => f.write_str("the rules went wrong"),
        }
    }
}

impl std::error::Error for ProofError {}

impl Proof {
    /// A proof by a set of states that nothing leaves and nothing in it wins; `None` where it would
    /// take more than so many bytes.
    pub(crate) fn closed(
        game: &Game,
        start: &State,
        states: impl Iterator<Item = State>,
        bytes: u64,
    ) -> Option<Self> {
        let closed = Closed::new(game.rules(), start, states, bytes)?;
        Some(Self { start: start.clone(), closed })
    }

    /// The state that cannot be won.
    pub fn start(&self) -> &State {
        &self.start
    }

    /// How many states it speaks of.
    pub fn state_count(&self) -> usize {
        self.closed.len()
    }

    /// The proof as the text of a file; [`Proof::read`] reads it back.
    pub fn print(&self, game: &Game) -> String {
        text::print(self, game)
    }

    /// The proof in a file about this game.
    ///
    /// # Errors
    /// [`ProofError::Text`] and [`ProofError::OtherGame`].
    pub fn read(game: &Game, text: &str) -> Result<Self, ProofError> {
        text::read(game, text)
    }
}

/// Checks a proof: that what it says of the rules is so, and that from its start no win can be
/// reached.
///
/// # Errors
/// What is wrong with it.
pub fn verify(game: &Game, proof: &Proof) -> Result<(), ProofError> {
    proof.closed.check(game, &proof.start)
}
