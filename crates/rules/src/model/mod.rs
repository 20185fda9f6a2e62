//! Meaning of a game after all checks. Names are resolved to indices, definitions are written out,
//! and everything that depends on whose turn it is has one entry for each player.
//!
//! Start with [`Rules`]. Nothing here runs anything: the executors do.

use masume_board::{CellNames, Grid};

mod condition;
mod display;
mod naming;
mod part;
mod pattern;
mod rule;
mod sprite;
mod statement;
mod table;
mod test;

pub use condition::{Comparison, Condition, Expr};
pub use display::{Blocks, BoardLook, DisplayInfo, Figure, Slant};
pub use naming::{Field, Listing, Moves, NamedStep, Origin, PieceLists, Position};
pub use part::{Part, nested, parts, statements};
pub use pattern::{Pattern, Ways};
pub use rule::{Alternative, Effect, Rule, RuleId, Strategy, Write};
pub use sprite::{Colour, Paint, Sprite, Tint};
pub use statement::{Block, Local, March, MarchAim, Meeting, Statement};
pub use table::{
    ActionInfo, End, KeyBinding, LayerInfo, LayerKind, Legend, LegendEntry, LevelInfo, Notation,
    OptionInfo, ParamKind, ParamSlot, PassRule, PieceInfo, PlayerInfo, Saying, Shape, ValueInfo,
    ValueKind, WordPart, Words,
};
pub use test::{Letter, PieceSet, Test};

pub use masume_board::Coordinates;
pub use masume_syntax::ast::{
    Arithmetic, ArithmeticError, Assign, Compare, EndKind, Function, Reach,
};
pub use masume_syntax::ast::{Number, Side, Size, Spanned};

/// Index of a layer, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Layer(pub u8);

/// Index of a player, in the order of turn. A game without players has one.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Player(pub u8);

/// Index of a value of the state, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Value(pub u8);

/// Index of an option, in the order of the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct OptionId(pub u8);

/// Content of one layer at one cell: the index of a piece in its layer, or a number.
///
/// Numbers lie within ±[`MAX_CONTENT`], so that no content is [`EMPTY`].
pub type Content = i32;

/// The content of a layer where it holds nothing.
pub const EMPTY: Content = i32::MIN;

/// The greatest number that a layer can hold: 2^30, far above any number that a game on a board
/// of ordinary size reaches, and safe to double.
pub const MAX_CONTENT: i64 = 1 << 30;

/// Number of rule passes that one action, one `then` phase or one set-up may take.
///
/// A pass is one run of one rule, march or shuffle over the whole board. It bounds `repeat` and
/// `times`; a game that needs more has an endless rule.
pub const FUEL: u32 = 10_000;

/// Number of steps of [`crate::work`] that all choices of an action may take, or `then`, a set-up or the ends,
/// rounds of loops left out: 2^48, more than anybody would wait for.
///
/// The fuel counts rule passes, whatever the board: this refuses what no fuel bounds.
pub const WORK: u64 = 1 << 48;

/// The most that a board may hold, cells with the rim times layers: sixteen megabytes, of which a turn
/// keeps up to a dozen copies.
pub const MOST_CONTENTS: usize = 1 << 22;

/// The most legal actions that are listed, a pass not counted: in memory thirty megabytes. No board of
/// ordinary size comes near; a game with more can be played by naming an action.
pub const MOST_LEGAL: usize = 1_000_000;

/// Number of times that `until` sets up anew before it gives up.
pub const UNTIL_BOUND: u32 = 1_000;

/// The most sequences of draws that are tried to see whether one of them refuses an action.
pub const MOST_TRIED_DRAWS: usize = 10_000;

/// A checked game.
#[derive(Clone, Debug, PartialEq)]
pub struct Rules {
    /// The title, such as `Sokoban`.
    pub title: String,
    /// One line for the menu; may be empty.
    pub about: String,
    /// The sizes allowed; absent where every level brings its own.
    pub shape: Option<Shape>,
    /// In order of turn; one unnamed player where the game declares none.
    pub players: Vec<PlayerInfo>,
    /// In the order of the text.
    pub layers: Vec<LayerInfo>,
    /// Values of the state; `score` and `stage` are among them where the game uses them.
    pub values: Vec<ValueInfo>,
    /// With the value in force.
    pub options: Vec<OptionInfo>,
    /// The first is the game's own; the others are named, for files in other formats.
    pub legends: Vec<Legend>,
    /// The set-up, run on an empty board or on a level.
    pub start: Block,
    /// In the order of the text.
    pub actions: Vec<ActionInfo>,
    /// Statements that follow every action.
    pub then: Block,
    /// Condition under which a player may pass.
    pub pass: PassRule,
    /// Condition under which the same player acts once more.
    pub again: Option<Spanned<Condition>>,
    /// Asked in the order of the text after every action; the first that holds decides.
    pub ends: Vec<End>,
    /// Each player's points, asked with that player as the acting one.
    pub score: Option<Spanned<Expr>>,
    /// Levels in the file, as text; they become boards at `Rules::level`.
    pub levels: Vec<LevelInfo>,
    /// Display of pieces.
    pub display: Vec<DisplayInfo>,
    /// The look of the board as a whole.
    pub board_look: BoardLook,
    /// Keys, with what each does.
    pub keys: Vec<KeyBinding>,
    /// Words that the game says.
    pub words: Words,
    /// The rules in prose, raw lines for the player; empty where the game brings none.
    pub prose: Vec<String>,
    /// Raw lines for the player; empty where the game brings none.
    pub help: Vec<String>,
    /// Letters for actions.
    pub notations: Vec<Notation>,
    /// The names of cells.
    pub coordinates: Coordinates,
    /// The notation of actions in a list of moves, if the game has one.
    pub moves: Option<Moves>,
    /// The notation of a state on a line, if the game has one.
    pub position: Option<Position>,
    /// Number of rules in the game: every `RuleId` is below it.
    pub rule_count: u32,
    /// Number of locals: every `Local` is below it.
    pub local_count: u16,
}

impl Rules {
    /// Rules of nothing: no players, no layers, no actions.
    ///
    /// ```
    /// use masume_rules::model::Rules;
    ///
    /// let rules = Rules { title: "Go".to_owned(), ..Rules::empty() };
    /// assert!(rules.players.is_empty() && rules.actions.is_empty());
    /// ```
    pub fn empty() -> Self {
        Self {
            title: String::new(),
            about: String::new(),
            shape: None,
            players: Vec::new(),
            layers: Vec::new(),
            values: Vec::new(),
            options: Vec::new(),
            legends: Vec::new(),
            start: Block::new(),
            actions: Vec::new(),
            then: Block::new(),
            pass: PassRule::Never,
            again: None,
            ends: Vec::new(),
            score: None,
            levels: Vec::new(),
            display: Vec::new(),
            board_look: BoardLook::default(),
            keys: Vec::new(),
            words: Words::default(),
            prose: Vec::new(),
            help: Vec::new(),
            notations: Vec::new(),
            coordinates: Coordinates::default(),
            moves: None,
            position: None,
            rule_count: 0,
            local_count: 0,
        }
    }

    /// The names that players give the cells of a board of this shape.
    pub fn cell_names(&self, grid: &Grid) -> CellNames {
        CellNames::new(*grid, self.coordinates)
    }
}
