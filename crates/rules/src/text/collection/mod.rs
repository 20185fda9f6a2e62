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

mod boards;
mod diffs;
mod entities;
mod exemplar;
mod marks;
mod pictures;
mod quotes;
mod row;
mod rulers;
mod run_length;
mod tables;
mod tags;
mod titles;

use masume_board::Grid;
use masume_syntax::ast::{SectionKind, Spanned};
use masume_syntax::{Code, Diagnostic, Span, bounded};

use crate::model::{Legend, LevelInfo, Rules};
use crate::state::Board;
use crate::text::board::{fill, picture_size};
use crate::text::content::{contents_at, print_contents};
use crate::text::lines::{is_blank, lines, quoted};
use crate::text::picture::{CellContents, read_rows};
use crate::text::print::{own_legend, print_rows};

use diffs::without_differences;
use entities::Decoded;
use exemplar::{Exemplar, is_glyph};
use marks::without_marks;
use pictures::{Found, read_pictures};
use quotes::unquote;
use rulers::without_rulers;
use tables::without_tables;
use tags::without_tags;

/// The most levels of a collection, as of a game.
const MOST_LEVELS: usize = 1024;

/// Levels of a file, and what may be meant otherwise there.
#[derive(Clone, Debug, Default)]
pub struct Collection {
    /// In the order of the file, their rows in the game's own legend.
    pub levels: Vec<LevelInfo>,
    /// Places that can be read in two ways; they lie in the text.
    pub warnings: Vec<Diagnostic>,
}

/// The levels of a text, their rows in the game's own legend. The text has `level` sections as a
/// game does, or bare pictures in one of the game's legends: in that one in which most levels make
/// sense beside the game's own, then most of the text is read; of equal ones in the first.
///
/// A row is a line of glyphs of the legend, so that whatever else stands between levels is no part
/// of them; blanks that all rows of a level begin with, signs of a mail's quotes, of differences and of
/// tables, names of columns and rows, and marks of lists are none of theirs, nor are tags of pages;
/// characters may be written by name, as in pages. A single line, or lines of one sign each, without what each of the game's own levels has are a
/// separator. Words name the level below them, or above, as most of the file shows; `Title: …` and
/// `Author: …` name the level above, or all levels where they stand
/// before the first. Recorded actions and other properties are passed over, and so are lines from
/// `Comment:` to `Comment-End:`. In a further legend rows may be run-length encoded: a number
/// before a glyph or a group in parentheses repeats it, and `|` parts rows. Whether the game can be
/// played on the levels is for [`crate::text::read_level`].
///
/// # Errors
/// A text without levels or with too many, a line beside a row that is one but for some glyphs, and
/// contents that the game's own legend cannot show; the spans, also those of the levels, lie in
/// `text`.
pub fn read_collection(rules: &Rules, text: &str) -> Result<Collection, Vec<Diagnostic>> {
    let found = lines(text).map_err(|error| vec![error])?;
    if has_sections(&found) {
        return read_sections(text).map(|levels| Collection { levels, warnings: Vec::new() });
    }
    let decoded = Decoded::of(text);
    if is_glyph(rules, '&') || decoded.is_as_written() {
        return read_lines(rules, text, found);
    }
    // Lines take more memory than the text.
    drop(found);
    let place = |it: Diagnostic| Diagnostic { span: decoded.written(it.span), ..it };
    let place_all = |found: Vec<Diagnostic>| found.into_iter().map(place).collect();
    let found = lines(&decoded.text).map_err(|error| vec![place(error)])?;
    let Collection { levels, warnings } =
        read_lines(rules, &decoded.text, found).map_err(place_all)?;
    let levels = levels.into_iter();
    let levels = levels.map(|it| LevelInfo { span: decoded.written(it.span), ..it }).collect();
    Ok(Collection { levels, warnings: place_all(warnings) })
}

/// The levels of lines that are bare pictures.
fn read_lines(
    rules: &Rules,
    text: &str,
    mut lines: Vec<Spanned<&str>>,
) -> Result<Collection, Vec<Diagnostic>> {
    let exemplar = Exemplar::new(rules);
    unquote(rules, &mut lines);
    without_differences(&mut lines);
    let lines = without_tables(&exemplar, lines);
    let mut lines = without_tags(rules, lines);
    without_marks(&exemplar, &mut lines);
    without_rulers(&exemplar, &mut lines);
    let foreign = rules.legends.iter().filter(|legend| !legend.name.is_empty());
    let mut found: Vec<Found<'_>> = std::iter::once(own_legend(rules))
        .chain(foreign)
        .map(|legend| read_pictures(&exemplar, legend, &lines))
        .filter(|found| !found.levels.is_empty() || !found.errors.is_empty())
        .collect();
    // Of equally good readings the first, the game's own.
    let best = (0..found.len()).rev().max_by_key(|index| found[*index].worth);
    let Some(best) = best.map(|index| found.swap_remove(index)) else {
        return Err(vec![no_levels(rules, text)]);
    };
    if let Some(extra) = best.levels.get(MOST_LEVELS) {
        let message = format!("more than {MOST_LEVELS} levels");
        return Err(vec![Diagnostic::error(Code::TooMany, extra.span, message, "one too many")]);
    }
    let mut warnings = best.warnings.clone();
    let levels = own_levels(rules, best)?;
    let other = found.into_iter().find_map(|other| two_ways(rules, &levels, other));
    warnings.extend(other);
    Ok(Collection { levels, warnings: bounded(warnings) })
}

