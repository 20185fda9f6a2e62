//! File of a game that is being played, so that who ends this program has what was played.

use std::env;
use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_session::Session;

use crate::atomic_file::{self, Outlives};
use crate::failure::Failure;
use crate::{data_folder, input, report, save_file};

/// Actions up to which each is written. A file is written whole: after these it is written after
/// every so many parts of what was played.
const EACH: usize = 512;

/// File of a game that is being played.
pub(super) struct KeptGame {
    pub(super) path: PathBuf,
    done: usize,
}

impl KeptGame {
    /// Makes the file that is asked for; without one, a new file in the folder of games, or else of
    /// what is temporary.
    ///
    /// # Errors
    /// A usage error where it cannot be made.
    pub(super) fn create(
        wanted: Option<&str>,
        session: &Session,
        phrases: &Phrases,
    ) -> Result<Self, Failure> {
        let created = match wanted {
            Some(path) => atomic_file::create(Path::new(path), session.save().to_string())
                .map(|()| PathBuf::from(path)),
            None => write_somewhere(session),
        };
        let path = created.map_err(|error| {
            let path = wanted.map_or_else(env::temp_dir, PathBuf::from);
            cannot_keep(&path, &error, phrases)
        })?;
        Ok(Self { path, done: 0 })
    }

    /// Writes what was played up to now.
    pub(super) fn keep(&mut self, session: &Session) {
        self.done += 1;
        if self.done.is_multiple_of(1 + self.done / EACH) {
            // It is written once more at the end, and what goes wrong then is said.
            let _ = atomic_file::renew(&self.path, &session.save().to_string(), Outlives::Program);
        }
    }

    /// Writes the whole game; where that fails now, to another file, for it was played.
    ///
    /// # Errors
    /// The system's reason, where it can be written nowhere; the game is shown then.
    pub(super) fn finish(self, session: &Session, phrases: &Phrases) -> Result<PathBuf, Failure> {
        let text = session.save().to_string();
        let Err(error) = atomic_file::renew(&self.path, &text, Outlives::System) else {
            return Ok(self.path);
        };
        let reason = input::reason(&error, phrases);
        let values = [("path", self.path.display().to_string().into()), ("reason", reason.into())];
        let complaint = Complaint::new(phrases.say("match-cannot-write", &values));
        match write_somewhere(session) {
            Ok(path) => {
                let file = path.display().to_string();
                let note = phrases.say("drive-kept-elsewhere", &[("file", file.into())]);
                report::complain(&complaint.with_note(note));
                Ok(path)
            }
            Err(_) => {
                // Nowhere on a disk: then at least before the user's eyes.
                let _ = io::stderr().write_all(text.as_bytes());
                Err(Failure::Input(complaint))
            }
        }
    }
}

/// Writes a new file where nobody has said where: never in the folder that one happens to be in.
fn write_somewhere(session: &Session) -> io::Result<PathBuf> {
    let (name, text) = (session.edition().name(), session.save().to_string());
    let written = data_folder::games_folder();
    let written = written.and_then(|folder| save_file::write_in(&folder, name, &text));
    written.or_else(|_| save_file::write_in(&env::temp_dir(), name, &text))
}

/// Refusal of a file that cannot be made.
pub(super) fn cannot_keep(path: &Path, error: &io::Error, phrases: &Phrases) -> Failure {
    let reason = input::reason(error, phrases);
    let values = [("path", path.display().to_string().into()), ("reason", reason.into())];
    let complaint = Complaint::new(phrases.say("drive-cannot-keep", &values));
    Failure::Usage(complaint.with_help(phrases.say("drive-cannot-keep-help", &[])))
}
