//! Execution of instructions, on all boards of a table at once.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Lanes, SetOps, Steps, Vectors};
use masume_program::interp::code::{Code, FAR, Instruction, MOST_NESTED, MaskReg, NumReg, SetReg};
use masume_program::interp::game::GameCode;
use masume_program::interp::native::Backend;
use masume_program::interp::registers::OVER;
use masume_rules::model::{Arithmetic, Compare};

use super::choose::mask_of;
use super::kernels::is_wide;
use super::march::TargetSides;
use super::place::PlaceNumbers;
use super::register_file::RegisterFile;
use super::shape::Shape;
use super::slide::LookedUp;
use crate::general::General;
use crate::run::Host;
use crate::vectors::{self, Arch, Vectorised};

/// Number of times that each loop around an instruction has run, from the outermost on.
pub(super) type Rounds = [u64; MOST_NESTED as usize];

/// Place of execution in code.
#[derive(Default)]
pub(crate) struct Cursor {
    /// Index of the next instruction.
    pub(super) at: usize,
    pub(super) rounds: Rounds,
}

/// Context that never changes while a game is played.
#[derive(Clone, Copy)]
pub(crate) struct Context<'g, 'h, const W: usize> {
    /// Does what has no instruction.
    pub(crate) run: &'g dyn General,
    pub(crate) host: &'g Host<'h>,
    /// Vector instructions of the machine.
    pub(crate) arch: Arch,
    /// The maker of machine code.
    pub(crate) backend: Option<Backend>,
    pub(crate) code: &'g GameCode,
    pub(crate) steps: &'g Steps<W>,
    pub(crate) shape: &'g Shape<W>,
    pub(crate) target_sides: &'g TargetSides<W>,
    /// Numbers that cells have by their place, each with these cells.
    pub(crate) places: &'g [PlaceNumbers<W>],
}

/// An instruction that is dispatched to the vector instructions that the machine has.
struct Long<'r, 'g, 'h, const W: usize, const L: usize> {
    boards: &'r mut RegisterFile<W, L>,
    instruction: &'r Instruction,
    context: &'r Context<'g, 'h, W>,
}

