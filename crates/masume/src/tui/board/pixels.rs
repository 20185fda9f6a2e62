//! Pictures of pieces in half blocks: a place of the screen is one pixel wide and two high.

use masume_engine::Cell;
use masume_presentation::picture::looks::Seen;
use masume_rules::model::Sprite;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::{Color, Style};

use super::paint::Paint;

/// The sign whose upper half has the colour of the ink, and the one whose lower half has.
const HALVES: (&str, &str) = ("▀", "▄");

/// True if cells of this size are drawn with pictures: all of the game have room, and there are
/// the colours and the signs for them.
pub(super) fn has_room(what: &Paint<'_>, place: Rect) -> bool {
    let Some((width, height)) = what.looks.sprite_extent() else { return false };
    let is_large = usize::from(place.width) >= width && 2 * usize::from(place.height) >= height;
    is_large && what.palette.has_shades() && what.looks.has_quarters()
}

/// Paints the pictures of what is in the cell; true if nothing above them is left to be drawn.
pub(super) fn paint(buffer: &mut Buffer, what: &Paint<'_>, cell: Cell, place: Rect) -> bool {
    let seen = what.looks.seen(what.board, cell);
    let floor = what.looks.sprite(None);
    let Some(top) = seen.last() else {
        let Some(floor) = floor else { return false };
        let mut canvas = Canvas::new(place);
        canvas.sprite(what, &floor);
        canvas.paint(buffer, what, cell, place);
        return true;
    };
    if floor.is_none() && seen.iter().all(|it| it.sprite.is_none()) {
        return false;
    }
    let mut canvas = Canvas::new(place);
    floor.iter().for_each(|it| canvas.sprite(what, it));
    let is_drawn = top.sprite.is_some();
    let pieces = if is_drawn { &seen[..] } else { &seen[..seen.len() - 1] };
    pieces.iter().for_each(|it| canvas.piece(what, cell, it));
    canvas.paint(buffer, what, cell, place);
    is_drawn
}

/// Pixels of one cell, row by row.
struct Canvas {
    width: usize,
    height: usize,
    pixels: Vec<Option<Color>>,
}

impl Canvas {
    fn new(place: Rect) -> Self {
        let (width, height) = (usize::from(place.width), 2 * usize::from(place.height));
        Self { width, height, pixels: vec![None; width * height] }
    }

    /// A piece over what is there: its picture, or its colour where it has none.
    fn piece(&mut self, what: &Paint<'_>, cell: Cell, piece: &Seen) {
        match &piece.sprite {
            Some(sprite) => self.sprite(what, sprite),
            None => self.pixels.fill(what.palette.filled(piece.hue, what.behind(cell)).bg),
        }
    }

    /// A picture in the middle, each of its pixels so many wide and high. Where a whole edge of it is
    /// drawn, that goes on to the side of the cell, so that walls meet.
    fn sprite(&mut self, what: &Paint<'_>, sprite: &Sprite) {
        let (width, height) = (sprite.width, sprite.height());
        let scale = (self.width / width).min(self.height / height).max(1);
        let left = self.width.saturating_sub(width * scale) / 2;
        let top = self.height.saturating_sub(height * scale) / 2;
        let is_column = |x: usize| (0..height).all(|y| sprite.paint(x, y).is_some());
        let is_row = |y: usize| (0..width).all(|x| sprite.paint(x, y).is_some());
        let columns = shown(self.width, left, (width, scale), is_column);
        let rows = shown(self.height, top, (height, scale), is_row);
        for (row, y) in rows.iter().enumerate() {
            for (column, x) in columns.iter().enumerate() {
                let paint = x.zip(*y).and_then(|(x, y)| sprite.paint(x, y));
                if let Some(paint) = paint {
                    self.pixels[row * self.width + column] = what.palette.pixel(paint);
                }
            }
        }
    }

    fn paint(&self, buffer: &mut Buffer, what: &Paint<'_>, cell: Cell, place: Rect) {
        let ground = what.palette.ground(what.behind(cell));
        for y in 0..place.height {
            for x in 0..place.width {
                let at = 2 * usize::from(y) * self.width + usize::from(x);
                let (upper, lower) = (self.pixels[at], self.pixels[at + self.width]);
                let (sign, style) = match (upper, lower) {
                    (None, None) => continue,
                    (Some(upper), Some(lower)) if upper == lower => (" ", Style::new().bg(upper)),
                    (Some(upper), Some(lower)) => (HALVES.0, Style::new().fg(upper).bg(lower)),
                    (Some(upper), None) => (HALVES.0, ground.fg(upper)),
                    (None, Some(lower)) => (HALVES.1, ground.fg(lower)),
                };
                if let Some(cell) = buffer.cell_mut((place.x + x, place.y + y)) {
                    cell.set_symbol(sign).set_style(style);
                }
            }
        }
    }
}

/// The column or row of a picture that each of a cell shows: none before and behind it, but
/// where the edge there is whole.
fn shown(
    length: usize,
    before: usize,
    (count, scale): (usize, usize),
    is_whole: impl Fn(usize) -> bool,
) -> Vec<Option<usize>> {
    let last = count.saturating_sub(1);
    let (first_goes_on, last_goes_on) = (is_whole(0), is_whole(last));
    let place = |at: usize| match at.checked_sub(before).map(|it| it / scale) {
        None => first_goes_on.then_some(0),
        Some(place) if place > last => last_goes_on.then_some(last),
        Some(place) => Some(place),
    };
    (0..length).map(place).collect()
}
