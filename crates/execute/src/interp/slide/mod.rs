//! Lines that are looked up: actions that do the same to every line of the board.
//!
//! What becomes of a line is found by the general machine the first time that the line is met, and
//! kept. A board with a line that is not known yet is marked for a retry of that turn.

mod learn;
mod moves;
mod table;

use std::sync::Arc;
use std::sync::atomic::{AtomicU8, AtomicU64, Ordering};

use masume_board::{Direction, Lanes, SetOps, Vectors};
use masume_program::interp::slide::{AXES, CHANGES, Flags, IS_BAD, KNOWN, Slide, UNKNOWN_ADDS};

use moves::moved;

/// Slid line: after a slide to lower cells, and to higher ones.
#[derive(Clone, Copy, Debug)]
struct Line {
    to: [u32; 2],
    /// Sums that these add, more than the least number.
    adds: [i32; 2],
}

/// A line of which nothing is known, or nothing can be said.
const UNKNOWN: Line = Line { to: [0; 2], adds: [UNKNOWN_ADDS; 2] };

/// A line in a word for each direction, which boards on other threads may read while it is learned: what it becomes
/// in the lower half, what that adds in the upper one.
#[derive(Debug)]
#[repr(transparent)]
struct SharedLine([AtomicU64; 2]);

impl SharedLine {
    fn new(line: Line) -> Self {
        let shared = Self([AtomicU64::new(0), AtomicU64::new(0)]);
        shared.put(line);
        shared
    }

    fn put(&self, Line { to, adds }: Line) {
        for (word, (to, adds)) in self.0.iter().zip(to.into_iter().zip(adds)) {
            word.store(u64::from(to) | u64::from(adds as u32) << 32, Ordering::Relaxed);
        }
    }

    /// After a slide to lower cells or to higher ones.
    #[inline(always)]
    fn after(&self, is_higher: usize) -> (u64, i32) {
        let word = self.0[is_higher & 1].load(Ordering::Relaxed);
        (u64::from(word as u32), (word >> 32) as i32)
    }
}

/// Lines that are known, by axis and their bits.
#[derive(Debug)]
struct Known {
    flags: [Vec<AtomicU8>; 2],
    lines: [Vec<SharedLine>; 2],
}

/// Lines that are known, shared by all boards of a game, and lines that were met of which nothing
/// is.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    known: Arc<Known>,
    pub(crate) missing: Vec<(usize, usize)>,
}

impl Lines {
    /// Nothing known yet.
    pub(crate) fn of(slide: &Slide) -> Self {
        let sizes = slide.bits.map(|bits| 1 << bits);
        let known = Known {
            flags: sizes.map(|size| (0..size).map(|_| AtomicU8::new(0)).collect()),
            lines: sizes.map(|size| (0..size).map(|_| SharedLine::new(UNKNOWN)).collect()),
        };
        Self { known: Arc::new(known), missing: Vec::new() }
    }
}

impl Known {
    /// True if there is nothing to find out of a line.
    fn is_known(&self, axis: usize, line: usize) -> bool {
        self.flags[axis][line].load(Ordering::Acquire) & KNOWN != 0
    }
}

/// Known lines of an axis, borrowed once for all boards: a line may be written by another thread,
/// so that whatever is reached through the table is read again after each of them.
#[derive(Clone, Copy)]
struct Axis<'k> {
    flags: &'k [AtomicU8],
    lines: &'k [SharedLine],
    /// The bits of a line, and all of them.
    bits: u32,
    mask: u64,
    /// Number of lines.
    count: u32,
}

impl Axis<'_> {
    /// Flags of any line of one board, and of all.
    #[inline(always)]
    fn flags(self, packed: u64) -> [Flags; 2] {
        let of = |count: u32| {
            let (mut any, mut all, mut rest) = (0, Flags::MAX, packed);
            for _ in 0..count {
                let flags = self.flags[(rest & self.mask) as usize].load(Ordering::Acquire);
                (any, all, rest) = (any | flags, all & flags, rest >> self.bits);
            }
            [any, all]
        };
        // The usual board has no loop.
        if self.count == 4 { of(4) } else { of(self.count) }
    }

    /// One board's lines after a slide to lower cells or to higher ones, what they add, and the least that any of
    /// them adds.
    #[inline(always)]
    fn looked_up(self, is_higher: usize, packed: u64) -> (u64, i64, i32) {
        let of = |count: u32| {
            let (mut to, mut adds, mut least, mut rest) = (0, 0, i32::MAX, packed);
            let mut place = 0;
            for _ in 0..count {
                let (line, added) = self.lines[(rest & self.mask) as usize].after(is_higher);
                to |= line << place;
                adds += i64::from(added);
                least = least.min(added);
                (rest, place) = (rest >> self.bits, place + self.bits);
            }
            (to, adds, least)
        };
        if self.count == 4 { of(4) } else { of(self.count) }
    }
}

/// A slide that is looked up.
#[derive(Clone, Copy)]
pub(crate) struct LookedUp<'s>(pub(crate) &'s Slide);

