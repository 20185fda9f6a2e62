//! Statistics of play: games, victories, streaks, time.

use std::collections::BTreeMap;

use masume_session::{Edition, Results, Session};
use rusqlite::params;

use super::Store;
use super::versions::hashes;
use crate::best::{Numbers, levels_hash, results};
use crate::tally::{Tally, ending_of};
use crate::{Autosave, Statistics, StoreError};

impl Store {
    /// Counts the play that this session is, and adds time to it. A play counts once, however often
    /// it comes to an end: as it ended last. What was never written by [`Store::autosave`] is not
    /// counted.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::ReadOnly`] or [`StoreError::Full`];
    /// nothing was written then.
    pub fn count(
        &mut self,
        autosave: &Autosave,
        session: &Session,
        seconds: u64,
    ) -> Result<(), StoreError> {
        let Some(play) = autosave.play() else { return Ok(()) };
        let seconds = i64::try_from(seconds).unwrap_or(i64::MAX);
        self.connection
            .prepare_cached(
                "insert into tally (play, source, ending, ended, seconds, opponent)
                 values (?1, ?2, ?3,
                     case when ?3 is not null
                         then (select ifnull(max(ended), 0) + 1 from tally) end,
                     ?4, ?5)
                 on conflict (play) do update set
                     seconds = min(seconds + excluded.seconds, 1000000000000),
                     ended = ifnull(ended, excluded.ended),
                     ending = ifnull(excluded.ending, ending)",
            )?
            .execute(params![
                play.0,
                autosave.source(),
                ending_of(session),
                seconds,
                session.opposition()
            ])?;
        Ok(())
    }

    /// Statistics of the game that a face opens from this source.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn statistics(&self, source: &str) -> Result<Statistics, StoreError> {
        let mut statistics = Statistics::default();
        self.for_each_tally(source, &mut |_, tally| statistics.add(&tally))?;
        Ok(statistics)
    }

    /// The same of the games that one person played against opponents, by who those were: a name as
    /// in a session's [`Seats`](masume_session::Seats), or several with a blank between them.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn statistics_by_opponent(
        &self,
        source: &str,
    ) -> Result<BTreeMap<String, Statistics>, StoreError> {
        let mut found: BTreeMap<String, Statistics> = BTreeMap::new();
        self.for_each_tally(source, &mut |opponent, tally| {
            if let Some(opponent) = opponent {
                found.entry(opponent).or_default().add(&tally);
            }
        })?;
        Ok(found)
    }

    /// Gives what is counted of a game, in the order in which games ended, with who played against
    /// the one person.
    fn for_each_tally(
        &self,
        source: &str,
        take: &mut dyn FnMut(Option<String>, Tally),
    ) -> Result<(), StoreError> {
        let mut statement = self.connection.prepare_cached(
            "select opponent, ending, seconds from tally where source = ? order by ended",
        )?;
        let mut rows = statement.query([source])?;
        while let Some(row) = rows.next()? {
            let seconds: i64 = row.get(2)?;
            take(row.get(0)?, Tally { ending: row.get(1)?, seconds: seconds.unsigned_abs() });
        }
        Ok(())
    }

    /// The sources of all games that were counted, in order.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn counted_sources(&self) -> Result<Vec<String>, StoreError> {
        let mut statement =
            self.connection.prepare_cached("select distinct source from tally order by source")?;
        let sources = statement.query_map([], |row| row.get(0))?;
        Ok(sources.collect::<Result<_, _>>()?)
    }

    /// The best of every set-up of a game, by its key: level, size and options as in an id.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn all_results(&self, edition: &Edition) -> Result<BTreeMap<String, Results>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "select key, hash, measure, number from result
             where hash in (select value from json_each(?)) and levels_hash = ?",
        )?;
        let mut rows = statement.query(params![hashes(edition.version()), levels_hash(edition)])?;
        let mut numbers: BTreeMap<(String, String), Numbers> = BTreeMap::new();
        while let Some(row) = rows.next()? {
            let of_hash = numbers.entry((row.get(0)?, row.get(1)?)).or_default();
            of_hash.insert(row.get(2)?, row.get(3)?);
        }
        let mut found: BTreeMap<String, Results> = BTreeMap::new();
        for ((key, _), of_hash) in numbers {
            found.entry(key).or_default().merge(&results(&of_hash));
        }
        Ok(found)
    }
}
