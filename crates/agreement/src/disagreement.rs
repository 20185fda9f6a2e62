//! Disagreement of two executors, in words.

use std::fmt;

use strum::IntoStaticStr;

/// Question that was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, IntoStaticStr)]
#[strum(serialize_all = "lowercase")]
pub enum Question {
    /// The first state.
    #[strum(serialize = "the first state")]
    Start,
    /// The list of legal actions.
    #[strum(serialize = "the legal actions")]
    LegalActions,
    /// Legality of one action.
    #[strum(serialize = "whether an action is legal")]
    IsLegal,
    /// The state after an action.
    #[strum(serialize = "the state after an action")]
    Apply,
    /// Chance events.
    #[strum(serialize = "the chance events of an action")]
    ChanceEvents,
    /// A player's points.
    #[strum(serialize = "the points of a player")]
    Score,
    /// Outcome of a board that is read.
    #[strum(serialize = "a state read from its text")]
    ReadState,
    /// Chance events of the set-up.
    #[strum(serialize = "the chance events of the set-up")]
    StartEvents,
    /// Results of random games.
    #[strum(serialize = "random games")]
    Playouts,
    /// Ways in which the game can go on.
    #[strum(serialize = "the number of ways to go on")]
    Perft,
    /// Successors of several states.
    #[strum(serialize = "the successors of states")]
    Successors,
    /// The same of packed states.
    #[strum(serialize = "the successors of packed states")]
    Expand,
    /// Answers of a position as it is played on.
    #[strum(serialize = "a position that is played on")]
    Walk,
    /// Sights of boards that are played side by side.
    #[strum(serialize = "boards side by side")]
    Boards,
}

/// The first difference of a play.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Disagreement {
    /// Question that was asked.
    pub question: Question,
    /// Executor that answered otherwise than the oracle.
    pub contender: &'static str,
    /// Actions done before it in this play.
    pub ply: u32,
    /// The state that was asked about, as text; empty where there is none yet.
    pub state: String,
    /// The action that was asked about, as text.
    pub action: Option<String>,
    /// The oracle's answer.
    pub expected: String,
    /// The other's.
    pub found: String,
}

impl fmt::Display for Disagreement {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let question: &str = self.question.into();
        write!(f, "{} differs on {question}, ply {}", self.contender, self.ply)?;
        if let Some(action) = &self.action {
            write!(f, ", `{action}`")?;
        }
        if !self.state.is_empty() {
            write!(f, "\nin\n{}", self.state.trim_end())?;
        }
        write!(f, "\nexpected\n{}\nfound\n{}", self.expected.trim_end(), self.found.trim_end())
    }
}
