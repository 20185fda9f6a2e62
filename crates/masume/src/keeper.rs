//! Keeps what was played, as long as that is possible: whatever goes wrong is said, and the game
//! goes on.

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::env;
use std::fs;
use std::io;
use std::path::{Path, PathBuf};
use std::time::{Duration, Instant, SystemTime, UNIX_EPOCH};

use etcetera::BaseStrategy as _;
use masume_engine::{Setup, parse_id};
use masume_search::agent::Strength;
use masume_session::{Edition, Measure, Results, Session};
use masume_store::{Autosave, Play, PlayNumber, ResumeError, Statistics, Store, StoreError};

use crate::dialogue::MOST_LEFT;
use crate::escape::escaped;
use crate::locale::{Phrases, Value};
use crate::speech::reasons;

/// The file in the data folder.
const FILE: &str = "progress.sqlite";
/// Folder in the data folder of games that programs played.
const GAMES: &str = "games";
/// The folder of the program in the user's data folder.
const FOLDER: &str = "masume";
/// Names another folder, for tests and for whoever wants one.
const VARIABLE: &str = "MASUME_DATA";
/// How many plays to go on with are looked for: more than there are games.
const MOST_PLAYS: usize = 200;
/// Between two actions at most this counts as played: who thinks longer has gone away.
const LONGEST_THOUGHT: Duration = Duration::from_secs(120);
/// Played time is written when so much has gathered.
const GATHERED: Duration = Duration::from_secs(10);
/// What the setting is called that has the level where a game was left before anything was done.
const LEVEL_OF: &str = "level of ";
/// Name of the setting that has who was played against.
const PAIRING_OF: &str = "pairing of ";
/// Opponent in that setting where all players are here.
const NOBODY: &str = "person";

/// What is kept of a level.
#[derive(Clone, Debug, Default)]
pub(crate) struct LevelRecord {
    /// Whether it was ever won.
    pub(crate) is_solved: bool,
    /// The fewest moves of a victory.
    pub(crate) best: Option<i64>,
    /// The play that was left before its end last.
    pub(crate) waiting: Option<Play>,
}

/// Keeps what was played.
#[derive(Debug, Default)]
pub(crate) struct Keeper {
    store: Option<Store>,
    /// What is on its way to the file, for the session being played.
    autosave: Option<Autosave>,
    /// The same of the sessions that `undo` goes back to, the last one last.
    left: VecDeque<Autosave>,
    watch: StopWatch,
    /// The folder of the file, for what is said of it.
    folder: PathBuf,
    /// What has gone wrong and was not said yet.
    trouble: Option<StoreError>,
    /// Error of the system that kept the folder from being made.
    reason: Option<io::Error>,
    /// Whether what is played now is not kept.
    is_failing: bool,
    /// The plays that are offered to be gone on with, the present one first.
    offered: Vec<Play>,
}

/// A play that is offered to be gone on with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Offer {
    /// How long ago it was left, where that is known.
    pub(crate) ago: Option<Duration>,
    /// How many are offered.
    pub(crate) count: usize,
}

/// The time that was played and is not written yet.
#[derive(Debug, Default)]
struct StopWatch {
    /// When something was done last.
    last: Option<Instant>,
    gathered: Duration,
    /// Whether the play was counted.
    is_counted: bool,
}

impl StopWatch {
    /// From here on, for a play that was counted before or not.
    fn begin(&mut self, now: Instant, is_counted: bool) {
        *self = Self { last: Some(now), gathered: Duration::ZERO, is_counted };
    }

    /// Something was done now.
    fn step(&mut self, now: Instant) {
        let thought = self.last.replace(now).map_or(Duration::ZERO, |last| now - last);
        self.gathered += thought.min(LONGEST_THOUGHT);
    }

    /// The whole seconds that have gathered; the rest stays.
    fn take(&mut self) -> u64 {
        let seconds = self.gathered.as_secs();
        self.gathered -= Duration::from_secs(seconds);
        self.is_counted = true;
        seconds
    }
}

impl Keeper {
    /// Opens the file in the user's data folder.
    pub(crate) fn open() -> Self {
        match folder() {
            Some(folder) => Self::open_in(&folder),
            None => Self::failed(StoreError::CannotOpen),
        }
    }

