//! Legal actions in their order.

use masume_engine::Game;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::{Agent, Effort, Ranked, run_for};

/// An agent that likes an action the better the earlier it stands among the legal ones.
#[derive(Debug, Default)]
pub(crate) struct First {
    effort: Effort,
}

impl Agent for First {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let actions = run_for(game, budget).legal_actions(seen)?;
        self.effort = Effort { nodes: 1, depth: 0 };
        Ok(actions.into_iter().map(Ranked::unknown).collect())
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}
