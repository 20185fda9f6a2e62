//! Moves of a play as they stand in books and in the files of PGN and PDN: `1. e4 e5 2. Nf3`.
//!
//! Tags in brackets come first; numbers of turns, remarks in braces, variations in parentheses and
//! the result say nothing about what is played. Of several plays the first is read. What a move means is for who reads it on a board.

use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, Span};

use super::lines::{quoted, spanned};

/// The most moves that are read: a hostile text is unbounded.
const MOST_MOVES: usize = 1 << 20;

/// Results of plays, as they stand behind the last move.
const RESULTS: [&str; 9] = ["1-0", "0-1", "1/2-1/2", "½-½", "2-0", "0-2", "1-1", "0-0", "*"];

/// True if the text begins as a list of moves does: with a tag, or with the number of a turn. Lines behind `%` are for
/// other programs.
pub fn is_movetext(text: &str) -> bool {
    let mut text = text.trim_start_matches('\u{feff}').trim_start();
    while text.starts_with('%') {
        let length = text.find(['\n', '\r']).unwrap_or(text.len());
        text = text[length..].trim_start();
    }
    let after_digits = text.trim_start_matches(|it: char| it.is_ascii_digit());
    text.starts_with('[') || (after_digits.len() < text.len() && after_digits.starts_with('.'))
}

/// A play as written.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Movetext<'t> {
    /// The position on a line with which the play began, where a tag says one.
    pub position: Option<Spanned<&'t str>>,
    /// The moves, each with its place.
    pub moves: Vec<Spanned<&'t str>>,
}

impl Movetext<'_> {
    /// Name of the tag that has the position.
    pub const POSITION: &'static str = "FEN";

    /// Nothing, where the play begins as any other.
    ///
    /// # Errors
    /// A position, for a reader that cannot begin there.
    pub fn begins_as_usual(&self) -> Result<(), Diagnostic> {
        let Some(position) = &self.position else { return Ok(()) };
        let message = "the play begins on a board of its own";
        let label = "this tag is not read here";
        Err(Diagnostic::error(Code::BadHeader, position.span, message, label)
            .with_help("say that position with `--state`, and delete the tag"))
    }
}

/// The moves, each with its place, and the position with which they begin.
///
/// # Errors
/// A remark, a variation or a tag that is not closed; more moves than 2^20.
pub fn read_movetext(text: &str) -> Result<Movetext<'_>, Diagnostic> {
    let mut reader = MovetextReader { text, at: 0, has_ended: false, found: Movetext::default() };
    while reader.skip_blanks() {
        reader.next()?;
    }
    Ok(reader.found)
}

struct MovetextReader<'t> {
    text: &'t str,
    at: usize,
    /// True behind the result of a play.
    has_ended: bool,
    found: Movetext<'t>,
}

