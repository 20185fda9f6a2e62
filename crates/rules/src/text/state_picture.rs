//! The picture of a state: its rows, its size, and the cells that it cannot show.

use masume_board::{CellNames, Grid};
use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, MOST_ERRORS, Span};

use super::board::{fill, picture_size};
use super::header::Header;
use super::lines::{is_blank, quoted};
use super::picture::{has_numbers, read_rows, too_large};
use super::print::{UNSHOWN, own_legend};
use super::required::check_required;
use super::size::{grid_of_size, print_size};
use crate::model::{Coordinates, EMPTY, Layer, Rules, Size};
use crate::state::Board;

/// True if a blank in the picture means something, be it nothing.
pub(super) fn has_blank_glyph(rules: &Rules) -> bool {
    let has_blank = |glyphs: &[char]| glyphs.iter().any(|glyph| glyph.is_whitespace());
    let entries = &own_legend(rules).entries;
    !has_numbers(&rules.layers) && entries.iter().any(|entry| has_blank(&entry.glyphs))
}

/// The lines of the picture. Blank lines around it are no part of it, except where a blank is a
/// glyph: there they are rows, as far as the board's size, if it is said, asks for rows.
pub(super) fn without_separators<'l, 't>(
    rules: &Rules,
    mut picture: &'l [Spanned<&'t str>],
    size: Option<Size>,
) -> &'l [Spanned<&'t str>] {
    let rows_asked = match size {
        _ if !has_blank_glyph(rules) => 0,
        Some(size) => size.height as usize,
        None => usize::MAX,
    };
    while let [first, rest @ ..] = picture
        && is_blank(first.value)
        && picture.len() > rows_asked
    {
        picture = rest;
    }
    // Where a blank is a glyph, a line of blanks at the end is a row, and a line of nothing is none.
    let is_row = |picture: &[Spanned<&str>], last: &str| match size {
        Some(_) => picture.len() <= rows_asked,
        None => rows_asked > 0 && !last.is_empty(),
    };
    while let [rest @ .., last] = picture
        && is_blank(last.value)
        && !is_row(picture, last.value)
    {
        picture = rest;
    }
    picture
}

/// The board of a state's picture, and what the lines before it say of single cells; `None` where
/// there is none.
pub(super) fn read_board(
    rules: &Rules,
    coordinates: Coordinates,
    header: &Header<'_>,
    lines: &[Spanned<&str>],
    diagnostics: &mut Vec<Diagnostic>,
) -> Option<Board> {
    let end = lines.last().map_or(0, |line| line.span.end);
    let span = lines.first().map_or(Span::default(), |line| Span::new(line.span.start, end));
    // What can be no board is not copied.
    if let Some(error) = too_large(&rules.layers, own_legend(rules), lines) {
        diagnostics.push(error);
        return None;
    }
    let rows: Vec<Spanned<String>> = lines
        .iter()
        .map(|line| Spanned { value: line.value.to_owned(), span: line.span })
        .collect();
    let (contents, unread) = read_rows(&rules.layers, own_legend(rules), &rows);
    diagnostics.extend(unread.into_iter().filter(|error| !is_unshown(&rows, error)));
    let size = match header.board {
        Some((size, _)) => {
            check_rows(rules, size, &rows, diagnostics);
            size
        }
        None => picture_size(&contents),
    };
    if header.board.is_none() && (size.width == 0 || size.height == 0) {
        let message = "a picture of the board was expected";
        diagnostics.push(Diagnostic::error(Code::EmptyPicture, span, message, "no cells here"));
        return None;
    }
    let size_span = header.board.map_or(span, |(_, span)| span);
    let grid =
        grid_of_size(rules, size, size_span).map_err(|error| diagnostics.push(error)).ok()?;
    let mut board = Board::new(grid, rules.layers.len());
    fill(&mut board, &contents);
    let names = CellNames::new(grid, coordinates);
    put_said((header, &rows), &names, &mut board, diagnostics, rules);
    diagnostics.extend(check_required(rules, &board, span));
    Some(board)
}

