//! A state that is played on, as the executor keeps it.

use masume_execute::{OneBoard, Standing};
use masume_rules::action::Action;
use masume_rules::facts::uses_chance;
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::executor::compiled;
use crate::{ApplyError, Executor, Frontier, Game, Series, executor, solvable};

/// A state that is played on: [`Game::legal_actions`] and [`Game::apply`] without a [`State`] in
/// between. What can be done is found once for each position.
///
/// A search keeps one for each depth and copies the parent to the child before it plays:
///
/// ```
/// use masume_engine::{Game, Position, RunError, Setup};
///
/// let text = "game Nim\nboard 1 x 3\npieces\n  thing: stone\n\nstart\n  any -> stone\n\n\
///             action take at c\n  at c: stone -> _\n\nwin when no stone\n";
/// let game = Game::load(text).game.expect("the text is a game");
/// let start = game.position(&game.start(&Setup::default()).expect("it can be set up"));
///
/// fn leaves(levels: &mut [Position<'_>]) -> Result<usize, RunError> {
///     let Some((parent, children)) = levels.split_first_mut() else { return Ok(1) };
///     let mut sum = 0;
///     for index in 0..parent.action_count()? {
///         let Some(child) = children.first_mut() else { return parent.action_count() };
///         child.copy_from(parent);
///         child.apply_nth(index).expect("there are so many actions");
///         sum += leaves(children)?;
///     }
///     Ok(sum)
/// }
/// assert_eq!(leaves(&mut [start.clone(), start.clone(), start]), Ok(6));
/// ```
#[derive(Debug)]
pub struct Position<'g> {
    game: &'g Game,
    held: Held,
    /// Outcome and legal actions, so far as they are known.
    standing: Standing,
    /// True if the rules may draw.
    uses_chance: bool,
    /// The legal actions, while they are known.
    actions: Vec<Action>,
    is_listed: bool,
}

/// Holder of the state.
#[derive(Debug)]
enum Held {
    /// A compiled program.
    Board(Box<dyn OneBoard>),
    /// The reference executor.
    State(Box<State>),
}

impl Game {
    /// The state, to be played on by the game's executor.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let position = game.position(&state);
    /// assert_eq!(position.state(), state);
    /// ```
    pub fn position(&self, state: &State) -> Position<'_> {
        let program = match self.executor {
            Executor::Reference => None,
            Executor::Compiled | Executor::Batch => compiled::program(self, state.board.grid()),
        };
        let held = match program {
            Some(program) => {
                Held::Board(compiled::with_parts(self, |parts| program.one_board(state, parts)))
            }
            None => Held::State(Box::new(state.clone())),
        };
        let standing = held.standing();
        let uses_chance = uses_chance(&self.rules);
        Position { game: self, held, standing, uses_chance, actions: Vec::new(), is_listed: false }
    }
}

