//! From game to game: levels, another game after the end.

use masume_engine::SetupError;
use masume_session::{Meaning, Session};
use masume_store::Offer;

use super::advice::Known;
use super::opponent::Turning;
use super::{Answer, Command, Dialogue, Phase};
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::keys::key_name;
use crate::speech::reasons;

impl Dialogue {
    /// Begins to show the session as it is.
    pub fn begin(&mut self, phrases: &Phrases) {
        self.selection.clear();
        self.advice.clear();
        self.known = Known::Unknown;
        (self.pending, self.turning) = (None, Turning::Unknown);
        self.report = None;
        self.fresh.clear();
        self.caught = None;
        self.walker = self.session.walker();
        self.walk.clear();
        self.choices.clear();
        self.phase = Phase::Playing;
        self.said = vec![self.greeting(phrases)];
        let hopeless =
            self.session.level().and_then(|level| self.teller(phrases).cannot_be_won(level));
        self.said.extend(hopeless);
        self.look_at_end(phrases);
    }

    /// Greeting: what is said first.
    pub fn greeting(&self, phrases: &Phrases) -> String {
        let own = self.teller(phrases).occasion(self.session.state(), None, &["start"]);
        own.unwrap_or_else(|| phrases.say("welcome", &[]))
    }

    /// Another session of the same game, shown from its beginning.
    pub fn change_to(&mut self, session: Session, phrases: &Phrases) {
        self.session = session;
        self.begin(phrases);
    }

    /// Another session of the same game, from which `undo` comes back.
    pub(super) fn leave_for(&mut self, session: Session, phrases: &Phrases) {
        let left = std::mem::replace(&mut self.session, session);
        self.left.push_back(left);
        if self.left.len() > masume_store::MOST_LEFT {
            self.left.pop_front();
        }
        self.begin(phrases);
    }

    /// A session that was left before its end: it can be gone on with at once, or not at all.
    pub fn offer(&mut self, session: Session, offer: Offer, phrases: &Phrases) {
        self.change_to(session, phrases);
        self.phase = Phase::Offered;
        let position = ("position", self.session.position().into());
        let place = match offer.ago {
            Some(ago) => {
                phrases.say("offered-since", &[position, ("ago", phrases.ago(ago).into())])
            }
            None => phrases.say("offered", &[position]),
        };
        self.has_others = offer.count > 1;
        if self.has_buttons {
            self.said = vec![place];
            return;
        }
        let answers = self.offer_answers(phrases);
        let values = [("place", place.into()), ("answers", answers.into())];
        self.said = vec![phrases.say("offered-with", &values)];
        if self.has_others {
            self.said.push(phrases.say("offered-others", &[("count", offer.count.into())]));
        }
    }

    /// The keys that answer the offer.
    pub(super) fn offer_answers(&self, phrases: &Phrases) -> String {
        phrases.say("offered-briefly", &[("key", self.key_for(Command::Restart, phrases).into())])
    }

    /// The first key of a command in this game, as it is written.
    pub(super) fn key_for(&self, command: Command, phrases: &Phrases) -> String {
        let keys = self.keys_of(command);
        keys.first().map(|key| key_name(key, phrases)).unwrap_or_default()
    }

    /// Answer that a key gives to what is asked. None answers what means something else in the
    /// game: what begins it anew is the key that restarts it, and what leaves it needs no answer.
    pub(crate) fn answer_of(&self, key: &str) -> Option<Answer> {
        match (key, self.keys.meaning(key)) {
            ("enter", _) | ("y" | "Y", None) => Some(Answer::Yes),
            (_, Some(Meaning::Command(Command::Restart))) => Some(Answer::No),
            ("o", None) => Some(Answer::Other),
            (_, _) => None,
        }
    }

    /// Takes an answer to the offer; whatever else is done goes on with the game.
    pub(super) fn answer_offer(&mut self, answer: Answer, phrases: &Phrases) -> Vec<Request> {
        match answer {
            Answer::Yes => {
                self.phase = Phase::Playing;
                self.said = vec![phrases.say("welcome", &[])];
                Vec::new()
            }
            Answer::No => {
                self.phase = Phase::Playing;
                vec![Request::BeginInstead]
            }
            Answer::Other => vec![Request::OfferAnother],
        }
    }

    /// Asks whether to go back to the session before, which is of this level.
    pub(super) fn ask_return(&mut self, level: Option<usize>, phrases: &Phrases) {
        self.phase = Phase::Returning;
        let question = match level {
            Some(level) => phrases.say("return-to-level", &[("level", level.into())]),
            None => phrases.say("return-to-game", &[]),
        };
        self.said = vec![self.with_keys(("asked", question), key_name("escape", phrases), phrases)];
    }

