//! A text as lines, each with its place.

use std::ops::Range;

use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, Span};

/// The largest text of states or levels, in bytes: a board of 2^20 cells with a number of eleven
/// characters in each takes 12 MiB.
const MAX_TEXT: usize = 1 << 26;

/// From so many lines on they are [`LEAST_OF_A_LINE`] bytes long on average; a board has fewer
/// rows.
const FEW_LINES: usize = 4096;
/// Bytes of a line with its end: less shows no row that a level has, and would take more memory as
/// lines than is worth it.
const LEAST_OF_A_LINE: usize = 3;

/// Signs that end a line.
const ENDS: [char; 5] = ['\n', '\r', '\u{85}', '\u{2028}', '\u{2029}'];

/// Signs that nobody sees: byte order marks, which stand within a text that was made of several files, and those that
/// come with what is copied from pages.
pub(super) const UNSEEN: [char; 6] =
    ['\u{feff}', '\u{200b}', '\u{200c}', '\u{200d}', '\u{200e}', '\u{2060}'];

/// Lines without their ends (`\n`, `\r\n`, `\r` alone, or one of Unicode) and without unseen signs around them. A line's end
/// after the last line begins no further line. `\r\r\n` is one end: texts that were taken for those of another system twice
/// have it; so is `\n\r`.
///
/// # Errors
/// A text of more than [`MAX_TEXT`] bytes, and one of many lines with next to nothing in them.
pub(super) fn lines(text: &str) -> Result<Vec<Spanned<&str>>, Diagnostic> {
    if text.len() > MAX_TEXT {
        let label = format!("{} bytes, but the most is {MAX_TEXT}", text.len());
        return Err(Diagnostic::error(
            Code::FileTooLarge,
            Span::new(0, 0),
            "the text is too large",
            label,
        ));
    }
    // Counted before memory is taken for them.
    let count = text.matches(ENDS).count() - text.matches("\r\n").count() + 1;
    if count > FEW_LINES && count * LEAST_OF_A_LINE > text.len() {
        let label = format!("{count} lines in {} bytes", text.len());
        let message = "too many lines with next to nothing in them";
        return Err(Diagnostic::error(Code::FileTooLarge, Span::new(0, 0), message, label));
    }
    let mut found = Vec::with_capacity(count);
    let mut start = 0;
    while start < text.len() {
        let rest = &text[start..];
        start += rest.len() - rest.trim_start_matches(UNSEEN).len();
        let end = text[start..].find(ENDS).map_or(text.len(), |length| start + length);
        // Nothing at all stands behind a mark at the end of the text.
        if start < text.len() {
            found.push(spanned(text[start..end].trim_end_matches(UNSEEN), start));
        }
        start = end + ending(&text[end..]);
    }
    Ok(found)
}

/// Length of the line's end with which the text begins.
fn ending(text: &str) -> usize {
    let mut known = ["\r\r\n", "\r\n"].into_iter();
    if let Some(found) = known.find(|it| text.starts_with(it)) {
        return found.len();
    }
    // Before `\r\n` it ends a line of its own.
    if text.starts_with("\n\r") && !text.starts_with("\n\r\n") {
        return 2;
    }
    text.chars().next().map_or(1, char::len_utf8)
}

/// True if nothing is to be seen on the line.
pub(super) fn is_blank(line: &str) -> bool {
    line.trim().is_empty()
}

/// A part of the text that begins at this byte.
pub(super) fn spanned(part: &str, start: usize) -> Spanned<&str> {
    Spanned { value: part, span: Span::new(start as u32, (start + part.len()) as u32) }
}

/// The part of a line in this range of its bytes.
pub(super) fn part_of<'t>(line: &Spanned<&'t str>, part: Range<usize>) -> Spanned<&'t str> {
    let start = line.span.start as usize + part.start;
    spanned(&line.value[part], start)
}

