//! Pointing at cells.

use std::collections::BTreeSet;

use masume_engine::{Action, ActionTextError, Argument, Cell};
use masume_session::{Pick, Picked};

use super::Dialogue;
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::cells;

impl Dialogue {
    /// Points at a cell.
    pub fn point(&mut self, cell: Cell, phrases: &Phrases) -> Vec<Request> {
        if self.is_painted {
            return self.paint(cell, phrases);
        }
        if self.session.outcome().is_some() {
            return self.refuse_after_end(phrases);
        }
        if self.refuse_out_of_turn(phrases) {
            return Vec::new();
        }
        let picked = self.session.pick(&mut self.selection, Pick::Cell(cell));
        self.take_pick(picked, cell, phrases)
    }

    /// Points at a cell by its name, which can be several moves that end there, too: `e8`.
    pub fn point_by_name(&mut self, name: &str, cell: Cell, phrases: &Phrases) -> Vec<Request> {
        let (game, state) = (self.session.game(), self.session.state());
        let legal = self.session.legal_actions().unwrap_or_default();
        let begins = |action: &Action| action.arguments[0] == Argument::Cell(cell);
        let is_move = game.rules().moves.is_some() && self.selection.cell().is_none();
        if is_move
            && !legal.iter().any(begins)
            && let Err(error) = game.read_action(state, name)
            && self.ask_meant(&error, phrases)
        {
            return Vec::new();
        }
        self.point(cell, phrases)
    }

    /// Draws from one cell to another.
    pub fn drag(&mut self, from: Cell, to: Cell, phrases: &Phrases) -> Vec<Request> {
        self.selection.clear();
        if self.is_painted {
            return self.paint(to, phrases);
        }
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
    fn refuse_after_end(&mut self, phrases: &Phrases) -> Vec<Request> {
        self.said = self.end_told(phrases);
        self.is_refused = true;
        Vec::new()
    }

    fn take_pick(&mut self, picked: Picked, cell: Cell, phrases: &Phrases) -> Vec<Request> {
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
            Picked::Several(actions) => self.ask_which(actions, phrases),
        }
        Vec::new()
    }

    /// Asks which of the actions is meant that a text can be, where they are legal.
    pub fn ask_meant(&mut self, error: &ActionTextError, phrases: &Phrases) -> bool {
        let ActionTextError::Ambiguous { fitting, .. } = error else { return false };
        let legal = self.session.legal_actions().unwrap_or_default();
        if fitting.iter().any(|it| !legal.contains(it)) {
            return false;
        }
        if !self.refuse_out_of_turn(phrases) {
            self.ask_which(fitting.clone(), phrases);
        }
        true
    }

    /// Asks which of several actions is meant.
    pub fn ask_which(&mut self, actions: Vec<Action>, phrases: &Phrases) {
        const DIGITS: usize = 9;
        self.choices = actions;
        let words = self.choice_words(phrases).into_iter().take(DIGITS).enumerate();
        let offers = words.map(|(index, words)| format!("{}: {words}", index + 1));
        let offers = offers.collect::<Vec<_>>().join("  ");
        self.refuse(phrases.say("which", &[("choices", offers.into())]));
    }

    /// The actions of which one is to be chosen, in words: by what each puts on the cell that was
    /// chosen last or as the game writes them, where that tells them from each other.
    pub fn choice_words(&self, phrases: &Phrases) -> Vec<String> {
        let (game, state) = (self.session.game(), self.session.state());
        let put = |action: &Action| self.result_of(*action, phrases);
        let written = |action: &Action| match game.rules().moves {
            Some(_) => game.written_move(state, *action),
            None => String::new(),
        };
        let ways: [&dyn Fn(&Action) -> String; 2] = [&put, &written];
        let mut told = ways.iter().map(|way| self.choices.iter().map(way).collect::<Vec<_>>());
        let tells = |told: &Vec<String>| {
            let named: BTreeSet<&String> = told.iter().filter(|it| !it.is_empty()).collect();
            named.len() == told.len()
        };
        told.find(tells).unwrap_or_else(|| {
            let teller = self.teller(phrases);
            self.choices.iter().map(|it| teller.action(state, *it)).collect()
        })
    }

    /// Contents of the last cell of an action after it; empty where it names none.
    fn result_of(&self, action: Action, phrases: &Phrases) -> String {
        let mut cells = action.arguments.iter().filter_map(|argument| match argument {
            Argument::Cell(cell) => Some(*cell),
            Argument::None | Argument::Direction(_) | Argument::Column(_) | Argument::Row(_) => {
                None
            }
        });
        let mut state = self.session.state().clone();
        match (cells.next_back(), self.session.game().apply(&mut state, action)) {
            (Some(cell), Ok(_)) => cells::contents(self.teller(phrases), &state, cell),
            (_, _) => String::new(),
        }
    }
}
