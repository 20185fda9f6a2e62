//! What is said about a game being played.

use std::fmt::Write as _;

use masume_engine::{Action, Choice, RunError, run_diagnostic};
use masume_rules::text::uses_chance;

use super::{Flow, Phase, Table, say};
use crate::play::outcome::{occasion, spoken_outcome};
use crate::play::{screen, status, words};
use crate::report;

impl Table {
    /// The board with its status; a blank line parts it from what was said before.
    pub(super) fn show(&self, said: &mut String) {
        said.push('\n');
        said.push_str(&screen::board(self.game(), &self.state));
        let line = status::status(self.game(), &self.state, &self.legal);
        if !line.is_empty() {
            say(said, &line);
        }
    }

    pub(super) fn heading(&self) -> String {
        let title = &self.game().rules().title;
        let Some(level) = self.level else {
            return match uses_chance(self.game().rules()) {
                true => format!("{title} (seed {})", self.opened.setup.seed),
                false => title.clone(),
            };
        };
        let count = self.game().level_count();
        let mut heading = format!("{title}, level {level} of {count}");
        if let Some(info) = self.game().levels().get(level - 1) {
            if !info.title.is_empty() {
                let _ = write!(heading, ": {}", info.title);
            }
            if !info.author.is_empty() {
                let _ = write!(heading, " (by {})", info.author);
            }
        }
        heading
    }

    pub(super) fn ask_if_over(&mut self, said: &mut String) {
        let Some(outcome) = self.game().outcome(&self.state) else { return };
        let own = words::say(self.game(), &self.state, None, &[occasion(outcome)]);
        say(said, &own.unwrap_or_else(|| spoken_outcome(self.game().rules(), outcome)));
        self.phase = Phase::Asking;
        self.ask(said);
    }

    pub(super) fn ask(&self, said: &mut String) {
        let own = words::say(self.game(), &self.state, None, &["again"]);
        let usual = match self.won_level() {
            Some(_) => "next level? y/n",
            None => "play again? y/n",
        };
        say(said, &own.unwrap_or_else(|| usual.to_owned()));
    }

    pub(super) fn say_over(&self, said: &mut String) -> Flow {
        say(said, "the game is over");
        self.ask(said);
        Flow::Stop
    }

    pub(super) fn say_illegal(&self, action: Option<Action>, text: &str, said: &mut String) {
        let game = self.game();
        let named = action.and_then(|action| match action.choice {
            Choice::Declared(index) => game.rules().actions.get(usize::from(index)),
            Choice::Pass => None,
        });
        let named = named.map(|info| format!("illegal {}", info.name));
        let occasions: Vec<&str> = named.as_deref().into_iter().chain(["illegal"]).collect();
        let own = words::say(game, &self.state, action, &occasions);
        say(said, &own.unwrap_or_else(|| format!("{text} is not legal here")));
    }

    pub(super) fn say_unknown(&self, text: &str, reason: Option<String>, said: &mut String) {
        if self.phase == Phase::Asking {
            return self.ask(said);
        }
        let starts_with_letter = text.chars().next().is_some_and(char::is_alphabetic);
        let occasion = if starts_with_letter { "unknown letter" } else { "unknown symbol" };
        let own = words::say(self.game(), &self.state, None, &[occasion]);
        let usual = || match reason {
            Some(reason) => reason,
            None => format!("{text} does nothing here; ? for help"),
        };
        say(said, &own.unwrap_or_else(usual));
    }

    pub(super) fn say_run_error(&self, error: &RunError, said: &mut String) {
        say(said, &self.run_error_text(error));
    }

    pub(super) fn run_error_text(&self, error: &RunError) -> String {
        let diagnostic = run_diagnostic(self.game().rules(), self.state.board.grid(), error);
        report::render_plain(&diagnostic, &self.opened.source)
    }

    pub(super) fn texts(&self, actions: &[Action]) -> Vec<String> {
        actions.iter().map(|&action| self.game().action_text(&self.state, action)).collect()
    }
}
