//! Facts about choices that a board's shape tells.

use masume_board::{Bits, Direction, EachWay, Grid, Lanes, Steps};

/// Facts about choices that a board's shape tells.
#[derive(Clone, Debug)]
pub(crate) struct Shape<const W: usize> {
    pub(crate) grid: Grid,
    /// Indexed by column: its cells, those of the rim too.
    pub(crate) columns: Vec<Bits<W>>,
    /// Indexed by row.
    pub(crate) rows: Vec<Bits<W>>,
    /// Cells of the first row, and the places between rows, as often doubled as there are rows to
    /// come by: present where every column is the first one moved on in the only word.
    folded: Option<(u64, Vec<u32>)>,
    /// Indexed [direction]: by how much a cell's number grows with a step.
    pub(crate) offsets: [u64; 8],
    pub(crate) steps: Steps<W>,
    /// A step in each direction, and against it.
    pub(crate) ways: [EachWay<W>; 2],
}

impl<const W: usize> Shape<W> {
    pub(crate) fn new(grid: &Grid) -> Self {
        let steps = Steps::new(grid);
        let (mut columns, mut rows) = (Vec::new(), Vec::new());
        columns.resize(grid.width() as usize, Bits::EMPTY);
        rows.resize(grid.height() as usize, Bits::EMPTY);
        for cell in grid.cells() {
            // Cells of the rim are in none, or beside those of the board.
            if let Some(column) = columns.get_mut(grid.column(cell) as usize) {
                column.insert(cell);
            }
            if let Some(row) = rows.get_mut(grid.row(cell) as usize) {
                row.insert(cell);
            }
        }
        let is_in_a_word = W == 1 && grid.rim() == 0 && grid.width() < 64;
        let doubled = (0..6).take_while(|times| 1 << times < grid.height());
        let folded = is_in_a_word.then(|| {
            let places: Vec<u32> = doubled.map(|times| grid.width() << times).collect();
            ((1 << grid.width()) - 1, places)
        });
        Self {
            grid: *grid,
            columns,
            rows,
            folded,
            offsets: Direction::ALL.map(|direction| i64::from(grid.stride(direction)) as u64),
            ways: [EachWay::new(&steps, |way| way), EachWay::new(&steps, Direction::opposite)],
            steps,
        }
    }

    /// Columns with a cell of the set of each board, as bits.
    #[inline(always)]
    pub(crate) fn columns_of<const L: usize>(&self, cells: &Lanes<W, L>) -> [u64; L] {
        let mut found = [0; L];
        if let Some((row, places)) = self.folded.as_ref().filter(|_| W == 1) {
            // One row after another comes to lie on the first.
            found = cells.0[0];
            for &places in places {
                for bits in &mut found {
                    *bits |= *bits >> (places & 63);
                }
            }
            for bits in &mut found {
                *bits &= row;
            }
            return found;
        }
        for (lane, found) in found.iter_mut().enumerate() {
            for (nth, column) in self.columns.iter().enumerate() {
                *found |= u64::from(!column.and(cells.lane(lane)).is_empty()) << nth;
            }
        }
        found
    }

    /// The cells of the column whose bit is set, on each board; none where no bit is.
    #[inline(always)]
    pub(crate) fn of_columns<const L: usize>(&self, bits: &[u64; L]) -> Lanes<W, L> {
        let mut cells = Lanes::EMPTY;
        if let (Some(_), Some(first)) = (&self.folded, self.columns.first()) {
            // The product moves the column on by as many places as the bit says.
            for (cells, bits) in cells.0[0].iter_mut().zip(bits) {
                *cells = first.0[0].wrapping_mul(*bits);
            }
            return cells;
        }
        for (lane, bits) in bits.iter().enumerate() {
            let column = self.columns.get(bits.trailing_zeros() as usize);
            cells.set_lane(lane, column.copied().unwrap_or(Bits::EMPTY));
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_told_and_taken() {
        for (width, height) in [(7, 6), (8, 8), (1, 9), (9, 1), (9, 9)] {
            let grid = Grid::new(width, height).unwrap();
            columns::<2>(&grid);
            if width * height <= 64 {
                columns::<1>(&grid);
            }
        }
    }

    fn columns<const W: usize>(grid: &Grid) {
        let shape = Shape::<W>::new(grid);
        let mut cells = Lanes::<W, 2>::EMPTY;
        let (mut held, mut last) = (0, 0);
        for cell in grid.cells().filter(|cell| cell.0 % 5 == 1) {
            let mut set = cells.lane(1);
            set.insert(cell);
            cells.set_lane(1, set);
            last = grid.column(cell) as u32;
            held |= 1 << last;
        }
        assert_eq!(shape.columns_of(&cells), [0, held]);
        let taken = shape.of_columns(&[1 << last, 0]);
        assert_eq!((taken.lane(0), taken.lane(1)), (shape.columns[last as usize], Bits::EMPTY));
    }
}
