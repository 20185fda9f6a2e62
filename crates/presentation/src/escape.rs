//! Escapes for what others wrote and no terminal may be sent.

use std::borrow::Cow;

use serde::Serialize;

/// True if a character could make a terminal do something, or show text in another order than it
/// is written in: controls but the end of a line and the tab, and marks of direction.
///
/// ```
/// use masume_presentation::escape::is_unsafe;
///
/// assert!(is_unsafe('\u{1b}') && is_unsafe('\u{202e}'));
/// assert!(!is_unsafe('\n') && !is_unsafe('é'));
/// ```
pub fn is_unsafe(letter: char) -> bool {
    match letter {
        '\n' | '\t' => false,
        // Marks, embeddings, overrides and isolates, and the two ends that only Unicode knows.
        '\u{61c}' | '\u{200e}' | '\u{200f}' | '\u{2028}'..='\u{202e}' | '\u{2066}'..='\u{2069}' => {
            true
        }
        // The lower ones, delete, and those that some terminals take for an escape sequence.
        letter => letter.is_control(),
    }
}

/// The text with what is unsafe spelt out, such as `\u{1b}`.
///
/// ```
/// use masume_presentation::escape::escaped;
///
/// assert_eq!(escaped("a\u{1b}[31mb"), "a\\u{1b}[31mb");
/// assert_eq!(escaped("日本語"), "日本語");
/// ```
pub fn escaped(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let mut safe = String::with_capacity(text.len());
    for letter in text.chars() {
        match is_unsafe(letter) {
            true => safe.extend(letter.escape_unicode()),
            false => safe.push(letter),
        }
    }
    Cow::Owned(safe)
}

/// The text with stand-ins that have as many bytes, so that every place in it stays the same.
///
/// ```
/// use masume_presentation::escape::masked;
///
/// assert_eq!(masked("a\u{1b}b"), "a?b");
/// assert_eq!(masked("\u{202e}").len(), "\u{202e}".len());
/// ```
pub fn masked(text: &str) -> Cow<'_, str> {
    if !text.contains(is_unsafe) {
        return Cow::Borrowed(text);
    }
    let stand_in = |letter: char| match letter.len_utf8() {
        _ if !is_unsafe(letter) => letter,
        1 => '?',
        2 => '¿',
        _ => '\u{fffd}',
    };
    Cow::Owned(text.chars().map(stand_in).collect())
}

/// JSON of a value, which does nothing to a terminal.
///
/// ```
/// use masume_presentation::escape::json_text;
///
/// assert_eq!(json_text(&"a\u{9b}b").unwrap(), "\"a\\u009bb\"");
/// ```
///
/// # Errors
/// Those of the value itself, such as a map whose keys are no texts.
pub fn json_text(value: &impl Serialize) -> serde_json::Result<String> {
    let text = serde_json::to_string(value)?;
    // Such characters stand inside of texts only, where they can be spelt out.
    let unsafe_letters: Vec<char> = text.chars().filter(|&it| is_unsafe(it)).collect();
    let text = unsafe_letters
        .into_iter()
        .fold(text, |text, letter| text.replace(letter, &format!("\\u{:04x}", u32::from(letter))));
    Ok(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// One of each kind.
    const UNSAFE: [char; 12] = [
        '\0', '\u{7}', '\r', '\u{1b}', '\u{7f}', '\u{85}', '\u{9b}', '\u{61c}', '\u{200f}',
        '\u{2028}', '\u{202e}', '\u{2066}',
    ];

    #[test]
    fn what_is_unsafe_is_spelt_out() {
        assert_eq!(escaped("a\u{1b}[31m\u{9b}\u{202e}b\r"), "a\\u{1b}[31m\\u{9b}\\u{202e}b\\u{d}");
        for letter in UNSAFE {
            let text = format!("a{letter}b");
            assert!(!escaped(&text).contains(is_unsafe), "{letter:?}");
            assert!(!masked(&text).contains(is_unsafe), "{letter:?}");
            assert_eq!(masked(&text).len(), text.len(), "{letter:?}");
        }
    }

    #[test]
    fn other_text_is_left_as_it_is() {
        for text in ["", "a\tb\nc", "日本語 é 🀄\u{fe0f}", "שלום"] {
            assert_eq!((escaped(text), masked(text)), (text.into(), text.into()));
        }
    }
}
