//! Sets of several boards at a time, in vector registers.
//!
//! Loops over lanes become vector instructions as long as they are short; what takes many operations
//! one after another falls apart into single words on boards of several. Here the vectors are said.

use crate::Direction;
use crate::bits::Bits;
use crate::lane_steps::LaneSteps;
use crate::lanes::Lanes;
use crate::near::By;
use crate::steps::{Step, Steps};
use crate::vectors::{Vectors, for_each};

/// A set of cells of each of several boards: indexed by word.
#[derive(Clone, Copy, Debug)]
pub struct VectorSet<F, const W: usize>(pub [F; W]);

/// Vector instructions on sets of several boards, as many as `V` has words.
#[derive(Clone, Copy, Debug)]
pub struct SetOps<V>(pub V);

impl<V: Vectors> SetOps<V> {
    /// The sets of the boards from this one on.
    #[inline(always)]
    pub fn load<const W: usize, const L: usize>(
        self,
        lanes: &Lanes<W, L>,
        first: usize,
    ) -> VectorSet<V::Words, W> {
        let mut set = self.splat(Bits::EMPTY);
        for_each!(word in W => {
            set.0[word] = self.0.load(&lanes.0[word][first..first + V::COUNT]);
        });
        set
    }

    /// Puts the sets of the boards from this one on.
    #[inline(always)]
    pub fn store<const W: usize, const L: usize>(
        self,
        set: VectorSet<V::Words, W>,
        lanes: &mut Lanes<W, L>,
        first: usize,
    ) {
        for_each!(word in W => {
            self.0.store(set.0[word], &mut lanes.0[word][first..first + V::COUNT]);
        });
    }

    /// The same set on every board.
    #[inline(always)]
    pub fn splat<const W: usize>(self, set: Bits<W>) -> VectorSet<V::Words, W> {
        let mut all = VectorSet([self.0.splat(0); W]);
        for_each!(word in W => {
            all.0[word] = self.0.splat(set.0[word]);
        });
        all
    }

    /// In each lane the set of another's lane, which this says; lanes are counted modulo `M`.
    #[inline(always)]
    pub fn gather<const W: usize, const L: usize, const M: usize>(
        self,
        lanes: &Lanes<W, M>,
        from: &[usize; L],
    ) -> Lanes<W, L> {
        let mut gathered = Lanes::EMPTY;
        let mut places = [0; L];
        for lane in 0..L {
            places[lane] = (from[lane] % M) as u64;
        }
        for_each!(word in W => {
            let mut first = 0;
            // A vector knows eight words.
            while let Some(words) = lanes.0[word].first_chunk::<8>()
                && M == 8
                && first + V::COUNT <= L
            {
                let found = self.0.look_up(words, self.0.load(&places[first..]));
                self.0.store(found, &mut gathered.0[word][first..]);
                first += V::COUNT;
            }
            for (lane, from) in from.iter().enumerate().skip(first) {
                gathered.0[word][lane] = lanes.0[word][from % M];
            }
        });
        gathered
    }

    /// Cells of both.
    #[inline(always)]
    pub fn and<const W: usize>(
        self,
        mut one: VectorSet<V::Words, W>,
        other: VectorSet<V::Words, W>,
    ) -> VectorSet<V::Words, W> {
        for_each!(word in W => {
            one.0[word] = self.0.and(one.0[word], other.0[word]);
        });
        one
    }

    /// Cells of either.
    #[inline(always)]
    pub fn or<const W: usize>(
        self,
        mut one: VectorSet<V::Words, W>,
        other: VectorSet<V::Words, W>,
    ) -> VectorSet<V::Words, W> {
        for_each!(word in W => {
            one.0[word] = self.0.or(one.0[word], other.0[word]);
        });
        one
    }

    /// Cells of the first that are not of the second.
    #[inline(always)]
    pub fn without<const W: usize>(
        self,
        mut one: VectorSet<V::Words, W>,
        other: VectorSet<V::Words, W>,
    ) -> VectorSet<V::Words, W> {
        for_each!(word in W => {
            one.0[word] = self.0.without(one.0[word], other.0[word]);
        });
        one
    }

    /// All bits for each board whose set is empty.
    #[inline(always)]
    pub fn is_empty<const W: usize>(self, set: VectorSet<V::Words, W>) -> V::Words {
        let mut any = set.0[0];
        for word in 1..W {
            any = self.0.or(any, set.0[word]);
        }
        self.0.is_zero(any)
    }

    /// True if the set of any board has a cell.
    #[inline(always)]
    pub fn is_any<const W: usize>(self, set: VectorSet<V::Words, W>) -> bool {
        let mut any = set.0[0];
        for word in 1..W {
            any = self.0.or(any, set.0[word]);
        }
        self.0.is_any(any)
    }

