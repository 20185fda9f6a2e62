//! The storage in memory, as rows that a face carries to where it keeps them.
//!
//! A browser's storage cannot be asked while a question is answered. So the rows are read before
//! the first question, are changed here, and the changes are carried there after each question, all
//! or none. Several tabs may do so at once: a change of a play or of a result is carried only if
//! the row is still what it was, and a tab that is refused reads all rows anew and writes its
//! session as a play of its own.

mod rows;

use std::collections::{BTreeMap, BTreeSet};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use masume_engine::Setup;
use masume_session::{Edition, Log, LogEntry, Results, Save, SaveError, SavedOpponent, Session};

use crate::best::{levels_among, levels_hash, numbers, results};
use crate::tally::{Tally, ending_of};
use crate::{
    Autosave, PlayNumber, PlayRecord, ResumeError, Statistics, Storage, StoreError, Written,
};
use rows::{CHUNK, Note, Play, PlayCount, Tables};
pub use rows::{Row, Write};

/// Number of plays of a game that are kept; of the rest those go that were touched least recently.
const PLAYS_OF_A_GAME: usize = 50;
/// The most seconds that are counted of one play.
const MOST_SECONDS: u64 = 1_000_000_000_000;

/// A storage in memory. Its clones are the same storage: one is a [`Storage`], the other carries
/// rows.
///
/// ```
/// use masume_store::{Memory, Row, Storage as _};
///
/// let memory = Memory::new(7);
/// memory.clone().set_setting("locale", Some("ja")).unwrap();
/// let writes = memory.take_writes();
/// assert_eq!((writes[0].row.key.as_str(), writes.len()), ("setting/locale", 1));
///
/// let again = Memory::new(8);
/// again.set_rows(writes.into_iter().map(|write| write.row));
/// assert_eq!(again.setting("locale").unwrap().as_deref(), Some("ja"));
/// ```
#[derive(Clone, Debug)]
pub struct Memory {
    shared: Arc<Mutex<Shared>>,
}

#[derive(Debug)]
struct Shared {
    tables: Tables,
    /// The number that is given next, to a play or to a revision.
    next: i64,
    /// Reason why changes are not carried.
    trouble: Option<StoreError>,
}

impl Memory {
    /// An empty storage, whose plays and revisions are numbered from `origin`. Storages whose rows
    /// are kept in one place need origins far from each other, such as random numbers.
    pub fn new(origin: i64) -> Self {
        let shared = Shared { tables: Tables::default(), next: origin, trouble: None };
        Self { shared: Arc::new(Mutex::new(shared)) }
    }

    /// Replaces everything by these rows, and forgets what was not carried yet.
    pub fn set_rows(&self, rows: impl IntoIterator<Item = Row>) {
        let mut shared = self.lock();
        shared.tables.clear();
        rows.into_iter().for_each(|row| shared.tables.learn(row));
    }

    /// Takes in rows that another storage wrote.
    pub fn learn(&self, rows: impl IntoIterator<Item = Row>) {
        let mut shared = self.lock();
        rows.into_iter().for_each(|row| shared.tables.learn(row));
    }

    /// Rows that were changed since the last question, by their keys.
    pub fn take_writes(&self) -> Vec<Write> {
        self.lock().tables.take_writes()
    }

    /// Sets the reason why changes are not carried: every writing fails with it from here on, and
    /// changes the rows all the same.
    pub fn set_trouble(&self, trouble: Option<StoreError>) {
        self.lock().trouble = trouble;
    }

