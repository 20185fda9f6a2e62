//! Pointing at cells, with the keyboard's cursor or the mouse.

use masume_engine::{Cell, Direction};

use super::Play;
use crate::dialogue::Wish;
use crate::locale::Phrases;

impl Play {
    /// Moves the cursor; at the edge it stays.
    pub(super) fn move_cursor(&mut self, way: Direction) {
        let grid = self.dialogue.session.state().board.grid();
        let here = self.cursor_or_first();
        let next = grid.step(here, way).filter(|cell| grid.is_inner(*cell));
        self.cursor = Some(next.unwrap_or(here));
    }

    /// Chooses the cell at the cursor.
    pub(super) fn choose(&mut self, phrases: &Phrases) -> Vec<Wish> {
        let cell = self.cursor_or_first();
        self.cursor = Some(cell);
        self.dialogue.point(cell, phrases)
    }

    /// Where the cursor is; before it was ever used, the middle of the board.
    fn cursor_or_first(&self) -> Cell {
        let grid = self.dialogue.session.state().board.grid();
        self.cursor.filter(|cell| grid.is_inner(*cell)).unwrap_or_else(|| grid.centre())
    }

    /// The mouse went from one cell to another, or stayed.
    pub(super) fn draw_from_to(&mut self, from: Cell, to: Cell, phrases: &Phrases) -> Vec<Wish> {
        self.dialogue.walk.clear();
        if self.dialogue.takes_cells {
            self.cursor = Some(to);
        }
        if from == to {
            return self.dialogue.point(to, phrases);
        }
        self.dialogue.drag(from, to, phrases)
    }
}
