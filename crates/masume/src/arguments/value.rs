//! The values that are written on the command line, and what is expected where one is none.

use std::error::Error;
use std::fmt;

use clap::builder::{PossibleValue, PossibleValuesParser, TypedValueParser};
use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::locale::{Locale, Phrases};
use masume_presentation::picture::paint::PaletteChoice;
use masume_presentation::size::read_size;
use masume_rules::model::Size;
use masume_search::agent::{AgentKind, AgentSpec};

/// Form that a value must have. Its `Display` is English; [`Expected::said`] has every language.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Expected {
    /// Columns x rows.
    Size,
    /// A name, `=` and a value.
    Assignment,
    /// A number above 0.
    Positive,
    /// An amount of memory.
    Memory,
    /// An agent.
    Agent,
    /// Openings of the games of a match.
    Openings,
    /// Two strengths to be told from each other.
    Sprt,
    /// One of the words that are listed.
    OneOf,
    /// A whole number of this range.
    Whole {
        /// The least.
        least: u64,
        /// The greatest.
        most: u64,
    },
}

impl Expected {
    /// In words.
    pub(crate) fn said(&self, phrases: &Phrases) -> String {
        match self {
            Self::Size => phrases.say("expected-size", &[]),
            Self::Assignment => phrases.say("expected-assignment", &[]),
            Self::Positive => phrases.say("expected-positive", &[]),
            Self::Memory => phrases.say("expected-memory", &[]),
            Self::Agent => {
                let names = AgentKind::ALL.map(|kind| format!("`{}`", kind.name())).join(", ");
                phrases.say("expected-agent", &[("names", names.into())])
            }
            Self::Openings => phrases.say("expected-openings", &[]),
            Self::OneOf => phrases.say("expected-listed", &[]),
            Self::Sprt => phrases.say("expected-sprt", &[]),
            Self::Whole { least, most } => {
                // As text: a number would get separators in some languages.
                let values =
                    [("least", least.to_string().into()), ("most", most.to_string().into())];
                phrases.say("expected-whole", &values)
            }
        }
    }
}

impl fmt::Display for Expected {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.said(&Phrases::new(Locale::English)))
    }
}

impl Error for Expected {}

/// Reads a whole number of this range.
pub(crate) fn whole<T: TryFrom<u64>>(
    least: u64,
    most: u64,
) -> impl Fn(&str) -> Result<T, Expected> + Clone {
    move |text| {
        let number = text.parse::<u64>().ok().filter(|number| (least..=most).contains(number));
        let number = number.and_then(|number| T::try_from(number).ok());
        number.ok_or(Expected::Whole { least, most })
    }
}

/// Reads one of a few words, each of which stands for a value.
pub(crate) fn one_of<T: Copy + Send + Sync + 'static>(
    words: &'static [(&'static str, &'static str, T)],
) -> impl TypedValueParser<Value = T> {
    let possible = words.iter().map(|(word, help, _)| PossibleValue::new(*word).help(*help));
    PossibleValuesParser::new(possible).try_map(|found| {
        let value = words.iter().find(|(word, ..)| *word == found);
        value.map(|(.., value)| *value).ok_or(Expected::OneOf)
    })
}

/// The languages.
pub(super) const LOCALES: &[(&str, &str, Locale)] =
    &[("en", "English", Locale::English), ("ja", "Japanese", Locale::Japanese)];

/// The sets of glyphs.
pub(super) const GLYPH_SETS: &[(&str, &str, GlyphSet)] = &[
    ("ascii", "Letters and signs that every terminal has", GlyphSet::Ascii),
    ("unicode", "Signs of one column", GlyphSet::Unicode),
    ("wide", "Pictures, mostly two columns wide", GlyphSet::Wide),
];

/// The palettes of pictures.
pub(super) const PALETTES: &[(&str, &str, PaletteChoice)] = &[
    ("standard", "Colours as their names are mostly understood", PaletteChoice::Standard),
    ("universal", "Colours that colour-blind eyes can tell apart", PaletteChoice::Universal),
    ("grey", "Greys of different lightness", PaletteChoice::Grey),
];

/// Reads columns x rows.
pub(crate) fn size(text: &str) -> Result<Size, Expected> {
    read_size(text).ok_or(Expected::Size)
}

