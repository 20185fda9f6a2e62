//! Numbers and letters of columns above and below boards, as of a chessboard.

use masume_syntax::ast::Spanned;

use super::exemplar::{Exemplar, Glyphs, glyphs_of};
use crate::text::lines::is_blank;
use crate::text::picture::has_numbers;

/// Names of columns at least: fewer could be a title.
const FEWEST: usize = 3;

/// Takes lines that count the columns of the rows below or above them: `01234`, `  a b c d e`, and tens above those.
pub(super) fn without_rulers(exemplar: &Exemplar<'_>, lines: &mut Vec<Spanned<&str>>) {
    let rules = exemplar.rules();
    if has_numbers(&rules.layers) {
        return;
    }
    let legends: Vec<_> = rules.legends.iter().map(glyphs_of).collect();
    let reader = Reader { legends, lines: lines.as_slice() };
    let mut places = 0..lines.len();
    if !places.any(|at| reader.extent(at) > 0) {
        return;
    }
    let mut is_ruler: Vec<bool> = (0..lines.len()).map(|at| reader.is_ruler(at)).collect();
    for at in 1..lines.len() {
        is_ruler[at - 1] |= is_ruler[at] && reader.are_tens(at - 1, at);
    }
    let mut is_ruler = is_ruler.into_iter();
    lines.retain(|_| !is_ruler.next().unwrap_or_default());
}

struct Reader<'l, 't, 'g> {
    legends: Vec<Glyphs<'g>>,
    lines: &'l [Spanned<&'t str>],
}

impl Reader<'_, '_, '_> {
    /// True for a line that counts the columns of rows beside it.
    fn is_ruler(&self, at: usize) -> bool {
        let extent = self.extent(at);
        let rows = || [self.width(at + 1..self.lines.len()), self.width((0..at).rev())];
        extent > 0 && rows().contains(&extent)
    }

    /// True for the tens of numbers in the line below.
    fn are_tens(&self, at: usize, below: usize) -> bool {
        let line = self.lines[at].value;
        let is_digit_or_blank = |it: char| it == ' ' || it.is_ascii_digit();
        self.extent(below) > 10 && !is_blank(line) && line.chars().all(is_digit_or_blank)
    }

    /// Columns from the first sign to the last of rows at these places, as far as rows go.
    fn width(&self, places: impl Iterator<Item = usize>) -> usize {
        let rows = places.map(|at| self.lines[at].value).take_while(|line| self.is_row(line));
        let (mut first, mut end) = (usize::MAX, 0);
        for row in rows {
            let trimmed = row.trim_end();
            first = first.min(trimmed.chars().take_while(|it| *it == ' ').count());
            end = end.max(trimmed.chars().count());
        }
        end.saturating_sub(first)
    }

    fn is_row(&self, line: &str) -> bool {
        let is_of = |glyphs: &Glyphs| line.chars().all(|it| it == ' ' || glyphs.contains_key(&it));
        !is_blank(line) && self.legends.iter().any(is_of)
    }

    /// Columns from the first sign to the last of a line that counts them; 0 where it does not, or may be a row.
    fn extent(&self, at: usize) -> usize {
        let line = self.lines[at].value;
        let is_count = columns_of(line) > 0 && !self.is_row(line);
        if is_count { line.trim().chars().count() } else { 0 }
    }
}

/// Number of columns that a line counts; 0 where it does not.
fn columns_of(line: &str) -> usize {
    let mut signs = line.chars().filter(|it| *it != ' ');
    let Some(mut last) = signs.next().filter(|it| is_first(*it)) else { return 0 };
    let mut count = 1;
    for sign in signs {
        if !goes_on(last, sign) {
            return 0;
        }
        last = sign;
        count += 1;
    }
    if count < FEWEST { 0 } else { count }
}

/// True for texts that count up or down by one: `1 2 3`, `c b a`, `9 10 11`.
pub(super) fn counts_up(texts: &[&str]) -> bool {
    let number = |text: &str| -> Option<u32> {
        let mut signs = text.chars();
        match (signs.next(), signs.next()) {
            (Some(letter), None) if letter.is_ascii_alphabetic() => Some(u32::from(letter)),
            _ => text.parse().ok().filter(|_| text.bytes().all(|it| it.is_ascii_digit())),
        }
    };
    let numbers: Option<Vec<i64>> = texts.iter().map(|it| number(it).map(i64::from)).collect();
    numbers.is_some_and(|numbers| {
        let goes = |way: i64| numbers.windows(2).all(|pair| pair[1] - pair[0] == way);
        numbers.len() >= FEWEST && (goes(1) || goes(-1))
    })
}

fn is_first(sign: char) -> bool {
    matches!(sign, '0' | '1' | 'a' | 'A')
}

/// True if the second sign names the column behind the first: the last digits of numbers, and letters, of which some
/// leave out `i`.
fn goes_on(one: char, next: char) -> bool {
    match (one, next) {
        ('9', '0') | ('h', 'j') | ('H', 'J') => true,
        _ => {
            one.is_ascii_alphanumeric()
                && u32::from(one) + 1 == u32::from(next)
                && next.is_ascii_alphanumeric()
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_counted_by_digits_and_letters() {
        for (line, expected) in [
            ("01234", 5),
            ("  1234567890123", 13),
            ("a b c d", 4),
            ("ABCDEFGHJK", 10),
            ("12", 0),
            ("135", 0),
            ("abd", 0),
            ("234", 0),
            ("1a", 0),
            ("", 0),
        ] {
            assert_eq!(columns_of(line), expected, "{line}");
        }
    }

    #[test]
    fn names_of_lines_count_up_or_down() {
        for texts in [&["1", "2", "3"][..], &["c", "b", "a"], &["8", "9", "10", "11"]] {
            assert!(counts_up(texts), "{texts:?}");
        }
        for texts in [
            &["1", "2"][..],
            &["1", "2", "1"],
            &["a", "b", "d"],
            &["#", "$", "%"],
            &["1", "", "2"],
            &[],
        ] {
            assert!(!counts_up(texts), "{texts:?}");
        }
    }
}
