//! Orders in words, in each language that is spoken.

use crate::dialogue::{Answer, Command};

/// Order in words.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Order {
    /// A command of every face.
    Do(Command),
    /// From 1; without a number, where we are is said.
    Level(Option<usize>),
    /// The board.
    Board,
    /// Contents of a cell, a row or a column; without one, the board.
    Look(Option<String>),
    /// Places of pieces: those of a name, or else the one that is steered.
    Where(Option<String>),
    /// Meaning of each letter of the board.
    Legend,
    /// The board is shown only when it is asked for, or after each action.
    Quiet(bool),
}

/// The words for each, without those that take something.
const ORDERS: [(&[&str], Order); 22] = [
    (&["undo", "戻す", "もどす"], Order::Do(Command::Undo)),
    (&["redo", "やり直す", "やりなおす"], Order::Do(Command::Redo)),
    (&["restart", "最初から"], Order::Do(Command::Restart)),
    (&["next", "次"], Order::Do(Command::NextLevel)),
    (&["previous", "前"], Order::Do(Command::PreviousLevel)),
    (&["unsolved", "未解決"], Order::Do(Command::Unsolved)),
    (&["levels", "レベル一覧"], Order::Do(Command::Levels)),
    (&["level", "レベル"], Order::Level(None)),
    (&["legal", "list legal", "候補"], Order::Do(Command::Choices)),
    (&["hint", "ヒント"], Order::Do(Command::Hint)),
    (&["follow", "従う"], Order::Do(Command::Follow)),
    (&["moves", "history", "棋譜"], Order::Do(Command::History)),
    (&["trace", "追跡"], Order::Do(Command::Trace)),
    (&["save", "保存"], Order::Do(Command::Save)),
    (&["help", "?", "ヘルプ", "？"], Order::Do(Command::Help)),
    (&["quit", "q", "終了"], Order::Do(Command::Leave)),
    (&["board", "盤", "盤面"], Order::Board),
    (&["look", "見る"], Order::Look(None)),
    (&["where", "どこ"], Order::Where(None)),
    (&["legend", "凡例"], Order::Legend),
    (&["id"], Order::Do(Command::Copy)),
    (&["quiet", "静か"], Order::Quiet(true)),
];
/// The other side of `quiet`.
const LOUD: [&str; 2] = ["loud", "読み上げ"];

/// Order that these words give, if they do.
///
/// ```
/// use masume_presentation::dialogue::Command;
/// use masume_presentation::text::orders::{Order, read};
///
/// assert_eq!(read("level 3"), Some(Order::Level(Some(3))));
/// assert_eq!(read("戻す"), Some(Order::Do(Command::Undo)));
/// assert_eq!(read("nonsense"), None);
/// ```
pub fn read(text: &str) -> Option<Order> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    let text = words.join(" ");
    if LOUD.contains(&text.as_str()) {
        return Some(Order::Quiet(false));
    }
    if let Some((_, order)) = ORDERS.iter().find(|(names, _)| names.contains(&text.as_str())) {
        return Some(order.clone());
    }
    let (first, rest) = text.split_once(' ')?;
    let (_, order) = ORDERS.iter().find(|(names, _)| names.contains(&first))?;
    match order {
        Order::Level(_) => rest.parse().ok().map(|number| Order::Level(Some(number))),
        Order::Look(_) => Some(Order::Look(Some(rest.to_owned()))),
        Order::Where(_) => Some(Order::Where(Some(rest.to_owned()))),
        Order::Do(_) | Order::Board | Order::Legend | Order::Quiet(_) => None,
    }
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
            ("undo", Some(Order::Do(Command::Undo))),
            (" Undo ", Some(Order::Do(Command::Undo))),
            ("戻す", Some(Order::Do(Command::Undo))),
            ("list  legal", Some(Order::Do(Command::Choices))),
            ("?", Some(Order::Do(Command::Help))),
            ("level", Some(Order::Level(None))),
            ("level 3", Some(Order::Level(Some(3)))),
            ("レベル 3", Some(Order::Level(Some(3)))),
            ("level three", None),
            ("level 3 4", None),
            ("look C5", Some(Order::Look(Some("c5".to_owned())))),
            ("where the box", Some(Order::Where(Some("the box".to_owned())))),
            ("loud", Some(Order::Quiet(false))),
            ("undo 3", None),
            ("und", None),
            ("", None),
        ];
        for (text, expected) in rows {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
