//! Lines around and between cells, and those that cross in them.

use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::Looks;
use super::paint::{Paint, middle};
use crate::tui::palette::{Hue, Shade};

/// Box-drawing signs, or ASCII where the terminal does not show them in one column.
struct Signs {
    across: &'static str,
    down: &'static str,
    /// Indexed [top, middle, bottom][left, middle, right].
    corners: [[&'static str; 3]; 3],
}

const LINES: Signs =
    Signs {
        across: "─", down: "│", corners: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]]
    };
const DASHES: Signs =
    Signs { across: "-", down: "|", corners: [["+", "+", "+"], ["+", "+", "+"], ["+", "+", "+"]] };

/// The board goes on: left, right, up, down.
const MORE: [&str; 4] = ["<", ">", "^", "v"];

fn signs(looks: &Looks) -> &'static Signs {
    if looks.has_lines() { &LINES } else { &DASHES }
}

fn style(what: &Paint<'_>) -> Style {
    what.palette.line((what.looks.ground(), Shade::First))
}

/// A line around the board, and signs where it goes on.
pub(super) fn frame(buffer: &mut Buffer, what: &Paint<'_>) {
    let body = what.layout.body();
    grid_lines(buffer, what, body, (body.width - 1, body.height - 1));
    if !what.layout.is_part() {
        return;
    }
    let grid = what.board.grid();
    let (columns, rows) = (what.layout.columns(), what.layout.rows());
    let (middle_x, middle_y) = (body.x + body.width / 2, body.y + body.height / 2);
    let ends = [
        (columns.start > 0, body.x, middle_y),
        (columns.end < grid.width(), body.right() - 1, middle_y),
        (rows.start > 0, middle_x, body.y),
        (rows.end < grid.height(), middle_x, body.bottom() - 1),
    ];
    let behind = (what.looks.ground(), Shade::First);
    let style = what.palette.on_ground(Hue::White, behind).add_modifier(Modifier::BOLD);
    for ((is_cut, x, y), sign) in ends.into_iter().zip(MORE) {
        if is_cut {
            buffer.set_string(x, y, sign, style);
        }
    }
}

/// Lines between all cells.
pub(super) fn rules(buffer: &mut Buffer, what: &Paint<'_>) {
    grid_lines(buffer, what, what.layout.body(), what.layout.pitch());
}

/// Lines at every `pitch` columns and rows of the body.
fn grid_lines(buffer: &mut Buffer, what: &Paint<'_>, body: Rect, pitch: (u16, u16)) {
    let signs = signs(what.looks);
    let style = style(what);
    let place = |offset: u16, last: u16| match offset {
        0 => 0,
        offset if offset == last => 2,
        _ => 1,
    };
    for y in 0..body.height {
        for x in 0..body.width {
            let (on_down, on_across) = (x % pitch.0 == 0, y % pitch.1 == 0);
            let sign = match (on_down, on_across) {
                (false, false) => continue,
                (true, false) => signs.down,
                (false, true) => signs.across,
                (true, true) => signs.corners[place(y, body.height - 1)][place(x, body.width - 1)],
            };
            buffer.set_string(body.x + x, body.y + y, sign, style);
        }
    }
}

/// The lines that cross in the middle of a cell; at the edges of the board they end.
pub(super) fn crossing(
    buffer: &mut Buffer,
    what: &Paint<'_>,
    (column, row): (u32, u32),
    place: Rect,
) {
    let (signs, style) = (signs(what.looks), style(what));
    let grid = what.board.grid();
    let (x, y) = middle(place);
    let end = |at: u32, count: u32| match at {
        0 => 0,
        at if at + 1 == count => 2,
        _ => 1,
    };
    let (across, down) = (end(column, grid.width()), end(row, grid.height()));
    let left = if across == 0 { x } else { place.x };
    let right = if across == 2 { x + 1 } else { place.right() };
    for x in left..right {
        buffer.set_string(x, y, signs.across, style);
    }
    let top = if down == 0 { y } else { place.y };
    let bottom = if down == 2 { y + 1 } else { place.bottom() };
    for y in top..bottom {
        buffer.set_string(x, y, signs.down, style);
    }
    buffer.set_string(x, y, signs.corners[down][across], style);
}
