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
    /// Prefixes of actions, each given by its index.
    pub prefixes: Vec<(u8, String)>,
    /// Suffixes of actions, each given by its index.
    pub suffixes: Vec<(u8, String)>,
    /// Steps that have a name of their own.
    pub steps: Vec<NamedStep>,
    /// Signs for conditions that hold after the action, asked for the next player.
    pub signs: Vec<(String, Condition)>,
    /// The sign behind an action that wins, in place of the others.
    pub win: String,
    /// The way in which moves stand one behind the other.
    pub listing: Listing,
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

/// The way in which moves stand one behind the other.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Listing {
    /// With the numbers of turns: `1. e4 e5`.
    Numbered,
    /// Without anything between them, and without passes that nobody chooses: `f5d6c3`.
    Together,
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

/// Letters in lists of cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLists {
    /// A letter for each player, in order of turn.
    pub players: Vec<String>,
    /// The piece of each player that is written without a letter.
    pub plain: Vec<(Layer, Content)>,
    /// A letter that stands before the cell, and the piece of each player that has it.
    pub kinds: Vec<(String, Vec<(Layer, Content)>)>,
}

/// One word of a position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Field {
    /// A layer in letters of its contents, indexed by content; rows from the top, parted by `/`.
    Board(Layer, Vec<char>),
    /// The player who acts, and the cells of each player's pieces: `B:W18,K10:B12`.
    Lists(PieceLists),
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