    fn lock(&self) -> MutexGuard<'_, Shared> {
        self.shared.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Shared {
    fn number(&mut self) -> i64 {
        self.next = self.next.wrapping_add(1);
        self.next
    }

    fn carried<T>(&self, value: T) -> Result<T, StoreError> {
        match &self.trouble {
            Some(trouble) => Err(trouble.clone()),
            None => Ok(value),
        }
    }

    fn next_touch(&self) -> i64 {
        self.tables.plays.values().map(|play| play.touched).max().unwrap_or(0).saturating_add(1)
    }

    /// The play of a session, as it was written; `None` where there is none, or another storage
    /// wrote it.
    fn written_play(&self, autosave: &Autosave) -> Option<(Written, &Play)> {
        let written = autosave.written?;
        let play = self.tables.plays.get(&written.play.0)?;
        (play.revision == written.revision).then_some((written, play))
    }

    /// The session as a play; a number it has already, or a new one.
    fn play_of(&mut self, autosave: &Autosave, session: &Session) -> (i64, usize, Play) {
        let revision = self.number();
        let touched = self.next_touch();
        let (number, first_new, mut play) = match self.written_play(autosave) {
            Some((written, play)) => {
                // One that was written before there were logs is written anew.
                let first_new = if play.position.is_some() { 0 } else { written.logged };
                (written.play.0, first_new, Play { position: None, ..play.clone() })
            }
            None => (self.number(), 0, new_play(autosave, session)),
        };
        play.revision = revision;
        play.touched = touched;
        // It may have been kept under an earlier hash of the same version.
        play.hash = session.edition().version().hash().to_string();
        play.logged = session.log().entries().len();
        play.ply = session.state().ply;
        play.score = session.score();
        play.is_over = session.outcome().is_some();
        play.changed = autosave.now;
        play.is_aside = false;
        (number, first_new, play)
    }

    fn write_log(&mut self, play: i64, session: &Session, first_new: usize) {
        let first = first_new / CHUNK;
        let entries = session.log().entries().iter().skip(first * CHUNK);
        let entries: Vec<Option<String>> = entries.map(|it| Some(it.to_string())).collect();
        for (chunk, entries) in (first..).zip(entries.chunks(CHUNK)) {
            self.tables.set_chunk(play, chunk, Some(entries.to_vec()));
        }
    }

    fn forget_old_plays(&mut self, source: &str) {
        let plays = self.tables.plays.iter().filter(|(_, play)| play.source == source);
        let mut plays: Vec<(i64, i64)> = plays.map(|(it, play)| (play.touched, *it)).collect();
        plays.sort_unstable_by(|one, other| other.cmp(one));
        plays.iter().skip(PLAYS_OF_A_GAME).for_each(|(_, number)| self.tables.forget(*number));
    }

    /// The best of this set-up, which may be kept in parts: under hashes that the version had, and
    /// that it has.
    fn results(&self, edition: &Edition, setup_key: &str) -> Results {
        let mut best = Results::default();
        for hash in edition.version().hashes() {
            let key = (hash.to_string(), levels_hash(edition), setup_key.to_owned());
            if let Some(numbers) = self.tables.results.get(&key) {
                best.merge(&results(numbers));
            }
        }
        best
    }

    fn log_of(&self, number: PlayNumber) -> Result<(Save, Log), ResumeError> {
        let play = self.tables.plays.get(&number.0).ok_or(StoreError::NoPlay)?;
        let edited = || ResumeError::Save(SaveError::Edited);
        let opponents = play.opponents.iter().map(|it| SavedOpponent::parse(it));
        let levels_hash = play.levels_hash.as_deref().map(str::parse).transpose();
        let mut entries: Vec<LogEntry> = Vec::new();
        for (chunk, lines) in self.tables.chunks_of(number.0) {
            if chunk * CHUNK != entries.len() {
                return Err(edited());
            }
            for line in lines {
                let line = match (play.position, line) {
                    (None, Some(line)) => line.clone(),
                    (Some(_), Some(action)) => format!("> {action}"),
                    (Some(_), None) => "= restart".to_owned(),
                    (None, None) => return Err(edited()),
                };
                entries.push(line.parse().map_err(|_| edited())?);
            }
        }
        match play.position {
            None if play.logged != entries.len() => return Err(edited()),
            Some(position) => {
                let line = format!("@ {position}");
                entries.push(line.parse().map_err(|_| edited())?);
            }
            None => {}
        }
        let header = Save {
            id: play.id.clone(),
            title: play.title.clone(),
            hash: play.hash.parse().map_err(|_| edited())?,
            levels_hash: levels_hash.map_err(|_| edited())?,
            opponents: opponents.collect::<Option<_>>().ok_or_else(edited)?,
            start: play.start.clone(),
            events: Vec::new(),
            position: 0,
        };
        Ok((header, Log::of(entries)))
    }

    /// Gives what is counted of a game, in the order in which games ended.
    fn counts(&self, source: &str) -> Vec<&PlayCount> {
        let counts = self.tables.counts.values().filter(|count| count.source == source);
        let mut counts: Vec<_> = counts.collect();
        counts.sort_by_key(|count| count.ended);
        counts
    }
}

/// The session as a new play.
fn new_play(autosave: &Autosave, session: &Session) -> Play {
    let save = session.save_header();
    Play {
        revision: 0,
        source: autosave.source.clone(),
        id: save.id,
        title: save.title,
        hash: String::new(),
        levels_hash: save.levels_hash.map(|hash| hash.to_string()),
        start: save.start,
        position: None,
        logged: 0,
        touched: 0,
        ply: 0,
        score: None,
        is_over: false,
        changed: None,
        is_aside: false,
        opponents: save.opponents.iter().map(ToString::to_string).collect(),
    }
}

fn record(number: i64, play: &Play) -> PlayRecord {
    PlayRecord {
        number: PlayNumber(number),
        source: play.source.clone(),
        id: play.id.clone(),
        title: play.title.clone(),
        hash: play.hash.clone(),
        levels_hash: play.levels_hash.clone(),
        ply: play.ply,
        score: play.score,
        is_over: play.is_over,
        changed: play.changed,
        is_aside: play.is_aside,
    }
}

fn tally(count: &PlayCount) -> Tally {
    Tally { ending: count.ending.clone(), seconds: count.seconds }
}

impl Storage for Memory {
    fn autosave(&mut self, autosave: &mut Autosave, session: &Session) -> Result<(), StoreError> {
        match session.timeline().is_empty() {
            true => Ok(()),
            false => self.begin(autosave, session),
        }
    }

