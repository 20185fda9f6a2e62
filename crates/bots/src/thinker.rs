//! An agent with a clock.

use masume_engine::{Action, Game, RunError, RunErrorKind, State, StopToken};
use masume_search::Budget;
use masume_search::agent::{AgentSpec, Pick, Ranked, Unsuited, Weights, for_game, for_game_with};

use super::listener::{Meanwhile, Patience};
use super::{Fault, Listener};
use crate::deadline::{deadline_of, watched};

/// An agent, and how long it may think.
#[derive(Debug)]
pub struct Thinker {
    /// The agent.
    pub pick: Pick,
    /// Seconds for a move, where it has no nodes of its own.
    pub seconds: f64,
    /// The most memory that it may use for a move.
    pub bytes: u64,
}

impl Thinker {
    /// The agent that is wanted. Where it has no nodes of its own, it thinks for so many seconds. What it
    /// keeps takes so many bytes at most.
    pub fn new(
        (game, state): (&Game, &State),
        wanted: AgentSpec,
        weights: Option<&Weights>,
        (seed, seconds, bytes): (u64, f64, u64),
    ) -> Result<Self, Unsuited> {
        let pick = match weights {
            Some(weights) => for_game_with(game, state, wanted, seed, weights)?,
            None => for_game(game, state, wanted, seed)?,
        };
        Ok(Self { pick, seconds, bytes })
    }

    /// Ends of its thinking besides a line.
    fn patience(&self) -> Patience {
        match self.pick.nodes {
            Some(_) => Patience::Nodes,
            None => Patience::Clock,
        }
    }

    /// The legal actions, the best first, while more may be heard.
    pub(super) fn rank_hearing(
        &mut self,
        (game, state): (&Game, &State),
        listener: &mut Listener,
        meanwhile: impl FnMut(&str) -> Meanwhile + Send,
    ) -> Result<Vec<Ranked>, Fault> {
        listener.while_thinking(self.patience(), meanwhile, |stop| self.rank(game, state, stop))
    }

    /// The action that it chooses while more may be heard; `None` where there is none.
    pub(super) fn choose_hearing(
        &mut self,
        asked: (&Game, &State),
        listener: &mut Listener,
        meanwhile: impl FnMut(&str) -> Meanwhile + Send,
    ) -> Result<Option<Action>, Fault> {
        let ranked = self.rank_hearing(asked, listener, meanwhile)?;
        Ok(ranked.first().map(|best| best.action))
    }

    /// The legal actions, the best first. The token ends the thinking, not the answer, unless even that takes too long.
    pub fn rank(
        &mut self,
        game: &Game,
        state: &State,
        stop: &StopToken,
    ) -> Result<Vec<Ranked>, Fault> {
        /// Seconds that an answer may take behind the token: longer than in games that can be played.
        const GRACE: f64 = 2.0;
        let mut ranked = self.rank_in_time(game, state, stop);
        if is_interrupted(&ranked) {
            // Not even the legal actions were known in time: then without a clock, the fewest nodes.
            ranked = self.rank_quickly(game, state, (stop, None));
        }
        if is_interrupted(&ranked) {
            ranked = self.rank_quickly(game, state, (game.stop_token(), Some(GRACE)));
        }
        ranked.map_err(|error| fault(game, state, &error))
    }

    /// The same by the fewest nodes, within seconds, or until a token is stopped.
    fn rank_quickly(
        &mut self,
        game: &Game,
        state: &State,
        (stop, seconds): (&StopToken, Option<f64>),
    ) -> Result<Vec<Ranked>, RunError> {
        let (late, seen) = (StopToken::new(), game.observe(state, state.to_act));
        let budget = Budget { nodes: 1, bytes: self.bytes, stop: late.clone() };
        let agent = &mut self.pick.agent;
        watched(stop, &late, deadline_of(seconds), || agent.rank(game, &seen, &budget))
    }

    /// The legal actions, the best first; an interruption where the token or the clock came before
    /// them.
    fn rank_in_time(
        &mut self,
        game: &Game,
        state: &State,
        stop: &StopToken,
    ) -> Result<Vec<Ranked>, RunError> {
        let (nodes, bytes) = (self.pick.nodes, self.bytes);
        let seen = game.observe(state, state.to_act);
        let agent = &mut self.pick.agent;
        let mut think = |stop: StopToken| {
            agent.rank(game, &seen, &Budget { nodes: nodes.unwrap_or(u64::MAX), bytes, stop })
        };
        match nodes {
            Some(_) => think(stop.clone()),
            None => {
                let late = StopToken::new();
                watched(stop, &late, deadline_of(Some(self.seconds)), || think(late.clone()))
            }
        }
    }

    /// The action that it chooses; `None` where there is none, or the token or the clock came
    /// before it.
    pub fn choose_in_time(
        &mut self,
        game: &Game,
        state: &State,
        stop: &StopToken,
    ) -> Result<Option<Action>, Fault> {
        match self.rank_in_time(game, state, stop) {
            Err(error) if error.is_interruption() => Ok(None),
            Err(error) => Err(fault(game, state, &error)),
            Ok(ranked) => Ok(ranked.first().map(|best| best.action)),
        }
    }
}

/// True if rules were stopped before they came to an answer.
fn is_interrupted<T>(found: &Result<T, RunError>) -> bool {
    found.as_ref().is_err_and(RunError::is_interruption)
}

/// Fault of who plays, of what rules came to.
fn fault(game: &Game, state: &State, error: &RunError) -> Fault {
    if error.kind == RunErrorKind::Stopped {
        return Fault::Stopped;
    }
    let grid = state.board.grid();
    Fault::Rules(masume_engine::run_diagnostic(game.rules(), grid, error).message)
}
