//! Budgets of searches, and the limits at which they end.

use masume_engine::{RunError, StopToken};

/// Budget in nodes expanded and bytes kept, not in seconds: a face that has a clock stops the token.
#[derive(Clone, Debug)]
pub struct Budget {
    /// States whose successors may be asked for.
    pub nodes: u64,
    /// Memory of nodes, tables and queues together, in bytes.
    pub bytes: u64,
    /// Asked all the time.
    pub stop: StopToken,
}

/// Bytes that an agent may take to look at rules before it plays.
const AGENT_BYTES: u64 = 1 << 28;

impl Budget {
    /// The budget of an agent for looking at rules: it plays as well without.
    pub(crate) fn of_agent(stop: &StopToken) -> Self {
        Self { nodes: 0, bytes: AGENT_BYTES, stop: stop.clone() }
    }
}

impl Default for Budget {
    /// A million nodes and a gigabyte.
    fn default() -> Self {
        Self { nodes: 1_000_000, bytes: 1 << 30, stop: StopToken::new() }
    }
}

/// Reason why a search gave up.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Limit {
    /// All nodes of the budget were expanded.
    Nodes,
    /// The bytes of the budget do not hold what must be kept.
    Memory,
    /// The search is for games of two players, and this one is for another number.
    NotForTwo,
    /// No compiled program serves a board of this size.
    NoProgram,
    /// A position has more actions than the search looks at.
    TooManyActions,
    /// The token was stopped.
    Stopped,
    /// A line of play goes on for too long to be followed to its end.
    Endless,
    /// The search has seen everything that does not depend on chance, and found no win there; what
    /// chance may give was not followed.
    Chance,
    /// The search has seen everything, but there is too much of it for a proof that can be checked
    /// within the budget.
    Proof,
    /// A line was found, and the reference executor does not go along with it.
    Unconfirmed,
    /// Points are asked for, and no line ends the game.
    NoEnd,
    /// A value that was to be as small as possible falls, or grows out of bounds: no search can tell when
    /// it has the least.
    NotACost,
    /// The rules went wrong in a state that can be reached.
    Rules(RunError),
}
