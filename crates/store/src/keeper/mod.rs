//! The policy of what is kept and offered, the same for every face: whatever goes wrong is told,
//! and the game goes on.

mod progress;
mod stop_watch;

use std::collections::{BTreeMap, BTreeSet, VecDeque};
use std::path::PathBuf;
// A duration is no clock: it is measured by the face.
use core::time::Duration;

use masume_engine::Setup;
use masume_session::{Edition, Results, Session};

use crate::{
    Autosave, LevelRecord, PlayNumber, PlayRecord, ResumeError, Statistics, Storage, StoreError,
};

pub use progress::Progress;
use progress::fewest_moves;
use stop_watch::StopWatch;

/// The most sessions that `undo` goes back to; each keeps states of its past.
pub const MOST_LEFT: usize = 8;
/// The most plays to go on with that are looked for: more than there are games.
const MOST_PLAYS: usize = 200;
/// Played time is written when so much has gathered.
const GATHERED: Duration = Duration::from_secs(10);
/// Name of the setting that has the level where a game was left before anything was done.
const LEVEL_OF: &str = "level of ";
/// Name of the setting that has who was played against.
const PAIRING_OF: &str = "pairing of ";
/// Opponent in that setting where all players are here.
const NOBODY: &str = "person";

/// The time, as the face has it.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Now {
    /// Time since any fixed moment, by a clock that only goes forward.
    pub clock: Duration,
    /// Seconds since 1970; 0 where the clock is wrong.
    pub seconds: i64,
}

/// Location of a storage, for what is said of it.
#[derive(Debug, Default)]
pub struct Place {
    /// The folder of the file; empty where there is none.
    pub folder: PathBuf,
    /// Reason why the folder could not be made, in words.
    pub reason: Option<String>,
}

/// The policy of what is kept, over a storage.
///
/// ```
/// use masume_engine::{Game, Setup};
/// use masume_session::{Edition, Session};
/// use masume_store::Keeper;
///
/// let shipped = &masume_engine::shipped_games()[0];
/// let game = Game::load(shipped.text).game.expect("a game without errors");
/// let edition = Edition::new(shipped.name, shipped.text, game);
/// let session = Session::new(edition, Setup::default()).unwrap();
/// let mut keeper = Keeper::of_nothing();
/// keeper.begin(shipped.name);
/// keeper.keep(&session);
/// assert!(keeper.trouble().is_none());
/// ```
#[derive(Debug, Default)]
pub struct Keeper {
    storage: Option<Box<dyn Storage>>,
    now: Now,
    /// Link to the storage of the session being played.
    autosave: Option<Autosave>,
    /// The same of the sessions that `undo` goes back to, the last one last.
    left: VecDeque<Autosave>,
    watch: StopWatch,
    place: Place,
    /// Trouble that was not told yet.
    trouble: Option<StoreError>,
    /// True if what is played now is not kept.
    is_failing: bool,
    /// The plays that are offered to be gone on with, the present one first.
    offered: Vec<PlayRecord>,
}

/// A play that is offered to be gone on with.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Offer {
    /// Time since it was left, where that is known.
    pub ago: Option<Duration>,
    /// Number of plays that are offered.
    pub count: usize,
}

impl Keeper {
    /// A policy that keeps nothing, in silence: for games that are only shown.
    pub fn of_nothing() -> Self {
        Self::default()
    }

    /// A policy over a storage at this place.
    pub fn new(storage: Box<dyn Storage>, place: Place) -> Self {
        Self { storage: Some(storage), place, ..Self::default() }
    }

    /// A policy without a storage to write to, for this reason; what was kept before can be seen
    /// where there is something to read it from.
    pub fn failed(reason: StoreError, to_read: Option<Box<dyn Storage>>, place: Place) -> Self {
        Self { storage: to_read, trouble: Some(reason), is_failing: true, place, ..Self::default() }
    }

