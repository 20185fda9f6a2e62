//! Levels of bare pictures, read in one of the game's legends.

use std::cmp::Reverse;

use masume_board::Grid;
use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, MOST_ERRORS, Span};

use super::MOST_LEVELS;
use super::boards::boards;
use super::exemplar::{Exemplar, is_one_sign};
use super::row::{Line, RowReader, Strange};
use super::titles::{Gap, GapReader, NotationLetters, titles_and_authors};
use crate::model::{Legend, LevelInfo};
use crate::text::lines::{UNSEEN, is_blank, quoted, visible};

/// The most cells that run-length encoding may bring in all levels together.
const MOST_DECODED: usize = 4 * Grid::MAX_CELLS;

/// Levels of which at most so many are looked at for whether they make sense.
const MOST_JUDGED: usize = 100;
/// Cells of a level that is looked at.
const MOST_CELLS_JUDGED: usize = 1 << 16;

/// Reading of a text in one legend.
pub(super) struct Found<'r> {
    pub(super) legend: &'r Legend,
    pub(super) levels: Vec<LevelInfo>,
    /// Rows that would be lost.
    pub(super) errors: Vec<Diagnostic>,
    pub(super) warnings: Vec<Diagnostic>,
    /// True if some lines could be rows and are no level.
    pub(super) has_separators: bool,
    /// Worth of the reading: the greatest is the right one.
    pub(super) worth: Worth,
}

/// Worth of a reading, the first field before the others.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub(super) struct Worth {
    /// Levels that make sense.
    sound: usize,
    /// Glyphs in rows.
    glyphs: usize,
    /// Rows that would be lost.
    lost: Reverse<usize>,
}

/// Row of a chunk.
struct PictureRow<'t> {
    text: String,
    line: Spanned<&'t str>,
    /// True if it shows more than nothing.
    shows: bool,
}

/// Rows without a line between them that is none.
#[derive(Default)]
struct Chunk<'t> {
    rows: Vec<PictureRow<'t>>,
    /// Line right above that could almost be a row.
    above: Option<Strange>,
}

/// Reader of all lines in one legend.
struct PictureReader<'r, 't> {
    exemplar: &'r Exemplar<'r>,
    rows: RowReader<'r>,
    notation: NotationLetters,
    /// True if lines that only look like rows are told from levels.
    tells_separators: bool,
    found: Found<'r>,
    chunk: Chunk<'t>,
    gaps: Vec<Gap<'t>>,
    gap: GapReader<'t>,
    /// Line before that could almost be a row.
    almost: Option<Strange>,
    decoded: usize,
    /// True if rows of one sign alone are no level.
    has_lines: bool,
    /// True if some lines are no rows.
    has_words: bool,
}

/// The levels of bare pictures in this legend.
pub(super) fn read_pictures<'r>(
    exemplar: &'r Exemplar<'r>,
    legend: &'r Legend,
    lines: &[Spanned<&str>],
) -> Found<'r> {
    let found = read(exemplar, legend, lines, true);
    if !found.levels.is_empty() || !found.has_separators {
        return found;
    }
    // What is no level beside others is one where there are no others, and has errors that say why not.
    read(exemplar, legend, lines, false)
}

fn read<'r>(
    exemplar: &'r Exemplar<'r>,
    legend: &'r Legend,
    lines: &[Spanned<&str>],
    tells_separators: bool,
) -> Found<'r> {
    let mut reader = PictureReader {
        exemplar,
        rows: RowReader::new(exemplar, legend),
        notation: NotationLetters::of(exemplar.rules()),
        tells_separators,
        found: Found {
            legend,
            levels: Vec::new(),
            errors: Vec::new(),
            warnings: Vec::new(),
            has_separators: false,
            worth: Worth::default(),
        },
        chunk: Chunk::default(),
        gaps: Vec::new(),
        gap: GapReader::new(false),
        almost: None,
        decoded: 0,
        has_lines: false,
        has_words: false,
    };
    let last_comment_end = lines.iter().rposition(|line| starts_with(line.value, "comment-end:"));
    let mut is_comment = false;
    for (index, line) in lines.iter().enumerate() {
        if is_comment {
            is_comment = !starts_with(line.value, "comment-end:");
            continue;
        }
        let is_long = line.value.trim().eq_ignore_ascii_case("comment:");
        is_comment = is_long && last_comment_end.is_some_and(|end| end > index);
        if !reader.line(line) {
            break;
        }
    }
    reader.end()
}