    /// Opens the file in this folder, which is made where it is missing.
    pub(crate) fn open_in(folder: &Path) -> Self {
        let path = folder.join(FILE);
        let (opened, reason) = match fs::create_dir_all(folder) {
            Ok(()) => (Store::open(&path), None),
            Err(error) => (Err(StoreError::CannotOpen), Some(error)),
        };
        let known = Self { folder: folder.to_owned(), reason, ..Self::default() };
        match opened {
            Ok(store) => Self { store: Some(store), ..known },
            // What was kept before can be seen, if nothing more.
            Err(error) => Self {
                store: Store::open_to_read(&path).ok(),
                trouble: Some(error),
                is_failing: true,
                ..known
            },
        }
    }

    /// Opens the file in the user's data folder to look at it; where there is none, nothing was kept.
    pub(crate) fn open_to_read() -> Self {
        let Some(path) = folder().map(|folder| folder.join(FILE)) else { return Self::default() };
        if !path.exists() {
            return Self::default();
        }
        match Store::open(&path) {
            Ok(store) => Self { store: Some(store), ..Self::default() },
            Err(error) => match Store::open_to_read(&path) {
                Ok(store) => Self { store: Some(store), ..Self::default() },
                Err(_) => Self::failed(error),
            },
        }
    }

    fn failed(trouble: StoreError) -> Self {
        Self { trouble: Some(trouble), is_failing: true, ..Self::default() }
    }

    /// What has gone wrong since the last question, in words.
    pub(crate) fn trouble(&mut self, phrases: &Phrases) -> Option<String> {
        let error = self.trouble.take()?;
        Some(self.words(&error, phrases))
    }

    /// Whether what is played now is not kept.
    pub(crate) fn is_failing(&self) -> bool {
        self.is_failing
    }

    /// From here on, this is a session of its own. `source` is what its game is opened from.
    pub(crate) fn begin(&mut self, source: &str) {
        self.left.clear();
        self.begin_apart(source);
    }

    /// Another session of the game being played, from which `undo` comes back to the one before: that is the same play
    /// then, and counts once.
    pub(crate) fn begin_next(&mut self, source: &str) {
        let before = self.autosave.clone();
        self.begin_apart(source);
        self.left.extend(before);
        if self.left.len() > MOST_LEFT {
            self.left.pop_front();
        }
    }

    /// Back to the session that another one of its game followed.
    pub(crate) fn go_back(&mut self, source: &str) {
        let before = self.left.pop_back();
        self.begin_apart(source);
        if before.is_some() {
            self.autosave = before;
            self.watch.begin(Instant::now(), true);
        }
    }

    /// Another session of the game being played, from which nothing comes back.
    pub(crate) fn begin_apart(&mut self, source: &str) {
        let left = self.play().filter(|_| self.source() == Some(source));
        self.set_aside(left.into_iter());
        self.autosave = Some(Autosave::new(source));
        self.watch.begin(Instant::now(), false);
    }

    /// What the game being played is opened from.
    fn source(&self) -> Option<&str> {
        Some(self.autosave.as_ref()?.source())
    }

    /// The plays of this game that wait are left for another one.
    pub(crate) fn leave_waiting(&mut self, edition: &Edition, source: &str) {
        self.offered = self.waiting(edition, source);
        self.refuse_offer();
    }

    /// The plays that were offered are left for another one.
    pub(crate) fn refuse_offer(&mut self) {
        let offered: Vec<PlayNumber> = self.offered.drain(..).map(|play| play.number).collect();
        self.set_aside(offered.into_iter());
    }

    fn set_aside(&mut self, plays: impl Iterator<Item = PlayNumber>) {
        let Some(store) = &mut self.store else { return };
        for play in plays {
            // It is offered once more; what is wrong with the file is said where it is played.
            let _ = store.set_aside(play);
        }
    }

    /// Writes what is new.
    pub(crate) fn keep(&mut self, session: &Session) {
        let (Some(store), Some(autosave)) = (&mut self.store, &mut self.autosave) else { return };
        self.watch.step(Instant::now());
        autosave.set_time(seconds_now());
        let mut kept = store.autosave(autosave, session);
        if session.outcome().is_some() {
            kept = kept.and(store.add_results(session).map(drop));
        }
        let is_due = !self.watch.is_counted || self.watch.gathered >= GATHERED;
        if kept.is_ok() && !session.timeline().is_empty() && (is_due || session.outcome().is_some())
        {
            kept = store.count(autosave, session, self.watch.take());
        }
        self.note(kept);
    }

    /// Remembers what went wrong until it is said.
    fn note(&mut self, kept: Result<(), StoreError>) {
        match kept {
            Ok(()) => self.is_failing = false,
            // Said once, until something was written again.
            Err(error) => {
                if !self.is_failing {
                    self.trouble = Some(error);
                }
                self.is_failing = true;
            }
        }
    }

