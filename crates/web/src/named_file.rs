//! The one file that a page may read and write: the one named on the command line.

use std::fs::{self, File};
use std::io::{self, Read as _};
use std::path::{Path, PathBuf};
use std::sync::{Mutex, PoisonError};
use std::time::SystemTime;

/// A text file that is watched, and written only over what its writer has seen.
#[derive(Debug)]
pub struct NamedFile {
    path: PathBuf,
    most_bytes: u64,
    replace: fn(&Path, &str) -> io::Result<()>,
    /// Held while the file is compared and written.
    writing: Mutex<()>,
}

/// Time and length of a file: where they are the same, its text is taken to be.
pub(crate) type Stamp = (Option<SystemTime>, u64);

/// Reason for which a text was not written.
#[derive(Debug)]
pub(crate) enum Unwritten {
    /// The file has another text than the writer has seen: this one.
    Changed(String),
    /// The system's reason.
    Failed(io::Error),
}

impl NamedFile {
    /// A file of at most so many bytes; `replace` puts a text in its place, whole or not at all.
    pub fn new(path: PathBuf, most_bytes: u64, replace: fn(&Path, &str) -> io::Result<()>) -> Self {
        Self { path, most_bytes, replace, writing: Mutex::new(()) }
    }

    /// The file's name without its folder.
    pub(crate) fn name(&self) -> String {
        self.path.file_name().unwrap_or_default().to_string_lossy().into_owned()
    }

    pub(crate) fn stamp(&self) -> io::Result<Stamp> {
        let metadata = fs::metadata(&self.path)?;
        Ok((metadata.modified().ok(), metadata.len()))
    }

    /// The file's text.
    ///
    /// # Errors
    /// `FileTooLarge`, `InvalidData` for bytes that are no text, and errors of the system.
    pub(crate) fn read(&self) -> io::Result<String> {
        let mut bytes = Vec::new();
        File::open(&self.path)?.take(self.most_bytes + 1).read_to_end(&mut bytes)?;
        if bytes.len() as u64 > self.most_bytes {
            return Err(io::ErrorKind::FileTooLarge.into());
        }
        let text = String::from_utf8(bytes).map_err(|_| io::ErrorKind::InvalidData)?;
        Ok(text.strip_prefix('\u{feff}').map(str::to_owned).unwrap_or(text))
    }

    /// Writes a text over the one that its writer has seen.
    pub(crate) fn write(&self, text: &str, seen: Option<&str>) -> Result<(), Unwritten> {
        let _writing = self.writing.lock().unwrap_or_else(PoisonError::into_inner);
        if text.len() as u64 > self.most_bytes {
            return Err(Unwritten::Failed(io::ErrorKind::FileTooLarge.into()));
        }
        let present = self.read().map_err(Unwritten::Failed)?;
        if seen != Some(&present) {
            return Err(Unwritten::Changed(present));
        }
        (self.replace)(&self.path, text).map_err(Unwritten::Failed)
    }
}
