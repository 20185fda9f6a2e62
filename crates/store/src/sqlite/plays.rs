//! Plays: sessions that were kept, to be listed and to be gone on with.

use masume_session::{Edition, Log, LogEntry, Save, SaveError, SavedOpponent, Session};
use rusqlite::{OptionalExtension as _, Row, Transaction, params};

use super::Store;
use super::versions::hashes;
use crate::{Autosave, PlayNumber, PlayRecord, ResumeError, StoreError};

/// Columns that a [`PlayRecord`] is read from, in the order of [`play`].
const COLUMNS: &str =
    "number, source, id, title, hash, levels_hash, ply, score, is_over, changed, is_aside";

impl Store {
    /// Plays that are not over, the one touched last first, at most so many.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn unfinished_plays(&self, most: usize) -> Result<Vec<PlayRecord>, StoreError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "select {COLUMNS} from play where not is_over order by touched desc limit ?",
        ))?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let plays = statement.query_map([most], play)?;
        Ok(plays.collect::<Result<_, _>>()?)
    }

    /// The play of this set-up of the game that was touched last and is not over.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn unfinished_play_of(
        &self,
        edition: &Edition,
        id: &str,
    ) -> Result<Option<PlayRecord>, StoreError> {
        let mut statement = self.connection.prepare_cached(&format!(
            "select {COLUMNS} from play
             where not is_over and hash in (select value from json_each(?)) and id = ?
                 and levels_hash is ?
             order by touched desc limit 1",
        ))?;
        let levels_hash = edition.levels_hash().map(|it| it.to_string());
        let found = statement.query_row(params![hashes(edition.version()), id, levels_hash], play);
        Ok(found.optional()?)
    }

    /// Number of entries of the log of a play.
    ///
    /// # Errors
    /// [`StoreError::NoPlay`] if there is no such play, any other [`StoreError`] of the file.
    pub fn logged(&self, number: PlayNumber) -> Result<usize, StoreError> {
        let mut statement =
            self.connection.prepare_cached("select logged from play where number = ?")?;
        let logged: Option<i64> = statement.query_row([number.0], |row| row.get(0)).optional()?;
        logged.and_then(|it| usize::try_from(it).ok()).ok_or(StoreError::NoPlay)
    }

    /// The play as it was kept: how it began, and its log.
    ///
    /// # Errors
    /// [`StoreError::NoPlay`] if there is no such play, [`SaveError::Edited`] if its rows were
    /// changed by hand, any other [`StoreError`] of the file.
    pub fn log_of(&self, number: PlayNumber) -> Result<(Save, Log), ResumeError> {
        // One look at the file: else another copy could write between the two questions.
        let transaction = self.connection.unchecked_transaction().map_err(StoreError::from)?;
        let (header, logged) = header(&transaction, number)?;
        let mut statement = transaction
            .prepare_cached("select number, entry from log where play = ? order by number")
            .map_err(StoreError::from)?;
        let mut entries: Vec<LogEntry> = Vec::new();
        let mut rows = statement.query([number.0]).map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            let index: i64 = row.get(0).map_err(StoreError::from)?;
            let entry: String = row.get(1).map_err(StoreError::from)?;
            match entry.parse() {
                Ok(entry) if usize::try_from(index) == Ok(entries.len()) => entries.push(entry),
                Ok(_) | Err(_) => return Err(ResumeError::Save(SaveError::Edited)),
            }
        }
        if usize::try_from(logged) != Ok(entries.len()) {
            return Err(ResumeError::Save(SaveError::Edited));
        }
        Ok((header, Log::of(entries)))
    }

    /// The play as a save.
    ///
    /// # Errors
    /// Those of [`Store::log_of`].
    pub fn save_of(&self, number: PlayNumber) -> Result<Save, ResumeError> {
        let (header, log) = self.log_of(number)?;
        let (events, position) = log.timeline().map_err(ResumeError::Save)?;
        Ok(Save { events, position, ..header })
    }

    /// Goes on with a play. The edition is that of the game with every option at its default.
    ///
    /// # Errors
    /// Those of [`Store::log_of`], and those of [`Session::replay`], such as
    /// [`SaveError::OtherGame`] or [`SaveError::OtherVersion`].
    pub fn resume(
        &self,
        edition: &Edition,
        number: PlayNumber,
    ) -> Result<(Session, Autosave), ResumeError> {
        let (source, revision) = self
            .connection
            .query_row("select source, revision from play where number = ?", [number.0], |row| {
                Ok((row.get(0)?, row.get(1)?))
            })
            .optional()
            .map_err(StoreError::from)?
            .ok_or(StoreError::NoPlay)?;
        let (header, log) = self.log_of(number)?;
        let session = Session::replay(edition, header, log).map_err(ResumeError::Save)?;
        let autosave = Autosave::of_play(source, number, revision, &session);
        Ok((session, autosave))
    }

    /// Leaves a play aside for another one: it stays, and waits no more until it is gone on with.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::ReadOnly`] or [`StoreError::Full`].
    pub fn set_aside(&mut self, number: PlayNumber) -> Result<(), StoreError> {
        let update = "update play set is_aside = 1 where number = ?";
        self.connection.execute(update, [number.0])?;
        Ok(())
    }

    /// Forgets a play.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::ReadOnly`] or [`StoreError::Full`].
    pub fn forget(&mut self, number: PlayNumber) -> Result<(), StoreError> {
        self.connection.execute("delete from play where number = ?", [number.0])?;
        Ok(())
    }
}

fn play(row: &Row<'_>) -> rusqlite::Result<PlayRecord> {
    Ok(PlayRecord {
        number: PlayNumber(row.get(0)?),
        source: row.get(1)?,
        id: row.get(2)?,
        title: row.get(3)?,
        hash: row.get(4)?,
        levels_hash: row.get(5)?,
        ply: row.get(6)?,
        score: row.get(7)?,
        is_over: row.get(8)?,
        changed: row.get(9)?,
        is_aside: row.get(10)?,
    })
}

/// A save without its events, and the number of entries of the log.
fn header(transaction: &Transaction<'_>, number: PlayNumber) -> Result<(Save, i64), ResumeError> {
    type Fields = (String, String, String, Option<String>, Option<String>, i64, Option<String>);
    let fields: Option<Fields> = transaction
        .query_row(
            "select id, title, hash, levels_hash, start, logged, opponents from play
             where number = ?",
            [number.0],
            |row| {
                let (first, rest) = ((row.get(0)?, row.get(1)?, row.get(2)?), row.get(3)?);
                let (id, title, hash) = first;
                Ok((id, title, hash, rest, row.get(4)?, row.get(5)?, row.get(6)?))
            },
        )
        .optional()
        .map_err(StoreError::from)?;
    let (id, title, hash, levels_hash, start, logged, opponents) =
        fields.ok_or(StoreError::NoPlay)?;
    let edited = ResumeError::Save(SaveError::Edited);
    let Ok(hash) = hash.parse() else { return Err(edited) };
    let Ok(levels_hash) = levels_hash.map(|it| it.parse()).transpose() else { return Err(edited) };
    let opponents = opponents.iter().flat_map(|it| it.lines()).map(SavedOpponent::parse);
    let Some(opponents) = opponents.collect() else { return Err(edited) };
    let (events, position) = (Vec::new(), 0);
    Ok((Save { id, title, hash, levels_hash, opponents, start, events, position }, logged))
}
