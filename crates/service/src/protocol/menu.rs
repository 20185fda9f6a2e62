//! Choices before a game, and pages of text beside it.

use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

use super::SeenGame;

/// The menu of the shipped games.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MenuView {
    /// Groups of games.
    pub groups: Vec<MenuGroup>,
    /// The languages that are spoken.
    pub languages: Vec<LanguageView>,
}

/// Games under one title.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MenuGroup {
    /// The title; may be empty.
    pub title: String,
    /// The games.
    pub games: Vec<MenuGame>,
}

/// A game of the menu.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct MenuGame {
    /// The name by which it is loaded.
    pub name: String,
    /// Its title.
    pub title: String,
    /// A sentence about it.
    pub about: String,
    /// Progress in words; may be empty.
    pub progress: String,
    /// Number of its levels.
    pub levels: usize,
    /// Number of those that were solved.
    pub done: usize,
    /// The level that comes next.
    pub level: Option<usize>,
    /// Set-ups that are offered, the usual one first; none where there is only that one.
    pub setups: Vec<SetupView>,
    /// True if a game waits to be gone on with.
    pub waiting: bool,
    /// A board of the game, where the asker wants what is seen: only shapes and ground are told.
    pub preview: Option<Box<SeenGame>>,
}

/// A set-up of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct SetupView {
    /// The id by which it is loaded.
    pub id: String,
    /// The same in words.
    pub title: String,
}

/// A language that is spoken.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LanguageView {
    /// Its tag: `en`.
    pub tag: String,
    /// Its name in itself.
    pub title: String,
}

/// A choice of how a game begins: `load` takes what was chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChoiceView {
    /// The name under which `load` takes it: that of an option or of a player, `size`, `level`,
    /// `seed`.
    pub name: String,
    /// Label in the language of the face.
    pub label: String,
    /// Kind of its values.
    pub kind: ChoiceSort,
    /// Value that is chosen now; empty for none.
    pub value: String,
    /// The values that there are; `null` where one is typed.
    pub values: Option<Vec<ChoiceValueView>>,
    /// Range of what may be typed, in words.
    pub range: Option<String>,
}

/// A value that can be chosen.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChoiceValueView {
    /// The value.
    pub value: String,
    /// The same in words.
    pub title: String,
}

/// Kind of the values of a choice.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum ChoiceSort {
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

/// A page of text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum PageName {
    /// Help: of the game being played, or of the menu.
    Help,
    /// The levels of the game being played, a line for each.
    Levels,
    /// The actions so far.
    History,
    /// Counts of what was played.
    Statistics,
    /// The game being played, and the program.
    About,
}

/// Lines under a title.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct PageView {
    /// The title.
    pub title: String,
    /// The lines.
    pub lines: Vec<String>,
}
