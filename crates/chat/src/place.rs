//! Place of a play in its chat, as it is kept.

use masume_store::{PlayNumber, Storage, StoreError};
use serde::{Deserialize, Serialize};

/// Place of a play: where it is shown, and what it is opened from. Kept as a note about the play.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Place {
    pub(crate) room: String,
    pub(crate) thread: Option<String>,
    /// The message with the board; `None` until it is posted.
    pub(crate) message: Option<String>,
    /// The message that asked for it, to be answered once more where nobody reported on the answer.
    #[serde(default)]
    pub(crate) asked: Option<String>,
    /// Name of a shipped game, or what a text is called.
    pub(crate) game: String,
    /// Text of a game that a person sent.
    pub(crate) text: Option<String>,
    /// Entries of the log when the board was shown last.
    pub(crate) shown: usize,
    /// True once another play stands where this one stood, or where the room took no message.
    #[serde(default)]
    pub(crate) is_left: bool,
    /// True if a search was wanted when it was shown last, such as the reply of an agent.
    #[serde(default)]
    pub(crate) awaits: bool,
}

/// A press as it is kept, so that the same is never done twice.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Mark {
    pub(crate) message: String,
    pub(crate) sign: String,
    pub(crate) who: String,
    /// True once it was taken back.
    pub(crate) taken: bool,
}

/// Beginning of the names of places.
pub(crate) const PLACE: &str = "place/";

impl Place {
    pub(crate) fn of(storage: &dyn Storage, play: PlayNumber) -> Result<Option<Self>, StoreError> {
        let note = storage.note(&format!("{PLACE}{}", play.0))?;
        Ok(note.and_then(|(_, text)| serde_json::from_str(&text).ok()))
    }

    pub(crate) fn keep(
        &self,
        storage: &mut dyn Storage,
        play: PlayNumber,
    ) -> Result<(), StoreError> {
        storage.set_note(&format!("{PLACE}{}", play.0), play, &json(self))?;
        let Some(message) = &self.message else { return Ok(()) };
        if let Some(thread) = &self.thread {
            storage.set_note(&thread_name(&self.room, thread), play, "")?;
        }
        storage.set_note(&message_name(&self.room, message), play, "")
    }
}

impl Mark {
    /// A press of this name, with the play it belongs to.
    pub(crate) fn of(
        storage: &dyn Storage,
        room: &str,
        press: &str,
    ) -> Result<Option<(PlayNumber, Self)>, StoreError> {
        let note = storage.note(&press_name(room, press))?;
        Ok(note.and_then(|(play, text)| Some((play, serde_json::from_str(&text).ok()?))))
    }

    pub(crate) fn keep(
        &self,
        storage: &mut dyn Storage,
        play: PlayNumber,
        room: &str,
        press: &str,
    ) -> Result<(), StoreError> {
        storage.set_note(&press_name(room, press), play, &json(self))
    }
}

/// Remembers that a play was shown in this message once.
pub(crate) fn keep_old(
    storage: &mut dyn Storage,
    play: PlayNumber,
    room: &str,
    message: &str,
) -> Result<(), StoreError> {
    storage.set_note(&message_name(room, message), play, "")
}

/// The play that is shown, or was once, in this message.
pub(crate) fn play_at(
    storage: &dyn Storage,
    room: &str,
    message: &str,
) -> Result<Option<PlayNumber>, StoreError> {
    Ok(storage.note(&message_name(room, message))?.map(|(play, _)| play))
}

/// The play that was shown last in this thread.
pub(crate) fn play_in(
    storage: &dyn Storage,
    room: &str,
    thread: &str,
) -> Result<Option<PlayNumber>, StoreError> {
    Ok(storage.note(&thread_name(room, thread))?.map(|(play, _)| play))
}

// Names of rooms and messages have no control characters.
fn message_name(room: &str, message: &str) -> String {
    format!("message/{room}\n{message}")
}

fn thread_name(room: &str, thread: &str) -> String {
    format!("thread/{room}\n{thread}")
}

fn press_name(room: &str, press: &str) -> String {
    format!("press/{room}\n{press}")
}

fn json(value: &impl Serialize) -> String {
    // Structures of texts and numbers: nothing here can fail.
    serde_json::to_string(value).unwrap_or_default()
}
