//! Planes that hold the bits of a number on each cell.

use super::bit_writer::{bits_from, lowest};

/// Planes of this many words, the lowest bits of all numbers first, at most eight.
#[derive(Clone, Copy, Debug)]
pub(super) struct DigitPlanes<'p> {
    pub(super) planes: &'p [u64],
    pub(super) words: usize,
}

impl DigitPlanes<'_> {
    /// Numbers on runs of cells, cell by cell: where each run begins, and how many cells it has.
    #[inline(always)]
    pub(super) fn numbers(
        self,
        runs: impl Iterator<Item = (usize, u32)>,
        mut each: impl FnMut(u8),
    ) {
        for (first, count) in runs {
            for cell in (0..count).step_by(8) {
                let (from, count) = (first + cell as usize, (count - cell).min(8));
                let rows = if self.words == 1 {
                    let mask = lowest(count);
                    let planes = self.planes.iter().rev();
                    planes.fold(0, |rows, plane| rows << 8 | plane >> from & mask)
                } else {
                    let planes = self.planes.rchunks_exact(self.words);
                    planes.fold(0, |rows, plane| rows << 8 | bits_from(plane, from, count))
                };
                transposed(rows).to_le_bytes().into_iter().take(count as usize).for_each(&mut each);
            }
        }
    }
}

/// Bit j of byte i as bit i of byte j: single bits are swapped, then 2 x 2 of them, then 4 x 4 (Warren, Hacker's Delight, 7-3).
#[inline(always)]
fn transposed(bits: u64) -> u64 {
    let swapped = |bits: u64, by: u32, which: u64| {
        let differ = (bits ^ bits >> by) & which;
        bits ^ differ ^ differ << by
    };
    let bits = swapped(bits, 7, 0x00aa_00aa_00aa_00aa);
    let bits = swapped(bits, 14, 0x0000_cccc_0000_cccc);
    swapped(bits, 28, 0x0000_0000_f0f0_f0f0)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn numbers_are_read_of_their_bits() {
        for (words, digits) in [(1, 1), (1, 3), (1, 5), (1, 8), (2, 5), (2, 6), (2, 8)] {
            let number = |cell: usize| ((cell * 37 + cell / 5) % (1 << digits)) as u8;
            let mut planes = vec![0u64; digits * words];
            for cell in 0..64 * words {
                for digit in (0..digits).filter(|digit| number(cell) >> digit & 1 != 0) {
                    planes[words * digit + cell / 64] |= 1 << (cell % 64);
                }
            }
            let runs = [(0, 64), (3, 1), (60, 9), (64, 64), (17, 63), (5, 4), (11, 8)];
            let is_inside = |(first, count): &(usize, u32)| first + *count as usize <= 64 * words;
            let runs: Vec<(usize, u32)> = runs.into_iter().filter(is_inside).collect();
            let cells = runs.iter().flat_map(|(first, count)| *first..first + *count as usize);
            let wanted: Vec<u8> = cells.map(number).collect();
            let mut seen = Vec::new();
            let read = DigitPlanes { planes: &planes, words };
            read.numbers(runs.into_iter(), |number| seen.push(number));
            assert_eq!(seen, wanted, "{words} words, {digits} digits");
        }
    }
}