impl<'r, 't> PictureReader<'r, 't> {
    /// Takes a line; false where a bound is passed and nothing more is read.
    fn line(&mut self, line: &Spanned<&'t str>) -> bool {
        let read = self.rows.read(line);
        let almost = self.almost.take();
        let is_foreign = !self.found.legend.name.is_empty();
        match read {
            // A foreign row of nothing may be a line of dashes: it only goes on with a level.
            Line::Rows(rows, shows) if shows || !is_foreign || !self.chunk.rows.is_empty() => {
                if self.chunk.rows.is_empty() {
                    self.chunk.above = almost;
                }
                return self.take_rows(line, rows, shows || !is_foreign);
            }
            // It would end the level, and its row be lost.
            Line::Almost(strange) if !self.chunk.rows.is_empty() => {
                self.found.errors.push(foreign_glyph(self.found.legend, strange));
                let row = PictureRow {
                    text: line.value.trim_end().to_owned(),
                    line: line.clone(),
                    shows: true,
                };
                self.chunk.rows.push(row);
                return self.is_within_bounds(line.span);
            }
            Line::Almost(strange) => self.almost = Some(strange),
            Line::Rows(..) | Line::Words => {}
        }
        self.has_words |= !is_blank(line.value);
        self.end_chunk();
        self.gap.read(&self.notation, line.value);
        self.is_within_bounds(line.span)
    }

    fn take_rows(&mut self, line: &Spanned<&'t str>, rows: Vec<String>, shows: bool) -> bool {
        let length = rows.iter().map(String::len).sum::<usize>();
        self.decoded += length.saturating_sub(line.value.len());
        self.chunk.rows.extend(rows.into_iter().map(|text| PictureRow {
            text,
            line: line.clone(),
            shows,
        }));
        self.is_within_bounds(line.span)
    }

    /// True if the rows so far are within the bounds: one past them is no level, and what follows is not kept in memory.
    fn is_within_bounds(&mut self, span: Span) -> bool {
        let is_tall = self.chunk.rows.len() > Grid::MAX_SIDE as usize;
        if is_tall || self.decoded > MOST_DECODED {
            self.found.errors.push(too_large(span, is_tall));
            return false;
        }
        self.found.errors.len() <= MOST_ERRORS && self.found.levels.len() <= MOST_LEVELS
    }

    /// Takes the rows so far as boards, separators and words.
    fn end_chunk(&mut self) {
        let mut chunk = std::mem::take(&mut self.chunk);
        // Rows of nothing below the last that shows something are lines of dashes.
        let shown = chunk.rows.iter().rposition(|row| row.shows).map_or(0, |last| last + 1);
        let below = chunk.rows.split_off(shown);
        let texts: Vec<&str> = chunk.rows.iter().map(|row| row.text.as_str()).collect();
        let boards = match self.tells_separators && !self.rows.glyphs().is_empty() {
            true => boards(self.exemplar, self.rows.glyphs(), &texts),
            false if texts.is_empty() => Vec::new(),
            false => std::iter::once(0..texts.len()).collect(),
        };
        if boards.is_empty() && !texts.is_empty() {
            let is_line = texts.len() == 1 && is_one_sign(self.rows.glyphs(), texts[0]);
            self.has_lines |= is_line;
            self.found.has_separators |= !is_line;
        }
        let mut next = 0;
        for board in &boards {
            self.between(&chunk.rows[next..board.start]);
            if board.start == 0 {
                let error = chunk.above.map(|it| foreign_glyph(self.found.legend, it));
                self.found.errors.extend(error);
            }
            self.board(&chunk.rows[board.clone()]);
            next = board.end;
        }
        match boards.is_empty() {
            true => chunk.rows.iter().for_each(|row| self.gap.read(&self.notation, row.line.value)),
            false => self.between(&chunk.rows[next..]),
        }
        for row in below {
            self.gap.read(&self.notation, row.line.value);
        }
    }

