//! From a save back to a session.

use masume_engine::{ApplyError, Player, Setup, parse_id};

use super::{EventError, MAX_EVENTS, Save, SaveError, SavedEvent, SavedOpponent};
use crate::{Edition, Seats, Session};

/// A save being played again, a part at a time: a face can show how far it is, and stop.
#[derive(Clone, Debug)]
pub struct Restoration<'s> {
    save: &'s Save,
    session: Session,
    done: usize,
}

impl<'s> Restoration<'s> {
    /// Begins with the first state of the save. The edition is that of the game with every option
    /// at its default; the save says what differs.
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
    /// use masume_session::Restoration;
    ///
    /// act(&mut session, "push right");
    /// act(&mut session, "push right");
    /// let save = session.save();
    /// let restoration = Restoration::new(session.edition(), &save).expect("it is of this game");
    /// assert_eq!(restoration.progress(), (0, 2));
    /// ```
    ///
    /// # Errors
    /// A save of another game, of another version of it or of other levels, or a set-up that the
    /// game does not have.
    pub fn new(edition: &Edition, save: &'s Save) -> Result<Self, SaveError> {
        check_edition(edition, save)?;
        if save.events.len() > MAX_EVENTS {
            return Err(SaveError::TooLarge);
        }
        if save.position > save.events.len() {
            return Err(SaveError::Edited);
        }
        Ok(Self { save, session: begin(edition, save)?, done: 0 })
    }

    /// Does at most so many events more; says whether all are done.
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
    /// use masume_session::Restoration;
    ///
    /// act(&mut session, "push right");
    /// act(&mut session, "push right");
    /// let save = session.save();
    /// let mut restoration = Restoration::new(session.edition(), &save).expect("it is of this game");
    /// assert_eq!(restoration.advance(1), Ok(false));
    /// assert_eq!(restoration.advance(1), Ok(true));
    /// ```
    ///
    /// # Errors
    /// An action that is not legal where it stands, or rules that went wrong there.
    pub fn advance(&mut self, most: usize) -> Result<bool, SaveError> {
        let end = self.done.saturating_add(most).min(self.save.events.len());
        while let Some(event) = self.save.events[..end].get(self.done) {
            self.session.redo_saved(self.done + 1, event)?;
            self.done += 1;
        }
        Ok(self.done == self.save.events.len())
    }

    /// Number of events that are done, and of all.
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
    /// use masume_session::Restoration;
    ///
    /// act(&mut session, "push right");
    /// act(&mut session, "push right");
    /// let save = session.save();
    /// let mut restoration = Restoration::new(session.edition(), &save).expect("it is of this game");
    /// restoration.advance(1).expect("it is legal");
    /// assert_eq!(restoration.progress(), (1, 2));
    /// ```
    pub fn progress(&self) -> (usize, usize) {
        (self.done, self.save.events.len())
    }

    /// The session: where the save left it, or as far as it was advanced.
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
    /// use masume_session::Restoration;
    ///
    /// act(&mut session, "push right");
    /// act(&mut session, "push right");
    /// let save = session.save();
    /// let mut restoration = Restoration::new(session.edition(), &save).expect("it is of this game");
    /// restoration.advance(1).expect("it is legal");
    /// assert_eq!(restoration.finish().state().ply, 1);
    /// ```
    pub fn finish(mut self) -> Session {
        if self.done == self.save.events.len() {
            self.session.go_to(self.save.position);
        }
        self.session
    }
}

impl Session {
    /// The session of a save, all at once.
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
    /// use masume_session::Save;
    ///
    /// act(&mut session, "push right");
    /// let text = session.save().to_string();
    /// let save = Save::parse(&text).expect("it was written so");
    /// let back = Session::restore(session.edition(), &save).expect("it is of this game");
    /// assert_eq!(back.position(), 1);
    /// ```
    ///
    /// # Errors
    /// As [`Restoration::new`] and [`Restoration::advance`].
    pub fn restore(edition: &Edition, save: &Save) -> Result<Session, SaveError> {
        let mut restoration = Restoration::new(edition, save)?;
        restoration.advance(usize::MAX)?;
        Ok(restoration.finish())
    }

    fn redo_saved(&mut self, number: usize, event: &SavedEvent) -> Result<(), SaveError> {
        let text = match event {
            SavedEvent::Restart => "restart",
            SavedEvent::Action(text) => text,
        };
        let illegal = |reason: EventError| {
            let text = text.chars().filter(|it| !it.is_control()).take(40).collect();
            SaveError::Illegal { number, text, reason }
        };
        let action = match event {
            SavedEvent::Restart => {
                let is_done = self.step_back_to_start().is_some();
                return is_done.then_some(()).ok_or_else(|| illegal(EventError::NothingBefore));
            }
            SavedEvent::Action(text) => self.game().read_kept_action(self.state(), text),
        };
        let action = action.map_err(|error| illegal(EventError::Unread(Box::new(error))))?;
        match self.step(action) {
            Ok(_) => Ok(()),
            Err(ApplyError::GameOver) => Err(illegal(EventError::GameOver)),
            Err(ApplyError::IllegalAction) => Err(illegal(EventError::Illegal)),
            Err(ApplyError::Run(error)) => {
                Err(SaveError::Run { number, text: text.to_owned(), error })
            }
        }
    }
}

fn check_edition(edition: &Edition, save: &Save) -> Result<(), SaveError> {
    if !edition.version().includes(save.hash) {
        return Err(match save.title == edition.title() {
            true => SaveError::OtherVersion { title: save.title.clone() },
            false => SaveError::OtherGame {
                found: save.title.clone(),
                expected: edition.title().to_owned(),
            },
        });
    }
    if save.levels_hash != edition.levels_hash() {
        return Err(SaveError::OtherLevels);
    }
    Ok(())
}

/// The session before anything was done.
fn begin(edition: &Edition, save: &Save) -> Result<Session, SaveError> {
    let as_setup = |error| SaveError::Setup(Box::new(error));
    let id = parse_id(&save.id).map_err(|_| SaveError::Edited)?;
    let game = edition.game().clone().with_id(&id).map_err(as_setup)?;
    // What one set-up is called has one spelling; the name of the file may have changed.
    let expected = game.id(&id.name, &id.setup);
    if expected != save.id {
        return Err(SaveError::OtherSetup { found: save.id.clone(), expected });
    }
    let edition = edition.with_game(game);
    let session = match &save.start {
        None => Session::new(edition, id.setup).map_err(as_setup),
        Some(text) => begin_at(edition, id.setup, text),
    }?;
    let seats = seats(&session, save)?;
    Ok(session.with_seats(seats))
}

fn seats(session: &Session, save: &Save) -> Result<Seats, SaveError> {
    let players = &session.game().rules().players;
    let mut seats = Seats::default();
    for SavedOpponent { player, name } in &save.opponents {
        let seat = players.iter().position(|info| info.name == *player);
        let seat = seat.map(|index| Player(index as u8));
        let free = seat.filter(|seat| players.len() > 1 && seats.opponent(*seat).is_none());
        let seat = free.ok_or_else(|| SaveError::Opponent { player: player.clone() })?;
        seats = seats.with(seat, name);
    }
    Ok(seats)
}

fn begin_at(edition: Edition, setup: Setup, text: &str) -> Result<Session, SaveError> {
    let state = edition.game().read_kept_state(text).map_err(|diagnostics| {
        let messages: Vec<&str> =
            diagnostics.iter().take(3).map(|it| it.message.as_str()).collect();
        SaveError::Start { message: messages.join("; ") }
    })?;
    Ok(Session::from_state(edition, setup, state))
}
