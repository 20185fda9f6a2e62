//! Rows of a legend, told from other lines.

use masume_syntax::ast::Spanned;

use super::exemplar::{Exemplar, Glyphs, glyphs_of, shows};
use super::run_length::{DecodedLine, decoded, is_sign};
use super::tables::{BAR, cells};
use crate::model::Legend;
use crate::text::lines::is_blank;
use crate::text::picture::{CellReader, has_numbers};

/// Least number of glyphs that show something for a line to be taken for a row behind its first
/// sign that is none.
const FEWEST_OF_A_ROW: usize = 3;

/// Blank of pages, which looks like the one of a keyboard.
const NO_BREAK_BLANK: char = '\u{a0}';

/// One line of a file.
pub(super) enum Line {
    /// One row, or several that are run-length encoded, and whether they show more than nothing.
    Rows(Vec<String>, bool),
    /// Most of it could be a row; this character could not, which begins at this byte of the text.
    Almost(Strange),
    Words,
}

/// Character for which a line is no row.
#[derive(Clone, Copy)]
pub(super) struct Strange {
    pub(super) sign: char,
    /// In the text.
    pub(super) start: u32,
    /// True for a parenthesis without its partner.
    pub(super) is_unclosed: bool,
}

/// Reader of the rows of one legend.
pub(super) struct RowReader<'r> {
    exemplar: &'r Exemplar<'r>,
    legend: &'r Legend,
    /// None where cells are tokens.
    glyphs: Glyphs<'r>,
    /// The reader of cells that are tokens; `None` where a cell is one glyph.
    tokens: Option<CellReader<'r>>,
}

impl<'r> RowReader<'r> {
    pub(super) fn new(exemplar: &'r Exemplar<'r>, legend: &'r Legend) -> Self {
        let rules = exemplar.rules();
        let has_numbers = has_numbers(&rules.layers);
        Self {
            exemplar,
            legend,
            glyphs: if has_numbers { Glyphs::new() } else { glyphs_of(legend) },
            tokens: has_numbers.then(|| CellReader::new(&rules.layers, legend, 0)),
        }
    }

