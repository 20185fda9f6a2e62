//! The register file: boards side by side, something of each in every register.

use std::sync::Arc;

use masume_board::{Bits, CellSet, LaneSteps, Lanes, Padded, SetOps, Vectors, used_words};
use masume_program::interp::code::Code;
use masume_program::interp::game::GameCode;
use masume_program::interp::registers::{AGAIN, ALL, NumberPlanes, OVER};
use masume_program::{LayerPlanes, Layout};
use masume_rules::action::Action;
use masume_rules::model::{EMPTY, EndKind};
use masume_rules::random::Random;

use super::list::Tries;
use super::listing::Listing;
use super::slide::Lines;
use super::spare::Spare;
use crate::run::Position;
use crate::vectors::WIDE;

/// Something of each board, which no load of a whole vector finds on two lines of the cache.
#[derive(Clone, Copy, Debug)]
#[cfg_attr(target_family = "wasm", repr(align(16)))]
#[cfg_attr(not(target_family = "wasm"), repr(align(64)))]
pub(crate) struct Row<T, const L: usize>(pub(crate) [T; L]);

impl<T, const L: usize> std::ops::Deref for Row<T, L> {
    type Target = [T; L];

    #[inline(always)]
    fn deref(&self) -> &[T; L] {
        &self.0
    }
}

impl<T, const L: usize> std::ops::DerefMut for Row<T, L> {
    #[inline(always)]
    fn deref_mut(&mut self) -> &mut [T; L] {
        &mut self.0
    }
}

impl<T: Copy, const L: usize> Row<T, L> {
    /// Puts in each lane what another has in the lane that this says.
    #[inline(always)]
    pub(crate) fn gather<const M: usize>(&mut self, other: &Row<T, M>, from: &[usize; L]) {
        for (lane, from) in from.iter().enumerate() {
            self.0[lane] = other.0[from % M];
        }
    }
}

/// Boards side by side.
#[derive(Clone, Debug)]
pub(crate) struct RegisterFile<const W: usize, const L: usize> {
    pub(crate) sets: Vec<Lanes<W, L>>,
    pub(crate) masks: Vec<Row<u64, L>>,
    pub(crate) nums: Vec<Row<i64, L>>,
    pub(crate) goals: Row<u64, L>,
    pub(crate) passes: Row<u64, L>,
    /// Generators that the rules draw from.
    pub(crate) random: Row<Random, L>,
    /// Steps in the chosen direction, and against it.
    pub(crate) ways: [LaneSteps<W, L>; 2],
    /// The bit of the chosen direction.
    pub(crate) way_bits: Row<u64, L>,
    /// Boards on which this turn has to be retried.
    pub(crate) retry: Row<u64, L>,
    /// Ends of the game in this turn.
    pub(crate) ends: [Option<EndKind>; L],
    /// Indexed by slide: what is known of lines.
    pub(crate) lines: Vec<Lines>,
    /// Indexed by trial and lane: what is legal on each board.
    pub(crate) listed: Vec<Vec<Arc<Listing<W>>>>,
    /// Lists that no board shares, to be written over.
    pub(super) spare_lists: Vec<Arc<Listing<W>>>,
    /// Actions that were chosen of those.
    pub(crate) picked: [Action; L],
    /// Table on which choices are tried.
    pub(crate) scratch: Option<Box<dyn Tries<W, L>>>,
    pub(super) spare: Spare<W>,
    /// Memory for pairs along rays, by how far they are apart.
    pub(super) apart: Vec<Lanes<W, L>>,
    /// Words of a set that hold cells, in whole strips.
    pub(super) used_words: usize,
    /// Memory for the set that steps, and for what it steps through, where one board has many words.
    pub(super) padded: Option<Box<[Padded<W>; 2]>>,
    /// Memory for sets that are found, there too.
    pub(super) wide: Vec<Box<[u64; W]>>,
}

/// The part of a table that a turn can change, without what can be found anew.
#[derive(Clone, Debug)]
pub(crate) struct Before<const W: usize, const L: usize> {
    sets: Vec<Lanes<W, L>>,
    nums: Vec<Row<i64, L>>,
    goals: Row<u64, L>,
    passes: Row<u64, L>,
    random: Row<Random, L>,
}

