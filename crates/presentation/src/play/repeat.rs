//! A game that goes on by itself: the same action again and again.

use masume_engine::{Action, Choice};
use masume_session::TimelineEvent;

use super::Play;
use crate::dialogue::Phase;
use crate::locale::Phrases;
use crate::request::Request;

/// Action that is done again and again, as long as it is legal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Repeated {
    action: Action,
    /// Ticks since it was done last.
    waited: u32,
}

impl Play {
    /// Does the last action again and again, or the only one that there is.
    pub fn begin_to_repeat(&mut self, phrases: &Phrases) -> Vec<Request> {
        let Some(action) = self.only_action().or_else(|| self.last_event()) else {
            self.say("nothing-to-repeat", phrases);
            return Vec::new();
        };
        let requests = self.dialogue.act(action, phrases);
        self.go_on(Repeated { action, waited: 0 }, &requests, phrases);
        requests
    }

    /// True if something is done again and again.
    pub fn is_repeating(&self) -> bool {
        self.repeated.is_some()
    }

    /// One tick more of what is done again and again.
    pub fn repeat_tick(&mut self, phrases: &Phrases) -> Vec<Request> {
        let Some(mut repeated) = self.repeated.take() else { return Vec::new() };
        repeated.waited += 1;
        if repeated.waited < self.speed.ticks() {
            self.repeated = Some(repeated);
            return Vec::new();
        }
        let session = &self.dialogue.session;
        let legal = session.legal_actions().unwrap_or_default();
        if !legal.contains(&repeated.action) {
            // It has come to its end, which is no mistake of the player.
            return Vec::new();
        }
        let requests = self.dialogue.act(repeated.action, phrases);
        self.go_on(Repeated { waited: 0, ..repeated }, &requests, phrases);
        requests
    }

    /// Waits for the next time, where this one was done and the game goes on.
    fn go_on(&mut self, repeated: Repeated, requests: &[Request], phrases: &Phrases) {
        if requests.contains(&Request::Keep) && self.dialogue.phase == Phase::Playing {
            let speed = ("speed", self.speed.a_second().into());
            self.dialogue.said.push(phrases.say("repeats", &[speed]));
            self.repeated = Some(repeated);
        }
    }

    /// Action that can be done, where it is one without a choice.
    fn only_action(&self) -> Option<Action> {
        let rules = self.dialogue.session.game().rules();
        match rules.actions.as_slice() {
            [only] if only.params.is_empty() => Some(Action::new(0, &[])),
            _ => None,
        }
    }

    /// Action that was done last.
    fn last_event(&self) -> Option<Action> {
        let session = &self.dialogue.session;
        let entry = session.timeline().get(session.position().checked_sub(1)?)?;
        match entry.event {
            TimelineEvent::Action(action) if action.choice != Choice::Pass => Some(action),
            TimelineEvent::Action(_) | TimelineEvent::Restart => None,
        }
    }
}
