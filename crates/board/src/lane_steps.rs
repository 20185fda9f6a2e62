//! Steps in a direction of its own on each board.

use crate::lanes::Lanes;
use crate::steps::Steps;
use crate::{Bits, Direction};

/// For each of `L` boards a direction, or none: a step without direction leaves no cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct LaneSteps<const W: usize, const L: usize> {
    /// All bits where cells move to higher numbers.
    pub(crate) rises: [u64; L],
    /// By how many places they move, and how many are left of a word.
    pub(crate) bits: [u64; L],
    pub(crate) rest: [u64; L],
    /// Where a cell can arrive.
    pub(crate) arrivals: Lanes<W, L>,
}

impl<const W: usize, const L: usize> LaneSteps<W, L> {
    /// No direction on any board.
    pub const NONE: Self =
        Self { rises: [0; L], bits: [0; L], rest: [64; L], arrivals: Lanes::EMPTY };

    /// Sets the direction of one board, on boards where [`Steps::are_near`].
    #[inline(always)]
    pub fn set(&mut self, steps: &Steps<W>, lane: usize, direction: Option<Direction>) {
        let Some(direction) = direction else {
            self.arrivals.set_lane(lane, Bits::EMPTY);
            return;
        };
        let (rises, bits, arrivals) = steps.shift(direction);
        self.rises[lane] = if rises { u64::MAX } else { 0 };
        self.bits[lane] = bits.into();
        self.rest[lane] = u64::from(64 - bits);
        self.arrivals.set_lane(lane, arrivals);
    }

    /// The direction of one board is that of the only board of another.
    #[inline(always)]
    pub fn copy(&mut self, lane: usize, of: &LaneSteps<W, 1>) {
        self.rises[lane] = of.rises[0];
        self.bits[lane] = of.bits[0];
        self.rest[lane] = of.rest[0];
        self.arrivals.set_lane(lane, of.arrivals.lane(0));
    }

    /// No board has a direction any more.
    pub fn clear(&mut self) {
        self.arrivals = Lanes::EMPTY;
    }

    /// The cells one step further on every board; what leaves a board is gone.
    #[inline(always)]
    pub fn step(&self, set: &Lanes<W, L>) -> Lanes<W, L> {
        let mut moved = Lanes::EMPTY;
        for nth in 0..W {
            for lane in 0..L {
                let (word, bits) = (set.0[nth][lane], self.bits[lane] & 63);
                let below = if nth > 0 { set.0[nth - 1][lane] >> 1 >> (63 - bits) } else { 0 };
                let above = if nth + 1 < W { set.0[nth + 1][lane] << 1 << (63 - bits) } else { 0 };
                let rises = self.rises[lane];
                let both = (word << bits | below) & rises | (word >> bits | above) & !rises;
                moved.0[nth][lane] = both & self.arrivals.0[nth][lane];
            }
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Grid;

    #[test]
    fn every_lane_steps_its_own_way() {
        for (width, height) in [(8, 8), (7, 6), (13, 13), (1, 9), (62, 2)] {
            let steps = Steps::<4>::new(&Grid::new(width, height).unwrap());
            assert!(steps.are_near());
            let mut ways = LaneSteps::<4, 9>::NONE;
            let mut set = Lanes::EMPTY;
            for lane in 0..9 {
                set.set_lane(lane, steps.full);
                ways.set(&steps, lane, Direction::ALL.get(lane).copied());
            }
            let stepped = ways.step(&set);
            for (lane, direction) in Direction::ALL.into_iter().enumerate() {
                assert_eq!(stepped.lane(lane), steps.step(steps.full, direction));
            }
            assert!(stepped.lane(8).is_empty());
        }
    }

    #[test]
    fn a_step_over_a_whole_word_is_not_near() {
        assert!(!Steps::<4>::new(&Grid::new(64, 3).unwrap()).are_near());
    }
}
