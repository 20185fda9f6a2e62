//! Machine code: what the turns of one board become where a backend makes it.
//!
//! A backend compiles the instructions of a turn; what it leaves out, the interpreter does one
//! instruction at a time in between. Both work on the same registers, so that a board can change from
//! one to the other between any two instructions.

use std::fmt::Debug;
use std::sync::OnceLock;
use std::sync::atomic::AtomicU32;

use super::code::MOST_NESTED;
pub use super::code::{FAR, Instruction, MaskReg, NumReg, SetReg, Way};
pub use super::operand::{Excluded, Sense, Sequence};
pub use super::registers::{ACTIVE, AGAIN, ALL, OVER};
pub use super::slide::{BitMoves, CHANGES, IS_BAD, KNOWN, SlideAxis, SlideTable, UNKNOWN_ADDS};

/// Maker of machine code.
#[derive(Clone, Copy, Debug)]
pub struct Backend {
    /// Compiles code; `None` where it cannot.
    pub compile: fn(&Source<'_>) -> Option<Box<dyn Machine>>,
    /// So often code runs in the interpreter before it is compiled.
    pub after: u32,
}

impl PartialEq for Backend {
    fn eq(&self, other: &Self) -> bool {
        std::ptr::fn_addr_eq(self.compile, other.compile) && self.after == other.after
    }
}

impl Eq for Backend {}

/// Code to compile, and how the registers lie that it works on.
#[derive(Debug)]
pub struct Source<'c> {
    /// A skip or a loop leads on by so many instructions, from the one behind it.
    pub instructions: &'c [Instruction],
    /// Words of a set that are in use; those behind them are always 0.
    pub words: usize,
    /// Bytes from one register of sets to the next, and from a word of a set to the next.
    pub set_strides: [usize; 2],
    /// Bytes from one register of masks or of numbers to the next.
    pub row_stride: usize,
    /// Indexed by direction: 1, 2, 4, … steps at once.
    pub shifts: [Vec<Shift>; 8],
    /// Every cell of the board.
    pub full: Vec<u64>,
    /// Number of players.
    pub players: u64,
    /// Arrivals of those who march toward a cell; `None` where nobody does.
    pub arrivals: Option<Arrivals>,
    /// Indexed by table: how lines slide, as far as that is known; none where nothing slides.
    pub slides: Vec<SlideTable>,
    /// Work before the instructions and behind them.
    pub choices: Choices,
}

/// Cells that those reach who take a step toward a cell.
#[derive(Debug)]
pub struct Arrivals {
    /// By axis, columns and rows, and place of the target on it: the cells to which a step back leads, straight on, and
    /// forth, which come nearer or stay in line.
    pub axes: [Vec<[Vec<u64>; 3]>; 2],
    /// Place of each cell on each axis.
    pub places: Vec<[usize; 2]>,
}

/// Work on choices, before the instructions of a turn and behind them.
#[derive(Debug)]
pub struct Choices {
    /// The registers of what is chosen first and second; both are cleared before one is taken.
    pub chosen: Vec<SetReg>,
    /// Indexed by action: what is taken from, and the mask that tells that the action is done. `None` where the
    /// interpreter takes, or code is no turn.
    pub taken: Option<Vec<(Choice, MaskReg)>>,
    /// Indexed by action: what the next player can do then, and what who acts can do, where they act again.
    /// `None` where the interpreter counts.
    pub counted: Option<[Vec<Choice>; 2]>,
}

/// Registers in which the choices of an action lie.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Choice {
    /// There is one, or none.
    Plain(MaskReg),
    /// Directions, as bits.
    Ways(MaskReg),
    /// Cells.
    Cells(SetReg),
}

/// Steps in one direction.
#[derive(Debug)]
pub struct Shift {
    /// Growth of the numbers of cells.
    pub by: i64,
    /// Cells at which one can arrive: what leaves the board or comes round an edge is not there.
    pub arrivals: Vec<u64>,
}

/// One board's registers, and what stands beside them.
#[derive(Debug)]
#[repr(C)]
pub struct Frame {
    /// The first register of sets.
    pub sets: *mut u64,
    /// The first register of masks.
    pub masks: *mut u64,
    /// The first register of numbers.
    pub nums: *mut i64,
    /// The bit of the chosen direction.
    pub way: u64,
    /// Passes in a row.
    pub passes: u64,
    /// Goals that were reached, as bits.
    pub goals: u64,
    /// The state of the generator that the rules draw from.
    pub random: u64,
    /// All bits where the turn has to be retried.
    pub retry: u64,
    /// End of the game: the place of the instruction that said so, from 1; 0 where none did.
    pub end: u64,
    /// Number of times that each loop has run.
    pub rounds: [u64; MOST_NESTED as usize],
    /// The index of the choice to take.
    pub index: u64,
    /// Indexed by action, as far apart as words of a set: how many choices there are before the turn, then behind
    /// it. Null where nothing is taken or counted.
    pub counts: *mut u64,
    /// The sum of these counts.
    pub total: u64,
}

/// Machine code.
pub trait Machine: Debug + Send + Sync {
    /// Runs from an instruction on, up to one that it leaves to the interpreter; gives the place of
    /// that, or the number of instructions where all is done. `at` is 0 or the place behind an
    /// instruction that was left, or where that one leads, or [`TAKES`] to begin with taking a choice.
    ///
    /// # Safety
    /// The frame points to registers that lie as the source said of which this was compiled, as
    /// many as its instructions name, and to a count for each action, or to none where nothing is taken.
    #[expect(unsafe_code, reason = "machine code reads and writes registers where it is told")]
    unsafe fn run(&self, frame: &mut Frame, at: usize) -> usize;
}

/// In place of an instruction's place: a choice is taken, then all instructions run.
pub const TAKES: usize = usize::MAX;

/// Machine code of some code, as soon as that has run often.
#[derive(Debug, Default)]
pub struct Tier {
    /// Number of times that it has run.
    pub runs: AtomicU32,
    /// The machine code, once it was asked for; `None` where there is none.
    pub machine: OnceLock<Option<MachineCode>>,
}

/// Machine code for registers of one layout.
#[derive(Debug)]
pub struct MachineCode {
    /// Bytes from one register of sets to the next, and from a word of a set to the next.
    pub set_strides: [usize; 2],
    /// True if it takes choices.
    pub takes: bool,
    /// True if it counts choices.
    pub counts: bool,
    /// Machine that runs it.
    pub machine: Box<dyn Machine>,
}

impl Clone for Tier {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Tier {
    /// The machine code for registers that lie so far apart, where it was compiled.
    #[inline]
    pub fn made(&self, set_strides: [usize; 2]) -> Option<&MachineCode> {
        let compiled = self.machine.get()?.as_ref()?;
        (compiled.set_strides == set_strides).then_some(compiled)
    }
}
