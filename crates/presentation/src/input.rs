//! Gestures: what a player does, on any face.

use crate::analysis::Analysis;

/// A gesture of a player, or a moment that a face gives a game. `T` is what can be pointed at: a
/// cell of a board, a row of a list, a part of a form.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Gesture<T> {
    /// A key: one character, or a name such as `up`, `space`, `ctrl-z`, `page-down`.
    Key(String),
    /// A button or a finger goes down on this; `None` beside everything.
    Press(Option<T>),
    /// It goes up there.
    Release(Option<T>),
    /// A wheel is turned by so many notches; positive is down.
    Wheel(i32),
    /// Text is pasted; it is no sequence of keys.
    Paste,
    /// The result of an analysis that the game asked for.
    Analysis(Box<Analysis>),
    /// The next step of what moves by itself: [`TICKS_A_SECOND`](crate::play::TICKS_A_SECOND).
    Tick,
}

impl<T> Gesture<T> {
    /// A key by its name.
    ///
    /// ```
    /// use masume_presentation::input::Gesture;
    ///
    /// assert_eq!(Gesture::<usize>::key("up"), Gesture::Key("up".to_owned()));
    /// ```
    pub fn key(name: &str) -> Self {
        Self::Key(name.to_owned())
    }
}

/// Fate of something that is shown over a game, after a gesture.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Fate {
    /// It stays.
    Stays,
    /// It closes.
    Closes,
}
