//! The tokens of ordinary lines: names, numbers, signs and comments.

use super::{Lexer, span};
use crate::{Code, Diagnostic, SyntaxKind, WHOSE_TURN};

/// The signs, longer ones before those that begin them.
const SIGNS: &[(&str, SyntaxKind)] = &[
    ("...", SyntaxKind::Ellipsis),
    ("..", SyntaxKind::DotDot),
    ("->", SyntaxKind::Arrow),
    ("==>", SyntaxKind::WrongArrow),
    ("-->", SyntaxKind::WrongArrow),
    ("=>", SyntaxKind::WrongArrow),
    ("→", SyntaxKind::WrongArrow),
    ("==", SyntaxKind::DoubleEquals),
    ("+=", SyntaxKind::PlusEquals),
    ("-=", SyntaxKind::MinusEquals),
    ("!=", SyntaxKind::NotEquals),
    ("<=", SyntaxKind::LessOrEqual),
    (">=", SyntaxKind::GreaterOrEqual),
    ("=", SyntaxKind::Equals),
    ("<", SyntaxKind::Less),
    (">", SyntaxKind::Greater),
    ("+", SyntaxKind::Plus),
    ("-", SyntaxKind::Minus),
    ("*", SyntaxKind::Star),
    ("/", SyntaxKind::Slash),
    ("?", SyntaxKind::Question),
    ("|", SyntaxKind::Bar),
    ("(", SyntaxKind::OpenParen),
    (")", SyntaxKind::CloseParen),
    ("[", SyntaxKind::OpenBracket),
    ("]", SyntaxKind::CloseBracket),
    ("{", SyntaxKind::OpenBrace),
    ("}", SyntaxKind::CloseBrace),
    (",", SyntaxKind::Comma),
    (":", SyntaxKind::Colon),
    ("_", SyntaxKind::Underscore),
];

/// Signs that people write, and what Masume has for each.
const INSTEAD: &[(&str, &str)] = &[
    ("“", "texts stand between straight quotes, `\"`"),
    ("”", "texts stand between straight quotes, `\"`"),
    ("„", "texts stand between straight quotes, `\"`"),
    ("«", "texts stand between straight quotes, `\"`"),
    ("‘", "texts stand between straight quotes, `\"`"),
    ("’", "texts stand between straight quotes, `\"`"),
    ("'", "texts stand between double quotes, `\"`"),
    ("`", "texts stand between double quotes, `\"`"),
    ("×", "write `x`"),
    ("−", "write `-`"),
    ("–", "write `-`"),
    ("—", "write `-`"),
    ("≠", "write `!=`"),
    ("≤", "write `<=`"),
    ("≥", "write `>=`"),
    ("…", "write `...`"),
    ("\u{a0}", "write an ordinary blank"),
    ("\u{3000}", "write an ordinary blank"),
    ("\u{200b}", "delete the invisible character"),
    ("\u{feff}", "delete the invisible character"),
    ("（", "write `(`"),
    ("）", "write `)`"),
    ("：", "write `:`"),
    ("，", "write `,`"),
    ("、", "write `,`"),
    ("；", "a statement ends with its line"),
    (";", "a statement ends with its line"),
    ("#", "comments begin with `//`"),
    ("&", "write `and`, or several tests in brackets: `[a, b]`"),
    ("!", "write `no` or `not`"),
    ("%", "a percentage has no blank before the sign: `90%`"),
    (".", "`...` keeps what lies between, `2..3` is a range"),
    ("\\", "a backslash stands only in texts"),
];

/// True if the name is one lower-case letter, which binds in patterns and names parameters.
pub(crate) fn is_letter_name(name: &str) -> bool {
    let mut characters = name.chars();
    characters.next().is_some_and(char::is_lowercase) && characters.next().is_none()
}

/// The end of the name that begins at `start`, or `start` where none begins.
pub(super) fn word_end(text: &str, start: usize, limit: usize) -> usize {
    let mut end = start;
    let mut before: Option<char> = None;
    let mut characters = text[start..limit].chars().peekable();
    while let Some(character) = characters.next() {
        let goes_on = match before {
            None => character.is_alphabetic(),
            Some(_) if character.is_alphabetic() || character.is_ascii_digit() => true,
            // A hyphen joins two letters only, so that `n-1` is a subtraction.
            Some(before) => {
                character == '-'
                    && before.is_alphabetic()
                    && characters.peek().is_some_and(|next| next.is_alphabetic())
            }
        };
        if !goes_on {
            break;
        }
        end += character.len_utf8();
        before = Some(character);
    }
    end
}

