//! What comes in from a terminal, without the terminal.

use crate::thought::Thought;

/// Something that came in.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Input {
    /// A key was pressed: one character, or a name such as `up`, `space`, `ctrl-z`, `page-down`.
    Key(String),
    /// The left button went down at this column and row of the screen.
    Press(u16, u16),
    /// The left button went up there.
    Release(u16, u16),
    /// The wheel was turned by so many notches; positive is down.
    Wheel(i32),
    /// Text was pasted; it is no sequence of keys.
    Paste,
    /// The screen has so many columns and rows now.
    Resize(u16, u16),
    /// What the game asked has been thought about.
    Thought(Box<Thought>),
    /// Time for the next step of what moves by itself.
    Tick,
}

impl Input {
    /// A key by its name.
    pub(crate) fn key(name: &str) -> Self {
        Self::Key(name.to_owned())
    }
}
