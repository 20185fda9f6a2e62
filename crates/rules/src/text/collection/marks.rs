//! Marks of lists, numbers and letters of lines and quotation marks around rows: `* ##`, `12. ##`, `3: ##`, `c ## c`,
//! `"##",`.

use std::ops::Range;

use masume_syntax::ast::Spanned;

use super::exemplar::{Exemplar, Glyphs, glyphs_of};
use crate::text::lines::{is_blank, part_of};

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
    /// Letter of a line.
    Letter(char),
}

impl Mark {
    /// True if a line with the other mark goes on with the list, which may count down as rows of a chessboard do.
    /// Numbers that are all the same are counted by who shows the list.
    fn goes_on(self, next: Self) -> bool {
        match (self, next) {
            (Self::Sign(one), Self::Sign(next)) => one == next,
            (Self::Number(one, sign), Self::Number(next, other)) => {
                let is_same = sign.is_some() && one == next;
                sign == other && (is_same || one.abs_diff(next) == 1)
            }
            (Self::Letter(one), Self::Letter(next)) => u32::from(one).abs_diff(next.into()) == 1,
            (Self::Sign(_) | Self::Number(..) | Self::Letter(_), _) => false,
        }
    }

    /// The row before the same mark at its end, as rows have their names on both sides.
    fn before_end(self, row: &str) -> Option<&str> {
        let name = match self {
            Self::Number(number, None) => number.to_string(),
            Self::Letter(letter) => letter.to_string(),
            Self::Number(_, Some(_)) | Self::Sign(_) => return None,
        };
        let blanks = [' ', '\t'];
        let behind = row.trim_end().strip_suffix(name.as_str())?;
        behind.ends_with(blanks).then(|| behind.trim_end_matches(blanks))
    }

    /// True if it may be the beginning of a row.
    fn is_like_row(self, glyphs: &Glyphs<'_>) -> bool {
        match self {
            Self::Sign(sign) => glyphs.contains_key(&sign),
            Self::Number(_, sign) => sign.is_none_or(|it| glyphs.contains_key(&it)),
            Self::Letter(letter) => glyphs.contains_key(&letter),
        }
    }
}

/// Takes the marks from lines that are rows without them: from several, one below the other, or from one below which
/// the others are indented as far.
pub(super) fn without_marks(exemplar: &Exemplar<'_>, lines: &mut [Spanned<&str>]) {
    let mut legends = exemplar.rules().legends.iter().map(glyphs_of).collect::<Vec<_>>();
    legends.retain(|glyphs| !glyphs.is_empty());
    // By legend: a list that begins above this line has a line that is no row.
    let mut refused = vec![0; legends.len()];
    let mut at = 0;
    while at < lines.len() {
        let mut each = legends.iter().zip(&mut refused);
        let taken = each
            .find_map(|(glyphs, refused)| take_list(exemplar, glyphs, (&mut *lines, at), refused));
        at += taken.unwrap_or(1);
    }
}

/// Takes the marks from the list that begins at this line: from so many lines; none where there is no list.
fn take_list(
    exemplar: &Exemplar<'_>,
    glyphs: &Glyphs<'_>,
    (lines, at): (&mut [Spanned<&str>], usize),
    refused: &mut usize,
) -> Option<usize> {
    /// Numbers alone can be lengths of runs.
    const FEWEST_NUMBERS: usize = 3;
    let lines = &mut lines[at..];
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
    let is_glyph_at_row = match first {
        Mark::Sign(sign) => line[..part.start].ends_with(sign) && glyphs.contains_key(&sign),
        Mark::Number(..) | Mark::Letter(_) => false,
    };
    // It is a mark where each row would have what a level has once.
    let is_sure = |lines: &[Spanned<&str>]| {
        let rows = || lines.iter().map(|line| line.value).collect::<Vec<&str>>();
        !is_glyph_at_row || exemplar.has_too_many(glyphs, &rows())
    };
    // A list that begins within another ends as that does: a line that is no row is in both, and is looked for once.
    if at >= *refused {
        let (count, no_row) = run_of_marks(glyphs, lines, is_row);
        let is_bare = matches!(first, Mark::Number(_, None) | Mark::Letter(_));
        let fewest = if is_bare { FEWEST_NUMBERS } else { 2 };
        match no_row {
            Some(place) => *refused = at + place + 1,
            None if !is_sure(&lines[..count]) => *refused = at + count,
            None if count >= fewest => {
                for line in &mut lines[..count] {
                    if let Some((_, part)) = mark(line.value, glyphs) {
                        *line = part_of(line, part);
                    }
                }
                return Some(count);
            }
            None => {}
        }
    }
    let is_list = match first {
        Mark::Sign(sign) => LISTS.contains(&sign) && !is_glyph_at_row,
        Mark::Number(_, sign) => sign.is_some(),
        Mark::Letter(_) => false,
    };
    let indent = |line: &str| line.len() - line.trim_start_matches(' ').len();
    let is_below = |line: &str| indent(line) >= width && is_row(&line[width..]);
    let below = lines[1..].iter().take_while(|line| !is_blank(line.value));
    let is_one = is_list
        && is_row(&line[part.clone()])
        && below.clone().next().is_some()
        && below.clone().all(|line| is_below(line.value));
    if !is_one {
        return None;
    }
    let count = 1 + below.count();
    lines[0] = part_of(&lines[0], part);
    for line in &mut lines[1..count] {
        *line = part_of(line, width..line.value.len());
    }
    Some(count)
}

/// Number of lines with marks that go on with that of the first, and the place of the last that is no row.
fn run_of_marks(
    glyphs: &Glyphs<'_>,
    lines: &[Spanned<&str>],
    is_row: impl Fn(&str) -> bool,
) -> (usize, Option<usize>) {
    let (mut last, mut count, mut no_row) = (None::<Mark>, 0, None);
    for line in lines {
        let Some((next, part)) = mark(line.value, glyphs) else { break };
        if last.is_some_and(|last| !last.goes_on(next)) {
            break;
        }
        last = Some(next);
        if !is_row(&line.value[part]) {
            no_row = Some(count);
        }
        count += 1;
    }
    (count, no_row)
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
        return Some(named(line, Mark::Number(number, sign), start));
    }
    let sign = text.chars().next()?;
    let rest = &text[sign.len_utf8()..];
    let start = line.len() - rest.len();
    if QUOTES.contains(&sign) && !glyphs.contains_key(&sign) {
        let row = rest.trim_end_matches(BEHIND_QUOTES).strip_suffix(sign)?;
        return Some((Mark::Sign(sign), start..start + row.len()));
    }
    if sign.is_ascii_alphabetic() {
        return Some(named(line, Mark::Letter(sign), after_blank(rest)?));
    }
    let is_margin = MARGINS.contains(&sign);
    let start =
        after_blank(rest).filter(|_| LISTS.contains(&sign)).or(is_margin.then_some(start))?;
    Some((Mark::Sign(sign), start..line.len()))
}

/// The mark, and the row behind it, which may have the same name at its end.
fn named(line: &str, mark: Mark, start: usize) -> (Mark, Range<usize>) {
    let row = mark.before_end(&line[start..]).unwrap_or(&line[start..]);
    (mark, start..start + row.len())
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
            ("+##", Some("##")),
            ("3 ## 3", Some("##")),
            ("3 ## 4", Some("## 4")),
            ("3. ## 3", Some("## 3")),
            ("c ## c ", Some("##")),
            ("cc ##", None),
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
