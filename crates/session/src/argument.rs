//! Picks as arguments of actions.

use masume_engine::{Action, Argument, Cell, Direction, Grid};
use masume_rules::model::ParamKind;

use crate::Pick;

/// Without the places that are not used.
pub(crate) fn arguments(action: &Action) -> &[Argument] {
    let count = action.arguments.iter().take_while(|it| **it != Argument::None).count();
    &action.arguments[..count]
}

/// True if pointing there chooses the argument.
pub(crate) fn fits(grid: &Grid, pick: Pick, argument: Argument) -> bool {
    match (pick, argument) {
        (Pick::Cell(cell), Argument::Cell(asked)) => cell == asked,
        (Pick::Cell(cell), Argument::Column(column)) => {
            grid.is_inner(cell) && grid.column(cell) == column as i32
        }
        (Pick::Cell(cell), Argument::Row(row)) => {
            grid.is_inner(cell) && grid.row(cell) == row as i32
        }
        (Pick::Direction(direction), Argument::Direction(asked)) => direction == asked,
        (Pick::Cell(_), Argument::Direction(_) | Argument::None)
        | (
            Pick::Direction(_),
            Argument::Cell(_) | Argument::Column(_) | Argument::Row(_) | Argument::None,
        ) => false,
    }
}

/// Argument that the parameter would be given; whether a direction is one of its ways is for the rules.
pub(crate) fn argument_of(grid: &Grid, pick: Pick, param: &ParamKind) -> Option<Argument> {
    match (pick, param) {
        (Pick::Cell(cell), _) if !grid.is_inner(cell) => None,
        (Pick::Cell(cell), ParamKind::Cell) => Some(Argument::Cell(cell)),
        (Pick::Cell(cell), ParamKind::Column) => Some(Argument::Column(grid.column(cell) as u32)),
        (Pick::Cell(cell), ParamKind::Row) => Some(Argument::Row(grid.row(cell) as u32)),
        (Pick::Direction(direction), ParamKind::Direction(_)) => {
            Some(Argument::Direction(direction))
        }
        (Pick::Cell(_), ParamKind::Direction(_))
        | (Pick::Direction(_), ParamKind::Cell | ParamKind::Column | ParamKind::Row) => None,
    }
}

/// The cells that an argument names.
pub(crate) fn cells_of(grid: &Grid, argument: Argument) -> Vec<Cell> {
    match argument {
        Argument::None | Argument::Direction(_) => Vec::new(),
        Argument::Cell(cell) => vec![cell],
        Argument::Column(column) => {
            grid.inner_cells().filter(|cell| grid.column(*cell) == column as i32).collect()
        }
        Argument::Row(row) => {
            grid.inner_cells().filter(|cell| grid.row(*cell) == row as i32).collect()
        }
    }
}

/// The direction that lies nearest to the line between two different cells.
pub(crate) fn direction_of(grid: &Grid, from: Cell, to: Cell) -> Direction {
    let (across, down) = (grid.column(to) - grid.column(from), grid.row(to) - grid.row(from));
    // A slope below one half is nearer to the straight direction than to the diagonal.
    let across_counts = 2 * across.abs() >= down.abs();
    let down_counts = 2 * down.abs() >= across.abs();
    let offset = (
        if across_counts { across.signum() } else { 0 },
        if down_counts { down.signum() } else { 0 },
    );
    Direction::from_offset(offset.0, offset.1).unwrap_or(Direction::Right)
}