impl<'t> MovetextReader<'t> {
    fn rest(&self) -> &'t str {
        &self.text[self.at..]
    }

    /// False at the end of the text, and of the first play: tags behind moves are those of another one.
    fn skip_blanks(&mut self) -> bool {
        let rest = self.rest();
        let left = rest.trim_start_matches(|it: char| it.is_whitespace() || it == '\u{feff}');
        self.at += rest.len() - left.len();
        let has_ended = self.has_ended && left.starts_with('[') && !self.found.moves.is_empty();
        !left.is_empty() && !has_ended
    }

    /// True where nothing stands before in the line.
    fn begins_line(&self) -> bool {
        let before = self.text[..self.at].chars().next_back();
        before.is_none_or(|it| matches!(it, '\n' | '\r' | '\u{feff}'))
    }

    fn next(&mut self) -> Result<(), Diagnostic> {
        match self.rest().as_bytes().first() {
            Some(b'[') => self.tag(),
            Some(b'{') => self.within('}', "this remark is not closed").map(|_| ()),
            Some(b'(') => self.variation(),
            // A line that begins with `%` is for other programs.
            Some(b'%') if self.begins_line() => {
                self.skip_line();
                Ok(())
            }
            Some(b';') => {
                self.skip_line();
                Ok(())
            }
            _ => self.word(),
        }
    }

    fn skip_line(&mut self) {
        let rest = self.rest();
        self.at += rest.find(['\n', '\r']).unwrap_or(rest.len());
    }

    /// The text up to a closing sign, which is passed, too.
    fn within(&mut self, close: char, label: &str) -> Result<&'t str, Diagnostic> {
        let rest = self.rest();
        let Some(length) = rest.find(close) else {
            let span = Span::new(self.at as u32, self.at as u32 + 1);
            let message = format!("expected `{close}`, found the end of the text");
            return Err(Diagnostic::error(Code::UnclosedBracket, span, message, label)
                .with_help(format!("add `{close}` where it ends")));
        };
        self.at += length + close.len_utf8();
        Ok(&rest[..length])
    }

    fn tag(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let tag = self.within(']', "this tag is not closed")?;
        let inner = tag.trim_start_matches('[').trim_start();
        let (name, value) = inner.split_once(char::is_whitespace).unwrap_or((inner, ""));
        if name.eq_ignore_ascii_case(Movetext::POSITION) {
            let (before, after) = value.split_once('"').unwrap_or(("", value));
            let line = after.split('"').next().unwrap_or_default();
            let at =
                start + tag.len() - value.len() + value.find('"').map_or(0, |_| before.len() + 1);
            self.found.position = Some(spanned(line, at));
        }
        Ok(())
    }

    /// Variations may hold others, and remarks.
    fn variation(&mut self) -> Result<(), Diagnostic> {
        let start = self.at;
        let mut depth = 0_usize;
        while let Some(sign) = self.rest().chars().next() {
            match sign {
                '{' => {
                    self.within('}', "this remark is not closed")?;
                    continue;
                }
                '(' => depth += 1,
                ')' => depth -= 1,
                _ => {}
            }
            self.at += sign.len_utf8();
            if depth == 0 {
                return Ok(());
            }
        }
        self.at = start;
        self.within('\0', "this variation is not closed").map(|_| ()).map_err(|error| {
            Diagnostic { message: "expected `)`, found the end of the text".to_owned(), ..error }
                .with_help("add `)` where it ends")
        })
    }

    fn word(&mut self) -> Result<(), Diagnostic> {
        let rest = self.rest();
        let is_end = |it: char| it.is_whitespace() || matches!(it, '{' | '(' | ')' | ';');
        // What ends a word at once is a word: a parenthesis that nothing opened.
        let first = rest.chars().next().map_or(0, char::len_utf8);
        let end = |from: usize| rest[from..].find(is_end).map_or(rest.len(), |it| from + it);
        let mut length = end(0).max(first);
        // `e8(Q)` is one move, and so is `d1-d7(g7)`: a variation stands behind a blank.
        if let Some(part) = part_in_parentheses(&rest[..length], &rest[length..]) {
            length = end(length + part);
        }
        let start = self.at;
        self.at += length;
        let word = &rest[..length];
        // `12.` and `12...` stand before a move, with a blank or without.
        let after_digits = word.trim_start_matches(|it: char| it.is_ascii_digit());
        let is_number = after_digits.len() < word.len() && after_digits.starts_with('.');
        let behind = if is_number { after_digits.trim_start_matches('.') } else { word };
        let begin = start + word.len() - behind.len();
        let played = behind.strip_suffix(',').unwrap_or(behind);
        self.has_ended |= RESULTS.contains(&played);
        if RESULTS.contains(&played) || is_remark(played) {
            return Ok(());
        }
        let played = spanned(played, begin);
        if self.found.moves.len() == MOST_MOVES {
            let message = format!("more than {MOST_MOVES} moves");
            let label = quoted(played.value);
            return Err(Diagnostic::error(Code::TooMany, played.span, message, label));
        }
        self.found.moves.push(played);
        Ok(())
    }
}

/// True for a word that says something about a move: `$14`, `!?`, `+-`, `e.p.`.
fn is_remark(word: &str) -> bool {
    /// A move that is not made: what follows it would be of the wrong player.
    const NO_MOVE: &str = "--";
    let is_sign = word != NO_MOVE && !word.contains(char::is_alphanumeric);
    is_sign && !word.contains(['(', ')']) || word.starts_with('$') || word == "e.p."
}

