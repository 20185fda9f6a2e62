//! Declarations of a game.

use super::{Statement, Term};

/// A game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameTree {
    /// Columns of the board, without its rim.
    pub width: usize,
    /// Rows of the board, without its rim.
    pub height: usize,
    /// Rings around the board.
    pub rim: usize,
    /// In the order of turn; none for a game of one.
    pub players: Vec<PlayerTree>,
    /// In the order of the text.
    pub layers: Vec<LayerTree>,
    /// Names and first numbers.
    pub values: Vec<(String, i64)>,
    /// Names and texts of the numbers, such as `75%`.
    pub options: Vec<(String, String)>,
    /// Names for tests.
    pub lets: Vec<(String, Term)>,
    /// Names for statements.
    pub defines: Vec<(String, Vec<Statement>)>,
    /// The set-up.
    pub start: Vec<Statement>,
    /// In the order of the text.
    pub actions: Vec<NamedAction>,
    /// Statements that follow every action.
    pub then: Vec<Statement>,
    /// `when no action` or `any time`.
    pub pass: Option<&'static str>,
    /// Condition under which the same player acts once more.
    pub again: Option<Term>,
    /// In the order of the text.
    pub ends: Vec<Ending>,
    /// Each player's points.
    pub score: Option<Term>,
    /// Rows of a level.
    pub level: Option<Vec<String>>,
}

/// A player.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerTree {
    /// The name.
    pub name: &'static str,
    /// The direction that is `forward`.
    pub forward: Option<&'static str>,
}

/// A layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerTree {
    /// The name.
    pub name: &'static str,
    /// Contents that it may have.
    pub shape: LayerShape,
}

/// Contents that a layer may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerShape {
    /// These pieces.
    Pieces(Vec<&'static str>),
    /// Pieces of these kinds for each player.
    Owned(Vec<&'static str>),
    /// So many kinds.
    Kinds(usize),
    /// The numbers from the first to the last.
    Range(i32, i32),
    /// The first number, doubled up to the last.
    Doubling(i32, i32),
}

/// Action that a player can choose.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NamedAction {
    /// The name.
    pub name: String,
    /// As written after the name, such as `from a to b`; each can be left out.
    pub params: Vec<String>,
    /// Condition without which it is illegal.
    pub when: Option<Term>,
    /// Statements of the action.
    pub body: Vec<Statement>,
}

/// An end, a goal or a stage.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ending {
    /// `win`, `lose`, `draw`, `end`, `goal` or `win stage`.
    pub word: &'static str,
    /// Condition that ends the game.
    pub condition: Term,
    /// Further effects, of a goal or a stage.
    pub effects: Vec<Term>,
}
