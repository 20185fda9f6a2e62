//! A game being played as text: what goes in is a key or a line, what comes out is text to print.

use std::time::Duration;

use masume_presentation::analysis::Subject;
use masume_presentation::dialogue::opponent::Opponents;
use masume_presentation::dialogue::{Dialogue, Phase};
use masume_presentation::locale::Phrases;
use masume_presentation::request::Request;
use masume_presentation::text::hearing::Heard;
use masume_presentation::text::orders::TextOrder;
use masume_presentation::text::telling::{Telling, say, say_all};
use masume_service::{Event, Host};

use super::TextOptions;
use crate::analysis_thread::AnalysisThread;
use crate::clock;
use crate::save_file;

/// A game being played as text.
#[derive(Debug)]
pub(super) struct TextSession {
    dialogue: Dialogue,
    phrases: Phrases,
    host: Host,
    /// The board is shown only when it is asked for.
    is_quiet: bool,
    /// Single keys come in, not lines.
    by_keys: bool,
    thinker: AnalysisThread,
    is_left: bool,
}

/// Fate of the rest of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Flow {
    GoOn,
    Stop,
}

impl TextSession {
    /// The dialogue, kept by this host; `name` is what the game is opened from.
    pub(super) fn new(
        mut dialogue: Dialogue,
        phrases: Phrases,
        mut host: Host,
        name: &str,
    ) -> Self {
        dialogue.is_heard = true;
        dialogue.can_turn = false;
        host.set_surroundings(clock::surroundings());
        host.begin(name, &mut dialogue);
        let (is_quiet, by_keys, is_left) = (false, false, false);
        let thinker = AnalysisThread::default();
        Self { dialogue, phrases, host, is_quiet, by_keys, thinker, is_left }
    }

    /// The first words.
    pub(super) fn begin(&mut self, options: TextOptions) -> String {
        let mut said = String::new();
        self.is_quiet = options.is_quiet;
        if options.offers_what_waits {
            let events = self.host.offer_what_waits(&mut self.dialogue, &self.phrases);
            for event in events {
                if let Event::Trouble(trouble) = event {
                    say(&mut said, &trouble);
                }
            }
        }
        if let Some(trouble) = self.trouble() {
            say(&mut said, &trouble);
        }
        self.telling().show_beginning(&mut said);
        said
    }

    /// From here on, a way to win is shown, if one is wanted, agents go by what was learnt, and
    /// nobody is asked where nobody plays.
    pub(super) fn show(&mut self, opponents: &Opponents) {
        self.dialogue.is_autoplay = opponents.is_autoplay;
        self.dialogue.weights.clone_from(&opponents.weights);
        self.dialogue.asks_after_end = !opponents.is_shown();
    }

    /// True if the game is over.
    pub(super) fn is_over(&self) -> bool {
        self.dialogue.phase == Phase::Asking
    }

    /// True if the player has left.
    pub(super) fn is_left(&self) -> bool {
        self.is_left
    }

    /// The last that is done: what was reached is kept.
    pub(super) fn leave(&mut self) {
        self.host.set_surroundings(clock::surroundings());
        self.host.leave(&self.dialogue.session);
        self.is_left = true;
    }

    /// Plays by single keys from now on, where keys reach each action; true if they do.
    pub(super) fn take_keys(&mut self) -> bool {
        self.by_keys = self.dialogue.is_played_by_keys();
        self.by_keys
    }

    /// True if a line is to be typed from this key on.
    pub(super) fn begins_line(&self, key: &str) -> bool {
        self.dialogue.begins_line(key)
    }

    /// A key was pressed: one character, or a name such as `up`.
    pub(super) fn key(&mut self, key: &str) -> String {
        let mut said = String::new();
        let requests = self.dialogue.text_key(key, &self.phrases);
        self.perform(requests, &mut said);
        said
    }

