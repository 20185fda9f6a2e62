//! A game as a file in the folder where the program was started.

use std::io;
use std::path::{Path, PathBuf};

use masume_presentation::locale::Phrases;

use crate::atomic_file;

/// Number of names that are tried for a file that must not overwrite another.
const NAMES: u32 = 1_000;

/// Writes a file that was not there before: `NAME.save`, `NAME-2.save` and so on.
///
/// # Errors
/// The error of the system; nothing is left behind then.
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

/// Reason why a file cannot be written, in words.
pub(crate) fn reason(error: &io::Error, phrases: &Phrases) -> String {
    #[expect(clippy::wildcard_enum_match_arm, reason = "an enum of the system, with many kinds")]
    match error.kind() {
        io::ErrorKind::PermissionDenied => phrases.say("reason-not-permitted", &[]),
        io::ErrorKind::ReadOnlyFilesystem => phrases.say("reason-read-only", &[]),
        io::ErrorKind::StorageFull | io::ErrorKind::QuotaExceeded => {
            phrases.say("reason-disk-full", &[])
        }
        _ => error.to_string(),
    }
}

#[cfg(test)]
mod tests {
    use masume_presentation::locale::Locale;

    use super::*;

    #[test]
    fn files_that_cannot_be_written_have_their_reason() {
        let phrases = Phrases::new(Locale::Japanese);
        let rows = [
            (io::ErrorKind::PermissionDenied, "ここに書き込む権限がありません"),
            (io::ErrorKind::StorageFull, "ディスクに空きがありません"),
            (io::ErrorKind::ReadOnlyFilesystem, "書き込み禁止のフォルダです"),
        ];
        for (kind, expected) in rows {
            assert_eq!(reason(&kind.into(), &phrases), expected);
        }
    }
}
