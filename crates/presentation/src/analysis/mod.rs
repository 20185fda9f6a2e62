//! Analyses during a game: how to go on, what an opponent does, where a game turned.
//!
//! A dialogue has a [`Task`]; a face makes [`Work`] of it, runs that where and as long as it likes,
//! and gives the dialogue the [`Analysis`] that comes of it. Rules run there with tokens of their
//! own, so that neither waits for the other.

mod choosing;
mod solving;
mod turning;
mod work;

use std::sync::Arc;

use masume_engine::{Action, Player, State};
use masume_search::agent::{AgentSpec, Unsuited, Weights};
use masume_search::{Deadlocks, Limit, Refusal};
use masume_session::Session;

pub use work::{Bounds, Signals, Work};

/// Subject of an analysis.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Subject {
    /// The way to go on, for a player who waits for it.
    Hint,
    /// Cells where pieces can never be where they are wanted, on this board.
    Deadlocks,
    /// The possibility that it can still be won, which nobody has asked for.
    Outlook,
    /// The action of an opponent.
    Reply(AgentSpec),
    /// The action at which a game that is over turned.
    Turn,
}

/// Something to think about in a session.
#[derive(Clone, Copy, Debug)]
pub struct Task<'a> {
    /// Subject of the analysis.
    pub subject: Subject,
    /// About this.
    pub session: &'a Session,
    /// Weights of agents that judge states, where some were learnt for these rules.
    pub weights: Option<&'a Arc<Weights>>,
}

impl<'a> Task<'a> {
    /// The state that it is about.
    pub fn state(&self) -> &'a State {
        match self.subject {
            // What is found is good for all states that can be reached.
            Subject::Deadlocks => self.session.first_state(),
            Subject::Hint | Subject::Outlook | Subject::Reply(_) | Subject::Turn => {
                self.session.state()
            }
        }
    }
}

/// Result of a task.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Analysis {
    /// Subject of the analysis.
    pub subject: Subject,
    /// About this state.
    pub state: State,
    /// Finding.
    pub found: Found,
}

/// Finding of an analysis.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Found {
    /// Actions that win, one after another; one or more.
    Win(Vec<Action>),
    /// Actions that end the game, one or more, with the most points that were found.
    Plan {
        /// One after another.
        line: Vec<Action>,
        /// The points at their end.
        points: i64,
    },
    /// Nothing wins, and that was proved.
    Lost,
    /// Finder of pieces that can never be where they are wanted, if this is a game with such.
    Deadlocks(Option<Arc<Deadlocks>>),
    /// Choice of an agent.
    Choice {
        /// Line that it expects, its own action first.
        line: Vec<Action>,
        /// Value of the state to the player to act, as agents count it.
        value: i64,
    },
    /// The action at which the game turned, if it did.
    Turned(Option<Turned>),
    /// Nothing, for this reason.
    Nothing(Unfound),
}

/// The action by which a player lost most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Turned {
    /// The position before it.
    pub position: usize,
    /// Player who did it.
    pub player: Player,
    /// Value of the state before it to that player, as agents count it.
    pub before: i64,
    /// And the one after.
    pub after: i64,
}

/// Reason why nothing was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Unfound {
    /// A bound of the search was met.
    Limit(Limit),
    /// The time was over.
    Late,
    /// No search takes this game.
    Refused(Refusal),
    /// An agent cannot play this game.
    Unsuited(Unsuited),
}
