//! Looks of pieces and of the board, for faces that draw them.

use std::collections::BTreeMap;

use masume_syntax::ast::{Side, Size};

use super::{Content, Layer, Sprite};

/// The look of one content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayInfo {
    /// The content; `None` for a cell that holds nothing.
    pub subject: Option<(Layer, Content)>,
    /// From the plainest set to the richest: ASCII, Unicode, wide.
    pub glyphs: Vec<String>,
    /// A colour name.
    pub colour: Option<String>,
    /// The shape that fills a cell that is larger than a glyph.
    pub figure: Option<Figure>,
    /// The name in messages.
    pub spoken: Option<String>,
    /// The picture, where cells are large enough for it.
    pub sprite: Option<Sprite>,
}

/// The look of the board as a whole.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct BoardLook {
    /// Side to which each row stands half a cell further on than the one above it.
    pub slant: Option<Slant>,
    /// Groups of cells that are parted from each other.
    pub blocks: Option<Blocks>,
    /// The piece that an edge of the board looks like.
    pub edges: BTreeMap<Side, (Layer, Content)>,
    /// Pieces around what is inside: free cells that are joined to the edge without crossing one
    /// are no part of the picture.
    pub outside: Vec<(Layer, Content)>,
}

/// The side to which the rows of a slanted board lean.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Slant {
    /// Each row is further to the left than the one above.
    Left,
    /// Each row is further to the right than the one above.
    Right,
}

/// Groups of cells that are parted from each other, from the upper left corner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Blocks {
    /// Columns and rows of a block.
    OfSize(Size),
    /// The number of blocks across and down; those on the left and at the top are the smaller ones.
    Counted(Size),
}

impl Blocks {
    /// True if a block begins with this column of so many, and it is not the first.
    pub fn begins_at_column(self, column: u32, columns: u32) -> bool {
        match self {
            Self::OfSize(size) => begins_by_size(column, size.width),
            Self::Counted(count) => begins_by_count(column, columns, count.width),
        }
    }

    /// True if a block begins with this row of so many, and it is not the first.
    pub fn begins_at_row(self, row: u32, rows: u32) -> bool {
        match self {
            Self::OfSize(size) => begins_by_size(row, size.height),
            Self::Counted(count) => begins_by_count(row, rows, count.height),
        }
    }
}

fn begins_by_size(at: u32, size: u32) -> bool {
    at > 0 && size > 0 && at.is_multiple_of(size)
}

fn begins_by_count(at: u32, length: u32, count: u32) -> bool {
    let block = |at: u32| u64::from(at) * u64::from(count) / u64::from(length.max(1));
    at > 0 && block(at) != block(at - 1)
}

/// A shape that fills a cell that is larger than a glyph.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Figure {
    /// A round piece.
    Disc,
    /// A circle that is empty inside.
    Ring,
    /// Two lines that cross.
    Cross,
    /// A square piece with a rim of ground around it.
    Box,
    /// All of the cell.
    Tile,
    /// A line across the cell, which goes on in what is beside it.
    Bar,
    /// A line down the cell, which goes on in what is above and below it.
    Post,
    /// A line from the lower left corner of the cell to the upper right one.
    Slash,
    /// A line from the upper left corner of the cell to the lower right one.
    Backslash,
    /// A small sign beside another piece of its cell.
    Sign,
    /// Nothing: the cell looks as if the piece were not there.
    Unseen,
    /// Of pieces and of free cells: the lines of the cells around it meet in its middle.
    Joint,
    /// A joint at which the lines of the diagonal cells meet too.
    Star,
    /// Of pieces and of free cells: the board's ground, which is no place for a piece.
    Bare,
    /// Of pieces and of free cells: no part of the board.
    Gap,
    /// Of free cells: two shades take turns, as on a chess board.
    Squares,
    /// Of free cells: pieces stand where lines cross.
    Lines,
}

impl Figure {
    /// Those of pieces, those of both, then those of free cells.
    pub const ALL: [Self; 17] = [
        Self::Disc,
        Self::Ring,
        Self::Cross,
        Self::Box,
        Self::Tile,
        Self::Bar,
        Self::Post,
        Self::Slash,
        Self::Backslash,
        Self::Sign,
        Self::Unseen,
        Self::Joint,
        Self::Star,
        Self::Bare,
        Self::Gap,
        Self::Squares,
        Self::Lines,
    ];

    /// Its word in a game's text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Disc => "disc",
            Self::Ring => "ring",
            Self::Cross => "cross",
            Self::Box => "box",
            Self::Tile => "tile",
            Self::Bar => "bar",
            Self::Post => "post",
            Self::Slash => "slash",
            Self::Backslash => "backslash",
            Self::Sign => "sign",
            Self::Unseen => "unseen",
            Self::Joint => "joint",
            Self::Star => "star",
            Self::Bare => "bare",
            Self::Gap => "gap",
            Self::Squares => "squares",
            Self::Lines => "lines",
        }
    }

    /// True if it is for pieces.
    pub fn is_of_pieces(self) -> bool {
        !matches!(self, Self::Squares | Self::Lines)
    }

    /// True if it is for cells that hold nothing.
    pub fn is_of_nothing(self) -> bool {
        let is_of_both = matches!(self, Self::Joint | Self::Star | Self::Bare | Self::Gap);
        is_of_both || matches!(self, Self::Squares | Self::Lines)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blocks_begin_where_their_size_or_their_number_has_it() {
        let begins = |blocks: Blocks, length| -> Vec<u32> {
            (0..length).filter(|at| blocks.begins_at_column(*at, length)).collect()
        };
        let size = |width| Blocks::OfSize(Size { width, height: 1 });
        let count = |width| Blocks::Counted(Size { width, height: 1 });
        assert_eq!(begins(size(3), 9), [3, 6]);
        assert_eq!(begins(size(4), 9), [4, 8]);
        assert_eq!(begins(size(9), 9), []);
        assert_eq!(begins(size(u32::MAX), 9), []);
        assert_eq!(begins(count(2), 6), [3]);
        assert_eq!(begins(count(2), 7), [4]);
        assert_eq!(begins(count(3), 9), [3, 6]);
        assert_eq!(begins(count(1), 9), []);
        assert_eq!(begins(count(u32::MAX), 3), [1, 2]);
    }
}
