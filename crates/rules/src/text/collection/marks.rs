//! Marks of lists, numbers of lines and quotation marks around rows: `* ##`, `12. ##`, `3: ##`, `"##",`.

use std::ops::Range;

use masume_syntax::ast::Spanned;

use super::exemplar::{Exemplar, Glyphs, glyphs_of};
use crate::text::lines::{is_blank, spanned};

/// Signs of lists, behind which a blank stands.
const LISTS: [char; 5] = ['*', '-', '+', '•', '–'];
/// Signs before rows without a blank behind them.
const MARGINS: [char; 2] = [':', '+'];
/// Signs around rows.
const QUOTES: [char; 3] = ['"', '\'', '`'];
/// Signs behind the number of a line.
const BEHIND_NUMBERS: [char; 3] = ['.', ')', ':'];
/// Signs behind a row in quotes.
const BEHIND_QUOTES: [char; 4] = [',', ';', '\\', ' '];

/// Mark before a row.
#[derive(Clone, Copy, PartialEq, Eq)]
enum Mark {
    Sign(char),
    /// Number of a line, and what stands behind it.
    Number(u32, Option<char>),
}

impl Mark {
    /// True if a line with the other mark goes on with the list. Numbers that are all the same are counted by who
    /// shows the list.
    fn goes_on(self, next: Self) -> bool {
        match (self, next) {
            (Self::Sign(one), Self::Sign(next)) => one == next,
            (Self::Number(one, sign), Self::Number(next, other)) => {
                let is_same = sign.is_some() && one == next;
                sign == other && (is_same || one.checked_add(1) == Some(next))
            }
            (Self::Sign(_), Self::Number(..)) | (Self::Number(..), Self::Sign(_)) => false,
        }
    }

    /// True if it may be the beginning of a row.
    fn is_like_row(self, glyphs: &Glyphs<'_>) -> bool {
        match self {
            Self::Sign(sign) => glyphs.contains_key(&sign),
            Self::Number(_, sign) => sign.is_none_or(|it| glyphs.contains_key(&it)),
        }
    }
}

/// Takes the marks from lines that are rows without them: from several, one below the other, or from one below which
/// the others are indented as far.
pub(super) fn without_marks(exemplar: &Exemplar<'_>, lines: &mut [Spanned<&str>]) {
    let mut legends = exemplar.rules().legends.iter().map(glyphs_of).collect::<Vec<_>>();
    legends.retain(|glyphs| !glyphs.is_empty());
    let mut at = 0;
    while at < lines.len() {
        let rest = &lines[at..];
        let parts = legends.iter().filter_map(|glyphs| marked(exemplar, glyphs, rest)).next();
        let parts = parts.unwrap_or_default();
        for (line, part) in lines[at..].iter_mut().zip(&parts) {
            let start = line.span.start as usize + part.start;
            *line = spanned(&line.value[part.clone()], start);
        }
        at += parts.len().max(1);
    }
}

