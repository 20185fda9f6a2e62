//! Sets of cells, conditions and numbers, as they are asked of a position.

use std::ops::Deref;

use masume_rules::model::{
    Arithmetic, Compare, Condition, Expr, Layer, Letter, Local, ParamSlot, Reach, Value,
};

use super::{Dirs, LayerPlanes};

/// Index of a set in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub u16);

/// Question for the reference executor; it stands for that itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Referred<T> {
    /// Part that has no program.
    pub what: T,
    /// Reason why it has none, in words.
    pub why: &'static str,
}

impl<T> Deref for Referred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.what
    }
}

/// A set of cells of the current position.
#[derive(Clone, Debug, PartialEq)]
pub enum Set {
    /// Cells of one of these planes.
    Planes(Vec<u16>),
    /// Cells of none of these planes; every cell where there are none.
    NoPlanes(Vec<u16>),
    /// The same in every state.
    Constant(u16),
    /// The cell that the player chose.
    Chosen(ParamSlot),
    /// The cells of the column or row that the player chose.
    Line(ParamSlot),
    /// The neighbours of the cell that the player chose.
    Near(Reach, ParamSlot),
    /// Cells that are not in it.
    Not(SetId),
    /// Cells of all.
    And(Vec<SetId>),
    /// Cells of any.
    Or(Vec<SetId>),
    /// Cells with so many neighbours in a set.
    Count {
        /// The neighbours.
        of: SetId,
        /// Neighbours that count.
        reach: Reach,
        /// Least number.
        least: u32,
        /// Greatest number.
        greatest: u32,
    },
    /// Cells from which a pattern matches in one of the directions.
    Sees {
        /// Index of the pattern.
        nfa: u16,
        /// The directions.
        dirs: Dirs,
    },
    /// Cells whose numbers compare so; where a layer is free, they do not.
    Numbers {
        /// The left side.
        left: Num,
        /// Comparison of the two.
        compare: Compare,
        /// The right side.
        right: Num,
        /// The layers that are read, each of which must hold something.
        layers: Vec<LayerPlanes>,
    },
    /// Every cell where the condition holds, else none.
    Holds(Box<Cond>),
}

/// A condition on the whole position.
#[derive(Clone, Debug, PartialEq)]
pub enum Cond {
    /// The set has a cell inside the rim.
    Some(SetId),
    /// No cell inside the rim is in the first set and not in the second.
    Every(SetId, SetId),
    /// The player who acts next has no action.
    NoAction(Option<u8>),
    /// No player has an action.
    NobodyCanAct,
    /// As many passes in a row as there are players.
    EveryonePassed,
    /// A solver finds a win.
    Solvable,
    /// Two numbers compare so.
    Compare(Num, Compare, Num),
    /// The condition does not hold.
    Not(Box<Cond>),
    /// All hold, asked in order.
    And(Vec<Cond>),
    /// One holds, asked in order.
    Or(Vec<Cond>),
    /// Asked of the reference executor.
    Reference(Box<Referred<Condition>>),
}

/// A number.
#[derive(Clone, Debug, PartialEq)]
pub enum Num {
    /// Always the same.
    Constant(i64),
    /// A value of the state.
    Value(Value),
    /// A local number.
    Local(Local),
    /// Content that a letter is bound to.
    Letter(Letter),
    /// The number on this layer of this cell.
    Here(Layer),
    /// This cell's row, 1 at the top.
    Row,
    /// This cell's column, 1 at the left.
    Column,
    /// Actions done.
    Ply,
    /// The column or row chosen, from 1.
    Chosen(ParamSlot),
    /// Number of cells of the set inside the rim.
    Count(SetId),
    /// Row of its first cell, 0 where it has none.
    RowOf(SetId),
    /// Column of its first cell, 0 where it has none.
    ColumnOf(SetId),
    /// Columns by which the chosen direction goes right.
    Across(ParamSlot),
    /// Rows by which the chosen direction goes down.
    Down(ParamSlot),
    /// The lesser.
    Min(Box<Num>, Box<Num>),
    /// The greater.
    Max(Box<Num>, Box<Num>),
    /// Without its sign.
    Abs(Box<Num>),
    /// With the other sign.
    Negate(Box<Num>),
    /// An operation.
    Binary(Box<Num>, Arithmetic, Box<Num>),
    /// Asked of the reference executor.
    Reference(Box<Referred<Expr>>),
}

impl Num {
    /// The numbers that an operation works with, in order; none where this is no operation.
    pub fn operands(&self) -> impl Iterator<Item = &Self> {
        let both = match self {
            Self::Abs(inner) | Self::Negate(inner) => [Some(&**inner), None],
            Self::Min(left, right) | Self::Max(left, right) | Self::Binary(left, _, right) => {
                [Some(&**left), Some(&**right)]
            }
            Self::Constant(_)
            | Self::Value(_)
            | Self::Local(_)
            | Self::Letter(_)
            | Self::Here(_)
            | Self::Row
            | Self::Column
            | Self::Ply
            | Self::Chosen(_)
            | Self::Count(_)
            | Self::RowOf(_)
            | Self::ColumnOf(_)
            | Self::Across(_)
            | Self::Down(_)
            | Self::Reference(_) => [None, None],
        };
        both.into_iter().flatten()
    }

    /// Result of an operation on its operands; `None` where one of them is not known or it comes to
    /// an error, and where this is no operation.
    pub fn worked_out(&self, of: impl Fn(&Self) -> Option<i64>) -> Option<i64> {
        let mut operands = self.operands();
        let (first, second) = (operands.next().map(&of)?, operands.next().map(&of));
        match (self, first?, second.flatten()) {
            (Self::Abs(_), number, None) => number.checked_abs(),
            (Self::Negate(_), number, None) => number.checked_neg(),
            (Self::Min(..), left, Some(right)) => Some(left.min(right)),
            (Self::Max(..), left, Some(right)) => Some(left.max(right)),
            (Self::Binary(_, by, _), left, Some(right)) => by.apply(left, right).ok(),
            _ => None,
        }
    }
}
