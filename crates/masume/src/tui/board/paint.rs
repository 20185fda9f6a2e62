//! The board into a buffer: labels, lines, cells, marks.

use std::num::NonZeroU16;

use masume_board::CellNames;
use masume_engine::{Board, Cell};
use masume_presentation::picture::hue::{Behind, Shade};
use masume_presentation::picture::looks::{Look, Surface};
use masume_presentation::picture::stencil::{QUARTERS, Solid, quarters, upper_quarters};
use masume_presentation::picture::terrain::Terrain;
use masume_presentation::picture::{Looks, Marks};
use masume_rules::model::Side;
use ratatui::buffer::{Buffer, CellDiffOption};
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};
use unicode_width::UnicodeWidthStr as _;

use super::{Layout, lines, marks, pixels};
use crate::tui::palette::Palette;

/// Everything that a picture of a board needs.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Paint<'a> {
    /// Places of cells.
    pub(crate) layout: &'a Layout,
    /// Looks of cells.
    pub(crate) looks: &'a Looks,
    /// Contents of cells.
    pub(crate) board: &'a Board,
    /// Marks on cells.
    pub(crate) marks: &'a Marks,
    /// The colours.
    pub(crate) palette: Palette,
}

impl Paint<'_> {
    /// Background of a cell.
    pub(super) fn behind(&self, cell: Cell) -> Behind {
        let grid = self.board.grid();
        let is_odd = (grid.column(cell) + grid.row(cell)) % 2 != 0;
        let shade = match self.looks.surface() {
            Surface::Squares if is_odd => Shade::Second,
            Surface::Squares | Surface::Plain | Surface::Lines | Surface::Points => Shade::First,
        };
        (self.looks.ground(), shade)
    }
}

/// Paints the board where its layout has it.
pub(crate) fn paint(buffer: &mut Buffer, what: &Paint<'_>) {
    let terrain = Terrain::of(what.looks, what.board);
    labels(buffer, what);
    edges(buffer, what);
    if what.layout.is_ruled() {
        lines::rules(buffer, what, &terrain);
    } else {
        lines::frame(buffer, what);
        lines::between_blocks(buffer, what);
    }
    for row in what.layout.rows() {
        for column in what.layout.columns() {
            let cell = what.board.grid().at(column as i32, row as i32);
            if let (Some(cell), Some(place)) = (cell, what.layout.place(column, row)) {
                paint_cell(buffer, what, &terrain, cell, place);
            }
        }
    }
}

/// The place of the screen in the middle of a cell's place.
pub(super) fn middle(place: Rect) -> (u16, u16) {
    (place.x + (place.width - 1) / 2, place.y + (place.height - 1) / 2)
}