impl<const W: usize, const L: usize> Vectorised for Long<'_, '_, '_, W, L> {
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        self.boards.step_long(self.instruction, self.context, ops);
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Runs the instruction at a place, and those that follow it until the place is `until` or behind
    /// it.
    #[inline(always)]
    pub(crate) fn run<V: Vectors>(
        &mut self,
        (code, cursor, until): (&Code, &mut Cursor, usize),
        context: &Context<'_, '_, W>,
        ops: SetOps<V>,
    ) {
        let Cursor { mut at, mut rounds } = *cursor;
        // Read once: for all that the compiler knows, a write to a register might change it.
        let instructions = code.instructions.as_slice();
        while let Some(instruction) = instructions.get(at) {
            at += 1;
            self.step(instruction, (&mut at, &mut rounds), context, ops);
            if at >= until {
                break;
            }
        }
        *cursor = Cursor { at, rounds };
    }

    /// Goes back to where a loop begins while any board goes on.
    #[inline(always)]
    fn again(
        &mut self,
        (mask, most): (MaskReg, u32),
        (at, back): (&mut usize, u16),
        rounds: &mut u64,
        context: &Context<'_, '_, W>,
    ) {
        *rounds += 1;
        // What is stopped is marked for a retry: the caller asks why.
        if *rounds >= u64::from(most) || context.host.stop.is_stopped() {
            self.mark_for_retry(mask);
        } else if self.is_any(mask) {
            *at -= usize::from(back);
        }
    }

    /// True if any board has the mask.
    #[inline(always)]
    fn is_any(&self, mask: MaskReg) -> bool {
        self.mask(mask).iter().fold(0, |any, mask| any | mask) != 0
    }

    #[inline(always)]
    fn mark_for_retry(&mut self, mask: MaskReg) {
        let mask = &self.masks[usize::from(mask.0)];
        for lane in 0..L {
            self.retry[lane] |= mask[lane];
        }
    }

    #[inline(always)]
    pub(crate) fn set(&self, register: SetReg) -> &Lanes<W, L> {
        &self.sets[usize::from(register.0)]
    }

    #[inline(always)]
    pub(crate) fn mask(&self, register: MaskReg) -> &[u64; L] {
        &self.masks[usize::from(register.0)]
    }

    #[inline(always)]
    pub(crate) fn num(&self, register: NumReg) -> &[i64; L] {
        &self.nums[usize::from(register.0)]
    }

    #[inline(always)]
    pub(super) fn put(&mut self, register: SetReg, lanes: Lanes<W, L>) {
        self.sets[usize::from(register.0)] = lanes;
    }

    /// One match for all instructions, those that say where to go on too: each is one jump.
    #[inline(always)]
    fn step<V: Vectors>(
        &mut self,
        instruction: &Instruction,
        (at, rounds): (&mut usize, &mut Rounds),
        context: &Context<'_, '_, W>,
        ops: SetOps<V>,
    ) {
        use Instruction as I;
        let steps = context.steps;
        match instruction {
            I::Skip(mask, count) => {
                if !self.is_any(*mask) {
                    *at += usize::from(*count);
                }
            }
            I::Repeat(mask, depth, count) => {
                rounds[*depth as usize] = 0;
                if !self.is_any(*mask) {
                    *at += usize::from(*count);
                }
            }
            I::Again { mask, depth, most, back } => {
                let rounds = &mut rounds[*depth as usize];
                self.again((*mask, *most), (at, *back), rounds, context);
            }
            I::Carry { .. } | I::Cast { .. } | I::Chain { .. } if const { is_wide::<W, L>() } => {
                self.dispatch_long(instruction, context);
            }
            I::PickOne { to, of, mask } if const { is_wide::<W, L>() } => {
                self.pick_one_wide(*to, *of, *mask);
            }
            I::Flanking { to, tests, dirs } if const { is_wide::<W, L>() } => {
                self.flanking(ops, steps, *to, *tests, *dirs);
            }
            I::Between { ends, between, tests, dirs } if const { is_wide::<W, L>() } => {
                self.between_wide(ops, steps, (*ends, *between), *tests, *dirs);
            }
            I::Neighbours { to, of, dirs, counts } if const { is_wide::<W, L>() } => {
                self.neighbours(ops, steps, (to, counts), *of, *dirs);
            }
            I::Copy(to, of) if const { is_wide::<W, L>() } => {
                let used = self.words_end();
                for word in 0..used {
                    self.sets[usize::from(to.0)].0[word] = self.sets[usize::from(of.0)].0[word];
                }
            }
            I::Copy(to, of) => self.put(*to, *self.set(*of)),
            I::And(to, one, other) => self.both(ops, *to, *one, *other),
            I::Or(to, one, other) => self.either(ops, *to, *one, *other),
            I::Without(to, one, other) => self.without(ops, *to, *one, *other),
            I::Exchange { to, of, gone, come } => self.exchange(ops, to, (of, *gone, come)),
            I::Common { to, of, without, mask } => self.common(ops, *to, (of, &without.0), *mask),
            I::Union(to, of) => self.union(ops, *to, of),
            I::Free(to, of) => self.free(ops, steps, *to, of),
            I::Unlike(to, of, others) => self.unlike(ops, *to, of, others),
            I::Carry { to, of, source, cells } => {
                self.carry(ops, to, of, [*source, *cells]);
            }
            I::WithoutEach { to, of, cells } => self.without_each(ops, to, of, *cells),
            I::OrEach { to, of, more } => self.or_each(ops, to, of, more),
            I::Beside { to, of, dirs } => self.beside(ops, steps, *to, *of, *dirs),
            I::Step(to, of, way) => self.stepped(ops, steps, *to, *of, *way),
            I::Fill { to, from, through, direction } => {
                self.filled(ops, steps, *to, [*from, *through], *direction);
            }
            I::Cast { to, from, through, dirs } => {
                self.cast(ops, steps, *to, [*from, *through], *dirs);
            }
            I::Chain { to, tests, dirs } => self.chain(ops, steps, *to, &tests.0, *dirs),
            I::HasBits(to, of) => {
                let of = *self.mask(*of);
                let to = &mut self.masks[usize::from(to.0)];
                for lane in 0..L {
                    to[lane] = if of[lane] == 0 { 0 } else { u64::MAX };
                }
            }
            I::Bits(to, of, dirs) => {
                let of = *self.mask(*of);
                let to = &mut self.masks[usize::from(to.0)];
                for lane in 0..L {
                    to[lane] = of[lane] & u64::from(*dirs);
                }
            }
            I::Only(to, of, mask) => self.only(ops, *to, *of, *mask),
            I::Spread(to, mask) => self.spread(ops, steps, *to, *mask),
            I::First(to, of) if const { is_wide::<W, L>() } => self.first_wide(*to, *of),
            I::First(to, of) => self.put(*to, self.set(*of).first_only()),
            I::HasAny(to, of) => self.has_any(ops, *to, *of),
            I::HasMany(to, of, least) => {
                let mut count = 0;
                for word in 0..self.words_end() {
                    for lane in 0..L {
                        count += self.set(*of).0[word][lane].count_ones();
                    }
                }
                let mask = if count >= *least { u64::MAX } else { 0 };
                *self.masks[usize::from(to.0)] = [mask; L];
            }
            I::Differ(to, of, before) => self.differ(ops, *to, of, before),
            I::CopyMask(to, of) => *self.masks[usize::from(to.0)] = *self.mask(*of),
            I::MaskAnd(to, one, other) => {
                *self.masks[usize::from(to.0)] =
                    merged(self.mask(*one), self.mask(*other), |one, other| one & other);
            }
            I::MaskOr(to, one, other) => {
                *self.masks[usize::from(to.0)] =
                    merged(self.mask(*one), self.mask(*other), |one, other| one | other);
            }
            I::MaskWithout(to, one, other) => {
                *self.masks[usize::from(to.0)] =
                    merged(self.mask(*one), self.mask(*other), |one, other| one & !other);
            }
            I::InWays(to, dirs) => {
                let mask = &mut self.masks[usize::from(to.0)];
                for lane in 0..L {
                    let is_one = self.way_bits[lane] & u64::from(*dirs) != 0;
                    mask[lane] = if is_one { u64::MAX } else { 0 };
                }
            }
            I::EveryonePassed(to) => {
                let players = context.code.players.len() as u64;
                let mask = &mut self.masks[usize::from(to.0)];
                for lane in 0..L {
                    mask[lane] = if self.passes[lane] >= players { u64::MAX } else { 0 };
                }
            }
            I::NotReached(to, goal) => {
                let mask = &mut self.masks[usize::from(to.0)];
                for lane in 0..L {
                    mask[lane] = (self.goals[lane] >> goal & 1).wrapping_sub(1);
                }
            }
            I::ReachGoal(goal, mask) => {
                let mask = &self.masks[usize::from(mask.0)];
                for lane in 0..L {
                    self.goals[lane] |= mask[lane] & 1 << goal;
                }
            }
            I::Compare(to, one, by, other) => self.compare(*to, *one, *by, *other),
            I::CountCells(to, of) => {
                let mut counts = [0; L];
                let set = self.set(*of);
                for word in 0..self.words_end() {
                    for lane in 0..L {
                        counts[lane] += i64::from(set.0[word][lane].count_ones());
                    }
                }
                *self.nums[usize::from(to.0)] = counts;
            }
            I::Add(to, one, other) => {
                *self.nums[usize::from(to.0)] =
                    merged(self.num(*one), self.num(*other), i64::wrapping_add);
            }
            I::Subtract(to, one, other) => {
                *self.nums[usize::from(to.0)] =
                    merged(self.num(*one), self.num(*other), i64::wrapping_sub);
            }
            I::Min(to, one, other) => {
                *self.nums[usize::from(to.0)] = merged(self.num(*one), self.num(*other), i64::min);
            }
            I::Max(to, one, other) => {
                *self.nums[usize::from(to.0)] = merged(self.num(*one), self.num(*other), i64::max);
            }
            I::Assign(to, from, mask) => {
                let (from, mask) = (*self.num(*from), *self.mask(*mask));
                let to = &mut self.nums[usize::from(to.0)];
                for lane in 0..L {
                    let mask = mask[lane] as i64;
                    to[lane] = from[lane] & mask | to[lane] & !mask;
                }
            }
            I::Grow(to, by, mask) => {
                let (by, mask) = (self.num(*by), self.mask(*mask));
                let mut more = [0; L];
                for lane in 0..L {
                    more[lane] = by[lane] & mask[lane] as i64;
                }
                let to = &mut self.nums[usize::from(to.0)];
                for lane in 0..L {
                    to[lane] = to[lane].wrapping_add(more[lane]);
                }
            }
            I::Drawn(mask) => {
                let drawn = merged(self.mask(OVER), self.mask(*mask), |one, other| one | other);
                *self.masks[usize::from(OVER.0)] = drawn;
            }
            I::Retry(mask) => self.mark_for_retry(*mask),
            I::End(mask, kind) => {
                if self.is_any(*mask) {
                    let mask = self.masks[usize::from(mask.0)];
                    let over = &mut self.masks[usize::from(OVER.0)];
                    for lane in 0..L {
                        over[lane] |= mask[lane];
                        if mask[lane] != 0 && self.ends[lane].is_none() {
                            self.ends[lane] = Some(*kind);
                        }
                    }
                }
            }
            I::Runs { to, of, count, dirs } => self.runs(ops, steps, *to, (*of, *count), *dirs),
            I::PickOne { to, of, mask } => {
                let picked = self.pick_one(ops, *of, *mask);
                self.put(*to, picked);
            }
            I::PickWeighted { to, weights, mask } => self.pick_weighted(to, weights, *mask),
            I::Slide { table, adds, mask } => {
                let table = usize::from(*table);
                let boards = (*self.masks[usize::from(mask.0)], *self.way_bits);
                let lines = &mut self.lines[table];
                *self.nums[usize::from(adds.0)] = LookedUp(&context.code.slides[table]).run(
                    ops,
                    &mut self.sets,
                    lines,
                    boards,
                    &mut self.retry,
                );
            }
            I::Slides { table, to } => {
                let table = usize::from(*table);
                let lines = &mut self.lines[table];
                *self.masks[usize::from(to.0)] = LookedUp(&context.code.slides[table]).ways(
                    ops,
                    &self.sets,
                    lines,
                    &mut self.retry,
                );
            }
            I::Flanking { .. }
            | I::Between { .. }
            | I::Neighbours { .. }
            | I::Ways { .. }
            | I::List { .. }
            | I::TryCells { .. }
            | I::Solve { .. }
            | I::Reach { .. }
            | I::Statement { .. }
            | I::Ask { .. }
            | I::Rays { .. }
            | I::Columns(..)
            | I::Last(..)
            | I::Foremost { .. }
            | I::Trace { .. }
            | I::Calculate(..)
            | I::Divide(..)
            | I::PlaceOf(..)
            | I::Toward(..)
            | I::ByPlace { .. }
            | I::PickMany { .. }
            | I::PickStart { .. }
            | I::Shuffle { .. }
            | I::Distribute { .. }
            | I::March { .. }
            | I::CountArrivals { .. } => self.step_apart(instruction, context, ops),
            // Labels are gone.
            I::Label(_) => {}
        }
    }

    /// Runs an instruction that takes long enough to be called: what the others need stays in registers if it stands
    /// elsewhere. On one board it is called for itself anyway, by machine code; but for one of many words: the room for
    /// those on the stack would be made in every call. On WebAssembly there is no machine code, and this loop plays.
    #[inline(always)]
    fn step_apart<V: Vectors>(
        &mut self,
        instruction: &Instruction,
        context: &Context<'_, '_, W>,
        ops: SetOps<V>,
    ) {
        if const { L == 1 && !is_wide::<W, L>() && cfg!(not(target_family = "wasm")) } {
            self.step_long(instruction, context, ops);
        } else {
            self.dispatch_long(instruction, context);
        }
    }

    #[inline(never)]
    fn dispatch_long(&mut self, instruction: &Instruction, context: &Context<'_, '_, W>) {
        vectors::with::<W, L>(context.arch, Long { boards: self, instruction, context });
    }

    #[inline(always)]
    fn step_long<V: Vectors>(
        &mut self,
        instruction: &Instruction,
        context: &Context<'_, '_, W>,
        ops: SetOps<V>,
    ) {
        use Instruction as I;
        let steps = context.steps;
        match instruction {
            I::Flanking { to, tests, dirs } => self.flanking(ops, steps, *to, *tests, *dirs),
            I::Between { ends, between, tests, dirs } => {
                let (come, filled) = self.between(ops, steps, *tests, *dirs);
                self.put(*ends, come);
                self.put(*between, filled);
            }
            I::Neighbours { to, of, dirs, counts } => {
                self.neighbours(ops, steps, (to, counts), *of, *dirs);
            }
            I::Ways { to, tests, dirs, sense } => {
                *self.masks[usize::from(to.0)] = self.ways_of(ops, steps, &tests.0, *dirs, *sense);
            }
            I::List { any, trial, firsts, scope, may } => {
                *self.masks[usize::from(any.0)] =
                    self.list(context, *trial, *firsts, [*scope, *may]);
            }
            I::TryCells { to, trial, before, firsts, certain, scope, may } => {
                let cells = [*before, *firsts, *certain];
                let found = self.try_cells(context, *trial, cells, [*scope, *may]);
                self.put(*to, found);
            }
            I::Solve { solved: cells, walk } | I::Reach { reached: cells, walk, .. } => {
                let from =
                    if let I::Reach { from, .. } = instruction { Some(&from[..]) } else { None };
                self.go_through(ops, steps, walk, (cells, from));
            }
            I::Statement { matched, single, mask } => {
                *self.masks[usize::from(matched.0)] = self.single(context, *single, *mask);
            }
            I::Ask { to, single, mask } => {
                *self.masks[usize::from(to.0)] = self.single(context, *single, *mask);
            }
            I::Rays { to, rays } => self.count_rays(ops, steps, *to, rays),
            I::Columns(to, of) => {
                *self.masks[usize::from(to.0)] = context.shape.columns_of(self.set(*of));
            }
            I::Last(to, of) => self.put(*to, self.set(*of).last_only()),
            I::Foremost { to, of, way } => {
                let found = self.foremost(&context.shape.grid, *of, *way);
                self.put(*to, found);
            }
            I::Trace { to, from, line } => {
                self.trace((steps, &context.shape.grid), (to, *from), line);
            }
            I::Calculate(to, one, by, other) => self.calculate(*to, *one, *by, *other),
            I::Divide(to, one, by, other) => {
                let (one, other) = (*self.num(*one), *self.num(*other));
                let to = &mut self.nums[usize::from(to.0)];
                for lane in 0..L {
                    to[lane] = by.apply(one[lane], other[lane]).unwrap_or(0);
                }
            }
            I::PlaceOf(to, of, axis) => {
                *self.nums[usize::from(to.0)] = self.places_of(&context.shape.grid, *of, *axis);
            }
            I::Toward(to, axis) => {
                *self.nums[usize::from(to.0)] = self.toward(*axis);
            }
            I::ByPlace { to, table, by, number } => {
                let found = self.by_place(&context.places[usize::from(*table)], *by, *number);
                self.put(*to, found);
            }
            I::PickMany { to, of, count, mask } => {
                let picked = self.pick_many(*of, *count, *mask);
                self.put(*to, picked);
            }
            I::PickStart { to, of, mask } => self.pick_start(to, of, *mask),
            I::Shuffle { to, of: _, cells, mask } => self.shuffle(to, *cells, *mask),
            I::Distribute { to, weights, of } => self.distribute(to, weights, of),
            I::March { came, walkers, target } => {
                self.march(ops, context, came, (*walkers, *target))
            }
            I::CountArrivals { to, walkers, target, cells } => {
                let count = self.count_arrivals(context, (*walkers, *target), *cells);
                *self.nums[usize::from(to.0)] = count;
            }
            // On one board of many words these are called too.
            I::Carry { to, of, source, cells } => {
                self.carry(ops, to, of, [*source, *cells]);
            }
            I::Cast { to, from, through, dirs } => {
                self.cast(ops, steps, *to, [*from, *through], *dirs);
            }
            I::Chain { to, tests, dirs } => self.chain(ops, steps, *to, &tests.0, *dirs),
            I::Runs { .. }
            | I::PickOne { .. }
            | I::PickWeighted { .. }
            | I::Slide { .. }
            | I::Slides { .. }
            | I::Copy(..)
            | I::And(..)
            | I::Or(..)
            | I::Without(..)
            | I::Exchange { .. }
            | I::Common { .. }
            | I::Union(..)
            | I::Free(..)
            | I::Unlike(..)
            | I::WithoutEach { .. }
            | I::OrEach { .. }
            | I::Beside { .. }
            | I::Step(..)
            | I::Fill { .. }
            | I::HasBits(..)
            | I::Bits(..)
            | I::Only(..)
            | I::Spread(..)
            | I::First(..)
            | I::HasAny(..)
            | I::HasMany(..)
            | I::Differ(..)
            | I::CopyMask(..)
            | I::MaskAnd(..)
            | I::MaskOr(..)
            | I::MaskWithout(..)
            | I::InWays(..)
            | I::EveryonePassed(..)
            | I::NotReached(..)
            | I::ReachGoal(..)
            | I::Compare(..)
            | I::CountCells(..)
            | I::Add(..)
            | I::Subtract(..)
            | I::Min(..)
            | I::Max(..)
            | I::Assign(..)
            | I::Grow(..)
            | I::Drawn(..)
            | I::Retry(..)
            | I::End(..)
            | I::Skip(..)
            | I::Repeat(..)
            | I::Again { .. }
            | I::Label(_) => {}
        }
    }

    #[inline(always)]
    fn compare(&mut self, to: MaskReg, one: NumReg, by: Compare, other: NumReg) {
        let (one, other) = (*self.num(one), *self.num(other));
        let mask = &mut self.masks[usize::from(to.0)];
        for lane in 0..L {
            let holds = by.holds(one[lane], other[lane]);
            mask[lane] = if holds { u64::MAX } else { 0 };
        }
    }

    #[inline(always)]
    fn calculate(&mut self, to: NumReg, one: NumReg, by: Arithmetic, other: NumReg) {
        let (one, other) = (*self.num(one), *self.num(other));
        let mut is_over = [0; L];
        let found = match by {
            Arithmetic::Add => {
                let found = merged(&one, &other, i64::wrapping_add);
                for lane in 0..L {
                    is_over[lane] =
                        mask_of((one[lane] ^ found[lane]) & (other[lane] ^ found[lane]) < 0);
                }
                found
            }
            Arithmetic::Subtract => {
                let found = merged(&one, &other, i64::wrapping_sub);
                for lane in 0..L {
                    is_over[lane] =
                        mask_of((one[lane] ^ found[lane]) & (one[lane] ^ other[lane]) < 0);
                }
                found
            }
            Arithmetic::Multiply if are_halves(&one) && are_halves(&other) => {
                // Vectors multiply halves of words in one instruction, and nothing is too great.
                merged(&one, &other, |one, other| i64::from(one as i32) * i64::from(other as i32))
            }
            Arithmetic::Multiply | Arithmetic::Divide | Arithmetic::Modulo => {
                let mut found = [0; L];
                for lane in 0..L {
                    let calculated = by.apply(one[lane], other[lane]);
                    is_over[lane] = mask_of(calculated.is_err());
                    found[lane] = calculated.unwrap_or(0);
                }
                found
            }
        };
        for lane in 0..L {
            let is_far = mask_of(found[lane] >= FAR) | mask_of(found[lane] < -FAR);
            self.retry[lane] |= is_over[lane] | is_far;
        }
        *self.nums[usize::from(to.0)] = found;
    }
}

/// True if all numbers fit into 32 bits.
#[inline(always)]
fn are_halves<const L: usize>(numbers: &[i64; L]) -> bool {
    let mut differ = 0;
    for lane in 0..L {
        differ |= numbers[lane] ^ i64::from(numbers[lane] as i32);
    }
    differ == 0
}

/// Results of the operation on both, board by board.
#[inline(always)]
fn merged<T: Copy + Default, const L: usize>(
    one: &[T; L],
    other: &[T; L],
    of: impl Fn(T, T) -> T,
) -> [T; L] {
    let mut found = [T::default(); L];
    for lane in 0..L {
        found[lane] = of(one[lane], other[lane]);
    }
    found
}
