//! Reasons why an action cannot be done, for those who write games and those who play them.

use masume_engine::{Action, ActionTextError, Choice};
use masume_rules::model::ActionInfo;
use masume_syntax::{Code, LineIndex, Span};

use super::Dialogue;
use crate::locale::Phrases;
use crate::speech::errors;

/// Reason why an action cannot be done.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Why {
    /// Sentences, the game's own first.
    pub lines: Vec<String>,
    /// The line of the game's text that the reason is about, from 1.
    pub line: Option<u32>,
    /// The page of the manual about it; `None` for an action that can be done.
    pub code: Option<Code>,
}

/// The action or words that were refused last, for those who write its rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Refused {
    /// An action of the game.
    Action(Action),
    /// Words that are no action.
    Words(ActionTextError),
}

impl Dialogue {
    /// The reason why the action that is written so cannot be done now.
    ///
    /// ```
    /// use masume_engine::{Game, Setup, shipped_games};
    /// use masume_presentation::diagnostic::Source;
    /// use masume_presentation::dialogue::Dialogue;
    /// use masume_presentation::locale::{Locale, Phrases};
    /// use masume_session::{Edition, Session};
    ///
    /// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
    /// let game = Game::load(shipped.text).game.unwrap();
    /// let edition = Edition::new(shipped.name, shipped.text, game);
    /// let session = Session::new(edition, Setup::default()).unwrap();
    /// let phrases = Phrases::new(Locale::English);
    /// let source = Source { path: shipped.name.to_owned(), text: shipped.text.to_owned() };
    /// let dialogue = Dialogue::new(session, source, &phrases);
    /// assert_eq!(dialogue.why("place b2", &phrases).lines, ["place b2 can be done now"]);
    /// assert!(dialogue.why("fly", &phrases).lines[0].contains("fly"));
    /// ```
    pub fn why(&self, text: &str, phrases: &Phrases) -> Why {
        match self.session.game().read_action(self.session.state(), text) {
            Ok(action) => self.why_of(action, phrases),
            Err(error) => why_unread(&error, phrases),
        }
    }

    /// The reason why something was refused.
    pub fn why_refused(&self, refused: &Refused, phrases: &Phrases) -> Why {
        match refused {
            Refused::Action(action) => self.why_of(*action, phrases),
            Refused::Words(error) => why_unread(error, phrases),
        }
    }

    /// The reason why an action cannot be done now.
    pub fn why_of(&self, action: Action, phrases: &Phrases) -> Why {
        let (session, state) = (&self.session, self.session.state());
        if session.outcome().is_some() {
            let code = Some(Code::GameOver);
            return Why { lines: self.end_told(phrases), line: None, code };
        }
        let values = [("action", self.teller(phrases).action(state, action).into())];
        let legal = session.legal_actions().unwrap_or_default();
        if legal.contains(&action) {
            return Why { lines: vec![phrases.say("why-legal", &values)], ..Why::default() };
        }
        match action.choice {
            Choice::Pass => {
                let lines = vec![phrases.say("why-pass", &values)];
                Why { lines, line: None, code: Some(Code::IllegalAction) }
            }
            Choice::Declared(index) => {
                let info = session.game().rules().actions.get(usize::from(index));
                info.map(|info| self.why_not(action, info, phrases)).unwrap_or_default()
            }
        }
    }

    /// The reason why an action of the game that is well written is not legal.
    fn why_not(&self, action: Action, info: &ActionInfo, phrases: &Phrases) -> Why {
        let (game, state) = (self.session.game(), self.session.state());
        let named = format!("illegal {}", info.name);
        let own = self.teller(phrases).occasion(state, Some(action), &[&named, "illegal"]);
        let fails = info.when.as_ref().filter(|when| {
            // What cannot be asked is told where the action is done.
            !game.condition(state, Some(action), &when.value).unwrap_or(true)
        });
        let unmet = game.unmet(state, action).unwrap_or_default();
        let (id, span) = match (fails, unmet) {
            (Some(when), _) => ("why-condition", when.span),
            (None, Some(span)) => ("why-unmet", span),
            (None, None) => ("why-nothing-changes", info.span),
        };
        let (line, text) = self.line_of(span);
        let values = [("line", i64::from(line).into()), ("text", text.into())];
        let reason = phrases.say(id, &values);
        let own = own.filter(|it| !it.is_empty());
        let lines = own.into_iter().chain([reason]).collect();
        Why { lines, line: Some(line), code: Some(Code::IllegalAction) }
    }

    /// The number of the line of a place in the game's text, from 1, and the line.
    fn line_of(&self, span: Span) -> (u32, String) {
        let lines = LineIndex::new(&self.source.text);
        let line = lines.position(span.start).line;
        (line, lines.line(line).trim().to_owned())
    }
}

/// The reason why words are no action.
fn why_unread(error: &ActionTextError, phrases: &Phrases) -> Why {
    let help = errors::action_help(error, phrases);
    let lines = std::iter::once(errors::action_text(error, phrases)).chain(help);
    Why { lines: lines.collect(), line: None, code: Some(Code::UnknownAction) }
}
