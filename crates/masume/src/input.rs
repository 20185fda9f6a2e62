//! Reading files and standard input, never more than a bound.

use std::fs::File;
use std::io::{self, Read};

use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_rules::text::{is_movetext, is_tree};
use masume_syntax::Code;

use crate::failure::Failure;
use crate::language;

/// The most bytes of a game or a list of actions: 1 MiB, the bound of the grammar.
pub(crate) const MAX_TEXT: u64 = 1 << 20;
/// The most bytes of a state or a collection of levels: 16 MiB, for the largest board takes more
/// than 1 MiB.
pub(crate) const MAX_BOARDS: u64 = 16 << 20;

/// Mark that some editors put before a text in UTF-8. It belongs to no text: games, states, levels,
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
            let phrases = language::phrases();
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
    text_of(path, read_bytes(path, bound)?, bound)
}

fn text_of(path: &str, bytes: Vec<u8>, bound: u64) -> Result<String, Failure> {
    if bytes.len() as u64 > bound {
        let values = [("path", path.into()), ("bound", bound.to_string().into())];
        let message = language::phrases().say("file-too-large", &values);
        return Err(Failure::Input(Complaint::new(message).with_code(Code::FileTooLarge)));
    }
    String::from_utf8(bytes).map_err(|error| {
        let valid = error.utf8_error().valid_up_to();
        let before = String::from_utf8_lossy(&error.as_bytes()[..valid]);
        let line = before.matches('\n').count() + 1;
        let column = before.rsplit('\n').next().map_or(0, |it| it.chars().count()) + 1;
        let phrases = language::phrases();
        let message = phrases.say("not-utf8", &[("path", path.into())]);
        let values =
            [("byte", (valid + 1).into()), ("line", line.into()), ("column", column.into())];
        let note = phrases.say("not-utf8-at", &values);
        let help = phrases.say("not-utf8-help", &[]);
        let complaint = Complaint::new(message).with_code(Code::NotText).with_note(note);
        Failure::Input(complaint.with_help(help))
    })
}

/// The text of a file of levels, or of standard input for `-`, and the byte of it from which on it
/// was not UTF-8 and is read as [`WINDOWS_1252`]: so old collections are, whose rows are the same
/// in both. A text in UTF-16 with its byte order mark is read, too.
///
/// # Errors
/// More bytes than `bound`, or bytes that are no text, located by line and column.
pub(crate) fn read_levels(path: &str, bound: u64) -> Result<(String, Option<u32>), Failure> {
    text_of_any(path, read_bytes(path, bound)?, bound)
}

fn text_of_any(path: &str, bytes: Vec<u8>, bound: u64) -> Result<(String, Option<u32>), Failure> {
    if let Some(text) = utf16(&bytes).filter(|text| text.len() as u64 <= bound) {
        return Ok((text, None));
    }
    let is_text = bytes.len() as u64 <= bound && !bytes.contains(&0);
    if !is_text || std::str::from_utf8(&bytes).is_ok() {
        return text_of(path, bytes, bound).map(|text| (text, None));
    }
    let mut text = String::with_capacity(bytes.len());
    let mut first = None;
    for chunk in bytes.utf8_chunks() {
        text.push_str(chunk.valid());
        if !chunk.invalid().is_empty() {
            first = first.or(Some(text.len() as u32));
        }
        text.extend(chunk.invalid().iter().map(|byte| windows_1252(*byte)));
    }
    Ok((text, first))
}

/// The text of a save, of actions, or of a play as players write it. A play is read as [`read_levels`] reads it: letters of
/// other encodings stand in its names and remarks alone.
///
/// # Errors
/// As of [`read_text`].
pub(crate) fn read_play(path: &str, bound: u64) -> Result<String, Failure> {
    /// Enough to see how a text begins.
    const BEGINNING: usize = 1 << 10;
    let bytes = read_bytes(path, bound)?;
    let beginning = String::from_utf8_lossy(&bytes[..bytes.len().min(BEGINNING)]);
    if is_movetext(&beginning) || is_tree(&beginning) {
        return text_of_any(path, bytes, bound).map(|(text, _)| text);
    }
    text_of(path, bytes, bound)
}

/// Characters of the bytes from 0x80 on that Latin-1 leaves to control characters, as the code page
/// of old Windows has them; `\u{fffd}` where it has none.
const WINDOWS_1252: [char; 32] = [
    '€', '\u{fffd}', '‚', 'ƒ', '„', '…', '†', '‡', 'ˆ', '‰', 'Š', '‹', 'Œ', '\u{fffd}', 'Ž',
    '\u{fffd}', '\u{fffd}', '‘', '’', '“', '”', '•', '–', '—', '˜', '™', 'š', '›', 'œ', '\u{fffd}',
    'ž', 'Ÿ',
];

fn windows_1252(byte: u8) -> char {
    let index = byte.checked_sub(0x80).map(usize::from);
    index.and_then(|index| WINDOWS_1252.get(index)).copied().unwrap_or(char::from(byte))
}

/// Text in UTF-16, which begins with its byte order mark.
fn utf16(bytes: &[u8]) -> Option<String> {
    let (mark, rest) = bytes.split_at_checked(2)?;
    let unit: fn([u8; 2]) -> u16 = match mark {
        [0xff, 0xfe] => u16::from_le_bytes,
        [0xfe, 0xff] => u16::from_be_bytes,
        _ => return None,
    };
    let (pairs, []) = rest.as_chunks::<2>() else { return None };
    char::decode_utf16(pairs.iter().map(|pair| unit(*pair))).collect::<Result<_, _>>().ok()
}

/// Reason for which a file cannot be read or written; the system's words where ours have none,
/// without its error number.
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
