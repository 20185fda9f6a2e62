//! Amazons on 10 x 10: a word for every line of every direction with the bits of what stands in the
//! way, so that how far a queen goes is a count of zeros.

use masume_engine::{Outcome, Player};

use crate::play::Position;

const SIDE: usize = 10;

/// Distances that one can go up-left, up, up-right, left, right, down-left, down, down-right.
type Reach = [u32; 8];

/// Pieces in the way, by lines: each a word with the bit of the column, or of the row, from
/// bit 1. What is off the board stands in the way, too.
#[derive(Clone, Copy, Debug)]
struct Lines {
    rows: [u16; SIDE],
    columns: [u16; SIDE],
    /// Indexed by row + column.
    rising: [u16; 2 * SIDE],
    /// Indexed by row - column + 9.
    falling: [u16; 2 * SIDE],
}

impl Lines {
    fn empty() -> Self {
        let all = u16::MAX;
        let mut lines =
            Self { rows: [all; SIDE], columns: [all; SIDE], rising: [all; 20], falling: [all; 20] };
        for cell in 0..SIDE * SIDE {
            lines.toggle(cell);
        }
        lines
    }

    #[inline]
    fn toggle(&mut self, cell: usize) {
        let (row, column) = (cell / SIDE, cell % SIDE);
        self.rows[row] ^= 2 << column;
        self.columns[column] ^= 2 << row;
        self.rising[row + column] ^= 2 << column;
        self.falling[row + SIDE - 1 - column] ^= 2 << column;
    }

    #[inline]
    fn reach(&self, cell: u8) -> Reach {
        let (row, column) = (usize::from(cell) / SIDE, usize::from(cell) % SIDE);
        // How many are free before a place of a line and behind it.
        let along = |line: u16, place: usize| {
            let before = (u64::from(line) << (63 - place) | 1).leading_zeros();
            let behind = (u64::from(line) >> (place + 2) | 1 << 63).trailing_zeros();
            (before, behind)
        };
        let (left, right) = along(self.rows[row], column);
        let (up, down) = along(self.columns[column], row);
        let (down_left, up_right) = along(self.rising[row + column], column);
        let (up_left, down_right) = along(self.falling[row + SIDE - 1 - column], column);
        [up_left, up, up_right, left, right, down_left, down, down_right]
    }
}

/// The n-th cell that is reached from one.
#[inline]
fn nth_reached(from: u8, reach: &Reach, n: u32) -> u8 {
    let upwards: u32 = reach[..3].iter().sum();
    let sideways = reach[3] + reach[4];
    let from = i32::from(from);
    let step = if n < upwards {
        // Row by row from the one furthest up.
        let (mut away, mut rest) = (SIDE as u32, n);
        loop {
            away -= 1;
            let in_row = [0, 1, 2].map(|way| u32::from(reach[way] >= away));
            let count: u32 = in_row.iter().sum();
            if rest < count {
                break -(SIDE as i32) * away as i32 + aside(in_row, rest) * away as i32;
            }
            rest -= count;
        }
    } else if n < upwards + sideways {
        let place = (n - upwards) as i32 - reach[3] as i32;
        if place < 0 { place } else { place + 1 }
    } else {
        let (mut away, mut rest) = (0, n - upwards - sideways);
        loop {
            away += 1;
            let in_row = [5, 6, 7].map(|way| u32::from(reach[way] >= away));
            let count: u32 = in_row.iter().sum();
            if rest < count {
                break SIDE as i32 * away as i32 + aside(in_row, rest) * away as i32;
            }
            rest -= count;
        }
    };
    (from + step) as u8
}

/// Index of the n-th of three that are there: -1, 0 or 1.
#[inline]
fn aside(are_there: [u32; 3], n: u32) -> i32 {
    let [left, middle, _] = are_there;
    if n < left { -1 } else { i32::from(n >= left + middle) }
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct Amazons {
    lines: Lines,
    /// Indexed by player: the cells of the queens, sorted.
    queens: [[u8; 4]; 2],
    arrows: u128,
    to_act: usize,
    /// The cell of the queen that has yet to shoot.
    archer: Option<u8>,
    /// Distances that each queen of the player to act can go; the first is the archer's, if there is one.
    reaches: [Reach; 4],
    /// The sums of them.
    counts: [u32; 4],
}

impl Amazons {
    /// The first position; white, at the bottom, is to act.
    pub fn start() -> Self {
        let queens = [[60, 69, 93, 96], [3, 6, 30, 39]];
        let mut lines = Lines::empty();
        for cell in queens.concat() {
            lines.toggle(cell.into());
        }
        let (reaches, counts) = ([[0; 8]; 4], [0; 4]);
        let mut position =
            Self { lines, queens, arrows: 0, to_act: 0, archer: None, reaches, counts };
        position.find_moves();
        position
    }

    #[inline]
    fn find_moves(&mut self) {
        for (queen, &cell) in self.queens[self.to_act & 1].iter().enumerate() {
            self.reaches[queen] = self.lines.reach(cell);
            self.counts[queen] = self.reaches[queen].iter().sum();
        }
    }

    #[inline]
    fn shoot(&mut self, archer: u8, index: u32) {
        let to = nth_reached(archer, &self.reaches[0], index);
        self.lines.toggle(to.into());
        self.arrows |= 1 << to;
        self.archer = None;
        self.to_act = 1 - self.to_act;
        self.find_moves();
    }

    #[inline]
    fn move_queen(&mut self, index: u32) {
        let (mut queen, mut rest) = (0, index);
        while queen < 3 && rest >= self.counts[queen] {
            rest -= self.counts[queen];
            queen += 1;
        }
        let mine = &mut self.queens[self.to_act & 1];
        let from = mine[queen];
        let to = nth_reached(from, &self.reaches[queen], rest);
        mine[queen] = to;
        mine.sort_unstable();
        self.lines.toggle(from.into());
        self.lines.toggle(to.into());
        self.archer = Some(to);
        self.reaches[0] = self.lines.reach(to);
        self.counts = [self.reaches[0].iter().sum(), 0, 0, 0];
    }
}

impl Position for Amazons {
    #[inline]
    fn action_count(&self) -> u32 {
        self.counts.iter().sum()
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        match self.archer {
            Some(archer) => self.shoot(archer, index),
            None => self.move_queen(index),
        }
    }

    fn outcome(&self) -> Option<Outcome> {
        // An archer can shoot where it came from: only who shot can have won.
        (self.action_count() == 0).then_some(Outcome::Won(Player(1 - self.to_act as u8)))
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let cell = (SIDE as u32 * row + column) as u8;
        let [white, black] = self.queens.map(|queens| queens.contains(&cell));
        // Of several layers the last is shown: the mark before the queen.
        match () {
            () if self.archer == Some(cell) => 4,
            () if white => 1,
            () if black => 2,
            () => 3 * (self.arrows >> cell & 1) as i64,
        }
    }
}
