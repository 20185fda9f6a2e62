//! The board as lines for reading: framed, aligned and labelled where that helps.
//!
//! ```text
//! ----------    a b c      2   .  16
//! |  +     |  1 . B W      .   4   .
//! | @    * |  2 . W B
//! ----------
//! ```
//! A frame stands where free cells are blank, columns are aligned where cells hold numbers, and
//! letters and numbers stand along the edges where actions name cells, columns or rows.

use std::fmt::Write as _;

use masume_board::CellNames;
use masume_engine::{Game, Rules, State};
use masume_rules::model::{EMPTY, Figure};
use masume_rules::text::picture;

use crate::picture::labels::Labels;

/// The board, each line with its end.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_presentation::text::board::board;
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let state = game.start(&Setup::default()).unwrap();
/// assert_eq!(board(&game, &state), "  a b c\n1 . . .\n2 . . .\n3 . . .\n");
/// ```
pub fn board(game: &Game, state: &State) -> String {
    let look = TextLook::of(game.rules());
    look.draw(&game.print_board(&without_unseen(game.rules(), state)), &game.cell_names(state))
}

/// The state without pieces that the game has nobody see, such as marks of what may still castle.
fn without_unseen(rules: &Rules, state: &State) -> State {
    let mut seen = state.clone();
    let unseen = rules.display.iter().filter(|line| line.figure == Some(Figure::Unseen));
    for (layer, content) in unseen.filter_map(|line| line.subject) {
        for cell in state.board.grid().inner_cells() {
            if state.board.get(layer, cell) == content {
                seen.board.set(layer, cell, EMPTY);
            }
        }
    }
    seen
}

/// Look of the boards of a game.
#[derive(Clone, Copy, Debug)]
struct TextLook {
    /// Cells are tokens with blanks between.
    numbers: bool,
    /// Free cells are blank.
    framed: bool,
    column_labels: bool,
    row_labels: bool,
}

impl TextLook {
    fn of(rules: &Rules) -> Self {
        let labels = Labels::of(rules);
        Self {
            numbers: picture::has_numbers(&rules.layers),
            framed: free_glyph(rules) == Some(' '),
            column_labels: labels.columns,
            row_labels: labels.rows,
        }
    }

    fn draw(self, picture: &str, names: &CellNames) -> String {
        let rows: Vec<Vec<String>> = picture.split('\n').map(|row| self.cells(row)).collect();
        let columns = rows.iter().map(Vec::len).max().unwrap_or(0);
        let labels: Vec<String> = match self.column_labels {
            true => (0..columns).map(|column| names.column_name(column as u32)).collect(),
            false => Vec::new(),
        };
        let all_cells = rows.iter().flatten().chain(&labels);
        let width = all_cells.map(|cell| cell.chars().count()).max().unwrap_or(1);
        // Cells touch each other only where each is one character and nothing names them.
        let is_labelled = self.column_labels || self.row_labels;
        let gap = if self.numbers || is_labelled { " " } else { "" };
        let line = |cells: &[String]| {
            let padded: Vec<String> = cells.iter().map(|cell| format!("{cell:>width$}")).collect();
            padded.join(gap)
        };
        let row_labels: Vec<String> =
            (0..rows.len() as u32).map(|row| names.row_label(row).unwrap_or_default()).collect();
        let margin = match self.row_labels {
            true => row_labels.iter().map(String::len).max().unwrap_or(0) + 1,
            false => 0,
        };

        let mut text = String::new();
        let edge = |text: &mut String| {
            if self.framed {
                let length = columns * (width + gap.len()) - gap.len().min(columns) + 2;
                let _ = writeln!(text, "{}{}", " ".repeat(margin), "-".repeat(length));
            }
        };
        if self.column_labels {
            let inset = margin + usize::from(self.framed);
            let _ = writeln!(text, "{}{}", " ".repeat(inset), line(&labels));
        }
        edge(&mut text);
        for (index, cells) in rows.iter().enumerate() {
            if self.row_labels {
                let label = &row_labels[index];
                let _ = write!(text, "{label:>width$} ", width = margin - 1);
            }
            let _ = match self.framed {
                true => writeln!(text, "|{}|", line(cells)),
                false => writeln!(text, "{}", line(cells)),
            };
        }
        edge(&mut text);
        text
    }

    fn cells(self, row: &str) -> Vec<String> {
        match self.numbers {
            true => row.split_whitespace().map(str::to_owned).collect(),
            false => row.chars().map(String::from).collect(),
        }
    }
}

/// The glyph printed for a cell that holds nothing.
fn free_glyph(rules: &Rules) -> Option<char> {
    let legend = rules.legends.first()?;
    let entry = legend.entries.iter().find(|entry| entry.contents.is_empty())?;
    entry.glyphs.first().copied()
}

#[cfg(test)]
mod tests {
    use masume_engine::Grid;
    use masume_rules::model::Coordinates;

    use super::*;

    const PLAIN: TextLook =
        TextLook { numbers: false, framed: false, column_labels: false, row_labels: false };

    fn names(picture: &str) -> CellNames {
        let width = picture.lines().map(str::len).max().unwrap_or(1) as u32;
        let grid = Grid::new(width, picture.lines().count() as u32).expect("a grid");
        CellNames::new(grid, Coordinates::default())
    }

    #[test]
    fn boards_are_framed_aligned_and_labelled_where_that_helps() {
        let rows = [
            (PLAIN, "#p\n..", "#p\n..\n"),
            (TextLook { framed: true, ..PLAIN }, "@ \n  ", "----\n|@ |\n|  |\n----\n"),
            (TextLook { numbers: true, ..PLAIN }, "2 .\n16 4", " 2  .\n16  4\n"),
            (
                TextLook { column_labels: true, row_labels: true, ..PLAIN },
                ".B\nW.",
                "  a b\n1 . B\n2 W .\n",
            ),
            (TextLook { column_labels: true, ..PLAIN }, "..", "a b\n. .\n"),
            (
                TextLook { framed: true, column_labels: true, row_labels: true, ..PLAIN },
                "@ ",
                "   a b\n  -----\n1 |@  |\n  -----\n",
            ),
        ];
        for (look, picture, expected) in rows {
            assert_eq!(look.draw(picture, &names(picture)), expected, "{look:?}");
        }
    }

    #[test]
    fn columns_past_z_stay_aligned() {
        let look = TextLook { column_labels: true, ..PLAIN };
        let row = ".".repeat(28);
        let drawn = look.draw(&row, &names(&row));
        let lengths: Vec<usize> = drawn.lines().map(str::len).collect();
        assert_eq!(lengths, [28 * 3 - 1, 28 * 3 - 1]);
    }
}
