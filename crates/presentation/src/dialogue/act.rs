//! Doing actions, and the commands that change where we are.

use masume_engine::{Action, ApplyError, Cell, Choice, run_diagnostic};
use masume_rules::model::EMPTY;
use masume_session::{Report, Session};

use super::{Command, Dialogue, Phase, Refused};
use crate::diagnostic;
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::news::news;

impl Dialogue {
    /// Does the player's action, or says why not.
    pub fn act(&mut self, action: Action, phrases: &Phrases) -> Vec<Request> {
        if self.refuse_out_of_turn(phrases) {
            self.walk.clear();
            return Vec::new();
        }
        self.do_action(action, phrases)
    }

    /// Does an action of the player or of an opponent, or says why not.
    pub(super) fn do_action(&mut self, action: Action, phrases: &Phrases) -> Vec<Request> {
        match self.session.act(action) {
            Ok(report) => {
                self.take_up(report, phrases);
                vec![Request::Keep]
            }
            Err(error) => {
                self.walk.clear();
                self.selection.clear();
                self.refused = Some(Refused::Action(action));
                self.say_refused(action, &error, phrases);
                Vec::new()
            }
        }
    }

    /// Does what a key stands for; a cell that it leaves open is the selected one, or the one that
    /// the face points at.
    pub fn act_by_text(
        &mut self,
        text: &str,
        pointed: Option<Cell>,
        phrases: &Phrases,
    ) -> Vec<Request> {
        let state = self.session.state();
        let cell = self.selection.cell().or(pointed);
        let named = cell.and_then(|cell| self.session.game().cell_names(state).name(cell));
        let texts = [Some(text.to_owned()), named.map(|name| format!("{text} {name}"))];
        let game = self.session.game();
        let read = |text: String| game.read_action(state, &text).ok();
        match texts.into_iter().flatten().find_map(read) {
            Some(action) => self.act(action, phrases),
            None => {
                self.refuse(phrases.say("needs-a-cell", &[("action", text.into())]));
                Vec::new()
            }
        }
    }

    /// Shows what a report says.
    pub fn take_up(&mut self, report: Report, phrases: &Phrases) {
        self.selection.clear();
        self.follow_advice(&report.cause);
        self.caught = self.caught_since(&report);
        self.walker = self.session.walker();
        let teller = self.teller(phrases);
        // A mark that rules alone need is not seen where it stands, nor where it stood.
        let seen = report.changes.iter().filter(|change| {
            let mut contents = [change.before, change.after].into_iter();
            contents.any(|it| it != EMPTY && teller.is_shown(change.layer, it))
        });
        let fresh = seen.map(|change| change.cell).collect();
        self.said = news(teller, &report);
        self.fresh = fresh;
        self.report = Some(report);
        self.look_at_end(phrases);
        self.queue_shown();
    }

    /// Looks whether the game is over.
    pub fn look_at_end(&mut self, phrases: &Phrases) {
        if self.session.outcome().is_none() {
            self.phase = Phase::Playing;
            return;
        }
        self.walk.clear();
        self.phase = Phase::Asking;
        self.said.extend(self.end_told(phrases));
        if self.session.is_won() {
            self.solved.extend(self.session.level());
        }
    }

    /// Sentences about the end of the game, and what is asked then; none while it goes on.
    pub(super) fn end_told(&self, phrases: &Phrases) -> Vec<String> {
        let Some(mut outcome) = self.outcome_told(phrases) else { return Vec::new() };
        if let Some(caught) = self.caught_told(phrases) {
            outcome = [outcome, caught].join("  ");
        }
        let turned = self.turned().map(str::to_owned);
        let question = self.asks_after_end.then(|| self.question(phrases));
        [outcome].into_iter().chain(turned).chain(question).collect()
    }

    /// Sentence about the outcome of the game, where it has ended.
    pub(super) fn outcome_told(&self, phrases: &Phrases) -> Option<String> {
        let outcome = self.session.outcome()?;
        let told = self.teller(phrases).outcome(self.session.state(), outcome);
        Some(self.result_told(&told, phrases).unwrap_or(told))
    }

