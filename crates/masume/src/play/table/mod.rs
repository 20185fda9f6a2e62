//! A game being played: what goes in is a key or a line, what comes out is text to print.
//!
//! Here is what goes in; `progress.rs` has what comes of it, `speech.rs` what is said.

mod progress;
mod speech;

use masume_engine::{Action, Cell, Game, State};

use super::command;
use super::gesture::{self, Gesture};
use super::keys::Keys;
use crate::failure::Failure;
use crate::open::Opened;

/// How far things are.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Phase {
    /// The game goes on.
    Playing,
    /// The game is over, and the player is asked whether there shall be another.
    Asking,
    /// The player has left.
    Left,
}

/// A game being played.
#[derive(Debug)]
pub(super) struct Table {
    opened: Opened,
    keys: Keys,
    /// Single keys come in, not lines.
    by_keys: bool,
    /// The level at hand, from 1, where the game has levels.
    level: Option<usize>,
    state: State,
    legal: Vec<Action>,
    selected: Option<Cell>,
    phase: Phase,
    /// What was before each thing done, the last one last.
    past: Vec<Moment>,
}

/// What `undo` goes back to.
#[derive(Debug)]
struct Moment {
    level: Option<usize>,
    seed: u64,
    state: State,
}

/// Whether the rest of a line is still to be done.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    Stop,
}

impl Table {
    /// A new game, and what is said at its beginning.
    pub(super) fn new(opened: Opened) -> Result<(Self, String), Failure> {
        let state = opened.start()?;
        let keys = Keys::of(opened.game.rules());
        let legal = opened.game.legal_actions(&state);
        let legal = legal.map_err(|error| opened.run_failure(state.board.grid(), &error))?;
        // A size of one's own leaves the levels aside, as `Setup` says.
        let has_levels = opened.game.level_count() > 0 && opened.setup.size.is_none();
        let level = opened.setup.level.or(has_levels.then_some(1));
        let past = Vec::new();
        let (selected, phase) = (None, Phase::Playing);
        let mut table =
            Self { opened, keys, by_keys: false, level, state, legal, selected, phase, past };
        let mut said = String::new();
        table.begin(&mut said);
        Ok((table, said))
    }

    pub(super) fn phase(&self) -> Phase {
        self.phase
    }

    /// Plays by single keys from now on, where each action has a key; says whether it does.
    pub(super) fn take_keys(&mut self) -> bool {
        self.by_keys = self.keys.reach_all(self.game(), &self.state, &self.legal);
        self.by_keys
    }

    /// Whether the game gives the key no meaning.
    pub(super) fn leaves_free(&self, key: &str) -> bool {
        self.keys.action(key).is_none()
    }

    /// A key was pressed: one character, or a name such as `up`.
    pub(super) fn key(&mut self, key: &str) -> String {
        let mut said = String::new();
        if self.phase == Phase::Asking && self.answer(key, &mut said) {
            return said;
        }
        if let Some(action) = self.keys.action(key).map(str::to_owned) {
            self.do_key(&action, &mut said);
        } else if let Some(command) = command::of_key(key) {
            self.command(command, &mut said);
        } else if key != "enter" {
            self.say_unknown(key, None, &mut said);
        }
        said
    }

    /// A line was typed: a key, an action, a cell, a command, or several separated by commas.
    pub(super) fn line(&mut self, line: &str) -> String {
        let mut said = String::new();
        let line = line.trim();
        if line.is_empty() {
            return said;
        }
        // The comma itself may be a key.
        let parts: Vec<&str> = match self.keys.action(line) {
            Some(_) => vec![line],
            None => line.split(',').map(str::trim).filter(|part| !part.is_empty()).collect(),
        };
        for (index, part) in parts.iter().enumerate() {
            let flow = self.part(part, &mut said);
            let rest = &parts[index + 1..];
            if self.phase == Phase::Left {
                break;
            }
            if flow == Flow::Stop && !rest.is_empty() {
                say(&mut said, &format!("not done: {}", rest.join(", ")));
                break;
            }
        }
        said
    }

    fn part(&mut self, part: &str, said: &mut String) -> Flow {
        if self.phase == Phase::Asking && self.answer(part, said) {
            return Flow::GoOn;
        }
        if let Some(action) = self.keys.action(part).map(str::to_owned) {
            return self.do_key(&action, said);
        }
        let takes_cells = gesture::takes_cells(self.game().rules());
        if takes_cells && let Some(cell) = self.state.board.grid().cell_named(part) {
            return self.point(cell, said);
        }
        if let Some(first) = self.selected
            && let Some(name) = self.state.board.grid().name(first)
            && let Ok(action) = self.game().read_action(&self.state, &format!("{name} {part}"))
        {
            return self.act(action, said);
        }
        let unknown = match self.game().read_action(&self.state, part) {
            Ok(action) => return self.act(action, said),
            Err(error) => error,
        };
        if let Some(command) = command::read(part) {
            return self.command(command, said);
        }
        if let Some(keys) = self.keys.run_of(part) {
            for key in keys {
                let action = self.keys.action(&key).unwrap_or_default().to_owned();
                if self.do_key(&action, said) == Flow::Stop {
                    return Flow::Stop;
                }
            }
            return Flow::GoOn;
        }
        let reason = match unknown.help {
            Some(help) => format!("{}; {help}", unknown.message),
            None => unknown.message,
        };
        self.say_unknown(part, Some(reason), said);
        Flow::Stop
    }

    /// What a key of the game stands for.
    fn do_key(&mut self, action: &str, said: &mut String) -> Flow {
        if action == "help" {
            return self.command(command::Command::Help, said);
        }
        // A key may leave the cell open; the selected one is meant.
        let cell = self.selected.and_then(|cell| self.state.board.grid().name(cell));
        let open = cell.map(|cell| format!("{action} {cell}"));
        let texts = [Some(action.to_owned()), open];
        for text in texts.into_iter().flatten() {
            if let Ok(action) = self.game().read_action(&self.state, &text) {
                return self.act(action, said);
            }
        }
        say(said, &format!("`{action}` needs a cell: name one first"));
        Flow::Stop
    }

    fn point(&mut self, cell: Cell, said: &mut String) -> Flow {
        if self.phase == Phase::Asking {
            return self.say_over(said);
        }
        let rules = self.opened.game.rules();
        let name = self.state.board.grid().name(cell).unwrap_or_default();
        match gesture::point(rules, &self.state, &self.legal, self.selected, cell) {
            Gesture::Act(action) => return self.act(action, said),
            Gesture::Select => {
                self.selected = Some(cell);
                say(said, &format!("{name} is selected"));
            }
            Gesture::Deselect => {
                self.selected = None;
                say(said, &format!("{name} is no longer selected"));
            }
            Gesture::Mismatch(action) => {
                self.selected = None;
                let text = action.map(|action| self.game().action_text(&self.state, action));
                self.say_illegal(action, &text.unwrap_or(name), said);
                say(said, "nothing is selected");
                return Flow::Stop;
            }
            Gesture::Nothing => say(said, &format!("{name} is empty")),
            Gesture::Useless => {
                self.say_illegal(None, &name, said);
                return Flow::Stop;
            }
            Gesture::Several(actions) => {
                let texts = self.texts(&actions);
                say(said, &format!("which one? {}", texts.join(", ")));
                return Flow::Stop;
            }
        }
        Flow::GoOn
    }

    fn game(&self) -> &Game {
        &self.opened.game
    }
}

fn say(said: &mut String, line: &str) {
    said.push_str(line);
    said.push('\n');
}
