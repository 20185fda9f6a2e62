//! Executors of programs of set operations: games from text at the speed of games written by hand.
//!
//! A board is a few planes, one bit for each cell; a pattern is solved for the whole board at once
//! with shifts. What has no program is asked of the [`Fallback`] that the caller brings, for that
//! part alone.
//!
//! # What it must not know
//! How rules become programs: the caller brings a [`Compiler`], for executors take minutes to build and a change of the
//! compiler must not build them again. How the reference executor works: that both agree is tested, never assumed. The
//! text of games, and any input or output.
//!
//! # Where to start reading
//! [`masume_program`] for what a program is, `strategy` for what runs it, `run` for one state, `interp` for many boards,
//! [`machine`] and [`Interpreter`] for what is built for some width of sets.

#[cfg(feature = "batch")]
mod board_batch;
mod bulk;
#[cfg(feature = "batch")]
mod elements;
mod general;
mod interp;
mod one_board;
mod packed;
mod placement;
mod run;
mod stack;
mod strategy;
mod tree;
mod vectors;

use std::sync::Arc;

use masume_board::Grid;
use masume_program::interp::game::GameCode;
use masume_program::{Compiler, Layout, Optimisations, Part, Program, verify};
use masume_rules::action::Action;
use masume_rules::chance::Chance;
use masume_rules::frame::Frame;
use masume_rules::model::{Condition, Expr, Rules, Statement};
use masume_rules::random::Random;
use masume_rules::run_error::RunError;
use masume_rules::state::{Board, State};
use masume_rules::stop::StopToken;

#[cfg(feature = "batch")]
pub use board_batch::{BatchForm, BatchView, BoardBatch, Evicted, MOST_BOARDS, NO_INDEX, Trouble};
pub use bulk::{Alone, Games, ManyBoards, Played, Scores, Side, Starts};
#[cfg(feature = "batch")]
pub use elements::{FloatBytes, put_bytes, put_floats};
pub use interp::Interpreter;
pub use one_board::{OneBoard, Standing};
pub use packed::{Expanded, PackedPart};
pub use placement::{MOST_PLANES, SmallBoard, SmallTurns};
pub use run::Stop;
pub use tree::Ply;
pub use vectors::has_vectors;

use run::{Loaded, Runtime};
use stack::with_room;

/// Result of a statement.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ran {
    /// It found nothing to work on, or is none that looks for something.
    Missed,
    /// It found something to work on.
    Matched,
    /// It required what does not hold: the rest of its block does not run.
    Broke,
}

/// Executor of what has no program, and judge of whether a state can be won.
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

    /// True if the condition holds where the frame stands.
    ///
    /// # Errors
    /// What goes wrong.
    fn condition(
        &mut self,
        state: &State,
        frame: &Frame,
        condition: &Condition,
    ) -> Result<bool, RunError>;

    /// Number where the frame stands.
    ///
    /// # Errors
    /// What goes wrong.
    fn number(&mut self, state: &State, frame: &Frame, number: &Expr) -> Result<i64, RunError>;

    /// True if a win is found.
    fn is_solvable(&mut self, state: &State) -> bool;

    /// Token that may stop the call. An answer that was cut short is none of the game's: a caller
    /// that stops a call must not use what it gives, which may be anything.
    fn stop(&self) -> &StopToken;
}

/// Maker of a game that is ready to run on boards of one shape, of which no set may have fewer words than one of the
/// interpreter: a compiler makes its programs.
pub type Make = fn(Arc<Rules>, &Grid, Optimisations, Compiler, Interpreter) -> Arc<dyn Compiled>;

/// A game whose programs the general machine runs over sets of `W` words, and the interpreter over as many or fewer. The
/// compiler makes them, and the code of many boards when that is first asked for.
///
/// Executors are built in the crate that names the words of their sets, which takes minutes for all that there are: this
/// crate names none, so that those of some widths are built beside those of others. The general machine and the
/// interpreter do not know each other's widths, so that there are fewer of the one than of the other.
pub fn machine<const W: usize>(
    rules: Arc<Rules>,
    grid: &Grid,
    optimisations: Optimisations,
    compiler: Compiler,
    interpreter: Interpreter,
) -> Arc<dyn Compiled> {
    let compiled = with_room::<W, _>(|| {
        let loaded = Loaded::new(rules, (grid, W), optimisations, compiler, interpreter);
        Arc::new(Runtime::<W>::new(loaded))
    });
    for program in compiled.programs() {
        debug_assert_eq!(verify(program, compiled.rules(), compiled.layout()), Ok(()));
    }
    compiled
}

/// So many boards side by side where there is an instruction for several of them: with more of them an instruction
/// weighs less, until sets no longer lie in the nearest cache.
pub const fn lanes(boards: usize) -> usize {
    // A module is loaded before it plays: with eight lanes it would be a tenth larger.
    if cfg!(target_family = "wasm") { 1 } else { boards }
}

/// So many choices of one board of one word side by side: each instruction is read once for all of them.
pub const fn tries(choices: usize) -> usize {
    // As above; with four, chess is 1.6 times as fast.
    if cfg!(target_family = "wasm") { 4 } else { choices }
}

// What a debugger sees of every executor would otherwise be a twentieth of all code.
impl std::fmt::Debug for dyn Compiled {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("Compiled").finish_non_exhaustive()
    }
}

