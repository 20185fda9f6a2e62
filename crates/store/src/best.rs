//! The best that was done, as numbers by measure, whatever keeps them.

use std::collections::{BTreeMap, BTreeSet};

use masume_engine::Setup;
use masume_session::{Edition, Measure, Results};

/// The measure of having been won; no measure of a game has this key.
pub(crate) const WON: &str = "won";

/// Numbers by measure, as they are kept under one hash.
pub(crate) type Numbers = BTreeMap<String, i64>;

/// Results that are kept under one hash.
pub(crate) fn results(numbers: &Numbers) -> Results {
    let won = numbers.get(WON).is_some_and(|number| *number != 0);
    let measured = numbers.iter().filter_map(|(key, it)| Some((Measure::from_key(key)?, *it)));
    Results { won, best: measured.collect() }
}

/// Results as they are kept.
pub(crate) fn numbers(results: &Results) -> Numbers {
    let won = results.won.then(|| (WON.to_owned(), 1));
    let measured = results.best.iter().map(|(measure, number)| (measure.key(), *number));
    won.into_iter().chain(measured).collect()
}

/// The hash of levels that came from another text; without those it is empty.
pub(crate) fn levels_hash(edition: &Edition) -> String {
    edition.levels_hash().map(|hash| hash.to_string()).unwrap_or_default()
}

/// The levels, from 1, of whose keys something is true, with the options in force.
pub(crate) fn levels_among(edition: &Edition, is_such: impl Fn(&str) -> bool) -> BTreeSet<usize> {
    let key = |level| edition.results_key(&Setup { size: None, level: Some(level), seed: 0 });
    (1..=edition.game().level_count()).filter(|level| is_such(&key(*level))).collect()
}
