//! Breakthrough on 8 x 8: moves are three shifted boards, of which the n-th in the order of the
//! cells is found by counts of their rows.

use masume_engine::{Outcome, Player};

use crate::bits::{byte_counts, nth_bit, nth_byte, sum_of_bytes};
use crate::look_ahead::Searched;
use crate::play::Position;

const FIRST_COLUMN: u64 = 0x0101_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << 7;
const TOP_ROW: u64 = 0xff;
const BOTTOM_ROW: u64 = 0xff << 56;

/// Indexed [byte]: bit i of the byte at place 3 * i, so that three boards can be read at once.
static THIRDS: [u32; 256] = thirds();

const fn thirds() -> [u32; 256] {
    let mut table = [0; 256];
    let mut byte = 0;
    while byte < 256 {
        let mut place = 0;
        while place < 8 {
            table[byte] |= ((byte as u32 >> place) & 1) << (3 * place);
            place += 1;
        }
        byte += 1;
    }
    table
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Breakthrough {
    white: u64,
    black: u64,
    is_white_to_act: bool,
    /// Men that can go forward to the left, straight and to the right, as the board lies.
    moves: [u64; 3],
    /// In each byte, the moves from that row.
    row_counts: u64,
    /// 0 once the game is over.
    action_count: u32,
}

impl Breakthrough {
    /// The first position; white, at the bottom, is to act.
    pub fn start() -> Self {
        let mut position = Self {
            white: 0xffff << 48,
            black: 0xffff,
            is_white_to_act: true,
            moves: [0; 3],
            row_counts: 0,
            action_count: 0,
        };
        position.find_moves();
        position
    }

    #[inline]
    fn find_moves(&mut self) {
        let (white, black) = (self.white, self.black);
        let free = !(white | black);
        self.moves = if self.is_white_to_act {
            let open = !white;
            [
                white & (open << 9) & !FIRST_COLUMN,
                white & free << 8,
                white & (open << 7) & !LAST_COLUMN,
            ]
        } else {
            let open = !black;
            [
                black & (open >> 7) & !FIRST_COLUMN,
                black & free >> 8,
                black & (open >> 9) & !LAST_COLUMN,
            ]
        };
        let [left, straight, right] = self.moves.map(byte_counts);
        self.row_counts = left + straight + right;
        self.action_count = sum_of_bytes(self.row_counts);
    }

    /// From and to of the n-th move, by the cell it leaves, then by the cell it comes to.
    #[inline]
    fn nth_move(&self, index: u32) -> (u32, u32) {
        let (row, rest) = nth_byte(self.row_counts, index);
        let in_row = |board: u64| u64::from(THIRDS[(board >> (8 * row)) as usize & 0xff]);
        let [left, straight, right] = self.moves.map(in_row);
        let place = nth_bit(left | straight << 1 | right << 2, rest);
        let from = 8 * row + place / 3;
        let ahead = if self.is_white_to_act { from - 8 } else { from + 8 };
        (from, ahead + place % 3 - 1)
    }

    /// Moves a man.
    #[inline]
    fn step(&mut self, from: u32, to: u32) {
        let (from, to) = (1 << from, 1 << to);
        if self.is_white_to_act {
            self.white ^= from | to;
            self.black &= !to;
        } else {
            self.black ^= from | to;
            self.white &= !to;
        }
        let has_won = self.has_won(self.is_white_to_act);
        self.is_white_to_act = !self.is_white_to_act;
        if has_won {
            self.action_count = 0;
        } else {
            self.find_moves();
        }
    }

    fn has_won(&self, by_white: bool) -> bool {
        let (men, others, goal) = if by_white {
            (self.white, self.black, TOP_ROW)
        } else {
            (self.black, self.white, BOTTOM_ROW)
        };
        men & goal != 0 || others == 0
    }
}

impl Position for Breakthrough {
    #[inline]
    fn action_count(&self) -> u32 {
        self.action_count
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let (from, to) = self.nth_move(index);
        self.step(from, to);
    }

    fn outcome(&self) -> Option<Outcome> {
        // The player who has just acted won, by arriving, by taking all, or by leaving no move.
        (self.action_count == 0).then_some(Outcome::Won(Player(u8::from(self.is_white_to_act))))
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let has = |men: u64| (men >> (8 * row + column) & 1) as i64;
        has(self.white) + 2 * has(self.black)
    }
}

/// Value of a man, in steps ahead: a guess.
const MAN: i32 = 8;

impl Searched for Breakthrough {
    fn moves(&self, moves: &mut Vec<u16>) {
        if self.action_count == 0 {
            return;
        }
        for (way, &men) in self.moves.iter().enumerate() {
            let mut men = men;
            while men != 0 {
                let from = men.trailing_zeros();
                men &= men - 1;
                let ahead = if self.is_white_to_act { from - 8 } else { from + 8 };
                moves.push((from << 6 | (ahead + way as u32 - 1)) as u16);
            }
        }
    }

    fn play(&mut self, code: u16) {
        self.step(u32::from(code >> 6), u32::from(code & 63));
    }

    fn takes(&self, code: u16) -> bool {
        (self.white | self.black) >> (code & 63) & 1 == 1
    }

    fn end(&self) -> Option<i32> {
        // Who has just acted has won.
        (self.action_count == 0).then_some(-1)
    }

    fn lead(&self) -> i32 {
        let steps = |men: u64, ahead: fn(i32) -> i32| -> i32 {
            let row = |row: i32| ((men >> (8 * row)) as u8).count_ones() as i32;
            (0..8).map(|number| (MAN + ahead(number)) * row(number)).sum()
        };
        let lead = steps(self.white, |row| 7 - row) - steps(self.black, |row| row);
        if self.is_white_to_act { lead } else { -lead }
    }

    fn key(&self) -> u64 {
        let mixed = self.white.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.black.rotate_left(32).wrapping_mul(0xbf58_476d_1ce4_e5b9)
            ^ u64::from(self.is_white_to_act);
        let mixed = mixed ^ mixed >> 32;
        mixed.wrapping_mul(0x94d0_49bb_1331_11eb) ^ mixed >> 29
    }
}
