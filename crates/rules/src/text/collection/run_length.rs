//! Run-length encoding of rows: `3#|#2-#` is `###` above `#--#`, `2(3(#-)#)` is `#-#-#-##-#-#-#`.

use masume_board::Grid;

/// Most groups in one another: each level of nesting repeats what is inside, so that a few suffice for any board.
const DEEPEST: usize = 16;

/// A line read as run lengths.
#[derive(Debug, PartialEq, Eq)]
pub(super) enum DecodedLine {
    Rows(Vec<String>),
    /// All signs fit, but the parenthesis at this byte has no partner, or a bound is passed there.
    Unclosed(usize),
    /// Not an encoding.
    Other,
}

/// True for the signs that an encoding has besides glyphs.
pub(super) fn is_sign(sign: char) -> bool {
    sign.is_ascii_digit() || matches!(sign, '|' | '(' | ')')
}

/// Group that is being read: where it begins, how often it stands, and its cells so far. Ends of rows are `|`.
struct Group {
    start: usize,
    times: usize,
    cells: String,
}

/// Rows of a line in which a number before a glyph or before a group in parentheses repeats it, and `|` parts rows.
pub(super) fn decoded(text: &str, is_glyph: impl Fn(char) -> bool) -> DecodedLine {
    let text = text.trim_end();
    let mut groups = vec![Group { start: 0, times: 1, cells: String::new() }];
    let (mut count, mut signs, mut cells) = (None, 0, 0_usize);
    for (offset, sign) in text.char_indices() {
        if let Some(digit) = sign.to_digit(10) {
            let number = count.unwrap_or(0_usize) * 10 + digit as usize;
            // Nobody writes down what is not there: a 0 is a sign that does not belong to the row.
            if number == 0 || number > Grid::MAX_SIDE as usize {
                return DecodedLine::Other;
            }
            count = Some(number);
            continue;
        }
        signs += 1;
        if sign == '(' {
            if groups.len() > DEEPEST {
                return DecodedLine::Unclosed(offset);
            }
            let times = count.take().unwrap_or(1);
            groups.push(Group { start: offset, times, cells: String::new() });
            continue;
        }
        let (piece, times) = match sign {
            ')' if count.is_some() => return DecodedLine::Other,
            ')' => match groups.pop() {
                Some(group) if !groups.is_empty() => (group.cells, group.times),
                _ => return DecodedLine::Unclosed(offset),
            },
            '|' if count.is_some() => return DecodedLine::Other,
            '|' => ("|".to_owned(), 1),
            glyph if is_glyph(glyph) => (glyph.to_string(), count.take().unwrap_or(1)),
            _ => return DecodedLine::Other,
        };
        // Counted before memory is taken for them.
        cells += if sign == ')' { piece.len() * times.saturating_sub(1) } else { times };
        let Some(group) = groups.last_mut().filter(|_| cells <= Grid::MAX_CELLS) else {
            return DecodedLine::Other;
        };
        group.cells.push_str(&piece.repeat(times));
    }
    let last = groups.pop();
    let Some(whole) = last.filter(|_| count.is_none()) else { return DecodedLine::Other };
    if !groups.is_empty() {
        return DecodedLine::Unclosed(whole.start);
    }
    let mut rows: Vec<String> = whole.cells.split('|').map(str::to_owned).collect();
    if rows.len() > 1 && rows.last().is_some_and(String::is_empty) {
        rows.pop();
    }
    // `3.` is the number of something, and not three goals.
    if rows.len() == 1 && signs == 1 && text.ends_with(['.', '-']) {
        return DecodedLine::Other;
    }
    DecodedLine::Rows(rows)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_repeat_glyphs_and_groups() {
        let check = |text: &str, expected: &[&str]| {
            let rows = expected.iter().map(|row| (*row).to_owned()).collect();
            assert_eq!(decoded(text, |it| "#-.@$".contains(it)), DecodedLine::Rows(rows), "{text}");
        };
        check("3#4-@.#", &["###----@.#"]);
        check("2(3(#-)#)", &["#-#-#-##-#-#-#"]);
        check("--3#|3#-#|#@$.#|5#|", &["--###", "###-#", "#@$.#", "#####"]);
        check("2(#-#|)3#", &["#-#", "#-#", "###"]);
        check("(#)10-#", &["#----------#"]);
        check("2(|)#", &["", "", "#"]);
    }

    #[test]
    fn what_is_no_encoding_is_none_and_what_is_open_has_a_place() {
        let check = |text: &str, expected: DecodedLine| {
            assert_eq!(decoded(text, |it| "#-.@$".contains(it)), expected, "{text}");
        };
        check("2(3(#-)#", DecodedLine::Unclosed(1));
        check("#)2#", DecodedLine::Unclosed(1));
        check(&"9(".repeat(17), DecodedLine::Unclosed(33));
        for text in
            ["3", "#3", "#0-#", "2|#", "3.", "a3#", "(3)", "1025#", "9(9(9(9(9(9(9(9(9#))))))))"]
        {
            check(text, DecodedLine::Other);
        }
    }
}
