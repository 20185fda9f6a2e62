//! The language that is spoken.

/// A language of the interface.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Locale {
    /// English.
    #[default]
    English,
    /// Japanese.
    Japanese,
}

impl Locale {
    /// All languages.
    pub const ALL: [Self; 2] = [Self::English, Self::Japanese];

    /// The subtag of the language.
    pub fn tag(self) -> &'static str {
        match self {
            Self::English => "en",
            Self::Japanese => "ja",
        }
    }

    /// The language of a locale's name such as `ja_JP.UTF-8`; `None` for one that is not spoken
    /// here.
    ///
    /// ```
    /// use masume_presentation::locale::Locale;
    ///
    /// assert_eq!(Locale::named("ja_JP.UTF-8"), Some(Locale::Japanese));
    /// assert_eq!(Locale::named("de_DE.UTF-8"), None);
    /// ```
    pub fn named(name: &str) -> Option<Self> {
        let language = name.split(['_', '-', '.', '@']).next().unwrap_or_default();
        match language.to_ascii_lowercase().as_str() {
            "ja" => Some(Self::Japanese),
            "en" | "c" | "posix" => Some(Self::English),
            _ => None,
        }
    }
}

/// The language that the environment asks for: the first of `LC_ALL`, `LC_MESSAGES` and `LANG` that
/// is set and not empty decides, as POSIX has it.
///
/// ```
/// use masume_presentation::locale::{Locale, from_environment};
///
/// let variable = |name: &str| (name == "LANG").then(|| "ja_JP.UTF-8".to_owned());
/// assert_eq!(from_environment(variable), Locale::Japanese);
/// assert_eq!(from_environment(|_| None), Locale::English);
/// ```
pub fn from_environment(variable: impl Fn(&str) -> Option<String>) -> Locale {
    let set = ["LC_ALL", "LC_MESSAGES", "LANG"].into_iter().filter_map(variable);
    let first = set.into_iter().find(|value| !value.is_empty());
    first.and_then(|name| Locale::named(&name)).unwrap_or_default()
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
}