    /// Sets the time of everything that happens from here on.
    pub fn set_time(&mut self, now: Now) {
        self.now = now;
    }

    /// Location of the storage, for what is said of it.
    pub fn place(&self) -> &Place {
        &self.place
    }

    /// Trouble since the last question; each is told once.
    pub fn trouble(&mut self) -> Option<StoreError> {
        self.trouble.take()
    }

    /// True if what is played now is not kept.
    pub fn is_failing(&self) -> bool {
        self.is_failing
    }

    /// From here on, this is a session of its own. `source` is what its game is opened from.
    pub fn begin(&mut self, source: &str) {
        self.left.clear();
        self.begin_apart(source);
    }

    /// Another session of the game being played, from which `undo` comes back to the one before:
    /// that is the same play then, and counts once.
    pub fn begin_next(&mut self, source: &str) {
        let before = self.autosave.clone();
        self.begin_apart(source);
        self.left.extend(before);
        if self.left.len() > MOST_LEFT {
            self.left.pop_front();
        }
    }

    /// Back to the session that another one of its game followed.
    pub fn go_back(&mut self, source: &str) {
        let before = self.left.pop_back();
        self.begin_apart(source);
        if before.is_some() {
            self.autosave = before;
            self.watch.begin(self.now.clock, true);
        }
    }

    /// Another session of the game being played, from which nothing comes back.
    pub fn begin_apart(&mut self, source: &str) {
        let left = self.play().filter(|_| self.source() == Some(source));
        self.set_aside(left.into_iter());
        self.autosave = Some(Autosave::new(source));
        self.watch.begin(self.now.clock, false);
    }

    /// Source of the game being played.
    fn source(&self) -> Option<&str> {
        Some(self.autosave.as_ref()?.source())
    }

    /// The plays of this game that wait are left for another one.
    pub fn leave_waiting(&mut self, edition: &Edition, source: &str) {
        self.offered = self.waiting(edition, source);
        self.refuse_offer();
    }

    /// The plays that were offered are left for another one.
    pub fn refuse_offer(&mut self) {
        let offered: Vec<PlayNumber> = self.offered.drain(..).map(|play| play.number).collect();
        self.set_aside(offered.into_iter());
    }

    fn set_aside(&mut self, plays: impl Iterator<Item = PlayNumber>) {
        let Some(storage) = &mut self.storage else { return };
        for play in plays {
            // It is offered once more; what is wrong with the file is said where it is played.
            let _ = storage.set_aside(play);
        }
    }

