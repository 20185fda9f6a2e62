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

    /// # Errors
    /// The token was stopped.
    pub(crate) fn check_stop(&self) -> Result<(), Limit> {
        if self.stop.is_stopped() { Err(Limit::Stopped) } else { Ok(()) }
    }
}

impl Default for Budget {
    /// A million nodes and a gigabyte.
    fn default() -> Self {
        Self { nodes: 1_000_000, bytes: 1 << 30, stop: StopToken::new() }
    }
}

/// Steps for telling what was found when the token is stopped: about 50 ms of either executor.
const FINISHING_STEPS: u64 = 1_000_000;

/// Answer that tells what a search has found. It keeps to the token; as what was found is not lost where that is stopped, it
/// then has a few steps of its own.
///
/// # Errors
/// Those of the answer.
pub(crate) fn finishing<T, E>(
    stop: &StopToken,
    mut ask: impl FnMut(StopToken) -> Result<T, E>,
) -> Result<T, E> {
    let told = ask(stop.clone());
    if told.is_ok() || !stop.is_stopped() {
        return told;
    }
    ask(StopToken::with_budget(FINISHING_STEPS))
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
