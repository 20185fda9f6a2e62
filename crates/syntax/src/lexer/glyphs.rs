//! Lines that begin with words of single characters: legends, keys, notations.

use super::Lexer;
use crate::SyntaxKind;

impl Lexer<'_> {
    /// Glyphs, then ordinary words.
    pub(super) fn legend_line(&mut self, start: usize, end: usize) {
        let mut at = start;
        let mut in_content = false;
        while at < end {
            if let Some(after) = self.blanks(at, end) {
                at = after;
                continue;
            }
            let is_apart = at == start || self.text[..at].ends_with([' ', '\t', '\r']);
            // Each word is looked at once, at its beginning, so that a long one costs little.
            let word = if is_apart { before_comment(self.bare_word(at, end)) } else { "" };
            // A name of content has two characters at least, so glyphs are known there too: they
            // have come to the wrong place.
            in_content |= !is_glyph(word);
            if in_content && word.chars().count() != 1 {
                at = self.ordinary_token(at, end);
                continue;
            }
            let after = at + word.len();
            self.see(SyntaxKind::Glyph, at);
            at = after;
        }
    }

    /// Keys up to the arrow, then an action.
    pub(super) fn key_line(&mut self, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            if let Some(after) = self.blanks(at, end) {
                at = after;
                continue;
            }
            let word = self.bare_word(at, end);
            if is_arrow(word) {
                at = self.ordinary_token(at, end);
                self.rest(SyntaxKind::ActionText, at, end);
                return;
            }
            if word.starts_with("//") {
                break;
            }
            let after = at + word.len();
            self.see(SyntaxKind::Glyph, at);
            at = after;
        }
        self.ordinary(at, end);
    }

    /// `picture` and its colours; true if the line is one.
    pub(super) fn picture_line(&mut self, start: usize, end: usize) -> bool {
        if &self.text[start..super::ordinary::word_end(self.text, start, end)] != "picture" {
            return false;
        }
        let mut at = start;
        while at < end {
            if self.text.as_bytes()[at] == b'#' {
                self.see(SyntaxKind::Colour, at);
                let digits = &self.text[at + 1..end];
                let length = digits.find(|it: char| !it.is_alphanumeric());
                at += 1 + length.unwrap_or(digits.len());
            } else {
                at = self.ordinary_token(at, end);
            }
        }
        true
    }

    /// A letter, an arrow and an action; or ordinary words.
    pub(super) fn notation_line(&mut self, start: usize, end: usize) {
        let word = self.bare_word(start, end);
        let is_letter = word.chars().count() == 1;
        let mut at = start;
        if is_letter {
            self.see(SyntaxKind::Glyph, at);
            at += self.text[at..].chars().next().map_or(0, char::len_utf8);
            at = self.blanks(at, end).unwrap_or(at);
            if at < end && is_arrow(self.bare_word(at, end)) {
                at = self.ordinary_token(at, end);
                self.rest(SyntaxKind::ActionText, at, end);
                return;
            }
        }
        self.ordinary(at, end);
    }

    /// The word up to the next blank.
    fn bare_word(&self, at: usize, end: usize) -> &str {
        let rest = &self.text[at..end];
        let length = rest.find([' ', '\t', '\r']).unwrap_or(rest.len());
        &rest[..length]
    }
}

/// Part before a comment that follows without a blank: the layout puts a blank there, and
/// must not change what the word is.
fn before_comment(word: &str) -> &str {
    match word.find("//") {
        Some(start) if start > 0 => &word[..start],
        _ => word,
    }
}

fn is_arrow(word: &str) -> bool {
    matches!(word, "->" | "=>" | "→" | "-->" | "==>")
}

/// One character, a range such as `A-Z`, or `space`.
fn is_glyph(word: &str) -> bool {
    if word == "space" {
        return true;
    }
    let mut characters = word.chars();
    match (characters.next(), characters.next(), characters.next(), characters.next()) {
        (Some(_), None, ..) => true,
        (Some(_), Some('-'), Some(_), None) => !word.starts_with("//"),
        _ => false,
    }
}
