//! Actions one after another.

use masume_engine::{Executor, Game};
use masume_rules::action::Action;
use masume_rules::facts::without_stuck_ends;
use masume_rules::model::Rules;
use masume_rules::state::{Outcome, State};

/// Actions that lead from a state to a win, or to another end where points are asked for.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Solution {
    /// In order.
    pub actions: Vec<Action>,
}

/// A line that is none: the actions up to this one can be done, and it neither wins there nor can
/// go on as it says.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct NotAWin {
    /// Number of actions that could be done.
    pub done: usize,
}

impl Solution {
    /// These actions up to the first that wins; `None` where one is illegal, or none wins.
    pub(crate) fn until_won(game: &Game, start: &State, actions: &[Action]) -> Option<Self> {
        let mut state = start.clone();
        for (index, &action) in actions.iter().enumerate() {
            game.apply(&mut state, action).ok()?;
            match state.outcome {
                Some(Outcome::Won(_)) => return Some(Self { actions: actions[..=index].to_vec() }),
                Some(_) => return None,
                None => {}
            }
        }
        None
    }

    /// The state in which the line ends, won, according to the reference executor.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{Aim, Budget, Verdict, solve};
    ///
    /// let solved = solve(&game, &state, Aim::Moves, &Budget::default()).expect("it is a game for one");
    /// let Verdict::Won(solution) = solved.verdict else { panic!("it can be won") };
    /// assert_eq!(solution.actions.len(), 3);
    /// assert!(solution.replay(&game, &state).is_ok());
    /// ```
    ///
    /// # Errors
    /// Where an action is illegal, the last does not win, or the token of the game stops the executor.
    pub fn replay(&self, game: &Game, start: &State) -> Result<State, NotAWin> {
        let state = self.walk(game, start, self.actions.len())?;
        match state.outcome {
            Some(Outcome::Won(player)) if player == start.to_act => Ok(state),
            Some(_) | None => Err(NotAWin { done: self.actions.len() }),
        }
    }

    /// The state in which the line ends, over in whatever way, according to the reference executor.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_search::{NotAWin, Solution};
    ///
    /// assert_eq!(Solution::default().play_out(&game, &state), Err(NotAWin { done: 0 }));
    /// ```
    ///
    /// # Errors
    /// Where an action is illegal, the last does not end the game, or the token of the game stops the executor.
    pub fn play_out(&self, game: &Game, start: &State) -> Result<State, NotAWin> {
        let Some((last, before)) = self.actions.split_last() else {
            return Err(NotAWin { done: 0 });
        };
        let mut state = self.walk(game, start, before.len())?;
        let done = before.len();
        let game = reference(game, game.rules().clone());
        game.apply(&mut state, *last).map_err(|_| NotAWin { done })?;
        if state.outcome.is_some() { Ok(state) } else { Err(NotAWin { done: done + 1 }) }
    }

    /// The state after so many actions, according to the reference executor.
    fn walk(&self, game: &Game, start: &State, count: usize) -> Result<State, NotAWin> {
        // What is done next shows that something can be done; asking for it takes the reference executor long.
        let game = reference(game, without_stuck_ends(game.rules()));
        let mut state = start.clone();
        for (done, &action) in self.actions[..count].iter().enumerate() {
            game.apply(&mut state, action).map_err(|_| NotAWin { done })?;
        }
        Ok(state)
    }
}

/// The reference executor of these rules, stopped by the token of a game.
fn reference(game: &Game, rules: Rules) -> Game {
    Game::new(rules).with_executor(Executor::Reference).with_stop(game.stop_token().clone())
}