    /// Answer of a key to whether to go back to the session before. Letters are answers unless they
    /// are actions of the game.
    pub(super) fn return_answer_of(&self, key: &str) -> Option<Answer> {
        let is_action = matches!(self.keys.meaning(key), Some(Meaning::Action(_)));
        match key {
            "enter" => Some(Answer::Yes),
            "escape" => Some(Answer::No),
            "y" | "Y" if !is_action => Some(Answer::Yes),
            "n" | "N" if !is_action => Some(Answer::No),
            _ => None,
        }
    }

    /// Takes the answer to whether to go back to the session before.
    pub(super) fn answer_return(&mut self, answer: Answer, phrases: &Phrases) -> Vec<Request> {
        self.phase = Phase::Playing;
        self.said = vec![phrases.say("is-the-start", &[])];
        let session = match answer {
            Answer::Yes => self.left.pop_back(),
            Answer::No | Answer::Other => None,
        };
        let Some(session) = session else { return Vec::new() };
        self.session = session;
        self.begin(phrases);
        vec![Request::ReturnToPrevious]
    }

    /// Goes to a level, where there is such a one.
    pub fn go_to_level(&mut self, level: Option<usize>, phrases: &Phrases) -> Vec<Request> {
        let Some(level) = level else {
            self.refuse(match self.session.level() {
                Some(_) => phrases.say("no-such-level", &[]),
                None => self.no_levels(phrases),
            });
            // A key that cannot be followed does not hide the end.
            self.said.extend(self.end_told(phrases));
            return Vec::new();
        };
        self.begin_other(self.session.at_level(level), phrases)
    }

    /// Another session of the same game where it can begin, else why not.
    fn begin_other(
        &mut self,
        session: Result<Session, SetupError>,
        phrases: &Phrases,
    ) -> Vec<Request> {
        match session {
            Ok(session) => {
                self.leave_for(session, phrases);
                vec![Request::KeepNext]
            }
            Err(error) => {
                self.refuse(reasons::of_setup(&error, phrases));
                Vec::new()
            }
        }
    }

    /// That there are no levels, and which key passes: who looks for the one finds the other.
    pub(super) fn no_levels(&self, phrases: &Phrases) -> String {
        let pass = Meaning::Action("pass".to_owned());
        match self.keys.keys_of(&pass).first() {
            Some(key) => {
                phrases.say("no-levels-but-pass", &[("key", key_name(key, phrases).into())])
            }
            None => phrases.say("no-levels", &[]),
        }
    }

    /// Question after the end, with the keys that answer it.
    pub fn question(&self, phrases: &Phrases) -> String {
        self.asked("asked", phrases)
    }

    /// The question in this phrase.
    pub(super) fn asked(&self, asked: &str, phrases: &Phrases) -> String {
        let own = self.teller(phrases).occasion(self.session.state(), None, &["again"]);
        let question = own.unwrap_or_else(|| match self.level_after_win() {
            Some(_) => phrases.say("next-level", &[]),
            None => phrases.say("play-again", &[]),
        });
        self.with_keys((asked, question), self.key_for(Command::Leave, phrases), phrases)
    }

    /// A question in this phrase, with the keys that answer it; alone where there are buttons.
    fn with_keys(
        &self,
        (asked, question): (&str, String),
        no: String,
        phrases: &Phrases,
    ) -> String {
        if self.has_buttons {
            return question;
        }
        let asked = if self.is_shared { "asked-of-all" } else { asked };
        phrases.say(asked, &[("question", question.into()), ("key", no.into())])
    }

    /// The level that follows where this one was won.
    fn level_after_win(&self) -> Option<usize> {
        self.session.next_level().filter(|_| self.session.is_won())
    }

    /// Takes an answer to the question after the end.
    pub(super) fn answer_question(&mut self, answer: Answer, phrases: &Phrases) -> Vec<Request> {
        match answer {
            Answer::Yes => match self.level_after_win() {
                Some(level) => self.go_to_level(Some(level), phrases),
                None => self.play_again(phrases),
            },
            Answer::No => vec![Request::Leave],
            Answer::Other => Vec::new(),
        }
    }

    fn play_again(&mut self, phrases: &Phrases) -> Vec<Request> {
        let seed = self.session.seed().wrapping_add(1);
        self.begin_other(self.session.with_seed(seed), phrases)
    }
}
