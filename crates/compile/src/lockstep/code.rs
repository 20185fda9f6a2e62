//! The instructions that all boards of a table run in lock-step.
//!
//! There are no jumps back: a turn is one straight line, and what does not concern a board is masked
//! out on it. Registers of three kinds hold a set of cells, a mask or a number of each board. The
//! first registers of each kind are the table's own (see `registers.rs`): what is written to them
//! stays; all others are written once.

use masume_board::Direction;
use masume_rules::model::{Arithmetic, Compare, EndKind};

use super::rays::Rays;

/// A register of sets, one set for each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct SetReg(pub(crate) u16);

/// A register of masks: for each board all bits, or none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct MaskReg(pub(crate) u16);

/// A register of numbers, one number for each board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub(crate) struct NumReg(pub(crate) u16);

/// Where a step goes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) enum Way {
    /// In the same direction on every board.
    Fixed(Direction),
    /// In the direction that was chosen on each board.
    Chosen,
    /// In the direction opposite to it.
    Against,
}

impl Way {
    pub(crate) fn opposite(self) -> Self {
        match self {
            Self::Fixed(direction) => Self::Fixed(direction.opposite()),
            Self::Chosen => Self::Against,
            Self::Against => Self::Chosen,
        }
    }
}

/// One instruction; the register it writes comes first.
#[derive(Clone, Debug, PartialEq)]
pub(crate) enum Instruction {
    /// The same set.
    Copy(SetReg, SetReg),
    /// Cells of both.
    And(SetReg, SetReg, SetReg),
    /// Cells of either.
    Or(SetReg, SetReg, SetReg),
    /// Cells of the first that are not of the second.
    Without(SetReg, SetReg, SetReg),
    /// Cells of any.
    Union(SetReg, Box<[SetReg]>),
    /// Cells of none.
    Free(SetReg, Box<[SetReg]>),
    /// Cells a step further.
    Step(SetReg, SetReg, Way),
    /// Cells of `through` that steps through it lead to.
    Fill { to: SetReg, from: SetReg, through: SetReg, direction: Direction },
    /// Cells from which so many of a set lie in a row, in one of the directions.
    Runs { to: SetReg, of: SetReg, count: u32, dirs: u8 },
    /// Cells from which cells of these sets, the last one first, follow each other in one of the
    /// directions.
    Chain { to: SetReg, tests: Box<[SetReg]>, dirs: u8 },
    /// Cells of the third set from which some of the second lead to one of the first, in one of
    /// the directions.
    Sandwich { to: SetReg, tests: [SetReg; 3], dirs: u8 },
    /// What lies on the matches of a sandwich that begin at some cells: ends and what is between.
    Between { ends: SetReg, between: SetReg, from: SetReg, end: SetReg, middle: SetReg, dirs: u8 },
    /// Cells with so many neighbours of a set in these directions.
    Neighbours { to: SetReg, of: SetReg, dirs: u8, least: u32, greatest: u32 },
    /// The set on the boards of the mask, nothing on others.
    Only(SetReg, SetReg, MaskReg),
    /// Every cell on the boards of the mask, nothing on others.
    Spread(SetReg, MaskReg),
    /// The first cell in reading order.
    First(SetReg, SetReg),
    /// The last cell in reading order.
    Last(SetReg, SetReg),
    /// Boards where the set has a cell.
    HasAny(MaskReg, SetReg),
    /// The same mask.
    CopyMask(MaskReg, MaskReg),
    /// Boards of both.
    MaskAnd(MaskReg, MaskReg, MaskReg),
    /// Boards of either.
    MaskOr(MaskReg, MaskReg, MaskReg),
    /// Boards of the first that are not of the second.
    MaskWithout(MaskReg, MaskReg, MaskReg),
    /// Boards where the chosen direction is one of these.
    InWays(MaskReg, u8),
    /// Boards where as many passes came in a row as there are players.
    EveryonePassed(MaskReg),
    /// Boards where the goal was not reached yet.
    NotReached(MaskReg, u32),
    /// The goal is reached on these boards.
    Reach(u32, MaskReg),
    /// Boards where the numbers compare so.
    Compare(MaskReg, NumReg, Compare, NumReg),
    /// Number of cells.
    CountCells(NumReg, SetReg),
    /// What the operation gives; a board where it goes wrong is given up.
    Calculate(NumReg, NumReg, Arithmetic, NumReg),
    /// The same, where it cannot go wrong.
    Add(NumReg, NumReg, NumReg),
    /// The same, the second taken from the first.
    Subtract(NumReg, NumReg, NumReg),
    /// The lesser.
    Min(NumReg, NumReg, NumReg),
    /// The greater.
    Max(NumReg, NumReg, NumReg),
    /// The number is taken over on the boards of the mask.
    Assign(NumReg, NumReg, MaskReg),
    /// On the boards of the mask one cell of the set, drawn.
    PickOne { to: SetReg, of: SetReg, mask: MaskReg },
    /// So many cells of the set, drawn one after another.
    PickMany { to: SetReg, of: SetReg, count: NumReg, mask: MaskReg },
    /// On the boards of the mask one of the masks is set, drawn by weights.
    PickWeighted { to: Box<[MaskReg]>, weights: Box<[u32]>, mask: MaskReg },
    /// Who of the walkers comes to which cell, one at least and two at least, each going towards
    /// the target. A board with more than one target is given up.
    March { once: SetReg, twice: SetReg, walkers: SetReg, target: SetReg },
    /// The lines of a layer become what their table says, on the boards of the mask; the number is
    /// what the lines add to their value.
    Slide { table: u16, adds: NumReg, mask: MaskReg },
    /// The directions in which a slide changes anything, as bits.
    Slides { table: u16, to: MaskReg },
    /// The directions in which cells of these sets, the last one first, follow each other, as bits;
    /// or the opposite ones.
    Ways { to: MaskReg, tests: Box<[SetReg]>, dirs: u8, is_against: bool },
    /// How many pairs of the first and the last cell of a pattern along rays there are.
    Rays { to: MaskReg, rays: Box<Rays> },
    /// The columns in which a set has a cell, as bits.
    Columns(MaskReg, SetReg),
    /// Boards where a mask has any bit.
    HasBits(MaskReg, MaskReg),
    /// These bits of a mask.
    Bits(MaskReg, MaskReg, u64),
    /// Where no board has the mask, what follows up to the label is left out.
    Skip(MaskReg, u16),
    /// Where a skip goes to.
    Label(u16),
    /// The boards are given up: the turn is done again by itself, one board at a time.
    GiveUp(MaskReg),
    /// The game ends so on the boards of the mask.
    End(MaskReg, EndKind),
}

