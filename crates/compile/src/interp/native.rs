//! Machine code: what the turns of one board become where a backend makes it.
//!
//! A backend compiles the instructions of a turn; what it leaves out, the interpreter does one
//! instruction at a time in between. Both work on the same registers, so that a board can change from
//! one to the other between any two instructions.

use std::fmt::Debug;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU32, Ordering};

use masume_board::{Direction, Lanes};
use masume_rules::random::Random;

use super::choose::Counts;
use super::code::Register;
pub use super::code::{Instruction, MaskReg, NumReg, SetReg, Way};
pub use super::operand::{Excluded, Sense, Sequence};
use super::passes::Code;
use super::play::interpret;
use super::register_file::{RegisterFile, Row};
use super::registers::Registers;
pub use super::registers::{ACTIVE, AGAIN, ALL, OVER};
use super::run::{Context, Cursor, Rounds};
use super::slide::Lines;
pub use super::slide::{BitMoves, CHANGES, IS_BAD, KNOWN, SlideAxis, SlideTable, UNKNOWN_ADDS};
pub use super::translate::FAR;
use super::translate::{MOST_NESTED, Pick};
use crate::vectors::Arch;

/// What makes machine code.
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
    /// Where those arrive who march toward a cell; `None` where nobody does.
    pub arrivals: Option<Arrivals>,
    /// Indexed by table: how lines slide, as far as that is known; none where nothing slides.
    pub slides: Vec<SlideTable>,
    /// What is done before the instructions and behind them.
    pub choices: Choices,
}

/// Where those arrive who take a step toward a cell.
#[derive(Debug)]
pub struct Arrivals {
    /// By axis, columns and rows, and place of the target on it: the cells to which a step back leads, straight on, and
    /// forth, which come nearer or stay in line.
    pub axes: [Vec<[Vec<u64>; 3]>; 2],
    /// By cell its place on each axis.
    pub places: Vec<[usize; 2]>,
}

/// What is done with choices, before the instructions of a turn and behind them.
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

/// Where the choices of an action lie.
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
    /// By how much the numbers of cells grow.
    pub by: i64,
    /// Where cells can arrive: what leaves the board or comes round an edge is not there.
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
    /// How the game ended: the place of the instruction that said so, from 1; 0 where none did.
    pub end: u64,
    /// How often each loop has run.
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
pub(crate) struct Tier {
    runs: AtomicU32,
    machine: OnceLock<Option<Compiled>>,
}

/// Machine code for registers of one layout.
#[derive(Debug)]
struct Compiled {
    set_strides: [usize; 2],
    takes: bool,
    counts: bool,
    machine: Box<dyn Machine>,
}

impl Clone for Tier {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl Tier {
    /// The machine code for registers of one layout, where it was compiled.
    fn made<const W: usize, const L: usize>(&self) -> Option<&Compiled> {
        let compiled = self.machine.get()?.as_ref()?;
        (compiled.set_strides == set_strides::<W, L>()).then_some(compiled)
    }

    /// Whether there is machine code for registers of one layout.
    pub(super) fn is_made<const W: usize, const L: usize>(&self) -> bool {
        self.made::<W, L>().is_some()
    }

