//! Names of cells, and notations of moves and positions.

use super::{Condition, Name, Spanned};
use crate::Span;

/// A part of `coordinates`.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum CoordinatesPart {
    /// `rows from below`.
    RowsFromBelow,
    /// `columns from the right`.
    ColumnsFromTheRight,
    /// `columns without i`.
    ColumnsWithoutI,
    /// `columns by numbers`.
    ColumnsByNumbers,
    /// `numbers of dark cells`.
    NumbersOfDark,
    /// `numbers of light cells`.
    NumbersOfLight,
    /// `numbers of all cells`.
    NumbersOfAll,
}

/// `moves pgn`: how actions are written in a list of moves.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MovesSection {
    /// The notation's name.
    pub name: Name,
    /// In the order of the text.
    pub lines: Vec<MovesLine>,
}

/// A line of `moves`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MovesLine {
    /// `piece knight "N"`, `piece pawn`: the letter of what moves.
    Piece(Name, Option<Spanned<String>>),
    /// `from always`: the cell that is left is always written.
    FromAlways(Span),
    /// `quiet "-"`: the sign before the last cell where nothing is taken.
    Quiet(Spanned<String>),
    /// `take "x"`: the sign before the last cell where something is taken.
    Take(Spanned<String>),
    /// `before shoot "/"`: what is written before an action.
    Before(Name, Spanned<String>),
    /// `action promote-queen "=Q"`: what is written behind an action.
    Action(Name, Spanned<String>),
    /// `step "O-O" king right right`: the name of a step of a piece.
    Step(Spanned<String>, Name, Vec<Name>),
    /// `sign "+" when …`: what is written where a condition holds after the action.
    Sign(Spanned<String>, Condition),
    /// `together`: moves are written one right behind the other.
    Together(Span),
    /// `nodes black "B" white "W"`: the play is a tree of nodes, with a property for each player.
    Nodes(Vec<(Name, Spanned<String>)>, Span),
    /// `header "GM[1]FF[4]"`: properties of the first node.
    Header(Spanned<String>),
    /// `win "#"`: what is written behind an action that wins.
    Win(Spanned<String>),
}

/// `position fen`: how a state is written on a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PositionSection {
    /// The notation's name.
    pub name: Name,
    /// In the order in which they are written.
    pub fields: Vec<PositionField>,
}

/// A field of `position`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PositionField {
    /// `board piece`: a layer in the legend's letters, rows from the top.
    Board(Name),
    /// `lists black "B" white "W" king "K"`: who is to act, and the cells of each player's pieces.
    Lists(Vec<(Name, Spanned<String>)>, Span),
    /// `player white "w" black "b"`: who is to act.
    Player(Vec<(Name, Spanned<String>)>),
    /// `marks unmoved "K" h1 …`: letters of cells that have a piece.
    Marks(Name, Vec<(Spanned<String>, Name)>),
    /// `cell skipped`: the one cell that has a piece.
    Cell(Name),
    /// `value quiet`: a value of the state.
    Value(Name),
    /// `turns`: the number of the turn, in which each player acts once.
    Turns(Span),
}
