//! The SIMD interpreter: many boards side by side.
//!
//! The turns of a game become code over registers, each of which holds something of every board of a
//! table: no board waits for a branch of another, and every instruction is done to all of them by
//! vector instructions. What has no instruction is done by the general machine ([`General`]) on one board after
//! another (`single.rs`), and a turn in which anything out of the ordinary comes up (the rules are at
//! fault, a stage is won, numbers are huge) is done again by it. Where matches do not tell what is
//! legal, boards with a choice fill a table of their own (`list.rs`).
//!
//! `masume_program::interp` has the instructions, checks and prints them, the [`Compiler`](masume_program::Compiler)
//! makes them from programs; here `run.rs` runs them, `play.rs` plays games, `tree.rs` goes through all that can follow.

mod agents;
mod algebra;
mod batch;
#[cfg(feature = "batch")]
mod board_batch;
mod cells;
mod choose;
mod draw;
mod kernels;
mod list;
mod listing;
mod loading;
mod march;
mod native;
mod outcome;
mod place;
mod play;
mod rays;
mod register_board;
mod register_file;
mod retry;
mod row;
mod run;
mod select;
mod shape;
mod single;
mod slide;
mod spare;
mod steps;
mod trace;
mod tree;
mod walk;

#[cfg(feature = "batch")]
pub(crate) use choose::NOTHING;

use std::any::Any;
use std::sync::{Arc, Mutex, OnceLock};

use masume_program::interp::code::{Code, FAR};
use masume_program::interp::game::GameCode;
use masume_program::interp::registers::NumberPlanes;
use masume_program::interp::single::Single;
use masume_program::interp::verify;
use masume_program::{LayerPlanes, Layout, NoCode, Optimisations, Unsupported};
use masume_rules::action::Action;
use masume_rules::model::{EMPTY, LayerKind, Player};
use masume_rules::run_error::RunError;

#[cfg(feature = "batch")]
use crate::board_batch::{BatchForm, BoardBatch};
use crate::general::General;
use crate::one_board::OneBoard;
use crate::run::{Host, Loaded, Position};
use crate::tree::{Child, Parents};
use crate::vectors;
use crate::{Alone, Games, Played, Ply, Side};
use choose::MOST_ACTIONS;
use list::Scratch;
use march::TargetSides;
use register_board::RegisterBoard;
use run::Context;
use shape::Shape;
use slide::Lines;

/// A game as code for the SIMD interpreter.
#[derive(Debug)]
pub(crate) struct Interp<const W: usize> {
    code: GameCode,
    options: Optimisations,
    shape: Shape<W>,
    target_sides: TargetSides<W>,
    places: Vec<place::PlaceNumbers<W>>,
    /// Slid lines, known as soon as anybody plays.
    lines: OnceLock<Vec<Lines>>,
    /// A table for single positions, while nobody asks about one.
    table: Mutex<Option<Box<dyn Any + Send>>>,
    /// Memory of one board, while nobody plays on one.
    board: Mutex<Option<Box<dyn Any + Send>>>,
    /// Memory for children, while nobody asks for any.
    rows: Mutex<Option<Box<dyn Any + Send>>>,
}

