//! Names of cells as the players of a game write them: which ends rows and columns are counted from,
//! which of both have letters, and whether cells have numbers of their own.

use crate::{Cell, Grid};

/// Way of naming cells. The default is the grid's own: letters, and rows from the top.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Coordinates {
    /// Row that is the first.
    pub rows: RowOrder,
    /// Column that is the first.
    pub first_column: ColumnOrder,
    /// Names that columns have; rows have the other kind.
    pub columns: ColumnNames,
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

/// Column that is the first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnOrder {
    /// The leftmost.
    #[default]
    FromLeft,
    /// The rightmost, as in shogi.
    FromRight,
}

/// Names of columns. They come first in the name of a cell, whatever they are.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum ColumnNames {
    /// `a` to `z`; rows have numbers: `e4`.
    #[default]
    Letters,
    /// All but `i`, which is mistaken for `j` or `1`, as in Go.
    LettersWithoutI,
    /// Numbers; rows have letters, as in shogi: `7f`.
    Numbers,
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

/// Letters of columns or rows.
#[derive(Clone, Copy)]
pub(crate) struct Letters(&'static [u8]);

impl Letters {
    /// `a` to `z`.
    pub(crate) const ALL: Self = Self(b"abcdefghijklmnopqrstuvwxyz");
    const WITHOUT_I: Self = Self(b"abcdefghjklmnopqrstuvwxyz");

    /// The letters of a zero-based line: one, then two as in `aa`, `ab` and so on.
    pub(crate) fn name(self, line: u32) -> String {
        let Self(alphabet) = self;
        let mut letters = Vec::new();
        let mut rest = line as usize;
        loop {
            letters.push(char::from(alphabet[rest % alphabet.len()]));
            // No letter stands for zero: `aa` follows `z`, so each further letter counts from one.
            match (rest / alphabet.len()).checked_sub(1) {
                Some(further) => rest = further,
                None => return letters.into_iter().rev().collect(),
            }
        }
    }

    /// The zero-based line with these letters, upper or lower case.
    ///
    /// None for text that is empty, has anything but these letters, or is past the last `u32`.
    pub(crate) fn line(self, name: &str) -> Option<u32> {
        let Self(alphabet) = self;
        // Wider than a line, for the last one is the count of lines up to it, less one.
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
    /// number can be called by its column and row, too.
    ///
    /// None for any other text: `c05` and `c+5` are not names of `c5`.
    pub fn cell_named(&self, name: &str) -> Option<Cell> {
        let place = match plain_number(name) {
            Some(number) => self.place_of_number(number),
            None => {
                let (column, row) = self.parts(name);
                self.column_named(column).zip(self.row_named(row))
            }
        };
        let (column, row) = place?;
        self.grid.at(column as i32, row as i32).filter(|&cell| self.grid.is_inner(cell))
    }

    /// The name of a cell with which the text begins, the longest one, and what follows.
    ///
    /// ```
    /// use masume_board::{CellNames, Coordinates, Grid};
    ///
    /// let grid = Grid::new(12, 12).expect("small enough");
    /// let names = CellNames::new(grid, Coordinates::default());
    /// assert_eq!(names.first_name("a12xb3"), Some(("a12", "xb3")));
    /// assert_eq!(names.first_name("x"), None);
    /// ```
    pub fn first_name<'t>(&self, text: &'t str) -> Option<(&'t str, &'t str)> {
        let (column, behind) = self.parts(text);
        let letters = self.of_rows();
        let whole = name_length(letters, behind);
        // Behind letters may stand a sign that is a letter, too: `7gx7f`.
        let least = if letters.is_some() { whole.saturating_sub(1) } else { whole };
        let mut ends = (least..=whole).rev().map(|end| text.split_at(column.len() + end));
        ends.find(|(name, _)| self.cell_named(name).is_some())
    }

    /// The name of a column and what is behind it.
    fn parts<'t>(&self, name: &'t str) -> (&'t str, &'t str) {
        name.split_at(name_length(self.of_columns(), name))
    }

    /// The name of a column, counted from 0 at the left.
    pub fn column_name(&self, column: u32) -> String {
        line_name(self.of_columns(), self.column_turned(column))
    }

    /// The column of the board with this name.
    pub fn column_named(&self, name: &str) -> Option<u32> {
        let column = line_named(self.of_columns(), name)?;
        (column < self.grid.width()).then(|| self.column_turned(column))
    }

    /// The name of a row, counted from 0 at the top.
    pub fn row_name(&self, row: u32) -> String {
        line_name(self.of_rows(), self.turned(row))
    }

    /// The row of the board with this name; None for a number with a sign or leading zeros.
    pub fn row_named(&self, name: &str) -> Option<u32> {
        let row = line_named(self.of_rows(), name)?;
        (row < self.grid.height()).then(|| self.turned(row))
    }

    /// The letters of columns; None where they have numbers.
    fn of_columns(&self) -> Option<Letters> {
        match self.coordinates.columns {
            ColumnNames::Letters => Some(Letters::ALL),
            ColumnNames::LettersWithoutI => Some(Letters::WITHOUT_I),
            ColumnNames::Numbers => None,
        }
    }

    /// The letters of rows; None where they have numbers.
    fn of_rows(&self) -> Option<Letters> {
        self.of_columns().is_none().then_some(Letters::ALL)
    }

    /// The name with which a column is drawn; None where cells have numbers of their own.
    pub fn column_label(&self, column: u32) -> Option<String> {
        self.coordinates.numbers.is_none().then(|| self.column_name(column))
    }

    /// The name with which a row is drawn: its own, or the number of its first cell with one.
    pub fn row_label(&self, row: u32) -> Option<String> {
        match self.coordinates.numbers {
            None => Some(self.row_name(row)),
            Some(_) => (0..self.grid.width().min(2))
                .find_map(|column| self.number(column, row))
                .map(|number| number.to_string()),
        }
    }

    /// Names of the first and the last column, in the order in which they are counted.
    pub fn column_ends(&self) -> (String, String) {
        let letters = self.of_columns();
        (line_name(letters, 0), line_name(letters, self.grid.width() - 1))
    }

    /// Names of the first and the last row, in the order in which they are counted.
    pub fn row_ends(&self) -> (String, String) {
        let letters = self.of_rows();
        (line_name(letters, 0), line_name(letters, self.grid.height() - 1))
    }

    /// Names of the first and the last cell, in the order in which columns and rows are counted.
    pub fn ends(&self) -> (String, String) {
        let height = self.grid.height();
        match self.coordinates.numbers.map(|numbered| self.in_rows(numbered, height)) {
            Some(count) if count > 0 => ("1".to_owned(), count.to_string()),
            Some(_) | None => {
                let ((first, last), (top, bottom)) = (self.column_ends(), self.row_ends());
                (first + &top, last + &bottom)
            }
        }
    }

    /// The column as it is counted, or the column that is counted so: both are the same reflection.
    fn column_turned(&self, column: u32) -> u32 {
        match self.coordinates.first_column {
            ColumnOrder::FromLeft => column,
            ColumnOrder::FromRight => self.grid.width().saturating_sub(column + 1),
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

/// The name of a column or row by its place in the order in which they are counted.
fn line_name(letters: Option<Letters>, place: u32) -> String {
    letters.map_or_else(|| (u64::from(place) + 1).to_string(), |it| it.name(place))
}

/// Length of the letters or digits with which a text begins, whichever columns or rows are called by.
fn name_length(letters: Option<Letters>, text: &str) -> usize {
    let is_of_name = |it: char| match letters {
        Some(_) => it.is_ascii_alphabetic(),
        None => it.is_ascii_digit(),
    };
    text.find(|it| !is_of_name(it)).unwrap_or(text.len())
}

fn line_named(letters: Option<Letters>, name: &str) -> Option<u32> {
    match letters {
        Some(letters) => letters.line(name),
        None => plain_number(name)?.checked_sub(1),
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

    const ABOVE: Coordinates = Coordinates {
        rows: RowOrder::FromAbove,
        first_column: ColumnOrder::FromLeft,
        columns: ColumnNames::Letters,
        numbers: None,
    };
    const BELOW: Coordinates = Coordinates { rows: RowOrder::FromBelow, ..ABOVE };
    const GO: Coordinates = Coordinates { columns: ColumnNames::LettersWithoutI, ..BELOW };
    const SHOGI: Coordinates = Coordinates {
        first_column: ColumnOrder::FromRight,
        columns: ColumnNames::Numbers,
        ..ABOVE
    };

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
            (SHOGI, 9, 9, 8, 0, "1a"),
            (SHOGI, 9, 9, 2, 5, "7f"),
            (SHOGI, 9, 9, 0, 8, "9i"),
            (SHOGI, 12, 28, 0, 27, "12ab"),
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
        let lettered = [Coordinates::default(), BELOW, GO, SHOGI];
        let right = lettered.map(|it| Coordinates { first_column: ColumnOrder::FromRight, ..it });
        let all = lettered.into_iter().chain(right).chain(kinds);
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
                for column in 0..width {
                    assert_eq!(names.column_named(&names.column_name(column)), Some(column));
                }
                assert_eq!(names.row_named(&(height + 1).to_string()), None);
            }
        }
    }

    #[test]
    fn what_is_no_name_is_no_cell() {
        let grid = Grid::with_rim(9, 9, 1).unwrap();
        let long = "9".repeat(100_000);
        let rows: [(Coordinates, &[&str]); 4] = [
            (SHOGI, &["7", "f", "f7", "7j", "10a", "0a", "07f", "7f7", "7ff", "", "-7f"]),
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
    fn names_are_told_from_what_follows_them() {
        let grid = Grid::new(12, 9).unwrap();
        let rows = [
            (ABOVE, "a12", None),
            (ABOVE, "e2xe4", Some(("e2", "xe4"))),
            (ABOVE, "x", None),
            (SHOGI, "7g7f", Some(("7g", "7f"))),
            (SHOGI, "7gx7f", Some(("7g", "x7f"))),
            (SHOGI, "12i", Some(("12i", ""))),
            (SHOGI, "7z", None),
            (SHOGI, "7", None),
            (numbers(Numbered::Dark), "11-15", Some(("11", "-15"))),
            (ABOVE, "", None),
            (SHOGI, "7é", None),
        ];
        for (coordinates, text, expected) in rows {
            assert_eq!(CellNames::new(grid, coordinates).first_name(text), expected, "{text}");
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
        assert_eq!(edges(SHOGI), of("87654321", "a b c d e f g h", ends("1a", "8h")));
        let below = of("abcdefgh", "8 7 6 5 4 3 2 1", ends("a1", "h8"));
        assert_eq!(edges(BELOW), below);
        assert_eq!(edges(GO), below);
        let dark = of("", "1 5 9 13 17 21 25 29", ends("1", "32"));
        assert_eq!(edges(numbers(Numbered::Dark)), dark);
    }
}