    /// The same, compiled now where the code has run often enough.
    fn machine<const W: usize, const L: usize>(
        &self,
        code: &Code,
        context: &Context<'_, '_, W>,
        lines: &[Lines],
    ) -> Option<&Compiled> {
        if self.machine.get().is_none() {
            let backend = context.run.options.native?;
            if self.runs.fetch_add(1, Ordering::Relaxed) < backend.after {
                return None;
            }
            self.machine.get_or_init(|| {
                let mut source = source::<W, L>(code, context);
                let slides = context.code.slides.iter().zip(lines);
                source.slides.extend(slides.map(|(slide, lines)| slide.table(lines)));
                let Choices { taken, counted, .. } = &source.choices;
                let (takes, counts) = (taken.is_some(), counted.is_some());
                let machine = (backend.compile)(&source)?;
                Some(Compiled { set_strides: source.set_strides, takes, counts, machine })
            });
        }
        self.made::<W, L>()
    }
}

fn writes_mask(code: &Code, mask: MaskReg) -> bool {
    let mut is_any = false;
    for instruction in &code.instructions {
        instruction.clone().registers(&mut |register, is_written| {
            is_any |= is_written && matches!(register, Register::Mask(it) if *it == mask);
        });
    }
    is_any
}

/// Words of the largest sets that cells are taken from by machine code: each word takes some thirty instructions.
const MOST_WORDS_OF_CHOICES: usize = 4;

/// Bytes from one register of sets to the next, and from a word of a set to the next.
fn set_strides<const W: usize, const L: usize>() -> [usize; 2] {
    [size_of::<Lanes<W, L>>(), size_of::<[u64; L]>()]
}

fn source<'c, const W: usize, const L: usize>(
    code: &'c Code,
    context: &Context<'_, '_, W>,
) -> Source<'c> {
    let words = context.shape.grid.cell_count().div_ceil(64);
    let shifts = |direction: Direction| {
        let shifts = context.steps.shifts(direction);
        shifts.map(|(by, arrivals)| Shift { by, arrivals: arrivals.0[..words].to_vec() }).collect()
    };
    Source {
        instructions: &code.instructions,
        words,
        set_strides: set_strides::<W, L>(),
        row_stride: size_of::<Row<u64, L>>(),
        shifts: Direction::ALL.map(shifts),
        full: context.steps.full.0[..words].to_vec(),
        players: context.code.players.len() as u64,
        arrivals: code.marches().then(|| context.target_sides.arrivals(&context.shape.grid, words)),
        slides: Vec::new(),
        choices: choices(code, context, words),
    }
}

/// What machine code does with choices around some code of a game.
fn choices<const W: usize>(code: &Code, context: &Context<'_, '_, W>, words: usize) -> Choices {
    let all = |player: usize| -> Option<Vec<Choice>> {
        let choices = context.code.players[player].picks.iter().map(|pick| match pick {
            Pick::Plain(mask) => Some(Choice::Plain(*mask)),
            Pick::Directions(ways, _) => Some(Choice::Ways(*ways)),
            Pick::Cells(cells) | Pick::Tried(_, cells) => {
                (words <= MOST_WORDS_OF_CHOICES).then_some(Choice::Cells(*cells))
            }
            Pick::Columns(_) | Pick::Rays(..) | Pick::Listed(..) | Pick::Pairs(_) => None,
            Pick::Steps { .. } | Pick::Each(_) | Pick::OneOf(_) => None,
        });
        choices.collect()
    };
    let chosen = context.code.registers.chosen_sets().to_vec();
    for (player, of_player) in context.code.players.iter().enumerate() {
        let next = context.code.player_after(player);
        if std::ptr::eq(code, &of_player.turn) {
            let masks = (0..).map(Registers::action);
            let taken = all(player).map(|all| all.into_iter().zip(masks).collect());
            let last = if writes_mask(code, AGAIN) { player } else { next };
            let counted = all(next).zip(all(last)).map(<[Vec<Choice>; 2]>::from);
            return Choices { chosen, taken, counted };
        }
        if std::ptr::eq(code, &of_player.legal) {
            let counted = all(player).map(|all| [all.clone(), all]);
            return Choices { chosen, taken: None, counted };
        }
    }
    Choices { chosen, taken: None, counted: None }
}

/// A choice to take before code runs, and what is counted behind it.
pub(super) struct Turn<'t, const W: usize, const L: usize> {
    /// The index of the choice, and what takes it where machine code does not; `None` where none is taken.
    pub(super) take: Option<(u64, &'t Take<'t, W, L>)>,
    pub(super) counts: &'t mut Counts<L>,
}

