//! Pictures: rows of glyphs, as levels, set-ups and states show a board.
//!
//! ```text
//! #.b      a glyph for each cell, where no layer has numbers
//! 2 . #16  a token for each cell, blanks between, where one has: a glyph, a number, or both
//! ```

use std::collections::{BTreeMap, BTreeSet};

use masume_board::Grid;
use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, Span};

use crate::model::{Content, Layer, LayerInfo, LayerKind, Legend};

/// The contents of one cell, at most one for each layer, in the order of the layers.
pub type CellContents = Vec<(Layer, Content)>;

/// What separates the numbers of a cell where several layers have numbers.
pub const NUMBER_SEPARATOR: char = '/';

/// The token, and the number, of nothing.
pub const NOTHING: char = '.';

/// How many unknown glyphs of a picture are reported.
const MOST_UNKNOWN: usize = 100;

/// Reads rows of glyphs, indexed [row][column]; ragged rows are filled up with nothing.
///
/// What cannot be read is nothing in the result, and has a diagnostic: each glyph once.
pub fn read_rows(
    rules_layers: &[LayerInfo],
    legend: &Legend,
    rows: &[Spanned<String>],
) -> (Vec<Vec<CellContents>>, Vec<Diagnostic>) {
    // Before memory is taken, which could be far more than the text did.
    if let Some(error) = too_large(rules_layers, legend, rows) {
        return (Vec::new(), vec![error]);
    }
    let mut contents = BTreeMap::new();
    for entry in &legend.entries {
        for glyph in &entry.glyphs {
            contents.entry(*glyph).or_insert(&entry.contents);
        }
    }
    let mut reader = Reader {
        layers: rules_layers,
        legend,
        contents,
        unknown: BTreeSet::new(),
        diagnostics: Vec::new(),
    };
    let mut read: Vec<Vec<CellContents>> = if has_numbers(rules_layers) {
        rows.iter().map(|row| reader.token_row(row)).collect()
    } else {
        rows.iter().map(|row| reader.glyph_row(row)).collect()
    };
    let width = read.iter().map(Vec::len).max().unwrap_or(0);
    for row in &mut read {
        row.resize(width, Vec::new());
    }
    (read, reader.diagnostics)
}

/// Whether cells are written as tokens with blanks between, because a layer has numbers.
pub fn has_numbers(layers: &[LayerInfo]) -> bool {
    layers.iter().any(|layer| is_numeric(&layer.kind))
}

/// The error of rows that can be no board, told without reading their cells.
pub(super) fn too_large<R: AsRef<str>>(
    layers: &[LayerInfo],
    legend: &Legend,
    rows: &[Spanned<R>],
) -> Option<Diagnostic> {
    let has_numbers = has_numbers(layers);
    let has_blank = legend.entries.iter().any(|entry| entry.glyphs.contains(&' '));
    let cells = |row: &str| match (has_numbers, has_blank) {
        (true, _) => row.split_whitespace().count(),
        (false, true) => row.chars().count(),
        (false, false) => row.trim_end().chars().count(),
    };
    let width = rows.iter().map(|row| cells(row.value.as_ref())).max().unwrap_or(0);
    let first = rows.first().filter(|_| is_too_large(width, rows.len()))?;
    Some(Diagnostic::error(
        Code::BoardTooLarge,
        first.span,
        format!("a picture of {width} x {}", rows.len()),
        format!("at most {0} each way, and {1} cells", Grid::MAX_SIDE, Grid::MAX_CELLS),
    ))
}

fn is_too_large(width: usize, height: usize) -> bool {
    let side = Grid::MAX_SIDE as usize;
    width > side || height > side || width * height > Grid::MAX_CELLS
}

struct Reader<'r> {
    layers: &'r [LayerInfo],
    legend: &'r Legend,
    contents: BTreeMap<char, &'r CellContents>,
    /// Glyphs reported already.
    unknown: BTreeSet<char>,
    diagnostics: Vec<Diagnostic>,
}