impl Position<'_> {
    /// The legal actions, as [`Game::legal_actions`].
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut position = game.position(&state);
    /// assert_eq!(position.legal_actions().map(<[_]>::to_vec), game.legal_actions(&state));
    /// ```
    ///
    /// # Errors
    /// What the rules came to while actions were tried.
    pub fn legal_actions(&mut self) -> Result<&[Action], RunError> {
        if !self.is_listed {
            self.actions.clear();
            match &mut self.held {
                Held::Board(board) => {
                    let actions = &mut self.actions;
                    let listed =
                        compiled::with_parts(self.game, |parts| board.list(parts, actions));
                    executor::unless_stopped(self.game, listed)?;
                }
                Held::State(state) => {
                    self.actions.extend(executor::legal_actions(self.game, state)?);
                }
            }
            self.is_listed = true;
        }
        Ok(&self.actions)
    }

    /// Number of legal actions.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.position(&state).action_count(), Ok(9));
    /// ```
    ///
    /// # Errors
    /// As [`Position::legal_actions`].
    #[inline]
    pub fn action_count(&mut self) -> Result<usize, RunError> {
        if let Some(count) = self.standing.actions {
            return executor::unless_stopped(self.game, Ok(count));
        }
        match &mut self.held {
            Held::Board(board) if !self.is_listed => {
                let count = compiled::with_parts(self.game, |parts| board.count(parts));
                executor::unless_stopped(self.game, count)
            }
            Held::Board(_) | Held::State(_) => self.legal_actions().map(<[Action]>::len),
        }
    }

    /// Does an action, and everything that follows before the next player acts, as [`Game::apply`].
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let action = game.read_action(&state, "place b2").expect("it is an action");
    /// let mut position = game.position(&state);
    /// position.apply(action).expect("it is legal");
    /// assert_eq!(position.action_count(), Ok(8));
    /// ```
    ///
    /// # Errors
    /// The position is unchanged where there is an error.
    pub fn apply(&mut self, action: Action) -> Result<(), ApplyError> {
        if self.outcome().is_some() {
            return Err(ApplyError::GameOver);
        }
        let index = self.legal_actions()?.binary_search(&action);
        self.apply_nth(index.map_err(|_| ApplyError::IllegalAction)?)
    }

    /// The same with the action of this index among the legal ones.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut position = game.position(&state);
    /// position.apply_nth(4).expect("there are nine");
    /// assert_eq!(game.print_board(&position.state()), "...\n.X.\n...");
    /// assert!(position.apply_nth(8).is_err());
    /// ```
    ///
    /// # Errors
    /// As [`Position::apply`].
    pub fn apply_nth(&mut self, index: usize) -> Result<(), ApplyError> {
        if self.outcome().is_some() {
            return Err(ApplyError::GameOver);
        }
        match &mut self.held {
            Held::Board(board) => {
                let standing = &mut self.standing;
                let applied = solvable::with_solver(self.game, |parts| {
                    board.apply_nth(index, parts, standing)
                });
                applied.map_err(compiled::apply_error)?;
            }
            Held::State(_) => {
                let action = self.legal_actions()?.get(index).copied();
                let action = action.ok_or(ApplyError::IllegalAction)?;
                if let Held::State(state) = &mut self.held {
                    self.game.apply(state, action)?;
                }
                self.standing = self.held.standing();
            }
        }
        self.is_listed = false;
        Ok(())
    }

    /// Plays one of the random games of a series, counted from 0, from here to its end or until it is
    /// left, as [`Game::playout`]; gives the plies done.
    ///
    /// # Errors
    /// What the rules came to.
    pub fn play_out(&mut self, series: Series, number: u64) -> Result<u64, RunError> {
        if self.uses_chance {
            self.held.reseed(series.chance(number));
        }
        self.play_on(series, number, &mut |_, _| Ok(()))
    }

    /// The same with the generator that the rules draw from now; each position and the index of what is
    /// done there is told before it is done.
    #[inline]
    pub(crate) fn play_on(
        &mut self,
        series: Series,
        number: u64,
        observer: &mut dyn FnMut(&mut Self, usize) -> Result<(), RunError>,
    ) -> Result<u64, RunError> {
        let mut agent = series.agent(number);
        let mut plies = 0;
        while plies < series.most_plies && self.outcome().is_none() {
            let count = self.action_count()?;
            let index = agent.below(count as u64) as usize;
            observer(self, index)?;
            match self.apply_nth(index) {
                Ok(()) => plies += 1,
                Err(ApplyError::Run(error)) => return Err(error),
                // There is no action, though the game is not over.
                Err(ApplyError::IllegalAction | ApplyError::GameOver) => break,
            }
        }
        Ok(plies)
    }

    /// Makes it what another position is, without new memory where both are of one game and board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut position = game.position(&state);
    /// let start = position.clone();
    /// position.apply_nth(4).expect("there are nine");
    /// position.copy_from(&start);
    /// assert_eq!(position.state(), state);
    /// ```
    pub fn copy_from(&mut self, other: &Self) {
        self.game = other.game;
        let is_copied = match (&mut self.held, &other.held) {
            (Held::Board(board), Held::Board(from)) => board.copy_from(from.as_ref()),
            (Held::State(state), Held::State(from)) => {
                state.clone_from(from);
                true
            }
            (Held::Board(_), Held::State(_)) | (Held::State(_), Held::Board(_)) => false,
        };
        if !is_copied {
            self.held = other.held.clone();
        }
        self.standing = other.standing;
        self.uses_chance = other.uses_chance;
        self.is_listed = other.is_listed;
        if other.is_listed {
            self.actions.clone_from(&other.actions);
        }
    }

    /// Makes it the state of these packed words.
    pub(crate) fn unpack(&mut self, words: &[u64], frontier: &Frontier<'_>) {
        self.is_listed = false;
        match &mut self.held {
            Held::Board(board) => {
                compiled::with_parts(self.game, |parts| board.unpack(words, parts));
            }
            Held::State(state) => **state = frontier.unpack(words),
        }
        self.standing = self.held.standing();
    }

    /// The state that it is.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.position(&state).state(), state);
    /// ```
    pub fn state(&self) -> State {
        self.held.state()
    }

    /// End of the game; `None` while it goes on.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.position(&state).outcome(), None);
    /// ```
    #[inline]
    pub fn outcome(&self) -> Option<Outcome> {
        self.standing.outcome
    }

    /// Player to act.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let mut position = game.position(&state);
    /// position.apply_nth(0).expect("there are nine");
    /// assert_eq!(position.to_act(), masume_engine::Player(1));
    /// ```
    pub fn to_act(&self) -> Player {
        match &self.held {
            Held::Board(board) => board.to_act(),
            Held::State(state) => state.to_act,
        }
    }

    /// Points, indexed by player; none in a game without a score.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "2048").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// assert_eq!(game.position(&state).scores(), Ok(vec![0]));
    /// ```
    ///
    /// # Errors
    /// What goes wrong in the expression.
    pub fn scores(&mut self) -> Result<Vec<i64>, RunError> {
        match &mut self.held {
            Held::Board(board) => {
                let scores = compiled::with_parts(self.game, |parts| board.scores(parts));
                executor::unless_stopped(self.game, scores.map(|scores| scores.to_vec()))
            }
            Held::State(state) => executor::scores(self.game, state),
        }
    }
}