/// The part of a line without blanks around it.
pub(super) fn trimmed<'t>(part: &Spanned<&'t str>) -> Spanned<&'t str> {
    let before = part.value.len() - part.value.trim_start().len();
    spanned(part.value.trim(), part.span.start as usize + before)
}

/// The parts between blanks.
pub(super) fn words<'t>(part: &Spanned<&'t str>) -> Vec<Spanned<&'t str>> {
    let mut found = Vec::new();
    let mut rest = part.value;
    let mut start = part.span.start as usize;
    loop {
        let skipped = rest.len() - rest.trim_start().len();
        start += skipped;
        rest = &rest[skipped..];
        if rest.is_empty() {
            return found;
        }
        let length = rest.find(char::is_whitespace).unwrap_or(rest.len());
        found.push(spanned(&rest[..length], start));
        start += length;
        rest = &rest[length..];
    }
}

/// At most the first characters of what a user wrote, for a message of bounded length.
pub fn quoted(found: &str) -> String {
    /// Enough to recognise what one wrote, on one line of a terminal.
    const SHOWN: usize = 40;
    let shown: String = found.chars().take(SHOWN).map(visible_character).collect();
    let rest = if found.chars().nth(SHOWN).is_some() { "…" } else { "" };
    format!("`{shown}{rest}`")
}

/// Text as it can be shown: control characters would move the cursor or colour the reader's
/// terminal.
pub(super) fn visible(text: &str) -> String {
    text.chars().map(visible_character).collect()
}

fn visible_character(character: char) -> char {
    if character.is_control() { '\u{fffd}' } else { character }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn line_ends_and_byte_order_marks_are_no_text() {
        let check = |text: &str, expected: &[(u32, &str)]| {
            let found = lines(text).unwrap();
            let found: Vec<_> = found.iter().map(|line| (line.span.start, line.value)).collect();
            assert_eq!(found, expected, "{text:?}");
        };
        check("", &[]);
        check("\n", &[(0, "")]);
        check("a\r\nb", &[(0, "a"), (3, "b")]);
        check("a\r\r\nb\r\r\n\r\r\nc", &[(0, "a"), (4, "b"), (8, ""), (11, "c")]);
        check("a\n\u{feff}\u{feff}b\n\u{feff}", &[(0, "a"), (8, "b")]);
        check("\u{200b}a\u{200b}\nb\u{2060}c\u{200e}\r\n", &[(3, "a"), (8, "b\u{2060}c")]);
        check("a\n\rb\n\r\n\rc", &[(0, "a"), (3, "b"), (5, ""), (7, ""), (8, "c")]);
        check("a\u{2028}b\u{85}c\u{2029}", &[(0, "a"), (4, "b"), (7, "c")]);
        check("a\rb\r\rc\r", &[(0, "a"), (2, "b"), (4, ""), (5, "c")]);
        check("\u{feff}a\n\n b\n", &[(3, "a"), (5, ""), (6, " b")]);
    }

    #[test]
    fn many_lines_of_nothing_are_refused() {
        assert!(lines(&"\n".repeat(4095)).is_ok());
        let error = lines(&"#\n".repeat(5000)).unwrap_err();
        assert_eq!(error.label, "5001 lines in 10000 bytes");
        assert_eq!(lines(&"###\n".repeat(5000)).unwrap().len(), 5000);
    }

    #[test]
    fn words_keep_their_places() {
        let found = words(&spanned("  ab   c ", 10));
        let found: Vec<_> = found.iter().map(|word| (word.span.start, word.value)).collect();
        assert_eq!(found, [(12, "ab"), (17, "c")]);
    }

    #[test]
    fn what_is_quoted_is_short_and_harmless() {
        assert_eq!(quoted("ab"), "`ab`");
        assert_eq!(quoted("\u{1b}[31m"), "`\u{fffd}[31m`");
        assert_eq!(quoted(&"x".repeat(1000)).chars().count(), 43);
    }
}
