//! Seats of the players: a user, or an opponent.

use std::collections::BTreeMap;

use masume_engine::{Outcome, Player};

use crate::{Report, Session};

/// Seats: who plays for each player. An opponent is a name that the face understands, such as `medium`: what
/// chooses for it is the face's, for it takes time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    opponents: BTreeMap<Player, String>,
    /// People by name, where several play from different places.
    occupants: BTreeMap<Player, String>,
}

impl Seats {
    /// The same with this player's actions chosen by an opponent of this name.
    ///
    /// ```
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let seats = Seats::default().with(Player(1), "medium");
    /// assert_eq!(seats.opponent(Player(1)), Some("medium"));
    /// ```
    #[must_use]
    pub fn with(mut self, player: Player, name: &str) -> Self {
        self.opponents.insert(player, name.to_owned());
        self
    }

    /// The opponent who plays for this player; `None` for a user.
    ///
    /// ```
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let seats = Seats::default().with(Player(1), "medium");
    /// assert_eq!(seats.opponent(Player(0)), None);
    /// assert_eq!(seats.opponent(Player(1)), Some("medium"));
    /// ```
    pub fn opponent(&self, player: Player) -> Option<&str> {
        self.opponents.get(&player).map(String::as_str)
    }

    /// The opponents, in the order of turn.
    ///
    /// ```
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let seats = Seats::default().with(Player(1), "hard").with(Player(0), "easy");
    /// let opponents: Vec<(Player, &str)> = seats.opponents().collect();
    /// assert_eq!(opponents, [(Player(0), "easy"), (Player(1), "hard")]);
    /// ```
    pub fn opponents(&self) -> impl Iterator<Item = (Player, &str)> {
        self.opponents.iter().map(|(player, name)| (*player, name.as_str()))
    }

    /// The same with this player's actions chosen by a person of this name.
    ///
    /// ```
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let seats = Seats::default().with_occupant(Player(1), "@anna");
    /// assert_eq!(seats.occupant(Player(1)), Some("@anna"));
    /// ```
    #[must_use]
    pub fn with_occupant(mut self, player: Player, name: &str) -> Self {
        self.occupants.insert(player, name.to_owned());
        self
    }

    /// The person who sits for this player; `None` where a face knows its people by no name, and
    /// where nobody has sat down yet.
    ///
    /// ```
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// assert_eq!(Seats::default().occupant(Player(0)), None);
    /// ```
    pub fn occupant(&self, player: Player) -> Option<&str> {
        self.occupants.get(&player).map(String::as_str)
    }
}

impl Session {
    /// The session with its players played for like this.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let session = session.with_seats(Seats::default().with(Player(0), "easy"));
    /// assert_eq!(session.opponent_to_act(), Some("easy"));
    /// ```
    #[must_use]
    pub fn with_seats(mut self, seats: Seats) -> Self {
        self.seats = seats;
        self.note_seats();
        self
    }

    /// Seats of the players.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// assert_eq!(session.seats(), &Seats::default());
    /// ```
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The one player for whom a user plays, where opponents play for all others.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// assert_eq!(session.person(), None);
    /// let session = session.with_seats(Seats::default().with(Player(1), "medium"));
    /// assert_eq!(session.person(), Some(Player(0)));
    /// ```
    pub fn person(&self) -> Option<Player> {
        let count = self.game().rules().players.len();
        let mut here = (0..count).map(|index| Player(index as u8)).filter(|it| self.acts_here(*it));
        match (here.next(), here.next()) {
            (Some(player), None) => Some(player),
            (Some(_) | None, _) => None,
        }
    }

    /// Names of those who play against the one person, in the order of turn, with a blank between names; `None`
    /// where nobody does, or several people play.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// assert_eq!(session.opposition(), None);
    /// let session = session.with_seats(Seats::default().with(Player(1), "medium"));
    /// assert_eq!(session.opposition().as_deref(), Some("medium"));
    /// ```
    pub fn opposition(&self) -> Option<String> {
        self.person()?;
        let mut names: Vec<&str> = self.seats.opponents().map(|(_, name)| name).collect();
        names.dedup();
        (!names.is_empty()).then(|| names.join(" "))
    }