/// No registers.
impl<const W: usize, const L: usize> Default for RegisterFile<W, L> {
    fn default() -> Self {
        Self {
            sets: Vec::new(),
            masks: Vec::new(),
            nums: Vec::new(),
            goals: Row([0; L]),
            passes: Row([0; L]),
            random: Row([Random(0); L]),
            ways: [LaneSteps::NONE; 2],
            way_bits: Row([0; L]),
            retry: Row([0; L]),
            ends: [None; L],
            lines: Vec::new(),
            listed: Vec::new(),
            spare_lists: Vec::new(),
            picked: [Action::PASS; L],
            scratch: None,
            spare: Spare::default(),
            apart: Vec::new(),
            used_words: 0,
            padded: None,
            wide: Vec::new(),
        }
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Empty boards.
    pub(crate) fn new(code: &GameCode) -> Self {
        let registers = &code.registers;
        let most = |of: &dyn Fn(&Code) -> usize| code.parts().map(of).max().unwrap_or(0);
        let mut sets: Vec<Lanes<W, L>> =
            registers.sets.iter().map(|cells| Lanes::splat(bits(cells))).collect();
        sets.resize(most(&|code| code.sets).max(sets.len()), Lanes::EMPTY);
        let mut nums: Vec<Row<i64, L>> =
            registers.nums.iter().map(|&number| Row([number; L])).collect();
        nums.resize(most(&|code| code.nums).max(nums.len()), Row([0; L]));
        let mut masks =
            vec![Row([0; L]); most(&|code| code.masks).max(usize::from(registers.masks))];
        masks[usize::from(ALL.0)] = Row([u64::MAX; L]);
        let lists = || (0..L).map(|_| Arc::default()).collect();
        let listed = code.trials.iter().map(|_| lists()).collect();
        let used_words = used_words::<W>(registers.needed_words());
        Self { sets, masks, nums, listed, used_words, ..Self::default() }
    }

    /// Words of a set up to which instructions go: a constant where sets are narrow.
    #[inline(always)]
    pub(super) fn words_end(&self) -> usize {
        if const { W < WIDE } { W } else { self.used_words.min(W) }
    }

    /// Keeps what a turn can change.
    pub(crate) fn keep(&self, code: &GameCode, before: &mut Before<W, L>) {
        let (planes, values) = changing(code);
        let used = self.words_end();
        before.sets.resize(planes, Lanes::EMPTY);
        for (kept, set) in before.sets.iter_mut().zip(&self.sets) {
            // Words behind are always zero.
            kept.0[..used].copy_from_slice(&set.0[..used]);
        }
        before.nums.clear();
        before.nums.extend_from_slice(&self.nums[..values]);
        before.goals = self.goals;
        before.passes = self.passes;
        before.random = self.random;
    }

    /// Takes back what a turn has changed on one board.
    pub(crate) fn take_back(&mut self, before: &Before<W, L>, lane: usize) {
        for (set, kept) in self.sets.iter_mut().zip(&before.sets) {
            set.set_lane(lane, kept.lane(lane));
        }
        for (num, kept) in self.nums.iter_mut().zip(&before.nums) {
            num[lane] = kept[lane];
        }
        self.goals[lane] = before.goals[lane];
        self.passes[lane] = before.passes[lane];
        self.random[lane] = before.random[lane];
    }

    /// Prepares for a turn: nothing is chosen on any board.
    #[inline(always)]
    pub(crate) fn clear_choices(&mut self, code: &GameCode) {
        let end = self.words_end();
        for chosen in code.registers.chosen_sets() {
            // Words behind are always zero.
            self.sets[usize::from(chosen.0)].0[..end].fill([0; L]);
        }
        for mask in [OVER, AGAIN] {
            self.masks[usize::from(mask.0)] = Row([0; L]);
        }
        *self.way_bits = [0; L];
        *self.retry = [0; L];
        self.ends = [None; L];
    }

    /// Puts a board of another table of the same code in the place of one of this, with what can be
    /// done on it.
    #[inline]
    pub(crate) fn copy_lane<const M: usize>(
        &mut self,
        lane: usize,
        (other, from): (&RegisterFile<W, M>, usize),
        code: &GameCode,
    ) {
        self.copy_board(lane, (other, from), code);
        for set in code.kept_sets.iter().map(|set| usize::from(set.0)) {
            self.sets[set].set_lane(lane, other.sets[set].lane(from));
        }
        for &mask in &code.kept_masks {
            self.masks[usize::from(mask.0)][lane] = other.masks[usize::from(mask.0)][from];
        }
        for (listed, others) in self.listed.iter_mut().zip(&other.listed) {
            let (listed, other) = (&mut listed[lane], &others[from]);
            if listed.len() == 0 && other.len() == 0 {
                continue;
            }
            let mut before = std::mem::replace(listed, Arc::clone(other));
            if Arc::get_mut(&mut before).is_some() {
                self.spare_lists.push(before);
            }
        }
    }

    /// Puts a board of another table of the same code in the place of one of this.
    #[inline]
    pub(crate) fn copy_board<const M: usize>(
        &mut self,
        lane: usize,
        (other, from): (&RegisterFile<W, M>, usize),
        code: &GameCode,
    ) {
        let (planes, values) = changing(code);
        for set in 0..planes {
            self.sets[set].set_lane(lane, other.sets[set].lane(from));
        }
        for num in 0..values {
            self.nums[num][lane] = other.nums[num][from];
        }
        self.goals[lane] = other.goals[from];
        self.passes[lane] = other.passes[from];
        self.random[lane] = other.random[from];
    }

    /// Puts a board of another table of the same code, with what can be done on it, in the place of each of this.
    #[inline(always)]
    pub(super) fn splat(&mut self, (other, from): (&Self, usize), code: &GameCode) {
        let (planes, values) = changing(code);
        let kept = code.kept_sets.iter().map(|set| usize::from(set.0));
        for set in (0..planes).chain(kept) {
            self.sets[set] = Lanes::splat(other.sets[set].lane(from));
        }
        for num in 0..values {
            self.nums[num] = Row([other.nums[num][from]; L]);
        }
        for mask in code.kept_masks.iter().map(|mask| usize::from(mask.0)) {
            self.masks[mask] = Row([other.masks[mask][from]; L]);
        }
        for (listed, others) in self.listed.iter_mut().zip(&other.listed) {
            listed.fill(Arc::clone(&others[from]));
        }
        *self.goals = [other.goals[from]; L];
        *self.passes = [other.passes[from]; L];
        *self.random = [other.random[from]; L];
    }

    /// Puts in the place of each board that of another table of the same code, which this says.
    #[inline(always)]
    pub(crate) fn gather<V: Vectors, const M: usize>(
        &mut self,
        ops: SetOps<V>,
        other: &RegisterFile<W, M>,
        from: &[usize; L],
        code: &GameCode,
    ) {
        let (planes, values) = changing(code);
        for (set, others) in self.sets.iter_mut().zip(&other.sets).take(planes) {
            *set = ops.gather(others, from);
        }
        for (num, others) in self.nums.iter_mut().zip(&other.nums).take(values) {
            num.gather(others, from);
        }
        for (lane, &from) in from.iter().enumerate() {
            self.goals[lane] = other.goals[from];
            self.passes[lane] = other.passes[from];
            self.random[lane] = other.random[from];
        }
    }

    /// Puts a position on a board.
    pub(crate) fn load(&mut self, code: &GameCode, layout: &Layout, lane: usize, from: &Position) {
        for numbers in &code.registers.numbers {
            for plane in numbers.planes() {
                self.sets[usize::from(plane.0)].set_lane(lane, Bits::EMPTY);
            }
            let occupied = from.narrow_plane(layout, numbers.occupied.0);
            self.load_numbers(numbers, layout, lane, from, occupied);
        }
        self.load_planes(code, layout, lane, from);
        self.load_rest(code, lane, from);
    }

    /// Puts a position on a board that it was before these cells changed.
    pub(super) fn load_changes(
        &mut self,
        code: &GameCode,
        layout: &Layout,
        lane: usize,
        (from, changed): (&Position, Bits<W>),
    ) {
        if !changed.is_empty() {
            for numbers in &code.registers.numbers {
                for plane in numbers.planes() {
                    let plane = &mut self.sets[usize::from(plane.0)];
                    plane.set_lane(lane, plane.lane(lane).without(changed));
                }
                let occupied = from.narrow_plane(layout, numbers.occupied.0);
                self.load_numbers(numbers, layout, lane, from, changed.and(occupied));
            }
            self.load_planes(code, layout, lane, from);
        }
        self.load_rest(code, lane, from);
    }

    fn load_planes(&mut self, code: &GameCode, layout: &Layout, lane: usize, from: &Position) {
        for plane in 0..code.registers.planes {
            self.sets[usize::from(plane)].set_lane(lane, from.narrow_plane(layout, plane));
        }
    }

    fn load_rest(&mut self, code: &GameCode, lane: usize, from: &Position) {
        for (num, value) in self.nums.iter_mut().zip(&from.values) {
            num[lane] = *value;
        }
        if let Some(ply) = code.registers.ply {
            self.nums[usize::from(ply.0)][lane] = from.ply.into();
        }
        self.goals[lane] = from.goals;
        self.passes[lane] = from.passes.into();
        self.random[lane] = from.random;
    }

    /// Puts the numbers of some cells, where there is nothing on the board.
    fn load_numbers(
        &mut self,
        numbers: &NumberPlanes,
        layout: &Layout,
        lane: usize,
        from: &Position,
        cells: Bits<W>,
    ) {
        for cell in cells {
            let content = from.content(layout, numbers.layer, cell);
            let code = numbers.code(content).unwrap_or(0);
            let (word, place) = (cell.index() / 64, cell.index() % 64);
            for (bit, plane) in numbers.planes().enumerate() {
                let held = u64::from(code >> bit & 1) << place;
                self.sets[usize::from(plane.0)].0[word][lane] |= held;
            }
        }
    }

    /// Puts a board into a position, whose other parts stay.
    pub(crate) fn store(&self, code: &GameCode, layout: &Layout, lane: usize, to: &mut Position) {
        for numbers in &code.registers.numbers {
            let LayerPlanes::Numbers { slot, .. } = layout.layer(numbers.layer) else { continue };
            let from = usize::from(slot) * layout.cells();
            to.numbers[from..from + layout.cells()].fill(EMPTY);
            let occupied = self.set(numbers.occupied).lane(lane);
            self.store_numbers(numbers, layout, lane, (occupied, &mut *to));
        }
        self.store_rest(code, layout, lane, to);
    }

    /// Puts the numbers of some cells into a position.
    pub(super) fn store_numbers(
        &self,
        numbers: &NumberPlanes,
        layout: &Layout,
        lane: usize,
        (cells, to): (Bits<W>, &mut Position),
    ) {
        let LayerPlanes::Numbers { slot, .. } = layout.layer(numbers.layer) else { return };
        let to = &mut to.numbers[usize::from(slot) * layout.cells()..];
        for cell in cells {
            let (word, place) = (cell.index() / 64, cell.index() % 64);
            let code = (0u32..).zip(numbers.planes()).fold(0, |code, (bit, plane)| {
                let held = self.sets[usize::from(plane.0)].0[word][lane] >> place & 1;
                code | (held as u32) << bit
            });
            to[cell.index()] = numbers.content(code).unwrap_or(EMPTY);
        }
    }

    /// Puts all of a board but its numbers into a position.
    pub(super) fn store_rest(
        &self,
        code: &GameCode,
        layout: &Layout,
        lane: usize,
        to: &mut Position,
    ) {
        for plane in 0..code.registers.planes {
            to.set_narrow_plane(layout, plane, self.sets[usize::from(plane)].lane(lane));
        }
        for (value, num) in to.values.iter_mut().zip(&self.nums) {
            *value = num[lane];
        }
        to.goals = self.goals[lane];
        to.passes = self.passes[lane] as u32;
        to.random = self.random[lane];
    }
}

impl<const W: usize, const L: usize> Before<W, L> {
    pub(crate) fn new() -> Self {
        Self {
            sets: Vec::new(),
            nums: Vec::new(),
            goals: Row([0; L]),
            passes: Row([0; L]),
            random: Row([Random(0); L]),
        }
    }
}

/// Number of the first sets and of the first numbers that a turn can change.
pub(super) fn changing(code: &GameCode) -> (usize, usize) {
    (usize::from(code.registers.chosen[0].0), usize::from(code.registers.values))
}

fn bits<const W: usize>(cells: &CellSet) -> Bits<W> {
    let mut bits = Bits::EMPTY;
    cells.iter().for_each(|cell| bits.insert(cell));
    bits
}
