//! Names of cells as the players of a game write them: which end rows are counted from, which
//! letters columns have, and whether cells have numbers of their own.

use crate::{Cell, Grid};

/// Way of naming cells. The default is the grid's own: letters, and rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// Row that is the first.
    pub rows: RowOrder,
    /// Letters that columns have.
    pub columns: ColumnLetters,
    /// Cells that are called by a number alone; the others have letters and a row.
    pub numbers: Option<Numbered>,
}

/// Row that is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum RowOrder {
    /// The topmost.
    #[default]
    FromAbove,
    /// The lowest, as in chess and Go.
    FromBelow,
}

/// Letters that columns have.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnLetters {
    /// `a` to `z`.
    #[default]
    All,
    /// All but `i`, which is mistaken for `j` or `1`, as in Go.
    WithoutI,
}

/// Cells that have numbers, in reading order from 1.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbered {
    /// Every other cell, the top left one not among them, as in draughts.
    Dark,
    /// Every other cell, the top left one among them.
    Light,
    /// Every cell.
    All,
}

/// Names of the cells of one grid.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CellNames {
    grid: Grid,
    coordinates: Coordinates,
}

impl ColumnLetters {
    fn alphabet(self) -> &'static [u8] {
        match self {
            Self::All => b"abcdefghijklmnopqrstuvwxyz",
            Self::WithoutI => b"abcdefghjklmnopqrstuvwxyz",
        }
    }

    /// The letters of a zero-based column: one, then two as in `aa`, `ab` and so on.
    pub(crate) fn name(self, column: u32) -> String {
        let alphabet = self.alphabet();
        let mut letters = Vec::new();
        let mut rest = column as usize;
        loop {
            letters.push(char::from(alphabet[rest % alphabet.len()]));
            // No letter stands for zero: `aa` follows `z`, so each further letter counts from one.
            match (rest / alphabet.len()).checked_sub(1) {
                Some(further) => rest = further,
                None => return letters.into_iter().rev().collect(),
            }
        }
    }

    /// The zero-based column with these letters, upper or lower case.
    ///
    /// None for text that is empty, has anything but these letters, or is past the last `u32`.
    pub(crate) fn column(self, name: &str) -> Option<u32> {
        let alphabet = self.alphabet();
        // Wider than a column, for the last one is the count of columns up to it, less one.
        let mut count: u64 = 0;
        for letter in name.bytes() {
            let place = alphabet.iter().position(|it| *it == letter.to_ascii_lowercase())?;
            count = count.checked_mul(alphabet.len() as u64)?.checked_add(place as u64 + 1)?;
        }
        u32::try_from(count.checked_sub(1)?).ok()
    }
}

impl Numbered {
    /// Numbered cells among the first `columns` of a row, counted from 0 at the top.
    fn before(self, columns: u32, row: u32) -> u32 {
        let begins = match self {
            Self::All => return columns,
            Self::Light => row.is_multiple_of(2),
            Self::Dark => !row.is_multiple_of(2),
        };
        if begins { columns.div_ceil(2) } else { columns / 2 }
    }

    fn includes(self, column: u32, row: u32) -> bool {
        self.before(column + 1, row) > self.before(column, row)
    }
}

impl CellNames {
    /// Names of the cells of a grid.
    pub fn new(grid: Grid, coordinates: Coordinates) -> Self {
        Self { grid, coordinates }
    }

    /// The grid whose cells are named.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The name of a cell inside the rim; None for one in the rim, or one the grid does not have.
    ///
    /// ```
    /// use masume_board::{CellNames, Coordinates, Grid, RowOrder};
    ///
    /// let grid = Grid::new(8, 8).expect("small enough");
    /// let coordinates = Coordinates { rows: RowOrder::FromBelow, ..Coordinates::default() };
    /// let names = CellNames::new(grid, coordinates);
    /// let e4 = names.cell_named("e4").expect("a cell");
    /// assert_eq!(grid.name(e4).as_deref(), Some("e5"));
    /// assert_eq!(names.name(e4).as_deref(), Some("e4"));
    /// ```
    pub fn name(&self, cell: Cell) -> Option<String> {
        if !self.grid.is_inner(cell) {
            return None;
        }
        let (column, row) = (self.grid.column(cell) as u32, self.grid.row(cell) as u32);
        if let Some(number) = self.number(column, row) {
            return Some(number.to_string());
        }
        Some(self.column_name(column) + &self.row_name(row))
    }

