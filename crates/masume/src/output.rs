//! Standard output, written whole so that a reader that has gone is noticed and nothing panics.

use std::io::{self, Write as _};

use serde::Serialize;

use crate::failure::Failure;

/// Writes the text as it is.
pub(crate) fn print(text: &str) -> Result<(), Failure> {
    let mut output = io::stdout().lock();
    output.write_all(text.as_bytes())?;
    output.flush()?;
    Ok(())
}

/// Writes a value as one line of JSON.
pub(crate) fn print_json(value: &impl Serialize) -> Result<(), Failure> {
    let text = serde_json::to_string(value).map_err(io::Error::other)?;
    print(&format!("{text}\n"))
}
