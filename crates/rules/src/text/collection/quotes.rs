//! Quotes of mails: lines that begin with `>`.

use masume_syntax::ast::Spanned;

use crate::model::Rules;
use crate::text::lines::spanned;

const QUOTE: char = '>';

/// Takes the signs of quotes from the beginnings of lines, in a game where they are no glyphs. A blank
/// behind them is taken too where every quoted line has one.
pub(super) fn unquote(rules: &Rules, lines: &mut [Spanned<&str>]) {
    let mut glyphs = rules.legends.iter().flat_map(|it| &it.entries).flat_map(|it| &it.glyphs);
    if glyphs.any(|glyph| *glyph == QUOTE) {
        return;
    }
    let quoted = |line: &Spanned<&str>| line.value.trim_start().starts_with(QUOTE);
    let body = |line: &Spanned<&str>| unquoted(line.value).is_empty();
    let has_blank = lines
        .iter()
        .filter(|line| quoted(line) && !body(line))
        .all(|line| unquoted(line.value).starts_with(' '));
    for line in lines.iter_mut().filter(|line| quoted(line)) {
        let rest = unquoted(line.value);
        let rest = if has_blank { rest.strip_prefix(' ').unwrap_or(rest) } else { rest };
        *line = spanned(rest, line.span.start as usize + line.value.len() - rest.len());
    }
}

/// The line behind all signs of quotes; blanks may stand between them.
fn unquoted(line: &str) -> &str {
    let mut rest = line;
    while let Some(inner) = rest.trim_start_matches([' ', '\t']).strip_prefix(QUOTE) {
        rest = inner;
    }
    rest
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signs_of_quotes_go_however_many() {
        for (line, rest) in [("> #", " #"), (">>#", "#"), (" > > #", " #"), ("#", "#"), (">", "")] {
            assert_eq!(unquoted(line), rest);
        }
    }
}