/// A game that plays many boards at a time: a trait, for callers do not know in how many lanes.
pub(crate) trait SideBySide: Send + Sync {
    /// Plays random games, of which the first starts in this position, and gives each as it ends.
    fn play(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        start: &Position,
        games: &Games<'_>,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError>;

    /// Counts the leaves of a position from which turns can follow.
    ///
    /// # Errors
    /// What goes wrong in any game; not always what goes wrong in the first.
    fn perft(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        start: &Position,
        counted: (u32, Ply),
    ) -> Result<u64, RunError>;

    /// Gives the children of positions; what has ended has none.
    ///
    /// # Errors
    /// What goes wrong in any; not always what goes wrong in the first.
    fn children(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        parents: &dyn Parents,
        done: &mut dyn FnMut(Child<'_>),
    ) -> Result<(), RunError>;

    /// Gives how many actions each position has, with its number.
    ///
    /// # Errors
    /// What goes wrong in any; not always what goes wrong in the first.
    fn action_counts(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        positions: &dyn Parents,
        done: &mut dyn FnMut(usize, u32),
    ) -> Result<(), RunError>;

    /// A board of the game, in this position.
    fn one_board(
        &self,
        run: Arc<dyn General>,
        host: &Host<'_>,
        position: Position,
    ) -> Box<dyn OneBoard>;

    /// Boards of the game that a caller plays, nothing on them yet.
    #[cfg(feature = "batch")]
    fn board_batch(&self, run: Arc<dyn General>, form: BatchForm) -> Box<dyn BoardBatch>;

    /// Indexed by action: what a player can do in a position, where that is found by trial; `None`
    /// where it cannot be told.
    fn brute_force(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        position: &Position,
        player: Player,
    ) -> Option<Vec<Option<Vec<Action>>>>;

    /// True if the planes of a board hold all numbers of a position.
    fn holds(&self, layout: &Layout, position: &Position) -> bool;

    /// The code.
    fn code(&self) -> &GameCode;

    /// Instructions of each player's turn.
    fn turns(&self) -> Vec<usize>;

    /// Parts of turns that are done on one board after another.
    fn alone(&self) -> Vec<Alone>;
}

impl std::fmt::Debug for dyn SideBySide {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.debug_struct("SideBySide").finish_non_exhaustive()
    }
}

/// Sets of more words are built for tables of several boards alone, where there are such tables: one board is the first
/// of them.
const MOST_WORDS_ALONE: usize = 4;

/// True if the interpreter is built for one board of `W` words too, beside tables of `L` boards.
const fn is_alone_built<const W: usize, const L: usize>() -> bool {
    L == 1 || W <= MOST_WORDS_ALONE
}

/// The code of a game, run on `L` boards side by side; choices of one board that are tried, on `T`.
pub(crate) struct InLanes<const W: usize, const L: usize, const T: usize>(Arc<Interp<W>>);

/// The function behind [`Interpreter::make`].
type MakeInterp = fn(&Loaded) -> Result<Arc<dyn SideBySide>, NoCode>;

/// The interpreter as it is built for sets of some width.
#[derive(Clone, Copy, Debug)]
pub struct Interpreter {
    words: usize,
    make: MakeInterp,
}

impl Interpreter {
    /// For sets of `W` words, on `L` boards side by side, and on `T` where choices of one board are tried.
    pub const fn new<const W: usize, const L: usize, const T: usize>() -> Self {
        Self { words: W, make: in_lanes::<W, L, T> }
    }

    /// Words of a set: the general machine beside it must have as many, or more.
    pub const fn words(self) -> usize {
        self.words
    }

    /// Makes code for many boards, or says why there is none.
    pub(crate) fn make(self, loaded: &Loaded) -> Result<Arc<dyn SideBySide>, NoCode> {
        (self.make)(loaded)
    }
}

fn in_lanes<const W: usize, const L: usize, const T: usize>(
    loaded: &Loaded,
) -> Result<Arc<dyn SideBySide>, NoCode> {
    Ok(Arc::new(InLanes::<W, L, T>(Arc::new(Interp::new(loaded)?))))
}

impl<const W: usize, const L: usize, const T: usize> SideBySide for InLanes<W, L, T> {
    fn play(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        start: &Position,
        games: &Games<'_>,
        done: &mut dyn FnMut(Played),
    ) -> Result<(), RunError> {
        if const { is_alone_built::<W, L>() } {
            let play = match self.0.side(games.side) {
                Side::OneByOne => play::play::<W, 1, 1>,
                Side::BySide => play::play::<W, L, 1>,
            };
            return play(&self.0, run, host, start, games, done);
        }
        play::play::<W, L, L>(&self.0, run, host, start, games, done)
    }

    fn perft(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        start: &Position,
        counted: (u32, Ply),
    ) -> Result<u64, RunError> {
        tree::perft::<W, L>(&self.0, (run, host), start, counted)
    }

