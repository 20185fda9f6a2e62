//! Events: what an adapter tells of its chat.

use serde::{Deserialize, Serialize};

/// The most bytes of a name: of a room, a message, a person.
const LONGEST_NAME: usize = 255;
/// The most bytes of an adapter's own line.
const LONGEST_LINE: usize = 4 << 10;

/// An event in a chat, or a report of what came of an order.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub enum Event {
    /// A message was written.
    Said(Said),
    /// A sign under a message was pressed, or that was taken back.
    Pressed(Pressed),
    /// An order was done.
    Done {
        /// Ticket of the order.
        ticket: u64,
        /// The message that was posted.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        message: Option<String>,
    },
    /// An order cannot be done, now or ever: the message is too old, or gone.
    Refused {
        /// Ticket of the order.
        ticket: u64,
    },
    /// An order was not done because there were too many; the adapter has waited as long as it was
    /// told to.
    Later {
        /// Ticket of the order.
        ticket: u64,
    },
    /// A line of the adapter's own is to be kept, such as how far it has read: after all that was
    /// told before. Without one, it is asked for.
    Remember {
        /// Name of the line.
        name: String,
        /// The line.
        #[serde(default, skip_serializing_if = "Option::is_none")]
        line: Option<String>,
    },
}

/// A message that a person wrote.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Said {
    /// The room.
    pub room: String,
    /// The thread in the room, where it is in one.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub thread: Option<String>,
    /// The message itself.
    pub message: String,
    /// The message that it answers.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub reply: Option<String>,
    /// The person.
    pub who: String,
    /// The text, without formatting.
    pub text: String,
}

/// A sign under a message that was pressed, or taken back: both are moves.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case", deny_unknown_fields)]
pub struct Pressed {
    /// The room.
    pub room: String,
    /// Name of the press itself, where the chat has one: what is told twice is done once, and one
    /// that is taken back needs no more than this.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub press: Option<String>,
    /// The message under which the sign stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub message: Option<String>,
    /// The sign.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub sign: Option<String>,
    /// Name of the board, as it was posted with the message, where the chat keeps it there: by that it is found
    /// though nobody ever reported where it stands.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub board: Option<String>,
    /// The person.
    pub who: String,
    /// True if it was added, false if it was taken back.
    pub added: bool,
}

impl Event {
    /// True if every name in it is one: what is longer, empty or has control characters is from no
    /// chat.
    pub(crate) fn is_sound(&self) -> bool {
        let is_name = |name: &str| {
            !name.is_empty() && name.len() <= LONGEST_NAME && !name.contains(char::is_control)
        };
        let are = |names: &[&Option<String>]| {
            names.iter().all(|name| name.as_deref().is_none_or(is_name))
        };
        match self {
            Self::Said(said) => {
                are(&[&said.thread, &said.reply])
                    && [&said.room, &said.message, &said.who].into_iter().all(|it| is_name(it))
            }
            Self::Pressed(pressed) => {
                are(&[&pressed.press, &pressed.message, &pressed.sign, &pressed.board])
                    && is_name(&pressed.room)
                    && is_name(&pressed.who)
            }
            Self::Done { message, .. } => are(&[message]),
            Self::Refused { .. } | Self::Later { .. } => true,
            Self::Remember { name, line } => {
                is_name(name) && line.as_ref().is_none_or(|it| it.len() <= LONGEST_LINE)
            }
        }
    }
}
