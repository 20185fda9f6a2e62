//! Keeping a session while it is played: an action is one new row.

use masume_session::{SavedEvent, Session};
use rusqlite::{Transaction, TransactionBehavior, params};

use super::Store;
use crate::{Autosave, PlayNumber, StoreError, Written};

/// Number of plays of a game that are kept; of the rest those go that were touched least recently.
const PLAYS_OF_A_GAME: i64 = 50;

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
        let is_written = autosave.written.is_some_and(|it| {
            it.done == session.events_done() && it.position == session.position()
        });
        if is_written {
            return Ok(());
        }
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let written = match go_on(&transaction, autosave, session)? {
            Some(written) => written,
            None => begin(&transaction, autosave, session)?,
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
            "update play set revision = revision + 1, hash = ?, position = ?, ply = ?, score = ?,
                 is_over = ?, changed = ?, is_aside = 0,
                 touched = (select max(touched) + 1 from play)
             where number = ? and revision = ?",
        )?
        .execute(params![
            // It may have been kept under an earlier hash of the same version.
            session.edition().version().hash().to_string(),
            session.position() as i64,
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
    let first_new = session.intact_since(written.done);
    transaction
        .prepare_cached("delete from deed where play = ? and number >= ?")?
        .execute(params![written.play.0, first_new as i64])?;
    insert_events(transaction, written.play, session, first_new)?;
    Ok(Some(Written::now(written.play, written.revision + 1, session)))
}

/// Writes the whole session as a new play.
fn begin(
    transaction: &Transaction<'_>,
    autosave: &Autosave,
    session: &Session,
) -> Result<Written, StoreError> {
    let save = session.save_header();
    let opponents: Vec<String> = save.opponents.iter().map(ToString::to_string).collect();
    let opponents = (!opponents.is_empty()).then(|| opponents.join("\n"));
    transaction
        .prepare_cached(
            "insert into play (revision, source, id, title, hash, levels_hash, start, position,
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
            save.position as i64,
            session.state().ply,
            session.score(),
            session.outcome().is_some(),
            autosave.now,
            opponents,
        ])?;
    let play = PlayNumber(transaction.last_insert_rowid());
    insert_events(transaction, play, session, 0)?;
    transaction.execute(
        "delete from play where source = ?1 and number not in
             (select number from play where source = ?1 order by touched desc limit ?2)",
        params![autosave.source, PLAYS_OF_A_GAME],
    )?;
    Ok(Written::now(play, 0, session))
}

fn insert_events(
    transaction: &Transaction<'_>,
    play: PlayNumber,
    session: &Session,
    first: usize,
) -> Result<(), StoreError> {
    let mut insert =
        transaction.prepare_cached("insert into deed (play, number, action) values (?, ?, ?)")?;
    for (index, entry) in session.timeline().iter().enumerate().skip(first) {
        let action = match SavedEvent::of(entry) {
            SavedEvent::Action(text) => Some(text),
            SavedEvent::Restart => None,
        };
        insert.execute(params![play.0, index as i64, action])?;
    }
    Ok(())
}
