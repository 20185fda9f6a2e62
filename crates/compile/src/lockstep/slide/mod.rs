//! Lines that are looked up: actions that do the same to every line of the board.
//!
//! What becomes of a line is found by the general machine the first time that the line is met, and
//! kept. A board with a line that is not known yet is given up for that turn.

mod learn;

use masume_board::{Direction, Lanes};

use super::registers::NumberPlanes;
use crate::program::Layout;

/// The most bits of a line: tables of 2^20 lines.
pub(crate) const MOST_LINE_BITS: u32 = 20;

/// The two axes, each with the direction to lower cells first.
const AXES: [[Direction; 2]; 2] =
    [[Direction::Left, Direction::Right], [Direction::Up, Direction::Down]];

/// An action that chooses a direction and slides every line that way.
#[derive(Clone, Debug)]
pub(crate) struct Slide {
    pub(crate) action: u8,
    pub(crate) numbers: NumberPlanes,
    /// Which value counts, by its index.
    pub(crate) value: Option<usize>,
    /// Planes of bits that are looked at; a board with others is given up.
    planes: u32,
    cells: u32,
    /// Cells of a line of each axis, and lines.
    shapes: [(u32, u32); 2],
    /// How bits move when columns become rows, and back: by so many places, for these bits.
    turns: [Vec<(i32, u64)>; 2],
    /// Indexed by axis: the bits of a line where it is the first, and by what they are multiplied to
    /// come next to each other in the highest bits, where a factor does.
    gathers: [(u64, Option<u64>); 2],
}

/// What becomes of a line.
#[derive(Clone, Copy, Debug, Default)]
struct Line {
    /// After a slide to lower cells, and to higher ones: as the first line of a packed board.
    to: [u64; 2],
    /// What these add.
    adds: [i32; 2],
    flags: u64,
}

const KNOWN: u64 = 1;
const IS_BAD: u64 = 2;
/// Whether a slide to lower cells changes the line; one to higher cells, a bit further up.
const CHANGES: u64 = 4;

/// What is known of lines, by axis, and which lines were met that are not.
#[derive(Clone, Debug)]
pub(crate) struct Lines {
    known: [Vec<Line>; 2],
    pub(crate) missing: Vec<(usize, usize)>,
}

impl Slide {
    /// A slide of a layer's lines, on a board of one word.
    pub(crate) fn new(
        layout: &Layout,
        action: u8,
        numbers: NumberPlanes,
        value: Option<usize>,
    ) -> Option<Self> {
        let (width, height) = (layout.grid.width(), layout.grid.height());
        let cells = width * height;
        if layout.grid.rim() > 0 || cells > 32 {
            return None;
        }
        let longest = width.max(height);
        let planes = (64 / cells).min(MOST_LINE_BITS / longest).min(u32::from(numbers.bits));
        let turn = |columns: u32, rows: u32| {
            let mut turns: Vec<(i32, u64)> = Vec::new();
            for cell in 0..cells {
                let (row, column) = (cell / columns, cell % columns);
                let shift = (column * rows + row) as i32 - cell as i32;
                let bits = (0..planes).fold(0u64, |all, plane| all | 1 << (plane * cells + cell));
                match turns.iter_mut().find(|(known, _)| *known == shift) {
                    Some((_, all)) => *all |= bits,
                    None => turns.push((shift, bits)),
                }
            }
            turns
        };
        let shapes = [(width, height), (height, width)];
        let gather = |(length, _): (u32, u32)| {
            let row = (1u64 << length) - 1;
            let first = (0..planes).fold(0, |all, plane| all | row << (plane * cells));
            (first, factor(cells, length, planes))
        };
        Some(Self {
            gathers: shapes.map(gather),
            action,
            numbers,
            value,
            planes,
            cells,
            shapes,
            turns: [turn(width, height), turn(height, width)],
        })
    }

    /// Of rows and of columns: the cells of a line, and the bits by which it is looked up.
    pub(crate) fn line_bits(&self) -> [(u32, u32); 2] {
        self.shapes.map(|(length, _)| (length, length * self.planes))
    }

