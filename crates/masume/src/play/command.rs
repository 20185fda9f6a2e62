//! What a player can ask for besides actions.

/// What is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Command {
    Undo,
    Restart,
    Next,
    /// From 1; without a number, the level at hand is named.
    Level(Option<usize>),
    Legal,
    Board,
    Help,
    Quit,
}

/// All of them, for the help.
pub(super) const COMMANDS: &str =
    "undo, restart, next, level N, legal, board, help (or ?), quit (or q)";

/// The command of these words, if they are one.
pub(super) fn read(text: &str) -> Option<Command> {
    let mut words = text.split_whitespace();
    let (first, second) = (words.next()?.to_lowercase(), words.next());
    if words.next().is_some() {
        return None;
    }
    let command = match first.as_str() {
        "level" => {
            return match second {
                None => Some(Command::Level(None)),
                Some(number) => number.parse().ok().map(|number| Command::Level(Some(number))),
            };
        }
        "undo" => Command::Undo,
        "restart" => Command::Restart,
        "next" => Command::Next,
        "legal" => Command::Legal,
        "board" => Command::Board,
        "help" | "?" => Command::Help,
        "quit" | "q" => Command::Quit,
        _ => return None,
    };
    second.is_none().then_some(command)
}

/// What a single key asks for where the game gives it no meaning.
pub(super) fn of_key(key: &str) -> Option<Command> {
    match key {
        "u" | "backspace" => Some(Command::Undo),
        "r" => Some(Command::Restart),
        "?" => Some(Command::Help),
        "q" => Some(Command::Quit),
        _ => None,
    }
}

/// An answer to a question.
pub(super) fn read_answer(text: &str) -> Option<bool> {
    match text.trim().to_lowercase().as_str() {
        "y" | "yes" => Some(true),
        "n" | "no" => Some(false),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn commands_are_whole_words() {
        let rows = [
            ("undo", Some(Command::Undo)),
            (" Undo ", Some(Command::Undo)),
            ("?", Some(Command::Help)),
            ("q", Some(Command::Quit)),
            ("level", Some(Command::Level(None))),
            ("level 3", Some(Command::Level(Some(3)))),
            ("level three", None),
            ("level 3 4", None),
            ("undo 3", None),
            ("und", None),
            ("", None),
        ];
        for (text, expected) in rows {
            assert_eq!(read(text), expected, "{text}");
        }
    }
}
