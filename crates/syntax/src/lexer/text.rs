//! Texts between quotes, plain and with expressions in braces.

use super::{Lexer, span};
use crate::{Code, Diagnostic, SyntaxKind};

/// End of a plain text.
enum End {
    /// After its closing quote.
    Closed(usize),
    /// At the end of the line.
    Unclosed,
}

impl Lexer<'_> {
    /// Reads a string; an unclosed one takes the rest of the line.
    pub(super) fn string(&mut self, at: usize, end: usize) -> usize {
        self.see(SyntaxKind::String, at);
        match self.text_end(at + 1, end, &['"']) {
            End::Closed(after) => after + 1,
            End::Unclosed => {
                self.unclosed(at, end);
                end
            }
        }
    }

    /// Reads a line of `words`, where strings hold expressions.
    pub(super) fn templates(&mut self, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            at = if self.text.as_bytes()[at] == b'"' {
                self.template(at, end)
            } else {
                self.ordinary_token(at, end)
            };
        }
    }

    fn template(&mut self, open: usize, end: usize) -> usize {
        self.see(SyntaxKind::Quote, open);
        let mut at = open + 1;
        loop {
            let text = match self.text_end(at, end, &['"', '{']) {
                End::Closed(stop) => stop,
                End::Unclosed => end,
            };
            if text > at {
                self.see(SyntaxKind::TemplateText, at);
            }
            if text == end {
                self.unclosed(open, end);
                return end;
            }
            if self.text.as_bytes()[text] == b'"' {
                self.see(SyntaxKind::Quote, text);
                return text + 1;
            }
            at = text;
            // The expression, up to its brace. A quote before that is where the text ends.
            while at < end && self.text.as_bytes()[at] != b'"' {
                let is_end = self.text.as_bytes()[at] == b'}';
                at = self.ordinary_token(at, end);
                if is_end {
                    break;
                }
            }
            if at == end {
                self.unclosed(open, end);
                return end;
            }
        }
    }

    /// The place of the first of `stops` that is not escaped.
    fn text_end(&mut self, start: usize, end: usize, stops: &[char]) -> End {
        let mut characters = self.text[start..end].char_indices();
        while let Some((offset, character)) = characters.next() {
            if stops.contains(&character) {
                return End::Closed(start + offset);
            }
            if character != '\\' {
                continue;
            }
            match characters.next() {
                None => return End::Unclosed,
                Some((_, '"' | '\\' | 'n')) => {}
                Some((_, '{')) if stops.contains(&'{') => {}
                Some((_, escaped)) => {
                    let at = start + offset;
                    let help = if escaped == '{' {
                        "a brace in this text is written as it is"
                    } else if stops.contains(&'{') {
                        "the escapes are `\\\"`, `\\\\`, `\\n` and `\\{`"
                    } else {
                        "the escapes are `\\\"`, `\\\\` and `\\n`"
                    };
                    self.unreadable(|| {
                        Diagnostic::error(
                            Code::UnexpectedCharacter,
                            span(at, at + 1 + escaped.len_utf8()),
                            format!("expected an escape, found `\\{escaped}`"),
                            "a backslash begins an escape",
                        )
                        .with_help(help)
                    });
                }
            }
        }
        End::Unclosed
    }

    fn unclosed(&mut self, start: usize, end: usize) {
        self.unreadable(|| {
            Diagnostic::error(
                Code::UnclosedString,
                span(start, end),
                "expected a closing quote, found the end of the line",
                "this text is not closed",
            )
            .with_help("a text ends on its line, with `\"`")
        });
    }

    /// Reads the rest of a line up to a comment as one token without the blanks around it.
    pub(super) fn rest(&mut self, kind: SyntaxKind, start: usize, end: usize) {
        let start = self.blanks(start, end).unwrap_or(start);
        let comment = self.text[start..end].find("//").map_or(end, |it| start + it);
        let length = self.text[start..comment].trim_end_matches([' ', '\t', '\r']).len();
        if length > 0 {
            self.see(kind, start);
        }
        self.blanks(start + length, comment);
        if comment < end {
            self.push(SyntaxKind::Comment, comment);
        }
    }
}
