//! Choice of an agent among the legal actions of every board.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use std::ops::Range;

use masume_board::{Bits, Cell, Direction, Lanes, SetOps, Vectors, nth_cell};
use masume_program::interp::code::{MaskReg, SetReg};
use masume_program::interp::game::GameCode;
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::{ACTIVE, Registers};
use masume_rules::action::{Action, Argument};
use smallvec::SmallVec;

use super::register_file::RegisterFile;
use super::shape::Shape;
use super::steps::nth_pairs;
use crate::vectors::{self, Arch, Vectorised};

/// In place of the index of what is chosen, where nothing is.
pub(crate) const NOTHING: u64 = u64::MAX;

/// The most actions whose choices are counted side by side.
pub(crate) const MOST_ACTIONS: usize = 12;

/// Numbers of choices on each board, where no load of a whole vector finds them on two lines of the cache.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(target_family = "wasm", repr(align(16)))]
#[cfg_attr(not(target_family = "wasm"), repr(align(64)))]
pub(crate) struct Counts<const L: usize> {
    /// Indexed [action][lane]; of actions that a player does not have it says nothing.
    each: [[u64; L]; MOST_ACTIONS],
    /// Those of all actions.
    pub(crate) totals: [u64; L],
}

impl<const L: usize> Counts<L> {
    pub(crate) const NONE: Self = Self { each: [[0; L]; MOST_ACTIONS], totals: [0; L] };

    /// On every board those of one of them.
    pub(super) fn splat(mut self, lane: usize) -> Self {
        self.each.iter_mut().for_each(|counts| *counts = [counts[lane]; L]);
        self.totals = [self.totals[lane]; L];
        self
    }

    /// By action.
    pub(crate) fn each(&self) -> &[[u64; L]] {
        &self.each
    }

    /// Memory of the first lane, whose words lie a row apart, and their sum.
    pub(super) fn first_lane(&mut self) -> (*mut u64, u64) {
        (self.each.as_mut_ptr().cast(), self.totals[0])
    }
}

/// Choices of which one is taken.
#[derive(Clone, Copy)]
pub(crate) struct Taken<'c> {
    pub(crate) code: &'c GameCode,
    pub(crate) player: usize,
    /// True if the interpreter, not machine code, steps in the chosen direction.
    pub(crate) steps_in_ways: bool,
}

/// Choices that are taken, dispatched to the vector instructions that the machine has.
struct Taking<'t, const W: usize, const L: usize> {
    arch: Arch,
    boards: &'t mut RegisterFile<W, L>,
    taken: Taken<'t>,
    shape: &'t Shape<W>,
    counts: &'t Counts<L>,
    indices: [u64; L],
}

impl<const W: usize, const L: usize> Vectorised for Taking<'_, W, L> {
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        let Self { arch, boards, taken, shape, counts, indices } = self;
        boards.take_with((arch, ops), taken, shape, counts, indices);
    }
}

/// Choices of several arguments, dispatched to the vector instructions that the machine has.
struct TakingSeveral<'t, const W: usize, const L: usize> {
    boards: &'t mut RegisterFile<W, L>,
    registers: &'t Registers,
    shape: &'t Shape<W>,
    pick: &'t Pick,
    here: &'t [u64; L],
}