/// A register as it stands in an instruction.
pub(crate) enum Register<'i> {
    Set(&'i mut SetReg),
    Mask(&'i mut MaskReg),
    Num(&'i mut NumReg),
}

impl Instruction {
    /// Shows every register that is written, then every one that is read.
    pub(crate) fn registers(&mut self, visit: &mut dyn FnMut(Register<'_>, bool)) {
        use Register::{Mask, Num, Set};
        match self {
            Self::Copy(to, of)
            | Self::First(to, of)
            | Self::Last(to, of)
            | Self::Step(to, of, _) => {
                visit(Set(to), true);
                visit(Set(of), false);
            }
            Self::And(to, one, other)
            | Self::Or(to, one, other)
            | Self::Without(to, one, other) => {
                visit(Set(to), true);
                visit(Set(one), false);
                visit(Set(other), false);
            }
            Self::Union(to, of) | Self::Free(to, of) | Self::Chain { to, tests: of, .. } => {
                visit(Set(to), true);
                of.iter_mut().for_each(|of| visit(Set(of), false));
            }
            Self::Fill { to, from, through, .. } => {
                visit(Set(to), true);
                visit(Set(from), false);
                visit(Set(through), false);
            }
            Self::Runs { to, of, .. } | Self::Neighbours { to, of, .. } => {
                visit(Set(to), true);
                visit(Set(of), false);
            }
            Self::Sandwich { to, tests, .. } => {
                visit(Set(to), true);
                tests.iter_mut().for_each(|of| visit(Set(of), false));
            }
            Self::Between { ends, between, from, end, middle, .. } => {
                visit(Set(ends), true);
                visit(Set(between), true);
                [from, end, middle].into_iter().for_each(|of| visit(Set(of), false));
            }
            Self::Only(to, of, mask) => {
                visit(Set(to), true);
                visit(Set(of), false);
                visit(Mask(mask), false);
            }
            Self::Spread(to, mask) => {
                visit(Set(to), true);
                visit(Mask(mask), false);
            }
            Self::HasAny(to, of) | Self::Columns(to, of) => {
                visit(Mask(to), true);
                visit(Set(of), false);
            }
            Self::CopyMask(to, of) | Self::HasBits(to, of) | Self::Bits(to, of, _) => {
                visit(Mask(to), true);
                visit(Mask(of), false);
            }
            Self::MaskAnd(to, one, other)
            | Self::MaskOr(to, one, other)
            | Self::MaskWithout(to, one, other) => {
                visit(Mask(to), true);
                visit(Mask(one), false);
                visit(Mask(other), false);
            }
            Self::InWays(to, _) | Self::EveryonePassed(to) | Self::NotReached(to, _) => {
                visit(Mask(to), true);
            }
            Self::Reach(_, mask)
            | Self::Skip(mask, _)
            | Self::GiveUp(mask)
            | Self::End(mask, _) => {
                visit(Mask(mask), false);
            }
            Self::Compare(to, one, _, other) => {
                visit(Mask(to), true);
                visit(Num(one), false);
                visit(Num(other), false);
            }
            Self::CountCells(to, of) => {
                visit(Num(to), true);
                visit(Set(of), false);
            }
            Self::Calculate(to, one, _, other)
            | Self::Add(to, one, other)
            | Self::Subtract(to, one, other)
            | Self::Min(to, one, other)
            | Self::Max(to, one, other) => {
                visit(Num(to), true);
                visit(Num(one), false);
                visit(Num(other), false);
            }
            Self::Assign(to, from, mask) => {
                visit(Num(to), true);
                visit(Num(from), false);
                visit(Mask(mask), false);
            }
            Self::PickOne { to, of, mask } => {
                visit(Set(to), true);
                visit(Set(of), false);
                visit(Mask(mask), false);
            }
            Self::PickMany { to, of, count, mask } => {
                visit(Set(to), true);
                visit(Set(of), false);
                visit(Num(count), false);
                visit(Mask(mask), false);
            }
            Self::PickWeighted { to, mask, .. } => {
                to.iter_mut().for_each(|to| visit(Mask(to), true));
                visit(Mask(mask), false);
            }
            Self::March { once, twice, walkers, target } => {
                visit(Set(once), true);
                visit(Set(twice), true);
                visit(Set(walkers), false);
                visit(Set(target), false);
            }
            Self::Slide { adds, mask, .. } => {
                visit(Num(adds), true);
                visit(Mask(mask), false);
            }
            Self::Slides { to, .. } => visit(Mask(to), true),
            Self::Ways { to, tests, .. } => {
                visit(Mask(to), true);
                tests.iter_mut().for_each(|of| visit(Set(of), false));
            }
            Self::Rays { to, rays } => {
                visit(Mask(to), true);
                rays.sets_mut().for_each(|of| visit(Set(of), false));
            }
            Self::Label(_) => {}
        }
    }

    /// Whether it must be done even where nobody reads what it writes.
    pub(crate) fn acts(&self) -> bool {
        match self {
            Self::Reach(..)
            | Self::Assign(..)
            | Self::Calculate(..)
            | Self::PickOne { .. }
            | Self::PickMany { .. }
            | Self::PickWeighted { .. }
            | Self::March { .. }
            | Self::Slide { .. }
            | Self::Skip(..)
            | Self::Label(_)
            | Self::GiveUp(_)
            | Self::End(..) => true,
            Self::Copy(..)
            | Self::And(..)
            | Self::Or(..)
            | Self::Without(..)
            | Self::Union(..)
            | Self::Free(..)
            | Self::Step(..)
            | Self::Fill { .. }
            | Self::Runs { .. }
            | Self::Chain { .. }
            | Self::Sandwich { .. }
            | Self::Between { .. }
            | Self::Neighbours { .. }
            | Self::Only(..)
            | Self::Spread(..)
            | Self::First(..)
            | Self::Last(..)
            | Self::HasAny(..)
            | Self::CopyMask(..)
            | Self::MaskAnd(..)
            | Self::MaskOr(..)
            | Self::MaskWithout(..)
            | Self::InWays(..)
            | Self::EveryonePassed(_)
            | Self::NotReached(..)
            | Self::Compare(..)
            | Self::CountCells(..)
            | Self::Add(..)
            | Self::Subtract(..)
            | Self::Min(..)
            | Self::Max(..)
            | Self::Slides { .. }
            | Self::Ways { .. }
            | Self::Rays { .. }
            | Self::Columns(..)
            | Self::HasBits(..)
            | Self::Bits(..) => false,
        }
    }
}
