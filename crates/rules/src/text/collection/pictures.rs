//! Levels of bare pictures, and the lines between them that say what they are called.

use std::collections::BTreeMap;

use masume_board::Grid;
use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, MOST_ERRORS, Span};

use super::MOST_LEVELS;
use crate::model::{Legend, LevelInfo, Rules};
use crate::text::lines::{is_blank, quoted, visible};
use crate::text::picture::{CellReader, has_numbers};

/// The most cells that run-length encoding may bring in all levels together.
const MOST_DECODED: usize = 4 * Grid::MAX_CELLS;

/// What a legend makes of a text.
pub(super) struct Found<'r> {
    pub(super) legend: &'r Legend,
    pub(super) levels: Vec<Draft>,
    /// Glyphs in rows: the legend that has most is the right one.
    pub(super) glyphs: usize,
    /// Lines whose rows would be lost.
    pub(super) errors: Vec<Diagnostic>,
}

/// A level while its lines are read.
#[derive(Default)]
pub(super) struct Draft {
    title: Option<String>,
    author: Option<String>,
    rows: Vec<Spanned<String>>,
    /// Number of rows up to the last one that shows more than nothing.
    shown: usize,
}

impl Draft {
    /// From its first row to its last.
    pub(super) fn span(&self) -> Span {
        let start = self.rows.first().map_or(0, |row| row.span.start);
        let end = self.rows.last().map_or(0, |row| row.span.end);
        Span::new(start, end)
    }

    pub(super) fn level(self) -> LevelInfo {
        let span = self.span();
        LevelInfo {
            title: visible(&self.title.unwrap_or_default()),
            author: visible(&self.author.unwrap_or_default()),
            rows: self.rows.into_iter().map(|row| row.value).collect(),
            span,
        }
    }
}

/// Where the reader stands.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Place {
    Rows,
    Between,
    Comment,
}

/// What one line is.
enum Line {
    /// One row, or several that are run-length encoded, and whether they show more than nothing.
    Rows(Vec<String>, bool),
    /// Most of it could be a row; this character could not, which begins at this byte of the text.
    Almost(char, u32),
    Words,
}

/// The levels of bare pictures in this legend.
pub(super) fn read_pictures<'r>(
    rules: &'r Rules,
    legend: &'r Legend,
    lines: &[Spanned<&str>],
) -> Found<'r> {
    let is_foreign = !legend.name.is_empty();
    let mut reader = RowReader::new(rules, legend);
    let last_comment_end = lines.iter().rposition(|line| starts_with(line.value, "comment-end:"));
    let mut found = Found { legend, levels: Vec::new(), glyphs: 0, errors: Vec::new() };
    let levels = &mut found.levels;
    let mut words = Words::default();
    let mut place = Place::Between;
    // A line just before a row, of which most could be a row, too.
    let mut almost = None;
    let mut decoded = 0;
    for (index, line) in lines.iter().enumerate() {
        if place == Place::Comment {
            if starts_with(line.value, "comment-end:") {
                place = Place::Between;
            }
            continue;
        }
        let read = reader.read(line);
        let before = almost.take();
        // A foreign row of nothing may be a line of dashes: it only goes on with a level.
        if let Line::Rows(rows, shows) = &read
            && (*shows || !is_foreign || place == Place::Rows)
        {
            found.errors.extend(before.map(|it| foreign_glyph(legend, it)));
            if place == Place::Between {
                levels.push(words.begin_level(levels.is_empty()));
            }
            place = Place::Rows;
            decoded += rows.iter().map(String::len).sum::<usize>().saturating_sub(line.value.len());
            if let Some(level) = levels.last_mut() {
                let row = |row: &String| Spanned { value: row.clone(), span: line.span };
                level.rows.extend(rows.iter().map(row));
                level.shown = if *shows || !is_foreign { level.rows.len() } else { level.shown };
            }
            // What goes past a bound is no level, and what follows is not kept in memory.
            let is_tall = levels.last().is_some_and(|it| it.rows.len() > Grid::MAX_SIDE as usize);
            if is_tall || decoded > MOST_DECODED {
                found.errors.push(too_large(line.span, is_tall));
                break;
            }
            if levels.len() > MOST_LEVELS {
                break;
            }
            continue;
        }
        // More are not shown, and would take more memory than the text did.
        if found.errors.len() > MOST_ERRORS {
            break;
        }
        if let Line::Almost(glyph, start) = read {
            match place {
                // It would end the level, and its row be lost.
                Place::Rows => {
                    found.errors.push(foreign_glyph(legend, (glyph, start)));
                    continue;
                }
                Place::Between | Place::Comment => almost = Some((glyph, start)),
            }
        }
        place = Place::Between;
        if starts_with(line.value, "comment:") && last_comment_end.is_some_and(|end| end > index) {
            let is_long = line.value.trim().len() == "comment:".len();
            place = if is_long { Place::Comment } else { Place::Between };
            continue;
        }
        words.read(line.value, levels.last_mut());
    }
    for level in levels.iter_mut() {
        level.rows.truncate(level.shown);
        level.author = level.author.take().or_else(|| words.author.clone());
    }
    let rows = levels.iter().flat_map(|level| &level.rows);
    found.glyphs = rows.map(|row| row.value.chars().count()).sum();
    found
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

