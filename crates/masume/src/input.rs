//! Reading files and standard input, never more than a bound.

use std::fs::File;
use std::io::{self, Read};

use masume_syntax::Code;

use crate::complaint::Complaint;
use crate::failure::Failure;
use crate::locale::Phrases;

/// The most bytes of a game or a list of actions: 1 MiB, the bound of the grammar.
pub(crate) const MAX_TEXT: u64 = 1 << 20;
/// The most bytes of a state or a collection of levels: 16 MiB, for the largest board takes more
/// than 1 MiB.
pub(crate) const MAX_BOARDS: u64 = 16 << 20;

/// What some editors put before a text in UTF-8. It belongs to no text: games, states, levels,
/// actions and saves are the same with and without it.
const BYTE_ORDER_MARK: &[u8] = "\u{feff}".as_bytes();

/// The bytes of a file, or of standard input for `-`; at most one more than `bound`. A byte order
/// mark before them is left out.
pub(crate) fn read_bytes(path: &str, bound: u64) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let read = if path == "-" {
        io::stdin().lock().take(bound + 1).read_to_end(&mut bytes)
    } else {
        File::open(path).and_then(|file| {
            // Some systems open a directory and fail only while reading, with a stranger message.
            if file.metadata()?.is_dir() {
                return Err(io::Error::from(io::ErrorKind::IsADirectory));
            }
            file.take(bound + 1).read_to_end(&mut bytes)
        })
    };
    match read {
        Ok(_) => {
            if bytes.starts_with(BYTE_ORDER_MARK) {
                bytes.drain(..BYTE_ORDER_MARK.len());
            }
            Ok(bytes)
        }
        Err(error) => {
            let phrases = Phrases::of_command_line();
            let values = [("path", path.into()), ("reason", reason(&error, &phrases).into())];
            Err(Failure::input(phrases.say("cannot-read-because", &values)))
        }
    }
}

/// The text of a file, or of standard input for `-`.
///
/// # Errors
/// More bytes than `bound`, or bytes that are not UTF-8, located by line and column.
pub(crate) fn read_text(path: &str, bound: u64) -> Result<String, Failure> {
    let bytes = read_bytes(path, bound)?;
    if bytes.len() as u64 > bound {
        let values = [("path", path.into()), ("bound", bound.to_string().into())];
        let message = Phrases::of_command_line().say("file-too-large", &values);
        return Err(Failure::Input(Complaint::new(message).with_code(Code::FileTooLarge)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |it| it.chars().count()) + 1;
        let phrases = Phrases::of_command_line();
        let message = phrases.say("not-utf8", &[("path", path.into())]);
        let values =
            [("byte", (valid + 1).into()), ("line", line.into()), ("column", column.into())];
        let note = phrases.say("not-utf8-at", &values);
        Failure::Input(Complaint::new(message).with_code(Code::NotText).with_note(note))
    })
}

/// Why a file cannot be read or written; the system's words where ours have none, without its error
/// number.
pub(crate) fn reason(error: &io::Error, phrases: &Phrases) -> String {
    let known = [
        (io::ErrorKind::NotFound, "no-such-file"),
        (io::ErrorKind::IsADirectory, "is-a-directory"),
        (io::ErrorKind::PermissionDenied, "permission-denied"),
        (io::ErrorKind::AlreadyExists, "reason-exists"),
        (io::ErrorKind::StorageFull, "reason-disk-full"),
        (io::ErrorKind::ReadOnlyFilesystem, "reason-read-only"),
    ];
    if let Some((_, id)) = known.iter().find(|(kind, _)| *kind == error.kind()) {
        return phrases.say(id, &[]);
    }
    error.to_string().split(" (os error").next().unwrap_or_default().to_lowercase()
}