    /// A line was typed: a key, an action, a cell, a command, or several separated by commas.
    pub(super) fn line(&mut self, line: &str) -> String {
        let mut said = String::new();
        let line = line.trim();
        if line.is_empty() && self.dialogue.phase != Phase::Playing {
            return self.key("enter");
        }
        let parts = self.dialogue.parts_of(line);
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

    fn part(&mut self, part: &str, said: &mut String) -> Flow {
        self.dialogue.is_refused = false;
        if let Some(keys) = self.dialogue.run_of(part, &self.phrases) {
            for meaning in keys {
                let requests = self.dialogue.do_meaning(meaning, &self.phrases);
                self.perform(requests, said);
                if self.dialogue.is_refused {
                    return Flow::Stop;
                }
            }
            return Flow::GoOn;
        }
        match self.dialogue.hear(part, &self.phrases) {
            Heard::Done(requests) => self.perform(requests, said),
            Heard::Order(order) => self.obey(order, said),
        }
        if self.dialogue.is_refused { Flow::Stop } else { Flow::GoOn }
    }

    fn obey(&mut self, order: TextOrder, said: &mut String) {
        match order {
            TextOrder::Do(command) => {
                let requests = self.dialogue.text_command(command, &self.phrases);
                self.perform(requests, said);
            }
            TextOrder::Level(level) => {
                let requests = self.dialogue.go_to_level(Some(level), &self.phrases);
                self.perform(requests, said);
            }
            TextOrder::Tell(inquiry) => match self.telling().answer(&inquiry) {
                Ok(lines) => say_all(said, &lines),
                Err(reason) => {
                    self.dialogue.refuse(reason);
                    self.perform(Vec::new(), said);
                }
            },
            TextOrder::Quiet(is_quiet) => {
                self.is_quiet = is_quiet;
                let id = if is_quiet { "quiet" } else { "loud" };
                say(said, &self.phrases.say(id, &[]));
            }
        }
    }

    /// Does what the game asks for, and prints what came of it.
    fn perform(&mut self, requests: Vec<Request>, said: &mut String) {
        // A hint that is sought is said when it is found.
        let is_silent = requests.is_empty() && self.dialogue.walk.is_empty();
        if is_silent && !self.dialogue.awaits_analysis() {
            say_all(said, &self.dialogue.said);
        }
        self.host.set_surroundings(clock::surroundings());
        for request in requests {
            let dialogue = Some(&mut self.dialogue);
            for event in self.host.perform(request, dialogue, &mut self.phrases) {
                self.tell(event, said);
            }
        }
        if let Some(trouble) = self.trouble() {
            say(said, &trouble);
        }
        // Nobody watches the steps: they are done at once.
        if let Some(action) = self.dialogue.walk.pop_front() {
            let requests = self.dialogue.act(action, &self.phrases);
            self.perform(requests, said);
        }
    }

    /// Prints an event.
    fn tell(&mut self, event: Event, said: &mut String) {
        match event {
            Event::Kept => {
                let report = self.dialogue.report.take();
                self.telling().show_change(report.as_ref(), said);
            }
            Event::Begun | Event::Painted => self.telling().show_beginning(said),
            Event::Levels(_) => self.telling().show_levels(said),
            Event::Help => self.telling().show_help(said),
            Event::History(lines) => say_all(said, &lines),
            Event::Copied(id) => say(said, &id),
            Event::Save { name, text } => self.save(&name, &text, said),
            Event::Trouble(trouble) => say(said, &trouble),
            Event::Ended => self.leave(),
            // Only a screen asks for them.
            Event::Opened(_)
            | Event::Menu(_)
            | Event::Options(_)
            | Event::Refused(_)
            | Event::MenuHelp(_)
            | Event::Trace(_)
            | Event::Statistics { .. }
            | Event::Glyphs
            | Event::Suspended => {}
        }
    }

    fn telling(&self) -> Telling<'_> {
        let Self { dialogue, phrases, is_quiet, by_keys, .. } = self;
        Telling { dialogue, phrases, is_quiet: *is_quiet, by_keys: *by_keys }
    }

    /// True if something is thought about, or waits to be done.
    pub(super) fn is_busy(&self) -> bool {
        !self.is_left && (self.dialogue.pending.is_some() || self.dialogue.task().is_some())
    }

    /// Goes on with what is thought about, waiting for it at most so long: what is to be printed.
    pub(super) fn go_on(&mut self, most: Duration) -> String {
        let mut said = String::new();
        if let Some(task) = self.dialogue.task() {
            self.thinker.attend(Some(task));
            let Some(analysis) = self.thinker.wait(most) else { return said };
            if analysis.subject == Subject::Deadlocks {
                self.dialogue.take_analysis(analysis, &self.phrases);
                self.telling().say_dead(&mut said);
                return said;
            }
            let was_over = self.dialogue.phase == Phase::Asking;
            self.dialogue.is_refused = false;
            self.dialogue.take_analysis(analysis, &self.phrases);
            if self.dialogue.pending.is_none() && (!was_over || self.dialogue.turned().is_some()) {
                say_all(&mut said, &self.dialogue.said);
            }
        }
        if self.dialogue.pending.is_some() {
            let requests = self.dialogue.do_pending(&self.phrases);
            self.perform(requests, &mut said);
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

    fn save(&mut self, name: &str, text: &str, said: &mut String) {
        let told = match save_file::write(name, text) {
            Ok(path) => self.phrases.say("saved", &[("path", path.display().to_string().into())]),
            Err(error) => {
                self.dialogue.is_refused = true;
                let reason = save_file::reason(&error, &self.phrases);
                self.phrases.say("cannot-save", &[("reason", reason.into())])
            }
        };
        say(said, &told);
    }

    /// Trouble with what is kept that was not said.
    pub(super) fn trouble(&mut self) -> Option<String> {
        self.host.trouble(&self.phrases)
    }
}
