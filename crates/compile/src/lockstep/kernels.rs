//! What instructions do with whole patterns: four boards at a time in vector registers, or one alone.

use std::ops::RangeInclusive;

use masume_board::{Bits, Direction, FourBoards, Lanes, Steps, Vectors};

use super::code::{SetReg, Way};
use super::table::Table;
use crate::program::directions;

/// The most boards that are in vector registers at once.
const MOST: usize = 16;

/// Does the same to every four boards of a table of `L`, or to the only one: `$fours` and `$one` say
/// what, `$first` being the first of them. Each board is read before it is written, so the register
/// that is written may be one of those that are read.
macro_rules! by_fours {
    ($table:ident, $to:ident, $four:ident, $first:ident => $fours:expr, $one:expr) => {{
        let to = usize::from($to.0);
        if L == 1 {
            let found = $one;
            $table.sets[to].set_lane(0, found);
        } else {
            let mut $first = 0;
            while $first + V::COUNT <= L {
                let found = $fours;
                $four.store(found, &mut $table.sets[to], $first);
                $first += V::COUNT;
            }
        }
    }};
}

pub(crate) use by_fours;

impl<const W: usize, const L: usize> Table<W, L> {
    #[inline(always)]
    pub(crate) fn stepped<V: Vectors>(
        &mut self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        to: SetReg,
        of: SetReg,
        way: Way,
    ) {
        match way {
            Way::Fixed(direction) => by_fours!(
                self,
                to,
                four,
                first => four.step(steps, four.load(self.set(of), first), direction),
                steps.step(self.set(of).lane(0), direction)
            ),
            Way::Chosen | Way::Against => {
                let ways = usize::from(way == Way::Against);
                by_fours!(
                    self,
                    to,
                    four,
                    first => {
                        four.step_each(&self.ways[ways], four.load(self.set(of), first), first)
                    },
                    self.ways[ways].step(self.set(of)).lane(0)
                );
            }
        }
    }

    #[inline(always)]
    pub(crate) fn filled<V: Vectors>(
        &mut self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        to: SetReg,
        [from, through]: [SetReg; 2],
        direction: Direction,
    ) {
        by_fours!(
            self,
            to,
            four,
            first => {
                let set = four.load(self.set(from), first);
                four.fill(steps, set, four.load(self.set(through), first), direction)
            },
            steps.fill(self.set(from).lane(0), self.set(through).lane(0), direction)
        );
    }

    #[inline(always)]
    pub(crate) fn runs<V: Vectors>(
        &mut self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        to: SetReg,
        (of, count): (SetReg, u32),
        dirs: u8,
    ) {
        by_fours!(
            self,
            to,
            four,
            first => {
                let set = four.load(self.set(of), first);
                let mut all = four.splat(Bits::EMPTY);
                for direction in directions(dirs) {
                    all = four.or(all, four.runs(steps, set, count, direction));
                }
                all
            },
            {
                let mut all = Bits::EMPTY;
                for direction in directions(dirs) {
                    all = all.or(steps.runs(self.set(of).lane(0), count, direction));
                }
                all
            }
        );
    }

    #[inline(always)]
    pub(crate) fn chain<V: Vectors>(
        &mut self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        to: SetReg,
        tests: &[SetReg],
        dirs: u8,
    ) {
        let Some((&end, rest)) = tests.split_first() else { return };
        by_fours!(
            self,
            to,
            four,
            first => {
                let mut all = four.splat(Bits::EMPTY);
                for direction in directions(dirs) {
                    let mut found = four.load(self.set(end), first);
                    for test in rest {
                        let stepped = four.step(steps, found, direction.opposite());
                        found = four.and(stepped, four.load(self.set(*test), first));
                    }
                    all = four.or(all, found);
                }
                all
            },
            {
                let mut all = Bits::EMPTY;
                for direction in directions(dirs) {
                    let end = self.set(end).lane(0);
                    all = all.or(self.chain_of_one(steps, end, rest, direction));
                }
                all
            }
        );
    }

    #[inline(always)]
    fn chain_of_one(
        &self,
        steps: &Steps<W>,
        end: Bits<W>,
        rest: &[SetReg],
        direction: Direction,
    ) -> Bits<W> {
        let mut found = end;
        for test in rest {
            found = steps.step(found, direction.opposite()).and(self.set(*test).lane(0));
        }
        found
    }

    /// The directions in which a chain matches anywhere, as bits; or the opposite ones.
    #[inline(always)]
    pub(crate) fn ways_of<V: Vectors>(
        &self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        tests: &[SetReg],
        dirs: u8,
        is_against: bool,
    ) -> [u64; L] {
        let mut ways = [0; L];
        let Some((end, rest)) = tests.split_first() else { return ways };
        let end = self.set(*end);
        let along = |chosen: Direction| if is_against { chosen.opposite() } else { chosen };
        if L == 1 {
            for chosen in directions(dirs) {
                let found = self.chain_of_one(steps, end.lane(0), rest, along(chosen));
                ways[0] |= u64::from(!found.is_empty()) << chosen as u8;
            }
            return ways;
        }
        let mut first = 0;
        while first + V::COUNT <= L {
            let mut all = four.0.splat(0);
            for chosen in directions(dirs) {
                let mut found = four.load(end, first);
                for test in rest {
                    let stepped = four.step(steps, found, along(chosen).opposite());
                    found = four.and(stepped, four.load(self.set(*test), first));
                }
                let bit = four.0.splat(1 << chosen as u8);
                all = four.0.or(all, four.0.without(bit, four.is_empty(found)));
            }
            four.0.store(all, &mut ways[first..first + V::COUNT]);
            first += V::COUNT;
        }
        ways
    }

