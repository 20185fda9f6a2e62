//! Sizes that no board can have.

use std::error::Error;
use std::fmt;

#[cfg(doc)]
use crate::Grid;

/// Reason why no grid has the sizes asked for.
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub enum GridError {
    /// Width or height is zero.
    Empty,
    /// More columns, without the rim, than [`Grid::MAX_SIDE`].
    TooWide {
        /// Columns asked for.
        found: u32,
        /// The most columns there can be.
        bound: u32,
    },
    /// More rows, without the rim, than [`Grid::MAX_SIDE`].
    TooHigh {
        /// Rows asked for.
        found: u32,
        /// The most rows there can be.
        bound: u32,
    },
    /// More cells, rim included, than [`Grid::MAX_CELLS`].
    TooManyCells {
        /// Cells asked for; so wide because a hostile rim alone gives more than 2^64.
        found: u128,
        /// The most cells there can be.
        bound: usize,
    },
}

impl fmt::Display for GridError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            GridError::Empty => write!(f, "board has no cell, but needs at least 1"),
            GridError::TooWide { found, bound } => {
                write!(f, "board has {found} columns, but the most is {bound}")
            }
            GridError::TooHigh { found, bound } => {
                write!(f, "board has {found} rows, but the most is {bound}")
            }
            GridError::TooManyCells { found, bound } => {
                write!(f, "board has {found} cells with its rim, but the most is {bound}")
            }
        }
    }
}

impl Error for GridError {}
