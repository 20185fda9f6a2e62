//! From a text to a game.

use masume_rules::check;
use masume_syntax::{
    Code, Diagnostic, MOST_ERRORS, Parse, Severity, parse, parse_bytes, sort_and_dedup,
};

use crate::Game;

/// Game and diagnostics that a text gave.
#[derive(Clone, Debug)]
pub struct Loaded {
    /// The game; absent exactly where the text has an error.
    pub game: Option<Game>,
    /// Errors and warnings, in the order of the text.
    pub diagnostics: Vec<Diagnostic>,
}

impl Game {
    /// Reads and checks a game's text. Never fails: what is wrong is among the diagnostics.
    ///
    /// ```
    /// use masume_engine::Game;
    ///
    /// let text = "game One\nboard 1 x 1\npieces\n  thing: stone\n\naction put at c\n  at c: _ -> stone\n";
    /// assert!(Game::load(text).game.is_some());
    /// let wrong = Game::load(&text.replace("stone\n\n", "pebble\n\n"));
    /// assert!(wrong.game.is_none() && !wrong.diagnostics.is_empty());
    /// ```
    pub fn load(text: &str) -> Loaded {
        loaded(parse(text))
    }

    /// Reads and checks the bytes of a game's file, which may not even be text.
    ///
    /// ```
    /// use masume_engine::{Code, Game};
    ///
    /// let loaded = Game::load_bytes(&[0xff, 0xfe]);
    /// assert_eq!(loaded.diagnostics[0].code, Code::NotText);
    /// ```
    pub fn load_bytes(bytes: &[u8]) -> Loaded {
        loaded(parse_bytes(bytes))
    }
}

fn loaded(parse: Parse) -> Loaded {
    // Of a text that was not read at all nothing is missing.
    let is_unread = |it: &Diagnostic| matches!(it.code, Code::NotText | Code::FileTooLarge);
    if parse.diagnostics.iter().any(is_unread) {
        return Loaded { game: None, diagnostics: parse.diagnostics };
    }
    let checked = check(&parse.file);
    let mut diagnostics = parse.diagnostics;
    // A warning looks at the whole of a text: what could not be read may use what nothing else does, and win what
    // cannot be won.
    let is_read = diagnostics.iter().all(|it| it.severity != Severity::Error);
    let found = checked.diagnostics.into_iter();
    diagnostics.extend(found.filter(|it| is_read || it.severity == Severity::Error));
    sort_and_dedup(&mut diagnostics);
    let is_sound = diagnostics.iter().all(|it| it.severity != Severity::Error);
    // However many warnings there are, a game without errors can be played.
    if !is_sound && let Some(last) = diagnostics.get(MOST_ERRORS).map(|it| it.span) {
        diagnostics.truncate(MOST_ERRORS);
        // The parser may have said so of its own.
        diagnostics.retain(|it| it.code != Code::TooManyErrors);
        diagnostics.push(Diagnostic::error(
            Code::TooManyErrors,
            last,
            format!("more than {MOST_ERRORS} errors"),
            "the rest is not shown",
        ));
    }
    Loaded { game: checked.rules.filter(|_| is_sound).map(Game::new), diagnostics }
}
