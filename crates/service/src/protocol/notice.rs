//! Notices: events that reach a face in order, besides the replies to its questions.

use schemars::JsonSchema;
use serde::Serialize;

use super::{DiagnosticView, WhyView};

/// A notice, with the number of the state that it led to.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct Notification {
    /// Number of the state after it.
    pub number: u64,
    /// Number of who asked for what brought it about, where the question has it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub asker: Option<u64>,
    /// The notice.
    pub event: Notice,
}

/// An event around a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Notice {
    /// An action was done, by the asker or by an opponent.
    Acted {
        /// The player who acted.
        player: String,
        /// The action as text.
        action: String,
        /// True if an opponent acted.
        is_opponent: bool,
    },
    /// The game was changed otherwise than by an action, such as by taking one back. Told where the
    /// question has an asker, for those who share the game.
    Changed,
    /// A search got further.
    Searched {
        /// States that were looked at.
        nodes: u64,
        /// Bytes that are kept.
        bytes: u64,
    },
    /// The text of the game was replaced by another one.
    Rebuilt,
    /// A text was taken that may be meant otherwise, at these places of it.
    Doubts(Vec<DiagnosticView>),
    /// Something that was typed could not be done.
    Refused(WhyView),
    /// Something around the game went wrong, in words.
    Trouble(String),
    /// A text is to be shown: help, what was done, the levels, counts.
    Page {
        /// The title.
        title: String,
        /// The lines.
        lines: Vec<String>,
    },
    /// A text is for the clipboard.
    Copied(String),
    /// A text is to be written to a file.
    Save {
        /// The name of the game.
        name: String,
        /// The text.
        text: String,
    },
    /// The player asked for the menu, or to leave.
    Left,
    /// The player asked for a choice that only a screen offers.
    Wanted(String),
}
