//! The line along which an action joined two cells, over the board.

use masume_engine::Cell;
use masume_presentation::picture::hue::Hue;
use masume_presentation::play::Play;
use ratatui::buffer::Buffer;
use ratatui::layout::Rect;
use ratatui::style::Modifier;

use crate::tui::board::Layout;
use crate::tui::palette::Palette;

/// A line along cells, and where those stand.
#[derive(Clone, Copy, Debug)]
pub(super) struct JoinedLine<'a> {
    /// From one end to the other.
    pub(super) path: &'a [Cell],
    pub(super) layout: &'a Layout,
    pub(super) play: &'a Play,
}

impl JoinedLine<'_> {
    /// Draws the line where it runs through this part of the screen.
    pub(super) fn draw(self, buffer: &mut Buffer, room: Rect, palette: Palette) {
        let Some(middles) = self.path.iter().map(|cell| self.middle(*cell)).collect() else {
            return;
        };
        let places = between(middles);
        let style = palette.words(Hue::Yellow).add_modifier(Modifier::BOLD);
        for (index, &place) in places.iter().enumerate() {
            let before = index.checked_sub(1).and_then(|before| places.get(before));
            let sides = [before, places.get(index + 1)];
            let sign = sign(place, sides, self.play.looks.has_lines());
            let Some((x, y)) = on_screen(place) else { continue };
            if room.contains((x, y).into())
                && let Some(cell) = buffer.cell_mut((x, y))
            {
                cell.set_symbol(sign).set_style(style);
            }
        }
    }

    /// The middle of a cell; one of the rim, which is not shown, lies as far from its neighbour as
    /// any.
    fn middle(self, cell: Cell) -> Option<(i32, i32)> {
        let grid = self.play.dialogue.session.state().board.grid();
        let first = (self.layout.columns().start, self.layout.rows().start);
        let place = self.layout.place(first.0, first.1)?;
        let (across, down) = self.layout.pitch();
        let column = grid.column(cell) - first.0 as i32;
        let row = grid.row(cell) - first.1 as i32;
        let x = i32::from(place.x + place.width / 2) + column * i32::from(across);
        let y = i32::from(place.y + place.height / 2) + row * i32::from(down);
        Some((x, y))
    }
}

/// Every place from each of these to the next.
fn between(middles: Vec<(i32, i32)>) -> Vec<(i32, i32)> {
    let mut places: Vec<(i32, i32)> = middles.first().copied().into_iter().collect();
    for pair in middles.windows(2) {
        let (mut at, end) = (pair[0], pair[1]);
        while at != end {
            // Cells of a line lie in one row or column; the columns come first.
            match at.0 == end.0 {
                true => at.1 += (end.1 - at.1).signum(),
                false => at.0 += (end.0 - at.0).signum(),
            }
            places.push(at);
        }
    }
    places
}

fn on_screen((x, y): (i32, i32)) -> Option<(u16, u16)> {
    Some((u16::try_from(x).ok()?, u16::try_from(y).ok()?))
}

/// The sign that joins a place with those before and behind it.
fn sign(here: (i32, i32), sides: [Option<&(i32, i32)>; 2], has_lines: bool) -> &'static str {
    let lies = |dx: i32, dy: i32| {
        sides.iter().flatten().any(|side| (side.0 - here.0, side.1 - here.1) == (dx, dy))
    };
    let (left, right, up, down) = (lies(-1, 0), lies(1, 0), lies(0, -1), lies(0, 1));
    match (left || right, up || down, has_lines) {
        (true, false, true) => "─",
        (false, _, true) => "│",
        (true, false, false) => "-",
        (false, _, false) => "|",
        (true, true, false) => "+",
        (true, true, true) => match (right, down) {
            (true, true) => "┌",
            (true, false) => "└",
            (false, true) => "┐",
            (false, false) => "┘",
        },
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn corners_join_what_is_before_and_behind() {
        let places = between(vec![(1, 3), (1, 1), (4, 1), (4, 2)]);
        assert_eq!(places, [(1, 3), (1, 2), (1, 1), (2, 1), (3, 1), (4, 1), (4, 2)]);
        let signs = |has_lines: bool| {
            let sides = |index: usize| {
                [index.checked_sub(1).and_then(|it| places.get(it)), places.get(index + 1)]
            };
            let signs = places.iter().enumerate();
            signs.map(|(index, place)| sign(*place, sides(index), has_lines)).collect::<String>()
        };
        assert_eq!(signs(true), "││┌──┐│");
        assert_eq!(signs(false), "||+--+|");
    }
}
