//! Lines that were typed or said, as actions, cells, keys and orders of a game.

use std::collections::BTreeSet;

use masume_engine::{Action, ActionTextError, Cell, Direction};
use masume_rules::model::ParamKind;
use masume_rules::text;
use masume_session::Meaning;

use super::orders::{self, TextOrder};
use crate::dialogue::{Command, Dialogue, Phase, Refused};
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::errors;

/// Separators of a line: several things can be asked for at once.
const COMMAS: [char; 3] = [',', '、', '，'];

/// Meaning of what was heard.
#[derive(Debug)]
pub enum Heard {
    /// It is done, or refused; this is asked of the host.
    Done(Vec<Request>),
    /// Something that only text does.
    Order(TextOrder),
}

impl Dialogue {
    /// The parts of a line, which are done one after another.
    pub fn parts_of<'a>(&self, line: &'a str) -> Vec<&'a str> {
        // The comma itself may be a key.
        match self.own_key(line) {
            Some(_) => vec![line],
            None if self.is_movetext(line) => moves_of(line),
            None => line.split(COMMAS).map(str::trim).filter(|part| !part.is_empty()).collect(),
        }
    }

    /// True if a line is to be typed from this key on.
    pub fn begins_line(&self, key: &str) -> bool {
        self.keys.meaning(key) == Some(&Meaning::Command(Command::Type))
    }

    /// Does what a key asks for, as text has it.
    pub fn text_key(&mut self, key: &str, phrases: &Phrases) -> Vec<Request> {
        self.is_refused = false;
        if let Some(requests) = self.answer_by_key(key, phrases) {
            return requests;
        }
        match self.keys.meaning(key).cloned() {
            Some(meaning) => self.do_meaning(meaning, phrases),
            None => {
                self.say_unknown(key, phrases);
                Vec::new()
            }
        }
    }

    /// True if keys reach each action, so that none has to be written.
    pub fn is_played_by_keys(&self) -> bool {
        let session = &self.session;
        let actions = self.keys.bindings().iter().filter_map(|it| match &it.meaning {
            Meaning::Action(text) => session.game().read_action(session.state(), text).ok(),
            Meaning::Help | Meaning::Command(_) => None,
        });
        let reached: BTreeSet<Action> = actions.collect();
        let legal = session.legal_actions().unwrap_or_default();
        !reached.is_empty() && legal.iter().all(|it| reached.contains(it))
    }

    /// True if the line is moves with the numbers of their turns, as in books.
    fn is_movetext(&self, line: &str) -> bool {
        let has_moves = self.session.game().rules().moves.is_some();
        has_moves && text::is_movetext(line)
    }

    /// Hears one part of a line: the game's own keys come first, then what its actions are called,
    /// then words of ours, then keys of ours.
    pub fn hear(&mut self, part: &str, phrases: &Phrases) -> Heard {
        let answer = orders::answer(part).and_then(|it| self.answer(it, phrases));
        let answer = answer.or_else(|| self.answer_by_key(part, phrases));
        if let Some(requests) = answer {
            return Heard::Done(requests);
        }
        if let Some(action) = self.chosen_by(part) {
            return Heard::Done(self.act(action, phrases));
        }
        if let Some(meaning) = self.own_key(part) {
            return Heard::Done(self.do_meaning(meaning, phrases));
        }
        if let Some(column) = self.column_numbered(part) {
            return self.hear(&column, phrases);
        }
        if let Some(action) = self.move_to_cell(part) {
            return Heard::Done(self.act(action, phrases));
        }
        if let Some(cell) = self.cell_named(part)
            && self.takes_cells
        {
            return Heard::Done(self.point_by_name(part, cell, phrases));
        }
        let unknown = match self.action_named(part, phrases) {
            Ok(action) => return Heard::Done(self.act(action, phrases)),
            Err(error) => error,
        };
        if self.ask_meant(&unknown, phrases) {
            return Heard::Done(Vec::new());
        }
        let unknown = match self.actions_together(part) {
            Ok(actions) => {
                self.walk = actions.into();
                return Heard::Done(Vec::new());
            }
            Err(error) => error,
        };
        if let Some(order) = orders::read(part) {
            return Heard::Order(order);
        }
        if let Some(meaning) = self.keys.meaning(part).cloned() {
            return Heard::Done(self.do_meaning(meaning, phrases));
        }
        // In a game of steps: the piece that is steered walks there.
        if let Some(cell) = self.cell_named(part) {
            return Heard::Done(self.point(cell, phrases));
        }
        self.refuse_unknown(part, &unknown, phrases);
        Heard::Done(Vec::new())
    }

    /// The action that is called so: with the selected cell before it, as the rules have it, or as
    /// it is called in the player's language.
    fn action_named(&self, part: &str, phrases: &Phrases) -> Result<Action, ActionTextError> {
        let Dialogue { session, selection, .. } = self;
        let (game, state) = (session.game(), session.state());
        if let Some(cell) = selection.cell()
            && let Some(name) = game.cell_names(state).name(cell)
            && let Ok(action) = game.read_action(state, &format!("{name} {part}"))
        {
            return Ok(action);
        }
        let error = match game.read_action(state, part) {
            Ok(action) => return Ok(action),
            Err(error) => error,
        };
        match game.read_action(state, &self.as_written(part, phrases)) {
            Ok(action) => Ok(action),
            Err(_) => Err(error),
        }
    }

    /// The name of a column by its number, in a game that asks for columns and names them otherwise.
    fn column_numbered(&self, part: &str) -> Option<String> {
        let column = self.column_of_number(part).filter(|_| !self.asks_for(ParamKind::Row))?;
        let name = self.session.game().cell_names(self.session.state()).column_name(column);
        Some(name).filter(|name| name.parse::<u32>().is_err())
    }

    /// The column of a number, counted from 1, in a game that asks for columns.
    pub(crate) fn column_of_number(&self, typed: &str) -> Option<u32> {
        let column = typed.parse::<u32>().ok()?.checked_sub(1)?;
        let is_there = column < self.session.state().board.grid().width();
        (is_there && self.asks_for(ParamKind::Column)).then_some(column)
    }

    /// True if an action of the game has a parameter of this kind.
    pub(crate) fn asks_for(&self, kind: ParamKind) -> bool {
        let mut params = self.session.game().rules().actions.iter().flat_map(|it| &it.params);
        params.any(|param| *param == kind)
    }

    /// The action that the game writes as the name of a cell alone, where no cell is chosen: `e4`.
    fn move_to_cell(&self, part: &str) -> Option<Action> {
        let Dialogue { session, selection, .. } = self;
        let is_move = session.game().rules().moves.is_some() && selection.cell().is_none();
        let cell = self.cell_named(part).filter(|_| is_move);
        cell.and_then(|_| session.game().read_action(session.state(), part).ok())
    }

    /// Actions that are written one after the other: `f5d6c3`, `e4 e5`.
    fn actions_together(&self, part: &str) -> Result<Vec<Action>, ActionTextError> {
        let session = &self.session;
        session.game().read_actions(session.state(), part)
    }

    /// The actions that letters stand for in a notation of the game, such as a solution of a level.
    ///
    /// # Errors
    /// The reason why they cannot be read, in words.
    pub fn actions_in_letters(
        &self,
        letters: &str,
        phrases: &Phrases,
    ) -> Result<Vec<Action>, String> {
        let (game, state) = (self.session.game(), self.session.state());
        let mut reason = phrases.say("no-notation", &[]);
        for notation in &game.rules().notations {
            match text::read_notation(game.rules(), &notation.name, letters) {
                Ok(texts) => {
                    let read = texts.iter().map(|it| game.read_action(state, it));
                    return read
                        .collect::<Result<_, _>>()
                        .map_err(|it| errors::action_text(&it, phrases));
                }
                Err(diagnostic) => reason = diagnostic.message,
            }
        }
        Err(reason)
    }

    /// An action as the rules have it, from the player's language; where there is one way to go,
    /// the direction is enough.
    fn as_written(&self, part: &str, phrases: &Phrases) -> String {
        let teller = self.teller(phrases);
        let spoken = |way: &Direction| phrases.say(&format!("direction-{}", way.name()), &[]);
        let direction = |word: &str| Direction::ALL.into_iter().find(|way| spoken(way) == word);
        let in_rules = |word: &str| match direction(word) {
            Some(way) => way.name().to_owned(),
            None => word.to_owned(),
        };
        let actions = &self.session.game().rules().actions;
        let called = actions.iter().find_map(|info| {
            let names = [teller.action_name(&info.name), teller.action_as_written(&info.name)];
            let rest = names.iter().find_map(|name| part.strip_prefix(name.as_str()))?;
            Some((&info.name, rest))
        });
        let steered = || {
            let is_steered = |params: &[ParamKind]| matches!(params, [ParamKind::Direction(_)]);
            let info = actions.iter().find(|info| is_steered(&info.params))?;
            direction(part).map(|_| (&info.name, part))
        };
        let Some((name, rest)) = called.or_else(steered) else { return part.to_owned() };
        let words = [name.clone()].into_iter().chain(rest.split_whitespace().map(in_rules));
        words.collect::<Vec<_>>().join(" ")
    }

    fn cell_named(&self, name: &str) -> Option<Cell> {
        let session = &self.session;
        session.game().cell_names(session.state()).cell_named(name)
    }

    /// Meaning of a key of the game's own text.
    fn own_key(&self, key: &str) -> Option<Meaning<Command>> {
        let own = self.keys.bindings().iter().find(|it| it.is_own && it.key == key);
        own.map(|binding| binding.meaning.clone())
    }

    /// Meanings of the keys of a word such as `6669`, each character a key; nothing where one is
    /// none for an action, or where the word is an action or a cell itself.
    pub fn run_of(&self, word: &str, phrases: &Phrases) -> Option<Vec<Meaning<Command>>> {
        let is_itself = self.cell_named(word).is_some()
            || orders::read(word).is_some()
            || self.action_named(word, phrases).is_ok()
            || self.actions_together(word).is_ok();
        if word.chars().count() < 2 || word.contains(' ') || is_itself {
            return None;
        }
        let of_key = |key: char| match self.keys.meaning(key.encode_utf8(&mut [0; 4])) {
            Some(meaning @ Meaning::Action(_)) => Some(meaning.clone()),
            Some(Meaning::Help | Meaning::Command(_)) | None => None,
        };
        word.chars().map(of_key).collect()
    }

    /// Does what a key means.
    pub fn do_meaning(&mut self, meaning: Meaning<Command>, phrases: &Phrases) -> Vec<Request> {
        match meaning {
            Meaning::Action(text) => self.act_by_text(&text, None, phrases),
            Meaning::Help => vec![Request::Help],
            Meaning::Command(command) => self.text_command(command, phrases),
        }
    }

    /// Does a command, unless only a screen does it.
    pub fn text_command(&mut self, command: Command, phrases: &Phrases) -> Vec<Request> {
        let reason = if command == Command::Type {
            "type-here"
        } else if command.needs_screen() {
            "only-on-screen"
        } else {
            return self.command(command, phrases);
        };
        self.refuse(phrases.say(reason, &[]));
        Vec::new()
    }

    fn refuse_unknown(&mut self, part: &str, error: &ActionTextError, phrases: &Phrases) {
        if self.phase == Phase::Asking {
            let question = self.question(phrases);
            return self.refuse(question);
        }
        self.refused = Some(Refused::Words(error.clone()));
        self.say_unknown(&shortened(part), phrases);
        let error = &self.in_words(error, phrases);
        let usual = phrases.say("unknown-key", &[("key", shortened(part).into())]);
        if self.said == [usual] {
            let mut reason = errors::action_text(error, phrases);
            if let Some(help) = errors::action_help(error, phrases) {
                let values = [("reason", reason.into()), ("help", help.into())];
                reason = phrases.say("and-help", &values);
            }
            let values = [("words", shortened(part).into()), ("reason", shortened(&reason).into())];
            self.refuse(phrases.say("unknown-words", &values));
        }
    }

    /// The error with what the player calls actions and directions in place of their names.
    fn in_words(&self, error: &ActionTextError, phrases: &Phrases) -> ActionTextError {
        let ActionTextError::Unknown { word, near, actions } = error else { return error.clone() };
        let teller = self.teller(phrases);
        let called = |name: &String| match Direction::from_name(name) {
            Some(way) => phrases.say(&format!("direction-{}", way.name()), &[]),
            None if name == "pass" => phrases.say("action-pass", &[]),
            None => teller.action_name(name),
        };
        ActionTextError::Unknown {
            word: word.clone(),
            near: near.as_ref().map(called),
            actions: actions.iter().map(called).collect(),
        }
    }
}

/// The moves of a line with the numbers of their turns; the line itself where it cannot be read.
fn moves_of(line: &str) -> Vec<&str> {
    match text::read_movetext(line) {
        Ok(read) if read.begins_as_usual().is_ok() => {
            read.moves.into_iter().map(|it| it.value).collect()
        }
        Ok(_) | Err(_) => vec![line],
    }
}

/// Enough of a text to be recognised.
///
/// ```
/// use masume_presentation::text::hearing::shortened;
///
/// assert_eq!(shortened("place a1"), "place a1");
/// assert_eq!(shortened(&"x".repeat(200)).len(), 120 + "...".len());
/// ```
pub fn shortened(text: &str) -> String {
    /// Characters; a line may be as long as a file.
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}
