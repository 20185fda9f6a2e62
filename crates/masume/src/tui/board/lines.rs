//! Lines around and between cells, and those that join in them.

use masume_presentation::picture::Looks;
use masume_presentation::picture::hue::{Hue, Shade};
use masume_presentation::picture::looks::DIAGONAL_SIGNS;
use masume_presentation::picture::terrain::{Arms, Terrain};
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::paint::{Paint, middle};

/// Box-drawing signs, or ASCII where the terminal does not show them in one column.
///
/// Indexed by the lines that meet: 1 to the left, 2 to the right, 4 up, 8 down.
type Signs = [&'static str; 16];

const LINES: Signs =
    ["·", "─", "─", "─", "│", "┘", "└", "┴", "│", "┐", "┌", "┬", "│", "┤", "├", "┼"];
const DASHES: Signs =
    [".", "-", "-", "-", "|", "+", "+", "+", "|", "+", "+", "+", "|", "+", "+", "+"];
/// Lines of which those down are thick, those across, and all.
const HEAVY_DOWN: Signs =
    [" ", "─", "─", "─", "┃", "┦", "┞", "┸", "┃", "┧", "┟", "┰", "┃", "┨", "┠", "╂"];
const HEAVY_ACROSS: Signs =
    [" ", "━", "━", "━", "│", "┙", "┕", "┷", "│", "┑", "┍", "┯", "│", "┥", "┝", "┿"];
const HEAVY: Signs =
    [" ", "━", "━", "━", "┃", "┛", "┗", "┻", "┃", "┓", "┏", "┳", "┃", "┫", "┣", "╋"];
/// A thick line where there are no such signs.
const THICK: &str = "#";

/// Diagonal lines where the terminal does not show their signs in one column.
const PLAIN_DIAGONALS: [&str; 3] = ["/", "\\", "X"];

/// The board goes on: left, right, up, down.
const MORE: [&str; 4] = ["<", ">", "^", "v"];

fn style(what: &Paint<'_>) -> Style {
    what.palette.line((what.looks.ground(), Shade::First))
}

/// The sign for lines that meet, of which those down or across may be thick.
fn sign(looks: &Looks, arms: Arms, (heavy_down, heavy_across): (bool, bool)) -> &'static str {
    let Arms { left, right, up, down, .. } = arms;
    let bits = [left, right, up, down].into_iter().enumerate();
    let index = bits.map(|(bit, is_set)| usize::from(is_set) << bit).sum::<usize>();
    let is_heavy = (heavy_down && (up || down)) || (heavy_across && (left || right));
    let signs = match (is_heavy, looks.has_heavy_lines(), heavy_down, heavy_across) {
        (false, ..) => {
            if looks.has_lines() {
                &LINES
            } else {
                &DASHES
            }
        }
        (true, false, ..) => return THICK,
        (true, true, true, true) => &HEAVY,
        (true, true, true, false) => &HEAVY_DOWN,
        (true, true, false, _) => &HEAVY_ACROSS,
    };
    signs[index]
}

/// A line around the board or on two sides of it, and signs where it goes on.
pub(super) fn frame(buffer: &mut Buffer, what: &Paint<'_>) {
    let inside = what.layout.inside();
    let (across, down) = what.layout.frame();
    let style = style(what);
    let (last_x, last_y) = (inside.width - 1, inside.height - 1);
    for y in 0..inside.height {
        for x in 0..inside.width {
            let is_side = across > 0 && (x == 0 || x == last_x);
            let is_end = down > 0 && (y == 0 || y == last_y);
            if !is_side && !is_end {
                continue;
            }
            let arms = Arms {
                left: is_end && x > 0,
                right: is_end && x < last_x,
                up: is_side && (y > 0 || down == 0),
                down: is_side && (y < last_y || down == 0),
                ..Arms::default()
            };
            buffer.set_string(
                inside.x + x,
                inside.y + y,
                sign(what.looks, arms, (false, false)),
                style,
            );
        }
    }
    more(buffer, what, inside);
}

