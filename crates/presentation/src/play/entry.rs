//! A cell, column or row that is typed by its name.
//!
//! Keys have meanings of their own, so a name is typed on a line that says what was typed: a key
//! for that begins it, and so does every letter and digit that means nothing else in the game, or
//! with which a name begins in a game for several.
//! Names come to an end by themselves where no longer one can be meant; Enter behind such a name is
//! a part of it. A text that is no name of a cell may be a whole move, as the game writes them:
//! `nf3`, `exd5`, `o-o`.

use std::collections::VecDeque;

use masume_engine::{Action, ActionTextError, Cell};
use masume_rules::model::ParamKind;
use masume_session::Meaning;

use super::Play;
use crate::dialogue::Command;
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::errors::action_text;

/// The most letters, digits and signs of a name or a move: longer ones are on no board.
const LONGEST: usize = 16;
/// Signs within moves.
const SIGNS: [&str; 9] = ["-", "=", "+", "#", "/", ":", "(", ")", "*"];

impl Play {
    /// Begins a name with what was typed of it.
    pub fn begin_entry(&mut self, typed: &str, phrases: &Phrases) -> Vec<Request> {
        if !self.dialogue.takes_cells && self.dialogue.session.walker().is_none() {
            self.say("no-cells-to-type", phrases);
            return Vec::new();
        }
        self.entry = Some(String::new());
        self.enter(typed, phrases)
    }

    /// True if this key, which means nothing in the game, begins a name or a move.
    pub fn begins_entry(&self, key: &str) -> bool {
        self.dialogue.takes_cells && is_of_name(key) && self.is_a_beginning(&key.to_lowercase())
    }

    /// True if a cell, a column, a row, an action or a move of the game begins so.
    fn is_a_beginning(&self, typed: &str) -> bool {
        let session = &self.dialogue.session;
        let (rules, state) = (session.game().rules(), session.state());
        let names = session.game().cell_names(state);
        let begins = |name: &str| name.to_lowercase().starts_with(typed);
        let moves = rules.moves.iter().flat_map(|moves| {
            let letters = moves.letters.iter().map(|(_, letter)| letter);
            letters.chain(moves.steps.iter().map(|step| &step.name))
        });
        let grid = state.board.grid();
        typed.chars().all(|it| it.is_ascii_digit())
            || moves.chain(rules.actions.iter().map(|it| &it.name)).any(|name| begins(name))
            || grid.inner_cells().any(|cell| names.name(cell).is_some_and(|it| begins(&it)))
    }

    /// Goes on with the name of a cell whose column was typed as a letter that is a command too, or of no column. Enter
    /// ends it in any case: the digit may have been meant for the cursor.
    pub(super) fn go_on_with_letter(
        &mut self,
        column: char,
        digit: &str,
        phrases: &Phrases,
    ) -> Vec<Request> {
        if self.meaning(&column.to_string()) == Some(Meaning::Command(Command::Choices)) {
            self.shows_choices = !self.shows_choices;
        }
        self.show_entry(format!("{column}{digit}"), phrases);
        Vec::new()
    }

    /// Takes a key for the name being typed, where one is.
    pub fn entry_key(&mut self, key: &str, phrases: &Phrases) -> Option<Vec<Request>> {
        let typed = self.entry.as_mut()?;
        match key {
            "enter" => {
                let typed = std::mem::take(typed);
                self.entry = None;
                return Some(self.finish_entry(&typed, phrases));
            }
            "backspace" => {
                typed.pop();
                return Some(self.enter("", phrases));
            }
            key if is_of_name(key) || is_in_move(key, typed) => {
                return Some(self.enter(key, phrases));
            }
            _ => {}
        }
        self.entry = None;
        self.dialogue.said.clear();
        // Escape takes the name back, and nothing else; other keys do what they always do.
        (key == "escape").then(Vec::new)
    }

    fn enter(&mut self, more: &str, phrases: &Phrases) -> Vec<Request> {
        let Some(mut typed) = self.entry.take() else { return Vec::new() };
        typed.push_str(more);
        typed.truncate(LONGEST);
        if self.cell_typed(&typed).is_some() && !self.may_go_on(&typed) {
            self.entry_ended = true;
            return self.finish_entry(&typed, phrases);
        }
        self.show_entry(typed, phrases);
        Vec::new()
    }

