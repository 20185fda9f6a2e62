//! Sets of cells whose number of words is known when the program is built.
//!
//! [`crate::CellSet`] serves any board; `Bits` serves the executors, which ask millions of sets a
//! second: it lies in registers and is never allocated. What is next to what is in `steps.rs`.

use std::ops::Range;

use crate::Cell;
use crate::bytes::nth_bit;

/// A set of cells: bit i of word w is cell 64 * w + i. Bits past the last cell of the board are
/// kept zero by the code that knows the board.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub struct Bits<const W: usize>(pub [u64; W]);

/// The cell of a set's words before which there are so many others; `None` where there are not so many.
#[inline(always)]
pub fn nth_cell(words: &[u64], count: u64) -> Option<Cell> {
    let mut left = count;
    for (nth, &word) in (0u32..).zip(words) {
        let held = u64::from(word.count_ones());
        if left < held {
            return Some(Cell(64 * nth + nth_bit(word, left as u32)));
        }
        left -= held;
    }
    None
}

impl<const W: usize> Default for Bits<W> {
    fn default() -> Self {
        Self::EMPTY
    }
}

impl<const W: usize> Bits<W> {
    /// No cell.
    pub const EMPTY: Self = Self([0; W]);

    /// One cell; none where the cell lies past the last word.
    #[inline(always)]
    pub fn of(cell: Cell) -> Self {
        let mut bits = Self::EMPTY;
        bits.insert(cell);
        bits
    }

    /// The set in the first words of a slice of at least `W` words.
    #[inline(always)]
    pub fn read(words: &[u64]) -> Self {
        let mut bits = Self::EMPTY;
        bits.0.copy_from_slice(&words[..W]);
        bits
    }

    /// Puts the set into the first words of a slice of at least `W` words.
    #[inline(always)]
    pub fn write(self, words: &mut [u64]) {
        words[..W].copy_from_slice(&self.0);
    }

    /// Cells of both.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.merge(other, |mine, theirs| mine & theirs)
    }

    /// Cells of either.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: Self) -> Self {
        self.merge(other, |mine, theirs| mine | theirs)
    }

    /// Cells of this one that are not of the other.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: Self) -> Self {
        self.merge(other, |mine, theirs| mine & !theirs)
    }

    #[inline(always)]
    fn merge(mut self, other: Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(other.0) {
            *mine = operation(*mine, theirs);
        }
        self
    }

    /// True if there is no cell in it.
    #[inline(always)]
    pub fn is_empty(self) -> bool {
        self.0.iter().fold(0, |all, word| all | word) == 0
    }

    /// Number of cells.
    #[inline(always)]
    pub fn len(self) -> usize {
        self.0.iter().map(|word| word.count_ones() as usize).sum()
    }

    /// True if the cell is in it; never for one past the last word.
    #[inline(always)]
    pub fn contains(self, cell: Cell) -> bool {
        let index = cell.index();
        self.0.get(index / 64).is_some_and(|word| word >> (index % 64) & 1 == 1)
    }

    /// Puts the cell in; nothing happens for one past the last word.
    #[inline(always)]
    pub fn insert(&mut self, cell: Cell) {
        let index = cell.index();
        if let Some(word) = self.0.get_mut(index / 64) {
            *word |= 1 << (index % 64);
        }
    }

    /// Puts the cells of these numbers in; nothing happens for those past the last word.
    pub(crate) fn insert_all(&mut self, cells: Range<u32>) {
        let (from, to) = (cells.start as usize, (cells.end as usize).min(64 * W));
        for (nth, word) in self.0.iter_mut().enumerate().take(to.div_ceil(64)).skip(from / 64) {
            let (first, end) = (from.saturating_sub(64 * nth), (to - 64 * nth).min(64));
            if first < end {
                *word |= u64::MAX >> (64 - (end - first)) << first;
            }
        }
    }

    /// Takes the cell out.
    #[inline(always)]
    pub fn remove(&mut self, cell: Cell) {
        let index = cell.index();
        if let Some(word) = self.0.get_mut(index / 64) {
            *word &= !(1 << (index % 64));
        }
    }

    /// The first cell in reading order.
    #[inline(always)]
    pub fn first(self) -> Option<Cell> {
        let (nth, word) = (0u32..).zip(self.0).find(|(_, word)| *word != 0)?;
        Some(Cell(64 * nth + word.trailing_zeros()))
    }

    /// The last cell in reading order.
    #[inline(always)]
    pub fn last(self) -> Option<Cell> {
        let nth = self.0.iter().rposition(|word| *word != 0)?;
        Some(Cell(64 * nth as u32 + 63 - self.0[nth].leading_zeros()))
    }

    /// The first cell from this one on and not behind the other, in reading order.
    pub fn first_within(&self, from: Cell, to: Cell) -> Option<Cell> {
        let mut rest = u64::MAX << (from.index() % 64);
        for word in from.index() / 64..=to.index() / 64 {
            let bits = self.0.get(word)? & rest;
            if bits != 0 {
                let found = Cell(64 * word as u32 + bits.trailing_zeros());
                return Some(found).filter(|&found| found <= to);
            }
            rest = u64::MAX;
        }
        None
    }

    /// The last cell from this one on and not behind the other, in reading order.
    pub fn last_within(&self, from: Cell, to: Cell) -> Option<Cell> {
        let mut rest = u64::MAX >> (63 - to.index() % 64);
        for word in (from.index() / 64..=to.index() / 64).rev() {
            let bits = self.0.get(word)? & rest;
            if bits != 0 {
                let found = Cell(64 * word as u32 + 63 - bits.leading_zeros());
                return Some(found).filter(|&found| found >= from);
            }
            rest = u64::MAX;
        }
        None
    }

    /// The cell before which there are so many others; `None` where there are not so many.
    #[inline(always)]
    pub fn nth(self, count: usize) -> Option<Cell> {
        nth_cell(&self.0, count as u64)
    }

    /// Number of cells with a number below this one.
    #[inline(always)]
    pub fn count_before(self, end: u32) -> u32 {
        let mut count = 0;
        for (nth, word) in (0u32..).zip(self.0) {
            let here = end.saturating_sub(64 * nth);
            let below = if here < 64 { (1 << here) - 1 } else { u64::MAX };
            count += (word & below).count_ones();
        }
        count
    }

    /// The cells in reading order.
    #[inline(always)]
    pub fn iter(self) -> Iter<W> {
        Iter { bits: self, word: 0 }
    }

    /// The cells in reading order backwards.
    pub fn iter_back(mut self) -> impl Iterator<Item = Cell> {
        std::iter::from_fn(move || {
            let last = self.last()?;
            self.remove(last);
            Some(last)
        })
    }
}