    /// The sets of those boards whose mask has all bits.
    #[inline(always)]
    pub fn only<const W: usize>(
        self,
        mut set: VectorSet<V::Words, W>,
        mask: V::Words,
    ) -> VectorSet<V::Words, W> {
        for_each!(word in W => {
            set.0[word] = self.0.and(set.0[word], mask);
        });
        set
    }

    /// The sets of those boards whose mask has no bits.
    #[inline(always)]
    pub fn unless<const W: usize>(
        self,
        mut set: VectorSet<V::Words, W>,
        mask: V::Words,
    ) -> VectorSet<V::Words, W> {
        for_each!(word in W => {
            set.0[word] = self.0.without(set.0[word], mask);
        });
        set
    }

    /// Every cell moved; what left the board or went round an edge is still in it.
    #[inline(always)]
    fn moved<const W: usize>(
        self,
        step: &Step<W>,
        set: VectorSet<V::Words, W>,
    ) -> VectorSet<V::Words, W> {
        let mut moved = self.splat(Bits::EMPTY);
        let by = By::new(self, step.bits);
        if const { W == 1 } || step.words == 0 {
            for_each!(nth in W => {
                let found =
                    if step.rises { self.risen(&set, by, nth) } else { self.fallen(&set, by, nth) };
                moved.0[nth] = found;
            });
            return moved;
        }
        for_each!(nth in W => {
            if step.rises && nth >= step.words {
                moved.0[nth] = self.risen(&set, by, nth - step.words);
            } else if !step.rises && nth + step.words < W {
                moved.0[nth] = self.fallen(&set, by, nth + step.words);
            }
        });
        moved
    }

    /// As [`Steps::step`].
    #[inline(always)]
    pub fn step<const W: usize>(
        self,
        steps: &Steps<W>,
        set: VectorSet<V::Words, W>,
        direction: Direction,
    ) -> VectorSet<V::Words, W> {
        let step = &steps.steps[direction as usize][0];
        self.and(self.moved(step, set), self.splat(step.arrivals))
    }

    /// Those of eight words that stand at these places, each place below 8.
    #[inline(always)]
    pub fn look_up<const L: usize>(self, words: &[u64; 8], places: &[u64; L]) -> [u64; L] {
        let mut found = [0; L];
        let mut first = 0;
        while first + V::COUNT <= L {
            let these = self.0.load(&places[first..first + V::COUNT]);
            let looked_up = self.0.look_up(words, these);
            self.0.store(looked_up, &mut found[first..first + V::COUNT]);
            first += V::COUNT;
        }
        found
    }

    /// The cells one step further, on every board in its own direction; what leaves a board is gone.
    #[inline(always)]
    pub fn step_each<const W: usize, const L: usize>(
        self,
        ways: &LaneSteps<W, L>,
        set: VectorSet<V::Words, W>,
        first: usize,
    ) -> VectorSet<V::Words, W> {
        let vectors = self.0;
        let by = By {
            bits: vectors.load(&ways.bits[first..first + V::COUNT]),
            rest: vectors.load(&ways.rest[first..first + V::COUNT]),
        };
        let rises = vectors.load(&ways.rises[first..first + V::COUNT]);
        let mut moved = self.splat(Bits::EMPTY);
        for_each!(nth in W => {
            let (up, down) = (self.risen(&set, by, nth), self.fallen(&set, by, nth));
            moved.0[nth] = vectors.or(vectors.and(up, rises), vectors.without(down, rises));
        });
        self.and(moved, self.load(&ways.arrivals, first))
    }

    /// As [`Steps::fill`].
    #[inline(always)]
    pub fn fill<const W: usize>(
        self,
        steps: &Steps<W>,
        set: VectorSet<V::Words, W>,
        through: VectorSet<V::Words, W>,
        direction: Direction,
    ) -> VectorSet<V::Words, W> {
        let steps = &steps.steps[direction as usize];
        if const { W == 1 } && steps.len() == 3 {
            // The common case with its shifts unrolled: lines of up to 8 cells.
            let ways = self.and(through, self.splat(steps[0].arrivals));
            let bits = steps[0].bits.into();
            return if steps[0].rises {
                self.fill_word::<W, true>(set, ways, bits)
            } else {
                self.fill_word::<W, false>(set, ways, bits)
            };
        }
        let mut ways = self.and(through, self.splat(steps[0].arrivals));
        let mut filled = self.and(self.moved(&steps[0], set), ways);
        for (nth, step) in steps.iter().enumerate() {
            filled = self.or(filled, self.and(self.moved(step, filled), ways));
            if nth + 1 < steps.len() {
                ways = self.and(ways, self.moved(step, ways));
            }
        }
        filled
    }

