//! Levels: from rows to a board.

use masume_syntax::ast::Spanned;
use masume_syntax::{Code, Diagnostic, bounded};

use super::board::{fill, picture_size};
use super::picture::{CellContents, read_rows};
use super::print::own_legend;
use super::required::check_required;
use super::size::grid_of_size;
use crate::model::{LevelInfo, Rules};
use crate::state::Board;

/// The board of a level; ragged rows are filled up with nothing.
///
/// # Errors
/// Glyphs that the game's own legend does not have, a size that the game does not allow, too few
/// or too many of a piece of which each board has exactly one. All lie at the level's place, for
/// its rows have none of their own.
pub fn read_level(rules: &Rules, level: &LevelInfo) -> Result<Board, Vec<Diagnostic>> {
    let (contents, mut diagnostics) = picture_of_level(rules, level);
    for diagnostic in &mut diagnostics {
        diagnostic.span = level.span;
    }
    let size = picture_size(&contents);
    if size.width == 0 || size.height == 0 {
        let message = "a level without cells";
        diagnostics.push(Diagnostic::error(
            Code::EmptyPicture,
            level.span,
            message,
            "no cells here",
        ));
    } else {
        match grid_of_size(rules, size, level.span) {
            Ok(grid) => {
                let mut board = Board::new(grid, rules.layers.len());
                fill(&mut board, &contents);
                diagnostics.extend(check_required(rules, &board, level.span));
                if diagnostics.is_empty() {
                    return Ok(board);
                }
            }
            Err(error) => diagnostics.push(error),
        }
    }
    Err(bounded(diagnostics))
}

/// The cells of a level, indexed [row][column], and what cannot be read of it.
pub(super) fn picture_of_level(
    rules: &Rules,
    level: &LevelInfo,
) -> (Vec<Vec<CellContents>>, Vec<Diagnostic>) {
    let rows: Vec<Spanned<String>> =
        level.rows.iter().map(|row| Spanned { value: row.clone(), span: level.span }).collect();
    read_rows(&rules.layers, own_legend(rules), &rows)
}