    #[inline(always)]
    pub(crate) fn sandwich<V: Vectors>(
        &mut self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        to: SetReg,
        [end, middle, start]: [SetReg; 3],
        dirs: u8,
    ) {
        by_fours!(
            self,
            to,
            four,
            first => {
                let ends = four.load(self.set(end), first);
                let through = four.load(self.set(middle), first);
                let mut all = four.splat(Bits::EMPTY);
                for direction in directions(dirs) {
                    let back = direction.opposite();
                    let filled = four.fill(steps, ends, through, back);
                    all = four.or(all, four.step(steps, filled, back));
                }
                four.and(all, four.load(self.set(start), first))
            },
            {
                let (ends, through) = (self.set(end).lane(0), self.set(middle).lane(0));
                let mut all = Bits::EMPTY;
                for direction in directions(dirs) {
                    let back = direction.opposite();
                    all = all.or(steps.step(steps.fill(ends, through, back), back));
                }
                all.and(self.set(start).lane(0))
            }
        );
    }

    /// What lies on sandwiches from single cells: ends, and what is between.
    #[inline(always)]
    pub(crate) fn between<V: Vectors>(
        &self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        [from, end, middle]: [SetReg; 3],
        dirs: u8,
    ) -> (Lanes<W, L>, Lanes<W, L>) {
        let (from, end, middle) = (self.set(from), self.set(end), self.set(middle));
        let (mut all_ends, mut all_between) = (Lanes::EMPTY, Lanes::EMPTY);
        if L == 1 {
            let (mut ends, mut between) = (Bits::EMPTY, Bits::EMPTY);
            for direction in directions(dirs) {
                let filled = steps.fill(from.lane(0), middle.lane(0), direction);
                let come = steps.step(filled, direction).and(end.lane(0));
                if !come.is_empty() {
                    (ends, between) = (ends.or(come), between.or(filled));
                }
            }
            all_ends.set_lane(0, ends);
            all_between.set_lane(0, between);
            return (all_ends, all_between);
        }
        let mut first = 0;
        while first + V::COUNT <= L {
            let start = four.load(from, first);
            let (last, through) = (four.load(end, first), four.load(middle, first));
            let (mut ends, mut between) = (four.splat(Bits::EMPTY), four.splat(Bits::EMPTY));
            for direction in directions(dirs) {
                let filled = four.fill(steps, start, through, direction);
                let come = four.and(four.step(steps, filled, direction), last);
                ends = four.or(ends, come);
                between = four.or(between, four.unless(filled, four.is_empty(come)));
            }
            four.store(ends, &mut all_ends, first);
            four.store(between, &mut all_between, first);
            first += V::COUNT;
        }
        (all_ends, all_between)
    }

    /// Cells with so many neighbours in a set: they are added bit by bit, all cells at once.
    #[inline(always)]
    pub(crate) fn neighbours<V: Vectors>(
        &self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        of: SetReg,
        dirs: u8,
        counts: RangeInclusive<u32>,
    ) -> Lanes<W, L> {
        let of = self.set(of);
        // A board alone is one of several.
        let mut found = Lanes::<W, L>::EMPTY;
        let mut first = 0;
        while first < L {
            let mut boards = Lanes::<W, MOST>::EMPTY;
            for lane in first..L.min(first + V::COUNT) {
                boards.set_lane(lane - first, of.lane(lane));
            }
            let set = four.load(&boards, 0);
            let mut sum = [four.splat(Bits::EMPTY); 4];
            for direction in directions(dirs) {
                let mut carry = four.step(steps, set, direction.opposite());
                for digit in &mut sum {
                    let both = four.and(*digit, carry);
                    *digit = four.without(four.or(*digit, carry), both);
                    carry = both;
                }
            }
            let mut all = four.splat(Bits::EMPTY);
            for count in *counts.start()..=(*counts.end()).min(8) {
                let mut equal = four.splat(steps.full);
                for (k, digit) in (0u32..).zip(sum) {
                    equal = if count >> k & 1 == 1 {
                        four.and(equal, digit)
                    } else {
                        four.without(equal, digit)
                    };
                }
                all = four.or(all, equal);
            }
            four.store(all, &mut boards, 0);
            for lane in first..L.min(first + V::COUNT) {
                found.set_lane(lane, boards.lane(lane - first));
            }
            first += V::COUNT;
        }
        found
    }
}
