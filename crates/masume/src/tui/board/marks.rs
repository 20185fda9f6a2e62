//! Marks on cells besides their contents: signs in their corners, or at their sides where a cell is
//! one row high.

use masume_engine::Cell;
use masume_presentation::picture::hue::{Behind, Hue};
use masume_presentation::picture::looks::Look;
use masume_presentation::picture::stencil::Solid;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Modifier, Style};

use super::paint::{Paint, middle, sign_column};

/// Pointer at a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Pointer {
    /// The keyboard.
    Cursor,
    /// It was chosen first.
    Selected,
    /// Both.
    CursorAtSelected,
    /// A hint.
    Hint,
}

/// Upper left, upper right, lower left, lower right, and what makes corners longer.
type Corners = [&'static str; 5];

const HEAVY: Corners = ["┏", "┓", "┗", "┛", "━"];
const DOUBLE: Corners = ["╔", "╗", "╚", "╝", "═"];
const ROUND: Corners = ["╭", "╮", "╰", "╯", "─"];
const SLASHES: Corners = ["/", "\\", "\\", "/", "-"];
const HASHES: Corners = ["#", "#", "#", "#", "="];
const CROSSES: Corners = ["+", "+", "+", "+", "-"];

/// The least cell whose corners a piece leaves free.
const LEAST_WITH_CORNERS: (u16, u16) = (4, 2);
/// Columns for a sign on each side of a glyph.
const SIDES: u16 = 2;

/// Draws the marks of a cell over what it shows.
pub(super) fn mark(buffer: &mut Buffer, what: &Paint<'_>, cell: Cell, look: &Look, place: Rect) {
    let marks = what.marks;
    let behind = what.behind(cell);
    if marks.fresh.contains(&cell) {
        stroke(buffer, what, look, place, behind);
    }
    if marks.dead.contains(&cell) {
        crossed(buffer, what, look, place, behind);
    }
    let is_cursor = marks.cursor == Some(cell);
    let pointer = match (is_cursor, marks.selected == Some(cell)) {
        (true, true) => Some(Pointer::CursorAtSelected),
        (false, true) => Some(Pointer::Selected),
        (_, false) if marks.hinted.contains(&cell) => Some(Pointer::Hint),
        (true, false) => Some(Pointer::Cursor),
        (false, false) => None,
    };
    if marks.choosable.contains(&cell) && !(is_cursor && place.height == 1) {
        choosable(buffer, what, look, place, behind);
    }
    if let Some(pointer) = pointer {
        let hue = match pointer {
            Pointer::Cursor => what.palette.pointer(behind),
            Pointer::Selected | Pointer::CursorAtSelected => Hue::Sky,
            Pointer::Hint => Hue::Yellow,
        };
        let style = match look.figure {
            Some(Solid::Tile) => what.palette.filled(look.hue, behind),
            Some(_) | None => what.palette.on_ground(hue, behind),
        };
        pointed(buffer, what, pointer, (look, place), style.add_modifier(Modifier::BOLD));
    }
}

/// A short line under the middle of a cell that changed, however large the cell is.
fn stroke(buffer: &mut Buffer, what: &Paint<'_>, look: &Look, place: Rect, behind: Behind) {
    let width = look.width.max(place.width.div_ceil(3)).min(place.width);
    let line =
        Rect { x: place.x + (place.width - width) / 2, y: middle(place).1, width, height: 1 };
    if look.is_free {
        buffer.set_style(line, what.palette.on_ground(Hue::Yellow, behind));
    }
    buffer.set_style(line, Style::new().add_modifier(Modifier::UNDERLINED));
}

/// A sign in the middle of a free cell, and at the right side of a piece.
fn choosable(buffer: &mut Buffer, what: &Paint<'_>, look: &Look, place: Rect, behind: Behind) {
    let y = middle(place).1;
    let x = if look.is_free { middle(place).0 } else { place.right() - 1 };
    let style = what.palette.on_ground(Hue::Green, behind).add_modifier(Modifier::BOLD);
    if let Some(cell) = buffer.cell_mut((x, y)) {
        cell.set_symbol(what.looks.mark()).set_style(style);
    }
}

/// A sign in the upper right corner of a piece; where the piece leaves no column free, a line
/// through it.
fn crossed(buffer: &mut Buffer, what: &Paint<'_>, look: &Look, place: Rect, behind: Behind) {
    if place.height == 1 && place.width <= look.width {
        buffer.set_style(place, Style::new().add_modifier(Modifier::CROSSED_OUT));
        return;
    }
    let style = what.palette.on_ground(Hue::Vermillion, behind).add_modifier(Modifier::BOLD);
    if let Some(cell) = buffer.cell_mut((place.right() - 1, place.y)) {
        cell.set_symbol(what.looks.cross()).set_style(style);
    }
}

/// Corners, sides, or a cell turned inside out: whatever there is room for.
fn pointed(
    buffer: &mut Buffer,
    what: &Paint<'_>,
    pointer: Pointer,
    (look, place): (&Look, Rect),
    style: Style,
) {
    if place.width >= LEAST_WITH_CORNERS.0 && place.height >= LEAST_WITH_CORNERS.1 {
        let (lines, plain) = match pointer {
            Pointer::Cursor => (HEAVY, SLASHES),
            Pointer::Selected | Pointer::CursorAtSelected => (DOUBLE, HASHES),
            Pointer::Hint => (ROUND, CROSSES),
        };
        let signs = if what.looks.has_lines() { lines } else { plain };
        return corners(buffer, place, signs, style);
    }
    if place.width >= what.layout.needs().glyph_width.saturating_add(SIDES) {
        let (left, right) = match pointer {
            Pointer::CursorAtSelected => ("{", "}"),
            Pointer::Selected => ("<", ">"),
            Pointer::Cursor => ("[", "]"),
            Pointer::Hint => ("(", ")"),
        };
        // What is said of a piece is not covered by what points at it.
        let said_at = look.sign.as_ref().map(|_| sign_column(look, place));
        for (x, sign) in [(place.x, left), (place.right() - 1, right)] {
            if said_at != Some(x) {
                buffer.set_string(x, place.y, sign, style);
            }
        }
        return;
    }
    let mut turned = Modifier::REVERSED;
    match pointer {
        Pointer::Cursor => {}
        Pointer::Selected | Pointer::CursorAtSelected | Pointer::Hint => {
            turned |= Modifier::UNDERLINED;
        }
    }
    buffer.set_style(place, Style::new().add_modifier(turned));
}

fn corners(buffer: &mut Buffer, place: Rect, signs: Corners, style: Style) {
    /// From this width on, corners are two columns long.
    const LONG: u16 = 7;
    let (left, right) = (place.x, place.right() - 1);
    let (top, bottom) = (place.y, place.bottom() - 1);
    let places = [(left, top), (right, top), (left, bottom), (right, bottom)];
    for ((x, y), sign) in places.into_iter().zip(signs) {
        buffer.set_string(x, y, sign, style);
    }
    if place.width >= LONG {
        for (x, y) in [(left + 1, top), (right - 1, top), (left + 1, bottom), (right - 1, bottom)] {
            buffer.set_string(x, y, signs[4], style);
        }
    }
}
