//! What changes a game being played: actions, levels, going back, and the next game.

use masume_engine::{Action, ApplyError, Choice, Outcome, SetupError, State};
use masume_rules::model::ValueKind;

use super::{Flow, Moment, Phase, Table, say};
use crate::play::command::{self, Command};
use crate::play::{help, status, words};
use crate::report;

/// The most cells that are kept for `undo`, over all states together; about 256 MiB.
const UNDO_CELLS: usize = 1 << 26;
/// The most states that are kept for `undo`.
const UNDO_STATES: usize = 10_000;

impl Table {
    pub(super) fn begin(&mut self, said: &mut String) {
        self.selected = None;
        self.phase = Phase::Playing;
        let state = self.state.clone();
        let notes = self.settle(&state);
        say(said, &self.heading());
        for note in notes {
            say(said, &note);
        }
        self.show(said);
        let own = words::say(self.game(), &self.state, None, &["start"]);
        say(said, &own.unwrap_or_else(|| "? for help, q to quit".to_owned()));
        self.ask_if_over(said);
    }

    pub(super) fn act(&mut self, action: Action, said: &mut String) -> Flow {
        if self.phase == Phase::Asking {
            return self.say_over(said);
        }
        let before = self.state.clone();
        match self.opened.game.apply(&mut self.state, action) {
            Ok(()) => {}
            Err(ApplyError::GameOver) => return self.say_over(said),
            Err(ApplyError::IllegalAction) => {
                let text = self.game().action_text(&self.state, action);
                self.say_illegal(Some(action), &text, said);
                return Flow::Stop;
            }
            Err(ApplyError::Run(error)) => {
                self.say_run_error(&error, said);
                return Flow::Stop;
            }
        }
        self.selected = None;
        let notes = self.settle(&before);
        self.keep(before);
        for note in notes {
            say(said, &note);
        }
        self.show(said);
        self.ask_if_over(said);
        Flow::GoOn
    }

    /// Looks at what has become of the state before; does the passes that are forced.
    pub(super) fn settle(&mut self, before: &State) -> Vec<String> {
        let mut notes = self.news(before);
        // Each player at most once, or a game that only passes would go on for ever.
        for _ in 0..=self.game().rules().players.len() {
            self.look(&mut notes);
            let [only] = self.legal.as_slice() else { break };
            let only = *only;
            if only.choice != Choice::Pass || self.game().is_terminal(&self.state) {
                break;
            }
            let before = self.state.clone();
            let own = words::say(self.game(), &before, Some(only), &["pass"]);
            notes.push(own.unwrap_or_else(|| status::pass(self.game(), before.to_act)));
            if let Err(ApplyError::Run(error)) = self.opened.game.apply(&mut self.state, only) {
                notes.push(self.run_error_text(&error));
                break;
            }
            notes.extend(self.news(&before));
        }
        notes
    }

    /// Finds what is legal now.
    pub(super) fn look(&mut self, notes: &mut Vec<String>) {
        match self.opened.game.legal_actions(&self.state) {
            Ok(legal) => self.legal = legal,
            Err(error) => {
                self.legal = Vec::new();
                notes.push(self.run_error_text(&error));
            }
        }
    }

    /// Stages cleared and goals reached since the state before.
    pub(super) fn news(&self, before: &State) -> Vec<String> {
        let game = self.game();
        let mut news = Vec::new();
        let values = &game.rules().values;
        let stage = values.iter().position(|value| value.kind == ValueKind::Stage);
        if let Some(index) = stage
            && let Some(now) = self.state.values.get(index)
            && before.values.get(index) < Some(now)
        {
            let own = words::say(game, &self.state, None, &["stage"]);
            news.push(own.unwrap_or_else(|| format!("stage {now}")));
        }
        if self.state.goals & !before.goals != 0 {
            let own = words::say(game, &self.state, None, &["goal"]);
            news.push(own.unwrap_or_else(|| "goal reached; the game goes on".to_owned()));
        }
        news
    }

