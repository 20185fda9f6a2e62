//! What is thought about while somebody plays: how to go on, and whether it can still be won.
//!
//! A dialogue has a [`Task`]; the face that owns the clock gives it to its [`Thinker`], which
//! thinks on a thread of its own, and gives the dialogue the [`Thought`] that comes of it. Rules run
//! there with a token of their own, so that neither waits for the other.

mod solving;
mod thinker;

use std::borrow::Cow;

use masume_engine::{Action, Game, State};
use masume_search::{Limit, Refusal};

pub(crate) use thinker::Thinker;

/// What is to be found out about a state.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Subject {
    /// How to go on, for a player who waits for it.
    Hint,
    /// Whether it can still be won, which nobody has asked for.
    Outlook,
}

/// Something to think about.
#[derive(Clone, Debug)]
pub(crate) struct Task<'a> {
    /// What is to be found out.
    pub(crate) subject: Subject,
    /// The rules.
    pub(crate) game: &'a Game,
    /// The state that it is about.
    pub(crate) state: Cow<'a, State>,
}

/// What came of thinking about a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Thought {
    /// What was to be found out.
    pub(crate) subject: Subject,
    /// About this state.
    pub(crate) state: State,
    /// What was found.
    pub(crate) found: Found,
}

/// What was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Found {
    /// Actions that win, one after another; one or more.
    Win(Vec<Action>),
    /// Nothing wins, and that was proved.
    Lost,
    /// Nothing, for this reason.
    Nothing(Unfound),
}

/// Why nothing was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Unfound {
    /// A bound of the search was met.
    Limit(Limit),
    /// The time was over.
    Late,
    /// No search takes this game.
    Refused(Refusal),
}
