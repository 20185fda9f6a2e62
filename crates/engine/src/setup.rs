//! From a game to its first state.

use masume_board::Grid;
use masume_rules::chance::ChanceEvent;
use masume_rules::facts::uses_chance;
use masume_rules::model::Size;
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Board, State};
use masume_rules::text::{grid_of_size, print_size, read_level};
use masume_syntax::{Code, Diagnostic, Span};

use crate::{Game, SetupError, executor, run_diagnostic, solvable};

/// Set-up: all that the first state depends on besides the game and its options.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Setup {
    /// The size asked for; without one a level brings its own, or the game has a default.
    pub size: Option<Size>,
    /// The level, from 1. Without one a game that has levels starts with the first, unless a size
    /// is asked for.
    pub level: Option<usize>,
    /// Seed of the random numbers.
    pub seed: u64,
}

impl Game {
    /// The first state of a new game: on the level, on an empty board of the size, or on that of
    /// the default size, then as `start` of the game has it.
    ///
    /// In a game without chance the seed is no part of the state.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let state = game.start(&Setup { level: Some(2), ..Setup::default() }).expect("there is one");
    /// assert_eq!(state.ply, 0);
    /// assert!(game.start(&Setup { level: Some(100_000), ..Setup::default() }).is_err());
    /// ```
    ///
    /// # Errors
    /// A size or level that there is not, a level that cannot be played, and what the set-up came
    /// to while it ran.
    pub fn start(&self, setup: &Setup) -> Result<State, SetupError> {
        let board = self.first_board(setup)?;
        let grid = *board.grid();
        solvable::start(self, board, self.first_random(setup))
            .map_err(|error| self.start_failed(&grid, error))
    }

    /// Everything that chance may make of the set-up, equal states put together, in the order of
    /// the choices; one state where there is no chance. Nothing is `solvable` here.
    ///
    /// # Errors
    /// As [`Game::start`]; more than `bound` sequences of choices is
    /// `RunErrorKind::TooManyChances`, and so is an `until` that sets up anew.
    pub fn start_events(
        &self,
        setup: &Setup,
        bound: usize,
    ) -> Result<Vec<ChanceEvent>, SetupError> {
        let board = self.first_board(setup)?;
        executor::start_events(self, &board, self.first_random(setup), bound)
            .map_err(|error| self.start_failed(board.grid(), error))
    }

    /// The shape of the board that a set-up begins with, told before anything runs.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let grid = game.grid_of(&Setup::default()).expect("it has a size");
    /// assert_eq!((grid.width(), grid.height()), (3, 3));
    /// ```
    ///
    /// # Errors
    /// A size or level that there is not, a level that cannot be played.
    pub fn grid_of(&self, setup: &Setup) -> Result<Grid, SetupError> {
        self.first_board(setup).map(|board| *board.grid())
    }

    /// The level that a set-up plays, from 1; `None` for one that begins on an empty board.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// assert_eq!(game.level_of(&Setup::default()), Some(1));
    /// ```
    pub fn level_of(&self, setup: &Setup) -> Option<usize> {
        let starts_with_level = setup.size.is_none() && self.level_count() > 0;
        setup.level.or_else(|| starts_with_level.then_some(1))
    }

    fn first_random(&self, setup: &Setup) -> Random {
        Random::new(if uses_chance(&self.rules) { setup.seed } else { 0 })
    }

    fn start_failed(&self, grid: &Grid, error: RunError) -> SetupError {
        let diagnostic = Box::new(run_diagnostic(&self.rules, grid, &error));
        SetupError::Run { error, diagnostic }
    }

    pub(crate) fn first_board(&self, setup: &Setup) -> Result<Board, SetupError> {
        if let Some(number) = self.level_of(setup) {
            return self.level_board(number, setup.size);
        }
        let default = self.rules.shape.map(|shape| shape.size);
        let Some(size) = setup.size.or(default) else {
            return Err(SetupError::NoLevel { asked: 1, count: self.level_count() });
        };
        if self.rules.shape.is_none() && self.level_count() > 0 {
            let message = "the board is always that of a level";
            let error =
                Diagnostic::error(Code::BoardSize, Span::default(), message, print_size(size));
            return Err(SetupError::Size(Box::new(error.with_help("leave the size out"))));
        }
        let grid = grid_of_size(&self.rules, size, Span::default())
            .map_err(|error| SetupError::Size(Box::new(error)))?;
        Ok(Board::new(grid, self.rules.layers.len()))
    }

    fn level_board(&self, number: usize, size: Option<Size>) -> Result<Board, SetupError> {
        let index = number.checked_sub(1);
        let Some(level) = index.and_then(|index| self.levels().get(index)) else {
            return Err(SetupError::NoLevel { asked: number, count: self.level_count() });
        };
        let board = read_level(&self.rules, level)
            .map_err(|diagnostics| SetupError::Level { number, diagnostics })?;
        let grid = board.grid();
        let found = Size { width: grid.width(), height: grid.height() };
        match size {
            Some(size) if size != found => {
                let message = format!("level {number} is {}", print_size(found));
                let error =
                    Diagnostic::error(Code::BoardSize, Span::default(), message, print_size(size));
                Err(SetupError::Size(Box::new(error.with_help("leave the size out"))))
            }
            _ => Ok(board),
        }
    }
}