/// The cells of a set, in reading order.
#[derive(Clone, Copy, Debug)]
pub struct Iter<const W: usize> {
    bits: Bits<W>,
    word: usize,
}

impl<const W: usize> Iterator for Iter<W> {
    type Item = Cell;

    #[inline(always)]
    fn next(&mut self) -> Option<Cell> {
        while let Some(word) = self.bits.0.get_mut(self.word) {
            if *word != 0 {
                let cell = Cell(64 * self.word as u32 + word.trailing_zeros());
                *word &= *word - 1;
                return Some(cell);
            }
            self.word += 1;
        }
        None
    }
}

impl<const W: usize> IntoIterator for Bits<W> {
    type Item = Cell;
    type IntoIter = Iter<W>;

    fn into_iter(self) -> Iter<W> {
        self.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn set(cells: &[u32]) -> Bits<3> {
        let mut bits = Bits::EMPTY;
        cells.iter().for_each(|&cell| bits.insert(Cell(cell)));
        bits
    }

    #[test]
    fn cells_come_in_reading_order_and_back() {
        let cells = [0, 5, 63, 64, 100, 127, 128, 191];
        let found: Vec<u32> = set(&cells).iter().map(|cell| cell.0).collect();
        assert_eq!(found, cells);
        let mut back: Vec<u32> = set(&cells).iter_back().map(|cell| cell.0).collect();
        back.reverse();
        assert_eq!(back, cells);
        assert_eq!(set(&cells).len(), cells.len());
    }

    #[test]
    fn the_nth_cell_has_so_many_before_it() {
        let cells = [0, 1, 5, 31, 32, 33, 62, 63, 64, 100, 127, 128, 191];
        for (count, cell) in cells.iter().enumerate() {
            assert_eq!(set(&cells).nth(count), Some(Cell(*cell)), "{count}");
            assert_eq!(set(&cells).count_before(*cell), count as u32);
            assert_eq!(set(&cells).count_before(*cell + 1), count as u32 + 1);
        }
        assert_eq!(set(&cells).nth(cells.len()), None);
        assert_eq!(Bits::<1>([u64::MAX]).nth(63), Some(Cell(63)));
    }

    #[test]
    fn first_and_last_are_the_ends() {
        assert_eq!(set(&[70, 7, 130]).first(), Some(Cell(7)));
        assert_eq!(set(&[70, 7, 130]).last(), Some(Cell(130)));
        assert_eq!(Bits::<3>::EMPTY.first(), None);
        assert_eq!(Bits::<3>::EMPTY.last(), None);
    }

    #[test]
    fn all_cells_of_a_range_are_put_in() {
        for (from, to) in [
            (0, 0),
            (0, 1),
            (0, 64),
            (5, 5),
            (5, 9),
            (60, 70),
            (64, 128),
            (63, 192),
            (150, 300),
            (200, 300),
        ] {
            let mut bits = set(&[100]);
            bits.insert_all(from..to);
            let cells: Vec<u32> =
                (0..192).filter(|it| (from..to).contains(it) || *it == 100).collect();
            assert_eq!(bits, set(&cells), "{from}..{to}");
        }
    }

    #[test]
    fn a_cell_past_the_last_word_is_in_no_set() {
        let mut bits = Bits::<1>([u64::MAX]);
        bits.remove(Cell(64));
        bits.insert(Cell(64));
        assert_eq!(bits.len(), 64);
        assert!(!bits.contains(Cell(64)));
    }
}
