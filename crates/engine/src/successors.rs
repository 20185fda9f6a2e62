//! Successors of many states at once: the frontier of a search.

use masume_rules::action::Action;
use masume_rules::run_error::RunError;
use masume_rules::state::State;

use crate::{ApplyError, Game, bulk};

/// The legal actions of a state in their order, each with the state after it.
pub type Successors = Vec<(Action, State)>;

impl Game {
    /// The legal actions of each state in their order, each with the state after it: what
    /// [`Game::legal_actions`] and [`Game::apply`] say, state by state, in one call. What has ended
    /// has no successors. What an action draws comes from the generator of its state.
    ///
    /// The states are the frontier of a search, any number of them. With
    /// [`Executor::Batch`](crate::Executor::Batch) they are worked on side by side; how many at a
    /// time, and what else is in the list, changes no answer.
    ///
    /// ```
    /// use masume_engine::{Executor, Game, Setup};
    ///
    /// let rules = Game::load(
    ///     "game Nim\nboard 1 x 3\npieces\n  thing: stone\n\nstart\n  any -> stone\n\n\
    ///      action take at c\n  at c: stone -> _\n\nwin when no stone\n",
    /// );
    /// let game = rules.game.expect("the text is a game").with_executor(Executor::Batch);
    /// let mut frontier = vec![game.start(&Setup::default()).expect("it can be set up")];
    /// for left in [3, 2, 1] {
    ///     let successors = game.successors(&frontier).expect("nothing goes wrong");
    ///     assert!(successors.iter().all(|of_one| of_one.len() == left));
    ///     frontier = successors.into_iter().flatten().map(|(_, state)| state).collect();
    /// }
    /// assert!(frontier.iter().all(|state| game.is_terminal(state)));
    /// ```
    ///
    /// # Errors
    /// What the rules came to in the first of these states in which they went wrong.
    pub fn successors(&self, states: &[State]) -> Result<Vec<Successors>, RunError> {
        let mut found = Vec::with_capacity(states.len());
        for states in states.chunk_by(|one, next| one.board.grid() == next.board.grid()) {
            let states: Vec<&State> = states.iter().collect();
            found.extend(bulk::successors(self, &states)?);
        }
        Ok(found)
    }

    fn successors_of(&self, state: &State) -> Result<Successors, RunError> {
        let mut found = Vec::new();
        for action in self.legal_actions(state)? {
            let mut next = state.clone();
            match self.apply(&mut next, action) {
                Ok(()) => found.push((action, next)),
                Err(ApplyError::Run(error)) => return Err(error),
                // Only listed actions are done, and a game that is over lists none.
                Err(ApplyError::IllegalAction | ApplyError::GameOver) => {}
            }
        }
        Ok(found)
    }
}

/// [`Game::successors`], one state after another.
pub(crate) fn one_by_one(game: &Game, states: &[&State]) -> Result<Vec<Successors>, RunError> {
    states.iter().map(|state| game.successors_of(state)).collect()
}
