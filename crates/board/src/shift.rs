//! A whole set of cells takes one step.
//!
//! The second place that knows neighbourhood, after [`Grid::step`], with which the tests hold it
//! to agree. It does for all cells at once, with a few operations on each word, what `step` does
//! for one.

use crate::cell_set::WORD_BITS;
use crate::{CellSet, Direction, Grid};

impl CellSet {
    /// The cells one step away in this direction from those of the set.
    ///
    /// Cells whose step leaves the board have no counterpart:
    ///
    /// ```text
    /// before   Right    UpRight
    /// . o o    . . o    . o .
    /// o . .    . o .    . . o
    /// . o .    . . o    . . .
    /// ```
    ///
    /// # Panics
    /// If the grid and the set's grid differ in their number of cells.
    pub fn shifted(&self, grid: &Grid, direction: Direction) -> CellSet {
        let mut moved = CellSet::empty(grid);
        self.shifted_into(grid, direction, &mut moved);
        moved
    }

    /// Like [`shifted`](CellSet::shifted), but overwrites the caller's set with the result.
    ///
    /// # Panics
    /// If the grid and the grids of the two sets differ in their number of cells.
    pub fn shifted_into(&self, grid: &Grid, direction: Direction, moved: &mut CellSet) {
        let counts = [self.cell_count(), moved.cell_count()];
        assert_eq!(counts, [grid.cell_count(); 2], "sets are of grids of different sizes");

        // Step 1. Row-major indices of neighbours differ by the same distance everywhere.
        let width = grid.full_width() as usize;
        let distance = direction.down() as isize * width as isize + direction.across() as isize;
        if distance < 0 {
            shift_to_lower(self.words(), distance.unsigned_abs(), moved.words_mut());
        } else {
            shift_to_higher(self.words(), distance.unsigned_abs(), moved.words_mut());
        }

        // Step 2. Rows that left by the top fell off the first word; those that left by the
        // bottom lie past the last cell.
        moved.clear_past_last_cell();

        // Step 3. A step right never ends in the first column, nor one left in the last: what is
        // there came round from the other edge.
        let wrapped_column = match direction.across() {
            1 => 0,
            -1 => width - 1,
            _ => return,
        };
        for index in (wrapped_column..grid.cell_count()).step_by(width) {
            moved.words_mut()[index / WORD_BITS] &= !(1 << (index % WORD_BITS));
        }
    }
}

/// Moves every bit `distance` indices up; those that pass the last word are lost.
fn shift_to_higher(words: &[u64], distance: usize, moved: &mut [u64]) {
    let (whole, part) = (distance / WORD_BITS, distance % WORD_BITS);
    let word_below = |nth: usize, by: usize| nth.checked_sub(by).map_or(0, |nth| words[nth]);
    for (nth, target) in moved.iter_mut().enumerate() {
        let carried = word_below(nth, whole + 1);
        // In two parts, for a `part` of 0 would else be a shift by a whole word.
        *target = word_below(nth, whole) << part | carried >> 1 >> (WORD_BITS - 1 - part);
    }
}

/// Moves every bit `distance` indices down; those that pass the first word are lost.
fn shift_to_lower(words: &[u64], distance: usize, moved: &mut [u64]) {
    let (whole, part) = (distance / WORD_BITS, distance % WORD_BITS);
    let word_above = |nth: usize, by: usize| words.get(nth + by).copied().unwrap_or(0);
    for (nth, target) in moved.iter_mut().enumerate() {
        let carried = word_above(nth, whole + 1);
        *target = word_above(nth, whole) >> part | carried << 1 << (WORD_BITS - 1 - part);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A picture's grid and the set of its `o` cells; other signs are cells too, blanks are not.
    fn parse(picture: &str) -> (Grid, CellSet) {
        let rows: Vec<Vec<&str>> =
            picture.trim().lines().map(|row| row.split_whitespace().collect()).collect();
        let grid = Grid::new(rows[0].len() as u32, rows.len() as u32).unwrap();
        let signs: Vec<&str> = rows.concat();
        let cells = grid.cells().filter(|cell| signs[cell.index()] == "o");
        (grid, CellSet::from_cells(&grid, cells))
    }

    fn check(before: &str, direction: Direction, after: &str) {
        let (grid, set) = parse(before);
        assert_eq!(set.shifted(&grid, direction), parse(after).1, "{direction:?} from {before}");
    }

    #[test]
    fn edge_cells_do_not_wrap() {
        let ring = "
            o o o
            o . o
            o o o";
        let rows = [
            (Direction::UpLeft, ". o . \n o o . \n . . ."),
            (Direction::Up, "o . o \n o o o \n . . ."),
            (Direction::UpRight, ". o . \n . o o \n . . ."),
            (Direction::Left, "o o . \n . o . \n o o ."),
            (Direction::Right, ". o o \n . o . \n . o o"),
            (Direction::DownLeft, ". . . \n o o . \n . o ."),
            (Direction::Down, ". . . \n o o o \n o . o"),
            (Direction::DownRight, ". . . \n . o o \n . o ."),
        ];
        for (direction, after) in rows {
            check(ring, direction, after);
        }
    }

    #[test]
    fn rows_and_columns_of_one_cell_do_not_wrap() {
        check("o . o o", Direction::Left, ". o o .");
        check("o . o o", Direction::Right, ". o . o");
        for direction in Direction::ALL.into_iter().filter(|way| way.down() != 0) {
            check("o o o o", direction, ". . . .");
        }
        check("o \n . \n o \n o", Direction::Up, ". \n o \n o \n .");
        check("o \n . \n o \n o", Direction::Down, ". \n o \n . \n o");
        for direction in Direction::ALL.into_iter().filter(|way| way.across() != 0) {
            check("o \n o \n o", direction, ". \n . \n .");
        }
    }

    #[test]
    fn bits_cross_words_of_any_distance() {
        // Rows of 63 to 65 and of 200 cells: shifts just under, at and over whole words.
        for width in [63, 64, 65, 200] {
            let grid = Grid::new(width, 3).unwrap();
            let middle = CellSet::from_cells(&grid, (0..width).map(|c| crate::Cell(width + c)));
            let up = middle.shifted(&grid, Direction::Up);
            assert_eq!(up.iter().map(|cell| cell.0).collect::<Vec<_>>(), Vec::from_iter(0..width));
            assert_eq!(up.shifted(&grid, Direction::Down), middle);
            assert!(up.shifted(&grid, Direction::Up).is_empty());
        }
    }

    #[test]
    fn the_callers_set_is_overwritten() {
        let (grid, set) = parse("o . . o . .");
        let mut moved = CellSet::full(&grid);
        set.shifted_into(&grid, Direction::Left, &mut moved);
        assert_eq!(moved, parse(". . o . . .").1);
    }
}
