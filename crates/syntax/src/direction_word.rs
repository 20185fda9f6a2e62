//! Words for directions: the eight names, and sets of them.

/// Words for one direction, those along rows and columns first.
pub const DIRECTION_NAMES: [&str; 8] =
    ["up", "down", "left", "right", "up-left", "up-right", "down-left", "down-right"];

/// Words for several directions, and for those that depend on the player.
pub const DIRECTION_SETS: [&str; 10] = [
    "diagonals",
    "sideways",
    "forward",
    "backward",
    "forward-left",
    "forward-right",
    "backward-left",
    "backward-right",
    "forward-diagonals",
    "backward-diagonals",
];

/// All words for directions, the eight names first.
pub fn direction_words<'a>() -> impl Iterator<Item = &'a str> {
    DIRECTION_NAMES.into_iter().chain(DIRECTION_SETS)
}

/// True if a word names one direction or several.
pub fn is_direction_word(word: &str) -> bool {
    direction_words().any(|it| it == word)
}
