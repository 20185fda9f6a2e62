//! Standard output, written whole so that a reader that has gone is noticed and nothing panics.

use std::io::{self, IsTerminal as _, Write as _};

use masume_presentation::escape::{escaped, is_unsafe};
use serde::Serialize;

use crate::failure::Failure;

/// Writes text for people: what others wrote in it does nothing to their terminal.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    print_raw(&escaped(text))
}

/// Writes text that is also a file or another program's input: as it is, except to a terminal.
pub(crate) fn print_file(text: &str) -> Result<(), Failure> {
    match io::stdout().is_terminal() {
        true => print(text),
        false => print_raw(text),
    }
}

/// Writes the text as it is; who calls this has made it safe.
pub(crate) fn print_raw(text: &str) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}

/// Writes a value as one line of JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&format!("{}\n", json_text(value)?))
}

/// JSON of a value, which does nothing to a terminal.
pub(crate) fn json_text(value: &impl Serialize) -> io::Result<String> {
    let text = serde_json::to_string(value).map_err(io::Error::other)?;
    // Such characters stand inside of texts only, where they can be spelt out.
    let unsafe_letters: Vec<char> = text.chars().filter(|&it| is_unsafe(it)).collect();
    let text = unsafe_letters
        .into_iter()
        .fold(text, |text, letter| text.replace(letter, &format!("\\u{:04x}", u32::from(letter))));
    Ok(text)
}
