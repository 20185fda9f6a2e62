//! Tables of slid lines, for machine code that looks them up.

use std::any::Any;
use std::sync::Arc;

use masume_board::Direction;

use super::BitMoves;
use crate::interp::code::SetReg;

/// Slid lines of a board of one word.
#[derive(Debug)]
pub struct SlideTable {
    /// The planes of bits, the lowest first; of those behind the first `looked_at` a board that slides has none.
    pub planes: Vec<SetReg>,
    /// Number of lines that are looked at.
    pub looked_at: usize,
    /// The plane that says where anything lies.
    pub occupied: SetReg,
    /// Cells of the board: planes lie one behind the other, each of so many bits.
    pub cells: u32,
    /// Moves of bits when such planes become rows, and when rows become columns.
    pub forth: [[BitMoves; 2]; 2],
    /// Moves of bits on the way back.
    pub back: [[BitMoves; 2]; 2],
    /// Rows, and columns.
    pub axes: [SlideAxis; 2],
    /// Memory that the axes point to.
    pub memory: Arc<dyn Any + Send + Sync>,
}

/// The lines of an axis.
#[derive(Debug)]
pub struct SlideAxis {
    /// Number of lines.
    pub count: u32,
    /// Bits of a line, by which it is looked up.
    pub bits: u32,
    /// The directions to lower cells and to higher ones.
    pub directions: [Direction; 2],
    /// Indexed by the bits of a line: a byte that says what is known of it.
    pub flags: *const u8,
    /// Indexed so: a word for a slide to lower cells and one for a slide to higher cells, what it becomes in the lower
    /// half and what that adds in the upper one.
    pub lines: *const [u64; 2],
}
