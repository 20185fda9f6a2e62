//! Machine code as it is asked for and run: what it leaves out, the interpreter does one instruction at a time in between.

use std::sync::atomic::Ordering;

use masume_board::{Direction, Lanes};
use masume_program::interp::code::{Code, Instruction, MaskReg, Register};
use masume_program::interp::native::{
    Choice, Choices, Frame, MachineCode, Shift, Source, TAKES, Tier,
};
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::{AGAIN, Registers};
use masume_rules::random::Random;

use super::choose::Counts;
use super::play::interpret;
use super::register_file::{RegisterFile, Row};
use super::run::{Context, Cursor, Rounds};
use super::slide::{Lines, LookedUp};
use crate::vectors::Arch;

/// True if there is machine code for registers of this layout.
pub(super) fn is_made<const W: usize, const L: usize>(tier: &Tier) -> bool {
    tier.made(set_strides::<W, L>()).is_some()
}

/// Machine code for registers of this layout, compiled now where the code has run often enough.
fn machine<'c, const W: usize, const L: usize>(
    code: &'c Code,
    context: &Context<'_, '_, W>,
    lines: &[Lines],
) -> Option<&'c MachineCode> {
    let Tier { runs, machine } = &code.tier;
    if machine.get().is_none() {
        let backend = context.backend?;
        if runs.fetch_add(1, Ordering::Relaxed) < backend.after {
            return None;
        }
        machine.get_or_init(|| {
            let mut source = source::<W, L>(code, context);
            let slides = context.code.slides.iter().zip(lines);
            source.slides.extend(slides.map(|(slide, lines)| LookedUp(slide).table(lines)));
            let Choices { taken, counted, .. } = &source.choices;
            let (takes, counts) = (taken.is_some(), counted.is_some());
            let machine = (backend.compile)(&source)?;
            Some(MachineCode { set_strides: source.set_strides, takes, counts, machine })
        });
    }
    code.tier.made(set_strides::<W, L>())
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

/// Work of machine code on choices around some code of a game.
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
pub(super) struct CodeTurn<'t, const W: usize, const L: usize> {
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
    turn: Option<CodeTurn<'_, W, L>>,
) -> bool {
    match machine::<W, L>(code, context, &table.lines) {
        Some(compiled) => {
            let is_counted = compiled.counts && turn.is_some();
            table.run_machine(arch, (compiled, code), context, turn);
            is_counted
        }
        None => {
            if let Some(CodeTurn { take: Some((_, take)), counts }) = turn {
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
        (compiled, code): (&MachineCode, &Code),
        context: &Context<'_, '_, W>,
        mut turn: Option<CodeTurn<'_, W, L>>,
    ) {
        let mut cursor = Cursor::default();
        match &turn {
            Some(CodeTurn { take: Some(_), .. }) if compiled.takes => {
                (cursor.at, self.ends[0]) = (TAKES, None);
            }
            Some(CodeTurn { take: Some((_, take)), counts }) => take(self, counts),
            Some(CodeTurn { take: None, .. }) | None => {}
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

    /// Takes over all that machine code has changed beside the registers.
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
