//! Ataxx on 7 x 7, eight bits a row: jumps are counted in all cells at once, one binary digit a word.

use masume_engine::{Outcome, Player};

use crate::bits::{byte_counts, nth_bit, nth_byte, spread_row};
use crate::play::Position;

const SIDE: u32 = 7;
const BOARD: u64 = 0x007f_7f7f_7f7f_7f7f;
const FIRST_COLUMN: u64 = 0x0001_0101_0101_0101;
const LAST_COLUMN: u64 = FIRST_COLUMN << (SIDE - 1);

/// Indexed [cell]: the cells around, and those two away.
static RINGS: [[u64; 2]; 64] = rings();

const fn rings() -> [[u64; 2]; 64] {
    let mut table = [[0; 2]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut other: usize = 0;
        while other < 64 {
            let across = (other % 8).abs_diff(cell % 8);
            let down = (other / 8).abs_diff(cell / 8);
            let away = if across > down { across } else { down };
            if away > 0 && away <= 2 && BOARD >> other & 1 == 1 {
                table[cell][away - 1] |= 1 << other;
            }
            other += 1;
        }
        cell += 1;
    }
    table
}

/// Five binary digits of a number for every cell, from the lowest.
type Digits = [u64; 5];

/// A position, seen by the player to act.
#[derive(Clone, Copy, Debug)]
pub struct Ataxx {
    mine: u64,
    theirs: u64,
    /// Cells where the player to act can grow.
    growths: u64,
    growth_count: u32,
    /// Number of jumps that the player to act has from each cell.
    jumps: Digits,
    jump_count: u32,
    is_red_to_act: bool,
    /// The player who has just acted took all.
    has_won: bool,
    is_over: bool,
}

impl Ataxx {
    /// The first position; red is to act.
    pub fn start() -> Self {
        let mut position = Self {
            mine: 1 | 1 << 54,
            theirs: 1 << 6 | 1 << 48,
            growths: 0,
            growth_count: 0,
            jumps: [0; 5],
            jump_count: 0,
            is_red_to_act: true,
            has_won: false,
            is_over: false,
        };
        position.find_actions();
        position
    }

    #[inline]
    fn find_actions(&mut self) {
        let free = BOARD & !(self.mine | self.theirs);
        self.growths = around(self.mine) & free;
        self.growth_count = self.growths.count_ones();
        self.jumps = jumps(self.mine, free);
        self.jump_count = self.jumps.iter().rev().fold(0, |sum, it| 2 * sum + it.count_ones());
    }

    /// From and to of the n-th jump.
    #[inline]
    fn nth_jump(&self, n: u32) -> (u32, u32) {
        // At most 16 from each of seven cells: a byte holds the number of a row, but not the sum.
        let counts = self.jumps.iter().rev().fold(0, |sum, &it| 2 * sum + byte_counts(it));
        let (mut row, mut rest) = (0, n);
        while rest >= (counts >> (8 * row)) as u32 & 0xff {
            rest -= (counts >> (8 * row)) as u32 & 0xff;
            row += 1;
        }
        let columns = self.jumps.iter().rev().fold(0, |sum, &it| 2 * sum + spread_row(it, row));
        let (column, rest) = nth_byte(columns, rest);
        let from = 8 * row + column;
        let free = BOARD & !(self.mine | self.theirs);
        (from, nth_bit(RINGS[from as usize & 63][1] & free, rest))
    }
}

