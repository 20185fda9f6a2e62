//! Counts of neighbours, on several boards at a time, as numbers of four binary digits.

use crate::near::{ALL, Nearby, ORTHOGONAL};
use crate::steps::Steps;
use crate::vector_sets::{SetOps, VectorSet};
use crate::vectors::Vectors;
use crate::{Bits, Direction};

impl<V: Vectors> SetOps<V> {
    /// For each cell how many of those that a step from it in the directions leads to are in the set: the digits, the
    /// lowest first.
    #[inline(always)]
    pub fn neighbours<const W: usize>(
        self,
        steps: &Steps<W>,
        set: VectorSet<V::Words, W>,
        dirs: u8,
    ) -> [VectorSet<V::Words, W>; 4] {
        // Neighbours step towards the cell.
        let towards = Direction::opposites(dirs);
        if ORTHOGONAL.are(towards)
            && let Some(nearby) = self.nearby(steps, &ORTHOGONAL)
        {
            return self.four_neighbours(&set, &nearby);
        }
        if ALL.are(towards)
            && let Some(nearby) = self.nearby(steps, &ALL)
        {
            return self.eight_neighbours(&set, &nearby);
        }
        self.some_neighbours(steps, set, towards)
    }

    #[inline(always)]
    fn four_neighbours<const W: usize>(
        self,
        set: &VectorSet<V::Words, W>,
        nearby: &Nearby<V::Words, W, 2>,
    ) -> [VectorSet<V::Words, W>; 4] {
        let mut sum = [self.splat(Bits::EMPTY); 4];
        for nth in 0..W {
            let (below, above) = self.stepped_each(set, nearby, nth);
            let (ones, twos) = self.add_three([below[0], below[1], above[0]]);
            let (ones, more_twos) = self.add_two(ones, above[1]);
            let (twos, fours) = self.add_two(twos, more_twos);
            (sum[0].0[nth], sum[1].0[nth], sum[2].0[nth]) = (ones, twos, fours);
        }
        sum
    }

    #[inline(always)]
    fn eight_neighbours<const W: usize>(
        self,
        set: &VectorSet<V::Words, W>,
        nearby: &Nearby<V::Words, W, 4>,
    ) -> [VectorSet<V::Words, W>; 4] {
        let mut sum = [self.splat(Bits::EMPTY); 4];
        for nth in 0..W {
            let (below, above) = self.stepped_each(set, nearby, nth);
            let (first, twos) = self.add_three([below[0], below[1], below[2]]);
            let (second, more_twos) = self.add_three([above[0], above[1], above[2]]);
            let (third, last_twos) = self.add_two(below[3], above[3]);
            let (ones, carried) = self.add_three([first, second, third]);
            let (twos, fours) = self.add_three([twos, more_twos, last_twos]);
            let (twos, more_fours) = self.add_two(twos, carried);
            let (fours, eights) = self.add_two(fours, more_fours);
            (sum[0].0[nth], sum[1].0[nth]) = (ones, twos);
            (sum[2].0[nth], sum[3].0[nth]) = (fours, eights);
        }
        sum
    }

    /// A word of the set after each of the steps, to lower numbers and to higher ones.
    #[inline(always)]
    fn stepped_each<const W: usize, const N: usize>(
        self,
        set: &VectorSet<V::Words, W>,
        nearby: &Nearby<V::Words, W, N>,
        nth: usize,
    ) -> ([V::Words; N], [V::Words; N]) {
        let nothing = self.0.splat(0);
        let (mut below, mut above) = ([nothing; N], [nothing; N]);
        for way in 0..N {
            (below[way], above[way]) = self.stepped(set, nearby.pair(way), nth);
        }
        (below, above)
    }

    #[inline(always)]
    fn some_neighbours<const W: usize>(
        self,
        steps: &Steps<W>,
        set: VectorSet<V::Words, W>,
        towards: u8,
    ) -> [VectorSet<V::Words, W>; 4] {
        let mut sum = [self.splat(Bits::EMPTY); 4];
        for direction in Direction::ALL {
            if towards >> direction as u8 & 1 == 1 {
                self.add_one_at(&mut sum, self.step(steps, set, direction));
            }
        }
        sum
    }

    /// Adds one at each of some cells to numbers of four digits.
    #[inline(always)]
    pub fn add_one_at<const W: usize>(
        self,
        sum: &mut [VectorSet<V::Words, W>; 4],
        mut carry: VectorSet<V::Words, W>,
    ) {
        for digit in sum {
            let both = self.and(*digit, carry);
            *digit = self.without(self.or(*digit, carry), both);
            carry = both;
        }
    }

    /// The digits of how many of two bits there are.
    #[inline(always)]
    fn add_two(self, one: V::Words, other: V::Words) -> (V::Words, V::Words) {
        let both = self.0.and(one, other);
        (self.0.without(self.0.or(one, other), both), both)
    }

    /// The digits of how many of three bits there are.
    #[inline(always)]
    fn add_three(self, [one, two, three]: [V::Words; 3]) -> (V::Words, V::Words) {
        let (sum, both) = self.add_two(one, two);
        let (sum, carried) = self.add_two(sum, three);
        (sum, self.0.or(both, carried))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::{Portable, Scalar, Twice};
    use crate::{Cell, Grid, Lanes};

    /// Every width counts what is counted cell by cell.
    fn check<V: Vectors>(ops: SetOps<V>) {
        for (width, height) in [(8, 8), (7, 6), (13, 13), (1, 9), (62, 2), (100, 2), (128, 1)] {
            let steps = Steps::<4>::new(&Grid::new(width, height).unwrap());
            let mut lanes = Lanes::<4, 8>::EMPTY;
            for lane in 0..8u32 {
                let mut set = Bits::EMPTY;
                let held = (0..width * height).filter(|cell| (cell * cell + 3 * cell) % 7 < lane);
                held.for_each(|cell| set.insert(Cell(cell)));
                lanes.set_lane(lane as usize, set);
            }
            for dirs in [0, 0b0101_1010, 0xff, 0b1010_0101, 0b0001_0000] {
                let mut digits = [Lanes::<4, 8>::EMPTY; 4];
                for first in (0..8).step_by(V::COUNT) {
                    let found = ops.neighbours(&steps, ops.load(&lanes, first), dirs);
                    for (digit, found) in digits.iter_mut().zip(found) {
                        ops.store(found, digit, first);
                    }
                }
                for (lane, cell) in
                    (0..8).flat_map(|lane| (0..width * height).map(move |it| (lane, Cell(it))))
                {
                    let has = |digit: &Lanes<4, 8>| digit.lane(lane).contains(cell);
                    let found =
                        (0u32..).zip(&digits).map(|(nth, digit)| u32::from(has(digit)) << nth);
                    let ways = Direction::ALL.into_iter().filter(|it| dirs >> *it as u8 & 1 == 1);
                    let beside =
                        |way| !steps.step(Bits::of(cell), way).and(lanes.lane(lane)).is_empty();
                    assert_eq!(found.sum::<u32>(), ways.filter(|way| beside(*way)).count() as u32);
                }
            }
        }
    }

    #[test]
    fn neighbours_are_counted_as_cell_by_cell() {
        check(SetOps(Scalar));
        check(SetOps(Portable));
        check(SetOps(Twice(Portable)));
    }
}