    /// The cell inside the rim with this name; letters may be upper or lower case. A cell with a
    /// number can be called by its letters and row, too.
    ///
    /// None for any other text: `c05` and `c+5` are not names of `c5`.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let split = name.find(|letter: char| !letter.is_ascii_alphabetic())?;
        let (letters, digits) = name.split_at(split);
        let place = match letters {
            "" => self.place_of_number(plain_number(digits)?),
            letters => self.column_named(letters).zip(self.row_named(digits)),
        };
        let (column, row) = place?;
        self.grid.at(column as i32, row as i32).filter(|&cell| self.grid.is_inner(cell))
    }

    /// The letters of a column, counted from 0 at the left.
    pub fn column_name(&self, column: u32) -> String {
        self.coordinates.columns.name(column)
    }

    /// The column of the board with these letters.
    pub fn column_named(&self, name: &str) -> Option<u32> {
        self.coordinates.columns.column(name).filter(|column| *column < self.grid.width())
    }

    /// The number of a row, counted from 0 at the top.
    pub fn row_name(&self, row: u32) -> String {
        (u64::from(self.turned(row)) + 1).to_string()
    }

    /// The row of the board with this number; None for one with a sign or leading zeros.
    pub fn row_named(&self, name: &str) -> Option<u32> {
        let row = plain_number(name)?.checked_sub(1)?;
        (row < self.grid.height()).then(|| self.turned(row))
    }

    /// The letters beside which a column is drawn; None where cells have numbers of their own.
    pub fn column_label(&self, column: u32) -> Option<String> {
        self.coordinates.numbers.is_none().then(|| self.column_name(column))
    }

    /// The number beside which a row is drawn: its own, or that of its first cell with a number.
    pub fn row_label(&self, row: u32) -> Option<String> {
        match self.coordinates.numbers {
            None => Some(self.row_name(row)),
            Some(_) => (0..self.grid.width().min(2))
                .find_map(|column| self.number(column, row))
                .map(|number| number.to_string()),
        }
    }

    /// Names of the first and the last cell, in the order in which rows are counted.
    pub fn ends(&self) -> (String, String) {
        let (width, height) = (self.grid.width(), self.grid.height());
        let of_letters = |column: u32, row: u32| self.column_name(column) + &self.row_name(row);
        let last_row = self.turned(height - 1);
        match self.coordinates.numbers.map(|numbered| self.in_rows(numbered, height)) {
            Some(count) if count > 0 => ("1".to_owned(), count.to_string()),
            Some(_) | None => (of_letters(0, self.turned(0)), of_letters(width - 1, last_row)),
        }
    }

    /// The row as it is counted, or the row that is counted so: both are the same reflection.
    fn turned(&self, row: u32) -> u32 {
        match self.coordinates.rows {
            RowOrder::FromAbove => row,
            RowOrder::FromBelow => self.grid.height().saturating_sub(row + 1),
        }
    }

    fn number(&self, column: u32, row: u32) -> Option<u64> {
        let numbered = self.coordinates.numbers.filter(|it| it.includes(column, row))?;
        let before = self.in_rows(numbered, self.turned(row));
        Some(before + u64::from(numbered.before(column, row)) + 1)
    }

    fn place_of_number(&self, number: u32) -> Option<(u32, u32)> {
        let numbered = self.coordinates.numbers?;
        let number = u64::from(number);
        let ends_before = |counted: &u32| self.in_rows(numbered, counted + 1) < number;
        let counted = (0..self.grid.height()).find(|it| !ends_before(it))?;
        let row = self.turned(counted);
        let is_it = |column: &u32| self.number(*column, row) == Some(number);
        (0..self.grid.width()).find(is_it).map(|column| (column, row))
    }

    /// Numbered cells in so many rows, in the order in which they are counted.
    fn in_rows(&self, numbered: Numbered, rows: u32) -> u64 {
        // Two rows that touch have as many together as the first two.
        let pair: u64 = (0..2).map(|row| u64::from(numbered.before(self.grid.width(), row))).sum();
        let odd = if rows.is_multiple_of(2) { 0 } else { self.in_row(numbered, rows - 1) };
        u64::from(rows / 2) * pair + odd
    }

    /// Numbered cells in a row, given by the place in which it is counted.
    fn in_row(&self, numbered: Numbered, counted: u32) -> u64 {
        u64::from(numbered.before(self.grid.width(), self.turned(counted)))
    }
}

/// A number without a sign and leading zeros, which parsing would take.
fn plain_number(digits: &str) -> Option<u32> {
    let is_plain = !digits.starts_with('0') && digits.bytes().all(|it| it.is_ascii_digit());
    digits.parse().ok().filter(|_| is_plain)
}

#[cfg(test)]
mod tests {
    use super::*;

    const BELOW: Coordinates =
        Coordinates { rows: RowOrder::FromBelow, columns: ColumnLetters::All, numbers: None };
    const GO: Coordinates = Coordinates { columns: ColumnLetters::WithoutI, ..BELOW };

    fn numbers(numbered: Numbered) -> Coordinates {
        Coordinates { numbers: Some(numbered), ..Coordinates::default() }
    }

