//! Boards among lines without a blank one between them.
//!
//! ```text
//! ****     a separator: one sign, with which rows of the game's own levels do not begin
//! #####
//! #@$.#
//! #####    two boards meet: together they have two players, and each has one
//! #####
//! #@*.$#
//! ######
//! ```

use std::ops::Range;

use super::exemplar::{Exemplar, Glyphs, is_one_sign, is_ornament, shows};

/// Ranges of rows that are one board each; rows in none are separators or words.
pub(super) fn boards(
    exemplar: &Exemplar<'_>,
    glyphs: &Glyphs<'_>,
    rows: &[&str],
) -> Vec<Range<usize>> {
    let splitter = Splitter { exemplar, glyphs, rows };
    let whole = splitter.inner();
    let split = splitter.split(whole.clone());
    let boards = if split.iter().all(|part| splitter.is_board(part)) { split } else { vec![whole] };
    boards.into_iter().filter(|board| !splitter.is_no_level(board)).collect()
}

struct Splitter<'a> {
    exemplar: &'a Exemplar<'a>,
    glyphs: &'a Glyphs<'a>,
    rows: &'a [&'a str],
}

impl Splitter<'_> {
    /// Rows without separators and words at both ends; all where some other row could be one, too.
    fn inner(&self) -> Range<usize> {
        let all = 0..self.rows.len();
        let mut boards = all.clone().filter(|row| !self.is_separator(*row));
        let Some(first) = boards.clone().next() else { return all };
        let last = boards.clone().next_back().unwrap_or(first);
        if boards.all(|row| self.is_closed(row)) { first..last + 1 } else { all }
    }

    /// Boards that stand one below the other; the whole where only one does.
    fn split(&self, whole: Range<usize>) -> Vec<Range<usize>> {
        if !self.exemplar.has_too_many(self.glyphs, &self.rows[whole.clone()]) {
            return vec![whole];
        }
        let mut parts = Vec::new();
        let mut start = whole.start;
        for row in whole.clone() {
            let is_wall = |row: usize| {
                whole.contains(&row)
                    && is_one_sign(self.glyphs, self.rows[row])
                    && self.is_closed(row)
            };
            let is_between_walls = is_wall(row) && row > start && is_wall(row - 1);
            let is_divider = self.is_separator(row) || self.is_line_of_nothing(row);
            if is_divider || is_between_walls {
                parts.push(start..row);
                // A third row of the kind is a separator.
                start = if is_divider || is_wall(row + 1) { row + 1 } else { row };
            }
        }
        parts.push(start..whole.end);
        parts.retain(|part| !part.is_empty());
        parts
    }

    fn is_board(&self, part: &Range<usize>) -> bool {
        self.exemplar.has_singles(self.glyphs, &self.rows[part.clone()])
    }

    /// True for a single row, or rows of one sign each, without what every level has.
    fn is_no_level(&self, part: &Range<usize>) -> bool {
        let rows = &self.rows[part.clone()];
        let are_signs = rows.iter().all(|row| is_one_sign(self.glyphs, row));
        are_signs && !self.exemplar.shows_needed(self.glyphs, rows)
            || rows.len() == 1 && !self.is_board(part)
    }

    /// True for a row that no row of the game's own levels is like: one sign, two in turn, or letters.
    fn is_separator(&self, row: usize) -> bool {
        let text = self.rows[row];
        let is_word = text.chars().all(char::is_alphanumeric);
        self.exemplar.knows_edges()
            && !self.is_closed(row)
            && (is_word || is_ornament(self.glyphs, text))
    }

    /// True for signs of nothing that are seen, such as a line of dashes: a row of a level where
    /// there is one level alone.
    fn is_line_of_nothing(&self, row: usize) -> bool {
        let text = self.rows[row];
        !text.trim().is_empty() && !text.chars().any(|glyph| shows(self.glyphs, glyph))
    }

    fn is_closed(&self, row: usize) -> bool {
        self.exemplar.is_closed(self.glyphs, self.rows[row])
    }
}
