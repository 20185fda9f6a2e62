//! Instructions that run whole patterns: several boards at a time in vector registers.

use masume_board::{
    Bits, Direction, Lanes, Padded, SetOps, Steps, Strip, VectorSet, Vectors, strips,
};
use masume_program::directions;
use masume_program::interp::code::{SetReg, Way};
use masume_program::interp::operand::Sense;

use super::register_file::RegisterFile;
use crate::vectors::WIDE;

/// Does the work for the first board of each vector of a table of `L` boards of `W` words: without a loop where there is
/// one vector, or two of narrow sets (see `for_each` of the sets, which does so for words).
macro_rules! for_each_vector {
    ($first:ident in $lanes:ident => $work:block) => {
        if const { V::COUNT == $lanes } {
            let $first = 0;
            $work
        } else if const { W <= 2 && 2 * V::COUNT == $lanes } {
            {
                let $first = 0;
                $work
            }
            {
                let $first = V::COUNT;
                $work
            }
        } else {
            let mut $first = 0;
            while $first + V::COUNT <= $lanes {
                $work
                $first += V::COUNT;
            }
        }
    };
}
pub(super) use for_each_vector;

/// Does the same to every board of a table of `L`, a vector of them at a time: `$found` says what,
/// `$first` being the first of them. Each board is read before it is written, so the register that is
/// written may be one of those that are read.
macro_rules! by_vectors {
    ($table:ident, $to:ident, $simd:ident, $first:ident => $found:expr) => {{
        let to = usize::from($to.0);
        for_each_vector!($first in L => {
            let found = $found;
            $simd.store(found, &mut $table.sets[to], $first);
        });
    }};
}

