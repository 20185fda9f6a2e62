//! The language of the command line.

use std::env;
use std::ffi::OsString;

use masume_presentation::locale::{Locale, Phrases, from_environment};

/// Translation of the command line's own help into Japanese.
const JAPANESE: &str = include_str!("../locale/command-line/ja.ftl");

/// The language that was asked for, or else the environment's.
pub(crate) fn chosen(asked: Option<Locale>) -> Locale {
    asked.unwrap_or_else(|| from_environment(|name| env::var(name).ok()))
}

/// Phrases in the language that the command line or the environment asks for: for what is wrong,
/// wherever it is found.
pub(crate) fn phrases() -> Phrases {
    let words: Vec<_> = env::args_os().collect();
    Phrases::new(asked_for(&words, |name| env::var(name).ok()))
}

/// Phrases of the help of the command line; `None` for English, which stands where the commands are
/// declared.
pub(crate) fn help_phrases(locale: Locale) -> Option<Phrases> {
    match locale {
        Locale::English => None,
        Locale::Japanese => Some(Phrases::of_text(locale, JAPANESE)),
    }
}

/// The language that the words of a command line ask for, before anything else is known of them;
/// else that of the environment.
pub(crate) fn asked_for(words: &[OsString], variable: impl Fn(&str) -> Option<String>) -> Locale {
    const OPTION: &str = "--locale";
    let named = |name: &str| Locale::ALL.into_iter().find(|locale| locale.tag() == name);
    let mut words = words.iter().filter_map(|word| word.to_str());
    let mut asked = None;
    while let Some(word) = words.next() {
        let value = match word.strip_prefix(OPTION) {
            Some("") => words.next(),
            Some(rest) => rest.strip_prefix('='),
            None => None,
        };
        asked = value.and_then(named).or(asked);
    }
    asked.unwrap_or_else(|| from_environment(variable))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_command_line_names_the_language_before_it_is_read() {
        let rows: &[(&[&str], Locale)] = &[
            (&[], Locale::English),
            (&["--locale", "ja"], Locale::Japanese),
            (&["play", "x", "--locale=ja", "--bad"], Locale::Japanese),
            (&["--locale", "ja", "--locale", "en"], Locale::English),
            (&["--locale", "xx"], Locale::English),
            (&["--locale"], Locale::English),
            (&["--localeja"], Locale::English),
        ];
        for (words, expected) in rows {
            let words: Vec<OsString> = words.iter().map(OsString::from).collect();
            assert_eq!(asked_for(&words, |_| None), *expected, "{words:?}");
        }
        assert_eq!(asked_for(&[], |_| Some("ja_JP".to_owned())), Locale::Japanese);
    }
}
