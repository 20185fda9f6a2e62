//! Beginning of a game, chosen before it begins: a set-up from a list, or size, options, level and
//! seed.

mod choices;
mod wording;

use masume_engine::{
    Deals, Game, GameId, Player, Setup, SetupError, Size, game_set_ups, parse_id, print_value,
};
use masume_rules::facts::uses_chance;
use masume_rules::model::OptionInfo;
use masume_search::agent::Strength;
use masume_session::Seats;

use crate::dialogue::opponent::against;
use crate::dialogue::without_seed;
use crate::input::Gesture;
use crate::shell::typed;

pub use choices::{Choice, ChoiceKind, ChoiceValue};

/// Beginning of a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Beginning {
    /// Options with their values as text, all of them.
    pub options: Vec<(String, String)>,
    /// The board.
    pub size: Option<Size>,
    /// The level, from 1.
    pub level: Option<usize>,
    /// Seed of the random numbers; without one, any.
    pub seed: Option<u64>,
    /// Players besides who is here.
    pub seats: Seats,
    /// The same as it was chosen.
    pub pairing: Pairing,
    /// True if games that wait are left aside for it.
    pub leaves_waiting: bool,
}

/// Opponent of a player, and the player's side.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Pairing {
    /// Strength of the opponent; without one all play here.
    pub opponent: Option<Strength>,
    /// The number of the player that one is.
    pub side: usize,
}

impl Pairing {
    /// The pairing that is kept under these words; `None` in place of an opponent that is not
    /// offered.
    pub fn kept((opponent, side): (Option<String>, usize)) -> Self {
        let offered = [Strength::Easy, Strength::Medium, Strength::Hard];
        let named = |name: String| offered.into_iter().find(|it| it.to_string() == name);
        Self { opponent: opponent.and_then(named), side }
    }
}

/// Choices that are offered before a game begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Asked {
    /// All that can be chosen.
    Everything,
    /// The opponent and the side; the rest is as usual.
    Pairing,
}

impl Beginning {
    /// The game with these options.
    ///
    /// # Errors
    /// An option, or a value of one, that the game does not have.
    pub fn game(&self, game: &Game) -> Result<Game, SetupError> {
        game.clone().with_options(&self.options)
    }

    /// The set-up, with this seed where none was chosen.
    pub fn setup(&self, seed: u64) -> Setup {
        Setup { size: self.size, level: self.level, seed: self.seed.unwrap_or(seed) }
    }
}

/// Subject of one line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Field {
    /// One of the set-ups that are offered.
    Preset,
    /// The columns of the board.
    Columns,
    /// The rows of the board.
    Rows,
    /// The option of this number.
    Option(usize),
    /// The level.
    Level,
    /// The seed.
    Seed,
    /// The opponent of the player.
    Opponent,
    /// The side of the player.
    Side,
    /// Not a choice: to begin.
    Begin,
}

/// Options: the beginning of a game, before it begins.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_presentation::menu::options::{Field, Options};
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let options = Options::new(shipped.name, "Tic-tac-toe".to_owned(), &game, &Setup::default());
/// assert_eq!(options.id(), "tic-tac-toe");
/// assert_eq!(options.fields(), [Field::Opponent, Field::Begin]);
/// ```
#[derive(Clone, Debug)]
pub struct Options {
    /// Name of the game in ids.
    name: String,
    title: String,
    game: Game,
    /// Set-ups that are offered; the usual one first.
    presets: Vec<GameId>,
    size: Option<Size>,
    /// In the order of the game's text.
    values: Vec<i64>,
    level: Option<usize>,
    seed: Option<u64>,
    pairing: Pairing,
    asked: Asked,
    leaves_waiting: bool,
    at: usize,
    /// Digits typed for the line pointed at.
    typed: String,
    /// Reason why the game could not be begun that way.
    pub trouble: Option<String>,
}

/// Decision that an input makes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Decided {
    /// Nothing yet.
    Nothing,
    /// It is left as it was.
    Back,
    /// The game begins.
    Begin(Beginning),
}

/// A part of the form that can be pointed at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Spot {
    /// The line of this number.
    Line(usize),
    /// The sign that makes its value less.
    Less(usize),
    /// The sign that makes it more.
    More(usize),
}

