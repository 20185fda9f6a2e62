//! Cuts a text into tokens that cover every byte of it, line by line.
//!
//! How a line is read depends on the section that it stands in: a legend has glyphs, a level has
//! raw rows. Start with [`lex`]. This module must not know what a line means, only its words.

mod glyphs;
mod ordinary;
mod text;

use crate::errors::Errors;
use crate::section_word::{Reading, SectionWord};
use crate::{Span, SyntaxKind};

pub(crate) use ordinary::is_letter_name;

/// A token; it ends where the next one begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Token {
    pub(crate) kind: SyntaxKind,
    pub(crate) start: u32,
}

/// A token that the parser sees.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Seen {
    pub(crate) kind: SyntaxKind,
    /// Its index among all tokens.
    pub(crate) token: u32,
    /// Its line's index in [`Lexed::lines`].
    pub(crate) line: u32,
    /// For a bracket: the index of its other half among the seen tokens, on the same line.
    pub(crate) partner: Option<u32>,
}

/// A line that says something, with the lines that continue it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct LogicalLine {
    /// In blanks; a tab counts as two.
    pub(crate) indent: u32,
    /// True if it is a row of a picture or of prose.
    pub(crate) raw: bool,
    /// True if a character in it could not be read, so that whatever else seems wrong in it is
    /// probably no more than a consequence.
    pub(crate) unreadable: bool,
}

/// Words that follow `picture` on its line, or are written there by mistake.
pub(crate) const PICTURE_WORDS: &[&str] = &["at", "centre", "center", "in", "on"];

/// A text as tokens.
#[derive(Debug, Default)]
pub(crate) struct Lexed {
    pub(crate) tokens: Vec<Token>,
    pub(crate) seen: Vec<Seen>,
    pub(crate) lines: Vec<LogicalLine>,
    pub(crate) errors: Errors,
}

/// Cuts the text into tokens. The text is shorter than 4 GiB.
pub(crate) fn lex(text: &str) -> Lexed {
    let physical = physical_lines(text);
    let mut lexer = Lexer {
        text,
        out: Lexed::default(),
        reading: Reading::Ordinary,
        raw_below: None,
        raw_begun: false,
        head: None,
        section_begun: false,
        first_indent: None,
        in_table: false,
        open: Vec::new(),
    };
    for (index, line) in physical.iter().enumerate() {
        lexer.line(line, physical.get(index + 1).and_then(|next| next.next_indent));
    }
    let end = text.len();
    let line = lexer.out.lines.len().saturating_sub(1) as u32;
    let token = lexer.out.tokens.len() as u32;
    lexer.out.tokens.push(Token { kind: SyntaxKind::EndOfText, start: end as u32 });
    lexer.out.seen.push(Seen { kind: SyntaxKind::EndOfText, token, line, partner: None });
    lexer.out
}

/// A line of the text as its newlines cut it.
struct PhysicalLine {
    start: usize,
    /// After the indentation.
    content: usize,
    /// Before the newline.
    end: usize,
    /// After the newline.
    next: usize,
    indent: u32,
    /// The indentation of this line if it is not blank, else of the next one that is not.
    next_indent: Option<u32>,
}

impl PhysicalLine {
    fn is_blank(&self) -> bool {
        self.content == self.end
    }
}

fn physical_lines(text: &str) -> Vec<PhysicalLine> {
    let bytes = text.as_bytes();
    let mut lines = Vec::new();
    let mut start = 0;
    while start < bytes.len() {
        let next = bytes[start..].iter().position(|&it| it == b'\n');
        let next = next.map_or(bytes.len(), |length| start + length + 1);
        let mut end = next;
        if bytes[end - 1] == b'\n' {
            end -= 1;
        }
        // A carriage return at the end of a line belongs to its newline.
        while end > start && bytes[end - 1] == b'\r' {
            end -= 1;
        }
        let mark =
            if start == 0 && text.starts_with('\u{feff}') { '\u{feff}'.len_utf8() } else { 0 };
        let mut content = start + mark;
        let mut indent = 0;
        while content < end {
            match bytes[content] {
                b' ' => indent += 1,
                b'\t' => indent += 2,
                b'\r' => {}
                _ => break,
            }
            content += 1;
        }
        lines.push(PhysicalLine { start, content, end, next, indent, next_indent: None });
        start = next;
    }
    let mut below = None;
    for line in lines.iter_mut().rev() {
        if !line.is_blank() {
            below = Some(line.indent);
        }
        line.next_indent = below;
    }
    lines
}

/// The line before, to which a line may turn out to belong.
struct Head {
    indent: u32,
    /// The index of its newline among the tokens.
    newline: Option<u32>,
    /// The number of seen tokens before that newline.
    seen: usize,
}

