//! Othello on 8 x 8: moves by parallel-prefix fills of all eight directions, flips by carries along
//! the lines through the cell.

use masume_engine::{Outcome, Player};

use crate::bits::{byte_counts, nth_bit_counted, sum_of_bytes};
use crate::look_ahead::Searched;
use crate::play::Position;

/// Every cell but those of the first and last column: what a line to the side may run over.
const INNER_COLUMNS: u64 = 0x7e7e_7e7e_7e7e_7e7e;

/// Indexed [cell][direction]: the cells beyond, towards greater cells: right, down-left, down,
/// down-right.
static AHEAD: [[u64; 4]; 64] = rays([(1, 0), (-1, 1), (0, 1), (1, 1)]);

/// Indexed [cell][direction]: the cells beyond, towards lesser cells: the ways back of [`AHEAD`].
static BEHIND: [[u64; 4]; 64] = rays([(-1, 0), (1, -1), (0, -1), (-1, -1)]);

const fn rays(steps: [(i32, i32); 4]) -> [[u64; 4]; 64] {
    let mut table = [[0; 4]; 64];
    let mut cell = 0;
    while cell < 64 {
        let mut way = 0;
        while way < 4 {
            let (across, down) = steps[way];
            let mut column = cell as i32 % 8 + across;
            let mut row = cell as i32 / 8 + down;
            while column >= 0 && column < 8 && row >= 0 && row < 8 {
                table[cell][way] |= 1 << (8 * row + column);
                column += across;
                row += down;
            }
            way += 1;
        }
        cell += 1;
    }
    table
}

/// A position, seen by the player to act.
#[derive(Clone, Copy, Debug)]
pub struct Othello {
    mine: u64,
    theirs: u64,
    /// Cells where the player to act can place.
    moves: u64,
    /// Bits of `moves` in each byte.
    move_counts: u64,
    is_black_to_act: bool,
    is_over: bool,
}

impl Othello {
    /// The first position; black is to act.
    pub fn start() -> Self {
        let (mine, theirs) = (1 << 28 | 1 << 35, 1 << 27 | 1 << 36);
        let moves = moves(mine, theirs);
        let move_counts = byte_counts(moves);
        Self { mine, theirs, moves, move_counts, is_black_to_act: true, is_over: false }
    }

    /// Number of leaves after so many plies; a pass is a ply, a finished game one leaf.
    pub fn perft(&self, depth: u32) -> u64 {
        perft(self.mine, self.theirs, depth, false)
    }
}

impl Position for Othello {
    #[inline]
    fn action_count(&self) -> u32 {
        match sum_of_bytes(self.move_counts) {
            0 => u32::from(!self.is_over),
            count => count,
        }
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let cell = (self.moves != 0).then(|| nth_bit_counted(self.moves, self.move_counts, index));
        self.place(cell);
    }

    fn outcome(&self) -> Option<Outcome> {
        let [black, white] = self.scores();
        self.is_over.then(|| match black.cmp(&white) {
            std::cmp::Ordering::Less => Outcome::Won(Player(1)),
            std::cmp::Ordering::Equal => Outcome::Draw,
            std::cmp::Ordering::Greater => Outcome::Won(Player(0)),
        })
    }

    fn scores(&self) -> [i64; 2] {
        let (mine, theirs) = (self.mine.count_ones(), self.theirs.count_ones());
        let (black, white) = if self.is_black_to_act { (mine, theirs) } else { (theirs, mine) };
        [black.into(), white.into()]
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let (mine, theirs) = (self.mine as i64, self.theirs as i64);
        let (black, white) = if self.is_black_to_act { (mine, theirs) } else { (theirs, mine) };
        let cell = 8 * row + column;
        (black >> cell & 1) + 2 * (white >> cell & 1)
    }
}

impl Othello {
    /// Places at a cell, or passes.
    #[inline]
    fn place(&mut self, cell: Option<u32>) {
        let (mut mine, mut theirs) = (self.mine, self.theirs);
        if let Some(cell) = cell {
            let flips = flips(cell, mine, theirs);
            mine ^= flips | 1 << cell;
            theirs ^= flips;
        }
        (self.mine, self.theirs) = (theirs, mine);
        self.is_black_to_act = !self.is_black_to_act;
        self.moves = moves(self.mine, self.theirs);
        self.move_counts = byte_counts(self.moves);
        // The other player is asked only where this one must pass.
        self.is_over = self.moves == 0 && moves(mine, theirs) == 0;
    }
}

