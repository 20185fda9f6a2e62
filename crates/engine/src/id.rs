//! A new game as a short text: `2048:5x3#7`, or `shisen-sho#7v2` where a solver had a part in it.

use std::fmt;

use masume_rules::text::{print_size, read_size};

use crate::option::print_value;
use crate::{Deals, Game, Setup, SetupError};

/// Set-up that an id names.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameId {
    /// The game's name, such as that of a shipped game.
    pub name: String,
    /// Options that differ from their defaults, each with its value as text.
    pub options: Vec<(String, String)>,
    /// Size, level and seed; the seed is 0 where the id has none.
    pub setup: Setup,
    /// True if the id has a seed, so that chance is decided.
    pub has_seed: bool,
    /// Solver that answers `until solvable`.
    pub deals: Deals,
}

/// Behind the seed of a set-up that a solver had a part in.
const PROVED: &str = "v2";

/// Reason why a text is no id.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct IdError {
    /// Part that was found, shortened.
    pub found: String,
    /// Part that was expected in its place.
    pub expected: IdPart,
}

/// A part of an id.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum IdPart {
    /// The game's name, which comes first.
    Name,
    /// The number behind `#`.
    Seed,
    /// The number behind `/`.
    Level,
    /// A size or an option, between commas behind `:`.
    SizeOrOption,
}

impl fmt::Display for IdError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let expected = match self.expected {
            IdPart::Name => "a game's name first, as in `2048:5x3#7`",
            IdPart::Seed => "a seed from 0 to 18446744073709551615",
            IdPart::Level => "a level from 1",
            IdPart::SizeOrOption => "a size such as `5x3`, or an option as in `two=75%`",
        };
        write!(f, "`{}` cannot be read; expected {expected}", self.found)
    }
}

impl std::error::Error for IdError {}

impl Game {
    /// A new game of this set-up as text: `NAME[:SIZE,OPTION=VALUE…][/LEVEL]#SEED`, such as
    /// `2048:5x3,two=75%#7` or `sokoban/3#0`; behind the seed stands `v2` where a solver answers
    /// `until solvable`, for what the engine's own search says gives other set-ups. `name` is the game's name in the id.
    ///
    /// A size or an option at its default is left out, so that one set-up has one id.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let setup = Setup { seed: 7, ..Setup::default() };
    /// assert_eq!(game.id("sokoban", &setup), "sokoban/1#7");
    /// ```
    pub fn id(&self, name: &str, setup: &Setup) -> String {
        let level = self.level_of(setup);
        let default = self.rules.shape.map(|shape| shape.size);
        // A size says "no level" in a game that has levels; a level brings its own size.
        let size = setup
            .size
            .filter(|size| level.is_none() && (Some(*size) != default || self.level_count() > 0));
        let changed = self.rules.options.iter().filter(|option| option.value != option.default);
        let parts: Vec<String> = size
            .map(print_size)
            .into_iter()
            .chain(
                changed
                    .map(|option| format!("{}={}", option.name, print_value(option, option.value))),
            )
            .collect();
        let mut id = name.to_owned();
        if !parts.is_empty() {
            id.push(':');
            id.push_str(&parts.join(","));
        }
        if let Some(level) = level {
            id.push_str(&format!("/{level}"));
        }
        id.push_str(&format!("#{}", setup.seed));
        if self.deals == Deals::Proved && self.asks_solver() {
            id.push_str(PROVED);
        }
        id
    }

    /// The game with the options of an id. An id with a seed has the deals that it always had; without one
    /// they stay as they are.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let id = masume_engine::parse_id("2048:two=75%#7").expect("it is an id");
    /// let game = game.with_id(&id).expect("it has the option");
    /// assert_eq!(game.id("2048", &id.setup), "2048:two=75%#7");
    /// ```
    ///
    /// # Errors
    /// An option or a value that the game does not have, and proved deals without a solver.
    pub fn with_id(self, id: &GameId) -> Result<Game, SetupError> {
        let game = if id.has_seed { self.with_deals(id.deals)? } else { self };
        game.with_options(&id.options)
    }
}

