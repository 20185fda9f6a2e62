//! Tags of pages, of forums and of files in XML, which stand around rows: `<L>#@ $.#</L>`, `[code]#@ $.#[/code]`.

use masume_syntax::ast::Spanned;

use super::exemplar::is_glyph;
use crate::model::Rules;
use crate::text::lines::spanned;

/// Lines between tags, in a game where their signs are no glyphs. A line of tags alone is blank;
/// the name in `<Level Id="Around">` stands as words.
pub(super) fn without_tags<'t>(
    rules: &Rules,
    lines: Vec<Spanned<&'t str>>,
) -> Vec<Spanned<&'t str>> {
    let mut opens = vec!['<', '['];
    opens.retain(|open| !is_glyph(rules, *open) && !is_glyph(rules, close(*open)));
    // Counted before memory is taken for them.
    let (mut count, mut has_tags) = (0, false);
    for line in &lines {
        has_tags |= each_part(&opens, line, |_| count += 1);
    }
    if !has_tags {
        return lines;
    }
    let mut found = Vec::with_capacity(count);
    for line in &lines {
        each_part(&opens, line, |part| found.push(part));
    }
    found
}

/// Takes the parts of a line between its tags, of which those that show nothing are left out, or
/// the line itself where there is no tag. True if there is one.
fn each_part<'t>(
    opens: &[char],
    line: &Spanned<&'t str>,
    mut take: impl FnMut(Spanned<&'t str>),
) -> bool {
    let text = line.value;
    let mut is_blank = true;
    let mut take_part = |from: usize, part: &'t str| {
        if !part.trim().is_empty() {
            is_blank = false;
            take(spanned(part, line.span.start as usize + from));
        }
    };
    let (mut start, mut from) = (0, 0);
    while let Some(open) = text[from..].find(opens).map(|it| from + it) {
        let Some(inside) = tag(&text[open..]) else {
            from = open + 1;
            continue;
        };
        take_part(start, &text[start..open]);
        if let Some((at, name)) = level_name(inside) {
            take_part(open + 1 + at, name);
        }
        start = open + inside.len() + 2;
        from = start;
    }
    take_part(start, &text[start..]);
    if is_blank {
        take(spanned(&text[start..], line.span.start as usize + start));
    }
    start > 0
}

/// Sign that ends a tag which begins with this one.
fn close(open: char) -> char {
    if open == '<' { '>' } else { ']' }
}

/// The inside of the tag with which the text begins; none where it is no tag, but an address, an
/// arrow, or a title in brackets.
fn tag(text: &str) -> Option<&str> {
    /// Names of tags of forums, around levels or a part of a text.
    const FORUMS: [&str; 6] = ["code", "pre", "quote", "spoiler", "size", "font"];
    if let Some(rest) = text.strip_prefix('[') {
        let inside = &rest[..rest.find(']')?];
        let name = inside.trim_start_matches('/').split('=').next().unwrap_or_default();
        let is_known = FORUMS.iter().any(|known| known.eq_ignore_ascii_case(name));
        return Some(inside).filter(|_| is_known);
    }
    let inside = &text[1..text.find('>')?];
    let name = inside.trim_start_matches(['/', '!', '?']);
    let end = name.find(|it: char| !it.is_ascii_alphanumeric() && it != '-').unwrap_or(name.len());
    let is_name = name.starts_with(|it: char| it.is_ascii_alphabetic());
    let is_ended = name[end..].is_empty() || name[end..].starts_with([' ', '\t', '/', '?']);
    (is_name && is_ended && !inside.contains('<')).then_some(inside)
}

/// Name of a level in the inside of its tag, and where it begins there.
fn level_name(inside: &str) -> Option<(usize, &str)> {
    const KEY: &str = " Id=\"";
    let start = inside.find(KEY).filter(|_| inside.starts_with("Level "))? + KEY.len();
    let end = inside[start..].find('"')?;
    Some((start, &inside[start..start + end]))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_stands_between_tags_is_read() {
        let check = |text: &str, expected: &[(u32, &str)]| {
            let mut found = Vec::new();
            each_part(&['<', '['], &spanned(text, 10), |part| found.push(part));
            let found: Vec<_> = found.iter().map(|it| (it.span.start, it.value)).collect();
            assert_eq!(found, expected, "{text}");
        };
        check("   <L># @ #</L>", &[(16, "# @ #")]);
        check("<p>Around</p><pre>####", &[(13, "Around"), (28, "####")]);
        check("####<br/>#  #<BR>", &[(10, "####"), (19, "#  #")]);
        check("<Level Id=\"A b\" Width=\"7\">", &[(21, "A b")]);
        check("</Level>", &[(18, "")]);
        check("[code]## [b] #[/CODE]", &[(16, "## [b] #")]);
        check("[quote=\"Ann\"][i]so[/i]", &[(23, "[i]so[/i]")]);
        check("<?xml version=\"1.0\"?>", &[(31, "")]);
        for line in [
            "[One]",
            "[code",
            "#@ $ .# <- the goal",
            "Ann <a@b.c>",
            "a <3 b> c",
            "<",
            "",
            "  # <unclosed",
        ] {
            check(line, &[(10, line)]);
        }
    }
}
