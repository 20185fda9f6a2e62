//! Konane on 8 x 8: jumps as boards of the stones that can go each way, once, twice or three times.

use masume_engine::{Outcome, Player};

use crate::bits::{nth_bit, nth_of_boards, row_counts, sum_of_bytes};
use crate::play::Position;

/// Cells of which row and column are odd or both even, counted from 1: those of black.
const BLACK: u64 = 0xaa55_aa55_aa55_aa55;
/// Cells where black can take the first stone away.
const FIRST: u64 = BLACK & (1 << 27 | 1 << 28 | 1 << 35 | 1 << 36 | 1 | 1 << 7 | 1 << 56 | 1 << 63);

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const FIRST_TWO_COLUMNS: u64 = 0x0303_0303_0303_0303;
const LAST_TWO_COLUMNS: u64 = FIRST_TWO_COLUMNS << 6;

/// From each cell: three, two and one jump up, the same to the left; one, two and three to the
/// right, the same down: the order of the cells they come to.
const WAYS: usize = 12;

/// Change of the number of the cell by each of them.
static STEPS: [i8; WAYS] = [-48, -32, -16, -6, -4, -2, 2, 4, 6, 16, 32, 48];

/// A position, seen by the player to act.
#[derive(Clone, Copy, Debug)]
pub struct Konane {
    mine: u64,
    theirs: u64,
    ply: u32,
    /// Stones that can be taken away, in the first two plies.
    removals: u64,
    /// Stones that can jump each way.
    jumps: [u64; WAYS],
    /// In each byte, the jumps from that row.
    row_counts: u64,
}

impl Konane {
    /// The full board; black is to act.
    pub fn start() -> Self {
        Self {
            mine: BLACK,
            theirs: !BLACK,
            ply: 0,
            removals: FIRST,
            jumps: [0; WAYS],
            row_counts: 0,
        }
    }

    #[inline]
    fn find_jumps(&mut self) {
        let free = !(self.mine | self.theirs);
        let theirs = self.theirs;
        // Where a stone could jump once; the columns that a line to the side would leave are out.
        let up = (theirs & free << 8) << 8;
        let left = (theirs & free << 1) << 1 & !FIRST_TWO_COLUMNS;
        let right = (theirs & free >> 1) >> 1 & !LAST_TWO_COLUMNS;
        let down = (theirs & free >> 8) >> 8;
        // Twice, if it could also jump from where it lands.
        let up_two = up & up << 16;
        let left_two = left & left << 2;
        let right_two = right & right >> 2;
        let down_two = down & down >> 16;
        let ways = [
            up_two & up << 32,
            up_two,
            up,
            left_two & left << 4,
            left_two,
            left,
            right,
            right_two,
            right_two & right >> 4,
            down,
            down_two,
            down_two & down >> 32,
        ];
        self.jumps = ways.map(|way| way & self.mine);
        self.row_counts = row_counts(&self.jumps);
    }

    /// The stones that lie beside an empty cell.
    fn beside_free(&self) -> u64 {
        let free = !(self.mine | self.theirs);
        let sideways = free << 1 & !FIRST_COLUMN | free >> 1 & !(FIRST_COLUMN << 7);
        self.mine & (sideways | free << 8 | free >> 8)
    }
}

impl Position for Konane {
    #[inline]
    fn action_count(&self) -> u32 {
        if self.ply < 2 { self.removals.count_ones() } else { sum_of_bytes(self.row_counts) }
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        if self.ply < 2 {
            self.mine &= !(1 << nth_bit(self.removals, index));
        } else {
            let (from, way) = nth_of_boards(&self.jumps, self.row_counts, index);
            let step = STEPS[way];
            let to = from.wrapping_add_signed(step.into());
            self.mine ^= 1 << from | 1 << to;
            // All their stones between are jumped over: mine between there are none.
            let (least, most) = (from.min(to), from.max(to));
            let between = (1u64 << most) - (2 << least);
            let line = if step.unsigned_abs() < 8 {
                between
            } else {
                between & FIRST_COLUMN << (from & 7)
            };
            self.theirs &= !line;
        }
        (self.mine, self.theirs) = (self.theirs, self.mine);
        self.ply += 1;
        if self.ply < 2 {
            self.removals = self.beside_free();
        } else {
            self.find_jumps();
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        (self.action_count() == 0).then_some(Outcome::Won(Player((self.ply + 1) as u8 & 1)))
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let (mine, theirs) = (self.mine as i64, self.theirs as i64);
        let (black, white) =
            if self.ply.is_multiple_of(2) { (mine, theirs) } else { (theirs, mine) };
        let cell = 8 * row + column;
        (black >> cell & 1) + 2 * (white >> cell & 1)
    }
}