impl Reader<'_> {
    fn glyph_row(&mut self, row: &Spanned<String>) -> Vec<CellContents> {
        // A blank at the end of a line is nothing that an author sees.
        let text = match self.contents_of(' ') {
            Some(_) => row.value.as_str(),
            None => row.value.trim_end(),
        };
        text.char_indices()
            .map(|(offset, glyph)| self.glyph(glyph, glyph_span(row, offset, glyph)))
            .collect()
    }

    fn token_row(&mut self, row: &Spanned<String>) -> Vec<CellContents> {
        tokens(&row.value)
            .map(|(offset, token)| {
                let start = row.span.start + offset as u32;
                self.token(token, start)
            })
            .collect()
    }

    /// A token is numbers, a glyph, or a glyph and numbers; `start` is its place in the text.
    fn token(&mut self, token: &str, start: u32) -> CellContents {
        let span = Span::new(start, start + token.len() as u32);
        if let Some(numbers) = self.numbers(token, span) {
            return numbers;
        }
        let mut rest = token.chars();
        let Some(glyph) = rest.next() else { return Vec::new() };
        let glyph_span = Span::new(start, start + glyph.len_utf8() as u32);
        let mut contents = if glyph == NOTHING {
            self.contents_of(glyph).unwrap_or_default()
        } else {
            self.glyph(glyph, glyph_span)
        };
        if rest.as_str().is_empty() {
            return contents;
        }
        let rest_span = Span::new(glyph_span.end, span.end);
        let Some(numbers) = self.numbers(rest.as_str(), rest_span) else {
            self.diagnostics.push(
                Diagnostic::error(
                    Code::BadNumber,
                    rest_span,
                    format!("`{}` is not a number", rest.as_str()),
                    "a glyph, a number, or a glyph and a number are one cell",
                )
                .with_help("cells have blanks between them"),
            );
            return contents;
        };
        contents.extend(numbers);
        contents.sort_unstable();
        contents
    }

    /// One number for each numeric layer, or `.`; None where the text is no numbers.
    fn numbers(&mut self, text: &str, span: Span) -> Option<CellContents> {
        let layers: Vec<Layer> = (0..self.layers.len())
            .filter(|&index| is_numeric(&self.layers[index].kind))
            .map(|index| Layer(index as u8))
            .collect();
        let parts: Vec<&str> = text.split(NUMBER_SEPARATOR).collect();
        if parts.len() != layers.len() || parts.iter().all(|part| *part == ".") {
            return None;
        }
        let mut contents = Vec::new();
        for (part, layer) in parts.iter().zip(layers) {
            if *part == "." {
                continue;
            }
            let number: i64 = part.parse().ok()?;
            let info = &self.layers[usize::from(layer.0)];
            match info.kind.content_of_number(number) {
                Some(content) => contents.push((layer, content)),
                None => self.diagnostics.push(Diagnostic::error(
                    Code::BadNumber,
                    span,
                    format!("`{}` cannot hold {number}", info.name),
                    format!("`{}` holds {}", info.name, info.kind.describe()),
                )),
            }
        }
        Some(contents)
    }

    fn glyph(&mut self, glyph: char, span: Span) -> CellContents {
        if let Some(contents) = self.contents_of(glyph) {
            return contents;
        }
        if self.unknown.len() < MOST_UNKNOWN && self.unknown.insert(glyph) {
            let known: Vec<String> = self
                .legend
                .entries
                .iter()
                .flat_map(|entry| entry.glyphs.first())
                .map(|glyph| format!("`{glyph}`"))
                .collect();
            self.diagnostics.push(
                Diagnostic::error(
                    Code::UnknownGlyph,
                    span,
                    format!("`{glyph}` is not in the legend"),
                    "what lies here?",
                )
                .with_help(format!("{} mean something here", known.join(" "))),
            );
        }
        Vec::new()
    }

    fn contents_of(&self, glyph: char) -> Option<CellContents> {
        self.contents.get(&glyph).map(|contents| (*contents).clone())
    }
}

fn is_numeric(kind: &LayerKind) -> bool {
    match kind {
        LayerKind::Range(..) | LayerKind::Doubling(..) => true,
        LayerKind::Pieces(_) | LayerKind::Kinds(_) => false,
    }
}

fn glyph_span(row: &Spanned<String>, offset: usize, glyph: char) -> Span {
    let start = row.span.start + offset as u32;
    Span::new(start, start + glyph.len_utf8() as u32)
}

/// The tokens of a row, each with its offset in bytes.
fn tokens(text: &str) -> impl Iterator<Item = (usize, &str)> {
    text.split_whitespace()
        .map(move |token| (token.as_ptr() as usize - text.as_ptr() as usize, token))
}
