//! From cells as read to a board.

use masume_board::Grid;

use super::picture::CellContents;
use crate::model::Size;
use crate::state::Board;

/// Puts the contents of a picture onto the board, from its upper left corner.
pub(super) fn fill(board: &mut Board, contents: &[Vec<CellContents>]) {
    let grid: Grid = *board.grid();
    for (row, cells) in contents.iter().enumerate() {
        for (column, contents) in cells.iter().enumerate() {
            let Some(cell) = grid.at(column as i32, row as i32) else { continue };
            if !grid.is_inner(cell) {
                continue;
            }
            for (layer, content) in contents {
                board.set(*layer, cell, *content);
            }
        }
    }
}

/// The size that shows all rows of a picture.
pub(super) fn picture_size(contents: &[Vec<CellContents>]) -> Size {
    let width = contents.iter().map(Vec::len).max().unwrap_or(0);
    let bounded = |length: usize| u32::try_from(length).unwrap_or(u32::MAX);
    Size { width: bounded(width), height: bounded(contents.len()) }
}
