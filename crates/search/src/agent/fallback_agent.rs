//! An agent that leaves states with too many successors to another, which lists none.

use masume_engine::Game;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::algorithms::flat_monte_carlo::FlatMonteCarlo;
use crate::agent::{Agent, Effort, Ranked, run_for, successors_fit};

/// Part of the bytes of a budget that the successors of one state may take: agents list those of several states.
const PART: u64 = 16;

/// An agent beside one that needs no memory for successors.
pub(crate) struct FallbackAgent {
    agent: Box<dyn Agent>,
    flat: FlatMonteCarlo,
    effort: Effort,
}

impl FallbackAgent {
    pub(crate) fn new(agent: Box<dyn Agent>, seed: u64) -> Self {
        Self { agent, flat: FlatMonteCarlo::new(seed), effort: Effort::default() }
    }
}

impl Agent for FallbackAgent {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let has_room = successors_fit(&run_for(game, budget), seen, budget.bytes / PART)?;
        let agent: &mut dyn Agent = if has_room { &mut *self.agent } else { &mut self.flat };
        let ranked = agent.rank(game, seen, budget);
        self.effort = agent.effort();
        ranked
    }

    fn effort(&self) -> Effort {
        self.effort
    }
}

#[cfg(test)]
mod tests {
    use std::mem::size_of;

    use masume_engine::Setup;

    use super::*;

    #[test]
    fn what_successors_take_decides_which_agent_is_asked() {
        struct Other;
        impl Agent for Other {
            fn rank(&mut self, _: &Game, _: &State, _: &Budget) -> Result<Vec<Ranked>, RunError> {
                Ok(Vec::new())
            }
            fn effort(&self) -> Effort {
                Effort { nodes: 77, depth: 7 }
            }
        }
        let text = "game Free\nboard 20 x 20\nplayers black white\n\npieces\n  thing: black white\n\n\
                    action put at c\n  at c: _ -> mine\n\nwin when no empty\n";
        let game = Game::load(text).game.expect("it is sound");
        let state = game.start(&Setup::default()).expect("it can be set up");
        let of_all = (400 * (400 * 4 + size_of::<State>())) as u64;
        for (bytes, is_other) in [(PART * of_all, true), (PART * of_all - 1, false), (0, false)] {
            let mut agent = FallbackAgent::new(Box::new(Other), 1);
            let budget = Budget { nodes: 10, bytes, ..Budget::default() };
            let ranked = agent.rank(&game, &state, &budget).expect("it runs");
            assert_eq!(ranked.len(), if is_other { 0 } else { 400 }, "{bytes}");
            assert_eq!(agent.effort().nodes, if is_other { 77 } else { 10 });
        }
    }
}