impl Options {
    /// Of a game, as it was begun last or as it usually begins.
    pub fn new(name: &str, title: String, game: &Game, setup: &Setup) -> Self {
        let rules = game.rules();
        let offered = game_set_ups().iter().find(|it| it.name == name);
        let offered = offered.into_iter().flat_map(|it| it.ids).filter_map(|id| parse_id(id).ok());
        let usual = GameId {
            name: name.to_owned(),
            options: Vec::new(),
            setup: Setup::default(),
            has_seed: false,
            deals: Deals::default(),
        };
        let level = game.level_of(setup);
        Self {
            name: name.to_owned(),
            title,
            presets: std::iter::once(usual).chain(offered).collect(),
            size: setup.size.or(rules.shape.map(|shape| shape.size)).filter(|_| level.is_none()),
            values: rules.options.iter().map(|option| option.value).collect(),
            level,
            seed: None,
            pairing: Pairing::default(),
            asked: Asked::Everything,
            leaves_waiting: false,
            game: game.clone(),
            at: 0,
            typed: String::new(),
            trouble: None,
        }
    }

    /// The choices with the pairing of the last time.
    pub fn with_pairing(mut self, pairing: Option<Pairing>) -> Self {
        let pairing = pairing.unwrap_or_default();
        // The game may have had more players then.
        let side = pairing.side.min(self.game.rules().players.len().saturating_sub(1));
        self.pairing = Pairing { side, ..pairing };
        self
    }

    /// The question whom one plays against, for a game that begins as usual.
    pub fn about_pairing(self, leaves_waiting: bool) -> Self {
        Self { asked: Asked::Pairing, leaves_waiting, ..self }
    }

    /// Name of the game in ids.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// The number of the line pointed at.
    pub fn at(&self) -> usize {
        self.at
    }

    /// The lines there are: what cannot be changed in this game has none.
    pub fn fields(&self) -> Vec<Field> {
        let rules = self.game.rules();
        if self.asked == Asked::Pairing {
            let side = self.pairing.opponent.map(|_| Field::Side);
            return [Field::Opponent].into_iter().chain(side).chain([Field::Begin]).collect();
        }
        let has_sizes = rules.shape.is_some_and(|shape| shape.least != shape.greatest);
        let mut fields = Vec::new();
        if self.presets.len() > 1 {
            fields.push(Field::Preset);
        }
        if has_sizes && self.level.is_none() {
            fields.extend([Field::Columns, Field::Rows]);
        }
        fields.extend((0..rules.options.len()).map(Field::Option));
        if self.game.level_count() > 0 {
            fields.push(Field::Level);
        }
        if uses_chance(rules) {
            fields.push(Field::Seed);
        }
        if rules.players.len() > 1 {
            fields.push(Field::Opponent);
            fields.extend(self.pairing.opponent.map(|_| Field::Side));
        }
        fields.push(Field::Begin);
        fields
    }

    /// Beginning as it is chosen.
    pub fn beginning(&self) -> Beginning {
        let options = self.game.rules().options.iter().zip(&self.values);
        let told = |(option, value): (&OptionInfo, &i64)| {
            (option.name.clone(), print_value(option, *value))
        };
        let usual = self.game.rules().shape.map(|shape| shape.size);
        Beginning {
            options: options.map(told).collect(),
            // The usual size of a game without levels need not be said.
            size: self.size.filter(|size| Some(*size) != usual || self.game.level_count() > 0),
            level: self.level,
            seed: self.seed,
            seats: self.seats(),
            pairing: self.pairing,
            leaves_waiting: self.leaves_waiting,
        }
    }

    fn seats(&self) -> Seats {
        let Some(strength) = self.pairing.opponent else { return Seats::default() };
        against(self.game.rules(), strength.into(), Player(self.pairing.side as u8))
    }

    /// Id that others type to begin the same way; without a seed where none was chosen.
    pub fn id(&self) -> String {
        let beginning = self.beginning();
        let game = beginning.game(&self.game).unwrap_or_else(|_| self.game.clone());
        let id = game.id(&self.name, &beginning.setup(0));
        match self.seed {
            Some(_) => id,
            None => without_seed(&id),
        }
    }

    /// The words that begin the same way on the command line, as they are typed into a shell.
    pub fn words(&self) -> String {
        let mut words = typed(&self.id()).into_owned();
        if let Some(opponent) = self.pairing.opponent {
            words.push_str(&format!(" --opponent {opponent}"));
            // Who begins need not be said.
            let side =
                self.game.rules().players.get(self.pairing.side).filter(|_| self.pairing.side > 0);
            if let Some(player) = side {
                words.push_str(&format!(" --side {}", typed(&player.name)));
            }
        }
        words
    }

