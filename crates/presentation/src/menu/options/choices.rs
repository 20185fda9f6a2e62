//! Choices of a beginning as data, for faces that have forms.

use masume_engine::{Player, print_value};
use masume_rules::model::PlayerInfo;
use masume_rules::text::print_size;
use masume_search::agent::Strength;
use masume_session::Seats;

use super::{Field, Options};
use crate::locale::Phrases;
use crate::speech::strength;

/// A choice as data.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Choice {
    /// Name under which it is begun with: that of an option or a player, `size`, `level`, `seed`.
    pub name: String,
    /// Label in the language of the face.
    pub label: String,
    /// Kind of its values.
    pub kind: ChoiceKind,
    /// Value that is chosen now; empty for none.
    pub value: String,
    /// The values that there are; empty where one is typed.
    pub values: Vec<ChoiceValue>,
    /// Range of what may be typed, in words; may be empty.
    pub range: String,
}

/// A value of a choice.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChoiceValue {
    /// The value.
    pub value: String,
    /// The same in words.
    pub title: String,
}

/// Kind of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ChoiceKind {
    /// One of few values of an option.
    Choice,
    /// A number for an option.
    Number,
    /// The size of the board.
    Size,
    /// The level.
    Level,
    /// The seed; empty for any.
    Seed,
    /// An agent that plays for a player; empty for a person.
    Opponent,
}

impl Options {
    /// The choices as data, for a face that has forms; `seats` says who plays for whom now.
    ///
    /// ```
    /// use masume_engine::{Game, Setup, shipped_games};
    /// use masume_presentation::locale::{Locale, Phrases};
    /// use masume_presentation::menu::options::{ChoiceKind, Options};
    /// use masume_session::Seats;
    ///
    /// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
    /// let game = Game::load(shipped.text).game.unwrap();
    /// let options = Options::new(shipped.name, "Tic-tac-toe".to_owned(), &game, &Setup::default());
    /// let choices = options.choices(&Seats::default(), &Phrases::new(Locale::English));
    /// let names: Vec<&str> = choices.iter().map(|choice| choice.name.as_str()).collect();
    /// assert_eq!(names, ["cross", "nought"]);
    /// assert_eq!((choices[0].kind, choices[0].values.len()), (ChoiceKind::Opponent, 4));
    /// ```
    pub fn choices(&self, seats: &Seats, phrases: &Phrases) -> Vec<Choice> {
        let mut choices = Vec::new();
        for field in self.fields() {
            match field {
                // Set-ups are told on their own, and rows with the columns.
                Field::Preset | Field::Rows | Field::Side | Field::Begin => {}
                Field::Columns => choices.extend(self.size_choice(phrases)),
                Field::Option(index) => choices.extend(self.option_choice(index, phrases)),
                Field::Level => choices.push(self.level_choice(phrases)),
                Field::Seed => choices.push(Choice {
                    name: "seed".to_owned(),
                    label: self.label(field, phrases),
                    kind: ChoiceKind::Seed,
                    value: self.seed.map(|seed| seed.to_string()).unwrap_or_default(),
                    values: Vec::new(),
                    range: self.range(field, phrases),
                }),
                Field::Opponent => choices.extend(self.seat_choices(seats, phrases)),
            }
        }
        choices
    }

    fn size_choice(&self, phrases: &Phrases) -> Option<Choice> {
        let shape = self.game.rules().shape?;
        let range = [("least", shape.least), ("most", shape.greatest)];
        let range = range.map(|(name, size)| (name, print_size(size).into()));
        Some(Choice {
            name: "size".to_owned(),
            label: phrases.say("options-size", &[]),
            kind: ChoiceKind::Size,
            value: self.size.map(print_size).unwrap_or_default(),
            values: Vec::new(),
            range: phrases.say("options-range", &range),
        })
    }

    fn option_choice(&self, index: usize, phrases: &Phrases) -> Option<Choice> {
        /// Values that are better chosen from a list than typed.
        const MOST_LISTED: i64 = 12;
        let (option, value) = self.option(index)?;
        let is_short = !option.percent && option.greatest - option.least < MOST_LISTED;
        let values = is_short.then_some(option.least..=option.greatest);
        let values = values.into_iter().flatten().map(|it| {
            let value = print_value(option, it);
            ChoiceValue { title: value.clone(), value }
        });
        Some(Choice {
            name: option.name.clone(),
            label: self.label(Field::Option(index), phrases),
            kind: if is_short { ChoiceKind::Choice } else { ChoiceKind::Number },
            value: print_value(option, value),
            values: values.collect(),
            range: self.range(Field::Option(index), phrases),
        })
    }

    fn level_choice(&self, phrases: &Phrases) -> Choice {
        /// Levels that are better chosen from a list than typed.
        const MOST_LISTED: usize = 200;
        let count = self.game.level_count();
        let listed = (count <= MOST_LISTED).then_some(1..=count);
        let values = listed.into_iter().flatten().map(|level| {
            let title = Self { level: Some(level), ..self.clone() }.level_words(phrases);
            ChoiceValue { value: level.to_string(), title }
        });
        Choice {
            name: "level".to_owned(),
            label: self.label(Field::Level, phrases),
            kind: ChoiceKind::Level,
            value: self.level.map(|level| level.to_string()).unwrap_or_default(),
            values: values.collect(),
            range: self.range(Field::Level, phrases),
        }
    }

    /// A person or an agent for each player.
    fn seat_choices(&self, seats: &Seats, phrases: &Phrases) -> Vec<Choice> {
        let strengths = [Strength::Easy, Strength::Medium, Strength::Hard].map(|it| it.to_string());
        let person =
            ChoiceValue { value: String::new(), title: phrases.say("options-no-opponent", &[]) };
        let players = self.game.rules().players.iter().zip(0..);
        let choice = |(info, index): (&PlayerInfo, u8)| {
            let value = seats.opponent(Player(index)).unwrap_or_default().to_owned();
            // An agent that is not offered usually stays.
            let own = Some(value.clone()).filter(|it| !it.is_empty() && !strengths.contains(it));
            let agents = strengths.iter().cloned().chain(own);
            let agents = agents.map(|value| {
                let title = strength::named(&value, phrases);
                ChoiceValue { value, title }
            });
            Choice {
                name: info.name.clone(),
                label: self.player_words(&info.name, phrases),
                kind: ChoiceKind::Opponent,
                values: std::iter::once(person.clone()).chain(agents).collect(),
                value,
                range: String::new(),
            }
        };
        players.map(choice).collect()
    }
}
