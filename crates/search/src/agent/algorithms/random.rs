//! Any legal action.

use masume_engine::Game;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::{Agent, Effort, Ranked, run_for};

/// An agent that likes all actions alike.
#[derive(Debug)]
pub(crate) struct RandomAgent {
    pub(crate) seed: u64,
    effort: Effort,
}

impl RandomAgent {
    pub(crate) fn new(seed: u64) -> Self {
        Self { seed, effort: Effort::default() }
    }
}

impl Agent for RandomAgent {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let actions = run_for(game, budget).legal_actions(seen)?;
        let mut ranked: Vec<Ranked> = actions.into_iter().map(Ranked::unknown).collect();
        generator(game, seen, self.seed).shuffle(&mut ranked);
        self.effort = Effort { nodes: 1, depth: 0 };
        Ok(ranked)
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

/// A generator that depends on the seed and the state alone.
pub(crate) fn generator(game: &Game, seen: &State, seed: u64) -> Random {
    let codec =
        crate::StateCodec::new(game.rules(), seen, crate::Relevance::everything(game.rules()));
    let mut words = vec![0; codec.stride() + 1];
    codec.pack(seen, &mut words);
    words[codec.stride()] = seed;
    Random::new(crate::nodes::hash(&words))
}
