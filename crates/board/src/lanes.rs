//! Sets of many boards side by side, one lane for each board.
//!
//! Every operation is done to all lanes at once in a plain loop over them, which the compiler turns
//! into vector instructions of whatever width it may use. One lane is an ordinary set.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use crate::Cell;
use crate::bits::Bits;
use crate::vectors::for_each;

/// A set of cells of each of `L` boards: indexed `[word][lane]`. It lies where no load of a whole
/// vector finds it on two lines of the cache; vectors of WebAssembly have 16 bytes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[cfg_attr(target_family = "wasm", repr(align(16)))]
#[cfg_attr(not(target_family = "wasm"), repr(align(64)))]
pub struct Lanes<const W: usize, const L: usize>(pub [[u64; L]; W]);

impl<const W: usize, const L: usize> Lanes<W, L> {
    /// No cell on any board.
    pub const EMPTY: Self = Self([[0; L]; W]);

    /// The same set on every board.
    #[inline(always)]
    pub fn splat(set: Bits<W>) -> Self {
        let mut lanes = Self::EMPTY;
        for_each!(word in W => {
            lanes.0[word] = [set.0[word]; L];
        });
        lanes
    }

    /// The set of one board.
    #[inline(always)]
    pub fn lane(&self, lane: usize) -> Bits<W> {
        let mut set = Bits::EMPTY;
        for_each!(word in W => {
            set.0[word] = self.0[word][lane];
        });
        set
    }

    /// Puts the set of one board.
    #[inline(always)]
    pub fn set_lane(&mut self, lane: usize, set: Bits<W>) {
        for_each!(word in W => {
            self.0[word][lane] = set.0[word];
        });
    }

    /// Adds a cell to the set of one board where a mask has all bits, not where it has none.
    #[inline(always)]
    pub fn insert_where(&mut self, lane: usize, cell: Cell, mask: u64) {
        self.0[cell.index() / 64][lane] |= mask & 1 << (cell.index() % 64);
    }

    /// Result of the operation on both, word by word.
    #[inline(always)]
    #[must_use]
    pub fn merge(mut self, other: &Self, operation: impl Fn(u64, u64) -> u64) -> Self {
        for_each!(word in W => {
            for lane in 0..L {
                self.0[word][lane] = operation(self.0[word][lane], other.0[word][lane]);
            }
        });
        self
    }

    /// Cells of both.
    #[inline(always)]
    #[must_use]
    pub fn and(self, other: &Self) -> Self {
        self.merge(other, |mine, theirs| mine & theirs)
    }

    /// Cells of either.
    #[inline(always)]
    #[must_use]
    pub fn or(self, other: &Self) -> Self {
        self.merge(other, |mine, theirs| mine | theirs)
    }

    /// Cells of this one that are not of the other.
    #[inline(always)]
    #[must_use]
    pub fn without(self, other: &Self) -> Self {
        self.merge(other, |mine, theirs| mine & !theirs)
    }

    /// For each board all bits where it has a cell, none where it has none.
    #[inline(always)]
    pub fn has_any(&self) -> [u64; L] {
        let mut any = [0; L];
        for_each!(word in W => {
            for lane in 0..L {
                any[lane] |= self.0[word][lane];
            }
        });
        // Not `map`: it is not always inlined, and what is not is not built for vectors.
        for bits in &mut any {
            *bits = if *bits == 0 { 0 } else { u64::MAX };
        }
        any
    }

    /// Only the first cell in reading order of each board.
    #[inline(always)]
    #[must_use]
    pub fn first_only(mut self) -> Self {
        let mut rest = [u64::MAX; L];
        for_each!(word in W => {
            for lane in 0..L {
                let held = self.0[word][lane];
                self.0[word][lane] = held & held.wrapping_neg() & rest[lane];
                rest[lane] &= if held == 0 { u64::MAX } else { 0 };
            }
        });
        self
    }

