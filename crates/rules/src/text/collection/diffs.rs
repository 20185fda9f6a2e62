//! Differences of two files, as programs for versions print them: `@@ -1,4 +1,5 @@`, then lines behind blanks, `-` and `+`.

use masume_syntax::ast::Spanned;

use crate::text::lines::part_of;

/// Leaves the newer file, where there are such differences: what they have of it line by line. What is older goes, and
/// what stands around them becomes blank lines. How many lines they should have is not asked: who mends a level in one
/// does not count.
pub(super) fn without_differences(lines: &mut Vec<Spanned<&str>>) {
    if !lines.iter().any(|line| is_head(line.value)) {
        return;
    }
    let (mut is_inside, mut is_below_name) = (false, false);
    lines.retain_mut(|line| {
        // Of two lines with names of files the second ends what was before.
        is_inside &= !(is_below_name && line.value.starts_with("+++ "));
        is_below_name = line.value.starts_with("--- ");
        let first = line.value.chars().next();
        if is_inside && first == Some('-') || first == Some('\\') {
            return false;
        }
        // Blanks at the end of a line get lost on the way.
        is_inside &= matches!(first, Some('+' | ' ') | None);
        let from = if is_inside { line.value.len().min(1) } else { line.value.len() };
        is_inside |= is_head(line.value);
        *line = part_of(line, from..line.value.len());
        true
    });
}

/// True for a line `@@ -1,4 +1,5 @@`, with or without words behind it.
fn is_head(line: &str) -> bool {
    let ranges = line.strip_prefix("@@ -").and_then(|it| it.split_once(" @@"));
    let both = ranges.and_then(|(ranges, _)| ranges.split_once(" +"));
    let is_range =
        |range: &str| !range.is_empty() && range.chars().all(|it| it.is_ascii_digit() || it == ',');
    both.is_some_and(|(older, newer)| is_range(older) && is_range(newer))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::text::lines::spanned;

    #[test]
    fn lines_of_the_newer_file_stay() {
        let check = |text: &str, expected: &str| {
            let mut lines: Vec<_> = text.split('|').map(|line| spanned(line, 0)).collect();
            without_differences(&mut lines);
            let left: Vec<&str> = lines.iter().map(|line| line.value).collect();
            assert_eq!(left.join("|"), expected, "{text}");
        };
        check("--- a|+++ b|@@ -0,0 +1,2 @@|+##|+ #|so|+#", "|||##| #||");
        check("@@ -1,3 +1,3 @@ x| a|-b|+-c||@@ -9 +9 @@|-d|+e|\\ No", "|a|-c|||e");
        check("@@ -1 +1 @@|+#|--- a|+++ b|@@ -1 +1 @@|+++c", "|#|||++c");
        for text in ["+##|+ #", "@@ -a +1 @@|+#", "@@|#", ""] {
            check(text, text);
        }
    }
}