    /// Takes what was reached in a session that is left before its end.
    pub(crate) fn leave(&mut self, session: &Session) {
        self.keep(session);
        if let Some(store) = &mut self.store
            && !session.timeline().is_empty()
        {
            let mut kept = store.add_results(session).map(drop);
            if let Some(autosave) = &self.autosave {
                kept = kept.and(store.count(autosave, session, self.watch.take()));
            }
            self.note(kept);
        }
        self.remember_level(session);
        self.autosave = None;
    }

    /// Takes what was reached in a session that is left before its end for another one of its game.
    pub(crate) fn leave_for_another(&mut self, session: &Session) {
        self.keep(session);
        let left = self.play();
        self.leave(session);
        self.set_aside(left.into_iter());
    }

    /// A level that was only looked at is the one to come back to.
    fn remember_level(&mut self, session: &Session) {
        let (Some(store), Some(autosave)) = (&mut self.store, &self.autosave) else { return };
        let level = session.level().filter(|_| session.timeline().is_empty());
        let level = level.map(|level| level.to_string());
        let name = format!("{LEVEL_OF}{}", autosave.source());
        let kept = store.set_setting(&name, level.as_deref());
        self.note(kept);
    }

    /// The level that was looked at last, where nothing was done in it; none that there no longer is.
    pub(crate) fn level_looked_at(&self, edition: &Edition, source: &str) -> Option<usize> {
        let level = self.setting(&format!("{LEVEL_OF}{source}"))?.parse().ok()?;
        (1..=edition.game().level_count()).contains(&level).then_some(level)
    }

    /// Where a game begins of which no level was named: at the one looked at last, or at the first
    /// that was not solved yet. None where all were, and without levels.
    pub(crate) fn level_to_begin(&self, edition: &Edition, source: &str) -> Option<usize> {
        self.level_looked_at(edition, source).or_else(|| {
            let solved = self.solved(edition);
            (1..=edition.game().level_count()).find(|level| !solved.contains(level))
        })
    }

    /// The same beginning, at the level where a game begins of which none was named.
    pub(crate) fn at_level_to_begin(&self, session: Session, source: &str) -> Session {
        let level = self.level_to_begin(session.edition(), source);
        let other = level.filter(|_| level != session.level());
        // A level that cannot be set up leaves the one that was.
        other.and_then(|level| session.at_level(level).ok()).unwrap_or(session)
    }

    /// How much was played of the game that is opened from this source.
    pub(crate) fn statistics(&self, source: &str) -> Statistics {
        let counted = self.store.as_ref().map(|store| store.statistics(source));
        counted.and_then(Result::ok).unwrap_or_default()
    }

    /// The same of games against opponents, by who those were.
    pub(crate) fn statistics_by_opponent(&self, source: &str) -> BTreeMap<String, Statistics> {
        let counted = self.store.as_ref().map(|store| store.statistics_by_opponent(source));
        counted.and_then(Result::ok).unwrap_or_default()
    }

    /// What everything that was counted was opened from.
    pub(crate) fn counted_sources(&self) -> Vec<String> {
        let sources = self.store.as_ref().map(|store| store.counted_sources());
        sources.and_then(Result::ok).unwrap_or_default()
    }

    /// The best of each set-up of a game, by its key.
    pub(crate) fn all_results(&self, edition: &Edition) -> BTreeMap<String, Results> {
        let results = self.store.as_ref().map(|store| store.all_results(edition));
        results.and_then(Result::ok).unwrap_or_default()
    }

    /// The plays to go on with, the last first.
    pub(crate) fn plays(&self) -> Vec<Play> {
        let plays = self.store.as_ref().map(|store| store.unfinished_plays(MOST_PLAYS));
        plays.and_then(Result::ok).unwrap_or_default()
    }

    /// The plays of this game that wait, the last first.
    fn waiting(&self, edition: &Edition, source: &str) -> Vec<Play> {
        let levels_hash = edition.levels_hash().map(|hash| hash.to_string());
        let waits = |play: &Play| {
            play.source == source && !play.is_aside && play.levels_hash == levels_hash
        };
        self.plays().into_iter().filter(waits).collect()
    }

    /// True if a play of this game waits.
    pub(crate) fn has_waiting(&self, edition: &Edition, source: &str) -> bool {
        !self.waiting(edition, source).is_empty()
    }

    /// What is offered.
    pub(crate) fn offer(&self) -> Offer {
        let since = |then: i64| u64::try_from(seconds_now().saturating_sub(then)).unwrap_or(0);
        let changed = self.offered.first().and_then(|play| play.changed);
        Offer { ago: changed.map(since).map(Duration::from_secs), count: self.offered.len() }
    }

