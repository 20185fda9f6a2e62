//! Actions in a state, and their results.

use masume_reference as reference;
use masume_reference::Step;
use masume_rules::action::Action;
use masume_rules::chance::ChanceEvent;
use masume_rules::model::{Condition, Expr, Player};
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::{Outcome, State};

use crate::{ApplyError, Game, executor, solvable};

impl Game {
    /// Legal actions of the player to act: by action as written in the game, then by arguments in
    /// reading order, without repeats, `pass` last. None once the game is over.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let legal = game.legal_actions(&state).expect("nothing goes wrong");
    /// assert_eq!(legal.len(), 9);
    /// ```
    ///
    /// # Errors
    /// What the rules came to while actions were tried.
    pub fn legal_actions(&self, state: &State) -> Result<Vec<Action>, RunError> {
        executor::legal_actions(self, state)
    }

    /// True if the action is among the legal ones.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let right = game.read_action(&state, "push right").expect("it is an action");
    /// let pass = masume_engine::Action::PASS;
    /// assert_eq!(game.is_legal(&state, right), Ok(true));
    /// assert_eq!(game.is_legal(&state, pass), Ok(false));
    /// ```
    ///
    /// # Errors
    /// What the rules came to while the action was tried.
    pub fn is_legal(&self, state: &State, action: Action) -> Result<bool, RunError> {
        executor::is_legal(self, state, action)
    }

    /// Does the action, and everything that follows before the next player acts.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut state = state;
    /// let action = game.read_action(&state, "place b2").expect("it is an action");
    /// game.apply(&mut state, action).expect("it is legal");
    /// assert_eq!(game.print_board(&state), "...\n.X.\n...");
    /// // The cell is taken.
    /// assert!(game.apply(&mut state, action).is_err());
    /// ```
    ///
    /// # Errors
    /// The state is unchanged where there is an error.
    pub fn apply(&self, state: &mut State, action: Action) -> Result<(), ApplyError> {
        *state = solvable::apply(self, state, action)?;
        Ok(())
    }

    /// Everything that may come of the action, equal states put together, in the order of the
    /// choices. An action without chance gives one.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.legal_actions(&state).expect("nothing goes wrong")[0];
    /// let events = game.chance_events(&state, action, 1_000).expect("it is legal");
    /// // A 2 or a 4 appears on one of the free cells.
    /// assert!(events.len() > 1 && events.len() % 2 == 0);
    /// ```
    ///
    /// # Errors
    /// As [`Game::apply`]; more than `bound` sequences of choices is
    /// `RunErrorKind::TooManyChances`.
    pub fn chance_events(
        &self,
        state: &State,
        action: Action,
        bound: usize,
    ) -> Result<Vec<ChanceEvent>, ApplyError> {
        executor::chance_events(self, state, action, bound)
    }

    /// Steps that would fire if the action were done, in order, for those who write games.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.read_action(&state, "push right").expect("it is an action");
    /// let steps = game.trace(&state, action).expect("it is legal");
    /// assert!(!steps.is_empty());
    /// ```
    ///
    /// # Errors
    /// As [`Game::apply`].
    pub fn trace(&self, state: &State, action: Action) -> Result<Vec<Step>, ApplyError> {
        if state.outcome.is_some() {
            return Err(ApplyError::GameOver);
        }
        Ok(reference::trace(self.run(), state, action)?)
    }

    /// Place of the statement that requires what does not hold, for which the action is illegal;
    /// `None` where it is legal, or illegal for another reason.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup};
    /// let text = "game Step\npieces\n  thing: stone\nlegend\n  s  stone\naction step in d\n  \
    ///             must stone empty -> _ stone\nlevel\n  s.\n";
    /// let game = Game::load(text).game.expect("it is sound");
    /// let state = game.start(&Setup::default()).expect("it can be set up");
    /// let unmet = |action| {
    ///     let action = game.read_action(&state, action).expect("it is an action");
    ///     game.unmet(&state, action).expect("nothing goes wrong")
    /// };
    /// assert_eq!(unmet("step right"), None);
    /// let place = unmet("step left").expect("it is illegal");
    /// assert!(text[place.range()].ends_with("stone empty -> _ stone"));
    /// ```
    ///
    /// # Errors
    /// What goes wrong in the rules.
    pub fn unmet(&self, state: &State, action: Action) -> Result<Option<Span>, RunError> {
        reference::unmet(self.run(), state, action)
    }

    /// End of the game; `None` while it goes on.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.outcome(&state), None);
    /// ```
    pub fn outcome(&self, state: &State) -> Option<Outcome> {
        state.outcome
    }

    /// True if the game is over.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert!(!game.is_terminal(&state));
    /// ```
    pub fn is_terminal(&self, state: &State) -> bool {
        state.outcome.is_some()
    }

    /// The player's points: of `score` where that is an expression, else the value named so; none
    /// in a game without a score, and where the expression cannot be computed.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Player;
    ///
    /// assert_eq!(game.score(&state, Player(0)), Some(0));
    /// ```
    pub fn score(&self, state: &State, player: Player) -> Option<i64> {
        let scores = executor::scores(self, state).ok()?;
        scores.get(usize::from(player.0)).copied()
    }

    /// The values of the game by name, in the order of its text; where every player has points,
    /// one more for each player, named after the player (`score` where that has no name). Points
    /// that cannot be computed are left out.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.values(&state), [("moves".to_owned(), 0), ("pushes".to_owned(), 0)]);
    /// ```
    pub fn values(&self, state: &State) -> Vec<(String, i64)> {
        let infos = self.rules.values.iter().map(|info| info.name.clone());
        let mut values: Vec<(String, i64)> = infos.zip(state.values.iter().copied()).collect();
        if self.rules.score.is_some() {
            let points = executor::scores(self, state).unwrap_or_default();
            let names = self.rules.players.iter().map(|info| match info.name.as_str() {
                "" => "score".to_owned(),
                name => name.to_owned(),
            });
            values.extend(names.zip(points));
        }
        values
    }

    /// A number that the game says, such as one in its words, with the arguments of an action.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_rules::model::Expr;
    ///
    /// assert_eq!(game.number(&state, None, &Expr::Constant(3)), Ok(3));
    /// ```
    ///
    /// # Errors
    /// What goes wrong in the expression.
    pub fn number(
        &self,
        state: &State,
        action: Option<Action>,
        expr: &Expr,
    ) -> Result<i64, RunError> {
        reference::number(self.run(), state, action, expr)
    }

    /// True if a condition holds that words of the game have, with the arguments of an action.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let win = &game.rules().ends[0].condition;
    /// assert_eq!(game.condition(&state, None, win), Ok(false));
    /// ```
    ///
    /// # Errors
    /// Errors of the condition.
    pub fn condition(
        &self,
        state: &State,
        action: Option<Action>,
        condition: &Condition,
    ) -> Result<bool, RunError> {
        reference::condition(self.run(), state, action, condition)
    }

    /// State as this player may see it: everything, until there are hidden layers.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Player;
    ///
    /// assert_eq!(game.observe(&state, Player(1)), state);
    /// ```
    pub fn observe(&self, state: &State, player: Player) -> State {
        let _ = player;
        state.clone()
    }
}
