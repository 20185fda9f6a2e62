//! Lines of `masume chat stdio`, as `spec/chat.md` has them.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use serde::de::Error as _;
use serde::{Deserialize, Deserializer, Serialize};

/// Something that happened, or a report of what came of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
#[serde(rename_all = "kebab-case")]
pub enum Event {
    /// A message was written.
    Said(Said),
    /// A sign was pressed, or taken back.
    Pressed(Pressed),
    /// An order was done.
    Done {
        /// Ticket of the order.
        ticket: u64,
        /// The message that was posted.
        #[serde(skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// An order cannot be done.
    Refused {
        /// Ticket of the order.
        ticket: u64,
    },
    /// There was too much; the wait is over.
    Later {
        /// Ticket of the order.
        ticket: u64,
    },
    /// A line of ours is kept, after all that was told before; without one, it is asked for.
    Remember {
        /// Name of the line.
        name: String,
        /// The line.
        #[serde(skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
}

/// A message that a person wrote.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Said {
    /// The room.
    pub room: String,
    /// The thread, where it is in one.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// The message itself.
    pub message: String,
    /// The message that it answers.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The person.
    pub who: String,
    /// The text, without formatting.
    pub text: String,
}

/// A sign that was pressed, or taken back.
#[derive(Clone, Debug, PartialEq, Eq, Serialize)]
pub struct Pressed {
    /// The room.
    pub room: String,
    /// Name of the press.
    pub press: String,
    /// The message.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The sign.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// Name of the board, where the message keeps it.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The person.
    pub who: String,
    /// True if it was added, false if it was taken back.
    pub added: bool,
}

/// A line that the other program writes.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Line {
    /// Answer to [`Event::Remember`].
    Remembered {
        /// The line that is kept.
        #[serde(default)]
        line: Option<String>,
    },
    /// Something that was told is not understood: versions that do not belong together.
    Error(String),
    /// Something to be done.
    #[serde(untagged)]
    Order(Order),
}

/// Something to be done.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// A new message.
    Post {
        /// Ticket of the order.
        ticket: u64,
        /// The room.
        room: String,
        /// The thread, where it belongs to one.
        #[serde(default)]
        thread: Option<String>,
        /// The message that it answers.
        #[serde(default)]
        reply: Option<String>,
        /// Name of the board, where it is one, to be told with presses.
        #[serde(default)]
        board: Option<String>,
        /// Contents.
        content: Content,
        /// Signs that can be pressed.
        #[serde(default)]
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
        #[serde(default)]
        buttons: Vec<Button>,
    },
    /// A sign under a message of ours.
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
}

impl Order {
    /// Ticket of the order.
    pub fn ticket(&self) -> u64 {
        let (Self::Post { ticket, .. } | Self::Edit { ticket, .. } | Self::React { ticket, .. }) =
            self;
        *ticket
    }
}

/// A sign to press, with what it does in words.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Button {
    /// The sign.
    pub sign: String,
    /// Its deed.
    pub label: String,
}

/// Contents of a message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Content {
    /// Lines and boards.
    pub blocks: Vec<Block>,
    /// The same for people who listen.
    pub heard: String,
    /// The board as a picture.
    #[serde(default)]
    pub picture: Option<Picture>,
}

/// A picture, in the place of a board in letters.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
pub struct Picture {
    /// The file, of the kind PNG.
    #[serde(deserialize_with = "of_base64")]
    pub png: Vec<u8>,
    /// Pixels of a row.
    pub width: u32,
    /// Rows of pixels.
    pub height: u32,
}

fn of_base64<'de, D: Deserializer<'de>>(text: D) -> Result<Vec<u8>, D::Error> {
    STANDARD.decode(String::deserialize(text)?).map_err(D::Error::custom)
}

/// Part of a message.
#[derive(Clone, Debug, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum Block {
    /// A line of prose.
    Line(String),
    /// Lines of letters of one width.
    Board(String),
}

impl Content {
    /// Contents as one text.
    pub fn text(&self) -> String {
        let line = |block: &Block| match block {
            Block::Line(text) | Block::Board(text) => format!("{}\n", text.trim_end_matches('\n')),
        };
        self.blocks.iter().map(line).collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use serde_json::Value;

    /// Lines of the specification that begin like this.
    fn lines(mark: &str) -> Vec<Value> {
        let lines = include_str!("../../../spec/chat.md").lines();
        let lines = lines.filter_map(|line| line.strip_prefix(mark));
        lines.map(|line| serde_json::from_str(line).expect(line)).collect()
    }

    #[test]
    fn orders_of_the_specification_are_read() {
        let orders = lines("< ");
        assert!(orders.len() > 4);
        for order in orders {
            let line: Line = serde_json::from_value(order.clone()).expect("a line");
            assert!(!matches!(line, Line::Error(_)), "{order}");
        }
    }

    #[test]
    fn events_are_written_as_in_the_specification() {
        let said = Said {
            room: "hall".to_owned(),
            thread: None,
            message: "m3".to_owned(),
            reply: Some("m2".to_owned()),
            who: "@anna".to_owned(),
            text: "b2".to_owned(),
        };
        let pressed = |added: bool| Pressed {
            room: "hall".to_owned(),
            press: "p1".to_owned(),
            message: added.then(|| "m2".to_owned()),
            sign: added.then(|| "➡️".to_owned()),
            board: added.then(|| "1".to_owned()),
            who: "@anna".to_owned(),
            added,
        };
        let remember = |line: Option<&str>| Event::Remember {
            name: "read".to_owned(),
            line: line.map(str::to_owned),
        };
        let specified = lines("> ");
        for event in [
            Event::Said(said),
            Event::Pressed(pressed(true)),
            Event::Pressed(pressed(false)),
            Event::Done { ticket: 1, message: Some("m2".to_owned()) },
            Event::Done { ticket: 2, message: None },
            Event::Later { ticket: 3 },
            remember(Some("s72594")),
            remember(None),
        ] {
            let written = serde_json::to_value(&event).expect("JSON");
            assert!(specified.contains(&written), "{written}");
        }
    }
}