/// Reports rows that the size said does not have, and rows that it lacks.
fn check_rows(
    rules: &Rules,
    size: Size,
    rows: &[Spanned<String>],
    diagnostics: &mut Vec<Diagnostic>,
) {
    let mut report = |span: Span, found: String| {
        let message = format!("the picture does not fit `board: {}`", print_size(size));
        diagnostics.push(Diagnostic::error(Code::BoardSize, span, message, found));
    };
    for row in rows.iter().take(MOST_ERRORS + 1) {
        let length = row_cells(rules, &row.value).count();
        if length > size.width as usize {
            report(row.span, format!("{length} cells, but the board has {} columns", size.width));
        }
    }
    let found = rows.len();
    let has_few = found < size.height as usize && !has_blank_glyph(rules);
    if has_few || found > size.height as usize {
        let span =
            rows.get(size.height as usize).or(rows.last()).map_or(Span::default(), |row| row.span);
        report(span, format!("{found} rows, but the board has {}", size.height));
    }
}

/// The cells of a row as written, each with its offset in bytes.
fn row_cells<'r>(rules: &Rules, row: &'r str) -> Box<dyn Iterator<Item = (usize, &'r str)> + 'r> {
    let offset = |part: &str| part.as_ptr() as usize - row.as_ptr() as usize;
    if has_numbers(&rules.layers) {
        return Box::new(row.split_whitespace().map(move |token| (offset(token), token)));
    }
    let row = if has_blank_glyph(rules) { row } else { row.trim_end() };
    let length = |start: usize| row[start..].chars().next().map_or(0, char::len_utf8);
    Box::new(row.char_indices().map(move |(start, _)| (start, &row[start..start + length(start)])))
}

/// True if the error is about a `?`, which [`put_said`] reports where nothing says what is there.
fn is_unshown(rows: &[Spanned<String>], error: &Diagnostic) -> bool {
    let row = rows.iter().rfind(|row| row.span.start <= error.span.start);
    let found = row.and_then(|row| {
        let start = (error.span.start - row.span.start) as usize;
        row.value.get(start..start + (error.span.end - error.span.start) as usize)
    });
    error.code == Code::UnknownGlyph && found.is_some_and(|found| found == UNSHOWN.to_string())
}

/// Puts what the lines `at c5: …` say, and reports every `?` that none of them explains.
fn put_said(
    (header, rows): (&Header<'_>, &[Spanned<String>]),
    names: &CellNames,
    board: &mut Board,
    diagnostics: &mut Vec<Diagnostic>,
    rules: &Rules,
) {
    let grid: Grid = *board.grid();
    let mut said = Vec::new();
    for (name, contents) in &header.at {
        let Some(cell) = names.cell_named(name.value) else {
            let size = print_size(Size { width: grid.width(), height: grid.height() });
            let message = format!("the board has no cell {}", quoted(name.value));
            let label = format!("the board is {size}");
            diagnostics.push(Diagnostic::error(Code::BadHeader, name.span, message, label));
            continue;
        };
        for index in 0..rules.layers.len() {
            let layer = Layer(index as u8);
            let held = contents.iter().find(|(held, _)| *held == layer);
            board.set(layer, cell, held.map_or(EMPTY, |(_, content)| *content));
        }
        said.push(cell);
    }
    said.sort_unstable();
    let glyphs = &own_legend(rules).entries;
    if glyphs.iter().any(|entry| entry.glyphs.contains(&UNSHOWN)) {
        return;
    }
    for (row, line) in rows.iter().enumerate() {
        for (column, (offset, token)) in row_cells(rules, &line.value).enumerate() {
            let cell = grid.at(column as i32, row as i32);
            let is_said = cell.is_some_and(|cell| said.binary_search(&cell).is_ok());
            if token != UNSHOWN.to_string() || is_said {
                continue;
            }
            // One more than is shown, to know that there are more.
            if diagnostics.len() > MOST_ERRORS {
                return;
            }
            let start = line.span.start + offset as u32;
            let name = cell.and_then(|cell| names.name(cell)).unwrap_or_default();
            let message = "nothing says what is at `?`";
            diagnostics.push(
                Diagnostic::error(Code::UnknownGlyph, Span::new(start, start + 1), message, "")
                    .with_help(format!("add a line `at {name}: …` before the picture")),
            );
        }
    }
}