    fn begin(&mut self, autosave: &mut Autosave, session: &Session) -> Result<(), StoreError> {
        let mut shared = self.lock();
        let is_there = shared.written_play(autosave).is_some();
        if !is_there || !autosave.is_written(session) {
            let (number, first_new, play) = shared.play_of(autosave, session);
            let revision = play.revision;
            shared.tables.set_play(number, Some(play));
            shared.write_log(number, session, first_new);
            shared.forget_old_plays(&autosave.source);
            autosave.written = Some(Written::now(PlayNumber(number), revision, session));
        }
        shared.carried(())
    }

    fn logged(&self, play: PlayNumber) -> Result<usize, StoreError> {
        let shared = self.lock();
        shared.tables.plays.get(&play.0).map(|it| it.logged).ok_or(StoreError::NoPlay)
    }

    fn note(&self, name: &str) -> Result<Option<(PlayNumber, String)>, StoreError> {
        let shared = self.lock();
        let note = shared.tables.notes.get(name);
        Ok(note.map(|note| (PlayNumber(note.play), note.text.clone())))
    }

    fn set_note(&mut self, name: &str, play: PlayNumber, text: &str) -> Result<(), StoreError> {
        let mut shared = self.lock();
        if !shared.tables.plays.contains_key(&play.0) {
            return Err(StoreError::NoPlay);
        }
        shared.tables.set_note(name, Some(Note { play: play.0, text: text.to_owned() }));
        shared.carried(())
    }

    fn notes(&self, beginning: &str) -> Result<Vec<(String, PlayNumber, String)>, StoreError> {
        let shared = self.lock();
        let notes = shared.tables.notes.iter().filter(|(name, _)| name.starts_with(beginning));
        Ok(notes.map(|(name, it)| (name.clone(), PlayNumber(it.play), it.text.clone())).collect())
    }

    fn unfinished_plays(&self, most: usize) -> Result<Vec<PlayRecord>, StoreError> {
        let shared = self.lock();
        let mut plays: Vec<_> =
            shared.tables.plays.iter().filter(|(_, play)| !play.is_over).collect();
        plays.sort_by_key(|(number, play)| std::cmp::Reverse((play.touched, **number)));
        Ok(plays.into_iter().take(most).map(|(number, play)| record(*number, play)).collect())
    }

    fn resume(
        &self,
        edition: &Edition,
        number: PlayNumber,
    ) -> Result<(Session, Autosave), ResumeError> {
        let shared = self.lock();
        let (header, log) = shared.log_of(number)?;
        let session = Session::replay(edition, header, log).map_err(ResumeError::Save)?;
        let play = shared.tables.plays.get(&number.0).ok_or(StoreError::NoPlay)?;
        let autosave = Autosave::of_play(play.source.clone(), number, play.revision, &session);
        Ok((session, autosave))
    }

