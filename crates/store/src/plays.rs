//! Plays: a session that is kept while it is played.

use masume_engine::Player;
use masume_session::{Edition, Save, SaveError, SavedDeed, Session};
use rusqlite::{OptionalExtension as _, Row, Transaction, TransactionBehavior, params};

use crate::{Store, StoreError};

/// How many plays of a game are kept; of the rest those go that were touched least recently.
const PLAYS_OF_A_GAME: i64 = 50;

/// The number of a play in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayNumber(pub i64);

/// How a session and its play in the file hang together. A face has one for each session; it costs
/// nothing until something is written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Autosave {
    source: String,
    written: Option<Written>,
}

/// What the file has.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct Written {
    play: PlayNumber,
    /// Of the play, as we left it; it is another number where someone else wrote.
    revision: i64,
    /// Deeds of the session that are written, as `Session::deeds_done` counts them.
    done: u64,
    position: usize,
}

/// A play that can be gone on with, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Play {
    /// Its number.
    pub number: PlayNumber,
    /// What the face opens the game from: a name, or the path of a file.
    pub source: String,
    /// How the game began: `masume_engine::parse_id` says the level.
    pub id: String,
    /// The game's title.
    pub title: String,
    /// The hash of the game's text, as text.
    pub hash: String,
    /// Actions done in the present state.
    pub ply: u32,
    /// Points in the present state, of a game of one that has points.
    pub score: Option<i64>,
    /// Whether the game is over.
    pub is_over: bool,
}

/// Why a play cannot be gone on with.
#[derive(Debug)]
pub enum ResumeError {
    /// The file cannot be read.
    Store(StoreError),
    /// The play does not fit the game; it stays in the file as it is.
    Save(SaveError),
}

impl std::fmt::Display for ResumeError {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Save(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ResumeError {}

impl Autosave {
    /// For a session that is not in the file yet. `source` is what the face opens its game from.
    pub fn new(source: &str) -> Self {
        Self { source: source.to_owned(), written: None }
    }

    /// The play in the file, once something was written.
    pub fn play(&self) -> Option<PlayNumber> {
        self.written.map(|written| written.play)
    }
}

impl Store {
    /// Writes what is new in the session: of a new action one row. A session in which nothing was
    /// done is not written. Where another copy of the program went on with the same play, this
    /// session becomes a play of its own.
    ///
    /// # Errors
    /// What failed; nothing was written then, and the next call writes everything that is missing.
    pub fn autosave(
        &mut self,
        autosave: &mut Autosave,
        session: &Session,
    ) -> Result<(), StoreError> {
        if session.timeline().is_empty() {
            return Ok(());
        }
        let is_written = autosave
            .written
            .is_some_and(|it| it.done == session.deeds_done() && it.position == session.position());
        if is_written {
            return Ok(());
        }
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        let written = match go_on(&transaction, autosave, session)? {
            Some(written) => written,
            None => begin(&transaction, &autosave.source, session)?,
        };
        transaction.commit()?;
        autosave.written = Some(written);
        Ok(())
    }

    /// Plays that are not over, the one touched last first, at most so many.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn unfinished_plays(&self, most: usize) -> Result<Vec<Play>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "select number, source, id, title, hash, ply, score, is_over from play
             where not is_over order by touched desc limit ?",
        )?;
        let most = i64::try_from(most).unwrap_or(i64::MAX);
        let plays = statement.query_map([most], play)?;
        Ok(plays.collect::<Result<_, _>>()?)
    }

    /// The play of this set-up of the game that was touched last and is not over.
    ///
    /// # Errors
    /// A file that cannot be read.
    pub fn unfinished_play_of(
        &self,
        edition: &Edition,
        id: &str,
    ) -> Result<Option<Play>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "select number, source, id, title, hash, ply, score, is_over from play
             where not is_over and hash = ? and id = ? and levels_hash is ?
             order by touched desc limit 1",
        )?;
        let hashes = (edition.hash().to_string(), edition.levels_hash().map(|it| it.to_string()));
        Ok(statement.query_row(params![hashes.0, id, hashes.1], play).optional()?)
    }

    /// The play as a save.
    ///
    /// # Errors
    /// A file that cannot be read, a play that is not there, or one that was changed by hand.
    pub fn save_of(&self, number: PlayNumber) -> Result<Save, ResumeError> {
        // One look at the file: else another copy could write between the two questions.
        let transaction = self.connection.unchecked_transaction().map_err(StoreError::from)?;
        let mut save = header(&transaction, number)?;
        let mut statement = transaction
            .prepare_cached("select number, action from deed where play = ? order by number")
            .map_err(StoreError::from)?;
        let mut rows = statement.query([number.0]).map_err(StoreError::from)?;
        while let Some(row) = rows.next().map_err(StoreError::from)? {
            let index: i64 = row.get(0).map_err(StoreError::from)?;
            if usize::try_from(index) != Ok(save.deeds.len()) {
                return Err(ResumeError::Save(SaveError::Edited));
            }
            let action: Option<String> = row.get(1).map_err(StoreError::from)?;
            save.deeds.push(action.map_or(SavedDeed::Restart, SavedDeed::Action));
        }
        Ok(save)
    }

    /// Goes on with a play. The edition is that of the game with every option at its default.
    ///
    /// # Errors
    /// As [`Store::save_of`], and a play of another game or of another version of it.
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
        let save = self.save_of(number)?;
        let session = Session::restore(edition, &save).map_err(ResumeError::Save)?;
        let (done, position) = (session.deeds_done(), session.position());
        let written = Some(Written { play: number, revision, done, position });
        Ok((session, Autosave { source, written }))
    }

    /// Forgets a play.
    ///
    /// # Errors
    /// A file that cannot be written.
    pub fn forget(&mut self, number: PlayNumber) -> Result<(), StoreError> {
        self.connection.execute("delete from play where number = ?", [number.0])?;
        Ok(())
    }
}