impl Lexer<'_> {
    /// Reads names, numbers, strings and signs up to `end`.
    pub(super) fn ordinary(&mut self, start: usize, end: usize) {
        let mut at = start;
        while at < end {
            at = self.ordinary_token(at, end);
        }
    }

    /// Reads one token or a piece of trivia, and gives its end.
    pub(super) fn ordinary_token(&mut self, at: usize, end: usize) -> usize {
        let rest = &self.text[at..end];
        let first = rest.as_bytes()[0];
        if let Some(after) = self.blanks(at, end) {
            return after;
        }
        if rest.starts_with("//") {
            self.push(SyntaxKind::Comment, at);
            return end;
        }
        if first == b'"' {
            return self.string(at, end);
        }
        if first.is_ascii_digit() {
            return self.number(at, end);
        }
        let word = word_end(self.text, at, end);
        if word > at {
            self.see(SyntaxKind::Word, at);
            return word;
        }
        for &(sign, kind) in SIGNS {
            if rest.starts_with(sign) {
                self.see(kind, at);
                return at + sign.len();
            }
        }
        self.unknown(at, end)
    }

    /// Reads blanks, if there are any here.
    pub(super) fn blanks(&mut self, at: usize, end: usize) -> Option<usize> {
        let bytes = &self.text.as_bytes()[at..end];
        let length =
            bytes.iter().position(|it| !matches!(it, b' ' | b'\t' | b'\r')).unwrap_or(bytes.len());
        if length == 0 {
            return None;
        }
        self.push(SyntaxKind::Whitespace, at);
        Some(at + length)
    }

    fn number(&mut self, at: usize, end: usize) -> usize {
        let bytes = self.text.as_bytes();
        let digits = |mut from: usize| {
            while from < end && bytes[from].is_ascii_digit() {
                from += 1;
            }
            from
        };
        let whole = digits(at);
        let has_point = whole < end && bytes[whole] == b'.';
        let decimals = if has_point { digits(whole + 1) } else { whole };
        let has_decimals = has_point && decimals > whole + 1;
        let number = if has_decimals { decimals } else { whole };
        if number < end && bytes[number] == b'%' {
            self.see(SyntaxKind::Percent, at);
            return number + 1;
        }
        self.see(SyntaxKind::Number, at);
        if has_decimals {
            let written = &self.text[at..number];
            self.unreadable(|| {
                Diagnostic::error(
                    Code::UnexpectedCharacter,
                    span(at, number),
                    format!("expected a whole number, found `{written}`"),
                    "numbers are whole; only percentages have decimals",
                )
                .with_help(format!("write a whole number, or `{written}%`"))
            });
        }
        number
    }

    /// Reads characters that mean nothing, together with what they enclose.
    fn unknown(&mut self, at: usize, end: usize) -> usize {
        let rest = &self.text[at..end];
        let Some(first) = rest.chars().next() else { return end };
        let ending = apostrophe(&self.text[..at], rest);
        let length = match first {
            _ if ending.is_some() => ending,
            '“' | '„' | '”' => rest[first.len_utf8()..].find(['”', '“']).map(|it| {
                let close = first.len_utf8() + it;
                close + '”'.len_utf8()
            }),
            '\'' | '`' => rest[1..].find(first).map(|it| it + 2),
            '#' => Some(rest.len()),
            _ => None,
        };
        let length = length.unwrap_or_else(|| {
            rest.find(|it: char| it != first).unwrap_or(rest.len()).max(first.len_utf8())
        });
        self.see(SyntaxKind::Unknown, at);
        let instead = INSTEAD.iter().find(|(sign, _)| rest.starts_with(sign)).map(|it| it.1);
        let help = match instead {
            _ if ending.is_some() => Some(apostrophe_help(&rest[length..])),
            // In tables such as `display` a glyph may have been meant.
            _ if self.in_table && first.is_ascii() && first != ';' => {
                Some(format!("a glyph stands between quotes: `\"{first}\"`"))
            }
            instead => instead.map(str::to_owned),
        };
        let name = visible(first);
        self.unreadable(|| {
            let mut diagnostic = Diagnostic::error(
                Code::UnexpectedCharacter,
                span(at, at + length),
                format!("expected a name, a number or a sign, found {name}"),
                "this means nothing here",
            );
            diagnostic.help = help;
            diagnostic
        });
        at + length
    }
}

/// Length of an apostrophe with the few letters behind it that end a word: `'s`, `’t`.
fn apostrophe(before: &str, rest: &str) -> Option<usize> {
    const LONGEST: usize = 2;
    let letters = rest.strip_prefix(['\'', '’'])?;
    let ending = letters.split(|it: char| !it.is_alphanumeric()).next()?;
    let ends_word = before.ends_with(char::is_alphanumeric);
    let length = rest.len() - letters.len() + ending.len();
    (ends_word && (1..=LONGEST).contains(&ending.chars().count())).then_some(length)
}

/// Way out of an apostrophe before this.
fn apostrophe_help(behind: &str) -> String {
    let mut words = behind.split_whitespace().map(|it| it.trim_end_matches([':', ',']));
    let help = match words.next() {
        Some("move" | "turn") => WHOSE_TURN,
        _ if words.any(|it| it == "turn") => WHOSE_TURN,
        _ => "names have no apostrophe: `my` and `their` before a piece say whose it is",
    };
    help.to_owned()
}

/// A character in backticks, or its code where it cannot be seen.
fn visible(character: char) -> String {
    let invisible = character.is_control()
        || character.is_whitespace()
        || matches!(character, '\u{200b}'..='\u{200f}' | '\u{feff}' | '\u{2028}'..='\u{202e}');
    if invisible {
        format!("the character U+{:04X}", character as u32)
    } else {
        format!("`{character}`")
    }
}