    /// Nothing known yet.
    pub(crate) fn lines(&self) -> Lines {
        let size = |axis: usize| 1usize << (self.shapes[axis].0 * self.planes);
        let known = [0, 1].map(|axis| vec![Line::default(); size(axis)]);
        Lines { known, missing: Vec::new() }
    }

    /// The planes of every board in one word, or its lines turned.
    #[inline(always)]
    fn packed<const W: usize, const L: usize>(
        &self,
        sets: &[Lanes<W, L>],
        given_up: &mut [u64; L],
    ) -> [u64; L] {
        let mut packed = [0; L];
        for (nth, plane) in (0u32..).zip(self.numbers.planes()) {
            let plane = &sets[usize::from(plane.0)].0[0];
            for lane in 0..L {
                if nth < self.planes {
                    packed[lane] |= plane[lane] << (nth * self.cells);
                } else {
                    given_up[lane] |= if plane[lane] == 0 { 0 } else { u64::MAX };
                }
            }
        }
        packed
    }

    #[inline(always)]
    fn turned<const L: usize>(&self, packed: &[u64; L], axis: usize) -> [u64; L] {
        let mut turned = [0; L];
        for &(shift, bits) in &self.turns[axis] {
            for lane in 0..L {
                let moved = packed[lane] & bits;
                turned[lane] |= if shift >= 0 { moved << shift } else { moved >> -shift };
            }
        }
        turned
    }

    /// The bits of one line.
    #[inline(always)]
    fn line(&self, packed: u64, axis: usize, line: u32) -> usize {
        let (length, _) = self.shapes[axis];
        let (first, factor) = self.gathers[axis];
        let bits = packed >> (line * length) & first;
        if let Some(factor) = factor {
            return (bits.wrapping_mul(factor) >> (64 - length * self.planes)) as usize;
        }
        let mut found = 0;
        for plane in 0..self.planes {
            let row = (1 << length) - 1;
            found |= bits >> (plane * (self.cells - length)) & row << (plane * length);
        }
        found as usize
    }

    /// The directions in which a slide changes anything, as bits.
    #[inline(always)]
    pub(crate) fn ways<const W: usize, const L: usize>(
        &self,
        sets: &[Lanes<W, L>],
        lines: &mut Lines,
        given_up: &mut [u64; L],
    ) -> [u64; L] {
        let packed = self.packed(sets, given_up);
        let turned = self.turned(&packed, 0);
        let mut masks = [0; L];
        for lane in 0..L {
            let mut changes = [0; 2];
            for (axis, packed) in [packed[lane], turned[lane]].into_iter().enumerate() {
                let known = &lines.known[axis];
                let (mut any, mut all) = (0, u64::MAX);
                for line in 0..self.shapes[axis].1 {
                    let flags = known[self.line(packed, axis, line)].flags;
                    any |= flags;
                    all &= flags;
                }
                if all & KNOWN == 0 || any & IS_BAD != 0 {
                    self.meet(lines, axis, packed);
                    given_up[lane] = u64::MAX;
                }
                changes[axis] = any;
            }
            let (rows, columns) = (changes[0] / CHANGES, changes[1] / CHANGES);
            masks[lane] = (rows & 1) << Direction::Left as u8
                | (rows >> 1 & 1) << Direction::Right as u8
                | (columns & 1) << Direction::Up as u8
                | (columns >> 1 & 1) << Direction::Down as u8;
        }
        masks
    }

