//! A checked game with the options and levels in force.

use std::sync::Arc;

use masume_board::Grid;
use masume_program::Optimisations;
use masume_program::native::Backend;
use masume_reference::Run;
use masume_rules::model::{LevelInfo, Rules};
use masume_rules::run_error::{RunError, Span};
use masume_rules::stop::StopToken;

use crate::executor::Programs;
use crate::{Deals, Executor, MOST_CELLS, SetupSolver};

/// A game ready to run. Cloning is cheap: the rules are shared.
#[derive(Clone, Debug)]
pub struct Game {
    /// With the options in force.
    pub(crate) rules: Arc<Rules>,
    /// Levels of another text, in place of those in the game's.
    pub(crate) levels: Option<Arc<Vec<LevelInfo>>>,
    /// Executor that was asked for.
    pub(crate) executor: Executor,
    /// The rules compiled, for the boards that were asked about; shared by clones.
    pub(crate) programs: Arc<Programs<Game>>,
    /// Optimisations of compiled rules.
    pub(crate) optimisations: Optimisations,
    /// Asked while rules run.
    pub(crate) stop: StopToken,
    /// Solver of set-ups, where there is a better one than here.
    pub(crate) solver: Option<SetupSolver>,
    /// Solver that answers `until solvable`, as ids say it.
    pub(crate) deals: Deals,
}

impl Game {
    /// Maker of machine code for boards one at a time; nothing where the crate was built without it, or for WebAssembly.
    #[cfg(all(feature = "native", not(target_family = "wasm")))]
    pub const NATIVE: Option<Backend> = Some(masume_native::BACKEND);
    /// Maker of machine code for boards one at a time; nothing where the crate was built without it, or for WebAssembly.
    #[cfg(not(all(feature = "native", not(target_family = "wasm"))))]
    pub const NATIVE: Option<Backend> = None;

    /// A game of rules that were checked without an error.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let other = Game::new(game.rules().clone());
    /// assert_eq!(other.rules().title, "Tic-tac-toe");
    /// ```
    pub fn new(rules: Rules) -> Game {
        Game {
            rules: Arc::new(rules),
            levels: None,
            executor: Executor::default(),
            programs: Arc::default(),
            optimisations: Optimisations { native: Game::NATIVE, ..Optimisations::ALL },
            stop: StopToken::default(),
            solver: None,
            deals: Deals::default(),
        }
    }

    /// Meaning of the game, with the options in force.
    ///
    /// [`Rules::levels`] are those of the game's own text; [`Game::levels`] are those in force.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// assert_eq!(game.rules().players.len(), 2);
    /// ```
    pub fn rules(&self) -> &Rules {
        &self.rules
    }

    /// Executor that was asked for; [`Executor::Compiled`] where none was named.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// use masume_engine::Executor;
    ///
    /// assert_eq!(game.executor(), Executor::Compiled);
    /// ```
    pub fn executor(&self) -> Executor {
        self.executor
    }

    /// Executor that in fact runs the rules on boards of this shape: the reference where they are
    /// too large for programs.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Executor;
    ///
    /// assert_eq!(game.executor_on(state.board.grid()), Executor::Compiled);
    /// ```
    pub fn executor_on(&self, grid: &Grid) -> Executor {
        if grid.cell_count() > MOST_CELLS { Executor::Reference } else { self.executor }
    }

    /// The game with its rules run by this executor: the same game, at another speed.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Executor;
    ///
    /// let slow = game.clone().with_executor(Executor::Reference);
    /// assert_eq!(slow.legal_actions(&state), game.legal_actions(&state));
    /// ```
    #[must_use]
    pub fn with_executor(mut self, executor: Executor) -> Game {
        self.executor = executor;
        self
    }

    /// The game with these optimisations of compiled rules: no answer changes, only the speed.
    #[must_use]
    pub fn with_optimisations(mut self, optimisations: Optimisations) -> Game {
        self.optimisations = optimisations;
        self.programs = Arc::default();
        self
    }

    /// The game with its calls stopped by this token, and those of its clones: each then answers within
    /// 50 ms, with an error of the kind [`RunErrorKind::Stopped`](crate::RunErrorKind::Stopped), and has
    /// changed nothing.
    ///
    /// ```
    /// use masume_engine::{Game, RunErrorKind, Setup, SetupError, StopToken};
    ///
    /// let stop = StopToken::new();
    /// let loaded = Game::load("game One\nboard 1 x 1\npieces\n  thing: stone\n\naction put at c\n  at c: _ -> stone\n");
    /// let game = loaded.game.expect("the text is a game").with_stop(stop.clone());
    /// assert!(game.start(&Setup::default()).is_ok());
    /// stop.stop();
    /// let Err(SetupError::Run { error, .. }) = game.start(&Setup::default()) else { panic!() };
    /// assert_eq!(error.kind, RunErrorKind::Stopped);
    /// ```
    #[must_use]
    pub fn with_stop(mut self, stop: StopToken) -> Game {
        self.stop = stop;
        self
    }

    /// The token that stops calls.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let game = game.with_stop(masume_engine::StopToken::new());
    /// game.stop_token().stop();
    /// assert!(game.legal_actions(&state).is_err());
    /// ```
    pub fn stop_token(&self) -> &StopToken {
        &self.stop
    }

    /// True if the token stops calls now.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let game = game.with_stop(masume_engine::StopToken::new());
    /// assert!(!game.is_stopped());
    /// game.stop_token().stop();
    /// assert!(game.is_stopped());
    /// ```
    pub fn is_stopped(&self) -> bool {
        self.stop.is_stopped()
    }

    /// Nothing, unless the token stops calls now.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let game = game.with_stop(masume_engine::StopToken::new());
    /// assert_eq!(game.check_stop(), Ok(()));
    /// game.stop_token().stop();
    /// assert!(game.check_stop().is_err());
    /// ```
    ///
    /// # Errors
    /// Of the kind [`RunErrorKind::Stopped`](crate::RunErrorKind::Stopped).
    pub fn check_stop(&self) -> Result<(), RunError> {
        self.stop.check(Span::default())
    }

    /// The rules, as the reference executor is asked about them.
    pub(crate) fn run(&self) -> Run<'_> {
        Run { rules: &self.rules, stop: Some(&self.stop) }
    }

    /// The levels in force.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// assert_eq!(game.levels().len(), game.level_count());
    /// ```
    pub fn levels(&self) -> &[LevelInfo] {
        self.levels.as_ref().map_or(&self.rules.levels, |levels| levels)
    }

    /// Number of levels in force; 0 for a game that has none.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// assert!(game.level_count() > 1);
    /// ```
    pub fn level_count(&self) -> usize {
        self.levels().len()
    }

    /// The game with these levels in place of its own.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// let two = game.levels()[..2].to_vec();
    /// assert_eq!(game.with_levels(two).level_count(), 2);
    /// ```
    #[must_use]
    pub fn with_levels(mut self, levels: Vec<LevelInfo>) -> Game {
        self.levels = Some(Arc::new(levels));
        self
    }
}
