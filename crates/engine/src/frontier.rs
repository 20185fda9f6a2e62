//! States as words of fixed length, and what follows from many of them at once.

use std::sync::Arc;

use masume_board::Grid;
use masume_execute::Compiled;
use masume_rules::facts::asks_solver_in_play;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::State;

use crate::executor::compiled;
use crate::{Executor, Game, Position};

pub use masume_execute::{Expanded, MOST_PLANES, PackedPart, SmallBoard, SmallTurns};

/// Frontier of a search: states of one game on boards of one shape. Each is so many words, and what
/// follows from many of them is found side by side, without a [`State`] in between.
///
/// ```
/// use masume_engine::{Game, Setup};
///
/// let text = "game Nim\nboard 1 x 3\npieces\n  thing: stone\n\nstart\n  any -> stone\n\n\
///             action take at c\n  at c: stone -> _\n\nwin when no stone\n";
/// let game = Game::load(text).game.expect("the text is a game");
/// let start = game.start(&Setup::default()).expect("it can be set up");
/// let frontier = game.frontier(start.board.grid()).expect("the board is small");
///
/// let mut states = vec![0; frontier.words()];
/// frontier.pack(&start, &mut states);
/// for left in [3, 2, 1] {
///     let mut next = Vec::new();
///     frontier.expand(&states, &mut |child| next.extend(child.words)).expect("nothing goes wrong");
///     assert_eq!(next.len(), left * states.len());
///     states = next;
/// }
/// assert!(game.is_terminal(&frontier.unpack(&states[..frontier.words()])));
/// ```
#[derive(Debug)]
pub struct Frontier<'g> {
    game: &'g Game,
    program: Arc<dyn Compiled>,
    words: usize,
}

impl Game {
    /// The states on boards of this shape, packed; `None` where no compiled program serves boards as
    /// large as that, the game is run by the reference executor, or an action sets up a stage until a
    /// solver finds that it can be won.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// use masume_engine::Executor;
    ///
    /// assert!(game.frontier(state.board.grid()).is_some());
    /// let slow = game.with_executor(Executor::Reference);
    /// assert!(slow.frontier(state.board.grid()).is_none());
    /// ```
    pub fn frontier(&self, grid: &Grid) -> Option<Frontier<'_>> {
        match self.executor {
            Executor::Reference => None,
            Executor::Compiled | Executor::Batch if asks_solver_in_play(&self.rules) => None,
            Executor::Compiled | Executor::Batch => {
                let program = compiled::program(self, grid)?;
                let words = program.packed_words();
                Some(Frontier { game: self, program, words })
            }
        }
    }
}

impl<'g> Frontier<'g> {
    /// Words of a state.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let frontier = game.frontier(state.board.grid()).expect("the board is small");
    /// let mut words = vec![0; frontier.words()];
    /// frontier.pack(&state, &mut words);
    /// assert_eq!(words.len(), frontier.words());
    /// ```
    pub fn words(&self) -> usize {
        self.words
    }

    /// Packs a state into [`Frontier::words`] words.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let frontier = game.frontier(state.board.grid()).expect("the board is small");
    /// let mut words = vec![0; frontier.words()];
    /// frontier.pack(&state, &mut words);
    /// assert_eq!(frontier.unpack(&words), state);
    /// ```
    ///
    /// # Panics
    /// Where there are fewer words, or the board is of another shape.
    pub fn pack(&self, state: &State, words: &mut [u64]) {
        self.program.pack(state, words);
    }

    /// The state of these words.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let frontier = game.frontier(state.board.grid()).expect("the board is small");
    /// let mut words = vec![0; frontier.words()];
    /// frontier.pack(&state, &mut words);
    /// assert_eq!(frontier.unpack(&words), state);
    /// ```
    ///
    /// # Panics
    /// Where there are fewer than [`Frontier::words`].
    pub fn unpack(&self, words: &[u64]) -> State {
        self.program.unpack(words)
    }

    /// The state of these words, to be played on.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let frontier = game.frontier(state.board.grid()).expect("the board is small");
    /// let mut words = vec![0; frontier.words()];
    /// frontier.pack(&state, &mut words);
    /// assert_eq!(frontier.position(&words).state(), state);
    /// ```
    ///
    /// # Panics
    /// As [`Frontier::unpack`].
    pub fn position(&self, words: &[u64]) -> Position<'g> {
        self.game.position(&self.unpack(words))
    }

    /// Makes a position of this game the state of these words, without new memory where its board has
    /// the same shape.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let frontier = game.frontier(state.board.grid()).expect("the board is small");
    /// let mut words = vec![0; frontier.words()];
    /// frontier.pack(&state, &mut words);
    /// let mut position = game.position(&state);
    /// position.apply_nth(0).expect("there are nine");
    /// frontier.put(&words, &mut position);
    /// assert_eq!(position.state(), state);
    /// ```
    ///
    /// # Panics
    /// As [`Frontier::unpack`].
    pub fn put(&self, words: &[u64], position: &mut Position<'_>) {
        position.unpack(words, self);
    }

    /// The turns on boards that are held by value, for games in which turns only place pieces on at most 64 cells.
    /// They never stop: who plays on asks [`Game::check_stop`].
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let frontier = game.frontier(state.board.grid()).expect("the board is small");
    /// assert!(frontier.small_turns().is_some());
    /// ```
    pub fn small_turns(&self) -> Option<SmallTurns> {
        self.program.small_turns()
    }

    /// The packed words in which bits of a part of a state lie, in their order, with those bits.
    pub fn bits(&self, part: PackedPart) -> Vec<(usize, u64)> {
        self.program.packed_bits(part)
    }

    /// Gives what comes of each legal action in each of these states, which lie one behind the other:
    /// those of one state in the order of its actions, as [`Game::successors`]. What has ended has no
    /// successors.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let frontier = game.frontier(state.board.grid()).expect("the board is small");
    /// let mut words = vec![0; frontier.words()];
    /// frontier.pack(&state, &mut words);
    /// let mut count = 0;
    /// frontier.expand(&words, &mut |_| count += 1).expect("nothing goes wrong");
    /// assert_eq!(count, 9);
    /// ```
    ///
    /// # Errors
    /// What the rules came to in any of these states; what was given before is right.
    pub fn expand(
        &self,
        states: &[u64],
        done: &mut dyn FnMut(Expanded<'_>),
    ) -> Result<(), RunError> {
        let expanded =
            compiled::with_parts(self.game, |parts| self.program.expand(states, parts, done));
        self.game.stop.check(Span::default())?;
        expanded
    }

    /// Puts in how many legal actions each of these states has, which lie one behind the other: counted side by side,
    /// and faster than they are listed. What has ended has none.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let state = game.start(&Setup::default()).expect("it can be set up");
    /// let frontier = game.frontier(state.board.grid()).expect("the board is small");
    /// let mut words = vec![0; frontier.words()];
    /// frontier.pack(&state, &mut words);
    /// let mut counts = Vec::new();
    /// frontier.action_counts(&words, &mut counts).expect("nothing goes wrong");
    /// assert_eq!(counts, [9]);
    /// ```
    ///
    /// # Errors
    /// What the rules came to in any of these states.
    pub fn action_counts(&self, states: &[u64], counts: &mut Vec<u32>) -> Result<(), RunError> {
        let counted = compiled::with_parts(self.game, |parts| {
            self.program.action_counts(states, parts, counts)
        });
        self.game.stop.check(Span::default())?;
        counted
    }
}