    /// A fill of up to eight steps on boards of one word.
    #[inline(always)]
    fn fill_word<const W: usize, const RISES: bool>(
        self,
        set: VectorSet<V::Words, W>,
        ways: VectorSet<V::Words, W>,
        bits: u64,
    ) -> VectorSet<V::Words, W> {
        let vectors = self.0;
        let [one, two, four] =
            [vectors.splat(bits), vectors.splat(2 * bits), vectors.splat(4 * bits)];
        let moved = |word, counts| {
            if RISES { vectors.up(word, counts) } else { vectors.down(word, counts) }
        };
        let first = ways.0[0];
        let second = vectors.and(first, moved(first, one));
        let third = vectors.and(second, moved(second, two));
        let mut found = vectors.and(first, moved(set.0[0], one));
        found = vectors.or(found, vectors.and(first, moved(found, one)));
        found = vectors.or(found, vectors.and(second, moved(found, two)));
        found = vectors.or(found, vectors.and(third, moved(found, four)));
        VectorSet([found; W])
    }

    /// As [`Steps::runs`], for a count of at least 1.
    #[inline(always)]
    pub fn runs<const W: usize>(
        self,
        steps: &Steps<W>,
        set: VectorSet<V::Words, W>,
        count: u32,
        direction: Direction,
    ) -> VectorSet<V::Words, W> {
        let steps = &steps.steps[direction.opposite() as usize];
        let mut runs = set;
        let mut length = 1;
        while length < count {
            let missing = (count - length).min(length);
            if missing >> steps.len() != 0 {
                return self.splat(Bits::EMPTY);
            }
            let (mut further, mut ahead) = (runs, missing);
            while ahead != 0 {
                let step = &steps[ahead.trailing_zeros() as usize];
                ahead &= ahead - 1;
                further = self.and(self.moved(step, further), self.splat(step.arrivals));
            }
            runs = self.and(runs, further);
            length += missing;
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::vectors::{Portable, Scalar, Twice};
    use crate::{Cell, Grid};

    /// Every width does what it does to single sets.
    fn check<V: Vectors>(ops: SetOps<V>) {
        for (width, height) in [(8, 8), (7, 6), (13, 13), (1, 9), (62, 2), (100, 2)] {
            let steps = Steps::<4>::new(&Grid::new(width, height).unwrap());
            let mut lanes = [Lanes::<4, 16>::EMPTY; 2];
            for lane in 0..16u32 {
                for cell in (0..width * height).filter(|cell| cell % 17 != lane) {
                    let which = &mut lanes[usize::from(cell % 3 == 0)];
                    let mut set = which.lane(lane as usize);
                    set.insert(Cell(cell));
                    which.set_lane(lane as usize, set);
                }
            }
            let [one, other] = lanes;
            let all = one.or(&other);
            for direction in Direction::ALL {
                let mut found = [Lanes::<4, 16>::EMPTY; 3];
                for first in (0..16).step_by(V::COUNT) {
                    let set = ops.load(&one, first);
                    let through = ops.load(&all, first);
                    let stepped = ops.step(&steps, set, direction);
                    ops.store(stepped, &mut found[0], first);
                    ops.store(ops.fill(&steps, set, through, direction), &mut found[1], first);
                    ops.store(ops.runs(&steps, through, 5, direction), &mut found[2], first);
                }
                for lane in 0..16 {
                    let (set, through) = (one.lane(lane), all.lane(lane));
                    assert_eq!(found[0].lane(lane), steps.step(set, direction));
                    assert_eq!(found[1].lane(lane), steps.fill(set, through, direction));
                    assert_eq!(found[2].lane(lane), steps.runs(through, 5, direction));
                }
            }
        }
    }

    #[test]
    fn several_boards_step_fill_and_run_as_a_set_does() {
        check(SetOps(Scalar));
        check(SetOps(Portable));
        check(SetOps(Twice(Portable)));
    }

    #[test]
    fn empty_boards_are_told() {
        let ops = SetOps(Portable);
        let mut lanes = Lanes::<2, 4>::EMPTY;
        lanes.set_lane(2, Bits::of(Cell(70)));
        let set = ops.load(&lanes, 0);
        assert_eq!(ops.is_empty(set), [u64::MAX, u64::MAX, 0, u64::MAX]);
        let kept = ops.unless(set, ops.is_empty(set));
        assert_eq!(kept.0, [[0; 4], [0, 0, 1 << 6, 0]]);
        assert_eq!(ops.only(set, [0, 0, u64::MAX, 0]).0, kept.0);
        assert_eq!(ops.only(set, [u64::MAX, 0, 0, 0]).0, [[0; 4]; 2]);
    }
}
