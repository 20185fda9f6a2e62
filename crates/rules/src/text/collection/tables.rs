//! Tables: levels with a cell of the board in each cell of a table, and levels in cells.
//!
//! ```text
//! | # | # | # | # | # |      | Name  | Level                    |
//! |---|---|---|---|---|      |-------|--------------------------|
//! | # | @ | $ | . | # |      | Along | #####<br>#@$.#<br>#####  |
//! | # | # | # | # | # |
//! ```

use std::ops::Range;

use masume_syntax::ast::Spanned;

use super::exemplar::{Exemplar, is_glyph};
use super::rulers::counts_up;
use crate::text::lines::{part_of, trimmed};
use crate::text::picture::has_numbers;

/// Columns of a table with more than a sign in its cells, at most: each is gone through row by row.
const MOST_COLUMNS: usize = 16;

/// Sign between cells.
pub(super) const BAR: char = '|';

/// Lines without tables, in a game where their sign is no glyph. Of a table of boards' cells the rows stay, without
/// the names of columns and rows, for [`cells`] to read; of another table each cell becomes a line.
pub(super) fn without_tables<'t>(
    exemplar: &Exemplar<'_>,
    lines: Vec<Spanned<&'t str>>,
) -> Vec<Spanned<&'t str>> {
    let rules = exemplar.rules();
    if has_numbers(&rules.layers) || is_glyph(rules, BAR) {
        return lines;
    }
    let is_part = |line: &Spanned<&str>| is_rule(line.value) || is_row(line.value);
    if !lines.iter().any(is_part) {
        return lines;
    }
    let mut found = Vec::with_capacity(lines.len());
    let mut rest = lines.as_slice();
    while !rest.is_empty() {
        let length = rest.iter().take_while(|line| is_part(line)).count();
        let (block, behind) = rest.split_at(length.max(1));
        rest = behind;
        let table = Table::new(block);
        let board = table.as_ref().and_then(Table::board);
        match (table, board) {
            (Some(table), Some(board)) => table.rows_of_board(board, &mut found),
            (Some(table), None) if table.has_rule && table.width() <= MOST_COLUMNS => {
                table.lines_of_cells(&mut found);
            }
            (Some(_) | None, _) => found.extend_from_slice(block),
        }
    }
    found
}

/// Signs of a row of a table, each with its place in the line; none where some cell has several, or there is one
/// cell alone.
pub(super) fn cells(line: &str) -> Option<Vec<(usize, char)>> {
    let mut cells = Vec::new();
    for part in parts(line)? {
        let text = content(&line[part.clone()]);
        let mut signs = text.chars();
        let sign = signs.next().unwrap_or(' ');
        if signs.next().is_some() {
            return None;
        }
        cells.push((part.start + line[part].find(sign).unwrap_or(0), sign));
    }
    (cells.len() > 1).then_some(cells)
}

/// Rows of a table, one below the other.
struct Table<'l, 't> {
    rows: Vec<&'l Spanned<&'t str>>,
    /// True if a line parts the rows.
    has_rule: bool,
}