    /// The opponent whose turn it is. None while the end of the timeline is ahead: what was undone
    /// can be redone.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let mut session = session.with_seats(Seats::default().with(Player(1), "medium"));
    /// assert_eq!(session.opponent_to_act(), None);
    /// act(&mut session, "place b2");
    /// assert_eq!(session.opponent_to_act(), Some("medium"));
    /// ```
    pub fn opponent_to_act(&self) -> Option<&str> {
        let goes_on = self.outcome().is_none() && self.position() == self.timeline().len();
        self.seats.opponent(self.state().to_act).filter(|_| goes_on)
    }

    /// True if the game is over and was won by a user: by the single player, by the one person who plays against
    /// opponents, or by any of several people.
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
    /// for _ in 0..3 {
    ///     assert!(!session.is_won());
    ///     act(&mut session, "push right");
    /// }
    /// assert!(session.is_won());
    /// ```
    pub fn is_won(&self) -> bool {
        self.is_won_by_here() == Some(true)
    }

    /// True if the game was lost by the one person who plays alone, or against opponents.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let mut session = session.with_seats(Seats::default().with(Player(1), "medium"));
    /// for text in ["place a1", "place b1", "place a2", "place b2", "place c1", "place b3"] {
    ///     act(&mut session, text);
    /// }
    /// assert!(session.is_lost());
    /// ```
    pub fn is_lost(&self) -> bool {
        self.person().is_some() && self.is_won_by_here() == Some(false)
    }

    /// True if a user won; `None` where nobody did.
    fn is_won_by_here(&self) -> Option<bool> {
        let person = self.person();
        match self.outcome()? {
            Outcome::Won(winner) => Some(person.is_none_or(|person| person == winner)),
            Outcome::Lost(loser) => match person {
                Some(person) => Some(person != loser),
                None => Some(false),
            },
            Outcome::Draw | Outcome::Ended => None,
        }
    }

    fn acts_here(&self, player: Player) -> bool {
        self.seats.opponent(player).is_none()
    }

    /// The nearest position before here at which it is a user's turn; `None` where there
    /// is none.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let mut session = session.with_seats(Seats::default().with(Player(1), "medium"));
    /// act(&mut session, "place a1");
    /// act(&mut session, "place b1");
    /// // The turn of the opponent is passed over.
    /// assert_eq!(session.turn_before(), Some(0));
    /// ```
    pub fn turn_before(&self) -> Option<usize> {
        (0..self.position()).rev().find(|it| self.is_turn_here(*it))
    }

    /// The nearest position after here at which it is a user's turn, or the last one;
    /// `None` at the end.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let mut session = session.with_seats(Seats::default().with(Player(1), "medium"));
    /// act(&mut session, "place a1");
    /// act(&mut session, "place b1");
    /// assert_eq!(session.turn_after(), None);
    /// session.undo();
    /// assert_eq!(session.turn_after(), Some(2));
    /// ```
    pub fn turn_after(&self) -> Option<usize> {
        let last = self.timeline().len();
        let ahead = self.position() + 1..=last;
        ahead.into_iter().find(|it| *it == last || self.is_turn_here(*it))
    }

    /// Goes to the first position at which it is a user's turn, as [`Session::go_to`] does.
    ///
    /// ```
    /// # use masume_engine::{Game, Setup, shipped_games};
    /// # use masume_session::{Edition, Session};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// # let edition = Edition::new(shipped.name, shipped.text, game);
    /// # let act = |session: &mut Session, text: &str| {
    /// #     let action = session.game().read_action(session.state(), text).expect("it is an action");
    /// #     session.act(action).expect("it is legal")
    /// # };
    /// # let session = Session::new(edition, Setup::default()).expect("it begins");
    /// use masume_engine::Player;
    /// use masume_session::Seats;
    ///
    /// let mut session = session.with_seats(Seats::default().with(Player(0), "medium"));
    /// act(&mut session, "place a1");
    /// act(&mut session, "place b1");
    /// assert!(session.go_to_first_turn().is_some());
    /// assert_eq!(session.position(), 1);
    /// ```
    pub fn go_to_first_turn(&mut self) -> Option<Report> {
        let first = (0..self.position()).find(|it| self.is_turn_here(*it))?;
        self.go_to(first)
    }

    fn is_turn_here(&self, position: usize) -> bool {
        let to_act = match position.checked_sub(1) {
            None => self.first_state().to_act,
            Some(index) => self.timeline()[index].to_act,
        };
        self.acts_here(to_act)
    }
}
