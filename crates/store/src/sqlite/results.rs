//! The best that was done.

use std::collections::{BTreeMap, BTreeSet};

use masume_engine::Setup;
use masume_session::{Edition, Results, Session};
use rusqlite::{Connection, TransactionBehavior, params};

use super::Store;
use super::versions::hashes;
use crate::StoreError;
use crate::best::{Numbers, WON, levels_among, levels_hash, numbers, results};

impl Store {
    /// Takes what is better in the session than everything before; says whether something was.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::ReadOnly`] or [`StoreError::Full`];
    /// nothing was written then.
    pub fn add_results(&mut self, session: &Session) -> Result<bool, StoreError> {
        let new = session.results();
        let (edition, setup) = (session.edition(), session.setup());
        if !new.better_than(&self.results(edition, setup)?) {
            return Ok(false);
        }
        let behavior = TransactionBehavior::Immediate;
        let transaction = self.connection.transaction_with_behavior(behavior)?;
        // Another copy may have written in between.
        let key = edition.results_key(setup);
        let mut best = read(&transaction, edition, &key)?;
        best.merge(&new);
        write(&transaction, edition, &key, &best)?;
        transaction.commit()?;
        Ok(true)
    }

    /// The best so far of this set-up, whatever the seed.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn results(&self, edition: &Edition, setup: &Setup) -> Result<Results, StoreError> {
        read(&self.connection, edition, &edition.results_key(setup))
    }

    /// The levels that were won, from 1, with the options in force.
    ///
    /// # Errors
    /// A [`StoreError`] of the file, such as [`StoreError::Busy`] or [`StoreError::Corrupt`].
    pub fn solved_levels(&self, edition: &Edition) -> Result<BTreeSet<usize>, StoreError> {
        let mut statement = self.connection.prepare_cached(
            "select key from result
             where hash in (select value from json_each(?)) and levels_hash = ? and measure = ?",
        )?;
        let hashes = hashes(edition.version());
        let keys =
            statement.query_map(params![hashes, levels_hash(edition), WON], |row| row.get(0))?;
        let won: BTreeSet<String> = keys.collect::<Result<_, _>>()?;
        Ok(levels_among(edition, |key| won.contains(key)))
    }
}

fn read(connection: &Connection, edition: &Edition, key: &str) -> Result<Results, StoreError> {
    let mut statement = connection.prepare_cached(
        "select hash, measure, number from result
         where hash in (select value from json_each(?)) and levels_hash = ? and key = ?",
    )?;
    let parameters = params![hashes(edition.version()), levels_hash(edition), key];
    let mut rows = statement.query(parameters)?;
    let mut by_hash: BTreeMap<String, Numbers> = BTreeMap::new();
    while let Some(row) = rows.next()? {
        by_hash.entry(row.get(0)?).or_default().insert(row.get(1)?, row.get(2)?);
    }
    // The best of a version may be kept in parts: under hashes that it had, and that it has.
    let mut best = Results::default();
    by_hash.values().for_each(|of_hash| best.merge(&results(of_hash)));
    Ok(best)
}

fn write(
    connection: &Connection,
    edition: &Edition,
    key: &str,
    results: &Results,
) -> Result<(), StoreError> {
    let (hash, levels_hash) = (edition.version().hash().to_string(), levels_hash(edition));
    let mut statement = connection.prepare_cached(
        "insert or replace into result (hash, levels_hash, key, measure, number)
         values (?, ?, ?, ?, ?)",
    )?;
    for (measure, number) in numbers(results) {
        statement.execute(params![hash, levels_hash, key, measure, number])?;
    }
    Ok(())
}
