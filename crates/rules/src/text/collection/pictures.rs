//! Levels of bare pictures, and the lines between them that say what they are called.

use masume_syntax::Span;
use masume_syntax::ast::Spanned;

use crate::model::{Legend, LevelInfo, Rules};
use crate::text::lines::{is_blank, visible};
use crate::text::picture::read_rows;

/// What a legend makes of a text.
pub(super) struct Found<'r> {
    pub(super) legend: &'r Legend,
    pub(super) levels: Vec<Draft>,
    /// Glyphs in rows: the legend that has most is the right one.
    pub(super) glyphs: usize,
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
    pub(super) fn level(self) -> LevelInfo {
        let start = self.rows.first().map_or(0, |row| row.span.start);
        let end = self.rows.last().map_or(0, |row| row.span.end);
        LevelInfo {
            title: visible(&self.title.unwrap_or_default()),
            author: visible(&self.author.unwrap_or_default()),
            rows: self.rows.into_iter().map(|row| row.value).collect(),
            span: Span::new(start, end),
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

/// The levels of bare pictures in this legend.
pub(super) fn read_pictures<'r>(
    rules: &'r Rules,
    legend: &'r Legend,
    lines: &[Spanned<&str>],
) -> Found<'r> {
    let is_foreign = !legend.name.is_empty();
    let last_comment_end = lines.iter().rposition(|line| starts_with(line.value, "comment-end:"));
    let mut levels: Vec<Draft> = Vec::new();
    let mut words = Words::default();
    let mut place = Place::Between;
    for (index, line) in lines.iter().enumerate() {
        if place == Place::Comment {
            if starts_with(line.value, "comment-end:") {
                place = Place::Between;
            }
            continue;
        }
        // A foreign row of nothing may be a line of dashes: it only goes on with a level.
        let row = read_row(rules, legend, line);
        let row = row.filter(|shows| *shows || !is_foreign || place == Place::Rows);
        if let Some(shows) = row {
            if place == Place::Between {
                levels.push(words.begin_level(levels.is_empty()));
            }
            place = Place::Rows;
            if let Some(level) = levels.last_mut() {
                level.rows.push(Spanned { value: line.value.to_owned(), span: line.span });
                level.shown = if shows || !is_foreign { level.rows.len() } else { level.shown };
            }
            continue;
        }
        place = Place::Between;
        if starts_with(line.value, "comment:") && last_comment_end.is_some_and(|end| end > index) {
            let is_long = line.value.trim().len() == "comment:".len();
            place = if is_long { Place::Comment } else { Place::Between };
            continue;
        }
        words.read(line.value, levels.last_mut());
    }
    for level in &mut levels {
        level.rows.truncate(level.shown);
        level.author = level.author.take().or_else(|| words.author.clone());
    }
    let rows = levels.iter().flat_map(|level| &level.rows);
    let glyphs = rows.map(|row| row.value.chars().count()).sum();
    Found { legend, levels, glyphs }
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

/// Whether the line is a row, and if it is, whether it shows more than nothing.
fn read_row(rules: &Rules, legend: &Legend, line: &Spanned<&str>) -> Option<bool> {
    if is_blank(line.value) {
        return None;
    }
    let row = Spanned { value: line.value.to_owned(), span: line.span };
    let (cells, diagnostics) = read_rows(&rules.layers, legend, &[row]);
    diagnostics.is_empty().then(|| cells.iter().flatten().any(|contents| !contents.is_empty()))
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