/// Signs where the board goes on.
fn more(buffer: &mut Buffer, what: &Paint<'_>, inside: Rect) {
    let grid = what.board.grid();
    let (columns, rows) = (what.layout.columns(), what.layout.rows());
    let mut cut =
        [columns.start > 0, columns.end < grid.width(), rows.start > 0, rows.end < grid.height()];
    if what.layout.needs().turned {
        cut = [cut[1], cut[0], cut[3], cut[2]];
    }
    let (middle_x, middle_y) = middle(inside);
    let ends = [
        (inside.x, middle_y),
        (inside.right() - 1, middle_y),
        (middle_x, inside.y),
        (middle_x, inside.bottom() - 1),
    ];
    let behind = (what.looks.ground(), Shade::First);
    let style = what.palette.on_ground(Hue::White, behind).add_modifier(Modifier::BOLD);
    for (((x, y), is_cut), sign) in ends.into_iter().zip(cut).zip(MORE) {
        if is_cut {
            buffer.set_string(x, y, sign, style);
        }
    }
}

/// Lines between all cells that are part of the picture, thick ones between blocks.
pub(super) fn rules(buffer: &mut Buffer, what: &Paint<'_>, terrain: &Terrain) {
    let inside = what.layout.inside();
    let (across, down) = what.layout.pitch();
    let style = style(what);
    let seen = Seen::of(what, terrain);
    for y in 0..inside.height {
        for x in 0..inside.width {
            let (on_down, on_across) = (x % across == 0, y % down == 0);
            let (column, row) = (u32::from(x / across), u32::from(y / down));
            let arms = match (on_down, on_across) {
                (false, false) => continue,
                (true, false) => {
                    let is_drawn = seen.has_line_down(column, row);
                    Arms { up: is_drawn, down: is_drawn, ..Arms::default() }
                }
                (false, true) => {
                    let is_drawn = seen.has_line_across(column, row);
                    Arms { left: is_drawn, right: is_drawn, ..Arms::default() }
                }
                (true, true) => seen.arms(column, row),
            };
            if arms.any() {
                let heavy = what.layout.begins_block((column, row));
                let heavy = (on_down && heavy.0, on_across && heavy.1);
                buffer.set_string(inside.x + x, inside.y + y, sign(what.looks, arms, heavy), style);
            }
        }
    }
}

/// The cells of a picture by their places in it, from the upper left corner.
struct Seen {
    columns: u32,
    rows: u32,
    /// Indexed by row, then by column.
    is_drawn: Vec<bool>,
}

impl Seen {
    fn of(what: &Paint<'_>, terrain: &Terrain) -> Self {
        let (columns, rows) = what.layout.as_seen();
        let grid = what.board.grid();
        let cells = rows.iter().flat_map(|row| columns.iter().map(move |column| (*column, *row)));
        let is_drawn = cells.map(|(column, row)| {
            grid.at(column as i32, row as i32).is_some_and(|cell| !terrain.is_blank(cell))
        });
        let is_drawn = is_drawn.collect();
        Self { columns: columns.len() as u32, rows: rows.len() as u32, is_drawn }
    }

    /// True if there is a cell at the left or above of this place, by so many.
    fn is_drawn(&self, column: Option<u32>, row: Option<u32>) -> bool {
        let (Some(column), Some(row)) = (column, row) else { return false };
        let is_inside = column < self.columns && row < self.rows;
        is_inside && self.is_drawn[(row * self.columns + column) as usize]
    }

    /// The line on the left of this cell.
    fn has_line_down(&self, column: u32, row: u32) -> bool {
        self.is_drawn(Some(column), Some(row)) || self.is_drawn(column.checked_sub(1), Some(row))
    }

    /// The line above this cell.
    fn has_line_across(&self, column: u32, row: u32) -> bool {
        self.is_drawn(Some(column), Some(row)) || self.is_drawn(Some(column), row.checked_sub(1))
    }

    /// The lines that meet in the upper left corner of this cell.
    fn arms(&self, column: u32, row: u32) -> Arms {
        Arms {
            left: column.checked_sub(1).is_some_and(|it| self.has_line_across(it, row)),
            right: self.has_line_across(column, row),
            up: row.checked_sub(1).is_some_and(|it| self.has_line_down(column, it)),
            down: self.has_line_down(column, row),
            ..Arms::default()
        }
    }
}

