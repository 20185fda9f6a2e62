//! Keeping a session while it is played: an entry of its log is one new row.

use masume_session::Session;
use rusqlite::{Transaction, TransactionBehavior, params};

use super::Store;
use crate::{Autosave, PlayNumber, StoreError, Written};

impl Store {
    /// Writes what is new in the session: of a new action one row. A session in which nothing was
    /// done is not written. Where another copy of the program went on with the same play, this
    /// session becomes a play of its own.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::ReadOnly`] or [`StoreError::Full`];
    /// nothing was written then, and the next call writes everything that is missing.
    pub fn autosave(
        &mut self,
        autosave: &mut Autosave,
        session: &Session,
    ) -> Result<(), StoreError> {
        if session.timeline().is_empty() {
            return Ok(());
        }
        self.begin(autosave, session)
    }

    /// The same of a session in which nothing may have been done yet.
    ///
    /// # Errors
    /// Those of [`Store::autosave`].
    pub fn begin(&mut self, autosave: &mut Autosave, session: &Session) -> Result<(), StoreError> {
        if autosave.is_written(session) {
            return Ok(());
        }
        let behavior = TransactionBehavior::Immediate;
        let most_plays = self.most_plays;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let written = match go_on(&transaction, autosave, session)? {
            Some(written) => written,
            None => begin(&transaction, autosave, session, most_plays)?,
        };
        transaction.commit()?;
        autosave.written = Some(written);
        Ok(())
    }
}

/// Writes what is new into the play of the session; `None` where there is none, or another copy
/// of the program wrote into it.
fn go_on(
    transaction: &Transaction<'_>,
    autosave: &Autosave,
    session: &Session,
) -> Result<Option<Written>, StoreError> {
    let Some(written) = autosave.written else { return Ok(None) };
    let changed = transaction
        .prepare_cached(
            "update play set revision = revision + 1, hash = ?, logged = ?, ply = ?, score = ?,
                 is_over = ?, changed = ?, is_aside = 0,
                 touched = (select max(touched) + 1 from play)
             where number = ? and revision = ?",
        )?
        .execute(params![
            // It may have been kept under an earlier hash of the same version.
            session.edition().version().hash().to_string(),
            session.log().entries().len() as i64,
            session.state().ply,
            session.score(),
            session.outcome().is_some(),
            autosave.now,
            written.play.0,
            written.revision,
        ])?;
    if changed == 0 {
        return Ok(None);
    }
    insert_entries(transaction, written.play, session, written.logged)?;
    Ok(Some(Written::now(written.play, written.revision + 1, session)))
}

/// Writes the whole session as a new play.
fn begin(
    transaction: &Transaction<'_>,
    autosave: &Autosave,
    session: &Session,
    most_plays: u32,
) -> Result<Written, StoreError> {
    let save = session.save_header();
    let opponents: Vec<String> = save.opponents.iter().map(ToString::to_string).collect();
    let opponents = (!opponents.is_empty()).then(|| opponents.join("\n"));
    transaction
        .prepare_cached(
            "insert into play (revision, source, id, title, hash, levels_hash, start, logged,
                 touched, ply, score, is_over, changed, opponents)
             values (0, ?, ?, ?, ?, ?, ?, ?, (select ifnull(max(touched), 0) + 1 from play),
                 ?, ?, ?, ?, ?)",
        )?
        .execute(params![
            autosave.source,
            save.id,
            save.title,
            save.hash.to_string(),
            save.levels_hash.map(|hash| hash.to_string()),
            save.start,
            session.log().entries().len() as i64,
            session.state().ply,
            session.score(),
            session.outcome().is_some(),
            autosave.now,
            opponents,
        ])?;
    let play = PlayNumber(transaction.last_insert_rowid());
    insert_entries(transaction, play, session, 0)?;
    transaction.execute(
        "delete from play where source = ?1 and number not in
             (select number from play where source = ?1 order by touched desc limit ?2)",
        params![autosave.source, most_plays],
    )?;
    Ok(Written::now(play, 0, session))
}

fn insert_entries(
    transaction: &Transaction<'_>,
    play: PlayNumber,
    session: &Session,
    first: usize,
) -> Result<(), StoreError> {
    let mut insert =
        transaction.prepare_cached("insert into log (play, number, entry) values (?, ?, ?)")?;
    for (index, entry) in session.log().entries().iter().enumerate().skip(first) {
        insert.execute(params![play.0, index as i64, entry.to_string()])?;
    }
    Ok(())
}
