//! Names of keys.

use crate::locale::Phrases;

/// A key as it is written on a keyboard.
///
/// ```
/// use masume_presentation::locale::{Locale, Phrases};
/// use masume_presentation::speech::keys::key_name;
///
/// let phrases = Phrases::new(Locale::English);
/// let names = ["page-up", "ctrl-z", "f1", "a"].map(|key| key_name(key, &phrases));
/// assert_eq!(names, ["PgUp", "Ctrl-Z", "F1", "a"]);
/// ```
pub fn key_name(key: &str, phrases: &Phrases) -> String {
    match key {
        "up" | "down" | "left" | "right" | "space" | "enter" | "tab" | "escape" | "backspace"
        | "page-up" | "page-down" | "home" | "end" | "letters" => {
            phrases.say(&format!("key-{key}"), &[])
        }
        key => match key.strip_prefix("ctrl-") {
            Some(letter) => format!("Ctrl-{}", letter.to_uppercase()),
            None if key.len() > 1 => key.to_uppercase(),
            None => key.to_owned(),
        },
    }
}
