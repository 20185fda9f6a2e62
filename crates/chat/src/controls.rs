//! Signs under a board, and what each does.

use masume_engine::Direction;
use masume_presentation::dialogue::{Command, Dialogue, help};
use masume_presentation::locale::Phrases;
use masume_session::Meaning;

use crate::order::Button;

/// Signs of actions that are no directions.
const DIGITS: [&str; 9] = ["1️⃣", "2️⃣", "3️⃣", "4️⃣", "5️⃣", "6️⃣", "7️⃣", "8️⃣", "9️⃣"];

/// A sign under a board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Control {
    sign: &'static str,
    pub(crate) does: Does,
}

/// Effect of a button.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Does {
    /// An action, as text.
    Action(String),
    /// A command.
    Command(Command),
    /// Next level, or after the end the game anew.
    Next,
}

/// The signs of a game: its directions, its other actions, and what every game has.
pub(crate) fn controls(dialogue: &Dialogue) -> Vec<Control> {
    let mut actions: Vec<&str> = Vec::new();
    for binding in dialogue.keys.bindings() {
        if let Meaning::Action(text) = &binding.meaning
            && !actions.contains(&text.as_str())
        {
            actions.push(text);
        }
    }
    let (steps, others): (Vec<&str>, Vec<&str>) =
        actions.into_iter().partition(|text| direction(text).is_some());
    let step = |way: Direction| {
        let text = steps.iter().find(|text| direction(text) == Some(way))?;
        Some(Control { sign: arrow(way), does: Does::Action((*text).to_owned()) })
    };
    let other =
        |(sign, text): (&'static str, &str)| Control { sign, does: Does::Action(text.to_owned()) };
    let mut controls: Vec<Control> = ORDER.into_iter().filter_map(step).collect();
    controls.extend(DIGITS.into_iter().zip(others).map(other));
    let command = |(sign, command)| Control { sign, does: Does::Command(command) };
    let commands =
        [("↩️", Command::Undo), ("🔄", Command::Restart), ("💡", Command::Hint)].map(command);
    controls.extend(commands);
    controls.push(Control { sign: "⏭️", does: Does::Next });
    controls
}

/// Order in which directions stand under a board.
const ORDER: [Direction; 8] = [
    Direction::Left,
    Direction::Up,
    Direction::Down,
    Direction::Right,
    Direction::UpLeft,
    Direction::UpRight,
    Direction::DownLeft,
    Direction::DownRight,
];

fn arrow(way: Direction) -> &'static str {
    match way {
        Direction::Left => "⬅️",
        Direction::Up => "⬆️",
        Direction::Down => "⬇️",
        Direction::Right => "➡️",
        Direction::UpLeft => "↖️",
        Direction::UpRight => "↗️",
        Direction::DownLeft => "↙️",
        Direction::DownRight => "↘️",
    }
}

fn direction(text: &str) -> Option<Direction> {
    text.split(' ').find_map(Direction::from_name)
}

impl Control {
    /// True if this is the sign; chats write it with or without a mark that asks for colours.
    pub(crate) fn is_signed(&self, sign: &str) -> bool {
        let bare = |text: &str| text.replace('\u{fe0f}', "");
        bare(self.sign) == bare(sign)
    }

    pub(crate) fn button(&self, dialogue: &Dialogue, phrases: &Phrases) -> Button {
        let label = match &self.does {
            Does::Action(text) => help::action_words(dialogue, phrases, text),
            Does::Command(command) => phrases.say(command.phrase(false), &[]),
            Does::Next => phrases.say("chat-next", &[]),
        };
        Button { sign: self.sign.to_owned(), label }
    }
}
