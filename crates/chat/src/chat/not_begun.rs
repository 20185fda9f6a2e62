//! Reasons why a game is not begun, and the words for each.

use masume_engine::{Diagnostic, SetupError};
use masume_presentation::diagnostic::{self, Source};
use masume_presentation::locale::Phrases;
use masume_presentation::speech::reasons;
use masume_store::{Place, StoreError};

/// The most cells of a game of which a person sent the text.
pub(super) const MOST_CELLS: usize = 64 * 64;

/// Reason why a game is not begun.
pub(super) enum NotBegun {
    /// No shipped game has this name.
    NoSuchGame(String),
    /// The text of the game is not sound, with its first mistake.
    Unsound(Source, Option<Box<Diagnostic>>),
    /// It cannot be set up like this.
    Setup(SetupError),
    /// It has more than [`MOST_CELLS`] cells, or takes too long to set up.
    TooLarge,
    /// It cannot be kept.
    Store(StoreError),
}

impl NotBegun {
    /// The reason in the words of a room.
    pub(super) fn told(&self, phrases: &Phrases) -> String {
        match self {
            Self::NoSuchGame(name) => {
                phrases.say("no-such-game", &[("name", name.as_str().into())])
            }
            Self::Unsound(source, mistake) => {
                let told = mistake.as_ref().map(|it| diagnostic::render_plain(it, source));
                told.unwrap_or_default()
            }
            Self::Setup(error) => reasons::of_setup(error, phrases),
            Self::TooLarge => phrases.say("chat-too-large", &[("most", MOST_CELLS.into())]),
            Self::Store(error) => reasons::of_store(error, &Place::default(), phrases),
        }
    }
}
