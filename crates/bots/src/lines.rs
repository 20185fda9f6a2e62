//! Lines of a stream that may be hostile: none is kept that is longer than a bound.

use std::fmt::Display;
use std::io::{self, BufRead, Read as _, Write};
use std::ops::ControlFlow;

use masume_presentation::escape::escaped;

use super::Listener;

/// The most bytes of a line: the largest state has far fewer.
pub(crate) const MOST_BYTES: usize = 1 << 20;

/// A line as it came.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Line {
    /// Without its end.
    Text(String),
    /// More than [`MOST_BYTES`] without an end.
    TooLong,
    /// Bytes that are no UTF-8.
    NotText,
}

/// Beginning of a line of a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoundedLine {
    /// Bytes without the end of the line; of a line that is cut one more than the bound.
    pub bytes: Vec<u8>,
    /// True if the line is longer than the bound: the stream stands behind these bytes.
    pub is_cut: bool,
}

/// The next line, of which no more than a bound is kept; `None` at the end of the stream.
///
/// # Errors
/// Those of the stream.
///
/// ```
/// use masume_bots::lines::{bounded_line, skip_line};
///
/// let mut input = "too long\nnext\n".as_bytes();
/// let first = bounded_line(&mut input, 4)?.expect("a line");
/// assert!(first.is_cut && first.bytes == b"too l");
/// skip_line(&mut input)?;
/// assert_eq!(bounded_line(&mut input, 4)?.expect("a line").bytes, b"next");
/// assert_eq!(bounded_line(&mut input, 4)?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
pub fn bounded_line(input: &mut impl BufRead, most: usize) -> io::Result<Option<BoundedLine>> {
    let mut bytes = Vec::new();
    input.by_ref().take(most as u64 + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    let is_cut = bytes.len() > most && !bytes.ends_with(b"\n");
    while !is_cut && matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(Some(BoundedLine { bytes, is_cut }))
}

/// Reads up to the end of a line, and keeps nothing.
///
/// # Errors
/// Those of the stream.
pub fn skip_line(input: &mut impl BufRead) -> io::Result<()> {
    loop {
        let buffer = input.fill_buf()?;
        let (length, is_end) = match buffer.iter().position(|byte| *byte == b'\n') {
            Some(index) => (index + 1, true),
            None => (buffer.len(), buffer.is_empty()),
        };
        input.consume(length);
        if is_end {
            return Ok(());
        }
    }
}

/// The next line; `None` at the end. What follows a line that is too long is not read.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let Some(line) = bounded_line(input, MOST_BYTES)? else { return Ok(None) };
    Ok(Some(match String::from_utf8(line.bytes) {
        _ if line.is_cut => Line::TooLong,
        Ok(text) => Line::Text(text),
        Err(_) => Line::NotText,
    }))
}

/// Answers line by line until an answer is the last one, the input ends, or a line is too long:
/// what follows it would be taken for a line of its own. What is repeated of what was read does
/// nothing to a terminal.
pub(crate) fn serve<W: Write>(
    listener: &mut Listener,
    output: &mut W,
    unreadable: &str,
    mut answer: impl FnMut(&str, &mut Listener, &mut W) -> ControlFlow<String, String>,
) -> io::Result<()> {
    while let Some(line) = listener.next() {
        let answered = match line {
            Line::Text(text) => answer(&text, listener, output),
            Line::NotText => ControlFlow::Continue(unreadable.to_owned()),
            Line::TooLong => ControlFlow::Break(unreadable.to_owned()),
        };
        let (ControlFlow::Continue(text) | ControlFlow::Break(text)) = &answered;
        output.write_all(escaped(text).as_bytes())?;
        output.flush()?;
        if answered.is_break() {
            break;
        }
    }
    Ok(())
}

/// Lines as one text, or behind a word the reason why there are none, in which a long line is not
/// repeated whole.
pub(crate) fn text_of(said: Result<Vec<String>, impl Display>, word: &str) -> String {
    /// The most characters of a reason.
    const SHOWN: usize = 200;
    match said {
        Ok(lines) => lines.iter().flat_map(|line| [line, "\n"]).collect(),
        Err(reason) => {
            let reason = reason.to_string();
            let shown: String = reason.chars().take(SHOWN).collect();
            let more = if reason.chars().nth(SHOWN).is_some() { "…" } else { "" };
            format!("{word} {shown}{more}\n")
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_come_without_their_ends() {
        let mut input = "a\r\n\nlast".as_bytes();
        let mut next = || next_line(&mut input).expect("memory can be read");
        for text in ["a", "", "last"] {
            assert_eq!(next(), Some(Line::Text(text.to_owned())));
        }
        assert_eq!(next(), None);
    }

    #[test]
    fn a_long_reason_is_cut() {
        for (length, end) in [(200, "é\n"), (201, "é…\n")] {
            let said = text_of(Err("é".repeat(length)), "status");
            assert!(said.ends_with(end) && said.chars().count() <= 209, "{length}: {said}");
        }
    }

    #[test]
    fn a_line_without_end_is_not_kept() {
        let mut input = io::repeat(b'x').take(10 << 20).chain("\nnext".as_bytes());
        let mut input = io::BufReader::new(&mut input);
        assert_eq!(next_line(&mut input).expect("memory can be read"), Some(Line::TooLong));
        assert_eq!(next_line(&mut &b"\xff\n"[..]).expect("it can be read"), Some(Line::NotText));
    }
}