    /// Slides every board of the mask in its chosen direction; what the lines add.
    #[inline(always)]
    pub(crate) fn run<const W: usize, const L: usize>(
        &self,
        sets: &mut [Lanes<W, L>],
        lines: &mut Lines,
        (mask, way_bits): ([u64; L], [u64; L]),
        given_up: &mut [u64; L],
    ) -> [i64; L] {
        let packed = self.packed(sets, given_up);
        let turned = self.turned(&packed, 0);
        let (mut after, mut after_turned) = ([0; L], [0; L]);
        let mut adds = [0; L];
        for lane in 0..L {
            if mask[lane] == 0 {
                continue;
            }
            let way = way_bits[lane];
            let axis = usize::from(way & (bit_of(AXES[1][0]) | bit_of(AXES[1][1])) != 0);
            let is_higher = usize::from(way & (bit_of(AXES[0][1]) | bit_of(AXES[1][1])) != 0);
            let from = if axis == 0 { packed[lane] } else { turned[lane] };
            let (length, count) = self.shapes[axis];
            let known = &lines.known[axis];
            let (mut to, mut any, mut all) = (0, 0, u64::MAX);
            for line in 0..count {
                let found = &known[self.line(from, axis, line)];
                to |= found.to[is_higher] << (line * length);
                adds[lane] += i64::from(found.adds[is_higher]);
                any |= found.flags;
                all &= found.flags;
            }
            if all & KNOWN == 0 || any & IS_BAD != 0 {
                self.meet(lines, axis, from);
                given_up[lane] = u64::MAX;
            }
            if axis == 0 {
                after[lane] = to;
            } else {
                after_turned[lane] = to;
            }
        }
        let back = self.turned(&after_turned, 1);
        self.unpack(sets, &after, &back, &mask);
        adds
    }

    /// Notes the lines of a board that are not known.
    #[cold]
    #[inline(never)]
    fn meet(&self, lines: &mut Lines, axis: usize, packed: u64) {
        for line in 0..self.shapes[axis].1 {
            let bits = self.line(packed, axis, line);
            if lines.known[axis][bits].flags & KNOWN == 0 {
                lines.missing.push((axis, bits));
            }
        }
    }

    /// Puts packed planes where they belong, on the boards of the mask.
    #[inline(always)]
    fn unpack<const W: usize, const L: usize>(
        &self,
        sets: &mut [Lanes<W, L>],
        packed: &[u64; L],
        turned: &[u64; L],
        mask: &[u64; L],
    ) {
        let board = if self.cells == 64 { u64::MAX } else { (1 << self.cells) - 1 };
        let mut occupied = [0; L];
        for (nth, plane) in (0u32..).zip(self.numbers.planes()).take(self.planes as usize) {
            let plane = &mut sets[usize::from(plane.0)].0[0];
            for lane in 0..L {
                let bits = (packed[lane] | turned[lane]) >> (nth * self.cells) & board;
                plane[lane] = bits & mask[lane] | plane[lane] & !mask[lane];
                occupied[lane] |= bits;
            }
        }
        let plane = &mut sets[usize::from(self.numbers.occupied.0)].0[0];
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

/// What gathers the bits of a line by one multiplication: the product of each plane with its own
/// term lies next to the others in the highest bits, and no two products share a bit, so that
/// nothing is carried.
fn factor(cells: u32, length: u32, planes: u32) -> Option<u64> {
    let shift = |plane: u32| (64 - length * planes + length * plane).checked_sub(cells * plane);
    let shifts: Vec<u32> = (0..planes).map(shift).collect::<Option<_>>()?;
    let mut taken = 0u64;
    for plane in 0..planes {
        for shift in &shifts {
            let row = ((1u64 << length) - 1).checked_shl(plane * cells + shift).unwrap_or(0);
            if taken & row != 0 {
                return None;
            }
            taken |= row;
        }
    }
    Some(shifts.iter().fold(0, |all, shift| all | 1 << shift))
}

#[cfg(test)]
mod tests {
    use super::factor;

    #[test]
    fn a_factor_gathers_a_line() {
        let factor = factor(16, 4, 4).unwrap();
        for bits in [0u64, 1, 0xffff, 0x1234, 0x8421, 0xfedc] {
            let spread =
                (0..4).fold(0, |all, plane| all | (bits >> (4 * plane) & 15) << (16 * plane));
            assert_eq!(u64::wrapping_mul(spread, factor) >> 48, bits);
        }
    }

    #[test]
    fn terms_that_would_carry_give_none() {
        assert_eq!(factor(9, 3, 5), None);
    }
}