/// Cells that are never turned.
const CORNERS: u64 = 0x8100_0000_0000_0081;
/// Value of a corner, in moves: a guess.
const CORNER: i32 = 4;
/// The code of a pass.
const PASS: u16 = 64;

impl Searched for Othello {
    fn moves(&self, moves: &mut Vec<u16>) {
        let mut cells = self.moves;
        if cells == 0 && !self.is_over {
            moves.push(PASS);
        }
        while cells != 0 {
            moves.push(cells.trailing_zeros() as u16);
            cells &= cells - 1;
        }
    }

    fn play(&mut self, code: u16) {
        self.place((code != PASS).then_some(u32::from(code)));
    }

    fn takes(&self, _: u16) -> bool {
        // Every move does.
        false
    }

    fn end(&self) -> Option<i32> {
        let lead = self.mine.count_ones() as i32 - self.theirs.count_ones() as i32;
        self.is_over.then_some(lead.signum())
    }

    fn lead(&self) -> i32 {
        let count = |cells: u64| cells.count_ones() as i32;
        let mobility = count(self.moves) - count(moves(self.theirs, self.mine));
        mobility + CORNER * (count(self.mine & CORNERS) - count(self.theirs & CORNERS))
    }

    fn key(&self) -> u64 {
        let mixed = self.mine.wrapping_mul(0x9e37_79b9_7f4a_7c15)
            ^ self.theirs.rotate_left(32).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let mixed = mixed ^ mixed >> 32;
        mixed.wrapping_mul(0x94d0_49bb_1331_11eb) ^ mixed >> 29
    }
}

fn perft(mine: u64, theirs: u64, depth: u32, has_passed: bool) -> u64 {
    if depth == 0 {
        return 1;
    }
    let mut moves = moves(mine, theirs);
    if depth == 1 {
        // A pass is one leaf, and so is the end.
        return u64::from(moves.count_ones().max(1));
    }
    if moves == 0 {
        return if has_passed { 1 } else { perft(theirs, mine, depth - 1, true) };
    }
    let mut leaves = 0;
    while moves != 0 {
        let cell = moves.trailing_zeros();
        moves &= moves - 1;
        let flips = flips(cell, mine, theirs);
        leaves += perft(theirs ^ flips, mine ^ (flips | 1 << cell), depth - 1, false);
    }
    leaves
}

/// Cells where `mine` can place.
#[inline]
fn moves(mine: u64, theirs: u64) -> u64 {
    let inner = theirs & INNER_COLUMNS;
    let ends = beyond_runs::<1>(mine, inner)
        | beyond_runs::<7>(mine, inner)
        | beyond_runs::<8>(mine, theirs)
        | beyond_runs::<9>(mine, inner);
    ends & !(mine | theirs)
}

/// The cells behind runs of `theirs` that begin beside `mine`, both ways along one axis.
///
/// Runs of up to six: one, two, then pairs of pairs.
#[inline]
fn beyond_runs<const STEP: u32>(mine: u64, theirs: u64) -> u64 {
    let mut ahead = theirs & mine << STEP;
    let mut behind = theirs & mine >> STEP;
    ahead |= theirs & ahead << STEP;
    behind |= theirs & behind >> STEP;
    let pairs_ahead = theirs & theirs << STEP;
    let pairs_behind = pairs_ahead >> STEP;
    ahead |= pairs_ahead & ahead << (2 * STEP);
    behind |= pairs_behind & behind >> (2 * STEP);
    ahead |= pairs_ahead & ahead << (2 * STEP);
    behind |= pairs_behind & behind >> (2 * STEP);
    ahead << STEP | behind >> STEP
}

/// Discs that `mine` turns over by placing at the cell.
#[inline]
fn flips(cell: u32, mine: u64, theirs: u64) -> u64 {
    let mut flips = 0;
    for &ray in &AHEAD[cell as usize & 63] {
        // A carry runs over everything that is not of the ray, and over theirs on it.
        let outflank = (theirs | !ray).wrapping_add(1) & mine & ray;
        flips |= outflank.wrapping_sub(u64::from(outflank != 0)) & ray;
    }
    for &ray in &BEHIND[cell as usize & 63] {
        // The lowest bit stands for none; it counts only if it is mine and on the ray.
        let stop = (1 << 63) >> ((ray & !theirs) | 1).leading_zeros();
        let outflank = stop & mine & ray;
        flips |= (outflank.wrapping_neg() << 1) & ray;
    }
    flips
}