impl Position for Ataxx {
    #[inline]
    fn action_count(&self) -> u32 {
        match self.growth_count + self.jump_count {
            0 => u32::from(!self.is_over),
            _ if self.is_over => 0,
            count => count,
        }
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let (mut mine, mut theirs) = (self.mine, self.theirs);
        if self.growth_count + self.jump_count != 0 {
            let to = if index < self.growth_count {
                nth_bit(self.growths, index)
            } else {
                let (from, to) = self.nth_jump(index - self.growth_count);
                mine ^= 1 << from;
                to
            };
            let flips = RINGS[to as usize & 63][0] & theirs;
            mine |= flips | 1 << to;
            theirs ^= flips;
        }
        (self.mine, self.theirs) = (theirs, mine);
        self.is_red_to_act = !self.is_red_to_act;
        self.find_actions();
        self.has_won = theirs == 0;
        // The other player is asked only where this one must pass.
        let is_stuck = |count: u32| count == 0 && !can_act(mine, BOARD & !(mine | theirs));
        self.is_over = self.has_won || is_stuck(self.growth_count + self.jump_count);
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_won {
            return Some(Outcome::Won(Player(u8::from(self.is_red_to_act))));
        }
        let [red, blue] = self.scores();
        self.is_over.then(|| match red.cmp(&blue) {
            std::cmp::Ordering::Less => Outcome::Won(Player(1)),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Won(Player(0)),
        })
    }

    fn scores(&self) -> [i64; 2] {
        let (mine, theirs) = (self.mine.count_ones(), self.theirs.count_ones());
        let (red, blue) = if self.is_red_to_act { (mine, theirs) } else { (theirs, mine) };
        [red.into(), blue.into()]
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let (mine, theirs) = (self.mine as i64, self.theirs as i64);
        let (red, blue) = if self.is_red_to_act { (mine, theirs) } else { (theirs, mine) };
        let cell = 8 * row + column;
        (red >> cell & 1) + 2 * (blue >> cell & 1)
    }
}

/// The cells around those of a set, and some of them; the eighth column keeps rows apart.
#[inline]
fn around(set: u64) -> u64 {
    let sideways = set | set << 1 | set >> 1 & BOARD;
    sideways << 8 | sideways | sideways >> 8
}

/// True if the owner of these pieces can grow or jump to one of the free cells.
fn can_act(mine: u64, free: u64) -> bool {
    let near = around(mine) & BOARD;
    (near | around(near)) & free != 0
}

/// From each cell of a set, how many free ones are two away.
#[inline]
fn jumps(mine: u64, free: u64) -> Digits {
    // Columns of which two to the left, or to the right, there is none.
    let (left, right) = (mine & !FIRST_COLUMN, mine & !LAST_COLUMN);
    let one = |step: u32, mine: u64| (mine & free << step, mine & free >> step);
    let ((a, b), (c, d), (e, f)) = (one(16, mine), one(15, mine), one(17, mine));
    let (g, h) = (left & free << 18, right & free >> 18);
    let (i, j) = (right & free << 14, left & free >> 14);
    let (k, l) = (left & free << 10, right & free >> 10);
    let (m, n) = (right & free << 6, left & free >> 6);
    let (o, p) = (left & free << 2, right & free >> 2);
    // Step 1. Sixteen boards of one digit to one, and seven of the second.
    let (ab, t0) = full(a, b, c);
    let (de, t1) = full(d, e, f);
    let (gh, t2) = full(g, h, i);
    let (jk, t3) = full(j, k, l);
    let (mn, t4) = full(m, n, o);
    let (x, t5) = full(ab, de, gh);
    let (y, t6) = full(jk, mn, p);
    let (ones, t7) = (x ^ y, x & y);
    // Step 2. Eight of the second to one, and four of the third.
    let (x, u0) = full(t0, t1, t2);
    let (y, u1) = full(t3, t4, t5);
    let (z, u2) = full(t6, t7, x);
    let (twos, u3) = (y ^ z, y & z);
    // Step 3. Four of the third.
    let (x, v0) = full(u0, u1, u2);
    let (fours, v1) = (x ^ u3, x & u3);
    [ones, twos, fours, v0 ^ v1, v0 & v1]
}

/// The sum of three digits: its lower digit and its higher one.
#[inline]
fn full(a: u64, b: u64, c: u64) -> (u64, u64) {
    let differ = a ^ b;
    (differ ^ c, a & b | differ & c)
}
