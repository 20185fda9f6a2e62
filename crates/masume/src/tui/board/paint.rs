//! The board into a buffer: labels, lines, cells, marks.

use std::num::NonZeroU16;

use masume_board::CellNames;
use masume_engine::{Board, Cell};
use masume_rules::model::Figure;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr as _;

use super::looks::{Look, Surface};
use super::stencil::{QUARTERS, quarters};
use super::{Layout, Looks, Marks, lines, marks};
use crate::tui::palette::{Behind, Palette, Shade};

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
    /// The colours.
    pub(crate) palette: Palette,
}

impl Paint<'_> {
    /// What lies behind a cell.
    pub(super) fn behind(&self, cell: Cell) -> Behind {
        let grid = self.board.grid();
        let is_odd = (grid.column(cell) + grid.row(cell)) % 2 != 0;
        let shade = match self.looks.surface() {
            Surface::Squares if is_odd => Shade::Second,
            Surface::Squares | Surface::Plain | Surface::Lines => Shade::First,
        };
        (self.looks.ground(), shade)
    }
}

/// Paints the board where its layout has it.
pub(crate) fn paint(buffer: &mut Buffer, what: &Paint<'_>) {
    let ground = what.palette.ground((what.looks.ground(), Shade::First));
    buffer.set_style(what.layout.body(), ground);
    labels(buffer, what);
    if what.layout.is_ruled() {
        lines::rules(buffer, what);
    } else if what.layout.is_framed() {
        lines::frame(buffer, what);
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

/// The place of the screen in the middle of a cell's place.
pub(super) fn middle(place: Rect) -> (u16, u16) {
    (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2)
}

fn paint_cell(buffer: &mut Buffer, what: &Paint<'_>, cell: Cell, place: Rect) {
    let look = what.looks.look(what.board, cell);
    let behind = what.behind(cell);
    buffer.set_style(place, what.palette.ground(behind));
    let surface = what.looks.surface();
    if surface == Surface::Lines {
        let grid = what.board.grid();
        let (column, row) = (grid.column(cell) as u32, grid.row(cell) as u32);
        lines::crossing(buffer, what, (column, row), place);
    }
    let style = what.palette.on_ground(look.hue, behind);
    let bold = style.add_modifier(Modifier::BOLD);
    if look.is_free {
        // Between lines and in squares a free cell is seen without a sign.
        if surface == Surface::Plain && !what.layout.is_ruled() {
            put_glyph(buffer, what, place, &look, style);
        }
    } else if look.fills {
        fill(buffer, place, &look, bold);
    } else if let Some(figure) = look.figure {
        paint_figure(buffer, what, figure, &look, (place, behind));
    } else {
        put_glyph(buffer, what, place, &look, bold);
    }
    marks::mark(buffer, what, cell, &look, place);
}

/// A piece that fills its cell, as far as there are rows and colours for that.
fn paint_figure(
    buffer: &mut Buffer,
    what: &Paint<'_>,
    figure: Figure,
    look: &Look,
    (place, behind): (Rect, Behind),
) {
    let style = what.palette.on_ground(look.hue, behind).add_modifier(Modifier::BOLD);
    if !what.palette.has_colours() {
        outline(buffer, what, figure, place);
        return put_glyph(buffer, what, place, look, style);
    }
    let filled = what.palette.filled(look.hue, behind).add_modifier(Modifier::BOLD);
    if place.height == 1 && figure != Figure::Tile {
        // A box has room for its rim on one side; of other figures only the glyph is left.
        let has_rim = figure == Figure::Box && place.width > look.width.max(2);
        let width = if what.layout.is_ruled() { place.width } else { place.width - 1 };
        let box_place = Rect { width, ..place };
        return match has_rim {
            true => {
                buffer.set_style(box_place, filled);
                put_glyph(buffer, what, box_place, look, filled);
            }
            false => put_glyph(buffer, what, place, look, style),
        };
    }
    for y in 0..place.height {
        for x in 0..place.width {
            let quarters = quarters(figure, (place.width, place.height), (x, y));
            let Some(cell) = buffer.cell_mut((place.x + x, place.y + y)) else { continue };
            if quarters == 0 {
                continue;
            }
            let is_most = quarters.count_ones() >= 2;
            match quarters {
                15 => cell.set_symbol(" ").set_style(filled),
                _ if what.looks.has_quarters() => {
                    cell.set_symbol(QUARTERS[usize::from(quarters)]).set_style(style)
                }
                _ if is_most => cell.set_symbol(" ").set_style(filled),
                _ => cell,
            };
        }
    }
    match (look.is_said_by_figure, &look.under) {
        (false, _) => put_glyph(buffer, what, place, look, filled),
        (true, Some((glyph, _))) => put(buffer, middle(place), glyph, 1, filled),
        (true, None) => {}
    }
}

/// The outline of a piece where there are no colours to fill it with.
fn outline(buffer: &mut Buffer, what: &Paint<'_>, figure: Figure, place: Rect) {
    /// The least cell with room for an outline and a glyph in it.
    const LEAST: (u16, u16) = (5, 3);
    if place.width < LEAST.0 || place.height < LEAST.1 {
        return;
    }
    let signs = match (figure, what.looks.has_lines()) {
        (Figure::Disc | Figure::Ring, true) => ["╭", "╮", "╰", "╯", "─", "│"],
        (Figure::Disc | Figure::Ring, false) => [".", ".", "'", "'", "-", "|"],
        (Figure::Box, true) => ["┌", "┐", "└", "┘", "─", "│"],
        (Figure::Box, false) => ["+", "+", "+", "+", "-", "|"],
        // A tile is its cell, and a cross is told by its glyph.
        (Figure::Tile | Figure::Cross | Figure::Squares | Figure::Lines, _) => return,
    };
    let (left, right) = (place.x + 1, place.right() - 2);
    let (top, bottom) = (place.y, place.bottom() - 1);
    for x in left..=right {
        for y in [top, bottom] {
            buffer.set_string(x, y, signs[4], Style::new());
        }
    }
    for y in top..=bottom {
        for x in [left, right] {
            buffer.set_string(x, y, signs[5], Style::new());
        }
    }
    let corners = [(left, top), (right, top), (left, bottom), (right, bottom)];
    for ((x, y), sign) in corners.into_iter().zip(signs) {
        buffer.set_string(x, y, sign, Style::new());
    }
}

fn put_glyph(buffer: &mut Buffer, what: &Paint<'_>, place: Rect, look: &Look, style: Style) {
    let width = look.width.min(place.width);
    // Numbers end in the same column; other glyphs stand in the middle.
    let x = place.x + (place.width - width) / 2;
    let y = middle(place).1;
    put(buffer, (x, y), &look.glyph, look.width, style);
    if let Some((glyph, hue)) = &look.under
        && x + width < place.right()
    {
        let under = match look.figure {
            // On a piece its own ink is seen, and no other.
            Some(_) if place.height > 1 => style,
            Some(_) | None => {
                let shade = (what.looks.ground(), Shade::First);
                what.palette.on_ground(*hue, shade)
            }
        };
        put(buffer, (x + width, y), glyph, 1, under.remove_modifier(Modifier::BOLD));
    }
}

fn fill(buffer: &mut Buffer, place: Rect, look: &Look, style: Style) {
    for y in place.top()..place.bottom() {
        let mut x = place.x;
        while x + look.width <= place.right() {
            put(buffer, (x, y), &look.glyph, look.width, style);
            x += look.width;
        }
    }
}

/// Writes a glyph of known width, which may be another than the library's table has.
fn put(buffer: &mut Buffer, (x, y): (u16, u16), glyph: &str, width: u16, style: Style) {
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

fn labels(buffer: &mut Buffer, what: &Paint<'_>) {
    let style = what.palette.quiet();
    let layout = what.layout;
    let (area, body) = (layout.area(), layout.body());
    let names = CellNames::new(*what.board.grid(), layout.needs().coordinates);
    if layout.needs().column_labels {
        for column in layout.columns() {
            let Some(place) = layout.place(column, layout.rows().start) else { continue };
            let name = names.column_name(column);
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
            let label = names.row_label(row).unwrap_or_default();
            buffer.set_string(area.x, y, format!("{label:>width$}"), style);
        }
    }
}
