//! Cells of a board, and which is next to which.
//!
//! Nothing here knows lines, names or sets: those are built on [`Grid::step`] in their own files.

use std::ops::Range;

use crate::{Cell, Direction, GridError};

/// Shape and adjacency: `width` x `height` addressable cells, and `rim` rings of cells around
/// them that have no name.
///
/// Coordinates are zero-based, counted from the first cell inside the rim; cells are indexed over
/// everything. A 2 x 1 grid with a rim of 1, indices and coordinates (column, row):
///
/// ```text
///  0  1  2  3        (-1,-1) (0,-1) (1,-1) (2,-1)
///  4  5  6  7        (-1, 0) (0, 0) (1, 0) (2, 0)      5 and 6 are inner cells
///  8  9 10 11        (-1, 1) (0, 1) (1, 1) (2, 1)
/// ```
#[derive(Clone, Copy, PartialEq, Eq, Hash, Debug)]
pub struct Grid {
    width: u32,
    height: u32,
    rim: u32,
}

impl Grid {
    /// The most columns or rows, without the rim.
    ///
    /// Sizes come from text that anyone may have written, and memory grows with them. 1024 is
    /// far above any game known to us, and with it every coordinate and offset fits an `i32`.
    pub const MAX_SIDE: u32 = 1024;

    /// The most cells, rim included: a square of the longest sides, without a rim.
    ///
    /// A [`CellSet`](crate::CellSet) then takes at most 128 KiB, whatever a hostile file asks for.
    pub const MAX_CELLS: usize = 1 << 20;

    /// The grid of `width` columns and `height` rows without a rim.
    ///
    /// # Errors
    /// [`GridError`] if it has no cell, or more than the bounds allow.
    pub fn new(width: u32, height: u32) -> Result<Grid, GridError> {
        Grid::with_rim(width, height, 0)
    }

    /// The grid of `width` columns and `height` rows inside `rim` rings of further cells.
    ///
    /// # Errors
    /// [`GridError`] if it has no inner cell, or more cells than the bounds allow.
    pub fn with_rim(width: u32, height: u32, rim: u32) -> Result<Grid, GridError> {
        if width == 0 || height == 0 {
            return Err(GridError::Empty);
        }
        let bound = Grid::MAX_SIDE;
        if width > bound {
            return Err(GridError::TooWide { found: width, bound });
        }
        if height > bound {
            return Err(GridError::TooHigh { found: height, bound });
        }
        let full = |side: u32| u128::from(side) + 2 * u128::from(rim);
        let found = full(width) * full(height);
        let bound = Grid::MAX_CELLS;
        if found > bound as u128 {
            return Err(GridError::TooManyCells { found, bound });
        }
        Ok(Grid { width, height, rim })
    }

    /// Columns, without the rim.
    pub fn width(&self) -> u32 {
        self.width
    }

    /// Rows, without the rim.
    pub fn height(&self) -> u32 {
        self.height
    }

    /// Rings of cells without a name around the inner cells.
    pub fn rim(&self) -> u32 {
        self.rim
    }

    /// Columns, rim included.
    pub(crate) fn full_width(&self) -> u32 {
        self.width + 2 * self.rim
    }

    /// Rows, rim included.
    pub(crate) fn full_height(&self) -> u32 {
        self.height + 2 * self.rim
    }

    /// Columns of all cells as [`column`](Grid::column) counts them: those of the rim lie outside of
    /// 0 to `width` - 1.
    pub fn columns(&self) -> Range<i32> {
        -(self.rim as i32)..(self.width + self.rim) as i32
    }

    /// Rows of all cells as [`row`](Grid::row) counts them: those of the rim lie outside of 0 to
    /// `height` - 1.
    pub fn rows(&self) -> Range<i32> {
        -(self.rim as i32)..(self.height + self.rim) as i32
    }

    /// Length of the longest line in any direction, in cells, rim included.
    pub fn longest_side(&self) -> u32 {
        self.full_width().max(self.full_height())
    }

    /// Cells, rim included; their indices are those below it.
    pub fn cell_count(&self) -> usize {
        (self.full_width() * self.full_height()) as usize
    }