fn foreign_glyph(legend: &Legend, (glyph, start): (char, u32)) -> Diagnostic {
    let shown = quoted(&glyph.to_string());
    let span = Span::new(start, start + glyph.len_utf8() as u32);
    let message = format!("{shown} is not in the legend");
    let glyphs = legend.entries.iter().flat_map(|entry| entry.glyphs.first());
    let known: Vec<String> = glyphs.map(|glyph| format!("`{glyph}`")).collect();
    Diagnostic::error(Code::UnknownGlyph, span, message, "this line stands beside rows of a level")
        .with_help(format!(
            "{} mean something here; a blank line before a title parts it from a level",
            known.join(" ")
        ))
}

/// What the lines between levels say.
#[derive(Default)]
struct Words {
    /// The line that names the next level.
    before: Option<String>,
    /// Such lines name the level before them.
    follow: bool,
    /// The author of all levels that name none.
    author: Option<String>,
}

impl Words {
    fn begin_level(&mut self, is_first: bool) -> Draft {
        self.follow |= is_first && self.before.is_none();
        Draft { title: self.before.take(), ..Draft::default() }
    }

    /// Takes a line that is no row, after this level where there is one.
    fn read(&mut self, line: &str, level: Option<&mut Draft>) {
        let words = line.trim_start_matches([';', ' ']).trim();
        if !words.contains(char::is_alphanumeric) {
            return;
        }
        let Some((key, value)) = key_and_value(line) else {
            match level {
                Some(level) if self.follow => {
                    level.title.get_or_insert_with(|| words.to_owned());
                }
                Some(_) | None => self.before = Some(words.to_owned()),
            }
            return;
        };
        let is_title = key.eq_ignore_ascii_case("title");
        if !is_title && !key.eq_ignore_ascii_case("author") {
            return;
        }
        let said = match (is_title, level) {
            (true, Some(level)) => &mut level.title,
            (true, None) => &mut self.before,
            (false, Some(level)) => &mut level.author,
            (false, None) => &mut self.author,
        };
        *said = Some(value.to_owned());
    }
}

/// Tells rows of a legend from other lines.
struct RowReader<'r> {
    legend: &'r Legend,
    /// Each glyph, and whether it shows more than nothing; none where cells are tokens.
    glyphs: BTreeMap<char, bool>,
    /// Where cells are tokens.
    tokens: Option<CellReader<'r>>,
}

impl<'r> RowReader<'r> {
    fn new(rules: &'r Rules, legend: &'r Legend) -> Self {
        let has_numbers = has_numbers(&rules.layers);
        let entries = legend.entries.iter().filter(|_| !has_numbers);
        let glyphs = entries.flat_map(|entry| {
            entry.glyphs.iter().map(|glyph| (*glyph, !entry.contents.is_empty()))
        });
        Self {
            legend,
            glyphs: glyphs.collect(),
            tokens: has_numbers.then(|| CellReader::new(&rules.layers, legend, 0)),
        }
    }