    /// The session of the next of the plays that are offered.
    ///
    /// # Errors
    /// Why it cannot be gone on with, in words.
    pub(crate) fn resume_other(
        &mut self,
        edition: &Edition,
        phrases: &Phrases,
    ) -> Result<Option<Session>, String> {
        if self.offered.len() < 2 {
            return Ok(None);
        }
        self.offered.rotate_left(1);
        let number = self.offered[0].number;
        self.go_on(edition, number, phrases).map(Some)
    }

    /// The session that waits for this game, if one does; of several that touched last.
    ///
    /// # Errors
    /// Why it cannot be gone on with, in words.
    pub(crate) fn resume(
        &mut self,
        edition: &Edition,
        source: &str,
        phrases: &Phrases,
    ) -> Result<Option<Session>, String> {
        self.offered = self.waiting(edition, source);
        match self.offered.first().map(|play| play.number) {
            Some(number) => self.go_on(edition, number, phrases).map(Some),
            None => Ok(None),
        }
    }

    /// The session of this play.
    ///
    /// # Errors
    /// Why it cannot be gone on with, in words.
    pub(crate) fn go_on(
        &mut self,
        edition: &Edition,
        number: PlayNumber,
        phrases: &Phrases,
    ) -> Result<Session, String> {
        let Some(store) = &self.store else {
            return Err(self.words(&StoreError::NoPlay, phrases));
        };
        match store.resume(edition, number) {
            Ok((session, autosave)) => {
                self.autosave = Some(autosave);
                self.watch.begin(Instant::now(), true);
                Ok(session)
            }
            Err(ResumeError::Store(error)) => Err(self.words(&error, phrases)),
            Err(ResumeError::Save(error)) => {
                let values = [("reason", reasons::of_save(&error, phrases).into())];
                Err(phrases.say("cannot-resume", &values))
            }
        }
    }

    /// The play in the file of the session being played, once something was written.
    pub(crate) fn play(&self) -> Option<PlayNumber> {
        self.autosave.as_ref()?.play()
    }

    /// What is kept of each level of which anything is. `source` is what the game is opened from.
    pub(crate) fn levels(&self, edition: &Edition, source: &str) -> BTreeMap<usize, LevelRecord> {
        let mut records: BTreeMap<usize, LevelRecord> = BTreeMap::new();
        let results = self.all_results(edition);
        for level in 1..=edition.game().level_count() {
            let setup = Setup { level: Some(level), ..Setup::default() };
            if let Some(results) = results.get(&edition.results_key(&setup)) {
                let record = records.entry(level).or_default();
                (record.is_solved, record.best) = (results.won, fewest_moves(results));
            }
        }
        let levels_hash = edition.levels_hash().map(|hash| hash.to_string());
        let is_of_these = |play: &Play| play.source == source && play.levels_hash == levels_hash;
        // The last comes first.
        for play in self.plays().into_iter().filter(is_of_these).rev() {
            if let Some(level) = level_of(&play) {
                records.entry(level).or_default().waiting = Some(play);
            }
        }
        records
    }

    /// The levels that were solved.
    pub(crate) fn solved(&self, edition: &Edition) -> BTreeSet<usize> {
        let solved = self.store.as_ref().map(|store| store.solved_levels(edition));
        solved.and_then(Result::ok).unwrap_or_default()
    }

    /// How far the player has come in a game, in words; empty where nothing was reached.
    pub(crate) fn progress(&self, edition: &Edition, phrases: &Phrases) -> String {
        let count = edition.game().level_count();
        if count > 1 {
            let solved = self.solved(edition).len();
            let values = [("solved", solved.into()), ("count", count.into())];
            return match solved {
                0 => String::new(),
                _ => phrases.say("progress-solved", &values),
            };
        }
        let results = self.store.as_ref().map(|it| it.results(edition, &Setup::default()));
        match results {
            Some(Ok(results)) => best(&results, phrases),
            Some(Err(_)) | None => String::new(),
        }
    }

