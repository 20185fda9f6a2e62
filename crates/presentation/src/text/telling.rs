//! The game as lines to print: what was done, the board, the help.

use std::fmt::Write as _;

use masume_session::Report;

use super::hearing::shortened;
use super::orders::Inquiry;
use super::{board, look};
use crate::dialogue::help::{self, Medium};
use crate::dialogue::{Dialogue, Phase};
use crate::locale::Phrases;
use crate::speech::news;

/// The game as lines to print, in one language and options.
#[derive(Clone, Copy, Debug)]
pub struct Telling<'a> {
    /// The game and its player.
    pub dialogue: &'a Dialogue,
    /// The language.
    pub phrases: &'a Phrases,
    /// True if the board is shown only when it is asked for.
    pub is_quiet: bool,
    /// True if single keys come in, not lines.
    pub by_keys: bool,
}

impl Telling<'_> {
    /// Text of what was done and what it changed, then the board, then the end.
    pub fn show_change(&self, report: Option<&Report>, said: &mut String) {
        if let Some(report) = report {
            say_all(said, &news::spoken(self.dialogue.teller(self.phrases), report));
        }
        self.show_state(said);
        if self.dialogue.advice.is_newly_dead {
            self.say_dead(said);
        }
        if let (Phase::Asking, Some(outcome)) =
            (self.dialogue.phase, self.dialogue.session.outcome())
        {
            let teller = self.dialogue.teller(self.phrases);
            if let Some(caught) = self.dialogue.caught_told(self.phrases) {
                say(said, &caught);
            }
            say(said, &teller.outcome(self.dialogue.session.state(), outcome));
            if self.dialogue.asks_after_end {
                say(said, &self.dialogue.question(self.phrases));
            }
        }
    }

    /// Says what can never be where it is wanted.
    pub fn say_dead(&self, said: &mut String) {
        if let Some(told) = self.dialogue.dead_told(self.phrases) {
            say(said, &told);
        }
    }

    /// The heading, the board, and what is said first.
    pub fn show_beginning(&self, said: &mut String) {
        say(said, &self.dialogue.heading(self.phrases));
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

    /// Lines that answer a question about the game as it stands.
    ///
    /// # Errors
    /// A sentence about a place that the board does not have.
    pub fn answer(&self, inquiry: &Inquiry) -> Result<Vec<String>, String> {
        let Self { dialogue, phrases, .. } = *self;
        Ok(match inquiry {
            Inquiry::Heading => vec![dialogue.heading(phrases)],
            Inquiry::Board => {
                let mut board = String::new();
                self.show_board(&mut board);
                board.lines().map(str::to_owned).collect()
            }
            Inquiry::Contents(place) => match look::look(dialogue, phrases, place) {
                Some(told) => vec![told],
                None => {
                    let values = [("place", shortened(place).into())];
                    return Err(phrases.say("no-such-place", &values));
                }
            },
            Inquiry::Places(name) => look::whereabouts(dialogue, phrases, name.as_deref()),
            Inquiry::Legend => look::legend(dialogue, phrases),
        })
    }

    /// The board with its status; a blank line parts it from what was said before.
    pub fn show_board(&self, said: &mut String) {
        let session = &self.dialogue.session;
        said.push('\n');
        said.push_str(&board::board(session.game(), session.state()));
        self.show_status(said);
    }

    /// Line about whose turn it is among several, the game's own words or its values, and how much
    /// is legal.
    fn show_status(&self, said: &mut String) {
        let session = &self.dialogue.session;
        let (teller, state) = (self.dialogue.teller(self.phrases), session.state());
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

    /// A line for each level; a star is at those that were solved.
    pub fn show_levels(&self, said: &mut String) {
        let teller = self.dialogue.teller(self.phrases);
        for level in 1..=self.dialogue.session.game().level_count() {
            let title = teller.level_title(level).unwrap_or_default();
            let mark = if self.dialogue.solved.contains(&level) { " *" } else { "" };
            say(said, format!("{level}  {title}{mark}").trim_end());
        }
    }

    /// The help, then what the letters of the board mean, then what can be asked for in words.
    pub fn show_help(&self, said: &mut String) {
        let medium = if self.by_keys { Medium::Keys } else { Medium::Lines };
        let help = help::of_game(self.dialogue, self.phrases, medium);
        say(said, &self.dialogue.teller(self.phrases).title());
        for section in help.sections {
            match section.heading {
                Some(heading) => self.show_section(&heading, &section.lines, said),
                None => say_all(said, &section.lines),
            }
        }
        let pieces = self.phrases.say("help-pieces", &[]);
        self.show_section(&pieces, &look::legend(self.dialogue, self.phrases), said);
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

/// Says a line.
pub fn say(said: &mut String, line: &str) {
    said.push_str(line);
    said.push('\n');
}

/// Says several lines.
///
/// ```
/// use masume_presentation::text::telling::{say, say_all};
///
/// let mut said = String::new();
/// say(&mut said, "one");
/// say_all(&mut said, &["two".to_owned(), "three".to_owned()]);
/// assert_eq!(said, "one\ntwo\nthree\n");
/// ```
pub fn say_all(said: &mut String, lines: &[String]) {
    for line in lines {
        say(said, line);
    }
}