/// Lines between blocks, where there are none between the cells.
pub(super) fn between_blocks(buffer: &mut Buffer, what: &Paint<'_>) {
    let inside = what.layout.inside();
    let (columns, rows) = what.layout.as_seen();
    let style = style(what);
    let places = |at: &[u32], is_row: bool| -> Vec<u16> {
        let begins = |place: u32| match is_row {
            true => what.layout.begins_block((0, place)).1,
            false => what.layout.begins_block((place, 0)).0,
        };
        let seen = at.iter().zip(0..).filter(|(_, place)| begins(*place));
        let places = seen.filter_map(|(at, _)| match is_row {
            true => Some(what.layout.place(*columns.first()?, *at)?.y - 1),
            false => Some(what.layout.place(*at, *rows.first()?)?.x - 1),
        });
        places.collect()
    };
    let (downs, acrosses) = (places(&columns, false), places(&rows, true));
    for y in inside.y..inside.bottom() {
        for x in inside.x..inside.right() {
            let (on_down, on_across) = (downs.contains(&x), acrosses.contains(&y));
            if on_down || on_across {
                let arms = Arms {
                    left: on_across,
                    right: on_across,
                    up: on_down,
                    down: on_down,
                    ..Arms::default()
                };
                buffer.set_string(x, y, sign(what.looks, arms, (on_down, on_across)), style);
            }
        }
    }
}

/// Lines from the middle of a cell to its sides and corners.
pub(super) fn joined(buffer: &mut Buffer, what: &Paint<'_>, arms: Arms, place: Rect) {
    let arms = if what.layout.needs().turned { arms.turned() } else { arms };
    let style = style(what);
    let (x, y) = middle(place);
    let mut put = |x, y, arms| {
        buffer.set_string(x, y, sign(what.looks, arms, (false, false)), style);
    };
    let across = Arms { left: true, right: true, ..Arms::default() };
    let down = Arms { up: true, down: true, ..Arms::default() };
    let left = if arms.left { place.x } else { x };
    let right = if arms.right { place.right() } else { x };
    (left..right).for_each(|x| put(x, y, across));
    let top = if arms.up { place.y } else { y };
    let bottom = if arms.down { place.bottom() } else { y };
    (top..bottom).for_each(|y| put(x, y, down));
    let is_straight = arms.left || arms.right || arms.up || arms.down;
    if is_straight {
        put(x, y, arms);
    }
    diagonals(buffer, what, arms, place, !is_straight);
}

/// Lines from the middle of a cell to its corners, one sign in each row. In the middle itself is
/// one where no other line meets them.
fn diagonals(buffer: &mut Buffer, what: &Paint<'_>, arms: Arms, place: Rect, has_middle: bool) {
    let [rising, falling, both] = match what.looks.has_diagonal_lines() {
        true => DIAGONAL_SIGNS,
        false => PLAIN_DIAGONALS,
    };
    let (across, down) = what.layout.pitch();
    let (x, y) = middle(place);
    let style = style(what);
    let mut put = |x, y, sign| buffer.set_string(x, y, sign, style);
    // Columns from the middle, so that the halves of a line in two cells are one line.
    let columns = |rows: u16| (rows * across + down / 2) / down;
    for rows in 1..=y - place.y {
        if arms.up_left {
            put(x.saturating_sub(columns(rows)), y - rows, falling);
        }
        if arms.up_right {
            put(x + columns(rows), y - rows, rising);
        }
    }
    for rows in 1..place.bottom() - y {
        if arms.down_left {
            put(x.saturating_sub(columns(rows)), y + rows, rising);
        }
        if arms.down_right {
            put(x + columns(rows), y + rows, falling);
        }
    }
    match (arms.up_right || arms.down_left, arms.up_left || arms.down_right) {
        (true, true) if has_middle => put(x, y, both),
        (true, false) if has_middle => put(x, y, rising),
        (false, true) if has_middle => put(x, y, falling),
        (true | false, true | false) => {}
    }
}
