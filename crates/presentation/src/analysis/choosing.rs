//! Choice that an agent would make.

use masume_engine::{Action, Game, State, StopToken};
use masume_search::agent::{AgentSpec, Ranked, Weights, for_game, for_game_with};
use masume_search::{Budget, Limit};

use super::{Found, Unfound};

/// Most bytes that an agent may keep.
const BYTES: u64 = 256 << 20;

/// Turn of an agent: the state, and how the agent goes about it.
#[derive(Clone, Copy, Debug)]
pub(super) struct AgentTurn<'a> {
    /// The game.
    pub(super) game: &'a Game,
    /// The state in which it chooses.
    pub(super) state: &'a State,
    /// Seed of what it does at random.
    pub(super) seed: u64,
    /// Weights that were learnt for these rules, if any.
    pub(super) weights: Option<&'a Weights>,
    /// The most nodes that it may look at.
    pub(super) nodes: u64,
    /// Ends the thinking of the agent, not its answer.
    pub(super) stop: &'a StopToken,
}

/// Choice of the agent that is wanted.
pub(super) fn choose(choice: AgentTurn<'_>, wanted: AgentSpec) -> Found {
    match ranked(choice, wanted) {
        Ok(best) => Found::Choice { line: best.variation, value: best.value },
        Err(unfound) => Found::Nothing(unfound),
    }
}

/// The action that the agent thinks best.
pub(super) fn ranked(choice: AgentTurn<'_>, wanted: AgentSpec) -> Result<Ranked, Unfound> {
    let AgentTurn { game, state, seed, weights, nodes, stop } = choice;
    let pick = match weights {
        Some(weights) => for_game_with(game, state, wanted, seed, weights),
        None => for_game(game, state, wanted, seed),
    };
    let mut pick = pick.map_err(Unfound::Unsuited)?;
    let nodes = pick.nodes.unwrap_or(u64::MAX).min(nodes);
    let budget = Budget { nodes, bytes: BYTES, stop: stop.clone() };
    let seen = game.observe(state, state.to_act);
    let ranked = pick.agent.rank(game, &seen, &budget).map_err(|error| {
        let is_stopped = error.is_interruption();
        Unfound::Limit(if is_stopped { Limit::Stopped } else { Limit::Rules(error) })
    })?;
    let mut best = ranked.into_iter().next().ok_or(Unfound::Limit(Limit::Stopped))?;
    let is_led_by = |line: &[Action], action| line.first() == Some(&action);
    if !is_led_by(&best.variation, best.action) {
        best.variation = vec![best.action];
    }
    Ok(best)
}
