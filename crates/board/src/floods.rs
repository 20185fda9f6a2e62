//! Floods: what steps through a set lead to, again and again, on several boards at a time.

use crate::Direction;
use crate::near::{Nearby, ORTHOGONAL};
use crate::steps::Steps;
use crate::vector_sets::{SetOps, VectorSet};
use crate::vectors::Vectors;

impl<V: Vectors> SetOps<V> {
    /// The cells, with those of `through` that steps through it in the directions lead to; after so many rounds no
    /// more is looked for.
    #[inline(always)]
    pub fn flood<const W: usize>(
        self,
        steps: &Steps<W>,
        mut cells: VectorSet<V::Words, W>,
        through: VectorSet<V::Words, W>,
        dirs: u8,
        most_rounds: u32,
    ) -> VectorSet<V::Words, W> {
        if ORTHOGONAL.are(dirs)
            && let Some(nearby) = self.nearby(steps, &ORTHOGONAL)
        {
            return self.flood_nearby(cells, through, &nearby, most_rounds);
        }
        for _ in 0..most_rounds {
            let before = cells;
            for direction in Direction::ALL {
                if dirs >> direction as u8 & 1 == 1 {
                    let ahead = self.step(steps, cells, direction);
                    cells = self.or(cells, self.and(ahead, through));
                }
            }
            if !self.is_any(self.without(cells, before)) {
                break;
            }
        }
        cells
    }

    #[inline(always)]
    fn flood_nearby<const W: usize, const N: usize>(
        self,
        mut cells: VectorSet<V::Words, W>,
        through: VectorSet<V::Words, W>,
        Nearby { falls, rises }: &Nearby<V::Words, W, N>,
        most_rounds: u32,
    ) -> VectorSet<V::Words, W> {
        let mut through_by_fall = [through; N];
        let mut through_by_rise = [through; N];
        for way in 0..N {
            through_by_fall[way] = self.and(through, self.splat(falls[way].arrivals));
            through_by_rise[way] = self.and(through, self.splat(rises[way].arrivals));
        }
        for _ in 0..most_rounds {
            let before = cells;
            for way in 0..N {
                // What comes from the next word is what that was before.
                for nth in 0..W {
                    let ahead = self.fallen(&cells, falls[way].by, nth);
                    let ahead = self.0.and(ahead, through_by_fall[way].0[nth]);
                    cells.0[nth] = self.0.or(cells.0[nth], ahead);
                }
            }
            for way in 0..N {
                for nth in (0..W).rev() {
                    let ahead = self.risen(&cells, rises[way].by, nth);
                    let ahead = self.0.and(ahead, through_by_rise[way].0[nth]);
                    cells.0[nth] = self.0.or(cells.0[nth], ahead);
                }
            }
            if !self.is_any(self.without(cells, before)) {
                break;
            }
        }
        cells
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::{Portable, Scalar, Twice};
    use crate::{Bits, Cell, Grid, Lanes};

    /// Boards on which every cell but some is one of a set.
    fn boards(cells: u32, sparse: u32) -> Lanes<4, 8> {
        let mut lanes = Lanes::EMPTY;
        for lane in 0..8 {
            let mut set = Bits::EMPTY;
            (0..cells)
                .filter(|cell| cell % sparse != lane % sparse)
                .for_each(|cell| set.insert(Cell(cell)));
            lanes.set_lane(lane as usize, set);
        }
        lanes
    }

    /// Every width does what steps from cell to cell do.
    fn check<V: Vectors>(ops: SetOps<V>) {
        for (width, height) in [(8, 8), (7, 6), (13, 13), (1, 9), (62, 2), (100, 2), (128, 1)] {
            let steps = Steps::<4>::new(&Grid::new(width, height).unwrap());
            for (dirs, sparse) in [(0b0101_1010, 3), (0b0101_1010, 5), (0xff, 2), (0b1010_0100, 4)]
            {
                let through = boards(width * height, sparse);
                for most_rounds in [0, 1, 2, u32::MAX] {
                    let mut found = Lanes::<4, 8>::EMPTY;
                    for first in (0..8).step_by(V::COUNT) {
                        let through = ops.load(&through, first);
                        let from = ops.and(through, ops.splat(Bits::of(Cell(width / 2))));
                        ops.store(
                            ops.flood(&steps, from, through, dirs, most_rounds),
                            &mut found,
                            first,
                        );
                    }
                    for lane in 0..8 {
                        let through = through.lane(lane);
                        let expected = step_by_step(&steps, through, Cell(width / 2), dirs);
                        let found = found.lane(lane);
                        if most_rounds == u32::MAX {
                            assert_eq!(found, expected, "{width} x {height}, {dirs:b}");
                        }
                        assert!(found.without(expected).is_empty());
                    }
                }
            }
        }
    }

    fn step_by_step(steps: &Steps<4>, through: Bits<4>, from: Cell, dirs: u8) -> Bits<4> {
        let mut found = Bits::of(from).and(through);
        loop {
            let before = found;
            for direction in Direction::ALL.into_iter().filter(|it| dirs >> *it as u8 & 1 == 1) {
                found = found.or(steps.step(before, direction).and(through));
            }
            if found == before {
                return found;
            }
        }
    }

    #[test]
    fn floods_come_to_what_steps_come_to() {
        check(SetOps(Scalar));
        check(SetOps(Portable));
        check(SetOps(Twice(Portable)));
    }
}