/// A game on boards of one shape, ready to run: sets of cells have as many words as they need. Shared
/// freely; nothing in it changes.
pub trait Compiled: Send + Sync {
    /// Rules that were compiled.
    fn rules(&self) -> &Rules;

    /// The programs, by player.
    fn programs(&self) -> &[Program];

    /// Places of the parts of a state in a position.
    fn layout(&self) -> &Layout;

    /// The legal actions, sorted; none where the game has ended.
    ///
    /// # Errors
    /// What goes wrong while bodies run.
    fn legal_actions(
        &self,
        state: &State,
        fallback: &mut dyn Fallback,
    ) -> Result<Vec<Action>, RunError>;

    /// True if the action is among the legal ones.
    ///
    /// # Errors
    /// What goes wrong while its body runs.
    fn is_legal(
        &self,
        state: &State,
        action: Action,
        fallback: &mut dyn Fallback,
    ) -> Result<bool, RunError>;

    /// The state after an action and all that follows it.
    ///
    /// # Errors
    /// `Illegal` if the action is not legal, or what goes wrong.
    fn apply(
        &self,
        state: &State,
        action: Action,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop>;

    /// A new game on an empty board or a level.
    ///
    /// # Errors
    /// What goes wrong while `start` runs or the ends are asked.
    fn start(
        &self,
        board: &Board,
        random: Random,
        chance: &mut dyn Chance,
        fallback: &mut dyn Fallback,
    ) -> Result<State, Stop>;

    /// A board to play on, in this state.
    fn one_board(self: Arc<Self>, state: &State, fallback: &mut dyn Fallback) -> Box<dyn OneBoard>;

    /// Boards that a caller plays, many side by side, nothing on them yet; `None` where there is no code for many
    /// boards.
    #[cfg(feature = "batch")]
    fn board_batch(self: Arc<Self>, form: BatchForm) -> Option<Box<dyn BoardBatch>>;

    /// Points by player, of the score of each or the value that counts them; none in a game without a
    /// score.
    ///
    /// # Errors
    /// What goes wrong in the expression.
    fn scores(&self, state: &State, fallback: &mut dyn Fallback) -> Result<Scores, RunError>;

    /// Plays random games, and gives each as it ends, in no particular order.
    ///
    /// # Errors
    /// What goes wrong in the first game, by number, in which anything does.
    fn playouts(
        &self,
        games: &Games<'_>,
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError>;

    /// Number of leaves after so many plies, of a game without chance.
    ///
    /// # Errors
    /// What goes wrong.
    fn perft(
        &self,
        state: &State,
        depth: u32,
        ply: Ply,
        fallback: &mut dyn Fallback,
    ) -> Result<u64, RunError>;

    /// Gives what comes of every legal action in each state, with the index of the state; those of
    /// one state in the order of its actions. What a game draws comes from the generator of each
    /// state, as in [`Compiled::apply`].
    ///
    /// # Errors
    /// What goes wrong in any state; not always what goes wrong in the first.
    fn successors(
        &self,
        states: &[&State],
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(usize, Action, State),
    ) -> Result<(), RunError>;

    /// Words of a packed state.
    fn packed_words(&self) -> usize;

    /// Packs a state into [`Compiled::packed_words`] words.
    fn pack(&self, state: &State, words: &mut [u64]);

    /// The state of packed words.
    fn unpack(&self, words: &[u64]) -> State;

    /// Bits of packed words in which a part of a state lies.
    fn packed_bits(&self, part: PackedPart) -> Vec<(usize, u64)>;

    /// The turns on boards that are held by value; `None` where turns do more than place pieces, or the board has more
    /// than 64 cells.
    fn small_turns(&self) -> Option<SmallTurns>;

    /// Puts in how many legal actions each of these packed states has, which lie one behind the other; none where the
    /// game has ended.
    ///
    /// # Errors
    /// What goes wrong in any state.
    fn action_counts(
        &self,
        words: &[u64],
        fallback: &mut dyn Fallback,
        counts: &mut Vec<u32>,
    ) -> Result<(), RunError>;

    /// As [`Compiled::successors`], of packed states one behind the other, without a state in between.
    ///
    /// # Errors
    /// What goes wrong in any state; not always what goes wrong in the first.
    fn expand(
        &self,
        words: &[u64],
        fallback: &mut dyn Fallback,
        done: &mut dyn FnMut(Expanded<'_>),
    ) -> Result<(), RunError>;

    /// Way in which random games on many boards are played. As text it is one line.
    fn many_boards(&self) -> ManyBoards;

    /// The code that many boards run side by side; `None` where [`Compiled::many_boards`] says why there is none.
    fn interp_code(&self) -> Option<&GameCode>;
}

// Not in the trait: what is in its table is in every program and module, printed or not.
impl dyn Compiled + '_ {
    /// The code that many boards run side by side, as text; `None` where [`Compiled::many_boards`] says
    /// why there is none.
    pub fn interp_text(&self) -> Option<String> {
        self.interp_code().map(|code| code.print(self.rules(), self.layout()))
    }

    /// The programs as text, or one part of them: once where it is the same for every player.
    pub fn explain(&self, only: Option<Part>) -> String {
        masume_program::explain(self.rules(), self.layout(), self.programs(), only)
    }
}
