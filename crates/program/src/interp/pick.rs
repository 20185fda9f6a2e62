//! Registers in which the legal choices of an action lie.

use masume_board::Direction;

use super::code::{MaskReg, SetReg};
use super::rays::Rays;

/// Registers in which the legal choices of an action lie, by the kinds of its parameters.
#[derive(Clone, Debug, PartialEq)]
pub enum Pick {
    /// The action without choices, on the boards of the mask.
    Plain(MaskReg),
    /// A direction: those that are legal as bits, of these.
    Directions(MaskReg, u8),
    /// A cell.
    Cells(SetReg),
    /// A column: those that are legal as bits.
    Columns(MaskReg),
    /// The first and the last cell of a pattern along rays, and how many such pairs there are.
    Rays(MaskReg, Box<Rays>),
    /// A cell that a trial has found legal.
    Tried(u16, SetReg),
    /// List that a trial has made, and the boards that have anything on it.
    Listed(u16, MaskReg),
    /// From a cell one whose number is so much greater, by that.
    Pairs(Vec<(i32, SetReg)>),
    /// A cell, and a direction or the cell so many steps further in it.
    Steps {
        /// The cells from which that is legal in each direction.
        starts: Vec<(Direction, SetReg)>,
        /// Number of steps to the other cell; `None` where the direction is chosen.
        steps: Option<u32>,
    },
    /// Each of some cells, and each of others.
    Each([SetReg; 2]),
    /// On every board of one of these kinds at most.
    OneOf(Vec<Pick>),
}

impl Pick {
    /// Itself, or the kinds that it may be of.
    pub fn kinds(&self) -> &[Self] {
        match self {
            Self::OneOf(kinds) => kinds,
            Self::Plain(_)
            | Self::Directions(..)
            | Self::Cells(_)
            | Self::Columns(_)
            | Self::Rays(..)
            | Self::Tried(..)
            | Self::Listed(..)
            | Self::Pairs(_)
            | Self::Steps { .. }
            | Self::Each(_) => std::slice::from_ref(self),
        }
    }

    /// The registers that it lies in.
    pub fn registers(&self) -> (Vec<SetReg>, Vec<MaskReg>) {
        match self {
            Self::Plain(mask)
            | Self::Directions(mask, _)
            | Self::Columns(mask)
            | Self::Listed(_, mask) => (Vec::new(), vec![*mask]),
            Self::Cells(cells) | Self::Tried(_, cells) => (vec![*cells], Vec::new()),
            Self::Rays(count, rays) => (rays.sets(), vec![*count]),
            Self::Pairs(pairs) => (pairs.iter().map(|(_, cells)| *cells).collect(), Vec::new()),
            Self::Steps { starts, .. } => {
                (starts.iter().map(|(_, cells)| *cells).collect(), Vec::new())
            }
            Self::Each(cells) => (cells.to_vec(), Vec::new()),
            Self::OneOf(kinds) => {
                let (sets, masks): (Vec<_>, Vec<_>) = kinds.iter().map(Self::registers).unzip();
                (sets.concat(), masks.concat())
            }
        }
    }
}
