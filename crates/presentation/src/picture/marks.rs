//! Marks on cells, besides their contents.

use std::collections::BTreeSet;

use masume_engine::Cell;

/// Marks on cells, besides their contents.
#[derive(Clone, Debug, Default)]
pub struct Marks {
    /// The cell that the keyboard points at.
    pub cursor: Option<Cell>,
    /// The cell chosen first.
    pub selected: Option<Cell>,
    /// Cells that can be chosen now.
    pub choosable: BTreeSet<Cell>,
    /// Cells that a hint is about.
    pub hinted: BTreeSet<Cell>,
    /// Cells of pieces that can never be where they are wanted.
    pub dead: BTreeSet<Cell>,
    /// Cells that the last action changed.
    pub fresh: BTreeSet<Cell>,
}
