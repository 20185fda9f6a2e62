//! Rows as a face carries them, and the tables that are read from them.

use std::collections::{BTreeMap, BTreeSet};

use serde::{Deserialize, Serialize};

use crate::best::Numbers;

/// Entries of a log in one row: so many are written again for a new one, and a long play has few rows.
pub(super) const CHUNK: usize = 64;

/// One row: a text by its key.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Row {
    /// The kind of the row and its number or name, with `/` between them.
    pub key: String,
    /// The text; `None` if the row is gone.
    #[serde(default)]
    pub value: Option<String>,
}

/// A change of one row, to be carried to where rows are kept.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Write {
    /// The row as it is now.
    #[serde(flatten)]
    pub row: Row,
    /// The text before, `Some(None)` if there was none; what was written in one go is written only
    /// if each of these is still there. `None` if any may be.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub before: Option<Option<String>>,
}

/// A play without its log.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Play {
    /// Number of the writing that left the play so; no two engines make the same number.
    pub(super) revision: i64,
    pub(super) source: String,
    pub(super) id: String,
    pub(super) title: String,
    pub(super) hash: String,
    pub(super) levels_hash: Option<String>,
    pub(super) start: Option<String>,
    /// Position in the timeline, of a play that was written before there were logs.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) position: Option<usize>,
    /// Number of entries of the log.
    #[serde(default)]
    pub(super) logged: usize,
    /// Place in the order in which plays were touched.
    pub(super) touched: i64,
    pub(super) ply: u32,
    pub(super) score: Option<i64>,
    pub(super) is_over: bool,
    pub(super) changed: Option<i64>,
    pub(super) is_aside: bool,
    pub(super) opponents: Vec<String>,
}

/// Counts of one play, which stay when it is forgotten.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct PlayCount {
    pub(super) source: String,
    pub(super) ending: Option<String>,
    /// Place among the games that ended.
    pub(super) ended: Option<i64>,
    pub(super) seconds: u64,
    pub(super) opponent: Option<String>,
}

/// Note of a face about a play.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Note {
    pub(super) play: i64,
    pub(super) text: String,
}

/// Entries of a play's log, so many in a row. Of a play that was written before there were logs they are actions, and
/// `None` is a restart.
pub(super) type Chunk = Vec<Option<String>>;

/// Key of a result: the hash of the game, that of the levels, and the set-up.
pub(super) type ResultKey = (String, String, String);

/// The tables. Rows that cannot be read are in none of them, and are left as they are.
#[derive(Debug, Default)]
pub(super) struct Tables {
    pub(super) plays: BTreeMap<i64, Play>,
    pub(super) chunks: BTreeMap<(i64, usize), Chunk>,
    pub(super) results: BTreeMap<ResultKey, Numbers>,
    pub(super) settings: BTreeMap<String, String>,
    pub(super) counts: BTreeMap<i64, PlayCount>,
    pub(super) notes: BTreeMap<String, Note>,
    /// Texts of the rows that several engines may change at once.
    shared: BTreeMap<String, String>,
    /// Keys of the rows that were changed, with the text before of those that are shared.
    changed: BTreeMap<String, Option<String>>,
}

/// Kind of a row, with what its key says.
enum Kind {
    Play(i64),
    Chunk(i64, usize),
    Result(ResultKey),
    Setting(String),
    Count(i64),
    Note(String),
}

impl Kind {
    fn of(key: &str) -> Option<Self> {
        let (kind, rest) = key.split_once('/')?;
        Some(match kind {
            "play" => Self::Play(rest.parse().ok()?),
            "deed" => {
                let (play, chunk) = rest.split_once('/')?;
                Self::Chunk(play.parse().ok()?, chunk.parse().ok()?)
            }
            "result" => {
                let (hash, rest) = rest.split_once('/')?;
                let (levels, setup) = rest.split_once('/')?;
                Self::Result((hash.to_owned(), levels.to_owned(), setup.to_owned()))
            }
            "setting" => Self::Setting(rest.to_owned()),
            "tally" => Self::Count(rest.parse().ok()?),
            "note" => Self::Note(rest.to_owned()),
            _ => return None,
        })
    }

    fn key(&self) -> String {
        match self {
            Self::Play(play) => format!("play/{play}"),
            Self::Chunk(play, chunk) => format!("deed/{play}/{chunk}"),
            Self::Result((hash, levels, setup)) => format!("result/{hash}/{levels}/{setup}"),
            Self::Setting(name) => format!("setting/{name}"),
            Self::Count(play) => format!("tally/{play}"),
            Self::Note(name) => format!("note/{name}"),
        }
    }
}

