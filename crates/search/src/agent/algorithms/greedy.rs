//! Greedy agent: the action that looks best at once.

use masume_engine::Game;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::algorithms::random::generator;
use crate::agent::evaluation::Evaluation;
use crate::agent::{Agent, Effort, Ranked, run_for, sort};

/// An agent that looks at what each action leads to, and no further.
#[derive(Debug)]
pub(crate) struct Greedy {
    seed: u64,
    evaluation: Evaluation,
    effort: Effort,
}

impl Greedy {
    pub(crate) fn new(seed: u64, evaluation: Evaluation) -> Self {
        Self { seed, evaluation, effort: Effort::default() }
    }
}

impl Agent for Greedy {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let run = run_for(game, budget);
        let mut random = generator(game, seen, self.seed);
        // What chance decides must not be known in advance.
        let mut before = seen.clone();
        before.random.0 = random.next_bits();
        let successors = run.successors(std::slice::from_ref(&before))?;
        let evaluation = &self.evaluation;
        let of_child = |(action, state): (_, State)| {
            let value = evaluation.of_state(&run, &state, seen.to_act);
            let is_exact = state.outcome.is_some() && !evaluation.is_for_points();
            Ranked { value, is_exact, visits: 1, ..Ranked::unknown(action) }
        };
        let mut ranked: Vec<Ranked> = successors.into_iter().flatten().map(of_child).collect();
        random.shuffle(&mut ranked);
        sort(&mut ranked);
        self.effort = Effort { nodes: ranked.len() as u64, depth: 1 };
        Ok(ranked)
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