    fn say_refused(&mut self, action: Action, error: &ApplyError, phrases: &Phrases) {
        let state = self.session.state();
        let teller = self.teller(phrases);
        let said = match error {
            ApplyError::GameOver => self.end_told(phrases),
            ApplyError::Run(error) if error.is_interruption() => {
                vec![phrases.say("stopped", &[])]
            }
            ApplyError::Run(error) => {
                let rules = self.session.game().rules();
                let diagnostic = run_diagnostic(rules, state.board.grid(), error);
                let text = diagnostic::render_plain(&diagnostic, &self.source);
                text.lines().map(str::to_owned).collect()
            }
            ApplyError::IllegalAction => {
                let info = match action.choice {
                    Choice::Declared(index) => {
                        self.session.game().rules().actions.get(usize::from(index))
                    }
                    Choice::Pass => None,
                };
                let named = info.map(|info| format!("illegal {}", info.name));
                // What a game says of any illegal choice does not fit where nothing was chosen.
                let general = info.is_some_and(|info| !info.params.is_empty()).then_some("illegal");
                let occasions: Vec<&str> = named.as_deref().into_iter().chain(general).collect();
                let own = teller.occasion(state, Some(action), &occasions);
                let values = [("action", teller.action(state, action).into())];
                let id = if general.is_some() { "is-illegal" } else { "is-illegal-now" };
                vec![own.unwrap_or_else(|| phrases.say(id, &values))]
            }
        };
        self.said = said;
        self.is_refused = true;
    }

    /// Does what is offered besides actions; what only a face can do, it does itself.
    pub fn command(&mut self, command: Command, phrases: &Phrases) -> Vec<Request> {
        match command {
            Command::Undo => self.undo(phrases),
            Command::Redo => self.travel(Session::redo, "nothing-to-redo", phrases),
            Command::Restart => self.travel(Session::restart, "is-the-start", phrases),
            Command::First => self.travel(Session::go_to_first_turn, "is-the-start", phrases),
            Command::Last => {
                self.travel(|it| it.go_to(it.timeline().len()), "nothing-to-redo", phrases)
            }
            Command::NextLevel => self.go_to_level(self.session.next_level(), phrases),
            Command::PreviousLevel => self.go_to_level(self.session.previous_level(), phrases),
            Command::Unsolved => {
                self.go_to_level(self.session.next_unsolved(&self.solved), phrases)
            }
            Command::Levels if self.session.level().is_none() => {
                self.refuse(self.no_levels(phrases));
                Vec::new()
            }
            Command::Levels => vec![Request::Levels],
            Command::Choices => {
                self.said = vec![self.choices_told(phrases)];
                Vec::new()
            }
            Command::Hint => {
                self.hint(phrases);
                Vec::new()
            }
            Command::Follow => self.follow_hint(phrases),
            Command::History => vec![Request::History],
            Command::Outlook => {
                self.switch_outlook(phrases);
                Vec::new()
            }
            Command::Trace => vec![Request::Trace],
            Command::Save => vec![Request::Save],
            Command::Options => vec![Request::Options { name: None, level: None }],
            Command::Copy => vec![Request::Copy],
            Command::Glyphs => vec![Request::Glyphs],
            Command::Help => vec![Request::Help],
            Command::Point(_)
            | Command::Choose
            | Command::GoOn
            | Command::Slower
            | Command::Faster
            | Command::Turn
            | Command::Type => Vec::new(),
            Command::Back => self.back(phrases),
            Command::Leave => vec![Request::Leave],
        }
    }

    /// Sentence about what can be done now.
    fn choices_told(&self, phrases: &Phrases) -> String {
        let teller = self.teller(phrases);
        let legal = self.session.legal_actions().unwrap_or_default();
        let told = |action| teller.move_to_come(self.session.state(), action);
        let actions: Vec<String> = legal.iter().copied().map(told).collect();
        if actions.is_empty() {
            return phrases.say("legal-none", &[]);
        }
        phrases.say("choices-are", &[("actions", actions.join(", ").into())])
    }

    fn back(&mut self, phrases: &Phrases) -> Vec<Request> {
        if self.drop_hint(phrases) {
            return Vec::new();
        }
        if self.selection.cell().is_some() {
            self.selection.clear();
            self.said.clear();
            return Vec::new();
        }
        vec![Request::Leave]
    }

    fn travel(
        &mut self,
        way: impl FnOnce(&mut Session) -> Option<Report>,
        otherwise: &str,
        phrases: &Phrases,
    ) -> Vec<Request> {
        match way(&mut self.session) {
            Some(report) => {
                self.take_up(report, phrases);
                vec![Request::Keep]
            }
            None => {
                self.refuse(phrases.say(otherwise, &[]));
                Vec::new()
            }
        }
    }

    /// Before the first action of a level is the level before: it is asked whether to go there, so
    /// that a key that is held stops at the beginning.
    fn undo(&mut self, phrases: &Phrases) -> Vec<Request> {
        if let Some(report) = self.session.undo() {
            self.take_up(report, phrases);
            return vec![Request::Keep];
        }
        match self.left.back().map(Session::level) {
            Some(level) => self.ask_return(level, phrases),
            None => self.refuse(phrases.say("nothing-to-undo", &[])),
        }
        Vec::new()
    }
}
