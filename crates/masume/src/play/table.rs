//! A game being played as text: what goes in is a key or a line, what comes out is text to print.

use std::collections::BTreeSet;
use std::fmt::Write as _;
use std::time::Duration;

use masume_engine::{Action, ActionTextError, Cell, Direction};
use masume_rules::model::ParamKind;
use masume_rules::text;
use masume_session::{Meaning, Session};

use super::words::{self, Order};
use super::{Manner, look, screen};
use crate::dialogue::help::{self, Medium};
use crate::dialogue::opponent::Company;
use crate::dialogue::{Command, Dialogue, Phase, Wish};
use crate::keeper::Keeper;
use crate::locale::Phrases;
use crate::report::Source;
use crate::save_file;
use crate::speech::{errors, history, news, reasons};
use crate::thought::{Subject, Thinker};

/// What parts a line: several things can be asked for at once.
const COMMAS: [char; 3] = [',', '、', '，'];

/// A game being played as text.
#[derive(Debug)]
pub(super) struct Table {
    dialogue: Dialogue,
    phrases: Phrases,
    keeper: Keeper,
    /// What the game is opened from: a shipped name, or a path.
    name: String,
    /// The game from its beginning, while one that waited is offered.
    anew: Option<Session>,
    /// The board is shown only when it is asked for.
    is_quiet: bool,
    /// Single keys come in, not lines.
    by_keys: bool,
    thinker: Thinker,
    is_left: bool,
}

/// Whether the rest of a line is still to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    Stop,
}

impl Table {
    pub(super) fn new(
        session: Session,
        source: Source,
        phrases: Phrases,
        mut keeper: Keeper,
        name: &str,
    ) -> Self {
        let mut dialogue = Dialogue::new(session, source, &phrases);
        dialogue.is_heard = true;
        keeper.begin(name);
        dialogue.solved = keeper.solved(dialogue.session.edition());
        let (name, anew) = (name.to_owned(), None);
        let (is_quiet, by_keys, is_left) = (false, false, false);
        let thinker = Thinker::default();
        Self { dialogue, phrases, keeper, name, anew, is_quiet, by_keys, thinker, is_left }
    }

    /// What is said first.
    pub(super) fn begin(&mut self, manner: Manner) -> String {
        let mut said = String::new();
        self.is_quiet = manner.is_quiet;
        if manner.offers_what_waits {
            let session = self.dialogue.session.clone();
            let first = self.keeper.at_level_to_begin(session, &self.name);
            if first.level() != self.dialogue.session.level() {
                self.dialogue.change_to(first, &self.phrases);
            }
            let edition = self.dialogue.session.edition();
            match self.keeper.resume(edition, &self.name, &self.phrases) {
                Ok(Some(session)) => {
                    self.anew = Some(self.dialogue.session.clone());
                    self.dialogue.offer(session, self.keeper.offer(), &self.phrases);
                }
                Ok(None) => {}
                Err(trouble) => say(&mut said, &trouble),
            }
        }
        self.say_trouble(&mut said);
        self.show_beginning(&mut said);
        said
    }

    /// From here on, a way to win is shown, if one is wanted, agents go by what was learnt, and nobody is asked where nobody plays.
    pub(super) fn show(&mut self, company: &Company) {
        self.dialogue.is_autoplay = company.is_autoplay;
        self.dialogue.weights.clone_from(&company.weights);
        self.dialogue.asks_after_end = !company.is_shown();
    }

