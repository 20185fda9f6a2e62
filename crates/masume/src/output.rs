//! Standard output, written whole so that a reader that has gone is noticed and nothing panics.

use std::io::{self, IsTerminal as _, Write as _};

use masume_presentation::escape::{escaped, json_text};
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
    let written = output.write_all(text.as_bytes()).and_then(|()| output.flush());
    written.map_err(Failure::Output)
}

/// Writes a value as one line of JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    print(&format!("{}\n", json_text(value).map_err(|error| Failure::Output(error.into()))?))
}