impl LookedUp<'_> {
    /// The rows of every board one after another, and the columns: each line as it is looked up.
    #[inline(always)]
    fn packed<V: Vectors, const W: usize, const L: usize>(
        self,
        ops: SetOps<V>,
        sets: &[Lanes<W, L>],
        retry: &mut [u64; L],
    ) -> [[u64; L]; 2] {
        let mut packed = [0; L];
        for (nth, plane) in (0u32..).zip(self.0.numbers.planes()) {
            let plane = &sets[usize::from(plane.0)].0[0];
            for lane in 0..L {
                if nth < self.0.planes {
                    packed[lane] |= plane[lane] << (nth * self.0.cells);
                } else {
                    retry[lane] |= if plane[lane] == 0 { 0 } else { u64::MAX };
                }
            }
        }
        let rows = moved(&self.0.moves[0], ops, &packed);
        [rows, moved(&self.0.moves[1], ops, &rows)]
    }

    /// The directions in which a slide changes anything, as bits.
    #[inline(always)]
    pub(crate) fn ways<V: Vectors, const W: usize, const L: usize>(
        self,
        ops: SetOps<V>,
        sets: &[Lanes<W, L>],
        lines: &mut Lines,
        retry: &mut [u64; L],
    ) -> [u64; L] {
        let packed = self.packed(ops, sets, retry);
        let Lines { known, missing } = lines;
        let mut masks = [0; L];
        for (axis, packed) in packed.iter().enumerate() {
            let of_axis = self.axis(known, axis);
            let mut changes = [0u64; L];
            for lane in 0..L {
                let [any, all] = of_axis.flags(packed[lane]);
                if all & KNOWN == 0 || any & IS_BAD != 0 {
                    self.meet(known, missing, (axis, packed[lane]));
                    retry[lane] = u64::MAX;
                }
                changes[lane] = (any / CHANGES).into();
            }
            let [lower, higher] = AXES[axis];
            for lane in 0..L {
                masks[lane] |= (changes[lane] & 1) << lower as u64;
                masks[lane] |= (changes[lane] >> 1 & 1) << higher as u64;
            }
        }
        masks
    }

    #[inline(always)]
    fn axis<'k>(self, known: &'k Known, axis: usize) -> Axis<'k> {
        Axis {
            flags: &known.flags[axis],
            lines: &known.lines[axis],
            bits: self.0.bits[axis],
            mask: self.0.masks[axis],
            count: self.0.shapes[axis].1,
        }
    }

    /// Slides every board of the mask in its chosen direction; what the lines add.
    #[inline(always)]
    pub(crate) fn run<V: Vectors, const W: usize, const L: usize>(
        self,
        ops: SetOps<V>,
        sets: &mut [Lanes<W, L>],
        lines: &mut Lines,
        (mask, way_bits): ([u64; L], [u64; L]),
        retry: &mut [u64; L],
    ) -> [i64; L] {
        let packed = self.packed(ops, sets, retry);
        let Lines { known, missing } = lines;
        let axes = [self.axis(known, 0), self.axis(known, 1)];
        let mut after = [[0; L]; 2];
        let mut adds = [0; L];
        for lane in 0..L {
            if mask[lane] == 0 {
                continue;
            }
            let way = way_bits[lane];
            let axis = usize::from(way & (bit_of(AXES[1][0]) | bit_of(AXES[1][1])) != 0);
            let is_higher = usize::from(way & (bit_of(AXES[0][1]) | bit_of(AXES[1][1])) != 0);
            let board = packed[axis][lane];
            let (to, added, least) = axes[axis].looked_up(is_higher, board);
            if least == UNKNOWN.adds[0] {
                self.meet(known, missing, (axis, board));
                retry[lane] = u64::MAX;
            }
            (after[axis][lane], adds[lane]) = (to, added);
        }
        let [mut rows, columns] = after;
        let turned = moved(&self.0.back[1], ops, &columns);
        for lane in 0..L {
            rows[lane] |= turned[lane];
        }
        self.unpack(sets, &moved(&self.0.back[0], ops, &rows), &mask);
        adds
    }

    /// Notes the lines of a board that are not known.
    #[cold]
    #[inline(never)]
    fn meet(self, known: &Known, missing: &mut Vec<(usize, usize)>, (axis, packed): (usize, u64)) {
        for nth in 0..self.0.shapes[axis].1 {
            let line = (packed >> (nth * self.0.bits[axis]) & self.0.masks[axis]) as usize;
            if !known.is_known(axis, line) {
                missing.push((axis, line));
            }
        }
    }

    /// Puts packed planes where they belong, on the boards of the mask.
    #[inline(always)]
    fn unpack<const W: usize, const L: usize>(
        self,
        sets: &mut [Lanes<W, L>],
        packed: &[u64; L],
        mask: &[u64; L],
    ) {
        let board = (1 << self.0.cells) - 1;
        let mut occupied = [0; L];
        for (nth, plane) in (0u32..).zip(self.0.numbers.planes()).take(self.0.planes as usize) {
            let plane = &mut sets[usize::from(plane.0)].0[0];
            for lane in 0..L {
                let bits = packed[lane] >> (nth * self.0.cells) & board;
                plane[lane] = bits & mask[lane] | plane[lane] & !mask[lane];
                occupied[lane] |= bits;
            }
        }
        let plane = &mut sets[usize::from(self.0.numbers.occupied.0)].0[0];
        for lane in 0..L {
            plane[lane] = occupied[lane] & mask[lane] | plane[lane] & !mask[lane];
        }
    }
}

/// The bit of a direction.
#[inline(always)]
const fn bit_of(direction: Direction) -> u64 {
    1 << direction as u8
}
