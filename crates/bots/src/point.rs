//! Actions that choose one cell, as the points of a board that protocols for placement games know.

use masume_engine::{Action, Argument, Cell, Choice, Game, Grid};
use masume_rules::model::ParamKind;

/// Columns as they are named on a Go board, which leaves out I.
const COLUMNS: &[u8] = b"ABCDEFGHJKLMNOPQRSTUVWXYZ";

/// The only action of a game in which players do nothing but choose a cell, or pass.
pub(super) fn placing_action(game: &Game) -> Option<u8> {
    match &game.rules().actions[..] {
        [action] if action.params == [ParamKind::Cell] => Some(0),
        _ => None,
    }
}

/// The cell that an action chooses; `None` for a pass.
pub(super) fn cell_of(action: Action) -> Option<Cell> {
    match (action.choice, action.arguments[0]) {
        (Choice::Declared(_), Argument::Cell(cell)) => Some(cell),
        _ => None,
    }
}

/// A point as Go players name it: `D4`, rows from below.
pub(super) fn go_name(grid: &Grid, cell: Cell) -> Option<String> {
    let column = COLUMNS.get(usize::try_from(grid.column(cell)).ok()?)?;
    Some(format!("{}{}", char::from(*column), grid.height() as i32 - grid.row(cell)))
}

/// The cell of a point as Go players name it.
pub(super) fn go_cell(grid: &Grid, name: &str) -> Option<Cell> {
    let letter = name.bytes().next()?.to_ascii_uppercase();
    let column = COLUMNS.iter().position(|&it| it == letter)?;
    let row: i32 = name[1..].parse().ok().filter(|&row| row > 0)?;
    cell_at(grid, column as i32, grid.height() as i32 - row)
}

/// The cell of a point such as `e6`, rows from above.
pub(super) fn square(grid: &Grid, name: &str) -> Option<Cell> {
    let letter = name.bytes().next().filter(u8::is_ascii_alphabetic)?.to_ascii_lowercase();
    let row: i32 = name[1..].parse().ok().filter(|&row| row > 0)?;
    cell_at(grid, i32::from(letter - b'a'), row - 1)
}

fn cell_at(grid: &Grid, column: i32, row: i32) -> Option<Cell> {
    grid.at(column, row).filter(|&cell| grid.is_inner(cell))
}

/// The action that places on a cell.
pub(super) fn place(action: u8, cell: Cell) -> Action {
    Action::new(action, &[Argument::Cell(cell)])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn points_have_two_names() {
        let grid = Grid::new(9, 9).expect("a board");
        for (go, square_name, column, row) in
            [("A1", "a9", 0, 8), ("J9", "i1", 8, 0), ("d4", "D6", 3, 5)]
        {
            let cell = grid.at(column, row).expect("a cell");
            assert_eq!((go_cell(&grid, go), square(&grid, square_name)), (Some(cell), Some(cell)));
            assert_eq!(go_name(&grid, cell), Some(go.to_uppercase()));
        }
        for bad in ["", "I5", "A0", "A10", "K1", "5", "AA", "é1", "A-1", "A99999999999"] {
            assert_eq!(go_cell(&grid, bad), None, "{bad}");
            assert_eq!(square(&grid, bad).filter(|_| !bad.starts_with('I')), None, "{bad}");
        }
    }
}
