//! Sets of cells, a bit for each.
//!
//! Knows only how many cells a grid has; what is next to what is in `shift.rs`.

use std::{fmt, iter};

use crate::{Cell, Grid};

/// Cells in one word of a set.
pub(crate) const WORD_BITS: usize = u64::BITS as usize;

/// A set of cells of one grid, one bit per cell.
///
/// Bit i of word w is cell 64 * w + i. Bits past the last cell are always zero, so that equal sets
/// have equal words. Sets of grids with different numbers of cells do not mix.
#[derive(Clone, PartialEq, Eq, Hash)]
pub struct CellSet {
    words: Vec<u64>,
    cell_count: usize,
}

impl CellSet {
    /// The set without any cell.
    pub fn empty(grid: &Grid) -> CellSet {
        let cell_count = grid.cell_count();
        CellSet { words: vec![0; cell_count.div_ceil(WORD_BITS)], cell_count }
    }

    /// The set of all cells, rim included.
    pub fn full(grid: &Grid) -> CellSet {
        CellSet::empty(grid).complement()
    }

    /// The set of these cells, which may come in any order and more than once.
    ///
    /// # Panics
    /// If the grid does not have one of the cells.
    pub fn from_cells(grid: &Grid, cells: impl IntoIterator<Item = Cell>) -> CellSet {
        let mut set = CellSet::empty(grid);
        for cell in cells {
            set.insert(cell);
        }
        set
    }

    /// Adds a cell; true if it was not there.
    ///
    /// # Panics
    /// If the grid does not have the cell.
    pub fn insert(&mut self, cell: Cell) -> bool {
        let (index, bound) = (cell.index(), self.cell_count);
        assert!(index < bound, "cell {index} is past the last of {bound} cells");
        let word = &mut self.words[index / WORD_BITS];
        let before = *word;
        *word |= bit(cell);
        *word != before
    }

    /// Takes a cell away; true if it was there.
    pub fn remove(&mut self, cell: Cell) -> bool {
        let Some(word) = self.words.get_mut(cell.index() / WORD_BITS) else { return false };
        let before = *word;
        *word &= !bit(cell);
        *word != before
    }

    /// True if the cell is in the set; false for a cell that the grid does not have.
    pub fn contains(&self, cell: Cell) -> bool {
        self.words.get(cell.index() / WORD_BITS).is_some_and(|word| word & bit(cell) != 0)
    }

    /// Number of cells in the set.
    pub fn len(&self) -> usize {
        self.words.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True if no cell is in the set.
    pub fn is_empty(&self) -> bool {
        self.words.iter().all(|&word| word == 0)
    }

    /// The cell with the lowest index.
    pub fn first(&self) -> Option<Cell> {
        self.iter().next()
    }

    /// The cells in ascending order of index.
    pub fn iter(&self) -> impl Iterator<Item = Cell> + '_ {
        self.words.iter().zip(0u32..).flat_map(|(&word, nth)| {
            let rests = iter::successors(Some(word), |rest| Some(rest & rest.wrapping_sub(1)));
            rests
                .take_while(|&rest| rest != 0)
                .map(move |rest| Cell(nth * u64::BITS + rest.trailing_zeros()))
        })
    }

    /// The bits, a word for every 64 cells: bit i of word w is cell 64 * w + i.
    pub fn words(&self) -> &[u64] {
        &self.words
    }

