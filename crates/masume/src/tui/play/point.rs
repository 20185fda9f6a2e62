//! Pointing at cells, with the keyboard's cursor or the mouse.

use masume_engine::{Cell, Direction};
use masume_session::{Pick, Picked};

use super::{Play, Wish};
use crate::locale::Phrases;

impl Play {
    /// Moves the cursor; at the edge it stays.
    pub(super) fn move_cursor(&mut self, way: Direction) {
        let grid = self.session.state().board.grid();
        let here = self.cursor_or_first();
        let next = grid.step(here, way).filter(|cell| grid.is_inner(*cell));
        self.cursor = Some(next.unwrap_or(here));
    }

    /// Chooses the cell at the cursor.
    pub(super) fn choose(&mut self, phrases: &Phrases) -> Vec<Wish> {
        let cell = self.cursor_or_first();
        self.cursor = Some(cell);
        self.point(cell, phrases)
    }

    /// Where the cursor is; before it was ever used, the middle of the board.
    fn cursor_or_first(&self) -> Cell {
        let grid = self.session.state().board.grid();
        self.cursor.filter(|cell| grid.is_inner(*cell)).unwrap_or_else(|| grid.centre())
    }

    /// The mouse went from one cell to another, or stayed.
    pub(super) fn draw_from_to(&mut self, from: Cell, to: Cell, phrases: &Phrases) -> Vec<Wish> {
        self.walk.clear();
        if self.has_cursor {
            self.cursor = Some(to);
        }
        if from == to {
            return self.point(to, phrases);
        }
        self.selection.clear();
        let picked = self.session.drag(from, to);
        self.take_pick(picked, to, phrases)
    }

    fn point(&mut self, cell: Cell, phrases: &Phrases) -> Vec<Wish> {
        let picked = self.session.pick(&mut self.selection, Pick::Cell(cell));
        self.take_pick(picked, cell, phrases)
    }

    fn take_pick(&mut self, picked: Picked, cell: Cell, phrases: &Phrases) -> Vec<Wish> {
        let name = self.session.state().board.grid().name(cell).unwrap_or_default();
        let values = [("cell", name.into())];
        self.said = match picked {
            Picked::Act(action) => return self.act(action, phrases),
            Picked::Walk(actions) => {
                self.walk = actions.into();
                Vec::new()
            }
            Picked::Selected(_) => vec![phrases.say("selected", &values)],
            Picked::Deselected(_) => vec![phrases.say("deselected", &values)],
            Picked::Nothing => vec![phrases.say("is-empty", &values)],
            // What they would do, tried: the game says in its own words why it cannot be.
            Picked::Mismatch(Some(action)) => return self.act(action, phrases),
            Picked::Mismatch(None) | Picked::Useless => {
                let state = self.session.state();
                let own = self.teller(phrases).occasion(state, None, &["illegal"]);
                vec![own.unwrap_or_else(|| phrases.say("is-useless", &values))]
            }
            Picked::Several(actions) => {
                let teller = self.teller(phrases);
                let state = self.session.state();
                let offers = actions.iter().enumerate().take(9);
                let offers: Vec<String> = offers
                    .map(|(index, action)| {
                        format!("{}: {}", index + 1, teller.action(state, *action))
                    })
                    .collect();
                self.choices = actions;
                vec![phrases.say("which", &[("choices", offers.join("  ").into())])]
            }
        };
        Vec::new()
    }
}
