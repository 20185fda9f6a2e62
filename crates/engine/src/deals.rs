//! Solver that answers `until solvable`, which decides what set-up a seed gives.

use std::fmt;
use std::sync::Arc;

use masume_rules::model::{Condition, Part};
use masume_rules::state::State;

use crate::{Game, SetupError};

/// Solver that answers `until solvable`: the same seed gives other set-ups where another answers, so that an id
/// says who did.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub enum Deals {
    /// The engine's own search, which passes over most set-ups that are hard. Ids without a version.
    #[default]
    Searched,
    /// The solver of [`Game::with_solver`], and the engine's search where it has no answer. Ids that end
    /// in `v2`.
    Proved,
}

type Answer = dyn Fn(&Game, &State) -> Option<bool> + Send + Sync;

/// Solver from a room above this one that finds out if a set-up can be won. Cloning is cheap.
#[derive(Clone)]
pub struct SetupSolver(Arc<Answer>);

impl SetupSolver {
    /// A solver that answers so: `None` where it cannot say. It must answer alike on every machine, and
    /// rules that it runs are stopped by the token of the game that it is given.
    pub fn new(answer: impl Fn(&Game, &State) -> Option<bool> + Send + Sync + 'static) -> Self {
        Self(Arc::new(answer))
    }
}

impl fmt::Debug for SetupSolver {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("SetupSolver")
    }
}

impl Game {
    /// The game with set-ups that this solver says can be won, where its rules ask for such: from here on
    /// its deals are [`Deals::Proved`].
    #[must_use]
    pub fn with_solver(mut self, solver: SetupSolver) -> Game {
        (self.solver, self.deals) = (Some(solver), Deals::Proved);
        self
    }

    /// The game with the set-ups of an id of this kind.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "shisen-sho").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// use masume_engine::Deals;
    ///
    /// // There is no solver that could have made them.
    /// assert!(game.with_deals(Deals::Proved).is_err());
    /// ```
    ///
    /// # Errors
    /// [`SetupError::NoSolver`] for proved deals of a game that was given no solver, and asks for one.
    pub fn with_deals(mut self, deals: Deals) -> Result<Game, SetupError> {
        if deals == Deals::Proved && self.solver.is_none() && self.asks_solver() {
            return Err(SetupError::NoSolver);
        }
        self.deals = deals;
        Ok(self)
    }

    /// Solver that answers `until solvable`.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "shisen-sho").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// use masume_engine::Deals;
    ///
    /// assert_eq!(game.deals(), Deals::Searched);
    /// ```
    pub fn deals(&self) -> Deals {
        self.deals
    }

    /// True if the rules ask anywhere if a set-up can be won.
    pub(crate) fn asks_solver(&self) -> bool {
        self.rules.parts().any(|part| matches!(part, Part::Condition(Condition::Solvable)))
    }

    /// The solver's answer about a set-up, where it is asked and has one.
    pub(crate) fn solved(&self, state: &State) -> Option<bool> {
        let SetupSolver(answer) = self.solver.as_ref().filter(|_| self.deals == Deals::Proved)?;
        // What is asked while the solver tries actions is another set-up, and nobody's business now.
        let game = self.clone().with_solver(SetupSolver::new(|_, _| Some(false)));
        answer(&game, state)
    }
}