/// Length of what stands in parentheses right behind a word and belongs to it: a letter, or a cell.
fn part_in_parentheses(word: &str, behind: &str) -> Option<usize> {
    /// As long as `h10`.
    const LONGEST: usize = 3;
    let (part, _) = behind.strip_prefix('(')?.split_once(')')?;
    let is_part = (1..=LONGEST).contains(&part.len())
        && part.bytes().all(|it| it.is_ascii_alphanumeric())
        && word.ends_with(|it: char| it.is_alphanumeric());
    is_part.then_some(part.len() + 2)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn moves_are_read_without_what_stands_around_them() {
        let rows = [
            ("1. e4 e5 2. Nf3", "e4 e5 Nf3"),
            ("1.e4 e5 2.Nf3 Nc6 1-0", "e4 e5 Nf3 Nc6"),
            ("12... Qxf7# 0-1\n", "Qxf7#"),
            ("[Event \"A (b) {c}\"]\n[Result \"*\"]\n\n1. O-O {so; far} 1... e5 $14 *", "O-O e5"),
            ("1. e4 (1. d4 d5 (1... Nf6 {)}) 2. c4) e5 ; the rest\n2. f4", "e4 e5 f4"),
            ("1. 11-15 23-19 2. 8-11 1/2-1/2", "11-15 23-19 8-11"),
            ("7. e8(Q)+ Kf7 (7... Kg7) 8. d1-d7(g7){so}", "e8(Q)+ Kf7 d1-d7(g7)"),
            ("1. e4 !? e5 += 2. exd6 e.p. Nc6 ± 3. f4, N", "e4 e5 exd6 Nc6 f4 N"),
            ("% so\n1. e4 (%) e5\r%so 2. d4 d5\n2. % f4", "e4 e5 f4"),
            ("[A \"\"]\n1. e4 1-0\n\n[A \"\"]\n1. d4 *", "e4"),
            ("[A \"\"]\n1. e4 [B \"\"] -- *", "e4 --"),
            ("1. e4(1. d4)(1. Nf3) e5 2. (so)", "e4 e5"),
            ("", ""),
        ];
        for (text, expected) in rows {
            let moves = read_movetext(text).unwrap().moves;
            let words: Vec<&str> = moves.iter().map(|it| it.value).collect();
            assert_eq!(words.join(" "), expected, "{text}");
            for it in moves {
                assert_eq!(&text[it.span.range()], it.value);
            }
        }
    }

    #[test]
    fn a_tag_says_where_the_play_begins() {
        for (text, expected) in [
            ("[FEN \"8/8 w\"]\n1. e4", Some("8/8 w")),
            ("[Event \"FEN\"] [fen   \"8/8 b - -\"] 1. e4", Some("8/8 b - -")),
            ("[FEN 8/8]", Some("8/8")),
            ("[FEN]", Some("")),
            ("[SetUp \"1\"] 1. e4", None),
        ] {
            let read = read_movetext(text).unwrap();
            assert_eq!(read.position.as_ref().map(|it| it.value), expected, "{text}");
            assert_eq!(read.begins_as_usual().is_err(), expected.is_some(), "{text}");
            if let Some(line) = read.position {
                assert_eq!(&text[line.span.range()], line.value, "{text}");
            }
        }
    }

    #[test]
    fn what_is_not_closed_has_a_place() {
        let rows = [
            ("1. e4 {so far", 6, "expected `}`, found the end of the text"),
            ("1. e4 (1. d4 (1. c4)", 6, "expected `)`, found the end of the text"),
            ("[Event \"A\"", 0, "expected `]`, found the end of the text"),
        ];
        for (text, start, message) in rows {
            let error = read_movetext(text).unwrap_err();
            assert_eq!((error.span.start, error.message.as_str()), (start, message), "{text}");
            assert!(error.help.is_some(), "{text}");
        }
        assert_eq!(read_movetext(") (").unwrap_err().span.start, 2);
    }

    #[test]
    fn lists_of_moves_begin_with_a_tag_or_a_number() {
        for (text, expected) in [
            ("1. e4", true),
            (" \n12... e5", true),
            ("[Event \"\"]", true),
            ("% a\n%\r\n 1. e4", true),
            ("% 1. e4", false),
            ("e4, e5", false),
            ("11-15", false),
            ("5", false),
            ("", false),
        ] {
            assert_eq!(is_movetext(text), expected, "{text}");
        }
    }
}
