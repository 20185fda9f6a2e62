//! Conditions on the whole state, and numbers.

use super::{
    Arithmetic, Compare, Function, Layer, Letter, Local, OptionId, ParamSlot, Test, Value,
};

/// A condition on the whole state. Cells are those with a name: the rim is not asked.
#[derive(Clone, Debug, PartialEq)]
pub enum Condition {
    /// A cell passes.
    Some(Test),
    /// Each cell that passes the first test passes the second.
    Every(Test, Test),
    /// The player who acts next has no action (of this index, where one is given). The pass that
    /// is allowed for want of an action is none.
    NoAction(Option<u8>),
    /// No player has an action on this board.
    NobodyCanAct,
    /// As many passes in a row as there are players.
    EveryonePassed,
    /// A solver, given by the runner of the game, finds a win.
    Solvable,
    /// Two numbers compare so.
    Compare(Comparison),
    /// The condition does not hold.
    Not(Box<Condition>),
    /// All hold, asked in order.
    And(Vec<Condition>),
    /// One holds, asked in order.
    Or(Vec<Condition>),
}

/// Two numbers and how they compare.
#[derive(Clone, Debug, PartialEq)]
pub struct Comparison {
    /// The left side.
    pub left: Expr,
    /// The comparison.
    pub operator: Compare,
    /// The right side.
    pub right: Expr,
}

/// A whole number, computed in 64 bits; leaving them is an error of the run.
#[derive(Clone, Debug, PartialEq)]
pub enum Expr {
    /// A number; a percentage counts in hundredths of a percent.
    Constant(i64),
    /// A value of the state.
    Value(Value),
    /// An option, percentages in hundredths of a percent.
    Option(OptionId),
    /// A local number.
    Local(Local),
    /// Content that a letter is bound to: a number, or a kind's index from 0.
    Letter(Letter),
    /// The number on this layer of this cell.
    Here(Layer),
    /// This cell's row, 1 at the top.
    Row,
    /// This cell's column, 1 at the left.
    Column,
    /// Columns of the board.
    Width,
    /// Rows of the board.
    Height,
    /// Actions done.
    Ply,
    /// The column or row that the player chose, from 1.
    Chosen(ParamSlot),
    /// Number of cells that pass.
    Count(Box<Test>),
    /// Row of the first cell that passes, 0 where none does.
    RowOf(Box<Test>),
    /// Column of the first cell that passes, 0 where none does.
    ColumnOf(Box<Test>),
    /// Part of the chosen direction that goes right: -1, 0 or 1.
    Across(ParamSlot),
    /// Part of the chosen direction that goes down: -1, 0 or 1.
    Down(ParamSlot),
    /// A function of its arguments.
    Function(Function, Vec<Expr>),
    /// With the other sign.
    Negate(Box<Expr>),
    /// An operation; `/` goes towards zero, `mod` has the sign of the divisor.
    Binary(Box<Expr>, Arithmetic, Box<Expr>),
}

impl Expr {
    /// The numbers that an operation works with, in the order of the text; none where this is no
    /// operation.
    pub fn operands(&self) -> impl Iterator<Item = &Self> {
        let (both, arguments): ([Option<&Self>; 2], &[Self]) = match self {
            Self::Function(_, arguments) => ([None, None], arguments),
            Self::Negate(inner) => ([Some(&**inner), None], &[]),
            Self::Binary(left, _, right) => ([Some(&**left), Some(&**right)], &[]),
            Self::Constant(_)
            | Self::Value(_)
            | Self::Option(_)
            | Self::Local(_)
            | Self::Letter(_)
            | Self::Here(_)
            | Self::Row
            | Self::Column
            | Self::Width
            | Self::Height
            | Self::Ply
            | Self::Chosen(_)
            | Self::Count(_)
            | Self::RowOf(_)
            | Self::ColumnOf(_)
            | Self::Across(_)
            | Self::Down(_) => ([None, None], &[]),
        };
        both.into_iter().flatten().chain(arguments)
    }

    /// Test that every cell is asked for the number.
    pub fn asked_of_cells(&self) -> Option<&Test> {
        if let Self::Count(test) | Self::RowOf(test) | Self::ColumnOf(test) = self {
            Some(test)
        } else {
            None
        }
    }
}
