//! Input of a terminal, as a value.

use masume_presentation::analysis::Analysis;
use masume_presentation::input::Gesture;

/// One input of a terminal.
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
    /// A task of the game was thought about.
    Analysis(Box<Analysis>),
    /// Time for the next step of what moves by itself.
    Tick,
}

impl Input {
    /// A key by its name.
    pub(crate) fn key(name: &str) -> Self {
        Self::Key(name.to_owned())
    }

    /// The same without the terminal: `target` says what is shown at a column and row. `None` for
    /// what concerns the terminal alone.
    pub(crate) fn gesture<T>(
        &self,
        target: impl FnOnce(u16, u16) -> Option<T>,
    ) -> Option<Gesture<T>> {
        Some(match self {
            Self::Key(key) => Gesture::Key(key.clone()),
            Self::Press(x, y) => Gesture::Press(target(*x, *y)),
            Self::Release(x, y) => Gesture::Release(target(*x, *y)),
            Self::Wheel(notches) => Gesture::Wheel(*notches),
            Self::Paste => Gesture::Paste,
            Self::Resize(..) => return None,
            Self::Analysis(analysis) => Gesture::Analysis(analysis.clone()),
            Self::Tick => Gesture::Tick,
        })
    }
}