    #[test]
    fn cells_are_named_as_players_name_them() {
        let from_below = Coordinates { rows: RowOrder::FromBelow, ..numbers(Numbered::Dark) };
        // Coordinates, width, height, column and row from the top left, name.
        let rows = [
            (BELOW, 8, 8, 4, 6, "e2"),
            (BELOW, 8, 8, 0, 0, "a8"),
            (BELOW, 5, 6, 4, 5, "e1"),
            (GO, 19, 19, 7, 18, "h1"),
            (GO, 19, 19, 8, 18, "j1"),
            (GO, 19, 19, 18, 0, "t19"),
            (GO, 26, 26, 24, 25, "z1"),
            (GO, 26, 26, 25, 25, "aa1"),
            (numbers(Numbered::Dark), 8, 8, 1, 0, "1"),
            (numbers(Numbered::Dark), 8, 8, 0, 1, "5"),
            (numbers(Numbered::Dark), 8, 8, 6, 7, "32"),
            (numbers(Numbered::Dark), 10, 10, 8, 9, "50"),
            (numbers(Numbered::Dark), 8, 8, 0, 0, "a1"),
            (numbers(Numbered::Dark), 3, 3, 1, 0, "1"),
            (numbers(Numbered::Dark), 3, 3, 2, 1, "3"),
            (numbers(Numbered::Light), 3, 3, 1, 1, "3"),
            (numbers(Numbered::All), 3, 3, 2, 2, "9"),
            (from_below, 8, 8, 0, 7, "1"),
            (from_below, 8, 8, 7, 0, "32"),
        ];
        for (coordinates, width, height, column, row, name) in rows {
            let grid = Grid::with_rim(width, height, 1).unwrap();
            let names = CellNames::new(grid, coordinates);
            let cell = grid.at(column, row).unwrap();
            assert_eq!(names.name(cell).as_deref(), Some(name));
            assert_eq!(names.cell_named(name), Some(cell), "{name}");
            assert_eq!(names.cell_named(&name.to_uppercase()), Some(cell), "{name}");
        }
    }

    #[test]
    fn every_cell_is_found_by_its_name() {
        let below = |it: Coordinates| Coordinates { rows: RowOrder::FromBelow, ..it };
        let kinds = [Numbered::Dark, Numbered::Light, Numbered::All].map(numbers);
        let all = [Coordinates::default(), BELOW, GO].into_iter().chain(kinds);
        for coordinates in all.flat_map(|it| [it, below(it)]) {
            for (width, height) in [(1, 1), (1, 4), (2, 3), (5, 4), (28, 3)] {
                let grid = Grid::with_rim(width, height, 1).unwrap();
                let names = CellNames::new(grid, coordinates);
                let mut seen = Vec::new();
                for cell in grid.inner_cells() {
                    let name = names.name(cell).unwrap();
                    assert_eq!(names.cell_named(&name), Some(cell), "{coordinates:?} {name}");
                    assert!(!seen.contains(&name), "{coordinates:?} {name}");
                    seen.push(name);
                }
                for row in 0..height {
                    assert_eq!(names.row_named(&names.row_name(row)), Some(row));
                }
                assert_eq!(names.row_named(&(height + 1).to_string()), None);
            }
        }
    }

    #[test]
    fn what_is_no_name_is_no_cell() {
        let grid = Grid::with_rim(9, 9, 1).unwrap();
        let long = "9".repeat(100_000);
        let rows: [(Coordinates, &[&str]); 3] = [
            (GO, &["i1", "I9", "a0", "a10", "k1", "5", "", "a01", "ai1"]),
            (numbers(Numbered::Dark), &["0", "41", "01", "+1", "-1", "1.0", "j1", "４", &long]),
            (BELOW, &["1", "a", "a1a", "a-1", "a 1"]),
        ];
        for (coordinates, texts) in rows {
            for text in texts {
                let found = CellNames::new(grid, coordinates).cell_named(text);
                assert_eq!(found, None, "{text:.20}");
            }
        }
    }

    #[test]
    fn edges_say_what_cells_are_called_by() {
        let grid = Grid::with_rim(8, 8, 1).unwrap();
        let edges = |coordinates| {
            let names = CellNames::new(grid, coordinates);
            let edge = |label: Option<String>| label.unwrap_or_default();
            let columns: Vec<String> = (0..8).map(|it| edge(names.column_label(it))).collect();
            let rows: Vec<String> = (0..8).map(|it| edge(names.row_label(it))).collect();
            (columns.concat(), rows.join(" "), names.ends())
        };
        let ends = |first: &str, last: &str| (first.to_owned(), last.to_owned());
        let of = |columns: &str, rows: &str, ends| (columns.to_owned(), rows.to_owned(), ends);
        let below = of("abcdefgh", "8 7 6 5 4 3 2 1", ends("a1", "h8"));
        assert_eq!(edges(BELOW), below);
        assert_eq!(edges(GO), below);
        let dark = of("", "1 5 9 13 17 21 25 29", ends("1", "32"));
        assert_eq!(edges(numbers(Numbered::Dark)), dark);
    }
}
