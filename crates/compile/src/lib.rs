//! Games from text at the speed of games written by hand: rules become a short program of set
//! operations, which its executors run.
//!
//! A board is a few planes, one bit for each cell; a pattern is solved for the whole board at once
//! with shifts. What has no program is asked of whoever the caller brings as [`Fallback`], for that
//! part alone.
//!
//! # What it must not know
//! How the reference executor works: that both agree is tested, never assumed. The text of games,
//! and any input or output.
//!
//! # Where to start reading
//! [`program`] for what a program is, `lower` for how it is made, `run` for how it runs.

mod bulk;
mod explain;
mod lockstep;
mod lower;
mod optimise;
mod placement;
pub mod program;
mod run;
mod runner;
mod tree;
mod vectors;

use std::sync::Arc;

use masume_board::{Grid, MAX_WORDS};
use masume_rules::action::Action;
use masume_rules::chance::Chance;
use masume_rules::frame::Frame;
use masume_rules::model::{Condition, Expr, Rules, Statement};
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Board, State};
use masume_rules::stop::StopToken;

pub use bulk::{Games, ManyBoards, Played, Scores, Side, Starts};
pub use optimise::Optimisations;
pub use run::Stop;
pub use tree::Ply;

use run::Runtime;
use runner::Runner;

/// What came of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It found nothing to work on, or is none that looks for something.
    Missed,
    /// It found something to work on.
    Matched,
    /// It required what does not hold: the rest of its block does not run.
    Broke,
}

/// Who does what has no program, and answers whether a state can be won.
pub trait Fallback {
    /// Runs one statement where the frame stands.
    ///
    /// # Errors
    /// Why it does not come to its end.
    fn statement(
        &mut self,
        state: &mut State,
        frame: &mut Frame,
        statement: &Statement,
        chance: &mut dyn Chance,
    ) -> Result<Ran, Stop>;

    /// Whether the condition holds where the frame stands.
    ///
    /// # Errors
    /// What goes wrong.
    fn condition(
        &mut self,
        state: &State,
        frame: &Frame,
        condition: &Condition,
    ) -> Result<bool, RunError>;

    /// What the number is where the frame stands.
    ///
    /// # Errors
    /// What goes wrong.
    fn number(&mut self, state: &State, frame: &Frame, number: &Expr) -> Result<i64, RunError>;

    /// Whether a win is found.
    fn is_solvable(&mut self, state: &State) -> bool;

    /// What may stop the call. An answer that was cut short is none of the game's: who stops a call
    /// must not use what it gives, which may be anything.
    fn stop(&self) -> &StopToken;
}

/// A board with more cells than compiled programs serve.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TooLarge {
    /// Cells of the board.
    pub cells: usize,
    /// The most that there may be.
    pub bound: usize,
}

impl std::fmt::Display for TooLarge {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        let Self { cells, bound } = self;
        write!(f, "the board has {cells} cells; compiled programs serve at most {bound}")
    }
}

impl std::error::Error for TooLarge {}

/// A game on boards of one shape, ready to run. Shared freely; nothing in it changes.
#[derive(Debug)]
pub struct Compiled {
    runner: Box<dyn Runner>,
}

impl Compiled {
    /// The most cells of a board.
    pub const MAX_CELLS: usize = 64 * MAX_WORDS;

    /// Compiles the rules for boards of this shape.
    ///
    /// # Errors
    /// A board of more than [`Compiled::MAX_CELLS`] cells.
    pub fn new(
        rules: Arc<Rules>,
        grid: &Grid,
        optimisations: Optimisations,
    ) -> Result<Self, TooLarge> {
        let cells = grid.cell_count();
        let runner: Box<dyn Runner> = match cells.div_ceil(64) {
            0..=1 => Box::new(Runtime::<1>::new(rules, grid, optimisations).with_lockstep()),
            2 => Box::new(Runtime::<2>::new(rules, grid, optimisations).with_lockstep()),
            3..=4 => Box::new(Runtime::<4>::new(rules, grid, optimisations).with_lockstep()),
            5..=8 => Box::new(Runtime::<8>::new(rules, grid, optimisations)),
            9..=16 => Box::new(Runtime::<16>::new(rules, grid, optimisations)),
            17..=64 => Box::new(Runtime::<64>::new(rules, grid, optimisations)),
            65..=256 => Box::new(Runtime::<256>::new(rules, grid, optimisations)),
            _ => return Err(TooLarge { cells, bound: Self::MAX_CELLS }),
        };
        for program in runner.programs() {
            debug_assert_eq!(program::verify(program, runner.rules(), runner.layout()), Ok(()));
        }
        Ok(Self { runner })
    }