impl<'l, 't> Table<'l, 't> {
    /// None where the rows have not equally many cells, or where there are not several.
    fn new(lines: &'l [Spanned<&'t str>]) -> Option<Self> {
        let rows: Vec<_> = lines.iter().filter(|line| !is_rule(line.value)).collect();
        let has_rule = rows.len() < lines.len();
        let count = |line: &Spanned<&str>| parts(line.value).map(Iterator::count);
        let first = count(rows.first()?)?;
        let is_table =
            (rows.len() > 1 || has_rule) && rows.iter().all(|row| count(row) == Some(first));
        is_table.then_some(Self { rows, has_rule })
    }

    fn width(&self) -> usize {
        self.rows.first().map_or(0, |row| Self::texts(row).count())
    }

    /// The text in each cell of a row.
    fn texts(row: &'l Spanned<&'t str>) -> impl Iterator<Item = &'t str> {
        parts(row.value).into_iter().flatten().map(move |part| content(&row.value[part]))
    }

    /// Rows and columns beside the names of both, where all cells there have a sign or none.
    fn board(&self) -> Option<(Range<usize>, Range<usize>)> {
        let (rows, columns) = self.inner();
        let is_board = columns.len() > 1
            && !rows.is_empty()
            && self.rows[rows.clone()].iter().all(|&row| {
                let mut texts = Self::texts(row).skip(columns.start).take(columns.len());
                texts.all(|text| text.chars().nth(1).is_none())
            });
        is_board.then_some((rows, columns))
    }

    /// Rows and columns without names of lines at the edges.
    fn inner(&self) -> (Range<usize>, Range<usize>) {
        let width = self.width();
        let column = |at: usize| -> Vec<&str> {
            self.rows.iter().filter_map(|row| Self::texts(row).nth(at)).collect()
        };
        let (mut rows, mut columns) = (0..self.rows.len(), 0..width);
        // A row of names has nothing where it meets a column of names.
        let names = |texts: &[&str]| {
            let inside: Vec<&str> = texts.iter().copied().filter(|it| !it.is_empty()).collect();
            inside.len() + 2 >= texts.len() && counts_up(&inside)
        };
        let is_empty = |texts: &[&str]| texts.iter().all(|it| it.is_empty());
        let named = |at: usize| names(&Self::texts(self.rows[at]).collect::<Vec<_>>());
        if named(0) || is_empty(&Self::texts(self.rows[0]).collect::<Vec<_>>()) && self.has_rule {
            rows.start = 1;
        }
        if rows.len() > 1 && named(rows.end - 1) {
            rows.end -= 1;
        }
        if names(&column(0)) {
            columns.start = 1;
        }
        if columns.len() > 1 && names(&column(width - 1)) {
            columns.end -= 1;
        }
        (rows, columns)
    }

    fn rows_of_board(
        &self,
        (rows, columns): (Range<usize>, Range<usize>),
        found: &mut Vec<Spanned<&'t str>>,
    ) {
        for row in &self.rows[rows] {
            let mut kept =
                parts(row.value).into_iter().flatten().skip(columns.start).take(columns.len());
            let Some(first) = kept.next() else { continue };
            let end = kept.last().map_or(first.end, |last| last.end);
            // With the bars at both ends, by which it is known again.
            found.push(part_of(row, first.start - 1..end + 1));
        }
    }

    /// Cells one below the other: row by row where they have boards of their own, else column by column.
    fn lines_of_cells(&self, found: &mut Vec<Spanned<&'t str>>) {
        let has_lines = |text: &str| {
            let text = text.to_ascii_lowercase();
            text.contains("<br") || text.contains("<pre")
        };
        let width = self.width();
        if self.rows.iter().any(|row| Self::texts(row).any(has_lines)) {
            for row in &self.rows {
                (0..width).for_each(|at| Self::take(row, at, true, found));
                Self::part(row, found);
            }
        } else {
            for at in 0..width {
                // Rows below each other may begin with blanks of the board.
                self.rows.iter().for_each(|row| Self::take(row, at, false, found));
                self.rows.last().into_iter().for_each(|row| Self::part(row, found));
            }
        }
    }

    /// Takes a cell as a line, without the blanks behind it, and in front of it where that is said.
    fn take(
        row: &Spanned<&'t str>,
        at: usize,
        is_trimmed: bool,
        found: &mut Vec<Spanned<&'t str>>,
    ) {
        let Some(part) = parts(row.value).and_then(|mut it| it.nth(at)) else { return };
        let length = row.value[part.clone()].trim_end().len();
        let cell = part_of(row, part.start..part.start + length);
        found.push(if is_trimmed { trimmed(&cell) } else { cell });
    }

    /// A blank line behind a row.
    fn part(row: &Spanned<&'t str>, found: &mut Vec<Spanned<&'t str>>) {
        let end = row.value.len();
        found.push(part_of(row, end..end));
    }
}

/// Ranges of a line between its bars; none where it does not begin and end with one.
fn parts(line: &str) -> Option<impl Iterator<Item = Range<usize>> + '_> {
    let start = line.len() - line.trim_start_matches([' ', '\t']).len();
    let end = line.trim_end_matches([' ', '\t']).len();
    let inside = line.get(start..end)?;
    let is_row = inside.len() > 1 && inside.starts_with(BAR) && inside.ends_with(BAR);
    is_row.then(|| {
        let bars = line[..end].match_indices(BAR).map(|(at, _)| at);
        bars.clone().zip(bars.skip(1)).map(|(from, to)| from + 1..to)
    })
}

/// The text of a cell, without blanks and marks of code around it.
fn content(cell: &str) -> &str {
    let cell = cell.trim();
    cell.strip_prefix('`').and_then(|it| it.strip_suffix('`')).unwrap_or(cell)
}

fn is_row(line: &str) -> bool {
    parts(line).is_some()
}

/// True for a line between rows: `|---|:-:|`, `+---+---+`.
fn is_rule(line: &str) -> bool {
    let line = line.trim();
    let ends = [BAR, '+'];
    line.starts_with(ends)
        && line.ends_with(ends)
        && line.contains(['-', '='])
        && line.chars().all(|it| ends.contains(&it) || matches!(it, '-' | '=' | ':' | ' '))
        && line.chars().filter(|it| *it == '-' || *it == '=').count()
            >= line.matches(ends).count() - 1
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn rows_of_signs_are_told_from_other_lines() {
        for (line, expected) in [
            ("| # |  | `$` |", Some("# $")),
            ("|#|@|", Some("#@")),
            ("  |#| | ", Some("# ")),
            ("| # |", None),
            ("|##|#|", None),
            ("#|@|", None),
            ("||", None),
            ("|", None),
            ("", None),
        ] {
            let found = cells(line);
            let signs: Option<String> =
                found.as_ref().map(|it| it.iter().map(|(_, sign)| *sign).collect());
            assert_eq!(signs.as_deref(), expected, "{line}");
            let is_there = |(at, sign): &(usize, char)| line[*at..].starts_with(*sign);
            assert!(found.iter().flatten().all(|it| it.1 == ' ' || is_there(it)), "{line}");
        }
    }

    #[test]
    fn rules_part_rows() {
        for line in ["|---|---|", "| :-: | -: |", "+---+", "+===+===+", "+-+-+"] {
            assert!(is_rule(line), "{line}");
        }
        for line in ["---", "|", "| | |", "+#-+", "+", "|--", ""] {
            assert!(!is_rule(line), "{line}");
        }
    }
}
