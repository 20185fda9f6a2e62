//! Steps that are chosen on every board, among those that begin at cells of several sets.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Direction, Lanes, SetOps, Vectors, byte_counts, nth_in_bytes, spread};
use masume_program::interp::code::SetReg;
use smallvec::SmallVec;

use super::choose::NOTHING;
use super::register_file::RegisterFile;
use super::shape::Shape;

/// As many choices of one word can be counted in bytes.
const MOST_IN_BYTES: u64 = 127;

/// The sets of cells that a way can begin at, each with what stands for the way; that is never 0.
type WayStarts<'s, const W: usize, const L: usize> = [(u64, &'s Lanes<W, L>)];

/// Choices in one word of each board: which are there, and what is found of them.
struct InWord<const L: usize> {
    /// Number of others before which the choice lies, or [`NOTHING`].
    left: [u64; L],
    /// Number of choices in each word.
    held: [u64; L],
    /// The cell's place in the word, and what stands for the way, where the choice is in this word.
    place: [u64; L],
    way: [u64; L],
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// The first cell, the bit of the direction, and the last cell (where that is chosen) of the step
    /// before which there are so many others, by first cell, then direction; nothing for [`NOTHING`].
    #[inline(always)]
    pub(super) fn nth_steps<V: Vectors>(
        &self,
        ops: SetOps<V>,
        shape: &Shape<W>,
        (starts, far): (&[(Direction, SetReg)], Option<u32>),
        indices: &[u64; L],
    ) -> (Lanes<W, L>, [u64; L], Option<Lanes<W, L>>) {
        let starts: SmallVec<[(u64, &Lanes<W, L>); 8]> = starts
            .iter()
            .map(|&(direction, cells)| (1 << direction as u8, self.set(cells)))
            .collect();
        let (first, ways, mut cells) = nth_starts(&starts, indices);
        let Some(far) = far else { return (first, ways, None) };
        let mut places = [0; L];
        for lane in 0..L {
            places[lane] = u64::from(ways[lane].trailing_zeros()) & 7;
        }
        let offsets = ops.look_up(&shape.offsets, &places);
        for lane in 0..L {
            let by = offsets[lane].wrapping_mul(far.into());
            cells[lane] = cells[lane].wrapping_add(by);
        }
        (first, ways, Some(ends_at(&cells, &ways)))
    }
}

/// The first and the last cell of the pair before which there are so many others, by first cell, then
/// by last, given by how much its number is greater; nothing for [`NOTHING`].
#[inline(always)]
pub(super) fn nth_pairs<const W: usize, const L: usize>(
    pairs: &[(i32, &Lanes<W, L>)],
    indices: &[u64; L],
) -> (Lanes<W, L>, Lanes<W, L>) {
    let starts: SmallVec<[(u64, &Lanes<W, L>); 64]> =
        (1..).zip(pairs).map(|(nth, &(_, cells))| (nth, cells)).collect();
    let (first, ways, mut cells) = nth_starts(&starts, indices);
    for lane in 0..L {
        let by = pairs.get((ways[lane] as usize).wrapping_sub(1)).map_or(0, |(by, _)| *by);
        cells[lane] = cells[lane].wrapping_add(i64::from(by) as u64);
    }
    (first, ends_at(&cells, &ways))
}

/// The first cell, what stands for the way, and the number of that cell.
#[inline(always)]
fn nth_starts<const W: usize, const L: usize>(
    starts: &WayStarts<'_, W, L>,
    indices: &[u64; L],
) -> (Lanes<W, L>, [u64; L], [u64; L]) {
    let mut first = Lanes::EMPTY;
    let (mut ways, mut cells) = ([0; L], [0; L]);
    let mut left = *indices;
    for word in 0..W {
        let found = in_word(starts, word, left);
        for lane in 0..L {
            let is_here = left[lane] < found.held[lane];
            let (held, here) = (found.held[lane], if is_here { u64::MAX } else { 0 });
            first.0[word][lane] = (1 << found.place[lane]) & here;
            cells[lane] |= (64 * word as u64 + found.place[lane]) & here;
            ways[lane] |= found.way[lane] & here;
            let is_past = is_here | (left[lane] == NOTHING);
            left[lane] = if is_past { NOTHING } else { left[lane].wrapping_sub(held) };
        }
    }
    (first, ways, cells)
}

