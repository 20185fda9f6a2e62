//! Sets of cells, conditions and numbers, as they are asked of a position.

use std::ops::Deref;

use masume_rules::model::{
    Arithmetic, Compare, Condition, Expr, Layer, Letter, Local, OptionId, ParamSlot, Reach, Value,
};

use super::{Dirs, LayerPlanes};

/// Index of a set in its program.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct SetId(pub u16);

/// What the reference executor is asked; it stands for that itself.
#[derive(Clone, Debug, PartialEq)]
pub struct Referred<T> {
    /// What has no program.
    pub what: T,
    /// Why it has none, in words.
    pub why: &'static str,
}

impl<T> Deref for Referred<T> {
    type Target = T;

    fn deref(&self) -> &T {
        &self.what
    }
}

/// A set of cells of the position at hand.
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
        /// Which cells are neighbours.
        reach: Reach,
        /// Least number.
        least: u32,
        /// Greatest number.
        greatest: u32,
    },
    /// Cells from which a pattern matches in one of the directions.
    Sees {
        /// Which pattern.
        scan: u16,
        /// The directions.
        dirs: Dirs,
    },
    /// Cells whose numbers compare so; where a layer is free, they do not.
    Numbers {
        /// The left side.
        left: Num,
        /// How they compare.
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
    /// An option, whose value is in the rules.
    Option(OptionId),
    /// What a letter is bound to.
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
    /// How far the chosen direction goes right.
    Across(ParamSlot),
    /// How far the chosen direction goes down.
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