/// A position without its game, which is kept beside it.
#[cfg(feature = "batch")]
#[derive(Debug)]
pub(crate) struct Parked {
    held: Held,
    standing: Standing,
    uses_chance: bool,
    actions: Vec<Action>,
    is_listed: bool,
}

#[cfg(feature = "batch")]
impl Parked {
    /// The position in the game that it is of.
    pub(crate) fn on(self, game: &Game) -> Position<'_> {
        let Self { held, standing, uses_chance, actions, is_listed } = self;
        Position { game, held, standing, uses_chance, actions, is_listed }
    }

    /// The state that it is.
    pub(crate) fn state(&self) -> State {
        self.held.state()
    }
}

#[cfg(feature = "batch")]
impl Position<'_> {
    /// The position without its game.
    pub(crate) fn park(self) -> Parked {
        let Self { game: _, held, standing, uses_chance, actions, is_listed } = self;
        Parked { held, standing, uses_chance, actions, is_listed }
    }
}

impl Held {
    fn state(&self) -> State {
        match self {
            Self::Board(board) => board.state(),
            Self::State(state) => State::clone(state),
        }
    }

    fn standing(&self) -> Standing {
        match self {
            Self::Board(board) => board.standing(),
            Self::State(state) => Standing { outcome: state.outcome, actions: None },
        }
    }

    /// Has the rules draw from this generator from now on.
    fn reseed(&mut self, random: Random) {
        match self {
            Self::Board(board) => board.reseed(random),
            Self::State(state) => state.random = random,
        }
    }
}

impl Clone for Position<'_> {
    fn clone(&self) -> Self {
        Self {
            game: self.game,
            held: self.held.clone(),
            standing: self.standing,
            uses_chance: self.uses_chance,
            actions: if self.is_listed { self.actions.clone() } else { Vec::new() },
            is_listed: self.is_listed,
        }
    }
}

impl Clone for Held {
    fn clone(&self) -> Self {
        match self {
            Self::Board(board) => Self::Board(board.boxed_clone()),
            Self::State(state) => Self::State(state.clone()),
        }
    }
}
