//! The state of a game being played, whole.

use schemars::JsonSchema;
use serde::Serialize;

use super::SeenGame;

/// The state of a game being played, as a face shows it.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct Snapshot {
    /// The title of the game.
    pub title: String,
    /// The title with the level or the seed, and who plays.
    pub heading: String,
    /// Id by which others begin the same game.
    pub id: String,
    /// The level, from 1, in a game of levels.
    pub level: Option<usize>,
    /// Number of the levels.
    pub levels: usize,
    /// Position among what was done; 0 is the beginning.
    pub position: usize,
    /// Number of the actions that were done, undone ones included.
    pub length: usize,
    /// The state as text, which `--state` reads.
    pub state: String,
    /// The board alone, a line for each row.
    pub board: String,
    /// The player to act.
    pub to_act: String,
    /// The legal actions, in order.
    pub legal: Vec<String>,
    /// The values that the game shows.
    pub values: Vec<ValueView>,
    /// The points, in a game that has them.
    pub score: Option<i64>,
    /// The end of the game: `win`, `lose`, `draw`, `end`, or `black wins` among several.
    pub outcome: Option<String>,
    /// Sentences about what happened last, in the language of the face.
    pub said: Vec<String>,
    /// The question that is open, if one is.
    pub phase: Phase,
    /// The cell that was chosen first.
    pub selected: Option<String>,
    /// Cells that can be chosen now.
    pub choosable: Vec<String>,
    /// Cells that the last action changed.
    pub fresh: Vec<String>,
    /// Cells that the hint is about.
    pub hinted: Vec<String>,
    /// True if the game waits for `think`.
    pub thinks: bool,
    /// The game as it is seen, where the asker wants it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub view: Option<Box<SeenGame>>,
}

/// A value of the game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ValueView {
    /// Its name.
    pub name: String,
    /// The number.
    pub value: i64,
}

/// Question that is open in a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Phase {
    /// None: it goes on.
    Playing,
    /// The game is over: whether to go on is asked.
    Asking,
    /// It was left before its end: whether to begin anew is asked.
    Offered,
    /// It is at its beginning: whether to go back to the session before is asked.
    Returning,
}
