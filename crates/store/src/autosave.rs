//! The link between a session and its play in the storage.

use masume_session::Session;

use crate::PlayNumber;

/// Link between a session and its play in the storage. A face has one for each session; it costs
/// nothing until something is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autosave {
    pub(crate) source: String,
    /// Seconds since 1970, as the face has them.
    pub(crate) now: Option<i64>,
    pub(crate) written: Option<Written>,
}

/// The state of the storage.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Written {
    pub(crate) play: PlayNumber,
    /// Of the play, as we left it; it is another number where someone else wrote.
    pub(crate) revision: i64,
    /// Deeds of the session that are written, as `Session::deeds_done` counts them.
    pub(crate) done: u64,
    pub(crate) position: usize,
}

impl Autosave {
    /// For a session that is not in the file yet. `source` is what the face opens its game from.
    pub fn new(source: &str) -> Self {
        Self { source: source.to_owned(), now: None, written: None }
    }

    /// The play in the file, once something was written.
    pub fn play(&self) -> Option<PlayNumber> {
        self.written.map(|written| written.play)
    }

    /// Sets the time of what is written from here on, in seconds since 1970.
    pub fn set_time(&mut self, seconds: i64) {
        self.now = Some(seconds);
    }

    /// Source that the face opens the game from.
    pub fn source(&self) -> &str {
        &self.source
    }

    /// For a session that was just read from the file.
    pub(crate) fn of_play(
        source: String,
        play: PlayNumber,
        revision: i64,
        session: &Session,
    ) -> Self {
        Self { source, now: None, written: Some(Written::now(play, revision, session)) }
    }
}

impl Written {
    /// The whole session, as it is.
    pub(crate) fn now(play: PlayNumber, revision: i64, session: &Session) -> Self {
        Self { play, revision, done: session.deeds_done(), position: session.position() }
    }
}