/// Reads an id. A part that it leaves out is as by default; the seed is 0 then.
///
/// ```
/// use masume_engine::parse_id;
///
/// let id = parse_id("sokoban/3#7").expect("it is an id");
/// assert_eq!((id.name.as_str(), id.setup.level, id.setup.seed), ("sokoban", Some(3), 7));
/// assert!(parse_id("sokoban#seven").is_err());
/// ```
///
/// # Errors
/// A text of another form. Whether the game has such a size, option or level is for the game.
pub fn parse_id(text: &str) -> Result<GameId, IdError> {
    let (rest, seed, deals) = match text.rsplit_once('#') {
        Some((rest, seed)) => match seed.strip_suffix(PROVED) {
            Some(seed) => (rest, Some(number(seed, IdPart::Seed)?), Deals::Proved),
            None => (rest, Some(number(seed, IdPart::Seed)?), Deals::Searched),
        },
        None => (text, None, Deals::Searched),
    };
    // A name may be the path of a file; neither a level nor an option has a slash.
    let (rest, level) = match rest.rsplit_once('/') {
        Some((rest, level)) if is_digits(level) => (rest, Some(number(level, IdPart::Level)?)),
        _ => (rest, None),
    };
    if level == Some(0) {
        return Err(misfit("/0", IdPart::Level));
    }
    let (name, parts) = rest.split_once(':').unwrap_or((rest, ""));
    if name.is_empty() {
        return Err(misfit(text, IdPart::Name));
    }
    let mut setup = Setup { size: None, level, seed: seed.unwrap_or_default() };
    let mut options = Vec::new();
    for part in parts.split(',').filter(|_| !parts.is_empty()) {
        match part.split_once('=') {
            Some((option, value)) if !option.is_empty() && !value.is_empty() => {
                options.push((option.to_owned(), value.to_owned()));
            }
            None if setup.size.is_none() && read_size(part).is_some() => {
                setup.size = read_size(part);
            }
            _ => return Err(misfit(part, IdPart::SizeOrOption)),
        }
    }
    Ok(GameId { name: name.to_owned(), options, setup, has_seed: seed.is_some(), deals })
}

fn is_digits(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|digit| digit.is_ascii_digit())
}

fn number<N: std::str::FromStr>(text: &str, expected: IdPart) -> Result<N, IdError> {
    let read = text.parse().ok().filter(|_| is_digits(text));
    read.ok_or_else(|| misfit(text, expected))
}

fn misfit(found: &str, expected: IdPart) -> IdError {
    let found = found.chars().filter(|letter| !letter.is_control()).take(40).collect();
    IdError { found, expected }
}

#[cfg(test)]
mod tests {
    use masume_rules::model::Size;

    use super::*;

    #[test]
    fn ids_are_read_part_by_part() {
        let check = |text: &str, name: &str, options: &[(&str, &str)], setup: Setup| {
            let options = options.iter().map(|(n, v)| ((*n).to_owned(), (*v).to_owned()));
            let (name, options) = (name.to_owned(), options.collect::<Vec<_>>());
            let deals = if text.ends_with(PROVED) { Deals::Proved } else { Deals::Searched };
            let has_seed = text.contains('#');
            let expected = GameId { name, options, setup, has_seed, deals };
            assert_eq!(parse_id(text), Ok(expected), "{text}");
        };
        let size = Some(Size { width: 5, height: 3 });
        let plain = Setup::default();
        check("2048", "2048", &[], plain);
        check("2048#7", "2048", &[], Setup { seed: 7, ..plain });
        check("2048#7v2", "2048", &[], Setup { seed: 7, ..plain });
        check("2048:5x3#7", "2048", &[], Setup { size, seed: 7, level: None });
        check(
            "2048:5x3,two=75%#7",
            "2048",
            &[("two", "75%")],
            Setup { size, seed: 7, level: None },
        );
        check("2048:two=75%,a=1", "2048", &[("two", "75%"), ("a", "1")], plain);
        check("sokoban/3#0", "sokoban", &[], Setup { level: Some(3), ..plain });
        check("my/games/a.masu/3#0", "my/games/a.masu", &[], Setup { level: Some(3), ..plain });
    }

    #[test]
    fn hostile_ids_are_errors() {
        let long = format!("a:{}", "x".repeat(100_000));
        for text in [
            "",
            "#1",
            ":5x3",
            "a#x",
            "a#v2",
            "a#7v1",
            "a#7v22",
            "a#7v2v2",
            "a#-1",
            "a#99999999999999999999",
            "a:5",
            "a:=",
            "a/0",
            &long,
        ] {
            let error = parse_id(text).unwrap_err();
            assert!(error.to_string().len() < 200, "{error}");
        }
    }
}
