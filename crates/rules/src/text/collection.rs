//! Collections of levels: texts with many pictures, in the game's own legend or in one of its
//! further legends, which are there for files in the formats of other programs.
//!
//! ```text
//! ; 1                     a line that is no row names the level after it,
//!
//! ####                    or the level before it, as `Title: …` does
//! # .#
//! #  ###
//! #*@  #
//! ```

use masume_board::Grid;
use masume_syntax::ast::{SectionKind, Spanned};
use masume_syntax::{Code, Diagnostic, Span, sort_and_dedup};

use super::board::{fill, picture_size};
use super::content::{contents_at, print_contents};
use super::lines::{is_blank, lines, quoted};
use super::picture::{CellContents, read_rows};
use super::print::{own_legend, print_rows};
use crate::model::{Legend, LevelInfo, Rules};
use crate::state::Board;

/// The levels of a text, their rows in the game's own legend. The text has `level` sections as a
/// game does, or bare pictures in that one of the game's legends which reads most of it.
///
/// A row is a line of glyphs of the legend, so that whatever else stands between levels is no part
/// of them. `Title: …` after a level is its title; else the last line of words before it; else,
/// where nothing stands before the first level, the first line of words after it. Lines from
/// `Comment:` to `Comment-End:` are passed over. Whether the game can be played on the levels is
/// for [`super::read_level`].
///
/// # Errors
/// A text without levels, and contents that the game's own legend cannot show; the spans, also
/// those of the levels, lie in `text`.
pub fn read_collection(rules: &Rules, text: &str) -> Result<Vec<LevelInfo>, Vec<Diagnostic>> {
    let lines = lines(text).map_err(|error| vec![error])?;
    if has_sections(&lines) {
        return read_sections(text);
    }
    let foreign = rules.legends.iter().filter(|legend| !legend.name.is_empty());
    let found = std::iter::once(own_legend(rules))
        .chain(foreign)
        .map(|legend| read_pictures(rules, legend, &lines))
        // Of equally good legends the first, the game's own.
        .reduce(|best, other| if other.glyphs > best.glyphs { other } else { best });
    let Some(found) = found.filter(|found| !found.levels.is_empty()) else {
        return Err(vec![no_levels(text)]);
    };
    let mut diagnostics = Vec::new();
    let levels: Vec<LevelInfo> = found
        .levels
        .into_iter()
        .filter_map(|draft| {
            let level = draft.level();
            translate(rules, found.legend, own_legend(rules), &level)
                .map(|rows| LevelInfo { rows, ..level })
                .map_err(|error| diagnostics.push(error))
                .ok()
        })
        .collect();
    if diagnostics.is_empty() {
        return Ok(levels);
    }
    sort_and_dedup(&mut diagnostics);
    Err(diagnostics)
}

/// Levels as a text: `level` sections where the legend's name is empty, else bare pictures in the
/// legend of that name, each with its title after it. Of such a picture, rows that show nothing are
/// read back only between rows that show something.
///
/// # Errors
/// A name of no legend (with an empty span), or contents that the legend cannot show, at the
/// level's place.
pub fn print_collection(
    rules: &Rules,
    levels: &[LevelInfo],
    legend_name: &str,
) -> Result<String, Diagnostic> {
    let legend = match legend_name {
        "" => own_legend(rules),
        _ => rules
            .legends
            .iter()
            .find(|legend| legend.name == legend_name)
            .ok_or_else(|| unknown_legend(rules, legend_name))?,
    };
    let mut text = String::new();
    for level in levels {
        let title = level.title.replace(['\n', '\r'], " ");
        if legend_name.is_empty() {
            let title = title.replace('\\', "\\\\").replace('"', "\\\"");
            text.push_str(&format!("level \"{title}\"\n"));
            for row in &level.rows {
                text.push_str(&format!("  {row}\n"));
            }
        } else {
            let rows = translate(rules, own_legend(rules), legend, level)?;
            // Blanks at the end of lines are noise, unless they alone show how wide the board is.
            let is_wide = rows.iter().any(|row| row.trim_end() == row);
            for row in &rows {
                match visible_nothing(legend) {
                    // A blank line would end the level.
                    Some(glyph) if is_blank(row) => text.extend(row.chars().map(|_| glyph)),
                    _ => text.push_str(if is_wide { row.trim_end() } else { row }),
                }
                text.push('\n');
            }
            if !title.is_empty() {
                text.push_str(&format!("Title: {title}\n"));
            }
        }
        text.push('\n');
    }
    Ok(text)
}

/// A glyph of nothing that is not a blank.
fn visible_nothing(legend: &Legend) -> Option<char> {
    let nothing = legend.entries.iter().filter(|entry| entry.contents.is_empty());
    nothing.flat_map(|entry| &entry.glyphs).copied().find(|glyph| !glyph.is_whitespace())
}

/// Whether the text is one of `level` sections: its first line that says something is a heading.
fn has_sections(lines: &[Spanned<&str>]) -> bool {
    let says = |line: &&Spanned<&str>| !is_blank(line.value) && !line.value.starts_with("//");
    lines.iter().find(says).is_some_and(|line| {
        let rest = line.value.strip_prefix("level").map(str::trim_start);
        rest.is_some_and(|rest| rest.is_empty() || rest.starts_with('"') || rest.starts_with("//"))
    })
}