    /// Contents of each glyph; none where cells are tokens.
    pub(super) fn glyphs(&self) -> &Glyphs<'r> {
        &self.glyphs
    }

    /// True if this is a glyph of the legend.
    pub(super) fn has(&self, sign: char) -> bool {
        self.glyphs.contains_key(&sign)
    }

    /// True if a blank shows nothing, or is no glyph at all.
    pub(super) fn ignores_blanks(&self) -> bool {
        self.tokens.is_none() && !shows(&self.glyphs, ' ')
    }

    pub(super) fn read(&mut self, line: &Spanned<&str>) -> Line {
        if is_blank(line.value) {
            return Line::Words;
        }
        if let Some(tokens) = &mut self.tokens {
            let shows = tokens.shows(line.value);
            return shows.map_or(Line::Words, |it| Line::Rows(vec![line.value.to_owned()], it));
        }
        let is_noise = |it: char| it.is_whitespace() && !self.glyphs.contains_key(&it);
        let text = line.value.trim_end_matches(is_noise);
        // Blanks that all rows of a board begin with are no part of it.
        let indent = text.len() - text.trim_start_matches([' ', '\t']).len();
        let shows = |row: &str| row.chars().any(|glyph| shows(&self.glyphs, glyph));
        let mut signs = text.char_indices().skip_while(|(offset, _)| *offset < indent);
        let is_strange = |sign: &char| !self.glyphs.contains_key(&self.as_typed(*sign));
        let Some((offset, strange)) = signs.find(|(_, sign)| is_strange(sign)) else {
            let row: String = text.chars().map(|sign| self.as_typed(sign)).collect();
            let shows = shows(&row);
            return Line::Rows(vec![row], shows);
        };
        if is_comment(text) || decoration_removed(text).is_some() {
            return Line::Words;
        }
        let place = |sign, offset: usize, is_unclosed| {
            Line::Almost(Strange { sign, start: line.span.start + offset as u32, is_unclosed })
        };
        if let Some(cells) = cells(text).filter(|_| !self.has(BAR)) {
            if let Some((at, sign)) = cells.iter().find(|(_, sign)| is_strange(sign)) {
                return place(*sign, *at, false);
            }
            let row: String = cells.into_iter().map(|(_, sign)| self.as_typed(sign)).collect();
            let shows = shows(&row);
            return Line::Rows(vec![row], shows);
        }
        if self.may_be_encoded() {
            match decoded(&text[indent..], |glyph| self.glyphs.contains_key(&glyph)) {
                DecodedLine::Rows(rows) => {
                    let shows = rows.iter().any(|row| shows(row));
                    let indent = &text[..indent];
                    let rows = rows.into_iter().map(|row| format!("{indent}{row}")).collect();
                    return Line::Rows(rows, shows);
                }
                DecodedLine::Unclosed(at) if self.is_like_rows(text) => {
                    let at = indent + at;
                    let sign = text[at..].chars().next().unwrap_or(strange);
                    return place(sign, at, true);
                }
                DecodedLine::Unclosed(_) | DecodedLine::Other => {}
            }
        }
        if self.is_almost_a_row(text) { place(strange, offset, false) } else { Line::Words }
    }

    /// The sign that a keyboard has for it.
    fn as_typed(&self, sign: char) -> char {
        if sign == NO_BREAK_BLANK && !self.has(sign) { ' ' } else { sign }
    }

    /// True in a legend of another program that has no glyphs like the signs of run lengths.
    fn may_be_encoded(&self) -> bool {
        !self.legend.name.is_empty() && !self.glyphs.keys().any(|glyph| is_sign(*glyph))
    }

    /// True if all signs beside numbers, bars and parentheses are glyphs, and some show something.
    fn is_like_rows(&self, text: &str) -> bool {
        text.trim().chars().all(|it| is_sign(it) || self.has(it))
            && text.chars().any(|it| shows(&self.glyphs, it))
    }

    /// True for a line of which most could be a row, or that begins as rows do and has some more of
    /// one.
    fn is_almost_a_row(&self, text: &str) -> bool {
        let seen = || text.chars().filter(|it| !it.is_whitespace());
        let showing = seen().filter(|glyph| shows(&self.glyphs, *glyph)).count();
        let begins_as_row = seen().next().is_some_and(|it| self.exemplar.is_edge(&self.glyphs, it));
        // Words may have some such signs, too.
        2 * showing > seen().count() && showing > 1 || begins_as_row && showing >= FEWEST_OF_A_ROW
    }
}

/// True for a line that other programs pass over.
pub(super) fn is_comment(line: &str) -> bool {
    let line = line.trim_start();
    [";", "::", "//", "```"].iter().any(|mark| line.starts_with(mark))
}

/// Words between two runs of one sign, as in `*** Level 2 ***`; none where the line is not of this
/// form.
pub(super) fn decoration_removed(line: &str) -> Option<&str> {
    /// Signs on each side: a single one may be a wall.
    const SHORTEST: usize = 2;
    let line = line.trim();
    let sign = line.chars().next().filter(|it| !it.is_alphanumeric())?;
    let inside = line.trim_start_matches(sign);
    let inside = inside.strip_prefix([' ', '\t'])?.trim_end();
    let words = inside.trim_end_matches(sign);
    let before = line.chars().take_while(|it| *it == sign).count();
    let after = inside[words.len()..].chars().count();
    let words = words.strip_suffix([' ', '\t'])?.trim();
    let is_word = words.chars().filter(|it| it.is_alphanumeric()).count() > 1
        || words.chars().all(|it| it.is_ascii_digit());
    (before >= SHORTEST && after >= SHORTEST && is_word && !words.is_empty()).then_some(words)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn decorations_stand_on_both_sides_of_words() {
        let check = |line, expected| assert_eq!(decoration_removed(line), expected, "{line}");
        check("*** Level 2 ***", Some("Level 2"));
        check("### 3 ###", Some("3"));
        check("-- one --", Some("one"));
        for line in ["## x ##", "# x y #", "***", "##xy##", "*** one", "", "aa bc aa"] {
            check(line, None);
        }
    }
}
