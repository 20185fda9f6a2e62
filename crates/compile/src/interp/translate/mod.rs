//! From the programs of a game to the code that a table runs.
//!
//! Everything here may refuse: what has no code is played one board at a time.

mod approach;
mod arrival;
mod asked;
mod cell_extent;
mod certain;
mod compared;
mod contents;
mod effect;
mod filter;
mod footprint;
mod legal;
mod letters;
mod locals;
mod march;
mod matches;
mod merged;
mod moves;
mod number;
mod pairs;
mod possible;
mod proof;
mod put;
mod rays;
mod relocate;
mod repeat;
mod rule;
mod selected;
mod set;
mod shuffle;
mod single;
mod sliced;
mod slide;
mod statement;
mod sum;
mod trial;
mod turn;
mod walk;

use std::collections::BTreeMap;

use masume_program::interp::code::{Instruction, MaskReg, NumReg, SetReg};
use masume_program::interp::game::GameCode;
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::{FIRST_ACTION, NumberPlanes, Registers};
use masume_program::interp::trial::Trial;
use masume_program::{LayerPlanes, Layout, Nfa, NoCode, Program, RuleOp, Unsupported};
use masume_rules::action::MAX_PARAMS;
use masume_rules::model::{LayerKind, Rules};
use masume_rules::run_error::Span;

use super::emit::Emitter;

/// The most bits of a number on a cell.
const MOST_BITS: u16 = 16;

/// The most instructions of a turn: registers and places in it are numbered by 16 bits.
const MOST_INSTRUCTIONS: usize = 1 << 14;

/// Choice as the body of its action sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Chosen {
    Nothing,
    Direction,
    Cell,
    Column,
    Steps {
        steps: u32,
    },
    Rays,
    /// Two cells, wherever they lie.
    Pairs,
    /// Any choice that a trial lists: it lies in the registers for it.
    Listed,
}

/// One of two blocks, of which the choice was told by its own matches.
pub(crate) struct Branch<'p> {
    chosen: (Chosen, u8),
    first_rules: Vec<&'p RuleOp>,
}