    /// Only the last cell in reading order of each board.
    #[inline(always)]
    #[must_use]
    pub fn last_only(mut self) -> Self {
        let mut rest = [u64::MAX; L];
        for word in (0..W).rev() {
            for lane in 0..L {
                let held = self.0[word][lane];
                // Every bit up to the highest, of which only that is not below another.
                let mut filled = held;
                for by in [1, 2, 4, 8, 16, 32] {
                    filled |= filled >> by;
                }
                self.0[word][lane] = (filled ^ filled >> 1) & rest[lane];
                rest[lane] &= if held == 0 { u64::MAX } else { 0 };
            }
        }
        self
    }

    /// The cells whose numbers are greater by so much, or less; what leaves the words is gone.
    #[inline(always)]
    #[must_use]
    pub fn moved(&self, by: i32) -> Self {
        let (words, bits) = (by.unsigned_abs() as usize / 64, by.unsigned_abs() % 64);
        let mut moved = Self::EMPTY;
        for_each!(word in W => {
            let (near, far) = if by < 0 {
                (word + words, word + words + 1)
            } else {
                (word.wrapping_sub(words), word.wrapping_sub(words + 1))
            };
            for lane in 0..L {
                let of = |word: usize| self.0.get(word).map_or(0, |word| word[lane]);
                moved.0[word][lane] = if by < 0 {
                    of(near) >> bits | of(far) << 1 << (63 - bits)
                } else {
                    of(near) << bits | of(far) >> 1 >> (63 - bits)
                };
            }
        });
        moved
    }

    /// The sets of those boards whose mask has all bits, nothing of the others.
    #[inline(always)]
    #[must_use]
    pub fn only(mut self, masks: &[u64; L]) -> Self {
        for_each!(word in W => {
            for lane in 0..L {
                self.0[word][lane] &= masks[lane];
            }
        });
        self
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    #[test]
    fn the_first_or_the_last_cell_of_each_board_stays() {
        let mut lanes = Lanes::<2, 3>::EMPTY;
        for (lane, cells) in [vec![70, 3, 64], vec![], vec![127, 65]].into_iter().enumerate() {
            let mut set = Bits::EMPTY;
            cells.into_iter().for_each(|cell| set.insert(Cell(cell)));
            lanes.set_lane(lane, set);
        }
        let (first, last) = (lanes.first_only(), lanes.last_only());
        for lane in 0..3 {
            assert_eq!(first.lane(lane), lanes.lane(lane).first().map_or(Bits::EMPTY, Bits::of));
            assert_eq!(last.lane(lane), lanes.lane(lane).last().map_or(Bits::EMPTY, Bits::of));
        }
    }

    #[test]
    fn cells_are_moved_over_words() {
        let cells = [0u32, 5, 63, 64, 100, 127, 128, 191];
        for by in [0i32, 1, -1, 17, -17, 64, -64, 70, -70, 200, -200] {
            let mut lanes = Lanes::<3, 2>::EMPTY;
            let (mut set, mut expected) = (Bits::EMPTY, Bits::EMPTY);
            for cell in cells {
                set.insert(Cell(cell));
                let moved = cell as i32 + by;
                if (0..192).contains(&moved) {
                    expected.insert(Cell(moved as u32));
                }
            }
            lanes.set_lane(1, set);
            let moved = lanes.moved(by);
            assert_eq!((moved.lane(0), moved.lane(1)), (Bits::EMPTY, expected), "{by}");
        }
    }

    #[test]
    fn masks_keep_whole_boards() {
        let mut lanes = Lanes::<1, 3>::EMPTY;
        lanes.set_lane(1, Bits::of(Cell(5)));
        lanes.set_lane(2, Bits::of(Cell(6)));
        assert_eq!(lanes.has_any(), [0, u64::MAX, u64::MAX]);
        assert_eq!(lanes.only(&[0, u64::MAX, 0]).0, [[0, 1 << 5, 0]]);
    }
}