    /// Takes in one input; `spot` is what stands at a place of the screen.
    pub fn update(&mut self, gesture: &Gesture<Spot>) -> Decided {
        match gesture {
            Gesture::Key(key) => return self.key(key),
            Gesture::Press(spot) => match *spot {
                Some(Spot::Line(index)) => self.point_at(index),
                Some(Spot::Less(index)) => {
                    self.point_at(index);
                    self.change(-1);
                }
                Some(Spot::More(index)) => {
                    self.point_at(index);
                    self.change(1);
                }
                None => {}
            },
            Gesture::Release(spot) => {
                let is_at = *spot == Some(Spot::Line(self.at));
                if is_at && self.field() == Field::Begin {
                    return Decided::Begin(self.beginning());
                }
            }
            Gesture::Wheel(notches) => {
                let there = self.at.saturating_add_signed(*notches as isize);
                self.point_at(there.min(self.fields().len() - 1));
            }
            Gesture::Paste | Gesture::Tick | Gesture::Analysis(_) => {}
        }
        Decided::Nothing
    }

    fn key(&mut self, key: &str) -> Decided {
        self.trouble = None;
        let last = self.fields().len() - 1;
        if key.len() == 1 && key.bytes().all(|it| it.is_ascii_digit()) {
            self.type_digit(key);
            return Decided::Nothing;
        }
        match key {
            "up" | "k" => self.point_at(self.at.saturating_sub(1)),
            "down" | "j" | "tab" => self.point_at((self.at + 1).min(last)),
            "home" => self.point_at(0),
            "end" => self.point_at(last),
            "left" | "h" | "-" => self.change(-1),
            "right" | "l" | "+" | "space" => self.change(1),
            "page-up" => self.change(10),
            "page-down" => self.change(-10),
            "backspace" | "delete" => self.erase(),
            "enter" => {
                self.take_typed();
                return Decided::Begin(self.beginning());
            }
            "q" | "escape" => return Decided::Back,
            _ => {}
        }
        Decided::Nothing
    }

    fn field(&self) -> Field {
        self.fields().get(self.at).copied().unwrap_or(Field::Begin)
    }

    fn point_at(&mut self, index: usize) {
        self.take_typed();
        self.at = index;
    }

    fn option(&self, index: usize) -> Option<(&OptionInfo, i64)> {
        Some((self.game.rules().options.get(index)?, *self.values.get(index)?))
    }

    /// The number of the set-up that is chosen now; `None` for one of the player's own.
    fn preset(&self) -> Option<usize> {
        let is_this = |preset: &GameId| {
            let mut other = self.clone();
            other.take_preset(preset);
            (other.size, &other.values, other.level) == (self.size, &self.values, self.level)
        };
        self.presets.iter().position(is_this)
    }

    fn take_preset(&mut self, preset: &GameId) {
        let rules = self.game.rules();
        self.level = self.game.level_of(&preset.setup);
        let usual = rules.shape.map(|shape| shape.size);
        self.size = preset.setup.size.or(usual).filter(|_| self.level.is_none());
        self.values = rules.options.iter().map(|option| option.default).collect();
        for (name, value) in &preset.options {
            let game = self.game.clone().with_option(name, value);
            let index = rules.options.iter().position(|option| option.name == *name);
            if let (Ok(game), Some(index)) = (game, index) {
                self.values[index] = game.rules().options[index].value;
            }
        }
    }

    /// Another value of the line pointed at, so many steps further.
    fn change(&mut self, steps: i64) {
        self.take_typed();
        match self.field() {
            Field::Preset => {
                let count = self.presets.len() as i64;
                let from = self.preset().map_or(if steps > 0 { -1 } else { 0 }, |it| it as i64);
                let to = (from + steps.signum()).rem_euclid(count) as usize;
                self.take_preset(&self.presets[to].clone());
            }
            Field::Columns | Field::Rows => {
                let step = if self.game.rules().shape.is_some_and(|it| it.even) { 2 } else { 1 };
                let size = self.number().unwrap_or(0);
                self.set(size.saturating_add(steps * step));
            }
            Field::Option(index) => {
                /// Of a percentage, in its hundredths: five percent.
                const PERCENT: i64 = 500;
                let Some((option, value)) = self.option(index) else { return };
                let step = if option.percent { PERCENT } else { 1 };
                self.set(value.saturating_add(steps * step));
            }
            Field::Level => {
                let level = self.level.unwrap_or(0) as i64;
                self.set(level.saturating_add(steps));
            }
            Field::Seed => {
                self.seed = match (self.seed, steps) {
                    (None, ..0) => None,
                    (None, _) => Some(0),
                    (Some(0), ..0) => None,
                    (Some(seed), _) => Some(seed.saturating_add_signed(steps)),
                }
            }
            Field::Opponent => {
                const CHOICES: [Option<Strength>; 4] =
                    [None, Some(Strength::Easy), Some(Strength::Medium), Some(Strength::Hard)];
                let at =
                    CHOICES.iter().position(|it| *it == self.pairing.opponent).unwrap_or(0) as i64;
                let to = (at + steps.signum()).rem_euclid(CHOICES.len() as i64) as usize;
                self.pairing.opponent = CHOICES[to];
            }
            Field::Side => {
                let count = self.game.rules().players.len() as i64;
                let side = self.pairing.side as i64 + steps.signum();
                self.pairing.side = side.rem_euclid(count) as usize;
            }
            Field::Begin => {}
        }
    }

