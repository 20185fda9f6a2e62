//! Names of cells, columns and rows in the order of the grid: `a1` is the top left.
//!
//! Every cell inside the rim has exactly one such name, for saves keep them; only the case of
//! letters is free. A game may name its cells otherwise for its players: [`crate::Coordinates`].

use crate::coordinates::{Coordinates, Letters};
use crate::{Cell, CellNames, Grid};

/// The letters of a zero-based column: `a` to `z`, then `aa`, `ab` and so on.
pub fn column_name(column: u32) -> String {
    Letters::ALL.name(column)
}

/// The zero-based column with these letters, upper or lower case.
///
/// None for text that is empty, has anything but the letters a to z, or is past the last `u32`.
pub fn column_from_name(name: &str) -> Option<u32> {
    Letters::ALL.line(name)
}

impl Grid {
    /// The name of a cell inside the rim: column letters, then the row's number from 1 at the top.
    ///
    /// None for a cell in the rim, or one the grid does not have.
    ///
    /// ```text
    /// a1 b1 c1
    /// a2 b2 c2
    /// ```
    pub fn name(&self, cell: Cell) -> Option<String> {
        CellNames::new(*self, Coordinates::default()).name(cell)
    }

    /// The cell inside the rim with this name; letters may be upper or lower case.
    ///
    /// None for any other text: `c05` and `c+5` are not names of `c5`.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        CellNames::new(*self, Coordinates::default()).cell_named(name)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_count_in_letters() {
        let rows = [
            (0, "a"),
            (25, "z"),
            (26, "aa"),
            (51, "az"),
            (52, "ba"),
            (701, "zz"),
            (702, "aaa"),
            (1023, "amj"),
            (u32::MAX - 1, "mwlqkwu"),
            (u32::MAX, "mwlqkwv"),
        ];
        for (column, name) in rows {
            assert_eq!(column_name(column), name);
            assert_eq!(column_from_name(name), Some(column));
            assert_eq!(column_from_name(&name.to_uppercase()), Some(column));
        }
    }

    #[test]
    fn hostile_column_names_are_none() {
        let long = "z".repeat(100_000);
        for name in ["", " ", "a ", "a1", "-", "é", "a\0", "K\u{212a}", "mwlqkww", &long] {
            assert_eq!(column_from_name(name), None, "{name:.20}");
        }
    }

    #[test]
    fn names_count_inside_the_rim() {
        let grid = Grid::with_rim(28, 12, 2).unwrap();
        for (column, row, name) in [(0, 0, "a1"), (2, 4, "c5"), (26, 9, "aa10"), (27, 11, "ab12")] {
            let cell = grid.at(column, row).unwrap();
            assert_eq!(grid.name(cell).as_deref(), Some(name));
            assert_eq!(grid.cell_named(name), Some(cell));
            assert_eq!(grid.cell_named(&name.to_uppercase()), Some(cell));
        }
    }

    #[test]
    fn the_rim_has_no_names() {
        let grid = Grid::with_rim(2, 2, 1).unwrap();
        for (column, row) in [(-1, 0), (2, 0), (0, -1), (1, 2)] {
            assert_eq!(grid.name(grid.at(column, row).unwrap()), None);
        }
        assert_eq!(grid.name(Cell(u32::MAX)), None);
    }

    #[test]
    fn hostile_cell_names_are_none() {
        let grid = Grid::with_rim(9, 9, 1).unwrap();
        let long_number = format!("a{}", "9".repeat(100_000));
        let long_letters = format!("{}1", "a".repeat(100_000));
        let rows = [
            "",
            "a",
            "5",
            "a0",
            "a01",
            "a-1",
            "a+1",
            "a 1",
            " a1",
            "a1 ",
            "a1b",
            "1a",
            "a1.0",
            "a10",
            "j1",
            "@1",
            "`1",
            "{1",
            "a²",
            "a１",
            "é1",
            "日1",
            "a1\0",
            "a2147483648",
            "a4294967297",
            "a18446744073709551617",
            "zzzzzz1",
            "mwlqkwv1",
            "zzzzzzzzzzzzzz1",
            &long_number,
            &long_letters,
        ];
        for name in rows {
            assert_eq!(grid.cell_named(name), None, "{name:.20}");
        }
    }
}