    /// Writes what is new.
    pub fn keep(&mut self, session: &Session) {
        let (Some(storage), Some(autosave)) = (&mut self.storage, &mut self.autosave) else {
            return;
        };
        self.watch.step(self.now.clock);
        autosave.set_time(self.now.seconds);
        let mut kept = storage.autosave(autosave, session);
        if session.outcome().is_some() {
            kept = kept.and(storage.add_results(session).map(drop));
        }
        let is_due = !self.watch.is_counted || self.watch.gathered >= GATHERED;
        if kept.is_ok() && !session.timeline().is_empty() && (is_due || session.outcome().is_some())
        {
            kept = storage.count(autosave, session, self.watch.take());
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
    pub fn leave(&mut self, session: &Session) {
        self.keep(session);
        if let Some(storage) = &mut self.storage
            && !session.timeline().is_empty()
        {
            let mut kept = storage.add_results(session).map(drop);
            if let Some(autosave) = &self.autosave {
                kept = kept.and(storage.count(autosave, session, self.watch.take()));
            }
            self.note(kept);
        }
        self.remember_level(session);
        self.autosave = None;
    }

    /// Takes what was reached in a session that is left before its end for another one of its game.
    pub fn leave_for_another(&mut self, session: &Session) {
        self.keep(session);
        let left = self.play();
        self.leave(session);
        self.set_aside(left.into_iter());
    }

    /// A level that was only looked at is the one to come back to.
    fn remember_level(&mut self, session: &Session) {
        let (Some(storage), Some(autosave)) = (&mut self.storage, &self.autosave) else { return };
        let level = session.level().filter(|_| session.timeline().is_empty());
        let level = level.map(|level| level.to_string());
        let name = format!("{LEVEL_OF}{}", autosave.source());
        let kept = storage.set_setting(&name, level.as_deref());
        self.note(kept);
    }

    /// The level that was looked at last, where nothing was done in it; none that there no longer
    /// is.
    pub fn level_looked_at(&self, edition: &Edition, source: &str) -> Option<usize> {
        let level = self.setting(&format!("{LEVEL_OF}{source}"))?.parse().ok()?;
        (1..=edition.game().level_count()).contains(&level).then_some(level)
    }

    /// First level of a game of which no level was named: at the one looked at last, or at the
    /// first that was not solved yet. None where all were, and without levels.
    pub fn level_to_begin(&self, edition: &Edition, source: &str) -> Option<usize> {
        self.level_looked_at(edition, source).or_else(|| {
            let solved = self.solved(edition);
            (1..=edition.game().level_count()).find(|level| !solved.contains(level))
        })
    }

    /// The same beginning, at the level where a game begins of which none was named.
    pub fn at_level_to_begin(&self, session: Session, source: &str) -> Session {
        let level = self.level_to_begin(session.edition(), source);
        let other = level.filter(|_| level != session.level());
        // A level that cannot be set up leaves the one that was.
        other.and_then(|level| session.at_level(level).ok()).unwrap_or(session)
    }

    /// Counts of the game that is opened from this source.
    pub fn statistics(&self, source: &str) -> Statistics {
        let counted = self.storage.as_ref().map(|storage| storage.statistics(source));
        counted.and_then(Result::ok).unwrap_or_default()
    }

    /// The same of games against opponents, by who those were.
    pub fn statistics_by_opponent(&self, source: &str) -> BTreeMap<String, Statistics> {
        let counted = self.storage.as_ref().map(|storage| storage.statistics_by_opponent(source));
        counted.and_then(Result::ok).unwrap_or_default()
    }

    /// Sources of everything that was counted.
    pub fn counted_sources(&self) -> Vec<String> {
        let sources = self.storage.as_ref().map(|storage| storage.counted_sources());
        sources.and_then(Result::ok).unwrap_or_default()
    }

    /// The best of each set-up of a game, by its key.
    pub fn all_results(&self, edition: &Edition) -> BTreeMap<String, Results> {
        let results = self.storage.as_ref().map(|storage| storage.all_results(edition));
        results.and_then(Result::ok).unwrap_or_default()
    }

    /// The plays to go on with, the last first.
    pub fn plays(&self) -> Vec<PlayRecord> {
        let plays = self.storage.as_ref().map(|storage| storage.unfinished_plays(MOST_PLAYS));
        plays.and_then(Result::ok).unwrap_or_default()
    }

    /// The plays of this game that wait, the last first.
    fn waiting(&self, edition: &Edition, source: &str) -> Vec<PlayRecord> {
        let levels_hash = edition.levels_hash().map(|hash| hash.to_string());
        let waits = |play: &PlayRecord| {
            play.source == source && !play.is_aside && play.levels_hash == levels_hash
        };
        self.plays().into_iter().filter(waits).collect()
    }

    /// True if a play of this game waits.
    pub fn has_waiting(&self, edition: &Edition, source: &str) -> bool {
        !self.waiting(edition, source).is_empty()
    }

    /// The offer.
    pub fn offer(&self) -> Offer {
        let since = |then: i64| u64::try_from(self.now.seconds.saturating_sub(then)).unwrap_or(0);
        let changed = self.offered.first().and_then(|play| play.changed);
        Offer { ago: changed.map(since).map(Duration::from_secs), count: self.offered.len() }
    }

    /// The session of the next of the plays that are offered.
    ///
    /// # Errors
    /// A [`ResumeError`]: the file cannot be read, or the play does not fit the game.
    pub fn resume_other(&mut self, edition: &Edition) -> Result<Option<Session>, ResumeError> {
        if self.offered.len() < 2 {
            return Ok(None);
        }
        self.offered.rotate_left(1);
        let number = self.offered[0].number;
        self.go_on(edition, number).map(Some)
    }

    /// The session that waits for this game, if one does; of several that touched last.
    ///
    /// # Errors
    /// A [`ResumeError`]: the file cannot be read, or the play does not fit the game.
    pub fn resume(
        &mut self,
        edition: &Edition,
        source: &str,
    ) -> Result<Option<Session>, ResumeError> {
        self.offered = self.waiting(edition, source);
        match self.offered.first().map(|play| play.number) {
            Some(number) => self.go_on(edition, number).map(Some),
            None => Ok(None),
        }
    }

    /// The session of this play.
    ///
    /// # Errors
    /// A [`ResumeError`]: the file cannot be read, or the play does not fit the game.
    pub fn go_on(&mut self, edition: &Edition, number: PlayNumber) -> Result<Session, ResumeError> {
        let Some(storage) = &self.storage else {
            return Err(ResumeError::Store(StoreError::NoPlay));
        };
        let (session, autosave) = storage.resume(edition, number)?;
        self.autosave = Some(autosave);
        self.watch.begin(self.now.clock, true);
        Ok(session)
    }

    /// The play in the file of the session being played, once something was written.
    pub fn play(&self) -> Option<PlayNumber> {
        self.autosave.as_ref()?.play()
    }

    /// Records of each level of which anything is. `source` is the name or path of the game.
    pub fn levels(&self, edition: &Edition, source: &str) -> BTreeMap<usize, LevelRecord> {
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
        let is_of_these =
            |play: &PlayRecord| play.source == source && play.levels_hash == levels_hash;
        // The last comes first.
        for play in self.plays().into_iter().filter(is_of_these).rev() {
            if let Some(level) = play.level() {
                records.entry(level).or_default().waiting = Some(play);
            }
        }
        records
    }

    /// The levels that were solved.
    pub fn solved(&self, edition: &Edition) -> BTreeSet<usize> {
        let solved = self.storage.as_ref().map(|storage| storage.solved_levels(edition));
        solved.and_then(Result::ok).unwrap_or_default()
    }

    /// Progress of the player in a game, in the number that says most.
    pub fn progress(&self, edition: &Edition) -> Progress {
        let count = edition.game().level_count();
        if count > 1 {
            return match self.solved(edition).len() {
                0 => Progress::None,
                solved => Progress::Levels { solved, count },
            };
        }
        let results = self.storage.as_ref().map(|it| it.results(edition, &Setup::default()));
        results.and_then(Result::ok).map_or(Progress::None, |results| Progress::of(&results))
    }

    /// Last choice for a game from the menu: the name of the opponent, if there was one, and which
    /// player one is.
    pub fn pairing_of(&self, source: &str) -> Option<(Option<String>, usize)> {
        let kept = self.setting(&format!("{PAIRING_OF}{source}"))?;
        let (opponent, side) = kept.split_once(' ')?;
        let opponent = Some(opponent).filter(|name| *name != NOBODY);
        Some((opponent.map(str::to_owned), side.parse().ok()?))
    }

    /// Keeps what was chosen for a game.
    pub fn set_pairing(&mut self, source: &str, opponent: Option<&str>, side: usize) {
        let Some(storage) = &mut self.storage else { return };
        let value = format!("{} {side}", opponent.unwrap_or(NOBODY));
        let kept = storage.set_setting(&format!("{PAIRING_OF}{source}"), Some(&value));
        self.note(kept);
    }

    /// A setting.
    pub fn setting(&self, name: &str) -> Option<String> {
        self.storage.as_ref()?.setting(name).ok()?
    }
}
