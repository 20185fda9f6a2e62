//! Settings that the player has chosen once for all: a language, a set of glyphs.

use rusqlite::{OptionalExtension as _, params};

use super::Store;
use crate::StoreError;

impl Store {
    /// The value of a setting; what there is to set, and what it can be, is for the face.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("select value from setting where name = ?")?;
        Ok(statement.query_row([name], |row| row.get(0)).optional()?)
    }

    /// Sets it; `None` forgets it.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::ReadOnly`] or [`StoreError::Full`]; the
    /// setting is as before then.
    pub fn set_setting(&mut self, name: &str, value: Option<&str>) -> Result<(), StoreError> {
        match value {
            Some(value) => self.connection.execute(
                "insert or replace into setting (name, value) values (?, ?)",
                params![name, value],
            )?,
            None => self.connection.execute("delete from setting where name = ?", [name])?,
        };
        Ok(())
    }
}
