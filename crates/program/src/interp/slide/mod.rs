//! Lines that are looked up: actions that do the same to every line of the board.

mod moves;
mod table;

use masume_board::Direction;

use super::registers::NumberPlanes;
use crate::Layout;
pub use moves::{BitMoves, Moves};
pub use table::{SlideAxis, SlideTable};

/// The most bits of a line: tables of 2^20 lines.
pub const MOST_LINE_BITS: u32 = 20;

/// The two axes, each with the direction to lower cells first.
pub const AXES: [[Direction; 2]; 2] =
    [[Direction::Left, Direction::Right], [Direction::Up, Direction::Down]];

/// Sum that stands for a line of which nothing is known.
pub const UNKNOWN_ADDS: i32 = i32::MIN;

/// Flags of what is known of a line, in a byte, so that those of most boards lie near; 0 at first.
pub type Flags = u8;

/// The line is known.
pub const KNOWN: Flags = 1;
/// Nothing can be said of it.
pub const IS_BAD: Flags = 2;
/// A slide to lower cells changes the line; one to higher cells, a bit further up.
pub const CHANGES: Flags = 4;

/// An action that chooses a direction and slides every line that way.
#[derive(Clone, Debug)]
pub struct Slide {
    /// The index of the action.
    pub action: u8,
    /// The layer whose lines slide.
    pub numbers: NumberPlanes,
    /// Index of the value that counts.
    pub value: Option<usize>,
    /// Planes of bits that are looked at; a board with others is marked for a retry.
    pub planes: u32,
    /// Cells of the board.
    pub cells: u32,
    /// Cells of a line of each axis, and lines.
    pub shapes: [(u32, u32); 2],
    /// By axis: how many bits a line has.
    pub bits: [u32; 2],
    /// By axis: a line with all bits.
    pub masks: [u64; 2],
    /// Moves of bits when planes become rows, and when rows become columns.
    pub moves: [Moves; 2],
    /// Moves of bits on the way back.
    pub back: [Moves; 2],
}

impl Slide {
    /// A slide of a layer's lines, on a board of one word.
    pub fn new(
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
        // Where the bit of a plane lies for the cell of a row and a column.
        let packed = |[plane, row, column]: [u32; 3]| plane * cells + row * width + column;
        let rows = |[plane, row, column]: [u32; 3]| (row * planes + plane) * width + column;
        let columns = |[plane, row, column]: [u32; 3]| (column * planes + plane) * height + row;
        let every =
            || (0..planes * cells).map(|bit| [bit / cells, bit % cells / width, bit % width]);
        let bits = [width, height].map(|length| length * planes);
        Some(Self {
            action,
            numbers,
            value,
            planes,
            cells,
            shapes: [(width, height), (height, width)],
            bits,
            masks: bits.map(|bits| (1 << bits) - 1),
            moves: [
                Moves::new(every().map(|bit| (packed(bit), rows(bit)))),
                Moves::new(every().map(|bit| (rows(bit), columns(bit)))),
            ],
            back: [
                Moves::new(every().map(|bit| (rows(bit), packed(bit)))),
                Moves::new(every().map(|bit| (columns(bit), rows(bit)))),
            ],
        })
    }

    /// Of rows and of columns: the cells of a line, and the bits by which it is looked up.
    pub fn line_bits(&self) -> [(u32, u32); 2] {
        [0, 1].map(|axis| (self.shapes[axis].0, self.bits[axis]))
    }
}