impl From<StoreError> for ResumeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}

fn play(row: &Row<'_>) -> rusqlite::Result<Play> {
    Ok(Play {
        number: PlayNumber(row.get(0)?),
        source: row.get(1)?,
        id: row.get(2)?,
        title: row.get(3)?,
        hash: row.get(4)?,
        ply: row.get(5)?,
        score: row.get(6)?,
        is_over: row.get(7)?,
    })
}

/// A save without its deeds.
fn header(transaction: &Transaction<'_>, number: PlayNumber) -> Result<Save, ResumeError> {
    type Fields = (String, String, String, Option<String>, Option<String>, i64);
    let fields: Option<Fields> = transaction
        .query_row(
            "select id, title, hash, levels_hash, start, position from play where number = ?",
            [number.0],
            |row| {
                Ok((row.get(0)?, row.get(1)?, row.get(2)?, row.get(3)?, row.get(4)?, row.get(5)?))
            },
        )
        .optional()
        .map_err(StoreError::from)?;
    let (id, title, hash, levels_hash, start, position) = fields.ok_or(StoreError::NoPlay)?;
    let edited = ResumeError::Save(SaveError::Edited);
    let Ok(hash) = hash.parse() else { return Err(edited) };
    let Ok(levels_hash) = levels_hash.map(|it| it.parse()).transpose() else { return Err(edited) };
    let Ok(position) = usize::try_from(position) else { return Err(edited) };
    Ok(Save { id, title, hash, levels_hash, start, deeds: Vec::new(), position })
}

/// Writes what is new into the play of the session; `None` where there is none, or someone else
/// wrote into it.
fn go_on(
    transaction: &Transaction<'_>,
    autosave: &Autosave,
    session: &Session,
) -> Result<Option<Written>, StoreError> {
    let Some(written) = autosave.written else { return Ok(None) };
    let changed = transaction
        .prepare_cached(
            "update play set revision = revision + 1, position = ?, ply = ?, score = ?,
                 is_over = ?, touched = (select max(touched) + 1 from play)
             where number = ? and revision = ?",
        )?
        .execute(params![
            session.position() as i64,
            session.state().ply,
            score(session),
            session.outcome().is_some(),
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
    insert_deeds(transaction, written.play, session, first_new)?;
    Ok(Some(Written { revision: written.revision + 1, ..now(written.play, session) }))
}

/// Writes the whole session as a new play.
fn begin(
    transaction: &Transaction<'_>,
    source: &str,
    session: &Session,
) -> Result<Written, StoreError> {
    let save = session.save_header();
    transaction
        .prepare_cached(
            "insert into play (revision, source, id, title, hash, levels_hash, start, position,
                 touched, ply, score, is_over)
             values (0, ?, ?, ?, ?, ?, ?, ?, (select ifnull(max(touched), 0) + 1 from play),
                 ?, ?, ?)",
        )?
        .execute(params![
            source,
            save.id,
            save.title,
            save.hash.to_string(),
            save.levels_hash.map(|hash| hash.to_string()),
            save.start,
            save.position as i64,
            session.state().ply,
            score(session),
            session.outcome().is_some(),
        ])?;
    let play = PlayNumber(transaction.last_insert_rowid());
    insert_deeds(transaction, play, session, 0)?;
    transaction.execute(
        "delete from play where source = ?1 and number not in
             (select number from play where source = ?1 order by touched desc limit ?2)",
        params![source, PLAYS_OF_A_GAME],
    )?;
    Ok(now(play, session))
}

fn now(play: PlayNumber, session: &Session) -> Written {
    Written { play, revision: 0, done: session.deeds_done(), position: session.position() }
}

fn insert_deeds(
    transaction: &Transaction<'_>,
    play: PlayNumber,
    session: &Session,
    first: usize,
) -> Result<(), StoreError> {
    let mut insert =
        transaction.prepare_cached("insert into deed (play, number, action) values (?, ?, ?)")?;
    for (index, entry) in session.timeline().iter().enumerate().skip(first) {
        let action = match SavedDeed::of(entry) {
            SavedDeed::Action(text) => Some(text),
            SavedDeed::Restart => None,
        };
        insert.execute(params![play.0, index as i64, action])?;
    }
    Ok(())
}

/// Points, where one plays alone.
fn score(session: &Session) -> Option<i64> {
    let is_alone = session.game().rules().players.len() == 1;
    session.game().score(session.state(), Player(0)).filter(|_| is_alone)
}