impl<const W: usize, const L: usize> Vectorised for TakingSeveral<'_, W, L> {
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        let Self { boards, registers, shape, pick, here } = self;
        boards.choose_several(ops, registers, shape, pick, here);
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Counts the choices of every action.
    #[inline(always)]
    pub(crate) fn count(&self, picks: &[Pick], found: &mut Counts<L>) {
        self.count_on(0..L, picks, found);
    }

    /// The same on the boards of some lanes; of the others it says nothing.
    #[inline(always)]
    fn count_on(&self, lanes: Range<usize>, picks: &[Pick], found: &mut Counts<L>) {
        let mut totals = [0; L];
        for (action, pick) in picks.iter().enumerate().take(MOST_ACTIONS) {
            let counts = &mut found.each[action];
            *counts = [0; L];
            for kind in pick.kinds() {
                self.count_kind(lanes.clone(), kind, counts);
            }
            for lane in lanes.clone() {
                totals[lane] += counts[lane];
            }
        }
        found.totals = totals;
    }

    /// Adds how many choices of one kind there are.
    #[inline(always)]
    fn count_kind(&self, lanes: Range<usize>, kind: &Pick, counts: &mut [u64; L]) {
        match kind {
            Pick::Plain(mask) => self.count_mask(lanes, counts, *mask),
            Pick::Directions(bits, _) | Pick::Columns(bits) => {
                let bits = self.mask(*bits);
                for lane in lanes {
                    counts[lane] += u64::from(bits[lane].count_ones());
                }
            }
            Pick::Rays(held, _) => {
                let held = self.mask(*held);
                for lane in lanes {
                    counts[lane] += held[lane];
                }
            }
            Pick::Cells(cells) | Pick::Tried(_, cells) => {
                self.count_set(lanes, counts, *cells);
            }
            Pick::Listed(trial, _) => {
                let listed = &self.listed[usize::from(*trial)];
                for lane in lanes {
                    counts[lane] += u64::from(listed[lane].len());
                }
            }
            Pick::Pairs(pairs) => {
                for (_, cells) in pairs {
                    self.count_set(lanes.clone(), counts, *cells);
                }
            }
            Pick::Steps { starts, .. } => {
                for (_, cells) in starts {
                    self.count_set(lanes.clone(), counts, *cells);
                }
            }
            Pick::Each(cells) => {
                let [mut firsts, mut seconds] = [[0; L]; 2];
                self.count_set(lanes.clone(), &mut firsts, cells[0]);
                self.count_set(lanes.clone(), &mut seconds, cells[1]);
                for lane in lanes {
                    counts[lane] += firsts[lane] * seconds[lane];
                }
            }
            Pick::OneOf(_) => {}
        }
    }

    #[inline(always)]
    fn count_set(&self, lanes: Range<usize>, counts: &mut [u64; L], cells: SetReg) {
        count_words(lanes, counts, &self.set(cells).0[..self.words_end()]);
    }

    #[inline(always)]
    fn count_mask(&self, lanes: Range<usize>, counts: &mut [u64; L], mask: MaskReg) {
        let mask = self.mask(mask);
        for lane in lanes {
            counts[lane] += mask[lane] & 1;
        }
    }

    /// Number of choices that each board has.
    #[inline(never)]
    pub(crate) fn counted(&self, picks: &[Pick]) -> Counts<L> {
        let mut found = Counts::NONE;
        self.count(picks, &mut found);
        found
    }

    /// Number of choices that the board of a lane has; of the others it says nothing.
    pub(super) fn counted_on(&self, lane: usize, picks: &[Pick]) -> Counts<L> {
        let mut found = Counts::NONE;
        self.count_on(lane..lane + 1, picks, &mut found);
        found
    }

    /// Takes on each board the choice of this index, the last for a pass, or [`NOTHING`], after what was chosen before
    /// is cleared.
    pub(crate) fn take(
        &mut self,
        arch: Arch,
        taken: Taken<'_>,
        shape: &Shape<W>,
        counts: &Counts<L>,
        indices: [u64; L],
    ) {
        let taking = Taking { arch, boards: self, taken, shape, counts, indices };
        vectors::with_lanes::<W, L>(arch, taking);
    }

    /// The same with vectors.
    #[inline(always)]
    pub(super) fn take_with<V: Vectors>(
        &mut self,
        (arch, ops): (Arch, SetOps<V>),
        Taken { code, player, steps_in_ways }: Taken<'_>,
        shape: &Shape<W>,
        counts: &Counts<L>,
        mut indices: [u64; L],
    ) {
        self.begin_taking(&counts.totals, &indices);
        let code_of_player = &code.players[player];
        for (action, pick) in code_of_player.picks.iter().enumerate().take(MOST_ACTIONS) {
            let mask = &mut self.masks[usize::from(Registers::action(action).0)];
            let mut here = [NOTHING; L];
            for lane in 0..L {
                let (index, count) = (indices[lane], counts.each[action][lane]);
                let (is_this, is_none) = (index < count, index == NOTHING);
                mask[lane] = if is_this { u64::MAX } else { 0 };
                here[lane] = if is_this { index } else { NOTHING };
                let past = index.wrapping_sub(count);
                indices[lane] = if is_this | is_none { NOTHING } else { past };
            }
            for kind in pick.kinds() {
                // On one board all other actions are out of it.
                if const { L > 1 } || here[0] != NOTHING {
                    self.choose((arch, ops), &code.registers, shape, kind, &here);
                }
            }
        }
        if steps_in_ways {
            for (ways, each) in self.ways.iter_mut().zip(&shape.ways) {
                ways.choose(ops, each, &self.way_bits);
            }
        }
    }

    /// Marks boards where anything is chosen, and counts passes.
    #[inline(always)]
    fn begin_taking(&mut self, totals: &[u64; L], indices: &[u64; L]) {
        let active = &mut self.masks[usize::from(ACTIVE.0)];
        for lane in 0..L {
            let is_active = mask_of(indices[lane] != NOTHING);
            let is_pass = mask_of(indices[lane] == totals[lane]);
            active[lane] = is_active;
            let passes = self.passes[lane].wrapping_add(1) & is_pass;
            self.passes[lane] = passes & is_active | self.passes[lane] & !is_active;
        }
    }

    /// Chooses on each board the choice of an action before which there are so many others.
    #[inline(always)]
    fn choose<V: Vectors>(
        &mut self,
        (arch, ops): (Arch, SetOps<V>),
        registers: &Registers,
        shape: &Shape<W>,
        pick: &Pick,
        here: &[u64; L],
    ) {
        let first = registers.chosen[0];
        match pick {
            Pick::Plain(_) | Pick::OneOf(_) => {}
            Pick::Directions(ways, _) => {
                let found = ops.0.nth_bits(self.mask(*ways), here);
                for lane in 0..L {
                    self.way_bits[lane] |= found[lane];
                }
            }
            Pick::Cells(cells) | Pick::Tried(_, cells) if const { L == 1 } => {
                let words = self.set(*cells).0[..self.words_end()].as_flattened();
                if let Some(cell) = nth_cell(words, here[0]) {
                    self.sets[usize::from(first.0)].insert_where(0, cell, u64::MAX);
                }
            }
            Pick::Cells(cells) | Pick::Tried(_, cells) => {
                let found = nth_cells(ops, self.set(*cells), here);
                self.add(first, &found);
            }
            Pick::Columns(columns) => {
                let bits = ops.0.nth_bits(self.mask(*columns), here);
                let found = shape.of_columns(&bits);
                self.add(first, &found);
            }
            Pick::Pairs(_)
            | Pick::Steps { .. }
            | Pick::Listed(..)
            | Pick::Rays(..)
            | Pick::Each(_) => self.take_several(arch, registers, shape, pick, here),
        }
    }

    /// Chooses what is more than a cell, a column or a direction. Called, never inlined: all of this in each of its
    /// callers was a third of the machine code.
    #[inline(never)]
    fn take_several(
        &mut self,
        arch: Arch,
        registers: &Registers,
        shape: &Shape<W>,
        pick: &Pick,
        here: &[u64; L],
    ) {
        let taking = TakingSeveral { boards: self, registers, shape, pick, here };
        vectors::with_lanes::<W, L>(arch, taking);
    }

    #[inline(always)]
    fn choose_several<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        registers: &Registers,
        shape: &Shape<W>,
        pick: &Pick,
        here: &[u64; L],
    ) {
        let [first, second, _] = registers.chosen;
        match pick {
            Pick::Pairs(_) | Pick::Rays(..) => {
                let (cells, ends) = self.nth_pair(ops, shape, pick, here);
                self.add(first, &cells);
                self.add(second, &ends);
            }
            Pick::Steps { starts, steps } => {
                let (cells, ways, ends) = self.nth_steps(ops, shape, (starts, *steps), here);
                self.add(first, &cells);
                if let Some(ends) = ends {
                    self.add(second, &ends);
                }
                for lane in 0..L {
                    self.way_bits[lane] |= ways[lane];
                }
            }
            Pick::Listed(trial, _) => {
                for lane in 0..L {
                    let listed = &self.listed[usize::from(*trial)][lane];
                    if let Some(action) =
                        u32::try_from(here[lane]).ok().and_then(|it| listed.nth(it))
                    {
                        self.picked[lane] = action;
                        self.choose_action(lane, action, registers, shape);
                    }
                }
            }
            Pick::Each([firsts, seconds]) => {
                let mut count = [0; L];
                count_cells(0..L, &mut count, self.set(*seconds));
                let (mut of_first, mut of_second) = ([NOTHING; L], [NOTHING; L]);
                for lane in 0..L {
                    if here[lane] != NOTHING && count[lane] != 0 {
                        of_first[lane] = here[lane] / count[lane];
                        of_second[lane] = here[lane] % count[lane];
                    }
                }
                let cells = nth_cells(ops, self.set(*firsts), &of_first);
                let is_any = cells.has_any();
                let ends = nth_cells(ops, self.set(*seconds), &of_second).only(&is_any);
                self.add(first, &cells);
                self.add(second, &ends);
            }
            Pick::Plain(_)
            | Pick::OneOf(_)
            | Pick::Directions(..)
            | Pick::Columns(_)
            | Pick::Cells(_)
            | Pick::Tried(..) => {}
        }
    }

    /// The first and the last cell of the pair before which there are so many others.
    #[inline(always)]
    fn nth_pair<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        shape: &Shape<W>,
        pick: &Pick,
        here: &[u64; L],
    ) -> (Lanes<W, L>, Lanes<W, L>) {
        if let Pick::Rays(_, rays) = pick
            && let Some(through) = self.few_starts(rays)
        {
            return self.nth_by_start(ops, &shape.steps, (rays, through), here);
        }
        let mut apart = std::mem::take(&mut self.apart);
        let mut pairs: SmallVec<[(i32, &Lanes<W, L>); 64]> = SmallVec::new();
        if let Pick::Rays(_, rays) = pick {
            let known = self.sort_by_distance(ops, shape, rays, &mut apart);
            pairs.extend(known.iter().map(|&(by, nth)| (by, &apart[nth])));
        } else if let Pick::Pairs(of) = pick {
            pairs.extend(of.iter().map(|&(by, cells)| (by, self.set(cells))));
        }
        // Both here: to find the pair is much code.
        let found = nth_pairs(&pairs, here);
        drop(pairs);
        self.apart = apart;
        found
    }

    #[inline(always)]
    fn add(&mut self, to: SetReg, cells: &Lanes<W, L>) {
        let to = &mut self.sets[usize::from(to.0)];
        *to = to.or(cells);
    }

    /// Action that was chosen on a board for this turn.
    pub(crate) fn chosen(
        &self,
        (code, player): (&GameCode, usize),
        shape: &Shape<W>,
        lane: usize,
    ) -> Action {
        let picks = &code.players[player].picks;
        let is_done = |action: &usize| self.mask(Registers::action(*action))[lane] != 0;
        let Some(action) = (0..picks.len()).find(is_done) else { return Action::PASS };
        let index = action as u8;
        let cell = |cells| self.set(cells).lane(lane).first().unwrap_or(Cell(0));
        let [first, second, _] = code.registers.chosen;
        let (first, second) = (cell(first), cell(second));
        let way = || {
            let place = self.way_bits[lane].trailing_zeros() as usize & 7;
            Argument::Direction(Direction::ALL[place])
        };
        // What is chosen lies in the same registers whatever its kind.
        let Some(kind) = picks[action].kinds().first() else { return Action::PASS };
        match kind {
            Pick::Plain(_) | Pick::OneOf(_) => Action::new(index, &[]),
            Pick::Directions(..) => Action::new(index, &[way()]),
            Pick::Cells(_) | Pick::Tried(..) => Action::new(index, &[Argument::Cell(first)]),
            Pick::Steps { steps: None, .. } => Action::new(index, &[Argument::Cell(first), way()]),
            Pick::Columns(_) => {
                let column = shape.columns.iter().position(|column| column.contains(first));
                Action::new(index, &[Argument::Column(column.unwrap_or(0) as u32)])
            }
            Pick::Listed(..) => self.picked[lane],
            Pick::Steps { .. } | Pick::Pairs(_) | Pick::Rays(..) | Pick::Each(_) => {
                Action::new(index, &[Argument::Cell(first), Argument::Cell(second)])
            }
        }
    }
}

