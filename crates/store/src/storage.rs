//! The storage as its users see it: a file, or whatever a face has.

use std::collections::{BTreeMap, BTreeSet};
use std::fmt;

use masume_engine::Setup;
use masume_session::{Edition, Results, Session};

use crate::{Autosave, PlayNumber, PlayRecord, ResumeError, Statistics, StoreError};

/// Storage of plays, results, statistics and settings.
///
/// Every method fails with the reason why something was not written, or cannot be read; nothing was
/// written then, and what stands in the storage is left as it is.
#[expect(clippy::missing_errors_doc, reason = "said once, above")]
pub trait Storage: fmt::Debug + Send {
    /// Writes what is new in the session; a session in which nothing was done is not written. Where
    /// another program went on with the same play, this session becomes a play of its own.
    fn autosave(&mut self, autosave: &mut Autosave, session: &Session) -> Result<(), StoreError>;

    /// The same of a session in which nothing may have been done yet.
    fn begin(&mut self, autosave: &mut Autosave, session: &Session) -> Result<(), StoreError>;

    /// Number of entries of the log of a play that there is.
    fn logged(&self, play: PlayNumber) -> Result<usize, StoreError>;

    /// The play that a note of this name is about, and its text. A note goes with its play.
    fn note(&self, name: &str) -> Result<Option<(PlayNumber, String)>, StoreError>;

    /// Writes a note about a play that there is, in place of one of its name.
    fn set_note(&mut self, name: &str, play: PlayNumber, text: &str) -> Result<(), StoreError>;

    /// Notes whose names begin like this, in the order of their names.
    fn notes(&self, beginning: &str) -> Result<Vec<(String, PlayNumber, String)>, StoreError>;

    /// Plays that are not over, the one touched last first, at most so many.
    fn unfinished_plays(&self, most: usize) -> Result<Vec<PlayRecord>, StoreError>;

    /// The session of a play. The edition is that of the game with every option at its default.
    fn resume(
        &self,
        edition: &Edition,
        number: PlayNumber,
    ) -> Result<(Session, Autosave), ResumeError>;

    /// Leaves a play aside for another one: it stays, and waits no more until it is gone on with.
    fn set_aside(&mut self, number: PlayNumber) -> Result<(), StoreError>;

    /// Takes what is better in the session than everything before; true if something was.
    fn add_results(&mut self, session: &Session) -> Result<bool, StoreError>;

    /// The best so far of this set-up, whatever the seed.
    fn results(&self, edition: &Edition, setup: &Setup) -> Result<Results, StoreError>;

    /// The best of every set-up of a game, by its key: level, size and options as in an id.
    fn all_results(&self, edition: &Edition) -> Result<BTreeMap<String, Results>, StoreError>;

    /// The levels that were won, from 1, with the options in force.
    fn solved_levels(&self, edition: &Edition) -> Result<BTreeSet<usize>, StoreError>;

    /// Counts the play that this session is, and adds time to it. A play counts once, as it ended
    /// last.
    fn count(
        &mut self,
        autosave: &Autosave,
        session: &Session,
        seconds: u64,
    ) -> Result<(), StoreError>;

    /// Counts of the game that a face opens from this source.
    fn statistics(&self, source: &str) -> Result<Statistics, StoreError>;

    /// The same of games that one person played against opponents, by the names of those.
    fn statistics_by_opponent(
        &self,
        source: &str,
    ) -> Result<BTreeMap<String, Statistics>, StoreError>;

    /// The sources of all games that were counted, in order.
    fn counted_sources(&self) -> Result<Vec<String>, StoreError>;

    /// The value of a setting.
    fn setting(&self, name: &str) -> Result<Option<String>, StoreError>;

    /// Sets it; `None` forgets it.
    fn set_setting(&mut self, name: &str, value: Option<&str>) -> Result<(), StoreError>;
}