    /// Reason why nothing is kept, with the folder where that would be.
    fn words(&self, error: &StoreError, phrases: &Phrases) -> String {
        let id = match error {
            StoreError::ReadOnly => "store-read-only",
            StoreError::Busy => "store-busy",
            StoreError::Full => "store-full",
            StoreError::Corrupt => "store-corrupt",
            StoreError::Foreign => "store-foreign",
            StoreError::Newer { .. } => "store-newer",
            StoreError::CannotOpen if self.folder.as_os_str().is_empty() => "store-no-folder",
            StoreError::CannotOpen => "store-cannot-open",
            StoreError::Io | StoreError::NoPlay | StoreError::Other(_) => "store-fails",
        };
        let folder = self.folder.display().to_string();
        let folder = ("folder", escaped(&folder).into_owned().into());
        let said = phrases.say(id, &[folder]);
        match &self.reason {
            Some(reason) => {
                let reason = reasons::of_writing(reason, phrases);
                let values = [("trouble", said.into()), ("reason", reason.into())];
                phrases.say("store-because", &values)
            }
            None => said,
        }
    }

    /// Last choice for a game from the menu: who is played against, and which player one is.
    pub(crate) fn pairing_of(&self, source: &str) -> Option<(Option<Strength>, usize)> {
        let kept = self.setting(&format!("{PAIRING_OF}{source}"))?;
        let (opponent, side) = kept.split_once(' ')?;
        let offered = [Strength::Easy, Strength::Medium, Strength::Hard];
        let opponent = offered.into_iter().find(|it| it.to_string() == opponent);
        Some((opponent, side.parse().ok()?))
    }

    /// Keeps what was chosen for a game.
    pub(crate) fn set_pairing(&mut self, source: &str, opponent: Option<Strength>, side: usize) {
        let Some(store) = &mut self.store else { return };
        let opponent = opponent.map_or_else(|| NOBODY.to_owned(), |it| it.to_string());
        let kept = store
            .set_setting(&format!("{PAIRING_OF}{source}"), Some(&format!("{opponent} {side}")));
        self.note(kept);
    }

    /// A setting.
    pub(crate) fn setting(&self, name: &str) -> Option<String> {
        self.store.as_ref()?.setting(name).ok()?
    }
}

/// Seconds since 1970; 0 where the clock is wrong.
fn seconds_now() -> i64 {
    let since = SystemTime::now().duration_since(UNIX_EPOCH).unwrap_or_default();
    i64::try_from(since.as_secs()).unwrap_or(0)
}

/// The level that a play is of.
pub(crate) fn level_of(play: &Play) -> Option<usize> {
    parse_id(&play.id).ok()?.setup.level
}

/// The one number that says most: points, else stages, else how few moves a victory took.
fn best(results: &Results, phrases: &Phrases) -> String {
    let number = |measure: &Measure| results.best.get(measure).map(|it| Value::from(*it));
    if let Some(score) = number(&Measure::Score) {
        return phrases.say("progress-score", &[("score", score)]);
    }
    if let Some(stage) = number(&Measure::Stage) {
        return phrases.say("progress-stage", &[("stage", stage)]);
    }
    match fewest_moves(results) {
        Some(moves) => phrases.say("progress-moves", &[("moves", moves.into())]),
        None if results.won => phrases.say("progress-won", &[]),
        None => String::new(),
    }
}

/// How few moves a victory took.
fn fewest_moves(results: &Results) -> Option<i64> {
    let number = |measure: Measure| results.best.get(&measure).copied();
    let moves = number(Measure::Moves).or_else(|| number(Measure::Value("moves".to_owned())));
    moves.filter(|_| results.won)
}

/// Folder of games that were kept without being told where. It is made where it is missing.
///
/// # Errors
/// Errors of the system.
pub(crate) fn games_folder() -> io::Result<PathBuf> {
    let folder = folder().ok_or(io::ErrorKind::NotFound)?.join(GAMES);
    fs::create_dir_all(&folder)?;
    Ok(folder)
}

/// Where the user's programs keep their data.
fn folder() -> Option<PathBuf> {
    if let Some(folder) = env::var_os(VARIABLE).filter(|it| !it.is_empty()) {
        return Some(PathBuf::from(folder));
    }
    let native = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(native.data_dir().join(FOLDER))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn who_goes_away_does_not_play_on() {
        let begun = Instant::now();
        let after = |seconds| begun + Duration::from_secs(seconds);
        let mut watch = StopWatch::default();
        watch.step(begun);
        assert_eq!(watch.take(), 0, "nothing runs before the beginning");
        watch.begin(begun, false);
        assert!(!watch.is_counted);
        watch.step(after(5));
        assert_eq!((watch.take(), watch.is_counted), (5, true));
        watch.step(after(5) + Duration::from_millis(700));
        watch.step(after(6) + Duration::from_millis(600));
        assert_eq!(watch.take(), 1, "parts of seconds are not lost");
        watch.step(after(10_000));
        assert_eq!(watch.take(), LONGEST_THOUGHT.as_secs());
    }
}
