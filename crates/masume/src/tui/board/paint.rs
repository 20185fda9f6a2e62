//! The board into a buffer: labels, lines, cells, marks.

use std::collections::BTreeSet;
use std::num::NonZeroU16;

use masume_board::column_name;
use masume_engine::{Board, Cell};
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr as _;

use super::looks::Look;
use super::{Layout, Looks};
use crate::tui::palette::{Depth, Hue};

/// What is said about cells besides their contents.
#[derive(Clone, Debug, Default)]
pub(crate) struct Marks {
    /// Where the keyboard points.
    pub(crate) cursor: Option<Cell>,
    /// The cell chosen first.
    pub(crate) selected: Option<Cell>,
    /// Cells that can be chosen now.
    pub(crate) choosable: BTreeSet<Cell>,
    /// Cells that the last action changed.
    pub(crate) fresh: BTreeSet<Cell>,
}

/// Everything that a picture of a board needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint<'a> {
    /// Where cells stand.
    pub(crate) layout: &'a Layout,
    /// What cells show.
    pub(crate) looks: &'a Looks,
    /// What cells hold.
    pub(crate) board: &'a Board,
    /// What is said about cells.
    pub(crate) marks: &'a Marks,
    /// How many colours there are.
    pub(crate) depth: Depth,
}

/// Paints the board where its layout has it.
pub(crate) fn paint(buffer: &mut Buffer, what: &Paint<'_>) {
    let body = what.layout.body();
    if let Some(ground) = what.depth.paint(Hue::Ground) {
        buffer.set_style(body, Style::new().bg(ground));
    }
    labels(buffer, what);
    match what.layout.is_ruled() {
        true => rules(buffer, what),
        false => frame(buffer, what),
    }
    for row in what.layout.rows() {
        for column in what.layout.columns() {
            let cell = what.board.grid().at(column as i32, row as i32);
            if let (Some(cell), Some(place)) = (cell, what.layout.place(column, row)) {
                paint_cell(buffer, what, cell, place);
            }
        }
    }
}

fn paint_cell(buffer: &mut Buffer, what: &Paint<'_>, cell: Cell, place: Rect) {
    let look = what.looks.look(what.board, cell);
    let marks = what.marks;
    let mut style = hue_style(what.depth, look.hue);
    if !look.is_free {
        style = style.add_modifier(Modifier::BOLD);
    }
    if marks.fresh.contains(&cell) {
        style = match what.depth.paint(Hue::Fresh) {
            Some(fresh) => style.bg(fresh),
            None => style,
        };
        style = style.add_modifier(Modifier::UNDERLINED);
    }
    if marks.selected == Some(cell) {
        style = match (what.depth.paint(Hue::Ground), what.depth.paint(Hue::Sky)) {
            (Some(ground), Some(sky)) => style.fg(ground).bg(sky),
            _ => style.add_modifier(Modifier::REVERSED | Modifier::UNDERLINED),
        };
    }
    if marks.cursor == Some(cell) {
        style = style.add_modifier(Modifier::REVERSED);
    }
    buffer.set_style(place, style);
    if look.fills {
        fill(buffer, place, &look, style);
    } else if !(look.is_free && what.layout.is_ruled()) {
        // Between lines a free cell is seen without a sign.
        put_glyph(buffer, what, place, &look, style);
    }
    if marks.choosable.contains(&cell) {
        let (x, y) = (place.right() - 1, place.y + (place.height - 1) / 2);
        // The sign keeps the cell's background and attributes, so that the cursor stays whole.
        let style = match what.depth.paint(Hue::Green) {
            Some(green) if marks.selected != Some(cell) => style.fg(green),
            _ => style,
        };
        buffer.set_string(x, y, what.looks.mark(), style.add_modifier(Modifier::BOLD));
    }
}

fn put_glyph(buffer: &mut Buffer, what: &Paint<'_>, place: Rect, look: &Look, style: Style) {
    let width = look.width.min(place.width);
    // Numbers end in the same column; other glyphs stand in the middle.
    let x = place.x + (place.width - width) / 2;
    let y = place.y + (place.height - 1) / 2;
    put(buffer, x, y, &look.glyph, look.width, style);
    if let Some((glyph, hue)) = &look.under
        && x + width < place.right()
    {
        let style = match what.depth.paint(*hue) {
            Some(colour) if what.marks.selected.is_none() => style.fg(colour),
            _ => style,
        };
        put(buffer, x + width, y, glyph, 1, style.remove_modifier(Modifier::BOLD));
    }
}

