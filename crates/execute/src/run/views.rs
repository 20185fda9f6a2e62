//! Cells that are seen along a row and a column, through open ones: lines of the board as words.

use masume_board::{Bits, Cell, Grid};

/// The most cells of a line that is a word.
pub(super) const MOST_CELLS: u32 = 64;

/// Rows and columns as words, rim included, the bit of an open cell set.
pub(super) struct BoardLines {
    width: usize,
    rows: [u64; MOST_CELLS as usize],
    columns: [u64; MOST_CELLS as usize],
}

/// Cells that a cell sees.
#[derive(Clone, Copy)]
pub(super) struct View {
    /// Columns that are seen along the row; its own is among them.
    across: u64,
    /// Rows that are seen along the column; its own is among them.
    upright: u64,
    pub(super) cell: Cell,
    row: u8,
    column: u8,
}

impl BoardLines {
    /// Of the open cells of a board; `None` where a line has more than [`MOST_CELLS`] cells.
    pub(super) fn new<const W: usize>(open: Bits<W>, grid: &Grid) -> Option<Self> {
        if grid.longest_side() > MOST_CELLS {
            return None;
        }
        let width = grid.columns().len();
        let mut lines =
            Self { width, rows: [0; MOST_CELLS as usize], columns: [0; MOST_CELLS as usize] };
        let firsts = grid.rows().filter_map(|row| grid.row_ends(row)).map(|[first, _]| first);
        for (row, first) in firsts.enumerate() {
            let mut cells = part(open, first.index(), width);
            lines.rows[row] = cells;
            while cells != 0 {
                lines.columns[cells.trailing_zeros() as usize] |= 1 << row;
                cells &= cells - 1;
            }
        }
        Some(lines)
    }

    /// Visit of what these cells see, in reading order.
    #[inline]
    pub(super) fn views<const W: usize>(&self, cells: Bits<W>, mut visit: impl FnMut(View)) {
        let (mut row, mut from) = (0, 0);
        for cell in cells {
            while cell.index() >= from + self.width {
                (row, from) = (row + 1, from + self.width);
            }
            let column = cell.index() - from;
            visit(View {
                across: seen(self.rows[row], column as u32),
                upright: seen(self.columns[column], row as u32),
                cell,
                row: row as u8,
                column: column as u8,
            });
        }
    }

    /// True if a walk with at most so many turns, two being the most, joins cells that are not
    /// beside each other.
    #[inline]
    pub(super) fn join(&self, one: &View, other: &View, turns: u32) -> bool {
        let mut columns = one.across & other.across;
        let mut rows = one.upright & other.upright;
        if columns | rows == 0 {
            return false;
        }
        // The line across lies at one of the ends where there is one turn, at both without any.
        let (left, right) = (1u64 << one.column, 1u64 << other.column);
        let (top, bottom) = (1u64 << one.row, 1u64 << other.row);
        match turns {
            0 => (columns, rows) = (columns & left & right, rows & top & bottom),
            1 => (columns, rows) = (columns & (left | right), rows & (top | bottom)),
            _more => {}
        }
        columns != 0 && columns & between(&self.rows, one.row, other.row) != 0
            || rows != 0 && rows & between(&self.columns, one.column, other.column) != 0
    }
}

impl View {
    /// True if one of the cells is the other's neighbour in a row or a column.
    #[inline]
    pub(super) fn is_beside(&self, other: &Self) -> bool {
        self.row.abs_diff(other.row) + self.column.abs_diff(other.column) == 1
    }
}

/// Places that are open on all lines strictly between two.
#[inline]
fn between(lines: &[u64; MOST_CELLS as usize], one: u8, other: u8) -> u64 {
    let (first, last) = (usize::from(one.min(other)), usize::from(one.max(other)));
    lines[first..last].iter().skip(1).fold(u64::MAX, |open, line| open & line)
}

/// The place itself and the open ones next to it on both sides.
#[inline]
fn seen(line: u64, place: u32) -> u64 {
    let closed = !line;
    let before = closed & ((1 << place) - 1);
    let after = closed & (u64::MAX << place << 1);
    // From the last closed place before it, which is below the 63rd, to the first behind it.
    let from = u64::MAX << (64 - before.leading_zeros());
    let up_to = after & after.wrapping_neg();
    from & up_to.wrapping_sub(1)
}

/// So many cells of a set from one on, as a word.
#[inline]
fn part<const W: usize>(set: Bits<W>, from: usize, count: usize) -> u64 {
    let (word, bit) = (from / 64, from % 64);
    let low = set.0.get(word).map_or(0, |word| word >> bit);
    let high = set.0.get(word + 1).map_or(0, |word| word << 1 << (63 - bit));
    (low | high) & (u64::MAX >> (64 - count))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_cell_sees_up_to_what_is_closed() {
        for (line, place, expected) in [
            (0b0000_0000, 3, 0b0000_1000),
            (0b0111_0110, 3, 0b0111_1110),
            (0b1111_0111, 2, 0b0000_0111),
            (0b1000_0001, 0, 0b0000_0001),
            (u64::MAX, 0, u64::MAX),
            (u64::MAX, 63, u64::MAX),
            (u64::MAX << 1, 63, u64::MAX << 1),
            (u64::MAX >> 1, 63, u64::MAX),
            (0, 63, 1 << 63),
        ] {
            assert_eq!(seen(line, place), expected, "{line:b} from {place}");
        }
    }
}