/// All bits or none: what is chosen between two numbers is stored lane by lane.
#[inline(always)]
pub(super) fn mask_of(is: bool) -> u64 {
    if is { u64::MAX } else { 0 }
}

#[inline(always)]
pub(super) fn count_cells<const W: usize, const L: usize>(
    lanes: Range<usize>,
    counts: &mut [u64; L],
    cells: &Lanes<W, L>,
) {
    count_words(lanes, counts, &cells.0);
}

/// The same of the first words of a set.
#[inline(always)]
fn count_words<const L: usize>(lanes: Range<usize>, counts: &mut [u64; L], words: &[[u64; L]]) {
    for word in 0..words.len() {
        for lane in lanes.clone() {
            counts[lane] += u64::from(words[word][lane].count_ones());
        }
    }
}

/// The cell of each board before which there are so many others; none for [`NOTHING`].
#[inline(always)]
pub(super) fn nth_cells<V: Vectors, const W: usize, const L: usize>(
    ops: SetOps<V>,
    cells: &Lanes<W, L>,
    indices: &[u64; L],
) -> Lanes<W, L> {
    let (mut found, mut left) = (Lanes::EMPTY, *indices);
    if const { L == 1 } {
        let cell = nth_cell(cells.0.as_flattened(), left[0]);
        found.set_lane(0, cell.map_or(Bits::EMPTY, Bits::of));
        return found;
    }
    for word in 0..W {
        found.0[word] = ops.0.nth_bits(&cells.0[word], &left);
        for lane in 0..L {
            let held = u64::from(cells.0[word][lane].count_ones());
            // All bits are nothing.
            let is_past = mask_of((left[lane] < held) | (left[lane] == NOTHING));
            left[lane] = left[lane].wrapping_sub(held) | is_past;
        }
    }
    found
}
