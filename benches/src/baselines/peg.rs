//! Peg Solitaire on the English cross: eight bits a row, jumps as boards of the pegs that can go each
//! way.

use masume_engine::{Outcome, Player};

use crate::bits::{nth_of_boards, row_counts, sum_of_bytes};
use crate::play::Position;

/// The cross lies in the first seven columns and rows.
const HOLES: u64 = 0x001c_1c7f_7f7f_1c1c;
const MIDDLE: u64 = 1 << 27;

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Peg {
    pegs: u64,
    /// Pegs that can jump up, left, right, down.
    jumps: [u64; 4],
    /// In each byte, the jumps from that row.
    row_counts: u64,
}

impl Peg {
    /// The first level.
    pub fn start() -> Self {
        let mut position = Self { pegs: HOLES & !MIDDLE, jumps: [0; 4], row_counts: 0 };
        position.find_jumps();
        position
    }

    #[inline]
    fn find_jumps(&mut self) {
        let (pegs, free) = (self.pegs, HOLES & !self.pegs);
        // The last column is no hole, so that nothing jumps around the edge.
        self.jumps = [
            pegs & (pegs & free << 8) << 8,
            pegs & (pegs & free << 1) << 1,
            pegs & (pegs & free >> 1) >> 1,
            pegs & (pegs & free >> 8) >> 8,
        ];
        self.row_counts = row_counts(&self.jumps);
    }
}

impl Position for Peg {
    #[inline]
    fn action_count(&self) -> u32 {
        sum_of_bytes(self.row_counts)
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let (from, way) = nth_of_boards(&self.jumps, self.row_counts, index);
        // From, over and to, three cells along the way, moved to where the least of them lies.
        let (cells, before) =
            [(0x0001_0101, 16), (0b111, 2), (0b111, 0), (0x0001_0101, 0)][way & 3];
        self.pegs ^= cells << (from - before);
        self.find_jumps();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.pegs.is_power_of_two() {
            return Some(Outcome::Won(Player(0)));
        }
        (self.row_counts == 0).then_some(Outcome::Lost(Player(0)))
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let cell = 8 * row + column;
        if HOLES >> cell & 1 == 0 { 1 } else { 2 * (self.pegs >> cell & 1) as i64 }
    }
}
