//! One place on a board.

/// Index of a cell, row-major over the whole grid, rim included.
///
/// A bare index: only a [`Grid`](crate::Grid) knows whether it has such a cell, and where.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Debug)]
pub struct Cell(pub u32);

impl Cell {
    /// The same index, for looking into a slice with one entry per cell.
    pub fn index(self) -> usize {
        self.0 as usize
    }
}
