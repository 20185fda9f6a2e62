//! Looking ahead on the line, past brackets, to tell what a line or a part is.

use super::machine::{Broken, Parsed, Parser, closing};
use crate::{Code, Diagnostic, SyntaxKind, is_reserved, nearest};

impl Parser<'_> {
    /// Distance to the first token that `wanted` accepts, on this line and outside of
    /// brackets, before any that `stop` accepts. Both are given how far ahead the token is.
    pub(super) fn find(
        &self,
        mut wanted: impl FnMut(&Self, usize) -> bool,
        mut stop: impl FnMut(&Self, usize) -> bool,
    ) -> Option<usize> {
        let mut ahead = 0;
        while !self.is_line_end(ahead) {
            if wanted(self, ahead) {
                return Some(ahead);
            }
            // The other half of an outer bracket ends the part.
            if closing(self.kind_at(ahead)).is_some() || stop(self, ahead) {
                return None;
            }
            ahead = match self.partner_at(ahead) {
                Some(partner) => partner.max(ahead) + 1,
                None => ahead + 1,
            };
        }
        None
    }

    pub(super) fn is_arrow(&self, ahead: usize) -> bool {
        matches!(self.kind_at(ahead), SyntaxKind::Arrow | SyntaxKind::WrongArrow)
    }

    pub(super) fn is_comparison(&self, ahead: usize) -> bool {
        use SyntaxKind::{
            DoubleEquals, Equals, Greater, GreaterOrEqual, Less, LessOrEqual, NotEquals,
        };
        matches!(
            self.kind_at(ahead),
            DoubleEquals | Equals | NotEquals | Less | LessOrEqual | Greater | GreaterOrEqual
        )
    }

    pub(super) fn is_arithmetic(&self, ahead: usize) -> bool {
        use SyntaxKind::{Minus, Plus, Slash, Star};
        matches!(self.kind_at(ahead), Plus | Minus | Star | Slash) || self.word_at(ahead) == "mod"
    }

    /// True if the part of a bracket or condition that begins here is a comparison: it has a
    /// comparison sign before it ends.
    pub(super) fn is_comparison_part(&self) -> bool {
        let ends = |p: &Self, ahead| {
            matches!(p.kind_at(ahead), SyntaxKind::Comma | SyntaxKind::Colon | SyntaxKind::Bar)
                || p.is_arrow(ahead)
                || matches!(p.word_at(ahead), "or" | "and" | "has" | "is")
        };
        self.find(Self::is_comparison, ends).is_some()
    }

    /// Takes an arrow; one written another way is reported and taken.
    pub(super) fn arrow(&mut self, what: &str) -> Parsed {
        if self.at(SyntaxKind::WrongArrow) {
            self.report(|p| p.expectation("`->`").with_help("write `->`"));
            self.bump();
            return Ok(());
        }
        if self.eat(SyntaxKind::Arrow) {
            return Ok(());
        }
        if let Some((sign, opening)) = closing(self.kind()) {
            return self.stray(sign, opening);
        }
        self.expected(what)
    }

    /// Takes `=`; `==` is reported and taken.
    pub(super) fn equals(&mut self, help: &str) -> Parsed {
        if self.at(SyntaxKind::DoubleEquals) {
            self.report(|p| p.expectation("`=`").with_help("write `=`"));
            self.bump();
            return Ok(());
        }
        if self.eat(SyntaxKind::Equals) { Ok(()) } else { self.expected_with("`=`", help) }
    }

    /// Takes a word of the language.
    pub(super) fn keyword(&mut self, word: &str) -> Parsed {
        if self.eat_word(word) {
            return Ok(());
        }
        let is_slip = nearest(self.word(), [word]).is_some();
        self.fail(|p| {
            let diagnostic = p.expectation(&format!("`{word}`"));
            if is_slip {
                return diagnostic.with_help(format!("did you mean `{word}`?"));
            }
            diagnostic
        })
    }

    /// Takes a sign.
    pub(super) fn sign(&mut self, kind: SyntaxKind, sign: &str) -> Parsed {
        if self.eat(kind) { Ok(()) } else { self.expected(&format!("`{sign}`")) }
    }

    /// Takes one of these words; `help` is an example.
    pub(super) fn one_of(&mut self, words: &[&str], help: &str) -> Parsed {
        if words.contains(&self.word()) {
            self.bump();
            return Ok(());
        }
        let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
        let help = match nearest(self.word(), words.iter().copied()) {
            Some(near) => format!("did you mean `{near}`?"),
            None => help.to_owned(),
        };
        self.expected_with(&quoted.join(" or "), help)
    }

    /// Takes a name that is used here.
    pub(super) fn name(&mut self, what: &str) -> Parsed {
        if !self.at(SyntaxKind::Word) {
            return self.expected(what);
        }
        if is_reserved(self.word()) {
            let help = format!("`{}` is a word of the language", self.word());
            return self.expected_with(what, help);
        }
        self.refuse_underscore(what)?;
        self.bump();
        Ok(())
    }

    /// Refuses `my_box`, which would be three things.
    pub(super) fn refuse_underscore(&mut self, what: &str) -> Parsed {
        let is_joined = self.kind_at(1) == SyntaxKind::Underscore && self.is_adjacent(1);
        if !is_joined {
            return Ok(());
        }
        let has_more = self.kind_at(2) == SyntaxKind::Word && self.is_adjacent(2);
        let (first, second) = (self.word(), if has_more { self.word_at(2) } else { "" });
        self.fail(|p| {
            let message = format!("expected {what}, found `{first}_{second}`");
            let span = p.span_to(if has_more { 2 } else { 1 });
            let diagnostic =
                Diagnostic::error(Code::Expected, span, message, "`_` is no part of a name");
            if has_more {
                return diagnostic.with_help(format!("write `{first}-{second}`"));
            }
            diagnostic
        })
    }

    /// Takes a name that is given here. One of the language's own words is reported and taken.
    pub(super) fn new_name(&mut self, what: &str) -> Parsed {
        if !self.at(SyntaxKind::Word) {
            return self.expected(what);
        }
        self.refuse_underscore(what)?;
        if is_reserved(self.word()) {
            self.report(|p| {
                Diagnostic::error(
                    Code::ReservedName,
                    p.span(),
                    format!("expected {what}, found `{}`, a word of the language", p.word()),
                    "this word means something else",
                )
                .with_help("choose another name")
            });
        }
        self.bump();
        Ok(())
    }

    /// Takes a letter, the name of a parameter of an action.
    pub(super) fn letter(&mut self) -> Parsed {
        if crate::lexer::is_letter_name(self.word()) {
            self.bump();
            return Ok(());
        }
        self.expected_with(
            "one lower-case letter",
            "what the player chooses is named by a letter, such as `d` or `c`",
        )
    }

    /// Takes a string.
    pub(super) fn string(&mut self, what: &str, example: &str) -> Parsed {
        if self.eat(SyntaxKind::String) {
            return Ok(());
        }
        self.expected_with(what, format!("write it between quotes: {example}"))
    }

    /// Takes a closing bracket; `opened` is the place of its other half.
    pub(super) fn close(&mut self, kind: SyntaxKind, opened: crate::Span, what: &str) -> Parsed {
        if self.eat(kind) {
            return Ok(());
        }
        let (sign, opening) = closing(kind).unwrap_or_default();
        let ends = self.at_line_end() || self.is_arrow(0) || self.at(SyntaxKind::Colon);
        if !ends && closing(self.kind()).is_none() {
            return self.expected(what);
        }
        self.fail(|p| {
            Diagnostic::error(
                Code::UnclosedBracket,
                opened,
                format!("expected `{sign}` for this `{opening}`, found {}", p.found()),
                "this is not closed",
            )
        })
    }

    /// `( inside )`, one level deeper; `what` is expected before the closing parenthesis.
    pub(super) fn parenthesised(
        &mut self,
        what: &str,
        inside: impl FnOnce(&mut Self) -> Parsed,
    ) -> Parsed {
        let opened = self.span();
        self.sign(SyntaxKind::OpenParen, "(")?;
        self.nested(inside)?;
        self.close(SyntaxKind::CloseParen, opened, what)
    }

    /// Something, and more of it after each comma.
    pub(super) fn separated(
        &mut self,
        mut item: impl FnMut(&mut Self) -> Parsed,
    ) -> Result<(), Broken> {
        item(self)?;
        while self.eat(SyntaxKind::Comma) {
            item(self)?;
        }
        Ok(())
    }
}
