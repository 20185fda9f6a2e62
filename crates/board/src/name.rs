//! Names of cells and columns, as players write them.
//!
//! A cell is its column's letters and its row's number, from the top left: `a1`. Every cell inside
//! the rim has exactly one name, for names are stored in saves; only the case of letters is free.

use crate::{Cell, Grid};

/// Letters in the alphabet that columns are named with.
const LETTERS: u32 = 26;

/// The letters of a zero-based column: `a` to `z`, then `aa`, `ab` and so on.
pub fn column_name(column: u32) -> String {
    let mut letters = Vec::new();
    let mut rest = column;
    loop {
        letters.push(char::from(b'a' + (rest % LETTERS) as u8));
        // No letter stands for zero: `aa` follows `z`, so each further letter counts from one.
        match (rest / LETTERS).checked_sub(1) {
            Some(further) => rest = further,
            None => return letters.into_iter().rev().collect(),
        }
    }
}

/// The zero-based column with these letters, upper or lower case.
///
/// None for text that is empty, has anything but the letters a to z, or is past the last `u32`.
pub fn column_from_name(name: &str) -> Option<u32> {
    // Wider than a column, for the last one is the count of columns up to it, less one.
    let mut count: u64 = 0;
    for letter in name.bytes() {
        if !letter.is_ascii_alphabetic() {
            return None;
        }
        let ordinal = u64::from(letter.to_ascii_lowercase() - b'a') + 1;
        count = count.checked_mul(LETTERS.into())?.checked_add(ordinal)?;
    }
    u32::try_from(count.checked_sub(1)?).ok()
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
        if !self.is_inner(cell) {
            return None;
        }
        let column = column_name(self.column(cell) as u32);
        Some(format!("{column}{}", self.row(cell) + 1))
    }

    /// The cell inside the rim with this name; letters may be upper or lower case.
    ///
    /// None for any other text: `c05` and `c+5` are not names of `c5`.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let split = name.find(|letter: char| !letter.is_ascii_alphabetic())?;
        let (letters, digits) = name.split_at(split);
        // Checked here because parsing a number also takes a sign and leading zeros.
        if digits.starts_with('0') || !digits.bytes().all(|digit| digit.is_ascii_digit()) {
            return None;
        }
        let column = i32::try_from(column_from_name(letters)?).ok()?;
        let number: i32 = digits.parse().ok()?;
        self.at(column, number.checked_sub(1)?).filter(|&cell| self.is_inner(cell))
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