    fn children(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        parents: &dyn Parents,
        done: &mut dyn FnMut(Child<'_>),
    ) -> Result<(), RunError> {
        tree::children::<W, L>(&self.0, (run, host), parents, done)
    }

    fn action_counts(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        positions: &dyn Parents,
        done: &mut dyn FnMut(usize, u32),
    ) -> Result<(), RunError> {
        tree::action_counts::<W, L>(&self.0, (run, host), positions, done)
    }

    fn one_board(
        &self,
        run: Arc<dyn General>,
        host: &Host<'_>,
        position: Position,
    ) -> Box<dyn OneBoard> {
        let interp = Arc::clone(&self.0);
        if const { is_alone_built::<W, L>() } {
            let tries = Scratch::<W, T>::boxed;
            return Box::new(RegisterBoard::<W, 1>::new(interp, run, host, position, tries));
        }
        let tries = Scratch::<W, L>::boxed;
        Box::new(RegisterBoard::<W, L>::new(interp, run, host, position, tries))
    }

    #[cfg(feature = "batch")]
    fn board_batch(&self, run: Arc<dyn General>, form: BatchForm) -> Box<dyn BoardBatch> {
        Box::new(board_batch::LaneGroups::<W, L>::new(Arc::clone(&self.0), run, form))
    }

    fn brute_force(
        &self,
        run: &dyn General,
        host: &Host<'_>,
        position: &Position,
        player: Player,
    ) -> Option<Vec<Option<Vec<Action>>>> {
        list::brute_force::<W, L>(&self.0, (run, host), position, player)
    }

    fn holds(&self, layout: &Layout, position: &Position) -> bool {
        let mut numbers = self.0.code.registers.numbers.iter();
        numbers.all(|numbers| are_held(numbers, layout, position))
    }

    fn code(&self) -> &GameCode {
        &self.0.code
    }

    fn turns(&self) -> Vec<usize> {
        self.0.code.players.iter().map(|player| player.turn.instructions.len()).collect()
    }

    fn alone(&self) -> Vec<Alone> {
        self.0.code.singles.iter().map(alone).collect()
    }
}

/// True if planes hold all that lies on their layer in a position.
fn are_held(planes: &NumberPlanes, layout: &Layout, position: &Position) -> bool {
    let LayerKind::Range(_, last) = planes.kind else { return true };
    let LayerPlanes::Numbers { slot, .. } = layout.layer(planes.layer) else { return true };
    if planes.code(last).is_some() {
        return true;
    }
    let from = usize::from(slot) * layout.cells();
    let numbers = &position.numbers[from..from + layout.cells()];
    numbers.iter().all(|&content| content == EMPTY || planes.code(content).is_some())
}

/// A part of a turn that has no instructions, to be told.
fn alone(single: &Single) -> Alone {
    Alone { action: single.action, span: single.span, because: single.because() }
}

/// True if the numbers of a position leave room to count in games of so many plies.
pub(crate) fn fits(position: &Position, most_plies: u64) -> bool {
    most_plies < 1 << 27 && position.values.iter().all(|value| (-FAR..FAR).contains(value))
}

impl<const W: usize> Interp<W> {
    /// The code of a game, or why it has none.
    pub(crate) fn new(loaded: &Loaded) -> Result<Self, NoCode> {
        if loaded.rules.actions.len() > MOST_ACTIONS {
            return Err(Unsupported("it has more than 12 actions").into());
        }
        if !loaded.budget.suffices() {
            return Err(Unsupported("it could be too much work").into());
        }
        let code = (loaded.compiler.translate)(&loaded.rules, &loaded.layout, &loaded.programs)?;
        debug_assert_eq!(verify(&code), Ok(()));
        let marches = code.parts().any(Code::marches);
        let target_sides =
            if marches { TargetSides::new(loaded.grid()) } else { TargetSides::default() };
        Ok(Self {
            places: place::numbers_of_places(&code.places),
            code,
            options: loaded.options,
            shape: Shape::new(loaded.grid()),
            target_sides,
            lines: OnceLock::new(),
            table: Mutex::new(None),
            board: Mutex::new(None),
            rows: Mutex::new(None),
        })
    }

    /// Number of boards that are worked on at once: those with choices that are tried fill many
    /// lanes by themselves.
    fn side(&self, asked: Side) -> Side {
        if self.code.trials.is_empty() { asked } else { Side::BySide }
    }

    /// By slide, what is known of lines: what anybody learns of them is known to all.
    fn lines(&self) -> Vec<Lines> {
        let lines = || self.code.slides.iter().map(Lines::of).collect();
        self.lines.get_or_init(lines).clone()
    }

    fn context<'g, 'h>(&'g self, run: &'g dyn General, host: &'g Host<'h>) -> Context<'g, 'h, W> {
        Context {
            run,
            host,
            arch: vectors::arch(self.options.instructions),
            backend: self.options.native,
            code: &self.code,
            steps: &self.shape.steps,
            shape: &self.shape,
            target_sides: &self.target_sides,
            places: &self.places,
        }
    }
}