struct Lexer<'t> {
    text: &'t str,
    out: Lexed,
    reading: Reading,
    /// Lines deeper than this are raw.
    raw_below: Option<u32>,
    /// True if the first of them has been read.
    raw_begun: bool,
    head: Option<Head>,
    section_begun: bool,
    /// Indentation of the first line below the heading.
    first_indent: Option<u32>,
    /// True if the line is an ordinary one below a heading.
    in_table: bool,
    /// Brackets that are open on this line, as indices of seen tokens.
    open: Vec<u32>,
}

impl Lexer<'_> {
    /// Reads one line; `below` is the indentation of the next line that is not blank.
    fn line(&mut self, line: &PhysicalLine, below: Option<u32>) {
        if let Some(indent) = self.raw_below {
            // Blank lines are rows only between rows.
            let inside = if line.is_blank() {
                self.raw_begun && below.is_some_and(|it| it > indent)
            } else {
                line.indent > indent
            };
            if inside {
                self.raw_line(line, indent + 1);
                return;
            }
        }
        let mut start = line.start;
        if start == 0 && self.text.starts_with('\u{feff}') {
            start = '\u{feff}'.len_utf8();
            self.push(SyntaxKind::ByteOrderMark, 0);
        }
        if line.content > start {
            self.push(SyntaxKind::Whitespace, start);
        }
        let comment_only = self.text[line.content..line.end].starts_with("//");
        if line.is_blank() || comment_only {
            if comment_only {
                self.push(SyntaxKind::Comment, line.content);
            }
            if line.next > line.end {
                // Among raw rows every newline is a row's, but for those of such lines.
                let joins = self.raw_below.is_some() && self.raw_begun;
                let kind = if joins { SyntaxKind::LineJoin } else { SyntaxKind::Newline };
                self.push(kind, line.end);
            }
            return;
        }
        self.raw_below = None;
        self.content_line(line);
        self.control_character(line);
    }

    fn raw_line(&mut self, line: &PhysicalLine, indent: u32) {
        self.raw_begun = true;
        self.out.lines.push(LogicalLine { indent, raw: true, unreadable: false });
        if line.end > line.start {
            self.see(SyntaxKind::RawLine, line.start);
        }
        if line.next > line.end {
            self.see(SyntaxKind::Newline, line.end);
        }
        self.head = None;
        self.control_character(line);
    }

    /// Says that the line holds a character that would steer the terminal on which titles, words
    /// and rows are shown; only where nothing else in it was unreadable, for then it has been said.
    fn control_character(&mut self, line: &PhysicalLine) {
        if self.out.lines.last().is_some_and(|it| it.unreadable) {
            return;
        }
        let text = &self.text[line.content..line.end];
        let Some((at, found)) = text.char_indices().find(|(_, it)| is_control(*it)) else {
            return;
        };
        let at = line.content + at;
        self.unreadable(|| {
            crate::Diagnostic::error(
                crate::Code::UnexpectedCharacter,
                span(at, at + found.len_utf8()),
                format!("expected text, found the control character U+{:04X}", u32::from(found)),
                "this is no character to be shown",
            )
        });
    }

    fn content_line(&mut self, line: &PhysicalLine) {
        let content = &self.text[line.content..line.end];
        let is_heading = line.indent == 0 || !self.section_begun;
        // The tokens of a line that goes on belong to the line before.
        if is_heading || !self.continues_the_line_before(content, line.indent) {
            self.open.clear();
            self.out.lines.push(LogicalLine { indent: line.indent, raw: false, unreadable: false });
            self.head = Some(Head { indent: line.indent, newline: None, seen: 0 });
        }
        let first = self.out.seen.len();
        self.in_table = !is_heading && matches!(self.reading, Reading::Ordinary | Reading::Display);
        let mut begins_rows = false;
        if is_heading {
            self.section_begun = true;
            self.first_indent = None;
            self.heading(line.content, line.end);
        } else {
            let first_indent = *self.first_indent.get_or_insert(line.indent);
            match self.reading {
                Reading::Ordinary | Reading::Statements | Reading::Raw => {
                    self.ordinary(line.content, line.end);
                }
                Reading::Display => {
                    let is_deeper = line.indent > first_indent;
                    begins_rows = is_deeper && self.picture_line(line.content, line.end);
                    if !begins_rows {
                        self.ordinary(line.content, line.end);
                    }
                }
                Reading::Templates => self.templates(line.content, line.end),
                Reading::Legend => self.legend_line(line.content, line.end),
                Reading::Keys => self.key_line(line.content, line.end),
                Reading::Notation => self.notation_line(line.content, line.end),
            }
        }
        begins_rows |= self.reading == Reading::Statements && self.ends_in_picture(first);
        if begins_rows {
            self.raw_below = Some(line.indent);
            self.raw_begun = false;
        }
        let newline = (line.next > line.end).then_some(self.out.tokens.len() as u32);
        if let Some(head) = &mut self.head {
            head.newline = newline;
            head.seen = self.out.seen.len();
        }
        if newline.is_some() {
            self.see(SyntaxKind::Newline, line.end);
        }
    }

    /// Reads a section's heading, which decides how the lines below it are read.
    fn heading(&mut self, start: usize, end: usize) {
        let word_end = ordinary::word_end(self.text, start, end);
        let word = &self.text[start..word_end];
        let section = SectionWord::of(word).or_else(|| SectionWord::meant(word).map(|it| it.0));
        self.reading = section.map_or(Reading::Ordinary, SectionWord::reading);
        self.raw_below = (self.reading == Reading::Raw).then_some(0);
        self.raw_begun = false;
        if section == Some(SectionWord::Game) {
            self.see(SyntaxKind::Word, start);
            self.rest(SyntaxKind::Title, word_end, end);
        } else {
            self.ordinary(start, end);
        }
    }

    /// True if this line goes on with the one before; then the newlines between are joined.
    fn continues_the_line_before(&mut self, content: &str, indent: u32) -> bool {
        let begins = ["->", "=>", "→", "-->", "==>", ","].iter().any(|it| content.starts_with(it));
        let words =
            matches!(self.reading, Reading::Ordinary | Reading::Statements | Reading::Display);
        let Some(head) = &self.head else { return false };
        let Some(newline) = head.newline else { return false };
        if !begins || !words || indent <= head.indent {
            return false;
        }
        self.out.seen.truncate(head.seen);
        for token in &mut self.out.tokens[newline as usize..] {
            if token.kind == SyntaxKind::Newline {
                token.kind = SyntaxKind::LineJoin;
            }
        }
        true
    }

    /// True if the line's last words are `picture` or `picture at …`, where a statement begins.
    /// Other words are known so that a slip there does not make the picture unreadable.
    fn ends_in_picture(&self, first: usize) -> bool {
        let seen = &self.out.seen[first..];
        let word = |index: usize| seen.get(index).map_or("", |it| self.slice(it.token));
        let Some(at) = (0..seen.len()).find(|&it| word(it) == "picture") else { return false };
        let begins = at == 0 || ["else", "must", ":"].contains(&word(at - 1));
        begins && (at + 1 == seen.len() || PICTURE_WORDS.contains(&word(at + 1)))
    }

    /// The text of a token that is followed by another, or is the last so far.
    fn slice(&self, token: u32) -> &str {
        let start = self.out.tokens[token as usize].start as usize;
        let end = self.out.tokens.get(token as usize + 1).map(|it| it.start as usize);
        let rest = &self.text[start..end.unwrap_or(self.text.len())];
        // The last token of a line has no follower yet.
        if end.is_none() { rest.lines().next().unwrap_or("").trim_end() } else { rest }
    }

    fn push(&mut self, kind: SyntaxKind, start: usize) {
        self.out.tokens.push(Token { kind, start: start as u32 });
    }

    fn see(&mut self, kind: SyntaxKind, start: usize) {
        let token = self.out.tokens.len() as u32;
        let line = self.out.lines.len() as u32 - 1;
        let index = self.out.seen.len() as u32;
        let mut partner = None;
        if let Some(opening) = opening(kind) {
            // Brackets of another kind in between are not closed on this line.
            if let Some(&last) = self.open.last()
                && self.out.seen[last as usize].kind == opening
            {
                self.open.pop();
                self.out.seen[last as usize].partner = Some(index);
                partner = Some(last);
            }
        } else if is_opening(kind) {
            self.open.push(index);
        }
        self.push(kind, start);
        self.out.seen.push(Seen { kind, token, line, partner });
    }

    /// Says that a character of the current line cannot be read.
    fn unreadable(&mut self, diagnostic: impl FnOnce() -> crate::Diagnostic) {
        self.out.errors.add(diagnostic);
        if let Some(line) = self.out.lines.last_mut() {
            line.unreadable = true;
        }
    }
}

/// True if the character acts on what shows it. A tab is a blank.
fn is_control(character: char) -> bool {
    character.is_control() && character != '\t'
}

fn is_opening(kind: SyntaxKind) -> bool {
    use SyntaxKind::{OpenBrace, OpenBracket, OpenParen};
    matches!(kind, OpenParen | OpenBracket | OpenBrace)
}

#[expect(clippy::wildcard_enum_match_arm, reason = "three kinds of a hundred close a bracket")]
fn opening(kind: SyntaxKind) -> Option<SyntaxKind> {
    match kind {
        SyntaxKind::CloseParen => Some(SyntaxKind::OpenParen),
        SyntaxKind::CloseBracket => Some(SyntaxKind::OpenBracket),
        SyntaxKind::CloseBrace => Some(SyntaxKind::OpenBrace),
        _ => None,
    }
}

pub(crate) fn span(start: usize, end: usize) -> Span {
    Span::new(start as u32, end as u32)
}