    /// Takes rows beside boards that are none of theirs.
    fn between(&mut self, rows: &[PictureRow<'t>]) {
        for row in rows {
            if !row.text.contains(char::is_alphanumeric) {
                self.found.warnings.push(separator(row.line.span));
            }
            self.gap.read(&self.notation, row.line.value);
        }
    }

    fn board(&mut self, rows: &[PictureRow<'t>]) {
        let gap = std::mem::replace(&mut self.gap, GapReader::new(true));
        self.gaps.push(gap.end(true));
        let (Some(first), Some(last)) = (rows.first(), rows.last()) else { return };
        let span = Span::new(first.line.span.start, last.line.span.end);
        let rows = self.without_indent(rows);
        let rows = self.without_gaps(rows);
        self.judge(&rows);
        let (title, author) = (String::new(), String::new());
        self.found.levels.push(LevelInfo { title, author, rows, span });
    }

    /// Adds what the board is worth to that of the reading.
    fn judge(&mut self, rows: &[String]) {
        let texts: Vec<&str> = rows.iter().map(String::as_str).collect();
        let glyphs = self.rows.glyphs();
        let count = texts.iter().map(|row| row.chars().count()).sum::<usize>();
        let worth = &mut self.found.worth;
        worth.glyphs += count;
        if self.found.levels.len() < MOST_JUDGED && count <= MOST_CELLS_JUDGED {
            worth.sound += usize::from(self.exemplar.is_sound(glyphs, &texts));
        }
    }

    /// The rows without the blanks with which all of them begin, as in a picture of a game's file.
    fn without_indent(&mut self, rows: &[PictureRow<'t>]) -> Vec<String> {
        let indent_of = |text: &str| text.len() - text.trim_start_matches([' ', '\t']).len();
        let common = rows.iter().map(|row| &row.text[..indent_of(&row.text)]).reduce(common_start);
        let common = common.filter(|_| self.rows.ignores_blanks()).map_or(0, str::len);
        for row in rows {
            let indent = row.text[..indent_of(&row.text)].char_indices().skip(common);
            let is_strange = |(_, sign): &(usize, char)| !self.rows.has(*sign);
            if let Some((offset, sign)) = indent.into_iter().find(is_strange) {
                let start = row.line.span.start + offset as u32;
                let strange = Strange { sign, start, is_unclosed: false };
                self.found.errors.push(foreign_glyph(self.found.legend, strange));
            }
        }
        rows.iter().map(|row| row.text[common..].to_owned()).collect()
    }

    /// The rows without the blanks between cells that stand apart: every other column of the board, where the game's own
    /// levels show that a board is closed.
    fn without_gaps(&self, rows: Vec<String>) -> Vec<String> {
        /// Columns at least: fewer could have one of nothing.
        const FEWEST: usize = 5;
        let is_apart = |row: &String| row.chars().skip(1).step_by(2).all(|it| it == ' ');
        let is_wide = rows.iter().any(|row| row.trim_end().chars().nth(FEWEST - 1).is_some());
        let may_be = self.exemplar.knows_edges() && self.rows.ignores_blanks() && rows.len() > 1;
        if !may_be || !is_wide || !rows.iter().all(is_apart) {
            return rows;
        }
        rows.into_iter().map(|row| row.chars().step_by(2).collect()).collect()
    }

    fn end(mut self) -> Found<'r> {
        self.end_chunk();
        let gap = std::mem::replace(&mut self.gap, GapReader::new(true));
        self.gaps.push(gap.end(false));
        for (level, (title, author)) in
            self.found.levels.iter_mut().zip(titles_and_authors(&self.gaps))
        {
            (level.title, level.author) = (visible(title), visible(author));
        }
        // Beside other lines a line of one sign parts what was not understood.
        self.found.has_separators |= self.has_lines && !self.has_words;
        self.found.worth.lost = Reverse(self.found.errors.len());
        self.found
    }
}

/// The common beginning of both.
fn common_start<'a>(one: &'a str, other: &'a str) -> &'a str {
    let same = one.bytes().zip(other.bytes()).take_while(|(one, other)| one == other).count();
    &one[..same]
}

fn too_large(span: Span, is_tall: bool) -> Diagnostic {
    let (side, cells) = (Grid::MAX_SIDE, Grid::MAX_CELLS);
    let message = match is_tall {
        true => format!("a level of more than {side} rows"),
        false => format!("run-length encoding brings more than {MOST_DECODED} cells"),
    };
    let label = format!("at most {side} each way, and {cells} cells");
    Diagnostic::error(Code::BoardTooLarge, span, message, label)
}

fn separator(span: Span) -> Diagnostic {
    let message = "this line is taken for a separator, and not for a row";
    let label = "beside rows that begin and end otherwise";
    Diagnostic::warning(Code::ReadInTwoWays, span, message, label)
        .with_help("a blank line parts a separator from a level; a row begins as the others do")
}

fn foreign_glyph(legend: &Legend, strange: Strange) -> Diagnostic {
    let Strange { sign, start, is_unclosed } = strange;
    let span = Span::new(start, start + sign.len_utf8() as u32);
    let shown = match sign {
        '\t' => "a tab".to_owned(),
        _ if UNSEEN.contains(&sign) => format!("the unseen U+{:04X}", u32::from(sign)),
        _ if sign.is_whitespace() => format!("the blank U+{:04X}", u32::from(sign)),
        _ => quoted(&sign.to_string()),
    };
    let message = format!("{shown} is not in the legend");
    if is_unclosed {
        return Diagnostic::error(
            Code::UnknownGlyph,
            span,
            message,
            "a group without its other end",
        )
        .with_help("a group of run lengths is `2(3(#-)#)`: each `(` has its `)`");
    }
    let label = "this line stands beside rows of a level";
    if UNSEEN.contains(&sign) {
        return Diagnostic::error(Code::UnknownGlyph, span, message, label)
            .with_help("delete it: nothing is to be seen there");
    }
    if sign.is_whitespace() {
        return Diagnostic::error(Code::UnknownGlyph, span, message, label)
            .with_help("put a blank or a glyph of the legend for each cell in its place");
    }
    let glyphs = legend.entries.iter().flat_map(|entry| entry.glyphs.first());
    let known: Vec<String> = glyphs.map(|glyph| format!("`{glyph}`")).collect();
    Diagnostic::error(Code::UnknownGlyph, span, message, label).with_help(format!(
        "{} mean something here; a blank line before a title parts it from a level",
        known.join(" ")
    ))
}

fn starts_with(line: &str, prefix: &str) -> bool {
    let start = line.trim_start().get(..prefix.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}
