//! Lines of a stream that may be hostile: none is kept that is longer than a bound.

use std::io::{self, BufRead, Read as _, Write};
use std::ops::ControlFlow;

use masume_presentation::escape::escaped;

use super::Listener;

/// The most bytes of a line: the largest state has far fewer.
pub(crate) const MOST_BYTES: u64 = 1 << 20;

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

/// The next line; `None` at the end. What follows a line that is too long is not read.
pub(crate) fn next_line(input: &mut impl BufRead) -> io::Result<Option<Line>> {
    let mut bytes = Vec::new();
    input.by_ref().take(MOST_BYTES + 1).read_until(b'\n', &mut bytes)?;
    if bytes.is_empty() {
        return Ok(None);
    }
    if bytes.len() as u64 > MOST_BYTES {
        return Ok(Some(Line::TooLong));
    }
    while matches!(bytes.last(), Some(b'\n' | b'\r')) {
        bytes.pop();
    }
    Ok(Some(String::from_utf8(bytes).map_or(Line::NotText, Line::Text)))
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
pub(crate) fn text_of(said: Result<Vec<String>, String>, word: &str) -> String {
    /// The most characters of a reason.
    const SHOWN: usize = 200;
    match said {
        Ok(lines) => lines.iter().flat_map(|line| [line, "\n"]).collect(),
        Err(reason) => {
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
