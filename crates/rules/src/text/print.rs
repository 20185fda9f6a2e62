//! Boards as pictures.

use std::collections::BTreeMap;

use masume_board::{Cell, Grid};
use masume_syntax::Span;
use masume_syntax::ast::Spanned;

use super::content::contents_at;
use super::picture::{CellContents, NOTHING, has_numbers, joined_numbers, read_rows};
use crate::model::{Layer, LayerInfo, Legend, LegendEntry, Rules};
use crate::state::Board;

/// Stand-in for a content that the legend cannot show.
pub(super) const UNSHOWN: char = '?';

static NO_LEGEND: Legend = Legend { name: String::new(), entries: Vec::new() };

/// A board as rows, and the cells that the legend cannot show.
pub(super) struct Rows {
    /// From the top.
    pub(super) rows: Vec<String>,
    /// In reading order; the rows have [`UNSHOWN`] there.
    pub(super) unshown: Vec<Cell>,
}

/// The board as a picture in the game's own legend, its rows joined by line ends, none after the
/// last. The rim is not shown; `?` stands for what the legend cannot show.
///
/// ```text
/// ##..     2 . 16
/// #pb.     . 4 .
/// ```
///
/// On the right a layer has numbers: then the cells have blanks between them.
pub fn print_board(rules: &Rules, board: &Board) -> String {
    print_rows(&rules.layers, own_legend(rules), board).rows.join("\n")
}

/// The game's own legend; an empty one where the game declares none.
pub(super) fn own_legend(rules: &Rules) -> &Legend {
    rules.legends.iter().find(|legend| legend.name.is_empty()).unwrap_or(&NO_LEGEND)
}

/// The board as rows in this legend.
pub(super) fn print_rows(layers: &[LayerInfo], legend: &Legend, board: &Board) -> Rows {
    let grid: Grid = *board.grid();
    let separator = if has_numbers(layers) { " " } else { "" };
    let mut printer = RowPrinter { layers, legend, known: BTreeMap::new() };
    let mut unshown = Vec::new();
    let mut rows = Vec::new();
    let mut row = Vec::new();
    for cell in grid.inner_cells() {
        match printer.token(contents_at(board, cell)) {
            Some(token) => row.push(token),
            None => {
                unshown.push(cell);
                row.push(UNSHOWN.to_string());
            }
        }
        if row.len() == grid.width() as usize {
            rows.push(row.join(separator));
            row.clear();
        }
    }
    Rows { rows, unshown }
}

struct RowPrinter<'r> {
    layers: &'r [LayerInfo],
    legend: &'r Legend,
    /// Tokens found before; `None` for contents that cannot be shown.
    known: BTreeMap<CellContents, Option<String>>,
}

impl RowPrinter<'_> {
    /// Token of a cell with these contents; `None` where it cannot be written.
    fn token(&mut self, contents: CellContents) -> Option<String> {
        if let Some(token) = self.known.get(&contents) {
            return token.clone();
        }
        // What is printed must be read as the same again; some glyphs cannot be told from numbers.
        let token = self.candidate(&contents).filter(|token| self.reads_as(token, &contents));
        self.known.insert(contents, token.clone());
        token
    }

    fn candidate(&self, contents: &CellContents) -> Option<String> {
        if !has_numbers(self.layers) {
            return self.glyph(contents).map(String::from);
        }
        let (numbers, named): (CellContents, CellContents) =
            contents.iter().partition(|(layer, _)| self.is_numeric(*layer));
        let mut token = match self.glyph(&named) {
            Some(_) if named.is_empty() && !numbers.is_empty() => String::new(),
            Some(glyph) => glyph.to_string(),
            None if named.is_empty() && numbers.is_empty() => NOTHING.to_string(),
            None if named.is_empty() => String::new(),
            None => return None,
        };
        if !numbers.is_empty() {
            token.push_str(&self.numbers(&numbers));
        }
        Some(token)
    }

    /// The first glyph with exactly these contents that can stand alone.
    fn glyph(&self, contents: &CellContents) -> Option<char> {
        let glyphs = |entry: &LegendEntry| -> Option<char> {
            let is_seen = |glyph: &&char| !has_numbers(self.layers) || !glyph.is_whitespace();
            entry.glyphs.iter().find(is_seen).copied()
        };
        self.legend.entries.iter().filter(|entry| entry.contents == *contents).find_map(glyphs)
    }

    fn numbers(&self, numbers: &CellContents) -> String {
        let layers = (0..self.layers.len()).map(|index| Layer(index as u8));
        let held =
            |layer| numbers.iter().find(|(held, _)| *held == layer).map(|(_, number)| *number);
        joined_numbers(layers.filter(|layer| self.is_numeric(*layer)).map(held))
    }

    fn is_numeric(&self, layer: Layer) -> bool {
        self.layers[usize::from(layer.0)].kind.is_numeric()
    }

    fn reads_as(&self, token: &str, contents: &CellContents) -> bool {
        let row = Spanned { value: token.to_owned(), span: Span::default() };
        let (read, diagnostics) = read_rows(self.layers, self.legend, &[row]);
        diagnostics.is_empty() && read == [[contents.clone()]]
    }
}