    /// The programs, by player.
    pub fn programs(&self) -> &[program::Program] {
        self.runner.programs()
    }

    /// Where a state lies in a position.
    pub fn layout(&self) -> &program::Layout {
        self.runner.layout()
    }

    /// The legal actions, sorted; none where the game has ended.
    ///
    /// # Errors
    /// What goes wrong while bodies run.
    pub fn legal_actions(
        &self,
        state: &State,
        fallback: &mut dyn Fallback,
    ) -> Result<Vec<Action>, RunError> {
        self.runner.legal_actions(state, fallback)
    }

    /// Whether the action is among the legal ones.
    ///
    /// # Errors
    /// What goes wrong while its body runs.
    pub fn is_legal(
        &self,
        state: &State,
        action: Action,
        fallback: &mut dyn Fallback,
    ) -> Result<bool, RunError> {
        self.runner.is_legal(state, action, fallback)
    }

    /// The state after an action and all that follows it.
    ///
    /// # Errors
    /// `Illegal` if the action is not legal, or what goes wrong.
    pub fn apply(
        &self,
        state: &State,
        action: Action,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop> {
        self.runner.apply(state, action, chance, fallback)
    }

    /// A new game on an empty board or a level.
    ///
    /// # Errors
    /// What goes wrong while `start` runs or the ends are asked.
    pub fn start(
        &self,
        board: &Board,
        random: Random,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop> {
        self.runner.start(board, random, chance, fallback)
    }

    /// Points by player, of the score of each or the value that counts them; none in a game without a
    /// score.
    ///
    /// # Errors
    /// What goes wrong in the expression.
    pub fn scores(&self, state: &State, fallback: &mut dyn Fallback) -> Result<Scores, RunError> {
        self.runner.scores(state, fallback)
    }

    /// Plays random games, and gives each as it ends, in no particular order.
    ///
    /// # Errors
    /// What goes wrong in the first game, by number, in which anything does.
    pub fn playouts(
        &self,
        games: &Games<'_>,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError> {
        self.runner.playouts(games, fallback, done)
    }

    /// Number of leaves after so many plies, of a game without chance.
    ///
    /// # Errors
    /// What goes wrong.
    pub fn perft(
        &self,
        state: &State,
        depth: u32,
        ply: Ply,
        side: Side,
        fallback: &mut dyn Fallback,
    ) -> Result<u64, RunError> {
        self.runner.perft(state, (depth, ply), side, fallback)
    }

    /// Gives what comes of every legal action in each state, with the index of the state; those of
    /// one state in the order of its actions. What a game draws comes from the generator of each
    /// state, as in [`Compiled::apply`].
    ///
    /// # Errors
    /// What goes wrong in any state; not always what goes wrong in the first.
    pub fn successors(
        &self,
        states: &[&State],
        side: Side,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(usize, Action, State),
    ) -> Result<(), RunError> {
        self.runner.successors(states, side, fallback, done)
    }

    /// The programs as text, or one part of them: once where it is the same for every player.
    pub fn explain(&self, only: Option<program::Part>) -> String {
        explain::explain(self.runner.rules(), self.runner.layout(), self.runner.programs(), only)
    }

    /// How random games on many boards are played. As text it is one line.
    pub fn many_boards(&self) -> ManyBoards {
        self.runner.many_boards()
    }

    /// The code that many boards run in lock-step, as text; `None` where
    /// [`Compiled::many_boards`] says why there is none.
    pub fn lockstep_text(&self) -> Option<String> {
        self.runner.lockstep_text()
    }
}
