//! Boards that are changed by hand: in a game that runs by itself, its player sets up what runs.

use masume_engine::{Cell, State};
use masume_rules::model::{Content, EMPTY, Layer};
use masume_session::Session;

use super::{Dialogue, Phase};
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::cells;

impl Dialogue {
    /// Puts the next of what the legend has on a cell. The game begins anew on that board; where
    /// something was done before, `undo` goes back to it.
    pub(super) fn paint(&mut self, cell: Cell, phrases: &Phrases) -> Vec<Request> {
        let mut state = self.session.first_state().clone();
        state.board = self.session.state().board.clone();
        state.outcome = None;
        self.put_next(&mut state, cell);
        let told = {
            let teller = self.teller(phrases);
            let piece = cells::contents(teller, &state, cell);
            let values = [("cell", teller.cell(&state, cell).into()), ("piece", piece.into())];
            phrases.say("painted", &values)
        };
        let (edition, setup) = (self.session.edition().clone(), *self.session.setup());
        let session = Session::from_state(edition, setup, state);
        let is_begun = !self.session.timeline().is_empty();
        match is_begun {
            true => self.leave_for(session, phrases),
            false => self.session = session,
        }
        self.phase = Phase::Playing;
        self.fresh = [cell].into();
        self.said = vec![told];
        if is_begun { vec![Request::KeepPainted] } else { Vec::new() }
    }

    /// Puts on a cell what comes behind its contents in the legend.
    fn put_next(&self, state: &mut State, cell: Cell) {
        let legend = self.session.game().rules().legends.first();
        let entries = legend.map(|legend| legend.entries.as_slice()).unwrap_or_default();
        let layers = (0..state.board.layer_count()).map(|index| Layer(index as u8));
        let layers: Vec<Layer> = layers.collect();
        let of_entry = |contents: &[(Layer, Content)], layer: Layer| {
            contents.iter().find(|held| held.0 == layer).map_or(EMPTY, |held| held.1)
        };
        let is_here = |contents: &[(Layer, Content)]| {
            layers.iter().all(|layer| state.board.get(*layer, cell) == of_entry(contents, *layer))
        };
        let at = entries.iter().position(|entry| is_here(&entry.contents));
        let next = at.map_or(0, |at| (at + 1) % entries.len());
        let Some(next) = entries.get(next) else { return };
        for layer in layers {
            state.board.set(layer, cell, of_entry(&next.contents, layer));
        }
    }
}