/// Translation of the programs of a game, as far as it has come.
pub(crate) struct Translation<'p> {
    pub(super) rules: &'p Rules,
    pub(super) layout: &'p Layout,
    pub(super) programs: &'p [Program],
    pub(super) registers: Registers,
    pub(super) emit: Emitter,
    /// Player whose sets and patterns are meant.
    pub(super) player: usize,
    /// Indexed [player][action].
    pub(super) picks: Vec<Vec<Pick>>,
    /// Indexed by player: boards on which any action is legal.
    pub(super) any: Vec<MaskReg>,
    /// True if code asks for them.
    pub(super) is_any_asked: bool,
    /// The boards of the action whose body is translated.
    pub(super) base: MaskReg,
    /// Indexed by slot: the cells that were chosen for it.
    pub(super) chosen_cells: [SetReg; MAX_PARAMS],
    pub(super) chosen_by: Chosen,
    /// Every direction that can be chosen, as bits.
    pub(super) chosen_ways: u8,
    /// True if the body is that of an action that is known to be legal.
    pub(super) is_decided_body: bool,
    /// True if two matches of the body never put different things on a cell: the choice says so.
    pub(super) cannot_clash: bool,
    /// The rules of which one matches what was chosen, on the board as it was then.
    pub(super) first_rules: Vec<&'p RuleOp>,
    /// The same of the two blocks of the first `if` of a body, and what a choice of either tells, until that is come to.
    pub(super) branches: Option<[Branch<'p>; 2]>,
    /// Bounds of the distance of this turn's numbers from zero.
    pub(super) bounds: BTreeMap<NumReg, i64>,
    pub(super) may_finish: bool,
    pub(super) may_retry: bool,
    /// True if this is the code of points.
    pub(super) is_scoring: bool,
    /// True if what the next players can do is known.
    pub(super) may_ask_legal: bool,
    pub(super) statements: u32,
    pub(super) slides: Vec<masume_program::interp::slide::Slide>,
    /// Indexed by player: actions that are tried, each with its trial.
    pub(super) trials: Vec<Vec<(usize, u16)>>,
    pub(super) written_trials: Vec<Trial<Vec<Instruction>>>,
    /// The boards whose choices are to be found.
    pub(super) scope: MaskReg,
    /// Numbers that cells have by their place, each with the cells that have it.
    pub(super) places: Vec<Vec<(i64, masume_board::CellSet)>>,
    /// Parts that are left to the general machine.
    pub(super) singles: Vec<masume_program::interp::single::Single>,
    /// The action whose body is translated.
    pub(super) action: Option<u8>,
    /// The statement or the end that is translated.
    pub(super) span: Option<Span>,
    /// The action whose choices are looked for.
    pub(super) choosing: Option<usize>,
    /// The last action whose choices could not be told.
    pub(super) untold: Option<u8>,
    /// Changes by rules that see the same board.
    pub(super) pending: Option<Vec<rule::Change>>,
    /// Tests of the pattern of rules that are run as one.
    pub(super) merged: Option<merged::Merged>,
    /// Number of times that the code that is written may run in a turn.
    pub(super) rounds: u32,
    /// Loops around it.
    pub(super) nested: u32,
    /// Fuel that is left for loops.
    pub(super) fuel: u32,
    /// Meter of the fuel of a loop with others in it.
    pub(super) meter: Option<repeat::Meter>,
    /// In a trial, the boards where the action is refused; whether it may be.
    pub(super) refused: Option<MaskReg>,
    pub(super) may_refuse: bool,
    /// In a trial, rules that may match only on these boards.
    pub(super) may_match: Vec<(&'p RuleOp, MaskReg)>,
}

/// The code of a game on boards of one shape.
pub(crate) fn translate(
    rules: &Rules,
    layout: &Layout,
    programs: &[Program],
) -> Result<GameCode, NoCode> {
    let registers = registers(rules, layout, programs);
    let translation = Translation {
        rules,
        layout,
        programs,
        emit: Emitter::default(),
        player: 0,
        picks: vec![Vec::new(); programs.len()],
        any: Vec::new(),
        is_any_asked: false,
        base: masume_program::interp::registers::ACTIVE,
        chosen_cells: registers.chosen,
        registers,
        chosen_by: Chosen::Nothing,
        chosen_ways: 0,
        is_decided_body: false,
        cannot_clash: false,
        first_rules: Vec::new(),
        branches: None,
        bounds: BTreeMap::new(),
        may_finish: false,
        may_retry: false,
        is_scoring: false,
        may_ask_legal: false,
        statements: 0,
        slides: Vec::new(),
        trials: vec![Vec::new(); programs.len()],
        written_trials: Vec::new(),
        scope: masume_program::interp::registers::ACTIVE,
        places: Vec::new(),
        singles: Vec::new(),
        action: None,
        span: None,
        choosing: None,
        untold: None,
        pending: None,
        merged: None,
        rounds: 1,
        nested: 0,
        fuel: 0,
        meter: None,
        refused: None,
        may_refuse: false,
        may_match: Vec::new(),
    };
    translation.game()
}

/// The registers of a table, before constants are added.
fn registers(rules: &Rules, layout: &Layout, programs: &[Program]) -> Registers {
    let nothing = masume_board::CellSet::empty(&layout.grid);
    let mut registers = Registers::new(layout.planes, &nothing);
    for (layer, planes) in (0u8..).map(masume_rules::model::Layer).zip(&layout.layers) {
        let LayerPlanes::Numbers { occupied, .. } = *planes else { continue };
        let kind = rules.layers[usize::from(layer.0)].kind.clone();
        let count = match &kind {
            LayerKind::Pieces(_) => continue,
            LayerKind::Kinds(count) => u64::from(*count),
            LayerKind::Range(first, last) => {
                // What levels hold does not show in rules.
                let is_told = rules.levels.is_empty();
                let put = is_told
                    .then(|| contents::greatest_put(layout, programs, layer, *first))
                    .flatten();
                let last = put.map_or(*last, |put| put.min(*last));
                (i64::from(last) - i64::from(*first) + 1) as u64
            }
            LayerKind::Doubling(..) => kind.contents().len() as u64,
        };
        let bits = (u64::BITS - count.leading_zeros()) as u16;
        if bits > MOST_BITS {
            continue;
        }
        let first = registers.sets.len() as u16;
        registers.sets.extend(vec![nothing.clone(); usize::from(bits)]);
        let occupied = SetReg(occupied);
        registers.numbers.push(NumberPlanes { layer, kind, occupied, first, bits });
    }
    let chosen = [registers.add_set(nothing.clone()), registers.add_set(nothing.clone())];
    let is_third = rules.actions.iter().any(|action| action.params.len() > chosen.len());
    let third = if is_third { registers.add_set(nothing) } else { chosen[1] };
    registers.chosen = [chosen[0], chosen[1], third];
    registers.masks = FIRST_ACTION + rules.actions.len() as u16;
    // The ply comes behind the values.
    registers.values = rules.values.len() as u16 + 1;
    registers.locals = rules.local_count;
    registers.nums = vec![0; usize::from(registers.values + registers.locals)];
    registers
}

impl<'p> Translation<'p> {
    pub(super) fn program(&self) -> &'p Program {
        &self.programs[self.player]
    }

    pub(super) fn nfa(&self, index: u16) -> &'p Nfa {
        &self.programs[self.player].nfas[usize::from(index)]
    }

    /// Asked by all that goes through parts of the rules, of which there may be any number.
    pub(super) fn has_room(&self) -> Result<(), Unsupported> {
        let is_full = self.emit.code.len() > MOST_INSTRUCTIONS;
        if is_full { Err(Unsupported("its code would be too long")) } else { Ok(()) }
    }

    pub(super) fn player_after(&self, player: usize) -> usize {
        if player + 1 < self.programs.len() { player + 1 } else { 0 }
    }

    pub(super) fn next_player(&self) -> usize {
        self.player_after(self.player)
    }
}
