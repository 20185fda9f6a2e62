//! Orders: what an adapter is to do.

use serde::{Deserialize, Serialize};

/// An order to an adapter. Its ticket stands in the report of what came of it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// A new message.
    Post {
        /// Ticket of the order.
        ticket: u64,
        /// The room.
        room: String,
        /// The thread, where it belongs to one.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        thread: Option<String>,
        /// The message that it answers.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        reply: Option<String>,
        /// Name of the board, where it is one; a chat that can keep it with the message tells it with presses.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        board: Option<String>,
        /// Contents.
        content: Content,
        /// Signs that can be pressed; a chat with buttons shows these, and passes over [`Order::React`].
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        buttons: Vec<Button>,
    },
    /// Other contents for a message of ours.
    Edit {
        /// Ticket of the order.
        ticket: u64,
        /// The room.
        room: String,
        /// The message.
        message: String,
        /// Contents from now on.
        content: Content,
        /// Signs that can be pressed from now on.
        #[serde(default, skip_serializing_if = "Vec::is_empty")]
        buttons: Vec<Button>,
    },
    /// A sign under a message of ours, for others to press.
    React {
        /// Ticket of the order.
        ticket: u64,
        /// The room.
        room: String,
        /// The message.
        message: String,
        /// The sign.
        sign: String,
    },
    /// Answer to [`Event::Remember`](crate::Event::Remember); nothing is to be done.
    Remembered {
        /// Name of the line.
        name: String,
        /// The line that is kept; `None` if none is.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
}

/// Contents of a message.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Content {
    /// Lines and boards, one below the other. Nothing in them is formatting: what a chat would take
    /// for that, its adapter escapes.
    pub blocks: Vec<Block>,
    /// The same for people who listen: without boards.
    pub heard: String,
    /// The board as a picture, where it is large and the chat shows pictures.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub picture: Option<Picture>,
}

/// A picture, in the place of a board in letters.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Picture {
    /// A file of the kind PNG, in base 64.
    pub png: String,
    /// Pixels of a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
}

/// Part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// A line of prose.
    Line(String),
    /// Lines of which the columns are aligned, as in a block of code.
    Board(String),
}

/// A sign to press, with what it does in words.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Button {
    /// The sign.
    pub sign: String,
    /// Its effect in words, in the language of the room.
    pub label: String,
}

impl Content {
    /// Contents of lines that are said once.
    pub(crate) fn of_lines(lines: impl IntoIterator<Item = String>) -> Self {
        let lines: Vec<String> = lines.into_iter().map(|line| plain(&line)).collect();
        let heard = lines.join("\n");
        let blocks = lines.into_iter().map(Block::Line).collect();
        Self { blocks, heard, picture: None }
    }

    /// Contents as one text, for a chat that has nothing else.
    ///
    /// ```
    /// use masume_chat::{Block, Content};
    ///
    /// let blocks = vec![Block::Line("A".to_owned()), Block::Board("#.\n".to_owned())];
    /// assert_eq!(Content { blocks, ..Content::default() }.text(), "A\n#.\n");
    /// ```
    pub fn text(&self) -> String {
        let line = |block: &Block| match block {
            Block::Line(line) => format!("{line}\n"),
            Block::Board(board) => format!("{}\n", board.trim_end_matches('\n')),
        };
        self.blocks.iter().map(line).collect()
    }
}

/// The most characters of a line.
const LONGEST_LINE: usize = 500;

/// The line as it can be shown anywhere: in one line, of a bounded length, and calling nobody. A
/// word joiner behind `@` is not seen, and no chat takes what follows for a name.
pub(crate) fn plain(line: &str) -> String {
    let mut shown = String::new();
    for letter in line.chars().filter(|it| !is_hidden(*it)).take(LONGEST_LINE) {
        shown.push(if letter.is_control() { ' ' } else { letter });
        if letter == '@' {
            shown.push('\u{2060}');
        }
    }
    shown.trim_end().to_owned()
}

/// True for characters that turn the direction of writing around, and take up no room.
fn is_hidden(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200f}' | '\u{202a}'..='\u{202e}' | '\u{2060}'..='\u{2069}' | '\u{feff}')
}