/// Reads an option of a game.
pub(crate) fn assignment(text: &str) -> Result<(String, String), Expected> {
    match text.split_once('=') {
        Some((name, value)) if !name.trim().is_empty() && !value.trim().is_empty() => {
            Ok((name.trim().to_owned(), value.trim().to_owned()))
        }
        Some(_) | None => Err(Expected::Assignment),
    }
}

/// Reads a number above 0: seconds, or actions a second.
pub(crate) fn positive(text: &str) -> Result<f64, Expected> {
    let number = text.parse::<f64>().ok().filter(|number| number.is_finite() && *number > 0.0);
    number.ok_or(Expected::Positive)
}

/// Reads an agent: a level, a number of nodes, a kind with one of them.
pub(crate) fn agent(text: &str) -> Result<AgentSpec, Expected> {
    text.parse().map_err(|_| Expected::Agent)
}

/// Reads bytes, with a letter for a power of 1024: `800K`, `500M`, `8G`.
pub(crate) fn memory(text: &str) -> Result<u64, Expected> {
    let digits = text.trim_end_matches(|letter: char| !letter.is_ascii_digit());
    let unit: u64 = match &text[digits.len()..] {
        "" => 1,
        "K" | "k" => 1 << 10,
        "M" | "m" => 1 << 20,
        "G" | "g" => 1 << 30,
        _ => return Err(Expected::Memory),
    };
    let bytes = digits.parse::<u64>().ok().and_then(|number| number.checked_mul(unit));
    bytes.filter(|&bytes| bytes > 0).ok_or(Expected::Memory)
}

/// Reads how games of a match begin: with so many random plies.
pub(crate) fn openings(text: &str) -> Result<u64, Expected> {
    let plies = text.strip_prefix("random:").and_then(|plies| plies.parse().ok());
    plies.filter(|&plies| plies <= 1_000).ok_or(Expected::Openings)
}

/// Reads two strengths in Elo, the lower first.
pub(crate) fn sprt(text: &str) -> Result<(f64, f64), Expected> {
    let number = |text: &str| text.parse::<f64>().ok().filter(|it| it.abs() <= 1_000.0);
    let bounds = text.split_once(':').and_then(|(low, high)| Some((number(low)?, number(high)?)));
    bounds.filter(|(low, high)| low < high).ok_or(Expected::Sprt)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn sizes_are_columns_by_rows() {
        assert_eq!(size("10x8"), Ok(Size { width: 10, height: 8 }));
        for text in ["", "8", "x", "0x4", "4x0", "-1x4", "4x4x4", "99999999999x1", "a x b"] {
            assert!(size(text).is_err(), "{text}");
        }
    }

    #[test]
    fn options_are_names_with_values() {
        assert_eq!(assignment("two=75%"), Ok(("two".to_owned(), "75%".to_owned())));
        for text in ["", "two", "=", "two=", "=3"] {
            assert!(assignment(text).is_err(), "{text}");
        }
    }

    #[test]
    fn memory_is_a_number_with_a_unit() {
        let rows = [("7", 7), ("2k", 2048), ("500M", 500 << 20), ("8G", 8 << 30)];
        for (text, bytes) in rows {
            assert_eq!(memory(text), Ok(bytes), "{text}");
        }
        for text in ["", "0", "M", "-1", "1T", "1.5G", "99999999999G", "1é"] {
            assert_eq!(memory(text), Err(Expected::Memory), "{text}");
        }
    }

    #[test]
    fn matches_have_openings_and_bounds() {
        assert_eq!((openings("random:0"), openings("random:8")), (Ok(0), Ok(8)));
        for text in ["", "8", "random", "random:", "random:-1", "random:1001", "book:3"] {
            assert_eq!(openings(text), Err(Expected::Openings), "{text}");
        }
        assert_eq!(sprt("-5:12.5"), Ok((-5.0, 12.5)));
        for text in ["", "5", "5:5", "9:5", "a:b", "0:inf", "0:NaN", "0:5:9"] {
            assert_eq!(sprt(text), Err(Expected::Sprt), "{text}");
        }
    }

    #[test]
    fn whole_numbers_have_a_range() {
        let level = whole::<u32>(1, u32::MAX.into());
        assert_eq!((level("1"), level("4294967295")), (Ok(1), Ok(u32::MAX)));
        for text in ["", "0", "-1", "4294967296", "1.5", "x"] {
            assert!(level(text).is_err(), "{text}");
        }
    }
}
