//! Fifteen on 4 x 4: sixteen tiles of four bits, and the cells beside each gap.

use masume_engine::{Outcome, Player};

use crate::play::Position;
use crate::stream::Stream;

/// Tile i + 1 on cell i, and the gap, 0, on the last.
const SOLVED: u64 = 0x0fed_cba9_8765_4321;

/// Slides that mix the tiles.
const MIXED: u32 = 200;

/// Indexed [gap]: the cells above, to the left, to the right, below, as far as there are such, and
/// how many there are.
static BESIDE: [([u8; 4], u8); 16] = beside();

const fn beside() -> [([u8; 4], u8); 16] {
    let mut table = [([0; 4], 0); 16];
    let mut gap = 0;
    while gap < 16 {
        let mut other: u8 = 0;
        while other < 16 {
            if (gap as u8 / 4).abs_diff(other / 4) + (gap as u8 % 4).abs_diff(other % 4) == 1 {
                table[gap].0[table[gap].1 as usize] = other;
                table[gap].1 += 1;
            }
            other += 1;
        }
        gap += 1;
    }
    table
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Fifteen {
    /// Cell i in the four bits from 4 * i.
    board: u64,
    gap: u8,
    moves: i64,
}

impl Fifteen {
    /// The first position of a seed.
    pub fn start(seed: u64) -> Self {
        let mut random = Stream(seed);
        loop {
            let mut position = Self { board: SOLVED, gap: 15, moves: 0 };
            for _ in 0..MIXED {
                let index = random.below(position.slide_count());
                position.slide(index);
            }
            if position.board != SOLVED {
                return position;
            }
        }
    }

    #[inline]
    fn slide_count(&self) -> u32 {
        BESIDE[usize::from(self.gap & 15)].1.into()
    }

    #[inline]
    fn slide(&mut self, index: u32) {
        let from = BESIDE[usize::from(self.gap & 15)].0[index as usize & 3];
        let tile = self.board >> (4 * from) & 15;
        self.board ^= tile << (4 * from) | tile << (4 * self.gap);
        self.gap = from;
    }
}

impl Position for Fifteen {
    #[inline]
    fn action_count(&self) -> u32 {
        if self.board == SOLVED { 0 } else { self.slide_count() }
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        self.slide(index);
        self.moves += 1;
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.board == SOLVED).then_some(Outcome::Won(Player(0)))
    }

    fn value_total(&self) -> i64 {
        self.moves
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        (self.board >> (16 * row + 4 * column) & 15) as i64
    }
}
