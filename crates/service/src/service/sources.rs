//! Texts of games: formatted, coloured, completed, mended.

use std::collections::BTreeSet;

use masume_engine::{Diagnostic, Severity};
use masume_presentation::manual;
use masume_syntax::{Span, SyntaxKind, is_reserved, parse};

use super::cut;
use super::places::Places;
use crate::protocol::{Answer, Completion, DiagnosticView, Fix, Refusal, Token, Units};
use crate::{loaded, played};

/// The most words that are offered at a place.
const MOST_COMPLETIONS: usize = 100;

/// The text as the formatter writes it.
pub(super) fn format(text: &str, units: Units) -> Result<Answer, Refusal> {
    match masume_syntax::format(text) {
        Ok(formatted) => Ok(Answer::Text(formatted)),
        Err(diagnostics) => Err(refusal(text, &diagnostics, units)),
    }
}

/// A text that is refused for its mistakes.
pub(super) fn refusal(text: &str, diagnostics: &[Diagnostic], units: Units) -> Refusal {
    let errors = diagnostics.iter().filter(|it| it.severity == Severity::Error);
    let first = errors.clone().next();
    Refusal {
        message: first.map(|it| it.message.clone()).unwrap_or_default(),
        help: first.and_then(|it| it.help.clone()),
        diagnostics: errors.map(|it| view(text, it, units)).collect(),
        why: None,
    }
}

pub(super) fn view(text: &str, diagnostic: &Diagnostic, units: Units) -> DiagnosticView {
    DiagnosticView {
        code: diagnostic.code.id().to_owned(),
        is_error: diagnostic.severity == Severity::Error,
        message: cut(diagnostic.message.clone()),
        span: units.span(text, diagnostic.span),
        label: cut(diagnostic.label.clone()),
        help: diagnostic.help.clone().map(cut),
    }
}

/// The mistakes of a text; those with a word that was meant have an edit.
pub(super) fn fix(text: &str, units: Units) -> Answer {
    let diagnostics = loaded(text).diagnostics;
    let fixes = diagnostics.iter().enumerate().filter_map(|(index, diagnostic)| {
        let help = diagnostic.help.as_deref()?;
        let replacement = help.strip_prefix("did you mean `")?.strip_suffix("`?")?;
        // The place may be more than the word that was meant otherwise.
        let found = text.get(diagnostic.span.range())?;
        let is_word =
            !found.is_empty() && found.chars().all(|it| it.is_alphanumeric() || it == '-');
        is_word.then(|| Fix {
            diagnostic: index,
            title: help.to_owned(),
            span: units.span(text, diagnostic.span),
            replacement: replacement.to_owned(),
        })
    });
    let fixes = fixes.collect();
    Answer::Fixes {
        diagnostics: diagnostics.iter().map(|it| view(text, it, units)).collect(),
        fixes,
    }
}

/// The mistakes of a text that show when its game is played; none where it cannot be.
pub(super) fn tried(text: &str, units: Units) -> Answer {
    let found = loaded(text).game.map(|game| played(&game)).unwrap_or_default();
    let diagnostics = found.iter().map(|it| view(text, it, units)).collect();
    Answer::Fixes { diagnostics, fixes: Vec::new() }
}

/// The tokens of a text, but for blanks.
pub(super) fn tokens(text: &str, units: Units) -> Answer {
    let mut tokens = Vec::new();
    let mut places = Places::new(text, units);
    for element in parse(text).syntax().descendants_with_tokens() {
        let Some(token) = element.into_token() else { continue };
        let (start, end): (u32, u32) =
            (token.text_range().start().into(), token.text_range().end().into());
        // Only a word that begins a section stands at the beginning of a line.
        let is_heading = text[..start as usize].ends_with('\n') || start == 0;
        let kind = match is_heading && token.kind() == SyntaxKind::Word {
            true => Some("word"),
            false => kind(token.kind(), token.text()),
        };
        let Some(kind) = kind else { continue };
        let span = places.span(Span { start, end });
        tokens.push(Token { span, kind: kind.to_owned() });
    }
    Answer::Tokens(tokens)
}

/// The kind of a token; `None` for blanks.
fn kind(kind: SyntaxKind, text: &str) -> Option<&'static str> {
    const BLANKS: [SyntaxKind; 4] = [
        SyntaxKind::Whitespace,
        SyntaxKind::Newline,
        SyntaxKind::LineJoin,
        SyntaxKind::ByteOrderMark,
    ];
    if BLANKS.contains(&kind) || text.trim().is_empty() {
        return None;
    }
    let is_sign = |text: &str| !text.chars().any(char::is_alphanumeric);
    Some(match text {
        _ if kind == SyntaxKind::Comment => "comment",
        _ if [SyntaxKind::Number, SyntaxKind::Percent].contains(&kind) => "number",
        _ if kind == SyntaxKind::String => "string",
        word if kind == SyntaxKind::Word && is_reserved(word) => "word",
        _ if kind == SyntaxKind::Word => "name",
        sign if is_sign(sign) && sign.chars().count() <= 2 => "sign",
        // The lines that are read as they stand: a title, a board, a sentence.
        _ => "raw",
    })
}

/// The words that begin like the one before a place: names of the text first, then words of the
/// language.
pub(super) fn complete(text: &str, at: u32, units: Units) -> Answer {
    let at = units.to_byte(text, at as usize);
    let is_part = |letter: char| letter.is_alphanumeric() || letter == '-';
    let begun = text[..at].rfind(|letter| !is_part(letter));
    let begin =
        begun.map_or(0, |byte| byte + text[byte..].chars().next().map_or(1, char::len_utf8));
    let typed = &text[begin..at];
    let mut names: BTreeSet<String> = BTreeSet::new();
    for element in parse(text).syntax().descendants_with_tokens() {
        let Some(token) = element.into_token() else { continue };
        let is_here = usize::from(token.text_range().start()) == begin;
        let is_name = token.kind() == SyntaxKind::Word && !is_reserved(token.text());
        if is_name && !is_here && token.text().starts_with(typed) {
            names.insert(token.text().to_owned());
        }
    }
    let is_wanted = |word: &&&str| word.starts_with(typed) && !names.contains(**word);
    let words = manual::words().iter().filter(is_wanted);
    let words = words.map(|word| Completion { text: (*word).to_owned(), is_word: true });
    let names = names.iter().map(|text| Completion { text: text.clone(), is_word: false });
    Answer::Completions(names.chain(words).take(MOST_COMPLETIONS).collect())
}