    fn set_aside(&mut self, number: PlayNumber) -> Result<(), StoreError> {
        let mut shared = self.lock();
        if let Some(mut play) = shared.tables.plays.get(&number.0).cloned() {
            play.is_aside = true;
            shared.tables.set_play(number.0, Some(play));
        }
        shared.carried(())
    }

    fn add_results(&mut self, session: &Session) -> Result<bool, StoreError> {
        let mut shared = self.lock();
        let edition = session.edition();
        let setup_key = edition.results_key(session.setup());
        let mut best = shared.results(edition, &setup_key);
        let new = session.results();
        let is_better = new.better_than(&best);
        if is_better {
            best.merge(&new);
            let key = (edition.version().hash().to_string(), levels_hash(edition), setup_key);
            shared.tables.set_result(key, numbers(&best));
        }
        shared.carried(is_better)
    }

    fn results(&self, edition: &Edition, setup: &Setup) -> Result<Results, StoreError> {
        Ok(self.lock().results(edition, &edition.results_key(setup)))
    }

    fn all_results(&self, edition: &Edition) -> Result<BTreeMap<String, Results>, StoreError> {
        let shared = self.lock();
        let mut found: BTreeMap<String, Results> = BTreeMap::new();
        for hash in edition.version().hashes() {
            let first = (hash.to_string(), levels_hash(edition), String::new());
            let of_hash = shared.tables.results.range(first.clone()..);
            let of_hash = of_hash.take_while(|(key, _)| (&key.0, &key.1) == (&first.0, &first.1));
            for ((_, _, setup_key), numbers) in of_hash {
                found.entry(setup_key.clone()).or_default().merge(&results(numbers));
            }
        }
        Ok(found)
    }

    fn solved_levels(&self, edition: &Edition) -> Result<BTreeSet<usize>, StoreError> {
        let shared = self.lock();
        Ok(levels_among(edition, |key| shared.results(edition, key).won))
    }

    fn count(
        &mut self,
        autosave: &Autosave,
        session: &Session,
        seconds: u64,
    ) -> Result<(), StoreError> {
        let Some(play) = autosave.play() else { return Ok(()) };
        let mut shared = self.lock();
        let ending = ending_of(session).map(str::to_owned);
        let counts = &shared.tables.counts;
        let ended = counts.values().filter_map(|count| count.ended).max().unwrap_or(0);
        let ended = ending.is_some().then_some(ended.saturating_add(1));
        let count = match counts.get(&play.0).cloned() {
            None => PlayCount {
                source: autosave.source.clone(),
                ending,
                ended,
                seconds: seconds.min(MOST_SECONDS),
                opponent: session.opposition(),
            },
            Some(count) => PlayCount {
                ending: ending.or(count.ending),
                ended: count.ended.or(ended),
                seconds: count.seconds.saturating_add(seconds).min(MOST_SECONDS),
                ..count
            },
        };
        shared.tables.set_count(play.0, count);
        shared.carried(())
    }

    fn statistics(&self, source: &str) -> Result<Statistics, StoreError> {
        let mut statistics = Statistics::default();
        self.lock().counts(source).into_iter().for_each(|count| statistics.add(&tally(count)));
        Ok(statistics)
    }

    fn statistics_by_opponent(
        &self,
        source: &str,
    ) -> Result<BTreeMap<String, Statistics>, StoreError> {
        let mut found: BTreeMap<String, Statistics> = BTreeMap::new();
        for count in self.lock().counts(source) {
            if let Some(opponent) = &count.opponent {
                found.entry(opponent.clone()).or_default().add(&tally(count));
            }
        }
        Ok(found)
    }

    fn counted_sources(&self) -> Result<Vec<String>, StoreError> {
        Ok(self.lock().tables.counted_sources().into_iter().collect())
    }

    fn setting(&self, name: &str) -> Result<Option<String>, StoreError> {
        Ok(self.lock().tables.settings.get(name).cloned())
    }

    fn set_setting(&mut self, name: &str, value: Option<&str>) -> Result<(), StoreError> {
        let mut shared = self.lock();
        if shared.tables.settings.get(name).map(String::as_str) != value {
            shared.tables.set_setting(name, value);
        }
        shared.carried(())
    }
}
