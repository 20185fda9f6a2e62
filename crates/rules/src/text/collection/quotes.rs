//! Quotes of mails: lines that begin with `>`, `|` or `Ann>`.

use std::collections::{BTreeMap, BTreeSet};

use masume_syntax::ast::Spanned;

use crate::model::Rules;
use crate::text::lines::spanned;

const QUOTES: [char; 2] = [QUOTE, BAR];
/// Sign of a quote, before which may stand who is quoted.
const QUOTE: char = '>';
/// Sign of a quote that also parts rows in run lengths.
const BAR: char = '|';
/// Glyphs of a line that is taken for a row among quotes.
const FEWEST_OF_A_ROW: usize = 3;

/// Takes the signs of quotes from the beginnings of lines, in a game where they are no glyphs. A
/// blank behind them is taken too where every quoted line has one. Where levels are quoted with
/// words of theirs, other words are those of a mail around them, and become blank lines.
pub(super) fn unquote(rules: &Rules, lines: &mut [Spanned<&str>]) {
    let glyphs = rules.legends.iter().flat_map(|it| &it.entries).flat_map(|it| &it.glyphs);
    let glyphs: BTreeSet<char> = glyphs.copied().collect();
    let mut quotes: Vec<char> = QUOTES.into_iter().filter(|it| !glyphs.contains(it)).collect();
    // Where bars stand within lines, those at the beginning are no quotes either.
    let parts_rows = |line: &Spanned<&str>| unquoted(&quotes, line.value).contains(BAR);
    if lines.iter().any(parts_rows) {
        quotes.retain(|it| *it != BAR);
    }
    let quotes = quotes.as_slice();
    let is_blank = |line: &Spanned<&str>| unquoted(quotes, line.value).is_empty();
    let has_blank = lines
        .iter()
        .filter(|line| depth(quotes, line.value) > 0 && !is_blank(line))
        .all(|line| unquoted(quotes, line.value).starts_with(' '));
    let is_row = |line: &str| {
        let row = unquoted(quotes, line).trim();
        row.chars().count() >= FEWEST_OF_A_ROW
            && row.chars().all(|it| it == ' ' || glyphs.contains(&it))
    };
    let is_words = |line: &str| !unquoted(quotes, line).trim().is_empty() && !is_row(line);
    let has_words = |sought: &usize| {
        lines.iter().any(|line| depth(quotes, line.value) == *sought && is_words(line.value))
    };
    let of_levels = depth_of_most(quotes, lines, is_row).filter(|it| *it > 0 && has_words(it));
    for line in lines.iter_mut() {
        let mut rest = line.value;
        let depth = depth(quotes, rest);
        if of_levels.is_some_and(|it| it != depth) && is_words(rest) {
            rest = &rest[rest.len()..];
        } else if depth > 0 {
            rest = unquoted(quotes, rest);
            rest = if has_blank { rest.strip_prefix(' ').unwrap_or(rest) } else { rest };
        }
        *line = spanned(rest, line.span.start as usize + line.value.len() - rest.len());
    }
}

/// Number of signs of quotes before most of these lines; none where there is no such line.
fn depth_of_most(
    quotes: &[char],
    lines: &[Spanned<&str>],
    is_one: impl Fn(&str) -> bool,
) -> Option<usize> {
    let mut counts: BTreeMap<usize, usize> = BTreeMap::new();
    for line in lines.iter().filter(|line| is_one(line.value)) {
        *counts.entry(depth(quotes, line.value)).or_default() += 1;
    }
    counts.into_iter().max_by_key(|(_, count)| *count).map(|(depth, _)| depth)
}

/// Signs of quotes before the line.
fn depth(quotes: &[char], line: &str) -> usize {
    let signs = &line[..line.len() - unquoted(quotes, line).len()];
    signs.matches(quotes).count()
}

/// The line behind all signs of quotes; blanks may stand between them, and before each who is quoted.
fn unquoted<'t>(quotes: &[char], line: &'t str) -> &'t str {
    let mut rest = line;
    loop {
        let signs = rest.trim_start_matches([' ', '\t']);
        let signs = without_name(signs).filter(|_| quotes.contains(&QUOTE)).unwrap_or(signs);
        match signs.strip_prefix(quotes) {
            Some(inner) => rest = inner,
            None => return rest,
        }
    }
}

/// Rest of the text behind a short name right before the sign of a quote.
fn without_name(text: &str) -> Option<&str> {
    /// Letters of initials and first names.
    const LONGEST: usize = 12;
    let behind = text.trim_start_matches(|it: char| it.is_ascii_alphabetic());
    let length = text.len() - behind.len();
    (1..=LONGEST).contains(&length).then_some(behind).filter(|it| it.starts_with(QUOTE))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_quotes_go_however_many() {
        for (line, rest) in [("> #", " #"), (">>#", "#"), (" > > #", " #"), ("#", "#"), (">", "")] {
            assert_eq!(unquoted(&QUOTES, line), rest);
            assert_eq!(depth(&QUOTES, line), line.matches('>').count());
        }
        for (line, rest) in [("Ann> #", " #"), (" AB> Bob>#", "#"), ("a -> b", "a -> b")] {
            assert_eq!(unquoted(&QUOTES, line), rest);
        }
    }
}