    /// True if every cell of this set is in the other.
    ///
    /// # Panics
    /// If the sets' grids differ in their number of cells.
    pub fn is_subset(&self, other: &CellSet) -> bool {
        self.assert_mixes_with(other);
        self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & !theirs == 0)
    }

    /// True if no cell is in both sets.
    ///
    /// # Panics
    /// If the sets' grids differ in their number of cells.
    pub fn is_disjoint(&self, other: &CellSet) -> bool {
        self.assert_mixes_with(other);
        self.words.iter().zip(&other.words).all(|(mine, theirs)| mine & theirs == 0)
    }

    /// Adds the other's cells.
    ///
    /// # Panics
    /// If the sets' grids differ in their number of cells.
    pub fn union_with(&mut self, other: &CellSet) {
        self.merge(other, |mine, theirs| mine | theirs);
    }

    /// Keeps only the cells that the other has too.
    ///
    /// # Panics
    /// If the sets' grids differ in their number of cells.
    pub fn intersect_with(&mut self, other: &CellSet) {
        self.merge(other, |mine, theirs| mine & theirs);
    }

    /// Takes the other's cells away.
    ///
    /// # Panics
    /// If the sets' grids differ in their number of cells.
    pub fn difference_with(&mut self, other: &CellSet) {
        self.merge(other, |mine, theirs| mine & !theirs);
    }

    /// Exchanges the cells that are in the set for those that are not, rim included.
    pub fn complement_in_place(&mut self) {
        for word in &mut self.words {
            *word = !*word;
        }
        self.clear_past_last_cell();
    }

    /// The cells in either set.
    ///
    /// # Panics
    /// If the sets' grids differ in their number of cells.
    pub fn union(&self, other: &CellSet) -> CellSet {
        let mut both = self.clone();
        both.union_with(other);
        both
    }

    /// The cells in both sets.
    ///
    /// # Panics
    /// If the sets' grids differ in their number of cells.
    pub fn intersection(&self, other: &CellSet) -> CellSet {
        let mut shared = self.clone();
        shared.intersect_with(other);
        shared
    }

    /// The cells in this set and not in the other.
    ///
    /// # Panics
    /// If the sets' grids differ in their number of cells.
    pub fn difference(&self, other: &CellSet) -> CellSet {
        let mut rest = self.clone();
        rest.difference_with(other);
        rest
    }

    /// The cells not in this set, rim included.
    pub fn complement(&self) -> CellSet {
        let mut others = self.clone();
        others.complement_in_place();
        others
    }

    /// Number of cells that the set's grid has; the set holds only indices below it.
    pub(crate) fn cell_count(&self) -> usize {
        self.cell_count
    }

    /// The bits for writing; the writer ends with `clear_past_last_cell`.
    pub(crate) fn words_mut(&mut self) -> &mut [u64] {
        &mut self.words
    }

    /// Restores the invariant after whole words were written.
    pub(crate) fn clear_past_last_cell(&mut self) {
        let used = self.cell_count % WORD_BITS;
        if used == 0 {
            return;
        }
        if let Some(last) = self.words.last_mut() {
            *last &= (1 << used) - 1;
        }
    }

    fn merge(&mut self, other: &CellSet, operation: impl Fn(u64, u64) -> u64) {
        self.assert_mixes_with(other);
        for (mine, &theirs) in self.words.iter_mut().zip(&other.words) {
            *mine = operation(*mine, theirs);
        }
    }

    fn assert_mixes_with(&self, other: &CellSet) {
        assert_eq!(self.cell_count, other.cell_count, "sets are of grids of different sizes");
    }
}

/// The cells' indices, as in `{3, 17}`.
impl fmt::Debug for CellSet {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_set().entries(self.iter().map(|cell| cell.0)).finish()
    }
}

/// The cell's bit in its word.
fn bit(cell: Cell) -> u64 {
    1 << (cell.index() % WORD_BITS)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(grid: &Grid, cells: &[u32]) -> CellSet {
        CellSet::from_cells(grid, cells.iter().copied().map(Cell))
    }

    #[test]
    fn bits_are_where_the_layout_says() {
        let grid = Grid::new(10, 13).unwrap();
        assert_eq!(set(&grid, &[0, 63, 64, 129]).words(), [1 << 63 | 1, 1, 2]);
    }

    #[test]
    fn bits_past_the_last_cell_stay_zero() {
        for (width, height, last_word) in [(8, 8, u64::MAX), (9, 9, (1 << 17) - 1), (1, 1, 1)] {
            let grid = Grid::new(width, height).unwrap();
            let full = CellSet::full(&grid);
            assert_eq!(full.len(), grid.cell_count());
            assert_eq!(full.words().last(), Some(&last_word));
            assert!(full.complement().is_empty());
            assert_eq!(CellSet::empty(&grid).complement(), full);
        }
    }

    #[test]
    fn insert_and_remove_say_whether_they_changed_the_set() {
        let grid = Grid::new(9, 9).unwrap();
        let mut cells = CellSet::empty(&grid);
        assert!(cells.insert(Cell(80)));
        assert!(!cells.insert(Cell(80)));
        assert!(cells.remove(Cell(80)));
        assert!(!cells.remove(Cell(80)));
        assert!(cells.is_empty());
    }

    #[test]
    fn a_cell_of_another_grid_is_in_no_set() {
        let mut full = CellSet::full(&Grid::new(9, 9).unwrap());
        for stranger in [Cell(81), Cell(127), Cell(128), Cell(u32::MAX)] {
            assert!(!full.contains(stranger));
            assert!(!full.remove(stranger));
        }
    }

    #[test]
    #[should_panic(expected = "cell 81 is past the last of 81 cells")]
    fn a_cell_of_another_grid_cannot_be_inserted() {
        CellSet::empty(&Grid::new(9, 9).unwrap()).insert(Cell(81));
    }

    #[test]
    #[should_panic(expected = "sets are of grids of different sizes")]
    fn sets_of_different_sizes_do_not_mix() {
        let (small, large) = (Grid::new(8, 8).unwrap(), Grid::new(9, 9).unwrap());
        CellSet::full(&small).union_with(&CellSet::full(&large));
    }

    #[test]
    fn first_and_debug_follow_the_ascending_order() {
        let grid = Grid::new(10, 13).unwrap();
        let cells = set(&grid, &[129, 7, 64, 7]);
        assert_eq!(cells.iter().collect::<Vec<_>>(), [7, 64, 129].map(Cell));
        assert_eq!(cells.first(), Some(Cell(7)));
        assert_eq!(CellSet::empty(&grid).first(), None);
        assert_eq!(format!("{cells:?}"), "{7, 64, 129}");
    }
}
