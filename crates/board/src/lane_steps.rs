//! Steps in a direction of its own on each board.

use crate::Direction;
use crate::lanes::Lanes;
use crate::steps::Steps;
use crate::vector_sets::SetOps;
use crate::vectors::Vectors;

/// Steps in each direction, on boards where [`Steps::are_near`]: indexed by direction, and
/// arrivals by word before.
#[derive(Clone, Debug)]
pub struct EachWay<const W: usize> {
    rises: [u64; 8],
    bits: [u64; 8],
    rest: [u64; 8],
    arrivals: [[u64; 8]; W],
}

impl<const W: usize> EachWay<W> {
    /// Steps that go where `way` says for each direction.
    pub fn new(steps: &Steps<W>, way: impl Fn(Direction) -> Direction) -> Self {
        let mut each = Self { rises: [0; 8], bits: [0; 8], rest: [0; 8], arrivals: [[0; 8]; W] };
        for direction in Direction::ALL {
            let (rises, bits, arrivals) = steps.shift(way(direction));
            let place = direction as usize;
            each.rises[place] = if rises { u64::MAX } else { 0 };
            each.bits[place] = bits.into();
            each.rest[place] = u64::from(64 - bits);
            for word in 0..W {
                each.arrivals[word][place] = arrivals.0[word];
            }
        }
        each
    }
}

/// For each of `L` boards a direction, or none: a step without direction leaves no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneSteps<const W: usize, const L: usize> {
    /// All bits where cells move to higher numbers.
    pub(crate) rises: [u64; L],
    /// Places by which they move, and those that are left of a word.
    pub(crate) bits: [u64; L],
    pub(crate) rest: [u64; L],
    /// Cells at which a cell can arrive.
    pub(crate) arrivals: Lanes<W, L>,
}

impl<const W: usize, const L: usize> LaneSteps<W, L> {
    /// No direction on any board.
    pub const NONE: Self =
        Self { rises: [0; L], bits: [0; L], rest: [64; L], arrivals: Lanes::EMPTY };

    /// Takes for each board the direction whose bit is set in its word, or none.
    #[inline(always)]
    pub fn choose<V: Vectors>(&mut self, ops: SetOps<V>, each: &EachWay<W>, way_bits: &[u64; L]) {
        let (mut places, mut held) = ([0; L], [0; L]);
        for lane in 0..L {
            places[lane] = u64::from(way_bits[lane].trailing_zeros()) & 7;
            held[lane] = if way_bits[lane] == 0 { 0 } else { u64::MAX };
        }
        self.rises = ops.look_up(&each.rises, &places);
        self.bits = ops.look_up(&each.bits, &places);
        self.rest = ops.look_up(&each.rest, &places);
        for word in 0..W {
            self.arrivals.0[word] = ops.look_up(&each.arrivals[word], &places);
        }
        self.arrivals = self.arrivals.only(&held);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Grid, Portable, Scalar};

    /// Every width steps each lane as a single set steps.
    fn check<V: Vectors>(ops: SetOps<V>) {
        for (width, height) in [(8, 8), (7, 6), (13, 13), (1, 9), (62, 2)] {
            let steps = Steps::<4>::new(&Grid::new(width, height).unwrap());
            assert!(steps.are_near());
            let mut ways = LaneSteps::<4, 16>::NONE;
            let set = Lanes::<4, 16>::splat(steps.full);
            let way_bits = std::array::from_fn(|lane| if lane < 8 { 1 << lane } else { 0 });
            for against in [false, true] {
                let way = |it: Direction| if against { it.opposite() } else { it };
                ways.choose(ops, &EachWay::new(&steps, way), &way_bits);
                let mut stepped = Lanes::<4, 16>::EMPTY;
                for first in (0..16).step_by(V::COUNT) {
                    let moved = ops.step_each(&ways, ops.load(&set, first), first);
                    ops.store(moved, &mut stepped, first);
                }
                for (lane, direction) in Direction::ALL.into_iter().enumerate() {
                    assert_eq!(stepped.lane(lane), steps.step(steps.full, way(direction)));
                }
                assert!(stepped.lane(8).is_empty());
            }
        }
    }

    #[test]
    fn every_lane_steps_its_own_way() {
        check(SetOps(Scalar));
        check(SetOps(Portable));
    }

    #[test]
    fn a_step_over_a_whole_word_is_not_near() {
        assert!(!Steps::<4>::new(&Grid::new(64, 3).unwrap()).are_near());
    }
}
