//! A game as a file in the folder where the program was started.

use std::io;
use std::path::{Path, PathBuf};

use crate::atomic_file;

/// How many names are tried for a file that must not overwrite another.
const NAMES: u32 = 1_000;

/// Writes a file that was not there before: `NAME.save`, `NAME-2.save` and so on.
///
/// # Errors
/// What the system says; nothing is left behind then.
pub(crate) fn write(name: &str, text: &str) -> io::Result<PathBuf> {
    write_in(Path::new(""), name, text)
}

/// The same in another folder.
///
/// # Errors
/// As [`write()`].
pub(crate) fn write_in(folder: &Path, name: &str, text: &str) -> io::Result<PathBuf> {
    let mut number = 1;
    loop {
        let path = folder.join(match number {
            1 => format!("{name}.save"),
            _ => format!("{name}-{number}.save"),
        });
        match atomic_file::create(&path, text) {
            Ok(()) => return Ok(path),
            Err(error) if error.kind() == io::ErrorKind::AlreadyExists && number < NAMES => {
                number += 1;
            }
            Err(error) => return Err(error),
        }
    }
}
