//! The storage in one SQLite file.

mod autosave;
#[cfg(test)]
mod full_disk;
mod notes;
mod plays;
mod results;
mod schema;
mod settings;
mod statistics;
mod storage;
mod versions;

// A duration is no clock: only SQLite waits.
use core::time::Duration;
use std::path::Path;

use rusqlite::limits::Limit;
use rusqlite::{Connection, ErrorCode, OpenFlags};

use crate::StoreError;

/// Longest wait of a writing for another copy of the program. A writing of ours takes a few
/// milliseconds; a player does not notice a quarter of a second.
const PATIENCE: Duration = Duration::from_millis(250);
/// The longest text or row that is read or written, in bytes: as for saves.
const MAX_LENGTH: i32 = 1 << 26;
/// Number of plays of a game that are usually kept; of the rest those go that were touched least
/// recently.
const PLAYS_OF_A_GAME: u32 = 50;

/// One file with progress, results and settings.
///
/// Each writing is one transaction, kept in SQLite's write-ahead log: the program can be killed at
/// any moment, and what was written before is there. When the machine itself fails, the last
/// moments may be lost, and the file is sound.
#[derive(Debug)]
pub struct Store {
    connection: Connection,
    most_plays: u32,
}

impl Store {
    /// Opens the file, or makes a new one; its folder must be there.
    ///
    /// # Errors
    /// [`StoreError::ReadOnly`] if the file or its folder cannot be written,
    /// [`StoreError::Corrupt`], [`StoreError::Foreign`] or [`StoreError::Newer`] by what the file
    /// is, [`StoreError::CannotOpen`] if it cannot be opened. The file is left as it is then.
    pub fn open(path: &Path) -> Result<Self, StoreError> {
        refuse_what_is_no_file(path)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_WRITE
            | OpenFlags::SQLITE_OPEN_CREATE
            | OpenFlags::SQLITE_OPEN_NO_MUTEX;
        let mut connection = Connection::open_with_flags(path, flags)?;
        prepare(&connection)?;
        // Nothing is written before it is known whose file it is.
        schema::version(&connection)?;
        if connection.is_readonly("main")? {
            return Err(StoreError::ReadOnly);
        }
        // A log that cannot be made beside the file: the folder cannot be written.
        connection.pragma_update(None, "journal_mode", "wal").map_err(|error| {
            let error = StoreError::from(error);
            if matches!(error, StoreError::CannotOpen) { StoreError::ReadOnly } else { error }
        })?;
        connection.pragma_update(None, "synchronous", "normal")?;
        schema::migrate(&mut connection)?;
        Ok(Self { connection, most_plays: PLAYS_OF_A_GAME })
    }

    /// The same, keeping so many plays of a game: for a face with many players.
    #[must_use]
    pub fn keeping(self, most_plays: u32) -> Self {
        Self { most_plays, ..self }
    }

    /// Opens the file to read it only, as it was when it was closed last: for a folder that cannot
    /// be written. Every writing fails with [`StoreError::ReadOnly`].
    ///
    /// # Errors
    /// Those of [`Store::open`]; [`StoreError::ReadOnly`] if the file is of an older version.
    pub fn open_to_read(path: &Path) -> Result<Self, StoreError> {
        refuse_what_is_no_file(path)?;
        // The file is taken as it lies there: a log beside it could not be read without writing.
        let name = uri(path).ok_or(StoreError::CannotOpen)?;
        let flags = OpenFlags::SQLITE_OPEN_READ_ONLY
            | OpenFlags::SQLITE_OPEN_NO_MUTEX
            | OpenFlags::SQLITE_OPEN_URI;
        let connection = Connection::open_with_flags(name, flags)?;
        prepare(&connection)?;
        match schema::version(&connection)? {
            schema::VERSION => Ok(Self { connection, most_plays: PLAYS_OF_A_GAME }),
            _ => Err(StoreError::ReadOnly),
        }
    }
}

/// A pipe under the file's name would be waited for, for ever.
fn refuse_what_is_no_file(path: &Path) -> Result<(), StoreError> {
    if path.exists() && !path.is_file() { Err(StoreError::CannotOpen) } else { Ok(()) }
}

fn prepare(connection: &Connection) -> Result<(), StoreError> {
    connection.busy_timeout(PATIENCE)?;
    connection.set_limit(Limit::SQLITE_LIMIT_LENGTH, MAX_LENGTH)?;
    connection.pragma_update(None, "foreign_keys", true)?;
    // A file from elsewhere must not run anything.
    connection.pragma_update(None, "trusted_schema", false)?;
    Ok(())
}

/// The path as SQLite reads it in a URI; `None` for a path that is no text.
fn uri(path: &Path) -> Option<String> {
    let mut name = "file:".to_owned();
    for letter in path.to_str()?.chars() {
        match letter {
            '%' | '?' | '#' => name.push_str(&format!("%{:02x}", letter as u32)),
            '\\' if cfg!(windows) => name.push('/'),
            _ => name.push(letter),
        }
    }
    name.push_str("?immutable=1");
    Some(name)
}

impl From<rusqlite::Error> for StoreError {
    fn from(error: rusqlite::Error) -> Self {
        match error.sqlite_error_code() {
            Some(ErrorCode::ReadOnly | ErrorCode::PermissionDenied) => Self::ReadOnly,
            Some(ErrorCode::DatabaseBusy | ErrorCode::DatabaseLocked) => Self::Busy,
            Some(ErrorCode::DiskFull) => Self::Full,
            Some(ErrorCode::DatabaseCorrupt) => Self::Corrupt,
            Some(ErrorCode::NotADatabase) => Self::Foreign,
            Some(ErrorCode::CannotOpen) => Self::CannotOpen,
            Some(ErrorCode::SystemIoFailure) => Self::Io,
            _ => Self::Other(error.to_string()),
        }
    }
}