/// True if the words of one board are done a vector of them at a time. It is asked in a constant: of an ordinary
/// condition both sides are built for every width.
#[inline(always)]
pub(crate) const fn is_wide<const W: usize, const L: usize>() -> bool {
    L == 1 && W >= WIDE
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    #[inline(always)]
    pub(crate) fn stepped<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        of: SetReg,
        way: Way,
    ) {
        match way {
            _any if const { is_wide::<W, L>() } => {
                self.stepped_wide(ops, steps, to, (of, self.way_of(way, 0)))
            }
            Way::Fixed(direction) => by_vectors!(
                self,
                to,
                ops,
                first => ops.step(steps, ops.load(self.set(of), first), direction)),
            Way::Chosen | Way::Against if !steps.are_near() => self.step_far(steps, to, of, way),
            Way::Chosen | Way::Against => {
                let ways = usize::from(way == Way::Against);
                by_vectors!(
                self,
                to,
                ops,
                first => {
                    ops.step_each(&self.ways[ways], ops.load(self.set(of), first), first)
                });
            }
        }
    }

    /// A step on one board of many words.
    #[inline(always)]
    fn stepped_wide<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        (of, direction): (SetReg, Option<Direction>),
    ) {
        let to = usize::from(to.0);
        let Some(direction) = direction else {
            self.sets[to] = Lanes::EMPTY;
            return;
        };
        let (ops, set) = (SetOps(ops.0.strip()), self.padded(of));
        let shift = steps.strip_shift(ops, direction);
        let words = set[0].all();
        for at in strips::<V::Strip>(self.words_end()) {
            let stepped = shift.step(ops, words, at);
            Strip(at).store(ops, stepped, &mut self.sets[to]);
        }
        self.padded = Some(set);
    }

    /// The set of one board of many words, with nothing around it.
    #[inline(always)]
    fn padded(&mut self, of: SetReg) -> Box<[Padded<W>; 2]> {
        let mut padded = self.padded.take().unwrap_or_else(|| Box::new([Padded::EMPTY; 2]));
        padded[0].put(self.set(of).0.as_flattened(), self.used_words);
        padded
    }

    /// The cells beside those of a set, on one board of many words.
    #[inline(always)]
    fn beside_wide<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        of: SetReg,
        dirs: u8,
    ) {
        let (ops, set) = (SetOps(ops.0.strip()), self.padded(of));
        let mut shifts = [steps.strip_shift(ops, Direction::Up); 8];
        let mut count = 0;
        for direction in directions(dirs) {
            shifts[count] = steps.strip_shift(ops, direction);
            count += 1;
        }
        let words = set[0].all();
        for at in strips::<V::Strip>(self.words_end()) {
            let mut all = ops.splat(Bits::EMPTY);
            for shift in &shifts[..count] {
                all = ops.or(all, shift.step(ops, words, at));
            }
            Strip(at).store(ops, all, &mut self.sets[usize::from(to.0)]);
        }
        self.padded = Some(set);
    }

    #[inline(always)]
    pub(crate) fn beside<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        of: SetReg,
        dirs: u8,
    ) {
        if const { is_wide::<W, L>() } {
            return self.beside_wide(ops, steps, to, of, dirs);
        }
        by_vectors!(
        self,
        to,
        ops,
        first => {
            ops.beside(steps, ops.load(self.set(of), first), dirs)
        });
    }

    /// A step in the chosen direction where it may move a cell by more than a word.
    #[cold]
    #[inline(never)]
    fn step_far(&mut self, steps: &Steps<W>, to: SetReg, of: SetReg, way: Way) {
        for lane in 0..L {
            let cells = self.set(of).lane(lane);
            let stepped = self.way_of(way, lane).map(|direction| steps.step(cells, direction));
            self.sets[usize::from(to.0)].set_lane(lane, stepped.unwrap_or(Bits::EMPTY));
        }
    }

    /// A fill on one board of many words.
    #[inline(always)]
    fn fill_wide<V: Vectors>(
        &self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        [filled, ways]: &mut [Padded<W>; 2],
        [from, through]: [SetReg; 2],
        direction: Direction,
    ) {
        let [from, through] = [from, through].map(|set| self.set(set).0.as_flattened());
        filled.fill(ways, SetOps(ops.0.strip()), steps, (from, through), direction);
    }

    #[inline(always)]
    pub(crate) fn filled<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        [from, through]: [SetReg; 2],
        direction: Direction,
    ) {
        if const { is_wide::<W, L>() } {
            let mut filled = self.padded(from);
            self.fill_wide(ops, steps, &mut filled, [from, through], direction);
            self.put_used(to, filled[0].words());
            self.padded = Some(filled);
            return;
        }
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let set = ops.load(self.set(from), first);
            if ops.is_any(set) {
                ops.fill(steps, set, ops.load(self.set(through), first), direction)
            } else {
                set
            }
        });
    }

    #[inline(always)]
    pub(crate) fn cast<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        [from, through]: [SetReg; 2],
        dirs: u8,
    ) {
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let from = ops.load(self.set(from), first);
            let mut all = ops.splat(Bits::EMPTY);
            if ops.is_any(from) {
                let through = ops.load(self.set(through), first);
                for direction in directions(dirs) {
                    let filled = ops.fill(steps, from, through, direction);
                    all = ops.or(all, ops.step(steps, ops.or(from, filled), direction));
                }
            }
            all
        });
    }

    /// No cell, in memory that is kept from one instruction to the next.
    #[inline(always)]
    fn empty_wide(&mut self) -> Box<[u64; W]> {
        let mut cells = self.wide.pop().unwrap_or_else(|| Box::new([0; W]));
        cells[..self.words_end()].fill(0);
        cells
    }

    /// Puts the words of one board's set.
    #[inline(always)]
    fn put_used(&mut self, to: SetReg, words: &[u64; W]) {
        let used = self.words_end();
        let set = self.sets[usize::from(to.0)].0.as_flattened_mut();
        set[..used].copy_from_slice(&words[..used]);
    }

    /// Adds cells on one board of many words.
    #[inline(always)]
    fn add_wide<V: Vectors>(&self, ops: SetOps<V>, set: &mut [u64; W], cells: &[u64; W]) {
        for at in strips::<V>(self.words_end()) {
            let both = ops.0.or(ops.0.load(&set[at..]), ops.0.load(&cells[at..]));
            ops.0.store(both, &mut set[at..]);
        }
    }

    #[inline(always)]
    pub(crate) fn runs<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        (of, count): (SetReg, u32),
        dirs: u8,
    ) {
        if const { is_wide::<W, L>() } {
            let (ops, mut all) = (SetOps(ops.0.strip()), self.empty_wide());
            let mut memory = self.padded(of);
            let [runs, shorter] = &mut *memory;
            for direction in directions(dirs) {
                let set = self.set(of).0.as_flattened();
                runs.runs(shorter, ops, steps, (set, count), direction);
                self.add_wide(ops, &mut all, runs.words());
            }
            self.put_used(to, &all);
            self.padded = Some(memory);
            self.wide.push(all);
            return;
        }
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let set = ops.load(self.set(of), first);
            let mut all = ops.splat(Bits::EMPTY);
            for direction in directions(dirs) {
                all = ops.or(all, ops.runs(steps, set, count, direction));
            }
            all
        });
    }

    #[inline(always)]
    pub(crate) fn chain<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        tests: &[SetReg],
        dirs: u8,
    ) {
        let Some((&end, rest)) = tests.split_first() else { return };
        if let &[test] = rest {
            by_vectors!(
            self,
            to,
            ops,
            first => {
                let end = ops.load(self.set(end), first);
                let beside = ops.beside(steps, end, Direction::opposites(dirs));
                ops.and(beside, ops.load(self.set(test), first))
            });
            return;
        }
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let mut all = ops.splat(Bits::EMPTY);
            for direction in directions(dirs) {
                let mut found = ops.load(self.set(end), first);
                for test in rest {
                    let stepped = ops.step(steps, found, direction.opposite());
                    found = ops.and(stepped, ops.load(self.set(*test), first));
                }
                all = ops.or(all, found);
            }
            all
        });
    }

    /// The directions in which a chain matches anywhere, as bits; or the opposite ones.
    #[inline(always)]
    pub(crate) fn ways_of<V: Vectors>(
        &self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        tests: &[SetReg],
        dirs: u8,
        sense: Sense,
    ) -> [u64; L] {
        let mut ways = [0; L];
        let Some((end, rest)) = tests.split_first() else { return ways };
        let end = self.set(*end);

        let mut first = 0;
        while first + V::COUNT <= L {
            let mut all = ops.0.splat(0);
            for chosen in directions(dirs) {
                let mut found = ops.load(end, first);
                for test in rest {
                    let stepped = ops.step(steps, found, sense.of(chosen).opposite());
                    found = ops.and(stepped, ops.load(self.set(*test), first));
                }
                let bit = ops.0.splat(1 << chosen as u8);
                all = ops.0.or(all, ops.0.without(bit, ops.is_empty(found)));
            }
            ops.0.store(all, &mut ways[first..first + V::COUNT]);
            first += V::COUNT;
        }
        ways
    }

    #[inline(always)]
    pub(crate) fn flanking<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        [end, middle, start]: [SetReg; 3],
        dirs: u8,
    ) {
        if const { is_wide::<W, L>() } {
            let narrow = SetOps(ops.0.strip());
            let (mut filled, mut all) = (self.padded(end), self.empty_wide());
            for direction in directions(dirs) {
                let back = direction.opposite();
                self.fill_wide(ops, steps, &mut filled, [end, middle], back);
                let shift = steps.strip_shift(narrow, back);
                for at in strips::<V::Strip>(self.words_end()) {
                    let come = shift.step(narrow, filled[0].all(), at);
                    let come = narrow.and(come, Strip(at).load(narrow, self.set(start)));
                    let both = narrow.0.or(narrow.0.load(&all[at..]), come.0[0]);
                    narrow.0.store(both, &mut all[at..]);
                }
            }
            self.put_used(to, &all);
            self.padded = Some(filled);
            self.wide.push(all);
            return;
        }
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let ends = ops.load(self.set(end), first);
            let through = ops.load(self.set(middle), first);
            let mut all = ops.splat(Bits::EMPTY);
            for direction in directions(dirs) {
                let back = direction.opposite();
                let filled = ops.fill(steps, ends, through, back);
                all = ops.or(all, ops.step(steps, filled, back));
            }
            ops.and(all, ops.load(self.set(start), first))
        });
    }

    /// Cells on flanking patterns from single cells: ends, and what is between.
    #[inline(always)]
    pub(crate) fn between<V: Vectors>(
        &self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        [end, middle, from]: [SetReg; 3],
        dirs: u8,
    ) -> (Lanes<W, L>, Lanes<W, L>) {
        let (from, end, middle) = (self.set(from), self.set(end), self.set(middle));
        let (mut all_ends, mut all_between) = (Lanes::EMPTY, Lanes::EMPTY);
        let mut first = 0;
        while first + V::COUNT <= L {
            let start = ops.load(from, first);
            let (last, through) = (ops.load(end, first), ops.load(middle, first));
            let (mut ends, mut between) = (ops.splat(Bits::EMPTY), ops.splat(Bits::EMPTY));
            for direction in directions(dirs) {
                let filled = ops.fill(steps, start, through, direction);
                let come = ops.and(ops.step(steps, filled, direction), last);
                ends = ops.or(ends, come);
                between = ops.or(between, ops.unless(filled, ops.is_empty(come)));
            }
            ops.store(ends, &mut all_ends, first);
            ops.store(between, &mut all_between, first);
            first += V::COUNT;
        }
        (all_ends, all_between)
    }

    /// The same on one board of many words.
    #[inline(always)]
    pub(crate) fn between_wide<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        (ends, between): (SetReg, SetReg),
        [end, middle, from]: [SetReg; 3],
        dirs: u8,
    ) {
        let narrow = SetOps(ops.0.strip());
        let mut filled = self.padded(from);
        let [mut all_ends, mut all_between] = [self.empty_wide(), self.empty_wide()];
        for direction in directions(dirs) {
            self.fill_wide(ops, steps, &mut filled, [from, middle], direction);
            let shift = steps.strip_shift(narrow, direction);
            let mut is_any = false;
            for at in strips::<V::Strip>(self.words_end()) {
                let come = shift.step(narrow, filled[0].all(), at);
                let come = narrow.and(come, Strip(at).load(narrow, self.set(end)));
                is_any |= narrow.is_any(come);
                let both = narrow.0.or(narrow.0.load(&all_ends[at..]), come.0[0]);
                narrow.0.store(both, &mut all_ends[at..]);
            }
            if is_any {
                self.add_wide(narrow, &mut all_between, filled[0].words());
            }
        }
        self.put_used(ends, &all_ends);
        self.put_used(between, &all_between);
        self.padded = Some(filled);
        self.wide.extend([all_ends, all_between]);
    }

    /// Cells with so many neighbours in a set, for each of some counts: they are added bit by bit, all
    /// cells at once.
    #[inline(always)]
    pub(crate) fn neighbours<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        (to, counts): (&[SetReg], &[(u32, u32)]),
        of: SetReg,
        dirs: u8,
    ) {
        if const { is_wide::<W, L>() } {
            let (ops, set) = (SetOps(ops.0.strip()), self.padded(of));
            let mut shifts = [steps.strip_shift(ops, Direction::Up); 8];
            let mut count = 0;
            for direction in directions(dirs) {
                shifts[count] = steps.strip_shift(ops, direction.opposite());
                count += 1;
            }
            let words = set[0].all();
            for at in strips::<V::Strip>(self.words_end()) {
                let mut sum = [ops.splat(Bits::EMPTY); 4];
                for shift in &shifts[..count] {
                    ops.add_one_at(&mut sum, shift.step(ops, words, at));
                }
                let full = Strip(at).same(ops, &steps.full);
                for nth in 0..to.len() {
                    let found = counted(ops, &sum, full, counts[nth]);
                    Strip(at).store(ops, found, &mut self.sets[usize::from(to[nth].0)]);
                }
            }
            self.padded = Some(set);
            return;
        }
        let mut first = 0;
        while first + V::COUNT <= L {
            let set = ops.load(self.set(of), first);
            if let ([to], [(_, 0)]) = (to, counts) {
                let some = ops.beside(steps, set, Direction::opposites(dirs));
                let none = ops.without(ops.splat(steps.full), some);
                ops.store(none, &mut self.sets[usize::from(to.0)], first);
                first += V::COUNT;
                continue;
            }
            let sum = ops.neighbours(steps, set, dirs);
            for nth in 0..to.len() {
                let found = counted(ops, &sum, ops.splat(steps.full), counts[nth]);
                ops.store(found, &mut self.sets[usize::from(to[nth].0)], first);
            }
            first += V::COUNT;
        }
    }
}

/// The cells whose number lies between these, both included.
#[inline(always)]
fn counted<V: Vectors, const W: usize>(
    ops: SetOps<V>,
    sum: &[VectorSet<V::Words, W>; 4],
    full: VectorSet<V::Words, W>,
    (least, greatest): (u32, u32),
) -> VectorSet<V::Words, W> {
    let mut all = ops.splat(Bits::EMPTY);
    for count in least..=greatest.min(8) {
        let mut equal = full;
        for (k, digit) in (0u32..).zip(sum) {
            equal = if count >> k & 1 == 1 {
                ops.and(equal, *digit)
            } else {
                ops.without(equal, *digit)
            };
        }
        all = ops.or(all, equal);
    }
    all
}