    /// Whether the text answers the question whether there shall be another game.
    pub(super) fn answer(&mut self, text: &str, said: &mut String) -> bool {
        match command::read_answer(text) {
            Some(true) => match self.won_level() {
                Some(level) => self.start_again(Some(level), self.opened.setup.seed, said),
                None => {
                    self.start_again(self.level, self.opened.setup.seed.wrapping_add(1), said);
                }
            },
            Some(false) => self.phase = Phase::Left,
            None => return false,
        }
        true
    }

    /// The level after the one that was just won.
    pub(super) fn won_level(&self) -> Option<usize> {
        let is_won = match self.game().outcome(&self.state)? {
            Outcome::Won(_) => true,
            Outcome::Lost(_) | Outcome::Draw | Outcome::Ended => false,
        };
        let next = self.level? + 1;
        (is_won && next <= self.game().level_count()).then_some(next)
    }

    /// A new game; the one at hand can be had back by `undo`.
    pub(super) fn start_again(&mut self, level: Option<usize>, seed: u64, said: &mut String) {
        let mut setup = self.opened.setup;
        setup.level = level;
        setup.seed = seed;
        match self.opened.game.start(&setup) {
            Ok(state) => {
                let before = std::mem::replace(&mut self.state, state);
                self.keep(before);
                self.opened.setup.seed = seed;
                self.level = level;
                self.begin(said);
            }
            Err(SetupError::Run { error: _, diagnostic }) => {
                say(said, &report::render_plain(&diagnostic, &self.opened.source));
            }
            Err(SetupError::Level { number, diagnostics }) => {
                let source = self.opened.level_source.as_ref().unwrap_or(&self.opened.source);
                for diagnostic in &diagnostics {
                    say(said, &report::render_plain(diagnostic, source));
                }
                say(said, &format!("level {number} cannot be played"));
            }
            Err(SetupError::NoLevel { asked, count }) => {
                say(said, &format!("there is no level {asked}; there are {count}"));
            }
            Err(error) => say(said, &error.to_string()),
        }
    }

    pub(super) fn command(&mut self, command: Command, said: &mut String) -> Flow {
        match command {
            Command::Undo => self.undo(said),
            Command::Restart => self.start_again(self.level, self.opened.setup.seed, said),
            Command::Next => match self.level {
                Some(level) if level < self.game().level_count() => {
                    self.start_again(Some(level + 1), self.opened.setup.seed, said);
                }
                Some(level) => say(said, &format!("level {level} is the last")),
                None => say(said, "there are no levels"),
            },
            Command::Level(None) => say(said, &self.heading()),
            Command::Level(Some(number)) => {
                let count = self.game().level_count();
                if count == 0 {
                    say(said, "there are no levels");
                } else if (1..=count).contains(&number) {
                    self.start_again(Some(number), self.opened.setup.seed, said);
                } else {
                    say(said, &format!("there is no level {number}; there are {count}"));
                }
            }
            Command::Legal => {
                let texts = self.texts(&self.legal);
                let none = texts.is_empty();
                say(said, &if none { "nothing is legal".to_owned() } else { texts.join(", ") });
            }
            Command::Board => self.show(said),
            Command::Help => {
                said.push_str(&help::help(self.game(), &self.state, &self.keys, self.by_keys));
            }
            Command::Quit => self.phase = Phase::Left,
        }
        Flow::GoOn
    }

    pub(super) fn undo(&mut self, said: &mut String) {
        let Some(Moment { level, seed, state }) = self.past.pop() else {
            return say(said, "nothing to undo");
        };
        self.level = level;
        self.opened.setup.seed = seed;
        self.state = state;
        self.selected = None;
        self.phase = Phase::Playing;
        let mut notes = Vec::new();
        self.look(&mut notes);
        for note in notes {
            say(said, &note);
        }
        self.show(said);
        self.ask_if_over(said);
    }

    /// Makes a state what `undo` goes back to, with the level and seed at hand.
    pub(super) fn keep(&mut self, state: State) {
        let cells = state.board.grid().cell_count() * state.board.layer_count();
        let most = (UNDO_CELLS / cells.max(1)).clamp(1, UNDO_STATES);
        if self.past.len() >= most {
            self.past.remove(0);
        }
        self.past.push(Moment { level: self.level, seed: self.opened.setup.seed, state });
    }
}
