//! A state that is played on, as the executor keeps it.

use masume_compile::OneBoard;
use masume_rules::action::Action;
use masume_rules::model::Player;
use masume_rules::run_error::RunError;
use masume_rules::state::{Outcome, State};

use crate::executor::compiled;
use crate::{ApplyError, Executor, Frontier, Game, executor};

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
    /// The legal actions, while they are known.
    actions: Vec<Action>,
    is_listed: bool,
}

/// Who holds the state.
#[derive(Debug)]
enum Held {
    /// A compiled program.
    Board(Box<dyn OneBoard>),
    /// The reference executor.
    State(Box<State>),
}

impl Game {
    /// The state, to be played on by the game's executor.
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
        Position { game: self, held, actions: Vec::new(), is_listed: false }
    }
}

impl Position<'_> {
    /// The legal actions, as [`Game::legal_actions`].
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

    /// How many actions are legal.
    ///
    /// # Errors
    /// As [`Position::legal_actions`].
    pub fn action_count(&mut self) -> Result<usize, RunError> {
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
    /// # Errors
    /// As [`Position::apply`].
    pub fn apply_nth(&mut self, index: usize) -> Result<(), ApplyError> {
        if self.outcome().is_some() {
            return Err(ApplyError::GameOver);
        }
        match &mut self.held {
            Held::Board(board) => {
                let applied =
                    compiled::with_solver(self.game, |parts| board.apply_nth(index, parts));
                applied.map_err(compiled::apply_error)?;
            }
            Held::State(_) => {
                let action = self.legal_actions()?.get(index).copied();
                let action = action.ok_or(ApplyError::IllegalAction)?;
                if let Held::State(state) = &mut self.held {
                    self.game.apply(state, action)?;
                }
            }
        }
        self.is_listed = false;
        Ok(())
    }

    /// Makes it what another position is, without new memory where both are of one game and board.
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
    }

    /// The state that it is.
    pub fn state(&self) -> State {
        match &self.held {
            Held::Board(board) => board.state(),
            Held::State(state) => State::clone(state),
        }
    }

    /// How the game ended; `None` while it goes on.
    pub fn outcome(&self) -> Option<Outcome> {
        match &self.held {
            Held::Board(board) => board.outcome(),
            Held::State(state) => state.outcome,
        }
    }

    /// Who acts.
    pub fn to_act(&self) -> Player {
        match &self.held {
            Held::Board(board) => board.to_act(),
            Held::State(state) => state.to_act,
        }
    }

    /// Points, indexed by player; none in a game without a score.
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

impl Clone for Position<'_> {
    fn clone(&self) -> Self {
        Self {
            game: self.game,
            held: self.held.clone(),
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