/// Rows of the list with which these lines begin, as parts of the lines; none where there is no list.
fn marked(
    exemplar: &Exemplar<'_>,
    glyphs: &Glyphs<'_>,
    lines: &[Spanned<&str>],
) -> Option<Vec<Range<usize>>> {
    /// Numbers alone can be lengths of runs.
    const FEWEST_NUMBERS: usize = 3;
    let line = lines.first()?.value;
    let (first, part) = mark(line, glyphs)?;
    let width = line[..part.start].chars().count();
    // Where a mark can be a row's beginning, rows have to begin behind it as they do elsewhere.
    let is_row = |row: &str| {
        let row = row.trim();
        let begins = row.chars().next().is_some_and(|it| exemplar.is_edge(glyphs, it));
        let is_read = row.chars().all(|it| it == ' ' || glyphs.contains_key(&it));
        is_read && !row.is_empty() && (begins || !first.is_like_row(glyphs))
    };
    let mut last = first;
    let mut parts = vec![part.clone()];
    for line in &lines[1..] {
        let Some((next, part)) = mark(line.value, glyphs).filter(|(it, _)| last.goes_on(*it))
        else {
            break;
        };
        last = next;
        parts.push(part);
    }
    let are_rows = |parts: &[Range<usize>]| {
        parts.iter().zip(lines).all(|(part, line)| is_row(&line.value[part.clone()]))
    };
    let fewest = if matches!(first, Mark::Number(_, None)) { FEWEST_NUMBERS } else { 2 };
    if parts.len() >= fewest && are_rows(&parts) {
        return Some(parts);
    }
    let is_list = match first {
        Mark::Sign(sign) => LISTS.contains(&sign),
        Mark::Number(_, sign) => sign.is_some(),
    };
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let below = lines[1..].iter().take_while(|line| !is_blank(line.value));
    let is_indented = |line: &Spanned<&str>| indent(line.value) >= width;
    if !is_list || below.clone().next().is_none() || !below.clone().all(is_indented) {
        return None;
    }
    let parts: Vec<Range<usize>> =
        [part.clone()].into_iter().chain(below.map(|it| width..it.value.len())).collect();
    are_rows(&parts).then_some(parts)
}

/// The mark with which a line begins, and where the rest stands.
fn mark(line: &str, glyphs: &Glyphs<'_>) -> Option<(Mark, Range<usize>)> {
    let text = line.trim_start_matches(' ');
    let behind_number = text.trim_start_matches(|it: char| it.is_ascii_digit());
    let number: Option<u32> = text[..text.len() - behind_number.len()].parse().ok();
    let after_blank = |rest: &str| rest.strip_prefix([' ', '\t']).map(|it| line.len() - it.len());
    if let Some(number) = number {
        let sign = behind_number.chars().next().filter(|it| BEHIND_NUMBERS.contains(it));
        let rest = &behind_number[sign.map_or(0, char::len_utf8)..];
        // Without a blank it could be a run of what follows.
        let is_parted = sign.is_some_and(|it| !glyphs.contains_key(&it));
        let start = after_blank(rest).or(is_parted.then_some(line.len() - rest.len()))?;
        return Some((Mark::Number(number, sign), start..line.len()));
    }
    let sign = text.chars().next()?;
    let rest = &text[sign.len_utf8()..];
    let start = line.len() - rest.len();
    if QUOTES.contains(&sign) && !glyphs.contains_key(&sign) {
        let row = rest.trim_end_matches(BEHIND_QUOTES).strip_suffix(sign)?;
        return Some((Mark::Sign(sign), start..start + row.len()));
    }
    let is_margin = MARGINS.contains(&sign) && !glyphs.contains_key(&sign);
    let start =
        after_blank(rest).filter(|_| LISTS.contains(&sign)).or(is_margin.then_some(start))?;
    Some((Mark::Sign(sign), start..line.len()))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn marks_stand_before_a_blank_or_around_rows() {
        let nothing = Vec::new();
        let glyphs = Glyphs::from([('+', &nothing), ('.', &nothing)]);
        let rows = [
            ("* ##", Some("##")),
            ("  - ##", Some("##")),
            ("12. ##", Some("##")),
            ("12.##", None),
            ("3)\t ##", Some(" ##")),
            ("3: ##", Some("##")),
            ("3:##", Some("##")),
            ("    3\t##", Some("##")),
            ("•  ##", Some(" ##")),
            (":##", Some("##")),
            ("+##", None),
            ("\" ## \",", Some(" ## ")),
            ("  '##'; ", Some("##")),
            ("`##`", Some("##")),
            ("\"##", None),
            ("*##", None),
            ("12##", None),
            ("99999999999. ##", None),
            (". ##", None),
            ("", None),
        ];
        for (line, expected) in rows {
            assert_eq!(mark(line, &glyphs).map(|it| &line[it.1]), expected, "{line}");
        }
    }
}
