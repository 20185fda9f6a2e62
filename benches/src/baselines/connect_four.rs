//! Connect Four on 7 x 6: seven bits a column, the lowest cell first, the seventh always free.

use masume_engine::{Outcome, Player};

use crate::bits::nth_bit;
use crate::play::Position;

/// The lowest cell of every column.
const BOTTOM: u64 = 0x0000_0408_1020_4081;

/// All cells.
const BOARD: u64 = BOTTOM * 63;

/// A position, seen by the player to act.
#[derive(Clone, Copy, Debug)]
pub struct ConnectFour {
    mine: u64,
    /// Discs of both.
    discs: u64,
    /// Cells where a disc would come to lie; none once the game is over.
    moves: u64,
    is_red_to_act: bool,
    has_won: bool,
}

impl ConnectFour {
    /// The first position; red is to act.
    pub fn start() -> Self {
        Self { mine: 0, discs: 0, moves: BOTTOM, is_red_to_act: true, has_won: false }
    }
}

impl Position for ConnectFour {
    #[inline]
    fn action_count(&self) -> u32 {
        self.moves.count_ones()
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let disc = 1 << nth_bit(self.moves, index);
        let placed = self.mine | disc;
        self.has_won = has_four(placed);
        self.mine = self.discs & !self.mine;
        self.discs |= disc;
        self.is_red_to_act = !self.is_red_to_act;
        self.moves = if self.has_won { 0 } else { (self.discs + BOTTOM) & BOARD };
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_won {
            // The other one has just acted.
            return Some(Outcome::Won(Player(u8::from(self.is_red_to_act))));
        }
        (self.moves == 0).then_some(Outcome::Draw)
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let bit = 1 << (7 * column + 5 - row);
        if self.discs & bit == 0 {
            return 0;
        }
        if (self.mine & bit != 0) == self.is_red_to_act { 1 } else { 2 }
    }
}

#[inline]
fn has_four(discs: u64) -> bool {
    let along = |step: u32| {
        let pairs = discs & discs >> step;
        pairs & pairs >> (2 * step)
    };
    along(1) | along(6) | along(7) | along(8) != 0
}
