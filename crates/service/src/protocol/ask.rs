//! Questions to a service.

use std::collections::BTreeMap;

use schemars::JsonSchema;
use serde::Deserialize;

use super::{PageName, Units};

/// A question, with what it may take and what the asker has seen.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Ask {
    /// Number that the reply carries, chosen by the asker.
    #[serde(default)]
    pub id: u64,
    /// The number of who asks, where several share one game: notices tell who brought them about.
    #[serde(default)]
    pub asker: Option<u64>,
    /// The number of the last state that the asker has seen. Where the service is further on, the
    /// reply is `stale`, with a snapshot, and nothing was done.
    #[serde(default)]
    pub seen: Option<u64>,
    /// Units in which spans of a text are counted.
    #[serde(default)]
    pub units: Units,
    /// Bounds of what the question may take.
    #[serde(default)]
    pub budget: BudgetAsked,
    /// True if a snapshot is to carry the game as it is seen.
    #[serde(default)]
    pub view: bool,
    /// The question.
    pub ask: Question,
}

/// Bounds of what a question may take; a service has greatest values of its own.
#[derive(Clone, Copy, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct BudgetAsked {
    /// The most states that a search may look at.
    pub nodes: Option<u64>,
    /// The most bytes that a search may keep.
    pub bytes: Option<u64>,
}

/// A game to be loaded: by the name or the id of a shipped one, or by its text.
#[derive(Clone, Debug, Default, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GameAsked {
    /// The name of a shipped game, such as `othello`, or an id, such as `2048:5x5#7`.
    pub name: Option<String>,
    /// The text of a game; `name` is then what it is called.
    pub text: Option<String>,
    /// Levels in place of those of the game, as a collection.
    pub levels: Option<String>,
    /// Values of options by their names.
    pub options: BTreeMap<String, String>,
    /// The size of the board, such as `8x8`.
    pub size: Option<String>,
    /// The level, from 1.
    pub level: Option<usize>,
    /// The seed of what is random.
    pub seed: Option<u64>,
    /// Agents by the players for whom they play.
    pub opponents: BTreeMap<String, String>,
    /// Goes on with the game that was left, where one waits, as the terminal does.
    pub resume: bool,
    /// The language of everything that is said: `en` or `ja`.
    pub language: Option<String>,
}

/// A question.
#[derive(Clone, Debug, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Question {
    /// Loads a game in place of the one being played.
    Load(GameAsked),
    /// The state, without doing anything.
    State,
    /// Does an action, written as the game writes it.
    Act(String),
    /// Points at a cell, by its name.
    Pick(String),
    /// Draws from one cell to another one.
    Drag {
        /// The name of the first cell.
        from: String,
        /// The name of the last cell.
        to: String,
    },
    /// Presses a key: one character, or a name such as `up`.
    Key(String),
    /// Goes back by one action.
    Undo,
    /// Does again what was undone.
    Redo,
    /// Goes to a position of what was done.
    Goto(usize),
    /// Goes to the first state, which can be undone.
    Restart,
    /// Begins a level, from 1.
    Level(usize),
    /// Begins anew with another value of an option.
    Option {
        /// The name of the option.
        name: String,
        /// The value.
        value: String,
    },
    /// Begins anew with this seed.
    Seed(u64),
    /// Shows how to go on, by one action more each time.
    Hint,
    /// Looks for actions that win from here, or a proof that there are none.
    Solve,
    /// Lets an agent play for a player; without one, a person.
    Opponent {
        /// The name of the player.
        player: String,
        /// The agent, such as `medium`.
        #[serde(default)]
        agent: Option<String>,
    },
    /// Does what the game waits for: an opponent's action, a hint, a look at what can still be won.
    Think,
    /// The rules that fired in the last action, with the board after each.
    Trace,
    /// The text of a shipped game, by its name or an id.
    Source(String),
    /// The text of a game as the formatter writes it.
    Format(String),
    /// The words that may stand at a place of a text.
    Complete {
        /// The text.
        text: String,
        /// The place, in the units of the question.
        at: u32,
    },
    /// The tokens of a text, for colours.
    Tokens(String),
    /// The mistakes of a text, with edits that mend some of them.
    Fix(String),
    /// The mistakes of a text that show only when it is played for a while, such as rules that do
    /// not come to an end. It takes a second at most.
    Try(String),
    /// The session as the text of a file.
    Save,
    /// Goes on with a saved session of this game.
    Restore(String),
    /// Goes on from a state of this game as text, or from a position on a line, such as FEN.
    Position(String),
    /// Goes on under rules that were just written, from where the game is.
    Rebuild(String),
    /// Counts of what was played of this game.
    Statistics,
    /// The menu of the shipped games.
    Menu,
    /// Choices of how the game being played may begin anew.
    Options,
    /// Phrases that a face may say by itself.
    Phrases,
    /// Speaks another language from here on: `en` or `ja`.
    Language(String),
    /// Does what a person typed or said, heard as text mode hears it.
    Say(String),
    /// Does the actions that letters stand for in a notation of the game, such as a solution.
    Letters(String),
    /// A page of text beside the game.
    Page(PageName),
    /// Explains what stands at a place of a text.
    Hover {
        /// The text.
        text: String,
        /// The place, in the units of the question.
        at: u32,
    },
    /// The manual's page about an error, such as `E0402`.
    Manual(String),
    /// The chapters of the specification.
    Chapters,
    /// A chapter of the specification with its examples, by its name.
    Chapter(String),
    /// The examples of a chapter as whole games, by its name.
    Examples(String),
    /// The levels of a text, and what its glyphs mean.
    LevelsOf(String),
    /// The reason why an action cannot be done.
    Why(String),
    /// Difficulty of a level, counted from 1; without one, of the game from its beginning.
    Rate(Option<usize>),
    /// Stops the question that is being answered; this one is answered with the state.
    Stop,
}
