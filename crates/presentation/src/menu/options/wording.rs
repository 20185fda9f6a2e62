//! Choices of a beginning in words, line by line.

use masume_engine::{GameId, print_value};
use masume_rules::text::print_size;

use super::{Asked, Field, Options};
use crate::locale::Phrases;
use crate::speech::strength;

impl Options {
    /// Line above the choices.
    pub fn heading(&self, phrases: &Phrases) -> String {
        let id = match self.asked {
            Asked::Everything => "options-title",
            Asked::Pairing => "options-pairing-title",
        };
        phrases.say(id, &[("game", self.title.as_str().into())])
    }

    /// Label of a line.
    pub fn label(&self, field: Field, phrases: &Phrases) -> String {
        let id = match field {
            Field::Preset => "options-preset",
            Field::Columns => "options-columns",
            Field::Rows => "options-rows",
            Field::Level => "options-level",
            Field::Seed => "options-seed",
            Field::Opponent => "options-opponent",
            Field::Side => "options-side",
            Field::Begin => "options-begin",
            Field::Option(index) => {
                let name = self.game.rules().options.get(index).map_or("", |it| it.name.as_str());
                let own = phrases.of_shipped(&self.name, &format!("option-{name}"));
                return own.unwrap_or_else(|| name.to_owned());
            }
        };
        phrases.say(id, &[])
    }

    /// The value of a line, as it is shown; empty for what has none.
    pub fn value(&self, field: Field, phrases: &Phrases) -> String {
        let is_typed = !self.typed.is_empty() && self.fields().get(self.at) == Some(&field);
        if is_typed {
            return format!("{}_", self.typed);
        }
        match field {
            Field::Preset => match self.preset() {
                Some(0) => phrases.say("options-usual", &[]),
                Some(index) => self.preset_words(index, phrases),
                None => phrases.say("options-own", &[]),
            },
            Field::Columns => self.size.map_or(String::new(), |size| size.width.to_string()),
            Field::Rows => self.size.map_or(String::new(), |size| size.height.to_string()),
            Field::Option(index) => match self.option(index) {
                Some((option, value)) => print_value(option, value),
                None => String::new(),
            },
            Field::Level => self.level_words(phrases),
            Field::Seed => match self.seed {
                Some(seed) => seed.to_string(),
                None => phrases.say("options-any-seed", &[]),
            },
            Field::Opponent => match self.pairing.opponent {
                Some(opponent) => strength::named(&opponent.to_string(), phrases),
                None => phrases.say("options-no-opponent", &[]),
            },
            Field::Side => {
                let name = self
                    .game
                    .rules()
                    .players
                    .get(self.pairing.side)
                    .map_or("", |it| it.name.as_str());
                self.player_words(name, phrases)
            }
            Field::Begin => String::new(),
        }
    }

    /// Range of a value, in words; empty where it needs none.
    pub fn range(&self, field: Field, phrases: &Phrases) -> String {
        let said = |least: String, most: String| {
            phrases.say("options-range", &[("least", least.into()), ("most", most.into())])
        };
        match (field, self.game.rules().shape) {
            (Field::Columns, Some(shape)) => {
                said(shape.least.width.to_string(), shape.greatest.width.to_string())
            }
            (Field::Rows, Some(shape)) => {
                said(shape.least.height.to_string(), shape.greatest.height.to_string())
            }
            (Field::Option(index), _) => match self.option(index) {
                Some((option, _)) => {
                    said(print_value(option, option.least), print_value(option, option.greatest))
                }
                None => String::new(),
            },
            (Field::Level, _) => said("1".to_owned(), self.game.level_count().to_string()),
            (Field::Seed, _) => phrases.say("options-type-seed", &[]),
            (Field::Opponent, _) => phrases.say("options-opponents", &[]),
            (Field::Side, _) => {
                let players = self.game.rules().players.iter();
                let names = players.map(|it| self.player_words(&it.name, phrases));
                names.collect::<Vec<_>>().join(" / ")
            }
            (Field::Preset | Field::Begin | Field::Columns | Field::Rows, _) => String::new(),
        }
    }

    /// The set-ups that are offered, the usual one first: the id of each, and its words. None where
    /// there is only the usual one.
    ///
    /// ```
    /// use masume_engine::{Game, Setup, shipped_games};
    /// use masume_presentation::locale::{Locale, Phrases};
    /// use masume_presentation::menu::options::Options;
    ///
    /// let shipped = shipped_games().iter().find(|it| it.name == "ataxx").unwrap();
    /// let game = Game::load(shipped.text).game.unwrap();
    /// let options = Options::new(shipped.name, "Ataxx".to_owned(), &game, &Setup::default());
    /// let presets = options.presets(&Phrases::new(Locale::English));
    /// let ids: Vec<&str> = presets.iter().map(|(id, _)| id.as_str()).collect();
    /// assert_eq!(ids, ["ataxx", "ataxx:5x5", "ataxx:9x9"]);
    /// assert_eq!(presets[1].1, "5x5");
    /// ```
    pub fn presets(&self, phrases: &Phrases) -> Vec<(String, String)> {
        if self.presets.len() < 2 {
            return Vec::new();
        }
        let told = |(index, preset): (usize, &GameId)| {
            let mut other = self.clone();
            other.take_preset(preset);
            let words = match index {
                0 => phrases.say("options-usual", &[]),
                index => self.preset_words(index, phrases),
            };
            (other.id(), words)
        };
        self.presets.iter().enumerate().map(told).collect()
    }

    pub(super) fn preset_words(&self, index: usize, phrases: &Phrases) -> String {
        let Some(preset) = self.presets.get(index) else { return String::new() };
        let size = preset.setup.size.map(print_size);
        let options = preset.options.iter().map(|(name, value)| {
            let own = phrases.of_shipped(&self.name, &format!("option-{name}"));
            format!("{} {value}", own.as_deref().unwrap_or(name))
        });
        size.into_iter().chain(options).collect::<Vec<_>>().join(", ")
    }

    pub(super) fn player_words(&self, name: &str, phrases: &Phrases) -> String {
        let own = phrases.of_shipped(&self.name, &format!("player-{name}"));
        own.unwrap_or_else(|| name.to_owned())
    }

    pub(super) fn level_words(&self, phrases: &Phrases) -> String {
        let Some(level) = self.level else { return phrases.say("options-no-level", &[]) };
        let own = self.game.levels().get(level - 1).map(|it| it.title.clone());
        let title = phrases.of_shipped(&self.name, &format!("level-{level}")).or(own);
        match title.filter(|title| !title.is_empty()) {
            Some(title) => format!("{level} {title}"),
            None => level.to_string(),
        }
    }
}