impl Tables {
    /// Takes in a row from where rows are kept.
    pub(super) fn learn(&mut self, row: Row) {
        let Some(kind) = Kind::of(&row.key) else { return };
        let value = row.value.as_deref();
        match &kind {
            Kind::Play(play) => put(&mut self.plays, *play, value),
            Kind::Chunk(play, chunk) => put(&mut self.chunks, (*play, *chunk), value),
            Kind::Result(key) => put(&mut self.results, key.clone(), value),
            Kind::Count(play) => put(&mut self.counts, *play, value),
            Kind::Note(name) => put(&mut self.notes, name.clone(), value),
            Kind::Setting(name) => match row.value.clone() {
                Some(value) => drop(self.settings.insert(name.clone(), value)),
                None => drop(self.settings.remove(name)),
            },
        }
        if matches!(kind, Kind::Play(_) | Kind::Result(_)) {
            match row.value {
                Some(value) => drop(self.shared.insert(row.key, value)),
                None => drop(self.shared.remove(&row.key)),
            }
        }
    }

    pub(super) fn set_play(&mut self, number: i64, play: Option<Play>) {
        self.note(&Kind::Play(number));
        set(&mut self.plays, number, play);
    }

    pub(super) fn set_chunk(&mut self, play: i64, chunk: usize, actions: Option<Chunk>) {
        self.note(&Kind::Chunk(play, chunk));
        set(&mut self.chunks, (play, chunk), actions);
    }

    pub(super) fn set_result(&mut self, key: ResultKey, numbers: Numbers) {
        self.note(&Kind::Result(key.clone()));
        self.results.insert(key, numbers);
    }

    pub(super) fn set_setting(&mut self, name: &str, value: Option<&str>) {
        self.note(&Kind::Setting(name.to_owned()));
        set(&mut self.settings, name.to_owned(), value.map(str::to_owned));
    }

    pub(super) fn set_count(&mut self, play: i64, count: PlayCount) {
        self.note(&Kind::Count(play));
        self.counts.insert(play, count);
    }

    pub(super) fn set_note(&mut self, name: &str, note: Option<Note>) {
        self.note(&Kind::Note(name.to_owned()));
        set(&mut self.notes, name.to_owned(), note);
    }

    /// Forgets a play with its log and notes; what was counted of it stays.
    pub(super) fn forget(&mut self, play: i64) {
        self.set_play(play, None);
        let chunks: Vec<usize> = self.chunks_of(play).map(|(chunk, _)| chunk).collect();
        chunks.into_iter().for_each(|chunk| self.set_chunk(play, chunk, None));
        let notes = self.notes.iter().filter(|(_, note)| note.play == play);
        let notes: Vec<String> = notes.map(|(name, _)| name.clone()).collect();
        notes.iter().for_each(|name| self.set_note(name, None));
    }

    /// The log of a play, with the numbers of its rows.
    pub(super) fn chunks_of(&self, play: i64) -> impl Iterator<Item = (usize, &Chunk)> {
        let chunks = self.chunks.range((play, 0)..=(play, usize::MAX));
        chunks.map(|((_, chunk), actions)| (*chunk, actions))
    }

    /// Rows that were changed since the last question.
    pub(super) fn take_writes(&mut self) -> Vec<Write> {
        let changed = std::mem::take(&mut self.changed);
        changed.into_iter().filter_map(|(key, before)| self.write(key, before)).collect()
    }

    /// Forgets everything.
    pub(super) fn clear(&mut self) {
        *self = Self::default();
    }

    /// Sources of everything that was counted.
    pub(super) fn counted_sources(&self) -> BTreeSet<String> {
        self.counts.values().map(|it| it.source.clone()).collect()
    }

    /// Remembers that a row is about to change.
    fn note(&mut self, kind: &Kind) {
        let key = kind.key();
        let before = self.shared.get(&key).cloned();
        self.changed.entry(key).or_insert(before);
    }

    fn write(&mut self, key: String, before: Option<String>) -> Option<Write> {
        let kind = Kind::of(&key)?;
        let value = match &kind {
            Kind::Play(play) => text(self.plays.get(play)),
            Kind::Chunk(play, chunk) => text(self.chunks.get(&(*play, *chunk))),
            Kind::Result(key) => text(self.results.get(key)),
            Kind::Setting(name) => self.settings.get(name).cloned(),
            Kind::Count(play) => text(self.counts.get(play)),
            Kind::Note(name) => text(self.notes.get(name)),
        };
        let is_shared = matches!(kind, Kind::Play(_) | Kind::Result(_));
        if is_shared {
            set(&mut self.shared, key.clone(), value.clone());
        }
        Some(Write { row: Row { key, value }, before: is_shared.then_some(before) })
    }
}

fn set<K: Ord, V>(table: &mut BTreeMap<K, V>, key: K, value: Option<V>) {
    match value {
        Some(value) => drop(table.insert(key, value)),
        None => drop(table.remove(&key)),
    }
}

/// Puts the row in its table, or takes it out where it is gone or cannot be read.
fn put<K: Ord, V: for<'v> Deserialize<'v>>(
    table: &mut BTreeMap<K, V>,
    key: K,
    value: Option<&str>,
) {
    set(table, key, value.and_then(|value| serde_json::from_str(value).ok()));
}

fn text(value: Option<&impl Serialize>) -> Option<String> {
    value.and_then(|value| serde_json::to_string(value).ok())
}