/// Takes a choice of a board that has so many.
type Take<'t, const W: usize, const L: usize> = dyn Fn(&mut RegisterFile<W, L>, &Counts<L>) + 't;

/// Runs code on the first board of a table, all others of which are out of play; says whether choices were
/// counted, where that is asked for.
pub(super) fn run<const W: usize, const L: usize>(
    arch: Arch,
    table: &mut RegisterFile<W, L>,
    code: &Code,
    context: &Context<'_, '_, W>,
    turn: Option<Turn<'_, W, L>>,
) -> bool {
    match code.tier.machine::<W, L>(code, context, &table.lines) {
        Some(compiled) => {
            let is_counted = compiled.counts && turn.is_some();
            table.run_machine(arch, (compiled, code), context, turn);
            is_counted
        }
        None => {
            if let Some(Turn { take: Some((_, take)), counts }) = turn {
                take(table, counts);
            }
            let until = code.instructions.len();
            interpret(arch, table, (code, &mut Cursor::default(), until), context);
            false
        }
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    fn run_machine(
        &mut self,
        arch: Arch,
        (compiled, code): (&Compiled, &Code),
        context: &Context<'_, '_, W>,
        mut turn: Option<Turn<'_, W, L>>,
    ) {
        let mut cursor = Cursor::default();
        match &turn {
            Some(Turn { take: Some(_), .. }) if compiled.takes => {
                (cursor.at, self.ends[0]) = (TAKES, None);
            }
            Some(Turn { take: Some((_, take)), counts }) => take(self, counts),
            Some(Turn { take: None, .. }) | None => {}
        }
        // Filled in its place: a copy of words that were written one by one would wait for them.
        let mut frame = self.frame();
        if let Some(turn) = &mut turn {
            (frame.counts, frame.total) = turn.counts.first_lane();
            frame.index = turn.take.map_or(0, |(index, _)| index);
        }
        loop {
            // SAFETY: the registers lie as `source` says for this width, and as many as any code of
            // the game names were made with the table; there are as many counts as a game has actions.
            #[expect(unsafe_code, reason = "machine code is told where registers lie")]
            unsafe {
                cursor.at = compiled.machine.run(&mut frame, cursor.at);
            }
            self.take_over(&frame, code);
            if cursor.at >= code.instructions.len() {
                if let Some(turn) = turn.filter(|_| compiled.counts) {
                    turn.counts.totals[0] = frame.total;
                }
                return;
            }
            // What machine code leaves is one instruction.
            cursor.rounds = frame.rounds;
            interpret(arch, self, (code, &mut cursor, 0), context);
            let Frame { index, counts, total, .. } = frame;
            frame = Frame { index, counts, total, rounds: cursor.rounds, ..self.frame() };
        }
    }

    fn frame(&mut self) -> Frame {
        Frame {
            sets: self.sets.as_mut_ptr().cast(),
            masks: self.masks.as_mut_ptr().cast(),
            nums: self.nums.as_mut_ptr().cast(),
            way: self.way_bits[0],
            passes: self.passes[0],
            goals: self.goals[0],
            random: self.random[0].0,
            retry: self.retry[0],
            end: 0,
            rounds: Rounds::default(),
            index: 0,
            counts: std::ptr::null_mut(),
            total: 0,
        }
    }

    /// What machine code has changed beside the registers.
    fn take_over(&mut self, frame: &Frame, code: &Code) {
        (self.goals[0], self.retry[0]) = (frame.goals, frame.retry);
        (self.passes[0], self.way_bits[0]) = (frame.passes, frame.way);
        self.random[0] = Random(frame.random);
        let ended = (frame.end as usize).checked_sub(1).and_then(|at| code.instructions.get(at));
        if let Some(Instruction::End(_, kind)) = ended {
            self.ends[0].get_or_insert(*kind);
        }
    }
}
