//! English draughts: the 32 dark cells in one word, in reading order, and moves as boards of those
//! who can go each of the four ways.
//!
//! ```text
//!    0   1   2   3
//!  4   5   6   7
//!    8   9  10  11
//! ```

use masume_engine::{Outcome, Player};

use crate::play::Position;

/// Rows whose first dark cell is in the second column.
const SHIFTED_ROWS: u32 = 0x0f0f_0f0f;
/// The dark cells at the left edge, and at the right edge.
const LEFT_EDGE: u32 = 0x1010_1010;
const RIGHT_EDGE: u32 = 0x0808_0808;
const TOP_ROW: u32 = 0xf;
const BOTTOM_ROW: u32 = 0xf << 28;

/// Those whose neighbour up to the left is in the set; the other three likewise.
#[inline]
fn below_right_of(set: u32) -> u32 {
    (set << 4 & SHIFTED_ROWS) | (set << 5 & !SHIFTED_ROWS & !LEFT_EDGE)
}

#[inline]
fn below_left_of(set: u32) -> u32 {
    (set << 3 & SHIFTED_ROWS & !RIGHT_EDGE) | (set << 4 & !SHIFTED_ROWS)
}

#[inline]
fn above_right_of(set: u32) -> u32 {
    (set >> 4 & SHIFTED_ROWS) | (set >> 3 & !SHIFTED_ROWS & !LEFT_EDGE)
}

#[inline]
fn above_left_of(set: u32) -> u32 {
    (set >> 5 & SHIFTED_ROWS & !RIGHT_EDGE) | (set >> 4 & !SHIFTED_ROWS)
}

/// Those who can go up-left, up-right, down-left, down-right: the order of the cells they come to.
type Ways = [u32; 4];

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Draughts {
    /// Indexed by player: men and kings.
    pieces: [u32; 2],
    kings: u32,
    /// Man who jumped and must go on; no cell or one.
    jumper: u32,
    to_act: usize,
    ways: Ways,
    are_jumps: bool,
    /// 0 once the game is over.
    action_count: u32,
}

impl Draughts {
    /// The first position; black, at the top, is to act.
    pub fn start() -> Self {
        let mut position = Self {
            pieces: [0xfff, 0xfff << 20],
            kings: 0,
            jumper: 0,
            to_act: 0,
            ways: [0; 4],
            are_jumps: false,
            action_count: 0,
        };
        position.find_actions();
        position
    }

    /// Pieces of these of the player to act that can go at all up and at all down.
    #[inline]
    fn climbers_and_divers(&self, pieces: u32) -> (u32, u32) {
        let kings = pieces & self.kings;
        if self.to_act == 0 { (kings, pieces) } else { (pieces, kings) }
    }

    #[inline]
    fn jumps(&self, pieces: u32) -> Ways {
        let free = !(self.pieces[0] | self.pieces[1]);
        let theirs = self.pieces[1 - (self.to_act & 1)];
        let (up, down) = self.climbers_and_divers(pieces);
        [
            up & below_right_of(theirs & below_right_of(free)),
            up & below_left_of(theirs & below_left_of(free)),
            down & above_right_of(theirs & above_right_of(free)),
            down & above_left_of(theirs & above_left_of(free)),
        ]
    }

    #[inline]
    fn moves(&self, pieces: u32) -> Ways {
        let free = !(self.pieces[0] | self.pieces[1]);
        let (up, down) = self.climbers_and_divers(pieces);
        [
            up & below_right_of(free),
            up & below_left_of(free),
            down & above_right_of(free),
            down & above_left_of(free),
        ]
    }

    #[inline]
    fn find_actions(&mut self) {
        let mine = self.pieces[self.to_act & 1];
        self.ways = self.jumps(if self.jumper == 0 { mine } else { self.jumper });
        self.are_jumps = union(&self.ways) != 0;
        if !self.are_jumps {
            self.ways = self.moves(mine);
        }
        self.action_count = self.ways.iter().map(|way| way.count_ones()).sum();
    }

    /// The piece that does the n-th action, and its way: by piece, then by way.
    #[inline]
    fn nth_action(&self, index: u32) -> (u32, usize) {
        let mut rest = index;
        let mut pieces = union(&self.ways);
        loop {
            let piece = pieces & pieces.wrapping_neg();
            for (way, can_go) in self.ways.iter().enumerate() {
                if can_go & piece != 0 {
                    if rest == 0 {
                        return (piece, way);
                    }
                    rest -= 1;
                }
            }
            pieces &= pieces - 1;
        }
    }
}

impl Position for Draughts {
    #[inline]
    fn action_count(&self) -> u32 {
        self.action_count
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let (from, way) = self.nth_action(index);
        let mine = self.to_act & 1;
        let mut to = neighbour(from, way);
        if self.are_jumps {
            self.pieces[1 - mine] &= !to;
            self.kings &= !to;
            to = neighbour(to, way);
        }
        self.pieces[mine] ^= from | to;
        let is_king = self.kings & from != 0;
        self.kings &= !from;
        let far_row = if mine == 0 { BOTTOM_ROW } else { TOP_ROW };
        let is_crowned = !is_king && to & far_row != 0;
        if is_king || is_crowned {
            self.kings |= to;
        }
        // A man that becomes a king has jumped enough.
        let goes_on = self.are_jumps && !is_crowned && union(&self.jumps(to)) != 0;
        self.jumper = if goes_on { to } else { 0 };
        self.to_act = if goes_on { mine } else { 1 - mine };
        self.find_actions();
    }

    fn outcome(&self) -> Option<Outcome> {
        // Who cannot act has lost.
        (self.action_count == 0).then_some(Outcome::Won(Player(1 - self.to_act as u8)))
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        if (row + column).is_multiple_of(2) {
            return 0;
        }
        let bit = 1 << (4 * row + column / 2);
        let Some(owner) = self.pieces.iter().position(|pieces| pieces & bit != 0) else { return 0 };
        let is_king = self.kings & bit != 0;
        match self.jumper & bit {
            0 => 2 * owner as i64 + 1 + i64::from(is_king),
            // Of several layers the last is shown, and marks come after four kinds of pieces.
            _ => 5,
        }
    }
}

#[inline]
fn union(ways: &Ways) -> u32 {
    ways[0] | ways[1] | ways[2] | ways[3]
}

/// The cell beside a cell, which must have it.
#[inline]
fn neighbour(cell: u32, way: usize) -> u32 {
    match way {
        0 => above_left_of(cell),
        1 => above_right_of(cell),
        2 => below_left_of(cell),
        _ => below_right_of(cell),
    }
}
