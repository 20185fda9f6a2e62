//! SameGame on 15 x 10: sixteen bits a row, the kinds of all cells as three binary digits.

use masume_engine::{Outcome, Player};

use crate::bits::nth_bit;
use crate::play::Position;
use crate::stream::Stream;

const WIDTH: usize = 15;
const HEIGHT: usize = 10;
const CELLS: usize = WIDTH * HEIGHT;
/// Blocks of each of the five kinds.
const EACH: usize = CELLS / 5;

/// Bit 16 * row + column, 64 to a word; the sixteenth column is no cell.
type Set = [u64; 3];

const NONE: Set = [0; 3];

/// Indexed [row]: of the first column, the cells above, and those with the cell itself.
static ABOVE: [Set; HEIGHT + 1] = above();

const fn above() -> [Set; HEIGHT + 1] {
    let mut table = [NONE; HEIGHT + 1];
    let mut row = 1;
    while row <= HEIGHT {
        table[row] = table[row - 1];
        table[row][(row - 1) / 4] |= 1 << (16 * ((row - 1) % 4));
        row += 1;
    }
    table
}

#[inline]
fn each(one: &Set, other: &Set, join: impl Fn(u64, u64) -> u64) -> Set {
    [join(one[0], other[0]), join(one[1], other[1]), join(one[2], other[2])]
}

#[inline]
fn and(one: &Set, other: &Set) -> Set {
    each(one, other, |one, other| one & other)
}

#[inline]
fn or(one: &Set, other: &Set) -> Set {
    each(one, other, |one, other| one | other)
}

/// Every cell's neighbour below, and above.
#[inline]
fn from_below(set: &Set) -> Set {
    [set[0] >> 16 | set[1] << 48, set[1] >> 16 | set[2] << 48, set[2] >> 16]
}

#[inline]
fn from_above(set: &Set) -> Set {
    [set[0] << 16, set[1] << 16 | set[0] >> 48, set[2] << 16 | set[1] >> 48]
}

/// Every cell's neighbour to the right, and to the left.
#[inline]
fn from_right(set: &Set) -> Set {
    set.map(|word| word >> 1)
}

#[inline]
fn from_left(set: &Set) -> Set {
    set.map(|word| word << 1)
}

/// A position.
#[derive(Clone, Copy, Debug)]
pub struct SameGame {
    /// The digits of the kinds, from 1; no block is 0.
    digits: [Set; 3],
    /// Blocks with an equal one beside them.
    groups: Set,
    /// Bits of each word of `groups`.
    counts: [u32; 3],
    score: i64,
}

impl SameGame {
    /// The first position of a seed.
    pub fn start(seed: u64) -> Self {
        let mut random = Stream(seed);
        let mut kinds = [0; CELLS];
        for (cell, kind) in kinds.iter_mut().enumerate() {
            *kind = cell / EACH + 1;
        }
        for last in (1..CELLS).rev() {
            kinds.swap(last, random.below(last as u32 + 1) as usize);
        }
        let mut position = Self { digits: [NONE; 3], groups: NONE, counts: [0; 3], score: 0 };
        for (cell, kind) in kinds.into_iter().enumerate() {
            let (row, column) = (cell / WIDTH, cell % WIDTH);
            for (place, digit) in position.digits.iter_mut().enumerate() {
                digit[row / 4] |= (kind as u64 >> place & 1) << (16 * (row % 4) + column);
            }
        }
        position.find_groups();
        position
    }

    #[inline]
    fn blocks(&self) -> Set {
        let [a, b, c] = &self.digits;
        or(a, &or(b, c))
    }

    #[inline]
    fn find_groups(&mut self) {
        let blocks = self.blocks();
        // Blocks that are the same as what is shifted to them.
        let same = |shift: fn(&Set) -> Set| {
            let differ = self.digits.map(|digit| each(&digit, &shift(&digit), |a, b| a ^ b));
            let [a, b, c] = &differ;
            each(&blocks, &or(a, &or(b, c)), |blocks, differ| blocks & !differ)
        };
        let (across, down) = (same(from_right), same(from_below));
        self.groups = or(&or(&across, &from_left(&across)), &or(&down, &from_above(&down)));
        self.counts = self.groups.map(u64::count_ones);
    }

    /// The blocks that are joined to a cell by equal ones.
    #[inline]
    fn group(&self, cell: &Set) -> Set {
        let mut equal = self.blocks();
        for digit in &self.digits {
            let is_one = and(digit, cell) != NONE;
            let flip = if is_one { 0 } else { u64::MAX };
            equal = each(&equal, digit, |equal, digit| equal & (digit ^ flip));
        }
        let mut group = *cell;
        loop {
            let sideways = or(&from_left(&group), &from_right(&group));
            let upright = or(&from_above(&group), &from_below(&group));
            let grown = or(&group, &and(&or(&sideways, &upright), &equal));
            if grown == group {
                return group;
            }
            group = grown;
        }
    }

    /// Fall by one of all that lies above a cell.
    #[inline]
    fn drop_onto(&mut self, row: usize, column: usize) {
        let above = ABOVE[row].map(|word| word << column);
        let down_to = ABOVE[row + 1].map(|word| word << column);
        for digit in &mut self.digits {
            let fallen = from_above(&and(digit, &above));
            *digit = each(digit, &down_to, |digit, down_to| digit & !down_to);
            *digit = or(digit, &fallen);
        }
    }

    /// Columns to the right of empty ones close up.
    #[inline]
    fn close_up(&mut self) {
        loop {
            let filled = (self.blocks()[2] >> 16) as u16;
            // The first empty column, if one behind it is not.
            let first = (!filled).trailing_zeros();
            if u32::from(filled) >> first == 0 {
                return;
            }
            let before = ((1u64 << first) - 1) * 0x0001_0001_0001_0001;
            for word in self.digits.as_flattened_mut() {
                *word = *word & before | *word >> 1 & !before & 0x7fff_7fff_7fff_7fff;
            }
        }
    }
}

impl Position for SameGame {
    #[inline]
    fn action_count(&self) -> u32 {
        self.counts.iter().sum()
    }

    #[inline]
    fn apply(&mut self, index: u32) {
        let (mut word, mut rest) = (0, index);
        while word < 2 && rest >= self.counts[word] {
            rest -= self.counts[word];
            word += 1;
        }
        let mut cell = NONE;
        cell[word] = 1 << nth_bit(self.groups[word], rest);
        let group = self.group(&cell);
        let gone: u32 = group.iter().map(|word| word.count_ones()).sum();
        self.score += i64::from(gone - 2).pow(2);
        // From the top: what falls onto a cell is not there to be taken.
        for (word, mut left) in group.into_iter().enumerate() {
            while left != 0 {
                let place = left.trailing_zeros() as usize;
                left &= left - 1;
                self.drop_onto(4 * word + place / 16, place % 16);
            }
        }
        self.close_up();
        self.find_groups();
    }

    fn outcome(&self) -> Option<Outcome> {
        if self.blocks() == NONE {
            return Some(Outcome::Won(Player(0)));
        }
        (self.groups == NONE).then_some(Outcome::Ended)
    }

    fn scores(&self) -> [i64; 2] {
        [self.score, 0]
    }

    fn value_total(&self) -> i64 {
        self.score
    }

    fn cell(&self, row: u32, column: u32) -> i64 {
        let [a, b, c] = self
            .digits
            .map(|digit| (digit[row as usize / 4] >> (16 * (row % 4) + column) & 1) as i64);
        a + 2 * b + 4 * c
    }
}
