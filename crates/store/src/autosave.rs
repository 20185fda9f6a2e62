//! The link between a session and its play in the storage.

use masume_session::Session;

use crate::PlayNumber;

/// Link between a session and its play in the storage. A face has one for each session; it costs
/// nothing until something is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autosave {
    /// Source that the face opens the game from.
    pub source: String,
    /// Seconds since 1970, as the face has them.
    pub now: Option<i64>,
    /// State of the storage; `None` as long as nothing was written.
    pub written: Option<Written>,
}

/// State of the storage, as far as a session was written.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Written {
    /// The play.
    pub play: PlayNumber,
    /// Revision of the play, as we left it; it is another number where another program wrote.
    pub revision: i64,
    /// Entries of the session's log that are written.
    pub logged: usize,
}

impl Autosave {
    /// For a session that is not in the file yet. `source` is what the face opens its game from.
    pub fn new(source: &str) -> Self {
        Self { source: source.to_owned(), now: None, written: None }
    }

    /// True if everything that was done in the session is written.
    pub(crate) fn is_written(&self, session: &Session) -> bool {
        self.written.is_some_and(|it| it.logged == session.log().entries().len())
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
    pub fn of_play(source: String, play: PlayNumber, revision: i64, session: &Session) -> Self {
        Self { source, now: None, written: Some(Written::now(play, revision, session)) }
    }
}

impl Written {
    /// The whole session, as it is.
    pub fn now(play: PlayNumber, revision: i64, session: &Session) -> Self {
        Self { play, revision, logged: session.log().entries().len() }
    }
}
