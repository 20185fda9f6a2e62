//! Cells in runs and in orders along a direction.

use std::iter;

use crate::{Cell, Direction, Grid};

impl Grid {
    /// The cell and all further ones in this direction, as far as the board goes.
    ///
    /// From the start of a line it is the whole line; from a cell the grid does not have, nothing.
    pub fn line_from(
        &self,
        cell: Cell,
        direction: Direction,
    ) -> impl Iterator<Item = Cell> + use<> {
        let grid = *self;
        let start = Some(cell).filter(|&cell| grid.has(cell));
        iter::successors(start, move |&cell| grid.step(cell, direction))
    }

    /// The cells whose step backwards leaves the board, one for each line, in
    /// [`reading_order`](Grid::reading_order) for the direction.
    ///
    /// On a 4 x 3 grid, numbered in that order:
    ///
    /// ```text
    /// Right       Left        DownRight
    /// 1 . . .     . . . 1     1 2 3 4
    /// 2 . . .     . . . 2     5 . . .
    /// 3 . . .     . . . 3     6 . . .
    /// ```
    pub fn line_starts(&self, direction: Direction) -> Vec<Cell> {
        let back = direction.opposite();
        let mut cells = self.reading_order(direction);
        cells.retain(|&cell| self.step(cell, back).is_none());
        cells
    }

    /// All cells, rim included, as they are read in this direction.
    ///
    /// Rows come in the order of travel: from the top, but from the bottom where the direction
    /// goes up. Within a row columns come from the left, but from the right where the direction
    /// goes left. So a cell always comes before its step, and `Right` is the order of `cells()`.
    ///
    /// ```text
    /// Right      Left       Up         DownLeft
    /// 1 2 3      3 2 1      4 5 6      3 2 1
    /// 4 5 6      6 5 4      1 2 3      6 5 4
    /// ```
    pub fn reading_order(&self, direction: Direction) -> Vec<Cell> {
        let (width, height) = (self.full_width(), self.full_height());
        let goes_up = direction.down() < 0;
        let goes_left = direction.across() < 0;
        let mut cells = Vec::with_capacity(self.cell_count());
        for nth_row in 0..height {
            let row = if goes_up { height - 1 - nth_row } else { nth_row };
            for nth_column in 0..width {
                let column = if goes_left { width - 1 - nth_column } else { nth_column };
                cells.push(self.full_at(column, row));
            }
        }
        cells
    }

    /// Length of the longest line in this direction, in cells, rim included.
    pub fn longest_line(&self, direction: Direction) -> u32 {
        match direction {
            Direction::Left | Direction::Right => self.full_width(),
            Direction::Up | Direction::Down => self.full_height(),
            Direction::UpLeft | Direction::UpRight | Direction::DownLeft | Direction::DownRight => {
                self.full_width().min(self.full_height())
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Width, height and rim of boards whose lines are worth a look.
    const SHAPES: [(u32, u32, u32); 6] =
        [(1, 1, 0), (1, 7, 0), (7, 1, 0), (5, 3, 0), (3, 5, 1), (8, 8, 0)];

    fn grids() -> impl Iterator<Item = Grid> {
        SHAPES.into_iter().map(|(width, height, rim)| Grid::with_rim(width, height, rim).unwrap())
    }

    #[test]
    fn orders_are_as_drawn() {
        let grid = Grid::new(3, 2).unwrap();
        let rows = [
            (Direction::Right, [0, 1, 2, 3, 4, 5]),
            (Direction::Down, [0, 1, 2, 3, 4, 5]),
            (Direction::DownRight, [0, 1, 2, 3, 4, 5]),
            (Direction::Left, [2, 1, 0, 5, 4, 3]),
            (Direction::DownLeft, [2, 1, 0, 5, 4, 3]),
            (Direction::Up, [3, 4, 5, 0, 1, 2]),
            (Direction::UpRight, [3, 4, 5, 0, 1, 2]),
            (Direction::UpLeft, [5, 4, 3, 2, 1, 0]),
        ];
        for (direction, expected) in rows {
            assert_eq!(grid.reading_order(direction), expected.map(Cell), "{direction:?}");
        }
    }

    #[test]
    fn a_cell_is_read_before_its_step() {
        for grid in grids() {
            for direction in Direction::ALL {
                let order = grid.reading_order(direction);
                let mut place = vec![0; grid.cell_count()];
                for (nth, cell) in order.iter().enumerate() {
                    place[cell.index()] = nth;
                }
                for &cell in &order {
                    let next = grid.step(cell, direction);
                    assert!(next.is_none_or(|next| place[cell.index()] < place[next.index()]));
                }
            }
        }
    }

    #[test]
    fn lines_share_out_the_cells() {
        for grid in grids() {
            for direction in Direction::ALL {
                let starts = grid.line_starts(direction);
                let lines = starts.iter().map(|&start| grid.line_from(start, direction));
                let mut cells: Vec<Cell> = lines.flatten().collect();
                cells.sort_unstable();
                assert_eq!(cells, grid.cells().collect::<Vec<_>>(), "{grid:?} {direction:?}");
            }
        }
    }

    #[test]
    fn the_longest_line_is_as_long_as_said() {
        for grid in grids() {
            for direction in Direction::ALL {
                let starts = grid.line_starts(direction);
                let lengths = starts.iter().map(|&start| grid.line_from(start, direction).count());
                assert_eq!(lengths.max(), Some(grid.longest_line(direction) as usize));
            }
        }
    }

    #[test]
    fn line_starts_are_as_drawn() {
        let grid = Grid::new(4, 3).unwrap();
        let check = |direction, expected: &[u32]| {
            let found: Vec<u32> = grid.line_starts(direction).iter().map(|cell| cell.0).collect();
            assert_eq!(found, expected, "{direction:?}");
        };
        check(Direction::Right, &[0, 4, 8]);
        check(Direction::Left, &[3, 7, 11]);
        check(Direction::DownRight, &[0, 1, 2, 3, 4, 8]);
        check(Direction::Up, &[8, 9, 10, 11]);
        check(Direction::UpLeft, &[11, 10, 9, 8, 7, 3]);
    }

    #[test]
    fn no_line_leads_from_a_cell_of_another_grid() {
        let grid = Grid::new(4, 3).unwrap();
        // One row below the last: its step up would be on the board.
        assert_eq!(grid.line_from(Cell(13), Direction::Up).count(), 0);
    }
}
