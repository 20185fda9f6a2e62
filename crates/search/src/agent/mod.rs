//! Agents: what chooses for a player, in any game, from its rules alone.
//!
//! Start with [`for_game`]: a game, a state and what is [`AgentSpec`] give a [`Pick`], whose [`Agent`] ranks
//! the legal actions of a state within a [`Budget`]. The same seed, state and nodes give the same answer on
//! every machine: all is counted in whole numbers, and no agent remembers what it was asked before.

mod agent_spec;
mod algorithms;
mod endgame;
mod evaluation;
mod fallback_agent;
pub mod guided;
pub mod ntuples;
mod packed_fields;
mod per_size_agent;
mod portfolio;
mod tables;
mod tree_states;

use std::mem::size_of;

use masume_engine::{Executor, Game};
use masume_rules::action::Action;
use masume_rules::model::Content;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;

pub use agent_spec::{AgentKind, AgentSpec, AgentSpecError, Strength};
pub use endgame::endgame_solver::{EndValue, end_value, end_value_counted};
pub use endgame::forced_win::{ForcedWin, forced_win, has_threats};
pub use endgame::worth::Worth;
pub use evaluation::tuner::{Sample, Tuner};
pub use evaluation::weights::Weights;
pub use portfolio::{Pick, PickReason, Requirement, Unsuited, for_game, for_game_with};

/// Value of a win to who wins, in ten-thousandths; a loss is as much less than nothing, a draw is 0.
pub const WIN: i64 = 10_000;

/// A legal action, and what an agent thinks of it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ranked {
    /// The action.
    pub action: Action,
    /// Value to the player to act: among several players, and where a game for one can be won or lost, the result
    /// to be expected, from -[`WIN`] to [`WIN`]; else points, in hundredths, or what an agent that judges states
    /// takes for them.
    pub value: i64,
    /// True if the value is what comes of it if nobody errs from here on, and no estimate.
    pub is_exact: bool,
    /// Work that went into it, as the agent counts it.
    pub visits: u64,
    /// Principal variation: what is expected to follow, this action first.
    pub variation: Vec<Action>,
}

impl Ranked {
    /// An action of which nothing is known.
    pub(crate) fn unknown(action: Action) -> Self {
        Self { action, value: 0, is_exact: false, visits: 0, variation: vec![action] }
    }
}

/// Work of an agent when it was asked last.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Effort {
    /// Nodes, in the unit of [`Budget::nodes`].
    pub nodes: u64,
    /// The longest line that was looked at whole, in plies.
    pub depth: u32,
}

/// Agent: chooses for a player.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_search::Budget;
/// use masume_search::agent::{AgentSpec, for_game};
///
/// let shipped = shipped_games().iter().find(|game| game.name == "tic-tac-toe").expect("it is shipped");
/// let game = Game::load(shipped.text).game.expect("shipped games are sound");
/// let state = game.start(&Setup::default()).expect("it can be set up");
/// let wanted: AgentSpec = "medium".parse().expect("it is a level");
/// let mut pick = for_game(&game, &state, wanted, 7).expect("any game has an agent");
/// let budget = Budget { nodes: pick.nodes.unwrap_or(1000), ..Budget::default() };
/// let ranked = pick.agent.rank(&game, &state, &budget).expect("nothing goes wrong");
/// assert_eq!(ranked.len(), 9);
/// ```
pub trait Agent: Send {
    /// The legal actions of a state, the best first; none where the game is over.
    ///
    /// Where the token of the budget is stopped, what was found up to then. `seen` is what
    /// [`Game::observe`] shows to the player to act.
    ///
    /// # Errors
    /// What the rules came to; [`RunErrorKind::Stopped`](masume_engine::RunErrorKind::Stopped) only where not even the
    /// legal actions were known when the token was stopped.
    fn rank(&mut self, game: &Game, seen: &State, budget: &Budget)
    -> Result<Vec<Ranked>, RunError>;

    /// Work that it did when it was asked last.
    fn effort(&self) -> Effort;
}

/// The game as an agent runs it: many boards side by side, stopped by the budget's token.
pub(crate) fn run_for(game: &Game, budget: &Budget) -> Game {
    game.clone().with_executor(Executor::Batch).with_stop(budget.stop.clone())
}

/// True if the successors of a state take at most so many bytes together.
pub(crate) fn successors_fit(run: &Game, seen: &State, bytes: u64) -> Result<bool, RunError> {
    let cells = seen.board.grid().cell_count() * run.rules().layers.len();
    let of_state = (cells * size_of::<Content>() + size_of::<State>()) as u64;
    let count = run.position(seen).action_count()? as u64;
    Ok(count.saturating_mul(of_state) <= bytes)
}

/// True if two play the game.
pub(crate) fn is_for_two(game: &Game) -> bool {
    game.rules().players.len() == 2
}

/// Result that was found, unless something other than the caller ended it.
pub(crate) fn unless_failed<T>(found: Result<T, RunError>) -> Result<Option<T>, RunError> {
    match found {
        Ok(found) => Ok(Some(found)),
        Err(error) if error.is_interruption() => Ok(None),
        Err(error) => Err(error),
    }
}

/// Best first; among equals the one that was first stays first.
pub(crate) fn sort(ranked: &mut [Ranked]) {
    ranked.sort_by_key(|ranked| std::cmp::Reverse((ranked.value, ranked.visits)));
}