    /// The number of the line pointed at, where it is one.
    fn number(&self) -> Option<i64> {
        match self.field() {
            Field::Columns => self.size.map(|size| i64::from(size.width)),
            Field::Rows => self.size.map(|size| i64::from(size.height)),
            Field::Option(index) => self.option(index).map(|(_, value)| value),
            Field::Level => self.level.map(|level| level as i64),
            Field::Preset | Field::Seed | Field::Begin | Field::Opponent | Field::Side => None,
        }
    }

    /// Sets the line pointed at to the nearest number that it can have.
    fn set(&mut self, number: i64) {
        let shape = self.game.rules().shape;
        match (self.field(), shape, &mut self.size) {
            (Field::Columns, Some(shape), Some(size)) => {
                size.width = nearest(number, shape.least.width, shape.greatest.width, shape.even);
            }
            (Field::Rows, Some(shape), Some(size)) => {
                size.height =
                    nearest(number, shape.least.height, shape.greatest.height, shape.even);
            }
            (Field::Option(index), ..) => {
                let range = self.option(index).map(|(it, _)| (it.least, it.greatest));
                if let (Some((least, greatest)), Some(value)) = (range, self.values.get_mut(index))
                {
                    *value = number.clamp(least, greatest);
                }
            }
            (Field::Level, shape, _) => {
                // Below the first level lies the board without one, where the game has such.
                let least = i64::from(shape.is_none());
                let level = number.clamp(least, self.game.level_count() as i64) as usize;
                self.level = Some(level).filter(|level| *level > 0);
                self.size = shape.map(|shape| shape.size).filter(|_| self.level.is_none());
            }
            (
                Field::Seed
                | Field::Preset
                | Field::Begin
                | Field::Columns
                | Field::Rows
                | Field::Opponent
                | Field::Side,
                ..,
            ) => {}
        }
    }

    fn type_digit(&mut self, digit: &str) {
        /// The digits of the greatest seed.
        const MOST: usize = 20;
        let takes_digits =
            !matches!(self.field(), Field::Preset | Field::Begin | Field::Opponent | Field::Side);
        if takes_digits && self.typed.len() < MOST {
            self.typed.push_str(digit);
        }
    }

    fn erase(&mut self) {
        if self.typed.pop().is_none() && self.field() == Field::Seed {
            self.seed = None;
        }
    }

    /// Takes over what was typed as the value.
    fn take_typed(&mut self) {
        /// Hundredths in a percent.
        const PERCENT: i64 = 100;
        let typed = std::mem::take(&mut self.typed);
        if typed.is_empty() {
            return;
        }
        let number = typed.parse::<i64>().unwrap_or(i64::MAX);
        match self.field() {
            Field::Seed => self.seed = Some(typed.parse().unwrap_or(u64::MAX)),
            Field::Option(index) => {
                let is_percent = self.option(index).is_some_and(|(option, _)| option.percent);
                self.set(if is_percent { number.saturating_mul(PERCENT) } else { number });
            }
            Field::Columns
            | Field::Rows
            | Field::Level
            | Field::Preset
            | Field::Opponent
            | Field::Side
            | Field::Begin => {
                self.set(number);
            }
        }
    }
}