    /// Whether the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.dialogue.phase == Phase::Asking
    }

    /// Whether the player has left.
    pub(super) fn is_left(&self) -> bool {
        self.is_left
    }

    /// The last that is done: what was reached is kept.
    pub(super) fn leave(&mut self) {
        self.keeper.leave(&self.dialogue.session);
        self.is_left = true;
    }

    /// Plays by single keys from now on, where keys reach each action; says whether they do.
    pub(super) fn take_keys(&mut self) -> bool {
        let session = &self.dialogue.session;
        let actions = self.dialogue.keys.bindings().iter().filter_map(|it| match &it.meaning {
            Meaning::Action(text) => session.game().read_action(session.state(), text).ok(),
            Meaning::Help | Meaning::Face(_) => None,
        });
        let reached: BTreeSet<Action> = actions.collect();
        let legal = session.legal_actions().unwrap_or_default();
        self.by_keys = !reached.is_empty() && legal.iter().all(|it| reached.contains(it));
        self.by_keys
    }

    /// Whether a line is to be typed from this key on.
    pub(super) fn begins_line(&self, key: &str) -> bool {
        self.dialogue.keys.meaning(key) == Some(&Meaning::Face(Command::Type))
    }

    /// A key was pressed: one character, or a name such as `up`.
    pub(super) fn key(&mut self, key: &str) -> String {
        let mut said = String::new();
        self.dialogue.is_refused = false;
        let wishes = match self.dialogue.answer_by_key(key, &self.phrases) {
            Some(wishes) => wishes,
            None => match self.dialogue.keys.meaning(key).cloned() {
                Some(meaning) => self.do_meaning(meaning),
                None => {
                    self.dialogue.say_unknown(key, &self.phrases);
                    Vec::new()
                }
            },
        };
        self.grant(wishes, &mut said);
        said
    }

    /// A line was typed: a key, an action, a cell, a command, or several separated by commas.
    pub(super) fn line(&mut self, line: &str) -> String {
        let mut said = String::new();
        let line = line.trim();
        if line.is_empty() && self.dialogue.phase != Phase::Playing {
            return self.key("enter");
        }
        // The comma itself may be a key.
        let parts: Vec<&str> = match self.own_key(line) {
            Some(_) => vec![line],
            None if self.is_movetext(line) => moves_of(line),
            None => line.split(COMMAS).map(str::trim).filter(|part| !part.is_empty()).collect(),
        };
        for (index, part) in parts.iter().enumerate() {
            let flow = self.part(part, &mut said);
            let rest = &parts[index + 1..];
            if self.is_left {
                break;
            }
            if !rest.is_empty() {
                self.settle(&mut said);
            }
            if flow == Flow::Stop && !rest.is_empty() {
                let values = [("rest", rest.join(", ").into())];
                say(&mut said, &self.phrases.say("not-done", &values));
                break;
            }
        }
        said
    }

    /// True if the line is moves with the numbers of their turns, as in books.
    fn is_movetext(&self, line: &str) -> bool {
        let has_moves = self.dialogue.session.game().rules().moves.is_some();
        has_moves && text::is_movetext(line)
    }

    fn part(&mut self, part: &str, said: &mut String) -> Flow {
        self.dialogue.is_refused = false;
        if let Some(keys) = self.run_of(part) {
            for meaning in keys {
                let wishes = self.do_meaning(meaning);
                self.grant(wishes, said);
                if self.dialogue.is_refused {
                    return Flow::Stop;
                }
            }
            return Flow::GoOn;
        }
        match self.hear(part) {
            Heard::Done(wishes) => self.grant(wishes, said),
            Heard::Order(order) => self.obey(order, said),
        }
        if self.dialogue.is_refused { Flow::Stop } else { Flow::GoOn }
    }

    /// What is asked for: the game's own keys come first, then what its actions are called, then
    /// words of ours, then keys of ours.
    fn hear(&mut self, part: &str) -> Heard {
        let phrases = &self.phrases;
        let answer = words::answer(part).and_then(|it| self.dialogue.answer(it, phrases));
        let answer = answer.or_else(|| self.dialogue.answer_by_key(part, phrases));
        if let Some(wishes) = answer {
            return Heard::Done(wishes);
        }
        if let Some(action) = self.dialogue.chosen_by(part) {
            return Heard::Done(self.dialogue.act(action, phrases));
        }
        if let Some(meaning) = self.own_key(part) {
            return Heard::Done(self.do_meaning(meaning));
        }
        if let Some(action) = self.move_to_cell(part) {
            return Heard::Done(self.dialogue.act(action, phrases));
        }
        if let Some(cell) = self.cell_named(part)
            && self.dialogue.takes_cells
        {
            return Heard::Done(self.dialogue.point(cell, phrases));
        }
        let unknown = match self.action_named(part) {
            Ok(action) => return Heard::Done(self.dialogue.act(action, phrases)),
            Err(error) => error,
        };
        let fitting = self.fitting(part);
        if fitting.len() > 1 {
            self.dialogue.ask_which(fitting, phrases);
            return Heard::Done(Vec::new());
        }
        if let Some(actions) = self.actions_together(part) {
            self.dialogue.walk = actions.into();
            return Heard::Done(Vec::new());
        }
        if let Some(order) = words::read(part) {
            return Heard::Order(order);
        }
        if let Some(meaning) = self.dialogue.keys.meaning(part).cloned() {
            return Heard::Done(self.do_meaning(meaning));
        }
        // In a game of steps: the piece that is steered walks there.
        if let Some(cell) = self.cell_named(part) {
            return Heard::Done(self.dialogue.point(cell, phrases));
        }
        self.say_unknown(part, &unknown);
        Heard::Done(Vec::new())
    }

    /// The action that is called so: with the selected cell before it, as the rules have it, or as
    /// it is called in the player's language.
    fn action_named(&self, part: &str) -> Result<Action, ActionTextError> {
        let Dialogue { session, selection, .. } = &self.dialogue;
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
        match game.read_action(state, &self.as_written(part)) {
            Ok(action) => Ok(action),
            Err(_) => Err(error),
        }
    }

    /// The action that the game writes as the name of a cell alone, where no cell is chosen: `e4`.
    fn move_to_cell(&self, part: &str) -> Option<Action> {
        let Dialogue { session, selection, .. } = &self.dialogue;
        let is_move = session.game().rules().moves.is_some() && selection.cell().is_none();
        let cell = self.cell_named(part).filter(|_| is_move);
        cell.and_then(|_| session.game().read_action(session.state(), part).ok())
    }

    /// Actions that are written one after the other without anything between them: `f5d6c3`.
    fn actions_together(&self, part: &str) -> Option<Vec<Action>> {
        let session = &self.dialogue.session;
        session.game().read_actions(session.state(), part).ok()
    }

    /// The legal actions of which these are the words behind the name.
    fn fitting(&self, part: &str) -> Vec<Action> {
        let session = &self.dialogue.session;
        let legal = session.legal_actions().unwrap_or_default();
        let fits = |action: &Action| {
            let text = session.game().action_text(session.state(), *action);
            text.split_once(' ').is_some_and(|(_, cells)| cells == part)
        };
        legal.iter().copied().filter(fits).collect()
    }

    /// An action as the rules have it, from the player's language; where there is one way to go, the
    /// direction is enough.
    fn as_written(&self, part: &str) -> String {
        let teller = self.dialogue.teller(&self.phrases);
        let spoken = |way: &Direction| self.phrases.say(&format!("direction-{}", way.name()), &[]);
        let direction = |word: &str| Direction::ALL.into_iter().find(|way| spoken(way) == word);
        let in_rules = |word: &str| match direction(word) {
            Some(way) => way.name().to_owned(),
            None => word.to_owned(),
        };
        let actions = &self.dialogue.session.game().rules().actions;
        let called = actions.iter().find_map(|info| {
            let rest = part.strip_prefix(&teller.action_name(&info.name))?;
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
        let session = &self.dialogue.session;
        session.game().cell_names(session.state()).cell_named(name)
    }

    /// What a key of the game's own text does.
    fn own_key(&self, key: &str) -> Option<Meaning<Command>> {
        let own = self.dialogue.keys.bindings().iter().find(|it| it.is_own && it.key == key);
        own.map(|binding| binding.meaning.clone())
    }

    /// What the keys of a word such as `6669` do, each character a key; nothing where one is none
    /// for an action, or where the word is an action or a cell itself.
    fn run_of(&self, word: &str) -> Option<Vec<Meaning<Command>>> {
        let is_itself = self.cell_named(word).is_some()
            || words::read(word).is_some()
            || self.action_named(word).is_ok()
            || self.actions_together(word).is_some();
        if word.chars().count() < 2 || word.contains(' ') || is_itself {
            return None;
        }
        let of_key = |key: char| match self.dialogue.keys.meaning(key.encode_utf8(&mut [0; 4])) {
            Some(meaning @ Meaning::Action(_)) => Some(meaning.clone()),
            Some(Meaning::Help | Meaning::Face(_)) | None => None,
        };
        word.chars().map(of_key).collect()
    }

    fn do_meaning(&mut self, meaning: Meaning<Command>) -> Vec<Wish> {
        match meaning {
            Meaning::Action(text) => self.dialogue.act_by_text(&text, None, &self.phrases),
            Meaning::Help => vec![Wish::Help],
            Meaning::Face(command) => self.command(command),
        }
    }

    fn command(&mut self, command: Command) -> Vec<Wish> {
        let reason = if command == Command::Type {
            "type-here"
        } else if command.needs_screen() {
            "only-on-screen"
        } else {
            return self.dialogue.command(command, &self.phrases);
        };
        self.dialogue.refuse(self.phrases.say(reason, &[]));
        Vec::new()
    }

    fn say_unknown(&mut self, part: &str, error: &ActionTextError) {
        if self.dialogue.phase == Phase::Asking {
            let question = self.dialogue.question(&self.phrases);
            return self.dialogue.refuse(question);
        }
        self.dialogue.say_unknown(&shortened(part), &self.phrases);
        let error = &self.in_words(error);
        let usual = self.phrases.say("unknown-key", &[("key", shortened(part).into())]);
        if self.dialogue.said == [usual] {
            let mut reason = errors::action_text(error, &self.phrases);
            if let Some(help) = errors::action_help(error, &self.phrases) {
                reason = self
                    .phrases
                    .say("and-help", &[("reason", reason.into()), ("help", help.into())]);
            }
            let values = [("words", shortened(part).into()), ("reason", shortened(&reason).into())];
            self.dialogue.refuse(self.phrases.say("unknown-words", &values));
        }
    }

    /// The error with what the player calls actions and directions in place of their names.
    fn in_words(&self, error: &ActionTextError) -> ActionTextError {
        let ActionTextError::Unknown { word, near, actions } = error else { return error.clone() };
        let teller = self.dialogue.teller(&self.phrases);
        let called = |name: &String| match Direction::from_name(name) {
            Some(way) => self.phrases.say(&format!("direction-{}", way.name()), &[]),
            None if name == "pass" => self.phrases.say("action-pass", &[]),
            None => teller.action_name(name),
        };
        ActionTextError::Unknown {
            word: word.clone(),
            near: near.as_ref().map(called),
            actions: actions.iter().map(called).collect(),
        }
    }

    fn obey(&mut self, order: Order, said: &mut String) {
        match order {
            Order::Do(command) => {
                let wishes = self.command(command);
                self.grant(wishes, said);
            }
            Order::Level(None) => say(said, &self.dialogue.heading(&self.phrases)),
            Order::Level(level) => {
                let wishes = self.dialogue.go_to_level(level, &self.phrases);
                self.grant(wishes, said);
            }
            Order::Board | Order::Look(None) => self.show_board(said),
            Order::Look(Some(place)) => match look::look(&self.dialogue, &self.phrases, &place) {
                Some(told) => say(said, &told),
                None => {
                    let values = [("place", shortened(&place).into())];
                    self.dialogue.refuse(self.phrases.say("no-such-place", &values));
                    self.grant(Vec::new(), said);
                }
            },
            Order::Where(name) => {
                let lines = look::whereabouts(&self.dialogue, &self.phrases, name.as_deref());
                say_all(said, &lines);
            }
            Order::Legend => say_all(said, &look::legend(&self.dialogue, &self.phrases)),
            Order::Quiet(is_quiet) => {
                self.is_quiet = is_quiet;
                let id = if is_quiet { "quiet" } else { "loud" };
                say(said, &self.phrases.say(id, &[]));
            }
        }
    }

    /// Does what the game asks of its face, and prints what came of it.
    fn grant(&mut self, wishes: Vec<Wish>, said: &mut String) {
        // A hint that is sought is said when it is found.
        if wishes.is_empty() && self.dialogue.walk.is_empty() && !self.dialogue.awaits_thought() {
            say_all(said, &self.dialogue.said);
        }
        for wish in wishes {
            match wish {
                Wish::Keep => {
                    self.keeper.keep(&self.dialogue.session);
                    self.show_change(said);
                }
                Wish::Begun | Wish::Painted => {
                    self.keeper.begin_next(&self.name);
                    self.keeper.keep(&self.dialogue.session);
                    self.show_beginning(said);
                }
                Wish::Back => {
                    self.keeper.go_back(&self.name);
                    self.keeper.keep(&self.dialogue.session);
                    self.show_beginning(said);
                }
                Wish::Anew => {
                    if let Some(session) = self.anew.take() {
                        self.keeper.refuse_offer();
                        self.dialogue.change_to(session, &self.phrases);
                        self.keeper.begin_apart(&self.name);
                        self.show_beginning(said);
                    }
                }
                Wish::Other => {
                    let edition = self.dialogue.session.edition();
                    match self.keeper.resume_other(edition, &self.phrases) {
                        Ok(Some(session)) => {
                            self.dialogue.offer(session, self.keeper.offer(), &self.phrases);
                        }
                        Ok(None) => {}
                        Err(trouble) => say(said, &trouble),
                    }
                    self.show_beginning(said);
                }
                Wish::Levels => self.show_levels(said),
                Wish::Help => self.show_help(said),
                Wish::History => {
                    say_all(said, &history::lines(&self.dialogue.session, &self.phrases));
                }
                Wish::Copy => say(said, &self.dialogue.id()),
                // [`Table::command`] asks for none of them.
                Wish::Trace | Wish::Glyphs | Wish::Options => {}
                Wish::Save => self.save(said),
                Wish::Leave => self.leave(),
            }
        }
        self.say_trouble(said);
        // Nobody watches the steps: they are done at once.
        if let Some(action) = self.dialogue.walk.pop_front() {
            let wishes = self.dialogue.act(action, &self.phrases);
            self.grant(wishes, said);
        }
    }

    /// Whether something is thought about, or waits to be done.
    pub(super) fn is_busy(&self) -> bool {
        !self.is_left && (self.dialogue.pending.is_some() || self.dialogue.task().is_some())
    }

    /// Goes on with what is thought about, waiting for it at most so long: what is to be printed.
    pub(super) fn go_on(&mut self, most: Duration) -> String {
        let mut said = String::new();
        if let Some(task) = self.dialogue.task() {
            self.thinker.attend(Some(task));
            let Some(thought) = self.thinker.wait(most) else { return said };
            if thought.subject == Subject::Deadlocks {
                self.dialogue.take_thought(thought, &self.phrases);
                self.say_dead(&mut said);
                return said;
            }
            let was_over = self.dialogue.phase == Phase::Asking;
            self.dialogue.is_refused = false;
            self.dialogue.take_thought(thought, &self.phrases);
            if self.dialogue.pending.is_none() && (!was_over || self.dialogue.turned().is_some()) {
                say_all(&mut said, &self.dialogue.said);
            }
        }
        if self.dialogue.pending.is_some() {
            let wishes = self.dialogue.do_pending(&self.phrases);
            self.grant(wishes, &mut said);
        }
        said
    }

    /// Waits until nothing is thought about any more: in a line, one thing comes after another.
    fn settle(&mut self, said: &mut String) {
        const GLANCE: Duration = Duration::from_millis(100);
        while self.is_busy() {
            said.push_str(&self.go_on(GLANCE));
        }
    }

    fn save(&mut self, said: &mut String) {
        let told = match save_file::write(&self.dialogue.session) {
            Ok(path) => self.phrases.say("saved", &[("path", path.display().to_string().into())]),
            Err(error) => {
                self.dialogue.is_refused = true;
                let reason = reasons::of_writing(&error, &self.phrases);
                self.phrases.say("cannot-save", &[("reason", reason.into())])
            }
        };
        say(said, &told);
    }

    /// Says what went wrong while the game was kept.
    fn say_trouble(&mut self, said: &mut String) {
        if let Some(trouble) = self.trouble() {
            say(said, &trouble);
        }
    }

    /// Trouble with what is kept that was not said.
    pub(super) fn trouble(&mut self) -> Option<String> {
        self.keeper.trouble(&self.phrases)
    }

    /// What was done and what it changed, then the board, then the end.
    fn show_change(&mut self, said: &mut String) {
        if let Some(report) = self.dialogue.report.take() {
            say_all(said, &news::spoken(&self.dialogue.session, &report, &self.phrases));
        }
        self.show_state(said);
        if self.dialogue.advice.is_newly_dead {
            self.say_dead(said);
        }
        if let (Phase::Asking, Some(outcome)) =
            (self.dialogue.phase, self.dialogue.session.outcome())
        {
            let teller = self.dialogue.teller(&self.phrases);
            if let Some(caught) = self.dialogue.caught_told(&self.phrases) {
                say(said, &caught);
            }
            say(said, &teller.outcome(self.dialogue.session.state(), outcome));
            if self.dialogue.asks_after_end {
                say(said, &self.dialogue.question(&self.phrases));
            }
        }
    }

    /// Says what can never be where it is wanted.
    fn say_dead(&self, said: &mut String) {
        if let Some(told) = self.dialogue.dead_told(&self.phrases) {
            say(said, &told);
        }
    }

    fn show_beginning(&self, said: &mut String) {
        say(said, &self.dialogue.heading(&self.phrases));
        self.show_state(said);
        say_all(said, &self.dialogue.said);
    }

    /// The board, unless it is shown on request only, and the status.
    fn show_state(&self, said: &mut String) {
        match self.is_quiet {
            true => self.show_status(said),
            false => self.show_board(said),
        }
    }

    /// The board with its status; a blank line parts it from what was said before.
    fn show_board(&self, said: &mut String) {
        let session = &self.dialogue.session;
        said.push('\n');
        said.push_str(&screen::board(session.game(), session.state()));
        self.show_status(said);
    }

    /// Whose turn it is among several, the game's own words or its values, and how much is legal.
    fn show_status(&self, said: &mut String) {
        let session = &self.dialogue.session;
        let (teller, state) = (self.dialogue.teller(&self.phrases), session.state());
        let mut parts: Vec<String> = teller.to_act(state).into_iter().collect();
        match teller.occasion(state, None, &["status"]) {
            Some(own) => parts.extend(Some(own).filter(|it| !it.is_empty())),
            None => {
                let values = teller.values(state);
                parts.extend((!values.is_empty()).then(|| values.join(", ")));
                let legal = session.legal_actions().unwrap_or_default().len();
                let told = || self.phrases.say("legal-count", &[("count", legal.into())]);
                parts.extend(state.outcome.is_none().then(told));
            }
        }
        if !parts.is_empty() {
            say(said, &parts.join("; "));
        }
    }

    fn show_levels(&self, said: &mut String) {
        let teller = self.dialogue.teller(&self.phrases);
        for level in 1..=self.dialogue.session.game().level_count() {
            let title = teller.level_title(level).unwrap_or_default();
            let mark = if self.dialogue.solved.contains(&level) { " *" } else { "" };
            say(said, format!("{level}  {title}{mark}").trim_end());
        }
    }

    /// The help, then what the letters of the board mean, then what can be asked for in words.
    fn show_help(&self, said: &mut String) {
        let medium = if self.by_keys { Medium::Keys } else { Medium::Lines };
        let help = help::of_game(&self.dialogue, &self.phrases, medium);
        say(said, &self.dialogue.teller(&self.phrases).title());
        for section in help.sections {
            match section.heading {
                Some(heading) => self.show_section(&heading, &section.lines, said),
                None => say_all(said, &section.lines),
            }
        }
        let pieces = self.phrases.say("help-pieces", &[]);
        self.show_section(&pieces, &look::legend(&self.dialogue, &self.phrases), said);
        let has_levels = self.dialogue.session.level().is_some();
        let about_levels = has_levels.then(|| self.phrases.say("help-words-levels", &[]));
        let words = about_levels.into_iter().chain([self.phrases.say("help-words", &[])]);
        let lines: Vec<String> =
            words.flat_map(|it| it.lines().map(str::to_owned).collect::<Vec<_>>()).collect();
        self.show_section(&self.phrases.say("help-words-title", &[]), &lines, said);
    }

    fn show_section(&self, heading: &str, lines: &[String], said: &mut String) {
        let _ = writeln!(said, "\n{heading}:");
        for line in lines {
            let _ = writeln!(said, "  {line}");
        }
    }
}

/// What was heard.
#[derive(Debug)]
enum Heard {
    /// It is done, or refused; this is to be granted.
    Done(Vec<Wish>),
    /// Something that only text does.
    Order(Order),
}

/// The moves of a line with the numbers of their turns; the line itself where it cannot be read.
fn moves_of(line: &str) -> Vec<&str> {
    match text::read_movetext(line) {
        Ok(moves) => moves.into_iter().map(|it| it.value).collect(),
        Err(_) => vec![line],
    }
}

/// Enough of it to be recognised.
fn shortened(text: &str) -> String {
    /// Characters; a line may be as long as a file.
    const LONGEST: usize = 120;
    match text.char_indices().nth(LONGEST) {
        Some((end, _)) => format!("{}...", &text[..end]),
        None => text.to_owned(),
    }
}

fn say(said: &mut String, line: &str) {
    said.push_str(line);
    said.push('\n');
}

fn say_all(said: &mut String, lines: &[String]) {
    for line in lines {
        say(said, line);
    }
}
