//! Pointing at cells, with the keyboard's cursor or the mouse.

use masume_engine::{Cell, Direction};

use super::Play;
use crate::locale::Phrases;
use crate::request::Request;

impl Play {
    /// Moves the cursor as the board is seen; at the edge it stays.
    pub fn move_cursor(&mut self, way: Direction) {
        let way = if self.dialogue.is_turned() { way.opposite() } else { way };
        let here = self.cursor_or_first();
        self.cursor = Some(self.next_place(here, way).unwrap_or(here));
    }

    /// The next place in this direction. Where lines lead round a corner, the nearest that lies
    /// more that way than to a side.
    fn next_place(&self, here: Cell, way: Direction) -> Option<Cell> {
        let board = &self.dialogue.session.state().board;
        let grid = board.grid();
        let step = |cell: Cell| grid.step(cell, way).filter(|next| grid.is_inner(*next));
        let next = step(here)?;
        if !self.looks.is_passed_over(board, next) {
            return Some(next);
        }
        // The rules may have a line or a gap chosen.
        let chosen = self.dialogue.session.next_cells(&self.dialogue.selection);
        let is_place =
            |cell: Cell| !self.looks.is_passed_over(board, cell) || chosen.contains(&cell);
        let straight = std::iter::successors(Some(next), |cell| step(*cell));
        let found = straight.into_iter().find(|cell| is_place(*cell));
        if found.is_some() || way.is_diagonal() {
            return found;
        }
        let offset = |cell: Cell| {
            let (across, down) =
                (grid.column(cell) - grid.column(here), grid.row(cell) - grid.row(here));
            let (ahead, aside) = match way.across() {
                0 => (down * way.down(), across),
                sign => (across * sign, down),
            };
            (ahead, aside.abs())
        };
        let cells = grid.inner_cells().filter(|cell| {
            let (ahead, aside) = offset(*cell);
            ahead > 0 && aside <= ahead && is_place(*cell)
        });
        cells.min_by_key(|cell| offset(*cell))
    }

    /// The place that is nearest to the middle of the board.
    pub fn first_place(&self) -> Option<Cell> {
        let board = &self.dialogue.session.state().board;
        let grid = board.grid();
        let centre = grid.centre();
        let distance = |cell: Cell| {
            let (across, down) =
                (grid.column(cell) - grid.column(centre), grid.row(cell) - grid.row(centre));
            across * across + down * down
        };
        let mut cells: Vec<Cell> = grid.inner_cells().collect();
        cells.sort_by_key(|cell| distance(*cell));
        let is_bare = |cell: &Cell| self.looks.is_passed_over(board, *cell);
        cells.into_iter().find(|cell| !is_bare(cell)).or(Some(centre))
    }

    /// Chooses the cell at the cursor.
    pub fn choose(&mut self, phrases: &Phrases) -> Vec<Request> {
        let cell = self.cursor_or_first();
        self.cursor = Some(cell);
        self.dialogue.point(cell, phrases)
    }

    /// Cell of the cursor; before it was ever used, the middle of the board.
    fn cursor_or_first(&self) -> Cell {
        let grid = self.dialogue.session.state().board.grid();
        let found = self.cursor.filter(|cell| grid.is_inner(*cell)).or_else(|| self.first_place());
        found.unwrap_or_else(|| grid.centre())
    }

    /// The mouse went from one cell to another, or stayed.
    pub fn draw_from_to(&mut self, from: Cell, to: Cell, phrases: &Phrases) -> Vec<Request> {
        self.dialogue.walk.clear();
        let is_bare = self.looks.is_passed_over(&self.dialogue.session.state().board, to);
        if self.dialogue.takes_cells && !is_bare {
            self.cursor = Some(to);
        }
        if from == to {
            return self.dialogue.point(to, phrases);
        }
        self.dialogue.drag(from, to, phrases)
    }
}

/// The action of a key on a board that is seen from its other side: keys show the way on the
/// screen.
pub(super) fn turned(text: &str) -> String {
    let word = |word| Direction::from_name(word).map_or(word, |way| way.opposite().name());
    text.split(' ').map(word).collect::<Vec<_>>().join(" ")
}
