//! Words that are said in rooms, in English and Japanese.

use masume_adapter::Language;

/// The line that is said in a room that is entered.
pub(crate) fn greeting(language: Language) -> &'static str {
    language.choose(
        "Masume plays here: `masume help` says how. It cannot read rooms that are encrypted.",
        "Masume がここで遊べます。使い方は `masume help`。暗号化された部屋は読めません。",
    )
}

/// The line that is said in a room that is left because it is encrypted.
pub(crate) fn farewell(language: Language) -> &'static str {
    language.choose(
        "This room is encrypted, and Masume cannot read here: invite it to one that is not.",
        "この部屋は暗号化されていて、Masume には読めません。暗号化されていない部屋に招待してください。",
    )
}