    /// All cells, rim included, row by row from the top, each from the left.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        (0..self.cell_count() as u32).map(Cell)
    }

    /// The cells inside the rim, row by row from the top, each from the left.
    pub fn inner_cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        let inner = |side: u32| grid.rim..grid.rim + side;
        let columns = inner(grid.width);
        inner(grid.height)
            .flat_map(move |row| columns.clone().map(move |column| grid.full_at(column, row)))
    }

    /// True if the grid has this cell, in the rim or inside it.
    pub fn has(&self, cell: Cell) -> bool {
        cell.index() < self.cell_count()
    }

    /// True if the grid has this cell inside its rim.
    pub fn is_inner(&self, cell: Cell) -> bool {
        let within = |coordinate: i32, side: u32| (0..side as i32).contains(&coordinate);
        within(self.column(cell), self.width) && within(self.row(cell), self.height)
    }

    /// The cell at these zero-based inner coordinates; None off the board.
    ///
    /// Rim cells have coordinates too: `-1`, and `width` or `height`, in the innermost ring.
    pub fn at(&self, column: i32, row: i32) -> Option<Cell> {
        let rim = self.rim as i32;
        let column = u32::try_from(column.checked_add(rim)?).ok()?;
        let row = u32::try_from(row.checked_add(rim)?).ok()?;
        (column < self.full_width() && row < self.full_height()).then(|| self.full_at(column, row))
    }

    /// The zero-based column of a cell of this grid, from -`rim` to `width` + `rim` - 1.
    pub fn column(&self, cell: Cell) -> i32 {
        (cell.0 % self.full_width()) as i32 - self.rim as i32
    }

    /// The zero-based row of a cell of this grid, from -`rim` to `height` + `rim` - 1.
    ///
    /// An index that the grid does not have lies in a row below its last.
    pub fn row(&self, cell: Cell) -> i32 {
        let full_row = cell.0 / self.full_width();
        i32::try_from(full_row).unwrap_or(i32::MAX) - self.rim as i32
    }

    /// The neighbour in this direction; None where the step leaves the board.
    ///
    /// A cell that the grid does not have has no neighbour.
    pub fn step(&self, cell: Cell, direction: Direction) -> Option<Cell> {
        if !self.has(cell) {
            return None;
        }
        self.at(self.column(cell) + direction.across(), self.row(cell) + direction.down())
    }

    /// Change of a cell's index by so many columns and rows, where that stays on the board.
    ///
    /// ```
    /// use masume_board::{Direction, Grid};
    ///
    /// let grid = Grid::with_rim(8, 8, 1)?;
    /// let cell = grid.centre();
    /// let next = grid.step(cell, Direction::UpRight).unwrap();
    /// assert_eq!(cell.0 as i32 + grid.offset(1, -1), next.0 as i32);
    /// # Ok::<(), masume_board::GridError>(())
    /// ```
    pub fn offset(&self, across: i32, down: i32) -> i32 {
        down * self.full_width() as i32 + across
    }

    /// Change of a cell's index by a step in a direction, where that stays on the board.
    pub fn stride(&self, direction: Direction) -> i32 {
        self.offset(direction.across(), direction.down())
    }

    /// The first and the last cell of a row, rim included, between which are all others of the row;
    /// None where there is no such row.
    pub fn row_ends(&self, row: i32) -> Option<[Cell; 2]> {
        let columns = self.columns();
        Some([self.at(columns.start, row)?, self.at(columns.end - 1, row)?])
    }

    /// The neighbours in these directions, in their order; those off the board are left out.
    pub fn neighbours<'d>(
        &self,
        cell: Cell,
        directions: &'d [Direction],
    ) -> impl Iterator<Item = Cell> + use<'d> {
        let grid = *self;
        directions.iter().filter_map(move |&direction| grid.step(cell, direction))
    }

    /// The cell at inner coordinates (`width` / 2, `height` / 2), rounded down.
    ///
    /// On even sides it is the lower right of the middle cells.
    pub fn centre(&self) -> Cell {
        self.full_at(self.rim + self.width / 2, self.rim + self.height / 2)
    }

    /// The cell in this column and row, both counted from the outermost ring and in bounds.
    pub(crate) fn full_at(&self, column: u32, row: u32) -> Cell {
        debug_assert!(column < self.full_width() && row < self.full_height());
        Cell(row * self.full_width() + column)
    }

    /// The grid with columns and rows exchanged; bounds treat both alike, so there always is one.
    pub(crate) fn transposed(&self) -> Grid {
        Grid { width: self.height, height: self.width, rim: self.rim }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use super::*;

    #[test]
    fn sizes_out_of_bounds_are_refused_with_what_was_found() {
        let rows = [
            (0, 5, 0, "board has no cell, but needs at least 1"),
            (5, 0, 3, "board has no cell, but needs at least 1"),
            (1025, 1, 0, "board has 1025 columns, but the most is 1024"),
            (1, u32::MAX, 0, "board has 4294967295 rows, but the most is 1024"),
            (1024, 1024, 1, "board has 1052676 cells with its rim, but the most is 1048576"),
            (1, 1, 512, "board has 1050625 cells with its rim, but the most is 1048576"),
            (
                1,
                1,
                u32::MAX,
                "board has 73786976277658337281 cells with its rim, but the most is 1048576",
            ),
        ];
        for (width, height, rim, expected) in rows {
            let error = Grid::with_rim(width, height, rim).unwrap_err();
            assert_eq!(error.to_string(), expected);
        }
    }

    #[test]
    fn sizes_at_the_bounds_are_accepted() {
        for (width, height, rim) in [(1, 1, 0), (1024, 1024, 0), (1024, 1, 0), (1, 1, 511)] {
            assert!(Grid::with_rim(width, height, rim).is_ok(), "{width} x {height}, {rim}");
        }
    }

    #[test]
    fn coordinates_lead_back_to_the_cell() {
        let grid = Grid::with_rim(3, 2, 2).unwrap();
        let cells: Vec<Cell> = (-2..4)
            .flat_map(|row| (-2..5).map(move |column| grid.at(column, row).unwrap()))
            .collect();
        assert_eq!(cells, grid.cells().collect::<Vec<_>>());
        for cell in grid.cells() {
            assert_eq!(grid.at(grid.column(cell), grid.row(cell)), Some(cell));
        }
    }

    #[test]
    fn coordinates_off_the_board_have_no_cell() {
        let grid = Grid::with_rim(3, 2, 1).unwrap();
        let (least, most) = (i32::MIN, i32::MAX);
        for (column, row) in [(-2, 0), (4, 0), (0, -2), (0, 3), (least, 0), (most, most)] {
            assert_eq!(grid.at(column, row), None, "({column}, {row})");
        }
    }

    #[test]
    fn inner_cells_are_those_inside_the_rim() {
        let grid = Grid::with_rim(2, 1, 1).unwrap();
        assert_eq!(grid.inner_cells().collect::<Vec<_>>(), [Cell(5), Cell(6)]);
        let inner: Vec<Cell> = grid.cells().filter(|&cell| grid.is_inner(cell)).collect();
        assert_eq!(inner, [Cell(5), Cell(6)]);
    }

    #[test]
    fn steps_end_at_the_edge_and_pass_through_the_rim() {
        let bare = Grid::new(3, 2).unwrap();
        let rimmed = Grid::with_rim(1, 1, 1).unwrap();
        let rows = [
            (bare, 2, Direction::Right, None),
            (bare, 3, Direction::Left, None),
            (bare, 2, Direction::DownRight, None),
            (bare, 1, Direction::Down, Some(4)),
            (bare, 5, Direction::UpLeft, Some(1)),
            (rimmed, 4, Direction::UpRight, Some(2)),
            (rimmed, 2, Direction::Up, None),
        ];
        for (grid, from, direction, expected) in rows {
            assert_eq!(grid.step(Cell(from), direction), expected.map(Cell));
        }
    }

    #[test]
    fn columns_and_rows_are_those_of_the_cells() {
        for (width, height, rim) in [(1, 1, 0), (5, 3, 0), (3, 5, 2), (1024, 1, 0)] {
            let grid = Grid::with_rim(width, height, rim).unwrap();
            let columns: BTreeSet<i32> = grid.cells().map(|cell| grid.column(cell)).collect();
            let rows: BTreeSet<i32> = grid.cells().map(|cell| grid.row(cell)).collect();
            assert!(columns.into_iter().eq(grid.columns()) && rows.into_iter().eq(grid.rows()));
            let lines = Direction::ALL.map(|it| grid.longest_line(it));
            assert_eq!(lines.into_iter().max(), Some(grid.longest_side()));
            for row in grid.rows() {
                let [first, last] = grid.row_ends(row).unwrap();
                let cells = grid.cells().filter(|&cell| grid.row(cell) == row);
                assert!(cells.eq((first.0..=last.0).map(Cell)));
            }
            assert_eq!([-1, 1].map(|by| grid.row_ends(by * (height + rim) as i32)), [None; 2]);
        }
    }

    #[test]
    fn strides_lead_to_where_steps_do() {
        for (width, height, rim) in [(1, 1, 1), (5, 3, 0), (3, 5, 2)] {
            let grid = Grid::with_rim(width, height, rim).unwrap();
            for cell in grid.cells() {
                for direction in Direction::ALL {
                    if let Some(next) = grid.step(cell, direction) {
                        assert_eq!(cell.0 as i32 + grid.stride(direction), next.0 as i32);
                    }
                }
            }
        }
    }

    #[test]
    fn neighbours_keep_the_order_of_the_directions() {
        let grid = Grid::new(3, 3).unwrap();
        let check = |cell, directions: &[Direction], expected: &[u32]| {
            let found: Vec<u32> = grid.neighbours(Cell(cell), directions).map(|c| c.0).collect();
            assert_eq!(found, expected);
        };
        check(4, &Direction::ALL, &[0, 1, 2, 3, 5, 6, 7, 8]);
        check(0, &Direction::ALL, &[1, 3, 4]);
        check(4, &[Direction::Down, Direction::Up], &[7, 1]);
    }

    #[test]
    fn a_cell_of_another_grid_is_nowhere() {
        for rim in [0, 1] {
            let grid = Grid::with_rim(1, 3, rim).unwrap();
            for cell in [Cell(grid.cell_count() as u32), Cell(1 << 31), Cell(u32::MAX)] {
                assert!(!grid.has(cell) && !grid.is_inner(cell));
                assert_eq!(grid.at(grid.column(cell), grid.row(cell)), None);
                assert_eq!(grid.neighbours(cell, &Direction::ALL).count(), 0);
            }
        }
    }

    #[test]
    fn centre_is_the_middle_of_the_inner_cells() {
        for (width, height, rim, column, row) in
            [(1, 1, 0, 0, 0), (9, 9, 0, 4, 4), (10, 10, 3, 5, 5), (1, 4, 1, 0, 2)]
        {
            let grid = Grid::with_rim(width, height, rim).unwrap();
            assert_eq!(Some(grid.centre()), grid.at(column, row));
        }
    }
}