    fn read(&mut self, line: &Spanned<&str>) -> Line {
        if is_blank(line.value) {
            return Line::Words;
        }
        if let Some(tokens) = &mut self.tokens {
            let shows = tokens.shows(line.value);
            return shows.map_or(Line::Words, |it| Line::Rows(vec![line.value.to_owned()], it));
        }
        let text = if self.glyphs.contains_key(&' ') { line.value } else { line.value.trim_end() };
        let shows = |row: &str| row.chars().any(|glyph| self.glyphs.get(&glyph) == Some(&true));
        let Some((offset, strange)) =
            text.char_indices().find(|(_, glyph)| !self.glyphs.contains_key(glyph))
        else {
            return Line::Rows(vec![line.value.to_owned()], shows(text));
        };
        if let Some(rows) = self.decoded(text) {
            let shows = rows.iter().any(|row| shows(row));
            return Line::Rows(rows, shows);
        }
        let seen = || text.chars().filter(|it| !it.is_whitespace());
        let showing = seen().filter(|glyph| self.glyphs.get(glyph) == Some(&true)).count();
        // Words may have some such signs, too.
        if 2 * showing > seen().count() && showing > 1 {
            return Line::Almost(strange, line.span.start + offset as u32);
        }
        Line::Words
    }

    /// The rows of a line in which a number before a glyph repeats it and `|` parts rows; only in
    /// legends of other programs that have no such glyphs.
    fn decoded(&self, text: &str) -> Option<Vec<String>> {
        let is_sign = |it: char| it.is_ascii_digit() || it == '|';
        if self.legend.name.is_empty() || self.glyphs.keys().any(|glyph| is_sign(*glyph)) {
            return None;
        }
        let mut rows = vec![String::new()];
        let (mut count, mut signs, mut cells) = (None, 0, 0_usize);
        for sign in text.trim().chars() {
            let row = rows.last_mut()?;
            if let Some(digit) = sign.to_digit(10) {
                let number = count.unwrap_or(0_usize) * 10 + digit as usize;
                count = Some(number).filter(|it| *it <= Grid::MAX_SIDE as usize);
                count?;
            } else if sign == '|' && count.is_none() {
                signs += 1;
                rows.push(String::new());
            } else {
                self.glyphs.get(&sign)?;
                signs += 1;
                let repeats = count.take().unwrap_or(1);
                cells += repeats;
                if cells > Grid::MAX_CELLS {
                    return None;
                }
                row.extend(std::iter::repeat_n(sign, repeats));
            }
        }
        if rows.len() > 1 && rows.last().is_some_and(String::is_empty) {
            rows.pop();
        }
        // `3.` is the number of something, and not three goals.
        let is_number = rows.len() == 1 && signs == 1 && text.trim_end().ends_with(['.', '-']);
        (count.is_none() && !is_number).then_some(rows)
    }
}

fn starts_with(line: &str, prefix: &str) -> bool {
    let start = line.trim_start().get(..prefix.len());
    start.is_some_and(|start| start.eq_ignore_ascii_case(prefix))
}

/// `Author: …`, as other programs write it after a level.
fn key_and_value(line: &str) -> Option<(&str, &str)> {
    let (key, value) = line.split_once(':')?;
    let key = key.trim();
    let is_word = |letter: char| letter.is_ascii_alphabetic() || letter == '-';
    (!key.is_empty() && key.chars().all(is_word)).then(|| (key, value.trim()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn keys_are_single_words() {
        assert_eq!(key_and_value("Title: A b"), Some(("Title", "A b")));
        assert_eq!(key_and_value("Level 3: A b"), None);
        assert_eq!(key_and_value("; Copyright: me"), None);
        assert_eq!(key_and_value(": me"), None);
    }
}
