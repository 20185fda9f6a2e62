//! Notes of faces about plays, by names of their own.

use rusqlite::{OptionalExtension as _, params};

use super::Store;
use crate::{PlayNumber, StoreError};

impl Store {
    /// The play that a note of this name is about, and its text.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn note(&self, name: &str) -> Result<Option<(PlayNumber, String)>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("select play, text from note where name = ?")?;
        let note = statement.query_row([name], |row| Ok((PlayNumber(row.get(0)?), row.get(1)?)));
        Ok(note.optional()?)
    }

    /// Writes a note, in place of one of its name.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::ReadOnly`] or [`StoreError::Full`].
    pub fn set_note(&mut self, name: &str, play: PlayNumber, text: &str) -> Result<(), StoreError> {
        self.connection
            .prepare_cached("insert or replace into note (name, play, text) values (?, ?, ?)")?
            .execute(params![name, play.0, text])?;
        Ok(())
    }

    /// Names and texts of the notes whose names begin like this, in the order of their names.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn notes(&self, beginning: &str) -> Result<Vec<(String, PlayNumber, String)>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "select name, play, text from note
             where name >= ?1 and name < ?1 || char(1114111) order by name",
        )?;
        let notes = statement.query_map([beginning], |row| {
            Ok((row.get(0)?, PlayNumber(row.get(1)?), row.get(2)?))
        })?;
        Ok(notes.collect::<Result<_, _>>()?)
    }
}
