//! Orders in words, in each language that is spoken.

use crate::dialogue::{Answer, Command};

/// Order in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TextOrder {
    /// A command of every face.
    Do(Command),
    /// A level is begun, counted from 1.
    Level(usize),
    /// Something is told, and nothing is done.
    Tell(Inquiry),
    /// The board is shown only when it is asked for, or after each action.
    Quiet(bool),
}

/// A question about the game as it stands.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Inquiry {
    /// The game with its level or seed.
    Heading,
    /// The board.
    Board,
    /// Contents of a cell, a row or a column, by its name.
    Contents(String),
    /// Places of pieces: those of a name, or else the one that is steered.
    Places(Option<String>),
    /// Meaning of each letter of the board.
    Legend,
}

/// Words that something may follow.
const LEVEL: [&str; 2] = ["level", "レベル"];
const LOOK: [&str; 2] = ["look", "見る"];
const WHERE: [&str; 2] = ["where", "どこ"];

/// The words for each, without those that take something.
const ORDERS: [(&[&str], TextOrder); 22] = [
    (&["undo", "戻す", "もどす"], TextOrder::Do(Command::Undo)),
    (&["redo", "やり直す", "やりなおす"], TextOrder::Do(Command::Redo)),
    (&["restart", "最初から"], TextOrder::Do(Command::Restart)),
    (&["next", "次"], TextOrder::Do(Command::NextLevel)),
    (&["previous", "前"], TextOrder::Do(Command::PreviousLevel)),
    (&["unsolved", "未解決"], TextOrder::Do(Command::Unsolved)),
    (&["levels", "レベル一覧"], TextOrder::Do(Command::Levels)),
    (&LEVEL, TextOrder::Tell(Inquiry::Heading)),
    (&["legal", "list legal", "候補"], TextOrder::Do(Command::Choices)),
    (&["hint", "ヒント"], TextOrder::Do(Command::Hint)),
    (&["follow", "従う"], TextOrder::Do(Command::Follow)),
    (&["moves", "history", "棋譜"], TextOrder::Do(Command::History)),
    (&["trace", "追跡"], TextOrder::Do(Command::Trace)),
    (&["save", "保存"], TextOrder::Do(Command::Save)),
    (&["help", "?", "ヘルプ", "？"], TextOrder::Do(Command::Help)),
    (&["quit", "q", "終了"], TextOrder::Do(Command::Leave)),
    (&["board", "盤", "盤面"], TextOrder::Tell(Inquiry::Board)),
    (&LOOK, TextOrder::Tell(Inquiry::Board)),
    (&WHERE, TextOrder::Tell(Inquiry::Places(None))),
    (&["legend", "凡例"], TextOrder::Tell(Inquiry::Legend)),
    (&["id"], TextOrder::Do(Command::Copy)),
    (&["quiet", "静か"], TextOrder::Quiet(true)),
];
/// The other side of `quiet`.
const LOUD: [&str; 2] = ["loud", "読み上げ"];

/// Order that these words give, if they do.
///
/// ```
/// use masume_presentation::dialogue::Command;
/// use masume_presentation::text::orders::{TextOrder, read};
///
/// assert_eq!(read("level 3"), Some(TextOrder::Level(3)));
/// assert_eq!(read("戻す"), Some(TextOrder::Do(Command::Undo)));
/// assert_eq!(read("nonsense"), None);
/// ```
pub fn read(text: &str) -> Option<TextOrder> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let text = words.join(" ");
    if LOUD.contains(&text.as_str()) {
        return Some(TextOrder::Quiet(false));
    }
    if let Some((_, order)) = ORDERS.iter().find(|(names, _)| names.contains(&text.as_str())) {
        return Some(order.clone());
    }
    let (first, rest) = text.split_once(' ')?;
    if is_level(first) {
        return rest.parse().ok().map(TextOrder::Level);
    }
    let inquiry = match first {
        _ if LOOK.contains(&first) => Inquiry::Contents(rest.to_owned()),
        _ if WHERE.contains(&first) => Inquiry::Places(Some(rest.to_owned())),
        _ => return None,
    };
    Some(TextOrder::Tell(inquiry))
}

/// True for a word that the number of a level follows.
///
/// ```
/// use masume_presentation::text::orders::is_level;
///
/// assert!(is_level("Level") && is_level("レベル"));
/// assert!(!is_level("levels"));
/// ```
pub fn is_level(word: &str) -> bool {
    LEVEL.iter().any(|it| it.eq_ignore_ascii_case(word))
}

/// An answer to a question, as a word; keys are answers on every face.
///
/// ```
/// use masume_presentation::dialogue::Answer;
/// use masume_presentation::text::orders::answer;
///
/// assert_eq!(answer("Yes"), Some(Answer::Yes));
/// assert_eq!(answer("いいえ"), Some(Answer::No));
/// assert_eq!(answer("perhaps"), None);
/// ```
pub fn answer(text: &str) -> Option<Answer> {
    match text.to_lowercase().as_str() {
        "yes" | "はい" => Some(Answer::Yes),
        "no" | "いいえ" => Some(Answer::No),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn orders_are_whole_words_in_each_language() {
        let rows = [
            ("undo", Some(TextOrder::Do(Command::Undo))),
            (" Undo ", Some(TextOrder::Do(Command::Undo))),
            ("戻す", Some(TextOrder::Do(Command::Undo))),
            ("list  legal", Some(TextOrder::Do(Command::Choices))),
            ("?", Some(TextOrder::Do(Command::Help))),
            ("level", Some(TextOrder::Tell(Inquiry::Heading))),
            ("level 3", Some(TextOrder::Level(3))),
            ("レベル 3", Some(TextOrder::Level(3))),
            ("level three", None),
            ("level 3 4", None),
            ("look C5", Some(TextOrder::Tell(Inquiry::Contents("c5".to_owned())))),
            ("look", Some(TextOrder::Tell(Inquiry::Board))),
            ("where the box", Some(TextOrder::Tell(Inquiry::Places(Some("the box".to_owned()))))),
            ("loud", Some(TextOrder::Quiet(false))),
            ("undo 3", None),
            ("und", None),
            ("", None),
        ];
        for (text, expected) in rows {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