fn read_sections(text: &str) -> Result<Vec<LevelInfo>, Vec<Diagnostic>> {
    let parse = masume_syntax::parse(text);
    let mut diagnostics = parse.diagnostics;
    let mut levels = Vec::new();
    for section in parse.file.sections {
        let SectionKind::Level(level) = section.kind else {
            let message = "a file of levels has `level` sections only";
            let label = "this belongs into a game";
            diagnostics.push(Diagnostic::error(Code::UnknownSection, section.span, message, label));
            continue;
        };
        levels.push(LevelInfo {
            title: level.title.value,
            rows: level.picture.rows.into_iter().map(|row| row.value).collect(),
            span: level.picture.span,
        });
    }
    if diagnostics.is_empty() {
        return Ok(levels);
    }
    sort_and_dedup(&mut diagnostics);
    Err(diagnostics)
}

/// What a legend makes of a text.
struct Found<'r> {
    legend: &'r Legend,
    levels: Vec<Draft>,
    /// Glyphs in rows: the legend that has most is the right one.
    glyphs: usize,
}

/// A level while its lines are read.
#[derive(Default)]
struct Draft {
    title: Option<String>,
    rows: Vec<Spanned<String>>,
    /// Number of rows up to the last one that shows more than nothing.
    shown: usize,
}

impl Draft {
    fn level(self) -> LevelInfo {
        let start = self.rows.first().map_or(0, |row| row.span.start);
        let end = self.rows.last().map_or(0, |row| row.span.end);
        LevelInfo {
            title: self.title.unwrap_or_default(),
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

fn read_pictures<'r>(rules: &'r Rules, legend: &'r Legend, lines: &[Spanned<&str>]) -> Found<'r> {
    let is_foreign = !legend.name.is_empty();
    let last_comment_end = lines.iter().rposition(|line| starts_with(line.value, "comment-end:"));
    let mut levels: Vec<Draft> = Vec::new();
    // The line of words that names the next level; whether such lines name the level before them.
    let mut words_before: Option<String> = None;
    let mut names_follow = false;
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
                names_follow |= levels.is_empty() && words_before.is_none();
                levels.push(Draft { title: words_before.take(), ..Draft::default() });
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
        let words = line.value.trim_start_matches([';', ' ']).trim();
        if !words.contains(char::is_alphanumeric) {
            continue;
        }
        match (key_and_value(line.value), levels.last_mut()) {
            (Some((key, title)), Some(level)) if key.eq_ignore_ascii_case("title") => {
                level.title = Some(title.to_owned());
            }
            (Some((key, title)), None) if key.eq_ignore_ascii_case("title") => {
                words_before = Some(title.to_owned());
            }
            (Some(_), _) => {}
            (None, Some(level)) if names_follow => {
                level.title.get_or_insert_with(|| words.to_owned());
            }
            (None, _) => words_before = Some(words.to_owned()),
        }
    }
    for level in &mut levels {
        level.rows.truncate(level.shown);
    }
    let rows = levels.iter().flat_map(|level| &level.rows);
    let glyphs = rows.map(|row| row.value.chars().count()).sum();
    Found { legend, levels, glyphs }
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

/// The rows of a level in another legend.
fn translate(
    rules: &Rules,
    from: &Legend,
    to: &Legend,
    level: &LevelInfo,
) -> Result<Vec<String>, Diagnostic> {
    if from == to {
        return Ok(level.rows.clone());
    }
    let rows: Vec<Spanned<String>> =
        level.rows.iter().map(|row| Spanned { value: row.clone(), span: level.span }).collect();
    let (contents, unread) = read_rows(&rules.layers, from, &rows);
    if let Some(error) = unread.into_iter().next() {
        return Err(Diagnostic { span: level.span, ..error });
    }
    let size = picture_size(&contents);
    let grid = Grid::new(size.width, size.height).map_err(|error| {
        let label = "a level of this size cannot be played";
        Diagnostic::error(Code::BoardTooLarge, level.span, error.to_string(), label)
    })?;
    let mut board = Board::new(grid, rules.layers.len());
    fill(&mut board, &contents);
    let printed = print_rows(&rules.layers, to, &board);
    match printed.unshown.first() {
        None => Ok(printed.rows),
        Some(cell) => {
            let held: CellContents = contents_at(&board, *cell);
            let held = print_contents(rules, &held);
            let legend = if to.name.is_empty() { "the game's own" } else { &to.name };
            let message = format!("the legend `{legend}` has no glyph for `{held}`");
            let label = format!("at {}", grid.name(*cell).unwrap_or_default());
            Err(Diagnostic::error(Code::UnknownGlyph, level.span, message, label)
                .with_help("add a line for it to the legend"))
        }
    }
}

fn no_levels(text: &str) -> Diagnostic {
    let first = text.trim_start_matches('\u{feff}').lines().next().unwrap_or_default();
    let label = if first.is_empty() { "no rows here".to_owned() } else { quoted(first) };
    let message = "no level was found";
    Diagnostic::error(Code::NoLevel, Span::new(0, 0), message, label)
        .with_help("a row of a level has glyphs of one of the game's legends only")
}

fn unknown_legend(rules: &Rules, name: &str) -> Diagnostic {
    let message = format!("{} is not a legend of this game", quoted(name));
    let names: Vec<String> = rules
        .legends
        .iter()
        .filter(|legend| !legend.name.is_empty())
        .map(|legend| format!("`{}`", legend.name))
        .collect();
    let error = Diagnostic::error(Code::UnknownName, Span::default(), message, "");
    if names.is_empty() {
        return error.with_help("the game has its own legend only");
    }
    error.with_help(format!("the legends are {}", names.join(", ")))
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

    #[test]
    fn sections_are_known_by_their_first_heading() {
        let check = |text: &str, expected: bool| {
            assert_eq!(has_sections(&lines(text).unwrap()), expected, "{text}");
        };
        check("level \"a\"\n  ##\n", true);
        check("\n// mine\nlevel\n  ##\n", true);
        check("levels of mine\n", false);
        check("##\n", false);
        check("", false);
    }
}
