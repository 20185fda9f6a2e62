//! Which language is spoken.

use std::ffi::OsString;

use clap::ValueEnum;

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
pub(crate) enum Locale {
    /// English
    #[default]
    #[value(name = "en")]
    English,
    /// Japanese
    #[value(name = "ja")]
    Japanese,
}

impl Locale {
    /// The subtag of the language.
    pub(crate) fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The language of a locale's name such as `ja_JP.UTF-8`; `None` for one that is not spoken
    /// here.
    fn named(name: &str) -> Option<Self> {
        let language = name.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "ja" => Some(Self::Japanese),
            "en" | "c" | "posix" => Some(Self::English),
            _ => None,
        }
    }
}

/// The language that was asked for, or else the environment's.
pub(crate) fn chosen(asked: Option<Locale>) -> Locale {
    asked.unwrap_or_else(|| from_environment(|name| std::env::var(name).ok()))
}

/// The language that the environment asks for: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that
/// is set and not empty decides, as POSIX has it.
fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Locale {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    let first = set.into_iter().find(|value| !value.is_empty());
    first.and_then(|name| Locale::named(&name)).unwrap_or_default()
}

/// The language that the words of a command line ask for, before anything else is known of them; else
/// that of the environment.
pub(crate) fn asked_for(words: &[OsString], variable: impl Fn(&str) -> Option<String>) -> Locale {
    const OPTION: &str = "--locale";
    let named = |name: &str| Locale::from_str(name, false).ok();
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
    fn the_environment_names_the_language() {
        let rows: &[(&[(&str, &str)], Locale)] = &[
            (&[], Locale::English),
            (&[("LANG", "ja_JP.UTF-8")], Locale::Japanese),
            (&[("LANG", "ja")], Locale::Japanese),
            (&[("LANG", "en_GB.UTF-8")], Locale::English),
            (&[("LANG", "de_DE.UTF-8")], Locale::English),
            (&[("LANG", "jam_JM")], Locale::English),
            (&[("LANG", "ja_JP"), ("LC_ALL", "C")], Locale::English),
            (&[("LANG", "en_GB"), ("LC_MESSAGES", "ja_JP.eucJP")], Locale::Japanese),
            (&[("LANG", "ja_JP"), ("LC_ALL", "")], Locale::Japanese),
            (&[("LANG", "\u{0}..@@")], Locale::English),
        ];
        for (set, expected) in rows {
            let variable = |name: &str| {
                let found = set.iter().find(|(set, _)| *set == name);
                found.map(|(_, value)| (*value).to_owned())
            };
            assert_eq!(from_environment(variable), *expected, "{set:?}");
        }
    }

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
