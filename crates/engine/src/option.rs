//! Options: the numbers of a game that a player may change before it starts.

use std::sync::Arc;

use masume_rules::model::OptionInfo;

use crate::{Game, OptionRange, SetupError};

/// Hundredths of a percent in 1.
const WHOLE: i64 = 10_000;

impl Game {
    /// The game with an option set, such as `two` to `75%`, `0.75` or, for a plain number, `5`.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let kinder = game.with_option("two", "75%").expect("it is an option");
    /// assert_eq!(kinder.id("2048", &Setup::default()), "2048:two=75%#0");
    /// assert!(kinder.with_option("two", "200%").is_err());
    /// ```
    ///
    /// # Errors
    /// [`SetupError::UnknownOption`], [`SetupError::BadOption`].
    pub fn with_option(mut self, name: &str, value: &str) -> Result<Game, SetupError> {
        let rules = Arc::make_mut(&mut self.rules);
        let known = || rules.options.iter().map(|option| option.name.clone()).collect();
        let Some(index) = rules.options.iter().position(|option| option.name == name) else {
            return Err(SetupError::UnknownOption { name: name.to_owned(), known: known() });
        };
        let option = &mut rules.options[index];
        let read = read_value(option, value);
        match read.filter(|read| (option.least..=option.greatest).contains(read)) {
            Some(read) => {
                option.value = read;
                // What was compiled has the old value in it.
                self.programs = Arc::default();
            }
            None => {
                return Err(SetupError::BadOption {
                    name: name.to_owned(),
                    found: value.chars().filter(|letter| !letter.is_control()).take(40).collect(),
                    expected: OptionRange::of(option),
                });
            }
        }
        Ok(self)
    }

    /// The game with several options set, one after another, as an id has them.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let id = masume_engine::parse_id("2048:two=75%#7").expect("an id");
    /// let kinder = game.with_options(&id.options).expect("it has them");
    /// assert_eq!(kinder.id("2048", &id.setup), "2048:two=75%#7");
    /// ```
    ///
    /// # Errors
    /// As [`Game::with_option`], for the first that cannot be set.
    pub fn with_options(self, options: &[(String, String)]) -> Result<Game, SetupError> {
        options.iter().try_fold(self, |game, (name, value)| game.with_option(name, value))
    }
}

/// The value of an option as text: `75%`, `12.5%`, `5`.
///
/// ```
/// # use masume_engine::{Game, shipped_games};
/// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
/// # let game = Game::load(shipped.text).game.expect("it is sound");
/// use masume_engine::print_value;
///
/// assert_eq!(print_value(&game.rules().options[0], 1_250), "12.5%");
/// ```
pub fn print_value(option: &OptionInfo, value: i64) -> String {
    if !option.percent {
        return value.to_string();
    }
    let (whole, part) = (value / 100, value % 100);
    match part {
        0 => format!("{whole}%"),
        _ => format!("{}%", format!("{whole}.{part:02}").trim_end_matches('0')),
    }
}

impl OptionRange {
    fn of(option: &OptionInfo) -> Self {
        Self {
            least: print_value(option, option.least),
            greatest: print_value(option, option.greatest),
            percent: option.percent,
        }
    }
}

fn read_value(option: &OptionInfo, text: &str) -> Option<i64> {
    let text = text.trim();
    if !option.percent {
        return text.parse().ok();
    }
    match text.strip_suffix('%') {
        Some(percent) => decimal(percent.trim_end(), 2),
        // A fraction such as 0.75, or 1 for all of it.
        None => decimal(text, 4).filter(|value| *value <= WHOLE),
    }
}

/// A decimal number times ten to the power of `places`; `None` where it has more places, for then
/// it is not what the game can hold.
fn decimal(text: &str, places: usize) -> Option<i64> {
    let (whole, part) = text.split_once('.').unwrap_or((text, ""));
    let part = part.trim_end_matches('0');
    let is_plain = |digits: &str| digits.bytes().all(|digit| digit.is_ascii_digit());
    if whole.is_empty() || !is_plain(whole) || !is_plain(part) || part.len() > places {
        return None;
    }
    format!("{whole}{part:0<places$}").parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn percentage() -> OptionInfo {
        let name = "two".to_owned();
        OptionInfo { name, value: 9_000, default: 9_000, least: 0, greatest: WHOLE, percent: true }
    }

    #[test]
    fn percentages_are_read_in_three_ways() {
        let rows = [
            ("75%", Some(7_500)),
            ("0.75", Some(7_500)),
            ("12.5%", Some(1_250)),
            ("0.1250", Some(1_250)),
            ("1", Some(10_000)),
            ("0", Some(0)),
            ("1%", Some(100)),
            ("75", None),
            ("0.12345", None),
            ("-1%", None),
            ("", None),
            ("%", None),
            (".5", None),
            ("99999999999999999999%", None),
        ];
        for (text, expected) in rows {
            assert_eq!(read_value(&percentage(), text), expected, "{text}");
        }
    }

    #[test]
    fn values_are_printed_as_they_are_read() {
        for value in [0, 1, 10, 50, 100, 1_250, 7_500, 10_000] {
            let text = print_value(&percentage(), value);
            assert_eq!(read_value(&percentage(), &text), Some(value), "{text}");
        }
    }
}
