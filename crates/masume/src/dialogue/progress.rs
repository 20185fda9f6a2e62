//! From game to game: levels, another game after the end.

use masume_session::{Meaning, Session};

use super::{Dialogue, Phase, Wish};
use crate::keeper::Offer;
use crate::locale::Phrases;
use crate::speech::keys::key_name;
use crate::speech::reasons;

impl Dialogue {
    /// Begins to show the session as it is.
    pub(crate) fn begin(&mut self, phrases: &Phrases) {
        self.selection.clear();
        self.report = None;
        self.fresh.clear();
        self.walker = self.session.walker();
        self.walk.clear();
        self.choices.clear();
        self.phase = Phase::Playing;
        let teller = self.teller(phrases);
        let own = teller.occasion(self.session.state(), None, &["start"]);
        self.said = vec![own.unwrap_or_else(|| phrases.say("welcome", &[]))];
        let hopeless =
            self.session.level().and_then(|level| self.teller(phrases).cannot_be_won(level));
        self.said.extend(hopeless);
        self.look_at_end(phrases);
    }

    /// Another session of the same game, shown from its beginning.
    pub(crate) fn change_to(&mut self, session: Session, phrases: &Phrases) {
        self.session = session;
        self.begin(phrases);
    }

    /// Another session of the same game, from which `undo` comes back.
    fn leave_for(&mut self, session: Session, phrases: &Phrases) {
        /// Each keeps states of its past.
        const MOST_LEFT: usize = 8;
        let left = std::mem::replace(&mut self.session, session);
        self.left.push_back(left);
        if self.left.len() > MOST_LEFT {
            self.left.pop_front();
        }
        self.begin(phrases);
    }

    /// A session that was left before its end: it can be gone on with at once, or not at all.
    pub(crate) fn offer(&mut self, session: Session, offer: Offer, phrases: &Phrases) {
        self.change_to(session, phrases);
        self.phase = Phase::Offered;
        let position = ("position", self.session.position().into());
        self.said = vec![match offer.ago {
            Some(ago) => {
                phrases.say("offered-since", &[position, ("ago", phrases.ago(ago).into())])
            }
            None => phrases.say("offered", &[position]),
        }];
        if offer.count > 1 {
            self.said.push(phrases.say("offered-others", &[("count", offer.count.into())]));
        }
    }

    /// Takes a key as the answer to the offer; any other key goes on and does what it always does.
    pub(super) fn answer_offer(&mut self, key: &str, phrases: &Phrases) -> Option<Vec<Wish>> {
        self.phase = Phase::Playing;
        match key {
            "n" | "N" => Some(vec![Wish::Anew]),
            "o" | "tab" => {
                self.phase = Phase::Offered;
                Some(vec![Wish::Other])
            }
            "y" | "Y" | "enter" | "space" => {
                self.said = vec![phrases.say("welcome", &[])];
                Some(Vec::new())
            }
            _ => None,
        }
    }

    /// Goes to a level, where there is such a one.
    pub(crate) fn go_to_level(&mut self, level: Option<usize>, phrases: &Phrases) -> Vec<Wish> {
        let Some(level) = level else {
            self.refuse(match self.session.level() {
                Some(_) => phrases.say("no-such-level", &[]),
                None => self.no_levels(phrases),
            });
            return Vec::new();
        };
        match self.session.at_level(level) {
            Ok(session) => {
                self.leave_for(session, phrases);
                vec![Wish::Begun]
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

    /// What is asked after the end.
    pub(crate) fn question(&self, phrases: &Phrases) -> String {
        let own = self.teller(phrases).occasion(self.session.state(), None, &["again"]);
        own.unwrap_or_else(|| match self.level_after_win() {
            Some(_) => phrases.say("next-level", &[]),
            None => phrases.say("play-again", &[]),
        })
    }

    /// The level that follows where this one was won.
    fn level_after_win(&self) -> Option<usize> {
        self.session.next_level().filter(|_| self.session.is_won())
    }

    /// Takes a key as the answer to the question, where it is one.
    pub(super) fn answer_question(&mut self, key: &str, phrases: &Phrases) -> Option<Vec<Wish>> {
        match key {
            "y" | "Y" | "enter" => Some(match self.level_after_win() {
                Some(level) => self.go_to_level(Some(level), phrases),
                None => self.play_again(phrases),
            }),
            "n" | "N" => Some(vec![Wish::Leave]),
            _ => None,
        }
    }

    fn play_again(&mut self, phrases: &Phrases) -> Vec<Wish> {
        match self.session.with_seed(self.session.seed().wrapping_add(1)) {
            Ok(session) => {
                self.leave_for(session, phrases);
                vec![Wish::Begun]
            }
            Err(error) => {
                self.refuse(reasons::of_setup(&error, phrases));
                Vec::new()
            }
        }
    }
}
