//! A match on disk: a file a game, and a line a game in one file, so that it can go on.

use std::fs::{self, File, OpenOptions};
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use masume_bots::contest::Played;
use masume_presentation::locale::Phrases;
use serde::{Deserialize, Serialize};

use super::games::MatchGameRecord;
use crate::commands::MatchArguments;
use crate::failure::Failure;
use crate::{atomic_file, input};

/// The file with a line for each game.
const RESULTS: &str = "match.jsonl";
/// The most bytes of it that are read.
const MOST_BYTES: u64 = 1 << 28;

/// Parameters on which the games depend, in the first line of the file.
#[derive(Debug, PartialEq, Serialize, Deserialize)]
struct Head {
    id: String,
    one: String,
    other: String,
    openings: u64,
    seconds: f64,
    plies: u64,
}

/// Folder of the games of a match, if they are kept.
pub(super) struct Kept {
    folder: Option<(PathBuf, File)>,
    records: Vec<MatchGameRecord>,
    cannot_write: String,
}

impl Kept {
    /// The folder that is asked for, with the games that are there already.
    pub(super) fn open(
        arguments: &MatchArguments,
        id: String,
        phrases: &Phrases,
    ) -> Result<Self, Failure> {
        let Some(folder) = &arguments.keep else {
            return Ok(Self::nowhere());
        };
        let failed = |error: &io::Error| {
            let values = [
                ("path", folder.as_str().into()),
                ("reason", input::reason(error, phrases).into()),
            ];
            Failure::input(phrases.say("match-cannot-write", &values))
        };
        let head = Head {
            id,
            one: arguments.one.clone(),
            other: arguments.other.clone(),
            openings: arguments.openings,
            seconds: arguments.seconds,
            plies: arguments.plies,
        };
        fs::create_dir_all(folder).map_err(|error| failed(&error))?;
        let path = Path::new(folder).join(RESULTS);
        let records = match path.exists() {
            true => read(&path, &head, phrases)?,
            false => Vec::new(),
        };
        // Written anew: a line that a crash cut off is left out.
        let lines = serde_json::to_string(&head).into_iter();
        let lines = lines.chain(records.iter().filter_map(|it| serde_json::to_string(it).ok()));
        let text: String = lines.map(|line| line + "\n").collect();
        match path.exists() {
            true => atomic_file::replace(&path, &text),
            false => atomic_file::create(&path, &text),
        }
        .map_err(|error| failed(&error))?;
        let file = OpenOptions::new().append(true).open(&path).map_err(|error| failed(&error))?;
        let cannot_write = phrases.say(
            "match-cannot-write",
            &[
                ("path", folder.as_str().into()),
                ("reason", phrases.say("match-write-failed", &[]).into()),
            ],
        );
        Ok(Self { folder: Some((PathBuf::from(folder), file)), records, cannot_write })
    }

    /// Nowhere.
    pub(super) fn nowhere() -> Self {
        Self { folder: None, records: Vec::new(), cannot_write: String::new() }
    }

    /// The games that were there.
    pub(super) fn take_records(&mut self) -> Vec<MatchGameRecord> {
        std::mem::take(&mut self.records)
    }

    /// Keeps a game.
    pub(super) fn add(
        &mut self,
        mut record: MatchGameRecord,
        played: &Played,
    ) -> Result<MatchGameRecord, Failure> {
        let Some((folder, file)) = &mut self.folder else { return Ok(record) };
        let name = format!("game-{:04}.save", record.game);
        let path = folder.join(&name);
        let text = played.session.save().to_string();
        // A game that was written, but not noted, is written again.
        let written = match path.exists() {
            true => atomic_file::replace(&path, &text),
            false => atomic_file::create(&path, &text),
        };
        record.file = Some(name);
        let line = serde_json::to_string(&record).map_err(io::Error::other);
        let noted = written.and_then(|()| file.write_all(format!("{}\n", line?).as_bytes()));
        match noted {
            Ok(()) => Ok(record),
            Err(_) => Err(Failure::input(self.cannot_write.clone())),
        }
    }
}

/// The games of a match that began like this one.
fn read(path: &Path, head: &Head, phrases: &Phrases) -> Result<Vec<MatchGameRecord>, Failure> {
    let text = input::read_text(&path.display().to_string(), MOST_BYTES)?;
    let mut lines = text.lines();
    let found = lines.next().and_then(|line| serde_json::from_str::<Head>(line).ok());
    if found.as_ref() != Some(head) {
        let values = [("path", path.display().to_string().into())];
        return Err(Failure::input(phrases.say("match-other", &values)));
    }
    Ok(lines.filter_map(|line| serde_json::from_str(line).ok()).collect())
}
