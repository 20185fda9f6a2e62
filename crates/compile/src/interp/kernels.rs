//! What instructions do with whole patterns: several boards at a time in vector registers.

use masume_board::{Bits, Direction, Lanes, SetOps, Steps, Vectors};

use super::code::{SetReg, Way};
use super::operand::Sense;
use super::register_file::RegisterFile;
use crate::program::directions;

/// Does the same to every board of a table of `L`, a vector of them at a time: `$found` says what,
/// `$first` being the first of them. Each board is read before it is written, so the register that is
/// written may be one of those that are read.
macro_rules! by_vectors {
    ($table:ident, $to:ident, $simd:ident, $first:ident => $found:expr) => {{
        let to = usize::from($to.0);
        let mut $first = 0;
        while $first + V::COUNT <= L {
            let found = $found;
            $simd.store(found, &mut $table.sets[to], $first);
            $first += V::COUNT;
        }
    }};
}

pub(crate) use by_vectors;

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

    #[inline(always)]
    pub(crate) fn beside<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        of: SetReg,
        dirs: u8,
    ) {
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let set = ops.load(self.set(of), first);
            let mut all = ops.splat(Bits::EMPTY);
            for direction in directions(dirs) {
                all = ops.or(all, ops.step(steps, set, direction));
            }
            all
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

    #[inline(always)]
    pub(crate) fn filled<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        [from, through]: [SetReg; 2],
        direction: Direction,
    ) {
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

    #[inline(always)]
    pub(crate) fn runs<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        (of, count): (SetReg, u32),
        dirs: u8,
    ) {
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

    /// What lies on flanking patterns from single cells: ends, and what is between.
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
        let mut first = 0;
        while first + V::COUNT <= L {
            let set = ops.load(self.set(of), first);
            if let ([to], [(_, 0)]) = (to, counts) {
                let mut none = ops.splat(steps.full);
                for direction in directions(dirs) {
                    none = ops.without(none, ops.step(steps, set, direction.opposite()));
                }
                ops.store(none, &mut self.sets[usize::from(to.0)], first);
                first += V::COUNT;
                continue;
            }
            let mut sum = [ops.splat(Bits::EMPTY); 4];
            for direction in directions(dirs) {
                let mut carry = ops.step(steps, set, direction.opposite());
                for digit in &mut sum {
                    let both = ops.and(*digit, carry);
                    *digit = ops.without(ops.or(*digit, carry), both);
                    carry = both;
                }
            }
            for nth in 0..to.len() {
                let (to, (least, greatest)) = (to[nth], counts[nth]);
                let mut all = ops.splat(Bits::EMPTY);
                for count in least..=greatest.min(8) {
                    let mut equal = ops.splat(steps.full);
                    for (k, digit) in (0u32..).zip(sum) {
                        equal = if count >> k & 1 == 1 {
                            ops.and(equal, digit)
                        } else {
                            ops.without(equal, digit)
                        };
                    }
                    all = ops.or(all, equal);
                }
                ops.store(all, &mut self.sets[usize::from(to.0)], first);
            }
            first += V::COUNT;
        }
    }
}
