//! Pointing at cells.

use masume_engine::Cell;
use masume_session::{Pick, Picked};

use super::{Dialogue, Wish};
use crate::locale::Phrases;

impl Dialogue {
    /// Points at a cell.
    pub(crate) fn point(&mut self, cell: Cell, phrases: &Phrases) -> Vec<Wish> {
        if self.session.outcome().is_some() {
            return self.refuse_after_end(phrases);
        }
        if self.refuse_out_of_turn(phrases) {
            return Vec::new();
        }
        let picked = self.session.pick(&mut self.selection, Pick::Cell(cell));
        self.take_pick(picked, cell, phrases)
    }

    /// Draws from one cell to another.
    pub(crate) fn drag(&mut self, from: Cell, to: Cell, phrases: &Phrases) -> Vec<Wish> {
        self.selection.clear();
        if self.session.outcome().is_some() {
            return self.refuse_after_end(phrases);
        }
        if self.refuse_out_of_turn(phrases) {
            return Vec::new();
        }
        let picked = self.session.drag(from, to);
        self.take_pick(picked, to, phrases)
    }

    /// The end, and what is asked then, is the reason why no cell does anything.
    fn refuse_after_end(&mut self, phrases: &Phrases) -> Vec<Wish> {
        self.said = self.end_told(phrases);
        self.is_refused = true;
        Vec::new()
    }

    fn take_pick(&mut self, picked: Picked, cell: Cell, phrases: &Phrases) -> Vec<Wish> {
        let names = self.session.game().cell_names(self.session.state());
        let name = names.name(cell).unwrap_or_default();
        let values = [("cell", name.into())];
        match picked {
            Picked::Act(action) => return self.act(action, phrases),
            Picked::Walk(actions) => {
                self.walk = actions.into();
                self.said.clear();
            }
            Picked::Selected(_) => self.said = vec![phrases.say("selected", &values)],
            Picked::Deselected(_) => self.said = vec![phrases.say("deselected", &values)],
            Picked::Nothing => self.said = vec![phrases.say("is-empty", &values)],
            // What they would do, tried: the game says in its own words why it cannot be.
            Picked::Mismatch(Some(action)) => return self.act(action, phrases),
            Picked::Mismatch(None) | Picked::Useless => {
                let state = self.session.state();
                let own = self.teller(phrases).occasion(state, None, &["illegal"]);
                self.refuse(own.unwrap_or_else(|| phrases.say("is-useless", &values)));
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
                self.refuse(phrases.say("which", &[("choices", offers.join("  ").into())]));
            }
        }
        Vec::new()
    }
}