/// The nearest number of the range, and an even one where that is asked for.
fn nearest(number: i64, least: u32, most: u32, even: bool) -> u32 {
    let number = u32::try_from(number.clamp(i64::from(least), i64::from(most))).unwrap_or(most);
    match even && number % 2 == 1 {
        true => {
            if number < most {
                number + 1
            } else {
                number - 1
            }
        }
        false => number,
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use masume_engine::shipped_games;

    use crate::locale::{Locale, Phrases};

    fn options(name: &str) -> Options {
        let shipped = shipped_games().iter().find(|it| it.name == name).expect("a shipped game");
        let game = Game::load(shipped.text).game.expect("a game");
        Options::new(name, name.to_owned(), &game, &Setup::default())
    }

    fn press(options: &mut Options, keys: &[&str]) -> Decided {
        let mut last = Decided::Nothing;
        for key in keys {
            last = options.update(&Gesture::key(key));
        }
        last
    }

    /// The id after these keys.
    fn id_after(name: &str, keys: &[&str]) -> String {
        let mut options = options(name);
        press(&mut options, keys);
        press(&mut options, &["home"]);
        options.id()
    }

    #[test]
    fn values_are_chosen_step_by_step_and_typed() {
        for (name, keys, expected) in [
            ("2048", &[][..], "2048"),
            ("2048", &["down", "right"], "2048:5x4"),
            ("2048", &["down", "left", "left", "left", "down", "9"], "2048:2x9"),
            ("2048", &["end", "up", "up", "7", "5"], "2048:two=75%"),
            ("2048", &["end", "up", "up", "left", "left"], "2048:two=80%"),
            ("2048", &["end", "up", "up", "page-up"], "2048:two=100%"),
            ("2048", &["end", "up", "4", "2"], "2048#42"),
            ("2048", &["end", "up", "right", "right", "left", "left"], "2048"),
            ("2048", &["end", "up", "4", "enter", "backspace"], "2048"),
            ("othello", &["down", "7"], "othello:8x8"),
            ("othello", &["down", "1", "1"], "othello:12x8"),
            ("othello", &["down", "right", "down", "right"], "othello:10x10"),
            ("sokoban", &["right"], "sokoban/2"),
            ("sokoban", &["3"], "sokoban/3"),
            ("sokoban", &["left", "left"], "sokoban/1"),
            ("tic-tac-toe", &["right"], "tic-tac-toe"),
        ] {
            let expected = if expected == "othello:8x8" { "othello" } else { expected };
            assert_eq!(id_after(name, keys), expected, "{name} {keys:?}");
        }
    }

    #[test]
    fn set_ups_are_offered_and_what_is_chosen_by_hand_is_the_players_own() {
        let phrases = Phrases::new(Locale::English);
        let mut options = options("2048");
        let value = |options: &Options| options.value(Field::Preset, &phrases);
        let mut seen = vec![value(&options)];
        for _ in 1..options.presets.len() {
            press(&mut options, &["right"]);
            seen.push(value(&options));
        }
        assert_eq!(seen, ["usual", "two 75%", "3x3", "5x5"]);
        press(&mut options, &["right"]);
        assert_eq!(value(&options), "usual");
        press(&mut options, &["left", "down", "right", "up"]);
        assert_eq!((value(&options), options.id()), ("your own".to_owned(), "2048:6x5".to_owned()));
    }

    #[test]
    fn every_shipped_game_begins_as_it_is_chosen() {
        for shipped in shipped_games() {
            let mut options = options(shipped.name);
            for preset in 0..options.presets.len() {
                let Decided::Begin(beginning) = press(&mut options, &["enter"]) else {
                    panic!("{}: Enter begins", shipped.name);
                };
                let game = beginning.game(&options.game).expect(shipped.name);
                assert!(game.start(&beginning.setup(1)).is_ok(), "{} {preset}", shipped.name);
                assert_eq!(
                    game.id(shipped.name, &beginning.setup(0)),
                    format!("{}#0", options.id())
                );
                press(&mut options, &["home", "right"]);
            }
        }
    }

    #[test]
    fn the_mouse_points_changes_and_begins() {
        let mut options = options("2048");
        let last = options.fields().len() - 1;
        let spot = |x: u16, y: u16| match x {
            0 => Some(Spot::Less(y.into())),
            1 => Some(Spot::More(y.into())),
            2 => Some(Spot::Line(y.into())),
            _ => None,
        };
        for (x, y) in [(1, 1), (1, 1), (0, 2), (9, 9)] {
            assert_eq!(options.update(&Gesture::Press(spot(x, y))), Decided::Nothing);
        }
        assert_eq!(options.id(), "2048:6x3");
        options.update(&Gesture::Press(spot(2, last as u16)));
        let begun = options.update(&Gesture::Release(spot(2, last as u16)));
        assert_eq!(begun, Decided::Begin(options.beginning()));
        assert_eq!(press(&mut options, &["escape"]), Decided::Back);
    }
}
