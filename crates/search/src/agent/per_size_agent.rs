//! An agent for boards of any shape.

use masume_board::Grid;
use masume_engine::{Game, Setup, Size};
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::Budget;
use crate::agent::{Agent, Effort, Ranked};

/// Makes an agent for the board of a state.
pub(crate) type Make = Box<dyn Fn(&Game, &State) -> Box<dyn Agent> + Send>;

/// An agent whose knowledge of one board is made anew where it is asked about a board of another shape: a program
/// on the other side may change the size at any time.
pub(crate) struct PerSizeAgent {
    grid: Grid,
    agent: Box<dyn Agent>,
    make: Make,
}

impl PerSizeAgent {
    /// The agent, for a game that goes on from this state.
    pub(crate) fn new(game: &Game, state: &State, make: Make) -> Self {
        Self { grid: *state.board.grid(), agent: make(game, state), make }
    }
}

impl Agent for PerSizeAgent {
    fn rank(
        &mut self,
        game: &Game,
        seen: &State,
        budget: &Budget,
    ) -> Result<Vec<Ranked>, RunError> {
        let grid = seen.board.grid();
        if *grid != self.grid {
            // From the start, so that answers do not depend on which state was seen first.
            let size = Size { width: grid.width(), height: grid.height() };
            let start = game.start(&Setup { size: Some(size), level: None, seed: 0 });
            let start = start.ok().filter(|start| start.board.grid() == grid);
            self.agent = (self.make)(game, start.as_ref().unwrap_or(seen));
            self.grid = *grid;
        }
        self.agent.rank(game, seen, budget)
    }

    fn effort(&self) -> Effort {
        self.agent.effort()
    }
}
