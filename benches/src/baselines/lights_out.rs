//! Lights Out on 5 x 5: the lights are a word, a press turns those of its cell's word.

use masume_engine::{Outcome, Player};

use crate::bits::nth_bit;
use crate::play::Position;
use crate::stream::Stream;

const SIDE: u32 = 5;
const CELLS: u32 = SIDE * SIDE;
const BOARD: u32 = (1 << CELLS) - 1;

/// Indexed [cell]: the cell and those beside it.
static PRESSES: [u32; CELLS as usize] = presses();

const fn presses() -> [u32; CELLS as usize] {
    let mut table = [0; CELLS as usize];
    let mut cell = 0;
    while cell < CELLS {
        let mut other = 0;
        while other < CELLS {
            let across = (cell % SIDE).abs_diff(other % SIDE);
            let down = (cell / SIDE).abs_diff(other / SIDE);
            if across + down <= 1 {
                table[cell as usize] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct LightsOut {
    lit: u32,
    presses: i64,
}

impl LightsOut {
    /// The first position of a seed: what some presses make of a dark board.
    pub fn start(seed: u64) -> Self {
        let mut random = Stream(seed);
        let mut position = Self { lit: 0, presses: 0 };
        while position.lit == 0 {
            let mut free = BOARD;
            for drawn in 0..2 * SIDE {
                let cell = nth_bit(free.into(), random.below(CELLS - drawn));
                free &= !(1 << cell);
                position.lit ^= PRESSES[cell as usize];
            }
        }
        position
    }
}

impl Position for LightsOut {
    #[inline]
    fn action_count(&self) -> u32 {
        if self.lit == 0 { 0 } else { CELLS }
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        self.lit ^= PRESSES[index as usize];
        self.presses += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.lit == 0).then_some(Outcome::Won(Player(0)))
    }

    fn value_total(&self) -> i64 {
        self.presses
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        i64::from(self.lit >> (SIDE * row + column) & 1)
    }
}
