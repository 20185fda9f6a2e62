//! Pictures: rows of glyphs, as levels, set-ups and states show a board.
//!
//! ```text
//! #.b      a glyph for each cell, where no layer has numbers
//! 2 . #16  a token for each cell, blanks between, where one has: a glyph, a number, or both
//! ```

use std::collections::{BTreeMap, BTreeSet};

use masume_board::Grid;
use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, MOST_ERRORS, Span};

use super::lines::quoted;
use crate::model::{Content, Layer, LayerInfo, Legend, MOST_CONTENTS};

/// The contents of one cell, at most one for each layer, in the order of the layers.
pub type CellContents = Vec<(Layer, Content)>;

/// Separator of the numbers of a cell where several layers have numbers.
pub const NUMBER_SEPARATOR: char = '/';

/// The token, and the number, of nothing.
pub const NOTHING: char = '.';

/// Reads rows of glyphs, indexed [row][column]; ragged rows are filled up with nothing.
///
/// What cannot be read is nothing in the result, and has a diagnostic: each glyph once, and of more
/// than [`MOST_ERRORS`] one too many.
pub fn read_rows(
    rules_layers: &[LayerInfo],
    legend: &Legend,
    rows: &[Spanned<String>],
) -> (Vec<Vec<CellContents>>, Vec<Diagnostic>) {
    // Before memory is taken, which could be far more than the text did.
    if let Some(error) = too_large(rules_layers, legend, rows) {
        return (Vec::new(), vec![error]);
    }
    let mut reader = CellReader::new(rules_layers, legend, MOST_ERRORS + 1);
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

/// The numbers of a cell, one for each layer that may have some: `3/.` where the second has none.
pub fn joined_numbers(numbers: impl Iterator<Item = Option<Content>>) -> String {
    let written = numbers.map(|it| it.map_or(NOTHING.to_string(), |number| number.to_string()));
    written.collect::<Vec<_>>().join(&NUMBER_SEPARATOR.to_string())
}

/// True if cells are written as tokens with blanks between, because a layer has numbers.
pub fn has_numbers(layers: &[LayerInfo]) -> bool {
    layers.iter().any(|layer| layer.kind.is_numeric())
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
    let most = Grid::MAX_CELLS.min(MOST_CONTENTS / layers.len().max(1));
    let first = rows.first().filter(|_| is_too_large(width, rows.len(), most))?;
    Some(Diagnostic::error(
        Code::BoardTooLarge,
        first.span,
        format!("a picture of {width} x {}", rows.len()),
        format!("at most {0} each way, and {1} cells", Grid::MAX_SIDE, most),
    ))
}

fn is_too_large(width: usize, height: usize, most: usize) -> bool {
    let side = Grid::MAX_SIDE as usize;
    width > side || height > side || width * height > most
}

/// Reads cells of one legend.
pub(super) struct CellReader<'r> {
    layers: &'r [LayerInfo],
    /// The layers with numbers, in their order.
    numeric: Vec<Layer>,
    legend: &'r Legend,
    contents: BTreeMap<char, &'r CellContents>,
    /// Glyphs reported already.
    unknown: BTreeSet<char>,
    /// Number of parts that could not be read; of that at most so much is told.
    unread: usize,
    most_told: usize,
    diagnostics: Vec<Diagnostic>,
}

impl<'r> CellReader<'r> {
    /// A reader that keeps so many diagnostics at most.
    pub(super) fn new(layers: &'r [LayerInfo], legend: &'r Legend, most_told: usize) -> Self {
        let mut contents = BTreeMap::new();
        for entry in &legend.entries {
            for glyph in &entry.glyphs {
                contents.entry(*glyph).or_insert(&entry.contents);
            }
        }
        let is_numeric = |index: &usize| layers[*index].kind.is_numeric();
        Self {
            layers,
            numeric: (0..layers.len()).filter(is_numeric).map(|it| Layer(it as u8)).collect(),
            legend,
            contents,
            unknown: BTreeSet::new(),
            unread: 0,
            most_told,
            diagnostics: Vec::new(),
        }
    }

    /// True if a line of tokens shows more than nothing; `None` where it is no row. Nothing is
    /// told of it, and no more of it is read than shows that it is none.
    pub(super) fn shows(&mut self, line: &str) -> Option<bool> {
        self.unread = 0;
        self.unknown.clear();
        let mut shows = false;
        for (count, (offset, token)) in tokens(line).enumerate() {
            shows |= !self.token(token, offset as u32).is_empty();
            if self.unread > 0 || count >= Grid::MAX_SIDE as usize {
                return None;
            }
        }
        Some(shows)
    }

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
            self.tell(|| {
                let message = format!("{} is not a number", quoted(rest.as_str()));
                let label = "a glyph, a number, or a glyph and a number are one cell";
                Diagnostic::error(Code::BadNumber, rest_span, message, label)
                    .with_help("cells have blanks between them")
            });
            return contents;
        };
        contents.extend(numbers);
        contents.sort_unstable();
        contents
    }

    /// One number for each numeric layer, or `.`; None where the text is no numbers.
    fn numbers(&mut self, text: &str, span: Span) -> Option<CellContents> {
        let parts = || text.split(NUMBER_SEPARATOR);
        if parts().count() != self.numeric.len() || parts().all(|part| part == ".") {
            return None;
        }
        let mut contents = Vec::new();
        for (index, part) in parts().enumerate() {
            let layer = self.numeric[index];
            if part == "." {
                continue;
            }
            let number: i64 = part.parse().ok()?;
            let info = &self.layers[usize::from(layer.0)];
            match info.kind.content_of_number(number) {
                Some(content) => contents.push((layer, content)),
                None => self.tell(|| {
                    let message = format!("`{}` cannot hold {number}", info.name);
                    let label = format!("`{}` holds {}", info.name, info.kind.describe());
                    Diagnostic::error(Code::BadNumber, span, message, label)
                }),
            }
        }
        Some(contents)
    }

    fn glyph(&mut self, glyph: char, span: Span) -> CellContents {
        if let Some(contents) = self.contents_of(glyph) {
            return contents;
        }
        // As many are remembered as are told.
        if self.unknown.len() < self.most_told.max(1) && self.unknown.insert(glyph) {
            let legend = self.legend;
            self.tell(|| {
                let glyphs = legend.entries.iter().flat_map(|entry| entry.glyphs.first());
                let known: Vec<String> = glyphs.map(|glyph| format!("`{glyph}`")).collect();
                let message = format!("`{glyph}` is not in the legend");
                Diagnostic::error(Code::UnknownGlyph, span, message, "what lies here?")
                    .with_help(format!("{} mean something here", known.join(" ")))
            });
        }
        Vec::new()
    }

    /// Record of an error, kept only if it is shown: all of them would take more memory than the text did.
    fn tell(&mut self, error: impl FnOnce() -> Diagnostic) {
        self.unread += 1;
        if self.diagnostics.len() < self.most_told {
            self.diagnostics.push(error());
        }
    }

    fn contents_of(&self, glyph: char) -> Option<CellContents> {
        self.contents.get(&glyph).map(|contents| (*contents).clone())
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
