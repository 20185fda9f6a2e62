//! A session goes on when its game's text has changed.

use masume_engine::SetupError;

use crate::{Edition, Session, TimelineEvent};

/// Extent to which a session was kept.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Kept {
    /// Position and history: the same actions lead to the same state under the new rules.
    Everything,
    /// The position; it is the beginning now, and there is no history.
    Position,
    /// The position does not fit, or its level is another one now; so many actions of so many could be done again from
    /// the beginning.
    Replayed {
        /// Actions that could be done, one or more.
        done: usize,
        /// Actions that there were.
        of: usize,
    },
    /// Nothing; the game begins anew.
    Nothing,
}

impl Session {
    /// The session under another edition of its game, such as one that was just written: options
    /// are those of the new edition.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "sokoban").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let mut session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_session::Kept;
    ///
    /// act(&mut session, "push right");
    /// let edition = session.edition().clone();
    /// let (rebuilt, kept) = session.rebuilt(edition).expect("the level is still there");
    /// assert_eq!((rebuilt.position(), kept), (1, Kept::Everything));
    /// ```
    ///
    /// # Errors
    /// The new edition does not have the set-up: no such level, or no such size.
    pub fn rebuilt(&self, edition: Edition) -> Result<(Session, Kept), SetupError> {
        // Who draws a level anew wants to see it.
        if self.given_state().is_some() && self.begins_otherwise(&edition) {
            let session = Session::new(edition, *self.setup())?;
            return Ok((session.with_seats(self.seats().clone()), Kept::Nothing));
        }
        let replayed = self.replayed(&edition).map(|it| it.with_seats(self.seats().clone()));
        let present = self.game().kept_state(self.state());
        if let Ok(replayed) = &replayed
            && replayed.position() == self.position()
            && edition.game().kept_state(replayed.state()) == present
        {
            return Ok((replayed.clone(), Kept::Everything));
        }
        if let Ok(state) = edition.game().read_kept_state(&present)
            && !self.begins_otherwise(&edition)
        {
            let session = Session::from_state(edition, *self.setup(), state);
            return Ok((session.with_seats(self.seats().clone()), Kept::Position));
        }
        let replayed = replayed?;
        let kept = match replayed.position() {
            0 => Kept::Nothing,
            done => Kept::Replayed { done, of: self.position() },
        };
        Ok((replayed, kept))
    }

    /// True if the set-up begins with another board or other values than it did, though those would still fit.
    fn begins_otherwise(&self, edition: &Edition) -> bool {
        let [before, now] = [self.edition(), edition].map(|it| it.game().start(self.setup()));
        let (Ok(before), Ok(now)) = (before, now) else { return false };
        let game = edition.game();
        let before = game.read_kept_state(&self.game().kept_state(&before));
        before.is_ok_and(|before| game.kept_state(&before) != game.kept_state(&now))
    }

    /// As many of the events up to here as can be done under the new rules.
    fn replayed(&self, edition: &Edition) -> Result<Session, SetupError> {
        let mut session = self.begun_with(edition)?;
        for entry in &self.timeline()[..self.position()] {
            let is_done = match entry.event {
                TimelineEvent::Restart => session.step_back_to_start().is_some(),
                // Indices of actions may be others now: the text says what is meant.
                TimelineEvent::Action(_) => {
                    match session.game().read_kept_action(session.state(), &entry.kept) {
                        Ok(action) => session.step(action).is_ok(),
                        Err(_) => false,
                    }
                }
            };
            if !is_done {
                break;
            }
        }
        Ok(session)
    }

    /// The first state under the new rules; as the set-up says where the given one does not fit.
    fn begun_with(&self, edition: &Edition) -> Result<Session, SetupError> {
        if let Some(given) = self.given_state() {
            let text = self.game().kept_state(given);
            if let Ok(state) = edition.game().read_kept_state(&text) {
                return Ok(Session::from_state(edition.clone(), *self.setup(), state));
            }
        }
        Session::new(edition.clone(), *self.setup())
    }
}
