//! Progress of a run, in words.

use std::fmt::Write as _;
use std::path::PathBuf;
use std::time::Duration;

use masume_agreement::{Contender, Feature, Features, Generated, Statistics};
use strum::IntoEnumIterator as _;

/// Features on one line of the report.
const COLUMNS: usize = 4;

/// Counts of what was done so far.
#[derive(Default)]
pub(crate) struct Progress {
    /// Statistics of the plays without a difference.
    pub(crate) statistics: Statistics,
    /// Files of the games that failed.
    pub(crate) failures: Vec<PathBuf>,
    /// Seeds for which no game was found.
    pub(crate) barren: u64,
    games: u64,
    refused: u64,
    dull: u64,
    features: Features,
}

impl Progress {
    /// Counts a game and what was drawn before it.
    pub(crate) fn note_game(&mut self, generated: &Generated) {
        self.games += 1;
        self.refused += u64::from(generated.refused);
        self.dull += u64::from(generated.dull);
        self.features.add(&generated.features);
    }

    /// One line.
    pub(crate) fn line(&self, elapsed: Duration) -> String {
        let Statistics { plies, answers, .. } = self.statistics;
        let (games, failures) = (self.games, self.failures.len());
        let seconds = elapsed.as_secs();
        format!("{seconds} s: {games} games, {plies} plies, {answers} answers, {failures} failures")
    }

    /// Everything.
    pub(crate) fn report(&self, contenders: &[Contender<'_>], elapsed: Duration) -> String {
        let names: Vec<&str> = contenders.iter().map(|contender| contender.name).collect();
        let loaded = self.games + self.dull;
        let accepted = 100.0 * loaded as f64 / (loaded + self.refused).max(1) as f64;
        let mut text = format!("executors: {}\n", names.join(", "));
        let _ = writeln!(text, "{}", self.line(elapsed));
        let _ = writeln!(
            text,
            "{accepted:.0}% of the games drawn load; {} of those were passed over, for nothing could \
             be done at first; {} seeds gave no game",
            self.dull, self.barren
        );
        let _ = writeln!(text, "{}", self.statistics);
        text.push_str("games with each feature:\n");
        for (index, feature) in Feature::iter().enumerate() {
            let name: &str = feature.into();
            let share = 100.0 * self.features.count(feature) as f64 / self.games.max(1) as f64;
            let end = if index % COLUMNS == COLUMNS - 1 { "\n" } else { "" };
            let _ = write!(text, "  {name:<20} {share:5.1}%{end}");
        }
        for file in &self.failures {
            let _ = write!(text, "\nfailed: {}", file.display());
        }
        text.trim_end().to_owned()
    }
}
