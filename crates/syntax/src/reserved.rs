//! The words of the language, what a misspelt one was meant to be, and words in messages.

/// Words that are never names of pieces, layers, values or definitions, sorted.
pub(crate) const RESERVED: &[&str] = &[
    "all", "and", "any", "around", "at", "bend", "beside", "centre", "column", "count", "each",
    "edge", "else", "empty", "end", "every", "everyone", "first", "forward", "from", "has", "if",
    "in", "is", "let", "lose", "march", "meets", "mine", "mod", "must", "my", "no", "nobody",
    "not", "of", "or", "over", "passed", "random", "repeat", "require", "row", "sees", "shuffle",
    "some", "the", "their", "theirs", "times", "to", "toward", "turn", "until", "walk", "ways",
    "when", "win", "with",
];

/// The words that belong to the language, sorted.
pub fn reserved_words() -> &'static [&'static str] {
    RESERVED
}

/// True if the word belongs to the language and cannot name a piece, layer, value or definition.
pub fn is_reserved(word: &str) -> bool {
    RESERVED.binary_search(&word).is_ok()
}

/// The candidate that `name` is most probably meant to be: the nearest by edit distance, where a
/// third of the characters, and one at least, may differ. The first of equally near ones.
///
/// A name of one character has no suggestion: every other one would be as near.
pub fn nearest<'a>(name: &str, candidates: impl IntoIterator<Item = &'a str>) -> Option<&'a str> {
    let length = name.chars().count();
    // A word of a hundred characters is no slip of the hand, and comparing it costs its square.
    if !(2..=100).contains(&length) {
        return None;
    }
    let allowed = (length / 3).max(1);
    let mut best: Option<(usize, &str)> = None;
    for candidate in candidates {
        let theirs = candidate.chars().count();
        if candidate == name || theirs < 2 || theirs.abs_diff(length) > allowed {
            continue;
        }
        let distance = strsim::osa_distance(name, candidate);
        if distance <= allowed && best.is_none_or(|(least, _)| distance < least) {
            best = Some((distance, candidate));
        }
    }
    best.map(|(_, candidate)| candidate)
}

/// Words as a message lists those that can be written: each in backticks, with `or` before the last.
///
/// ```
/// assert_eq!(masume_syntax::listed(&["min", "max", "abs"]), "`min`, `max` or `abs`");
/// ```
pub fn listed(words: &[&str]) -> String {
    let quoted: Vec<String> = words.iter().map(|word| format!("`{word}`")).collect();
    match quoted.split_last() {
        Some((last, before)) if !before.is_empty() => format!("{} or {last}", before.join(", ")),
        Some(_) | None => quoted.concat(),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn reserved_words_are_sorted() {
        assert!(RESERVED.is_sorted());
        assert!(RESERVED.iter().all(|word| is_reserved(word)));
    }

    #[test]
    fn the_nearest_name_is_suggested_only_when_near() {
        let candidates = ["action", "board", "box", "wall"];
        let rows = [
            ("acton", Some("action")),
            ("actoin", Some("action")),
            ("bx", Some("box")),
            ("borad", Some("board")),
            ("walls", Some("wall")),
            ("king", None),
            ("b", None),
            ("box", None),
            ("", None),
        ];
        for (name, expected) in rows {
            assert_eq!(nearest(name, candidates), expected, "{name}");
        }
    }
}