/// Finds the choice in one word of each board, where it is there.
#[inline(always)]
fn in_word<const W: usize, const L: usize>(
    starts: &WayStarts<'_, W, L>,
    word: usize,
    left: [u64; L],
) -> InWord<L> {
    let mut found = InWord { left, held: [0; L], place: [0; L], way: [0; L] };
    let mut bytes = [0; L];
    for (_, cells) in starts {
        let cells = &cells.0[word];
        for lane in 0..L {
            found.held[lane] += u64::from(cells[lane].count_ones());
            bytes[lane] = u64::wrapping_add(bytes[lane], byte_counts(cells[lane]));
        }
    }
    let most = found.held.iter().fold(0, |most: u64, held| most.max(*held));
    if most > MOST_IN_BYTES {
        find_slowly(starts, word, &mut found);
    } else {
        find(starts, word, &bytes, &mut found);
    }
    found
}

/// Finds the byte, then the cell in it, then the direction.
#[inline(always)]
fn find<const W: usize, const L: usize>(
    starts: &WayStarts<'_, W, L>,
    word: usize,
    bytes: &[u64; L],
    found: &mut InWord<L>,
) {
    let (mut byte, mut bits) = ([0; L], [0; L]);
    for lane in 0..L {
        (byte[lane], found.left[lane]) = nth_in_bytes(bytes[lane], found.left[lane]);
    }
    // The bits of that byte, each as a byte of its own.
    for (_, cells) in starts {
        let cells = &cells.0[word];
        for lane in 0..L {
            bits[lane] = u64::wrapping_add(bits[lane], spread(cells[lane] >> byte[lane]));
        }
    }
    for lane in 0..L {
        let (bit, left) = nth_in_bytes(bits[lane], found.left[lane]);
        found.left[lane] = left;
        found.place[lane] = byte[lane] | (bit / 8);
    }
    for &(way, cells) in starts {
        let cells = &cells.0[word];
        for lane in 0..L {
            let held = cells[lane] >> found.place[lane] & 1;
            let is_this = (held != 0) & (found.left[lane] == 0);
            found.way[lane] |= if is_this { way } else { 0 };
            found.left[lane] = found.left[lane].wrapping_sub(held);
        }
    }
}

/// The same of any number, board by board.
#[cold]
#[inline(never)]
fn find_slowly<const W: usize, const L: usize>(
    starts: &WayStarts<'_, W, L>,
    word: usize,
    found: &mut InWord<L>,
) {
    for lane in 0..L {
        let mut left = found.left[lane];
        if left >= found.held[lane] {
            continue;
        }
        let held = |shift: u64, mask: u64| {
            let bits = |(_, cells): &(u64, &Lanes<W, L>)| cells.0[word][lane];
            starts.iter().map(|it| u64::from((bits(it) >> shift & mask).count_ones())).sum()
        };
        let mut place = 0;
        for (step, mask) in [(8, 0xff), (1, 1)] {
            loop {
                let here: u64 = held(place, mask);
                if left < here || place >= 64 - step {
                    break;
                }
                left -= here;
                place += step;
            }
        }
        let has = |(_, cells): &&(u64, &Lanes<W, L>)| cells.0[word][lane] >> place & 1 == 1;
        let way = starts.iter().filter(has).nth(left as usize);
        (found.place[lane], found.way[lane]) = (place, way.map_or(0, |(way, _)| *way));
    }
}

/// On every board that has a way the cell of this number.
#[inline(always)]
fn ends_at<const W: usize, const L: usize>(cells: &[u64; L], ways: &[u64; L]) -> Lanes<W, L> {
    let mut ends = Lanes::EMPTY;
    for word in 0..W {
        for lane in 0..L {
            let is_here = (cells[lane] / 64 == word as u64) & (ways[lane] != 0);
            ends.0[word][lane] = if is_here { 1 << (cells[lane] & 63) } else { 0 };
        }
    }
    ends
}
