//! Gomoku on 15 x 15: free cells in four words, and a word for every line of every direction, so that
//! only the four lines through the last stone are asked for five.

use masume_engine::{Outcome, Player};

use crate::bits::nth_bit;
use crate::play::Position;

const SIDE: usize = 15;
const CELLS: u32 = 225;

/// The stones of one player, by lines: each a word with the bit of the column, or of the row.
#[derive(Clone, Copy, Debug)]
struct Stones {
    rows: [u16; SIDE],
    columns: [u16; SIDE],
    /// Indexed by row + column.
    rising: [u16; 2 * SIDE],
    /// Indexed by row - column + 14.
    falling: [u16; 2 * SIDE],
}

impl Stones {
    const NONE: Self =
        Self { rows: [0; SIDE], columns: [0; SIDE], rising: [0; 2 * SIDE], falling: [0; 2 * SIDE] };

    /// Places a stone; says whether it makes five.
    #[inline]
    fn place(&mut self, row: usize, column: usize) -> bool {
        let along = |line: &mut u16, place: usize| {
            *line |= 1 << place;
            let pairs = *line & *line >> 1;
            pairs & pairs >> 2 & *line >> 4
        };
        let fives = along(&mut self.rows[row], column)
            | along(&mut self.columns[column], row)
            | along(&mut self.rising[row + column], column)
            | along(&mut self.falling[row + SIDE - 1 - column], column);
        fives != 0
    }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Gomoku {
    /// Bit i of word w is cell 64 * w + i.
    free: [u64; 4],
    /// Bits of each word of `free`.
    free_counts: [u32; 4],
    /// 0 once the game is over.
    action_count: u32,
    /// Indexed by player.
    stones: [Stones; 2],
    to_act: usize,
    has_won: bool,
}

impl Gomoku {
    /// The empty board; black is to act.
    pub fn start() -> Self {
        Self {
            free: [u64::MAX, u64::MAX, u64::MAX, (1 << (CELLS - 192)) - 1],
            free_counts: [64, 64, 64, CELLS - 192],
            action_count: CELLS,
            stones: [Stones::NONE; 2],
            to_act: 0,
            has_won: false,
        }
    }
}

impl Position for Gomoku {
    #[inline]
    fn action_count(&self) -> u32 {
        self.action_count
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let (mut word, mut rest) = (0, index);
        while word < 3 && rest >= self.free_counts[word] {
            rest -= self.free_counts[word];
            word += 1;
        }
        let bit = nth_bit(self.free[word], rest);
        self.free[word] &= !(1 << bit);
        self.free_counts[word] -= 1;
        let cell = 64 * word + bit as usize;
        self.has_won = self.stones[self.to_act & 1].place(cell / SIDE, cell % SIDE);
        self.action_count = if self.has_won { 0 } else { self.action_count - 1 };
        self.to_act = 1 - self.to_act;
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.has_won {
            return Some(Outcome::Won(Player(1 - self.to_act as u8)));
        }
        (self.action_count == 0).then_some(Outcome::Draw)
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let has = |player: usize| i64::from(self.stones[player].rows[row as usize] >> column & 1);
        has(0) + 2 * has(1)
    }
}
