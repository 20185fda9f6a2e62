//! Words as they are typed into a shell.

use std::borrow::Cow;

/// A word as it is typed into a shell.
///
/// ```
/// use masume_presentation::shell::typed;
///
/// assert_eq!(typed("tea-time.masu"), "tea-time.masu");
/// assert_eq!(typed("my game.masu"), "'my game.masu'");
/// ```
pub fn typed(word: &str) -> Cow<'_, str> {
    // Letters of every script are letters to a shell, too.
    let is_plain = |it: char| it.is_alphanumeric() || matches!(it, '-' | '_' | '.' | '/' | ':');
    match word.chars().all(is_plain) {
        true => Cow::Borrowed(word),
        // Only a word with a NUL cannot be quoted, and neither a file nor an id has one.
        false => shlex::try_quote(word).unwrap_or(Cow::Borrowed(word)),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_a_shell_would_take_apart_is_quoted() {
        for (word, expected) in [
            ("tea-time.masu", "tea-time.masu"),
            ("a/石取り.masu", "a/石取り.masu"),
            ("my game.masu", "'my game.masu'"),
            ("2048:5x5,two=75%#4", "'2048:5x5,two=75%#4'"),
            ("it's", "\"it's\""),
        ] {
            assert_eq!(typed(word), expected);
        }
    }
}
