//! What an agent would do.

use masume_engine::{Action, Game, State, StopToken};
use masume_search::agent::{Ranked, Wanted, for_game};
use masume_search::{Budget, Limit};

use super::{Found, Unfound};

/// What an agent may keep, in bytes.
const BYTES: u64 = 256 << 20;

/// What the agent would do that is wanted; the token ends its thinking, not its answer.
pub(super) fn choose(
    game: &Game,
    state: &State,
    wanted: Wanted,
    seed: u64,
    stop: &StopToken,
) -> Found {
    match ranked(game, state, wanted, seed, stop) {
        Ok(best) => Found::Choice { line: best.line, value: best.value },
        Err(unfound) => Found::Nothing(unfound),
    }
}

/// The action that the agent thinks best.
pub(super) fn ranked(
    game: &Game,
    state: &State,
    wanted: Wanted,
    seed: u64,
    stop: &StopToken,
) -> Result<Ranked, Unfound> {
    let mut pick = for_game(game, state, wanted, seed).map_err(Unfound::Unsuited)?;
    let nodes = pick.nodes.unwrap_or(u64::MAX);
    let budget = Budget { nodes, bytes: BYTES, stop: stop.clone() };
    let seen = game.observe(state, state.to_act);
    let ranked = pick.agent.rank(game, &seen, &budget).map_err(|error| {
        let is_stopped = error.is_interruption();
        Unfound::Limit(if is_stopped { Limit::Stopped } else { Limit::Rules(error) })
    })?;
    let mut best = ranked.into_iter().next().ok_or(Unfound::Limit(Limit::Stopped))?;
    let is_led_by = |line: &[Action], action| line.first() == Some(&action);
    if !is_led_by(&best.line, best.action) {
        best.line = vec![best.action];
    }
    Ok(best)
}