fn fill(buffer: &mut Buffer, place: Rect, look: &Look, style: Style) {
    for y in place.top()..place.bottom() {
        let mut x = place.x;
        while x + look.width <= place.right() {
            put(buffer, x, y, &look.glyph, look.width, style);
            x += look.width;
        }
    }
}

/// Writes a glyph of known width, which may be another than the library's table has.
fn put(buffer: &mut Buffer, x: u16, y: u16, glyph: &str, width: u16, style: Style) {
    if glyph.is_ascii() {
        buffer.set_stringn(x, y, glyph, width.into(), style);
        return;
    }
    let Some(cell) = buffer.cell_mut((x, y)) else { return };
    cell.set_symbol(glyph).set_style(style);
    if glyph.width() != usize::from(width)
        && let Some(width) = NonZeroU16::new(width)
    {
        cell.set_diff_option(CellDiffOption::ForcedWidth(width));
    }
    if width > 1
        && let Some(covered) = buffer.cell_mut((x + 1, y))
    {
        covered.set_symbol(" ").set_style(style);
    }
}

fn hue_style(depth: Depth, hue: Hue) -> Style {
    depth.paint(hue).map_or_else(Style::new, |colour| Style::new().fg(colour))
}

fn labels(buffer: &mut Buffer, what: &Paint<'_>) {
    let style = hue_style(what.depth, Hue::Grey);
    let layout = what.layout;
    let (area, body) = (layout.area(), layout.body());
    if layout.needs().column_labels {
        for column in layout.columns() {
            let Some(place) = layout.place(column, layout.rows().start) else { continue };
            let name = column_name(column);
            let room = layout.pitch().0;
            // Two letters where one column and its neighbour's blank are all there is.
            let x = place.x + place.width.saturating_sub(name.len() as u16) / 2;
            if usize::from(room) >= name.len() {
                buffer.set_string(x, area.y, &name, style);
            }
        }
    }
    if layout.needs().row_labels {
        let width = usize::from(body.x - area.x - 1);
        for row in layout.rows() {
            let Some(place) = layout.place(layout.columns().start, row) else { continue };
            let y = place.y + (place.height - 1) / 2;
            buffer.set_string(area.x, y, format!("{:>width$}", row + 1), style);
        }
    }
}

/// Box-drawing signs, or ASCII where the terminal does not show them in one column.
struct Signs {
    across: &'static str,
    down: &'static str,
    /// Indexed [top, middle, bottom][left, middle, right].
    corners: [[&'static str; 3]; 3],
    /// The board goes on: left, right, up, down.
    more: [&'static str; 4],
}

const LINES: Signs = Signs {
    across: "─",
    down: "│",
    corners: [["┌", "┬", "┐"], ["├", "┼", "┤"], ["└", "┴", "┘"]],
    more: ["<", ">", "^", "v"],
};
const DASHES: Signs = Signs {
    across: "-",
    down: "|",
    corners: [["+", "+", "+"], ["+", "+", "+"], ["+", "+", "+"]],
    more: ["<", ">", "^", "v"],
};

fn signs(looks: &Looks) -> &'static Signs {
    if looks.has_lines() { &LINES } else { &DASHES }
}

fn frame(buffer: &mut Buffer, what: &Paint<'_>) {
    let signs = signs(what.looks);
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
    for ((is_cut, x, y), sign) in ends.into_iter().zip(signs.more) {
        if is_cut {
            buffer.set_string(x, y, sign, Style::new().add_modifier(Modifier::BOLD));
        }
    }
}

fn rules(buffer: &mut Buffer, what: &Paint<'_>) {
    grid_lines(buffer, what, what.layout.body(), what.layout.pitch());
}

/// Lines at every `pitch` columns and rows of the body.
fn grid_lines(buffer: &mut Buffer, what: &Paint<'_>, body: Rect, pitch: (u16, u16)) {
    let signs = signs(what.looks);
    let style = match what.depth.paint(Hue::Fresh) {
        Some(colour) => Style::new().fg(colour),
        None => Style::new().add_modifier(Modifier::DIM),
    };
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