/// The levels of a reading, in the game's own legend.
fn own_levels(rules: &Rules, found: Found<'_>) -> Result<Vec<LevelInfo>, Vec<Diagnostic>> {
    if !found.errors.is_empty() {
        return Err(bounded(found.errors));
    }
    let mut diagnostics = Vec::new();
    let levels: Vec<LevelInfo> = found
        .levels
        .into_iter()
        .filter_map(|level| {
            translate(rules, found.legend, own_legend(rules), &level)
                .map(|rows| LevelInfo { rows, ..level })
                .map_err(|error| diagnostics.push(error))
                .ok()
        })
        .collect();
    if diagnostics.is_empty() { Ok(levels) } else { Err(bounded(diagnostics)) }
}

/// The warning that another legend reads the same lines as other boards; none where it does not.
fn two_ways(rules: &Rules, levels: &[LevelInfo], other: Found<'_>) -> Option<Diagnostic> {
    if !other.errors.is_empty() || other.levels.len() != levels.len() {
        return None;
    }
    let name = other.legend.name.clone();
    let others = own_levels(rules, other).ok()?;
    let same_lines = |(one, other): (&LevelInfo, &LevelInfo)| one.span == other.span;
    if !levels.iter().zip(&others).all(same_lines) {
        return None;
    }
    let differs = |(one, other): &(&LevelInfo, &LevelInfo)| one.rows != other.rows;
    let (level, _) = levels.iter().zip(&others).find(differs)?;
    let legend = if name.is_empty() {
        "the game's own legend".to_owned()
    } else {
        format!("the legend `{name}`")
    };
    let message = format!("the rows of this level are other boards in {legend}");
    let label = "its glyphs stand in more than one legend";
    let help = if name.is_empty() {
        "to have the game's own legend read, put `level` above each picture and indent its rows"
            .to_owned()
    } else {
        format!(
            "the game's own legend is read; a level of the file with a glyph that only `{name}` has makes it that one"
        )
    };
    Some(Diagnostic::warning(Code::ReadInTwoWays, level.span, message, label).with_help(help))
}

/// Levels as a text: `level` sections where the legend's name is empty, else bare pictures in the
/// legend of that name, each with its title and author after it; sections have no authors. Of such
/// a picture, rows that show nothing are read back only between rows that show something.
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
            // Blanks with which all rows begin would be no part of the level.
            let is_indented = rows.iter().all(|row| row.starts_with(' '));
            for (index, row) in rows.iter().enumerate() {
                match visible_nothing(legend) {
                    // A blank line would end the level.
                    Some(glyph) if is_blank(row) || is_indented && index == 0 => {
                        text.extend(row.chars().map(|it| if it == ' ' { glyph } else { it }));
                    }
                    _ => text.push_str(if is_wide { row.trim_end() } else { row }),
                }
                text.push('\n');
            }
            if !title.is_empty() {
                text.push_str(&format!("Title: {title}\n"));
            }
            if !level.author.is_empty() {
                let author = level.author.replace(['\n', '\r'], " ");
                text.push_str(&format!("Author: {author}\n"));
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

/// True if the text is one of `level` sections: its first line that says something is a heading.
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
            author: String::new(),
            rows: level.picture.rows.into_iter().map(|row| row.value).collect(),
            span: level.picture.span,
        });
    }
    if diagnostics.is_empty() { Ok(levels) } else { Err(bounded(diagnostics)) }
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
            let label = format!("at {}", rules.cell_names(&grid).name(*cell).unwrap_or_default());
            Err(Diagnostic::error(Code::UnknownGlyph, level.span, message, label)
                .with_help("add a line for it to the legend"))
        }
    }
}

fn no_levels(rules: &Rules, text: &str) -> Diagnostic {
    let ends: &[char] = &['\n', '\r'];
    let first = text.trim_start_matches('\u{feff}').split(ends).next().unwrap_or_default();
    let label = if first.is_empty() { "no rows here".to_owned() } else { quoted(first) };
    let message = "no level was found";
    let glyphs = |legend: &Legend| {
        let glyphs: Vec<String> = legend
            .entries
            .iter()
            .flat_map(|it| it.glyphs.first())
            .map(|it| format!("`{it}`"))
            .collect();
        let of =
            if legend.name.is_empty() { String::new() } else { format!(" in `{}`", legend.name) };
        format!("{}{of}", glyphs.join(" "))
    };
    let legends = rules.legends.iter().filter(|legend| !legend.entries.is_empty());
    let known = legends.map(glyphs).collect::<Vec<_>>().join(", or ");
    let rows = "a row of a level has glyphs of one of the game's legends only";
    let help = if known.is_empty() { rows.to_owned() } else { format!("{rows}: {known}") };
    Diagnostic::error(Code::NoLevel, Span::new(0, 0), message, label).with_help(help)
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
