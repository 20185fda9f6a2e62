//! Notations of moves and positions for people who know the game from books.

use masume_board::Direction;

use super::{Condition, Content, Layer, Value};

/// Way of writing actions in a list of moves, such as `Nf3`, `exd5` or `22x15`.
#[derive(Clone, Debug, PartialEq)]
pub struct Moves {
    /// The name, such as `pgn`.
    pub name: String,
    /// Pieces that share a letter; the letter is empty where they are written without one.
    pub letters: Vec<(Vec<(Layer, Content)>, String)>,
    /// The part that is written of the cell that is left.
    pub origin: Origin,
    /// Sign before the last cell where nothing is taken.
    pub quiet: String,
    /// Sign before the last cell where something is taken.
    pub take: String,
    /// Suffixes of actions, each given by its index.
    pub suffixes: Vec<(u8, String)>,
    /// Steps that have a name of their own.
    pub steps: Vec<NamedStep>,
    /// Signs for conditions that hold after the action, asked for the next player.
    pub signs: Vec<(String, Condition)>,
    /// The sign behind an action that wins, in place of the others.
    pub win: String,
    /// Properties of the players, in order of turn, where a play is written as a tree of nodes.
    pub nodes: Vec<String>,
    /// Properties of the first node, as written.
    pub header: String,
}

/// The part that is written of the cell that is left.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Origin {
    /// No more than tells the action from others; the column where a piece without a letter takes.
    AsNeeded,
    /// All of it.
    Always,
}

/// A step with a name of its own, such as castling.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedStep {
    /// The name, such as `O-O`.
    pub name: String,
    /// The pieces that make the step.
    pub pieces: Vec<(Layer, Content)>,
    /// From the first cell of the action to the second.
    pub ways: Vec<Direction>,
}

/// Way of writing a state on one line, such as FEN.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Position {
    /// The name, such as `fen`.
    pub name: String,
    /// In the order in which they are written.
    pub fields: Vec<Field>,
}

/// One word of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A layer in letters of its contents, indexed by content; rows from the top, parted by `/`.
    Board(Layer, Vec<char>),
    /// A letter for each player, in order of turn.
    Player(Vec<String>),
    /// Letters of cells that have this piece, each with the cell's name; `-` for none.
    Marks((Layer, Content), Vec<(String, String)>),
    /// The one cell that has this piece; `-` for none.
    Cell((Layer, Content)),
    /// A value.
    Value(Value),
    /// The number of the turn from 1, in which each player acts once.
    Turns,
}
