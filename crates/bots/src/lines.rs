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
pub enum Line {
    /// Without its end.
    Text(String),
    /// More bytes than the bound without an end.
    TooLong,
    /// Bytes that are no UTF-8.
    NotText,
}

/// Lines of a stream, of each of which no more than a bound is kept.
///
/// ```
/// use masume_bots::lines::{Bounded, Line};
///
/// let mut lines = Bounded::new("too long\nnext\n".as_bytes(), 4);
/// assert_eq!(lines.next_line()?, Some(Line::TooLong));
/// assert_eq!(lines.next_line()?, Some(Line::Text("next".to_owned())));
/// assert_eq!(lines.next_line()?, None);
/// # Ok::<(), std::io::Error>(())
/// ```
#[derive(Debug)]
pub struct Bounded<R> {
    input: R,
    most: usize,
    /// True if the stream stands within a line that was told to be too long.
    is_within: bool,
}

impl<R: BufRead> Bounded<R> {
    /// The lines of a stream, with the most bytes of one.
    pub fn new(input: R, most: usize) -> Self {
        Self { input, most, is_within: false }
    }

    /// The next line; `None` at the end. One that is too long is told as soon as it is: it may never
    /// end. What is left of it is skipped before the line behind it.
    ///
    /// # Errors
    /// Those of the stream.
    pub fn next_line(&mut self) -> io::Result<Option<Line>> {
        if std::mem::take(&mut self.is_within) {
            self.input.skip_until(b'\n')?;
        }
        let mut bytes = Vec::new();
        let most = self.most as u64 + 1;
        self.input.by_ref().take(most).read_until(b'\n', &mut bytes)?;
        if bytes.is_empty() {
            return Ok(None);
        }
        self.is_within = bytes.len() > self.most && !bytes.ends_with(b"\n");
        if self.is_within {
            return Ok(Some(Line::TooLong));
        }
        while matches!(bytes.last(), Some(b'\n' | b'\r')) {
            bytes.pop();
        }
        Ok(Some(String::from_utf8(bytes).map_or(Line::NotText, Line::Text)))
    }

    /// The stream behind the lines that were read.
    pub(crate) fn input(&self) -> &R {
        &self.input
    }
}

/// Answers line by line until an answer is the last one or the input ends; `None` stands for a line
/// that cannot be read. What is repeated of what was read does nothing to a terminal.
pub(crate) fn serve<W: Write>(
    listener: &mut Listener,
    output: &mut W,
    mut answer: impl FnMut(Option<&str>, &mut Listener, &mut W) -> ControlFlow<String, String>,
) -> io::Result<()> {
    while let Some(line) = listener.next() {
        let text = match &line {
            Line::Text(text) => Some(text.as_str()),
            Line::NotText | Line::TooLong => None,
        };
        let answered = answer(text, listener, output);
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

    /// All lines of an input.
    fn lines(input: impl io::Read, most: usize) -> Vec<Line> {
        let mut lines = Bounded::new(io::BufReader::new(input), most);
        std::iter::from_fn(|| lines.next_line().expect("memory can be read")).collect()
    }

    fn text(text: &str) -> Line {
        Line::Text(text.to_owned())
    }

    #[test]
    fn lines_come_without_their_ends() {
        assert_eq!(lines(&b"a\r\n\nlast"[..], 9), [text("a"), text(""), text("last")]);
        assert_eq!(lines(&b"\xff\n\xc3\xa9"[..], 9), [Line::NotText, text("é")]);
    }

    #[test]
    fn a_long_reason_is_cut() {
        for (length, end) in [(200, "é\n"), (201, "é…\n")] {
            let said = text_of(Err("é".repeat(length)), "status");
            assert!(said.ends_with(end) && said.chars().count() <= 209, "{length}: {said}");
        }
    }

    #[test]
    fn a_line_that_is_too_long_is_told_and_the_next_one_read() {
        for (input, expected) in [
            ("four\nfive5\nsix", vec![text("four"), Line::TooLong, text("six")]),
            ("five5", vec![Line::TooLong]),
            ("five5\n\n", vec![Line::TooLong, text("")]),
        ] {
            assert_eq!(lines(input.as_bytes(), 4), expected, "{input:?}");
        }
        let input = io::repeat(b'x').take(10 << 20).chain("\nnext".as_bytes());
        assert_eq!(lines(input, MOST_BYTES), [Line::TooLong, text("next")]);
        // It is told before it ends.
        let mut endless = Bounded::new(io::BufReader::new(io::repeat(b'x')), 4);
        assert_eq!(endless.next_line().expect("memory can be read"), Some(Line::TooLong));
    }
}