    /// Says what was typed so far.
    fn show_entry(&mut self, typed: String, phrases: &Phrases) {
        let id = if self.is_move_typed(&typed) { "entry-move" } else { "entry" };
        self.dialogue.said = vec![phrases.say(id, &[("typed", typed.as_str().into())])];
        self.entry = Some(typed);
    }

    fn finish_entry(&mut self, typed: &str, phrases: &Phrases) -> Vec<Request> {
        if let Some(mut actions) = self.moves_typed(typed).map(VecDeque::from)
            && let Some(first) = actions.pop_front()
        {
            self.dialogue.walk = actions;
            return self.dialogue.act(first, phrases);
        }
        let Some(cell) = self.cell_typed(typed) else {
            self.say_unread(typed, phrases);
            return Vec::new();
        };
        // A game of walking has no cursor.
        if self.dialogue.takes_cells {
            self.cursor = Some(cell);
        }
        self.dialogue.point_by_name(typed, cell, phrases)
    }

    /// Says why what was typed is neither a move nor a cell, or asks which of several moves it is.
    fn say_unread(&mut self, typed: &str, phrases: &Phrases) {
        let session = &self.dialogue.session;
        let error = session.game().read_actions(session.state(), typed).err();
        if error.as_ref().is_some_and(|it| self.dialogue.ask_meant(it, phrases)) {
            return;
        }
        self.dialogue.said = vec![match &error {
            Some(error @ ActionTextError::NoMove { .. }) => action_text(error, phrases),
            Some(_) | None => phrases.say("no-such-cell", &[("typed", typed.into())]),
        }];
    }

    /// The move that is meant, or several one after the other. A cell that is chosen goes before:
    /// what is typed then is the next cell.
    fn moves_typed(&self, typed: &str) -> Option<Vec<Action>> {
        let session = &self.dialogue.session;
        let game = session.game();
        let is_cell = self.cell_typed(typed).is_some();
        if is_cell && (game.rules().moves.is_none() || self.dialogue.selection.cell().is_some()) {
            return None;
        }
        // `B` is a bishop and `b` a column, but who types no capitals means a bishop too.
        let read = |typed: &str| game.read_actions(session.state(), typed).ok();
        read(typed).or_else(|| read(&typed.to_lowercase()))
    }

    /// True if a move is meant, or one of several that are asked about.
    fn is_move_typed(&self, typed: &str) -> bool {
        let session = &self.dialogue.session;
        let read = || session.game().read_actions(session.state(), typed);
        self.moves_typed(typed).is_some()
            || self.cell_typed(typed).is_none()
                && matches!(read(), Err(ActionTextError::Ambiguous { .. }))
    }

    /// The cell that is meant: the first of a column or row where the game asks for those.
    fn cell_typed(&self, typed: &str) -> Option<Cell> {
        let typed = typed.to_lowercase();
        let typed = typed.as_str();
        let session = &self.dialogue.session;
        let (grid, names) =
            (session.state().board.grid(), session.game().cell_names(session.state()));
        if let Some(cell) = names.cell_named(typed) {
            return Some(cell);
        }
        if self.dialogue.asks_for(ParamKind::Column) {
            let column = self.dialogue.column_of_number(typed);
            let column = column.or_else(|| names.column_named(typed))?;
            return grid.at(column as i32, 0);
        }
        let row = names.row_named(typed).filter(|_| self.dialogue.asks_for(ParamKind::Row))?;
        grid.at(0, row as i32)
    }

    /// True if a longer name begins with this one.
    fn may_go_on(&self, typed: &str) -> bool {
        let mut further = ('0'..='9').chain('a'..='z');
        further.any(|letter| self.cell_typed(&format!("{typed}{letter}")).is_some())
    }
}

/// True if the key goes on with a move that is being typed.
fn is_in_move(key: &str, typed: &str) -> bool {
    !typed.is_empty() && SIGNS.contains(&key)
}

fn is_of_name(key: &str) -> bool {
    let mut letters = key.chars();
    letters.next().is_some_and(|it| it.is_ascii_alphanumeric()) && letters.next().is_none()
}