fn paint_cell(buffer: &mut Buffer, what: &Paint<'_>, terrain: &Terrain, cell: Cell, place: Rect) {
    let look = what.looks.look(what.board, cell);
    if terrain.is_blank(cell) {
        return marks::mark(buffer, what, cell, &look, place);
    }
    let behind = what.behind(cell);
    buffer.set_style(place, what.palette.ground(behind));
    let surface = what.looks.surface();
    let arms = terrain.arms(cell);
    if arms.any() {
        lines::joined(buffer, what, arms, place);
    }
    if pixels::has_room(what, place) && pixels::paint(buffer, what, cell, place) {
        return marks::mark(buffer, what, cell, &look, place);
    }
    let style = what.palette.on_ground(look.hue, behind);
    let bold = style.add_modifier(Modifier::BOLD);
    if look.is_free {
        // Between lines, on them and in squares a free cell is seen without a sign.
        let is_seen = match surface {
            Surface::Plain | Surface::Points if what.looks.is_bare(what.board, cell) => true,
            Surface::Plain => what.layout.is_ruled(),
            Surface::Points => arms.any(),
            Surface::Squares | Surface::Lines => true,
        };
        if !is_seen {
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

/// Edges that have a piece: a band in the colour of the piece, with its glyph beside each cell.
fn edges(buffer: &mut Buffer, what: &Paint<'_>) {
    let needs = what.layout.needs();
    let behind = (what.looks.ground(), Shade::First);
    for side in Side::ALL {
        let Some((glyph, hue)) = what.looks.edge(needs.seen_side(side)) else { continue };
        let style = match what.palette.has_colours() {
            true => what.palette.filled(hue, behind),
            false => Style::new(),
        };
        for band in bands(what, side) {
            let x = match side {
                Side::Left => band.x,
                Side::Right => band.right().saturating_sub(needs.glyph_width),
                Side::Top | Side::Bottom => {
                    band.x + band.width.saturating_sub(needs.glyph_width) / 2
                }
            };
            buffer.set_style(band, style);
            put(buffer, (x, middle(band).1), glyph, needs.glyph_width, style);
        }
    }
}

/// The parts of an edge, each beside a cell; none where the edge is not shown.
fn bands(what: &Paint<'_>, side: Side) -> Vec<Rect> {
    let layout = what.layout;
    let (columns, rows) = layout.as_seen();
    let (inside, body, before) = (layout.inside(), layout.body(), layout.before());
    let pitch = layout.pitch();
    let is_row = matches!(side, Side::Top | Side::Bottom);
    let (column, row) = match side {
        Side::Left | Side::Top => (columns.first(), rows.first()),
        Side::Right | Side::Bottom => (columns.last(), rows.last()),
    };
    let (Some(&column), Some(&row)) = (column, row) else { return Vec::new() };
    let cells: Vec<(u32, u32)> = match is_row {
        true => columns.iter().map(|column| (*column, row)).collect(),
        false => rows.iter().map(|row| (column, *row)).collect(),
    };
    let places = cells.into_iter().filter_map(|(column, row)| layout.place(column, row));
    let left = inside.x - body.x;
    let right = body.right() - inside.right();
    let bands = places.map(|place| match side {
        Side::Left => Rect { x: place.x - before.0 - left, width: left, height: pitch.1, ..place },
        Side::Right => Rect { x: place.right() + before.0, width: right, height: pitch.1, ..place },
        Side::Top => Rect { y: body.y, width: pitch.0, height: inside.y - body.y, ..place },
        Side::Bottom => Rect {
            y: inside.bottom(),
            width: pitch.0,
            height: body.bottom() - inside.bottom(),
            ..place
        },
    });
    bands.filter(|band| !band.is_empty()).collect()
}

/// A piece that fills its cell, as far as there are rows and colours for that.
fn paint_figure(
    buffer: &mut Buffer,
    what: &Paint<'_>,
    figure: Solid,
    look: &Look,
    (place, behind): (Rect, Behind),
) {
    let style = what.palette.on_ground(look.hue, behind).add_modifier(Modifier::BOLD);
    if !what.palette.has_colours() {
        outline(buffer, what, figure, place);
        return put_glyph(buffer, what, place, look, style);
    }
    let filled = what.palette.filled(look.hue, behind).add_modifier(Modifier::BOLD);
    if place.height == 1 && figure != Solid::Tile {
        // A box has room for its rim on one side; of other figures only the glyph is left.
        let has_rim = figure == Solid::Box && place.width > look.width.max(2);
        let width = if what.layout.is_ruled() { place.width } else { place.width - 1 };
        let box_place = Rect { width, ..place };
        // Of a black or white disc whose glyph stands on it, what is behind the glyph is seen, with half a
        // column on each side of it where there is room.
        let is_told = look.is_said_by_figure && !what.palette.needs_area(look.hue, behind);
        let is_disc = figure == Solid::Disc && look.hue.is_fixed() && !is_told;
        let has_halves = what.looks.has_quarters() && place.width >= look.width + 2;
        if has_rim {
            buffer.set_style(box_place, filled);
            put_glyph(buffer, what, box_place, look, filled);
        } else if is_disc {
            if has_halves {
                let x = place.x + (place.width - look.width) / 2;
                put(buffer, (x - 1, place.y), QUARTERS[10], 1, style);
                put(buffer, (x + look.width, place.y), QUARTERS[5], 1, style);
            }
            put_glyph(buffer, what, place, look, filled);
        } else {
            put_glyph(buffer, what, place, look, style);
        }
        return;
    }
    let is_upper = figure == Solid::Disc && place.height == 2;
    // What lies under a piece is seen around it.
    let edge = match &look.under {
        Some((_, under)) => {
            buffer.set_style(place, what.palette.filled(*under, behind));
            what.palette.between(look.hue, *under, behind)
        }
        None => style,
    };
    for y in 0..place.height {
        for x in 0..place.width {
            let quarters = match is_upper {
                true => upper_quarters(place.width, (x, y)),
                false => quarters(figure, (place.width, place.height), (x, y)),
            };
            let Some(cell) = buffer.cell_mut((place.x + x, place.y + y)) else { continue };
            if quarters == 0 {
                continue;
            }
            let is_most = quarters.count_ones() >= 2;
            match quarters {
                15 => cell.set_symbol(" ").set_style(filled),
                _ if what.looks.has_quarters() => {
                    cell.set_symbol(QUARTERS[usize::from(quarters)]).set_style(edge)
                }
                _ if is_most => cell.set_symbol(" ").set_style(filled),
                _ => cell,
            };
        }
    }
    match (look.is_said_by_figure, look.under.as_ref().or(look.sign.as_ref())) {
        (false, _) => put_glyph(buffer, what, place, look, filled),
        (true, Some((glyph, _))) => put(buffer, middle(place), glyph, 1, filled),
        (true, None) => {}
    }
}

/// The outline of a piece where there are no colours to fill it with.
fn outline(buffer: &mut Buffer, what: &Paint<'_>, figure: Solid, place: Rect) {
    /// The least cell with room for an outline and a glyph in it.
    const LEAST: (u16, u16) = (5, 3);
    if place.width < LEAST.0 || place.height < LEAST.1 {
        return;
    }
    let signs = match (figure, what.looks.has_lines()) {
        (Solid::Disc | Solid::Ring, true) => ["╭", "╮", "╰", "╯", "─", "│"],
        (Solid::Disc | Solid::Ring, false) => [".", ".", "'", "'", "-", "|"],
        (Solid::Box, true) => ["┌", "┐", "└", "┘", "─", "│"],
        (Solid::Box, false) => ["+", "+", "+", "+", "-", "|"],
        // A tile is its cell, and a cross is told by its glyph.
        (Solid::Tile | Solid::Cross, _) => return,
    };
    let (left, right) = (place.x + 1, place.right() - 2);
    let (top, bottom) = (place.y, place.bottom() - 1);
    // What the piece stands on is not seen through it.
    for y in top..=bottom {
        for x in left..=right {
            buffer.set_string(x, y, " ", Style::new());
        }
    }
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
    let x = glyph_column(look, place);
    let y = middle(place).1;
    put(buffer, (x, y), &look.glyph, look.width, style);
    // What lies under a piece stands behind it, what is said of it there or before it.
    let is_inside = |x: &u16| (place.x..place.right()).contains(x);
    let behind = Some(x + width).filter(is_inside);
    let (under, sign) = (look.under.as_ref(), look.sign.as_ref());
    let at_sign = Some(sign_column(look, place)).filter(is_inside);
    let beside = [(under, behind, Modifier::BOLD), (sign, at_sign, Modifier::empty())];
    for (shown, x, without) in beside {
        let (Some((glyph, hue)), Some(x)) = (shown, x) else { continue };
        let shade = (what.looks.ground(), Shade::First);
        let style = match look.figure {
            // On a piece its own ink is seen, and no other.
            Some(_) if place.height > 1 => style,
            Some(_) | None => what.palette.on_ground(*hue, shade),
        };
        let width = if glyph.is_ascii() { glyph.len() as u16 } else { 1 };
        let width = width.min(place.right() - x);
        put(
            buffer,
            (x, y),
            glyph,
            width,
            style.add_modifier(Modifier::BOLD).remove_modifier(without),
        );
    }
}

/// The first column of what is written in a cell, which stands in the middle.
fn glyph_column(look: &Look, place: Rect) -> u16 {
    place.x + (place.width - look.written_width().min(place.width)) / 2
}

/// The column of what is said of a piece: behind its glyph, or before it where something lies under
/// it.
pub(super) fn sign_column(look: &Look, place: Rect) -> u16 {
    let (x, width) = (glyph_column(look, place), look.width.min(place.width));
    if look.under.is_some() { x.saturating_sub(1) } else { x + width }
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
        let first_row = layout.as_seen().1.first().copied().unwrap_or_default();
        for column in layout.columns() {
            let Some(place) = layout.place(column, first_row) else { continue };
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
        let (columns, rows) = layout.as_seen();
        let first_column = columns.first().copied().unwrap_or_default();
        let starts = rows.iter().filter_map(|row| layout.place(first_column, *row));
        let first_x = starts.map(|place| place.x).min().unwrap_or(area.x);
        for row in layout.rows() {
            let Some(place) = layout.place(first_column, row) else { continue };
            let y = place.y + (place.height - 1) / 2;
            let x = area.x + place.x - first_x;
            let label = names.row_label(row).unwrap_or_default();
            buffer.set_string(x, y, format!("{label:>width$}"), style);
        }
    }
}
