//! Seats of the players: a user, or an opponent.

use std::collections::BTreeMap;

use masume_engine::{Outcome, Player};

use crate::{Report, Session};

/// Seats: who plays for each player. An opponent is a name that the face understands, such as `medium`: what
/// chooses for it is the face's, for it takes time.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Seats {
    opponents: BTreeMap<Player, String>,
}

impl Seats {
    /// The same with this player's actions chosen by an opponent of this name.
    #[must_use]
    pub fn with(mut self, player: Player, name: &str) -> Self {
        self.opponents.insert(player, name.to_owned());
        self
    }

    /// The opponent who plays for this player; `None` for a user.
    pub fn opponent(&self, player: Player) -> Option<&str> {
        self.opponents.get(&player).map(String::as_str)
    }

    /// The opponents, in the order of turn.
    pub fn opponents(&self) -> impl Iterator<Item = (Player, &str)> {
        self.opponents.iter().map(|(player, name)| (*player, name.as_str()))
    }
}

impl Session {
    /// The session with its players played for like this.
    #[must_use]
    pub fn with_seats(mut self, seats: Seats) -> Self {
        self.seats = seats;
        self
    }

    /// Seats of the players.
    pub fn seats(&self) -> &Seats {
        &self.seats
    }

    /// The one player for whom a user plays, where opponents play for all others.
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
    pub fn opposition(&self) -> Option<String> {
        self.person()?;
        let mut names: Vec<&str> = self.seats.opponents().map(|(_, name)| name).collect();
        names.dedup();
        (!names.is_empty()).then(|| names.join(" "))
    }

    /// The opponent whose turn it is. None while the end of the timeline is ahead: what was undone
    /// can be redone.
    pub fn opponent_to_act(&self) -> Option<&str> {
        let goes_on = self.outcome().is_none() && self.position() == self.timeline().len();
        self.seats.opponent(self.state().to_act).filter(|_| goes_on)
    }

    /// True if the game is over and was won by a user: by the single player, by the one person who plays against
    /// opponents, or by any of several people.
    pub fn is_won(&self) -> bool {
        self.is_won_by_here() == Some(true)
    }

    /// True if the game was lost by the one person who plays alone, or against opponents.
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
    pub fn turn_before(&self) -> Option<usize> {
        (0..self.position()).rev().find(|it| self.is_turn_here(*it))
    }

    /// The nearest position after here at which it is a user's turn, or the last one;
    /// `None` at the end.
    pub fn turn_after(&self) -> Option<usize> {
        let last = self.timeline().len();
        let ahead = self.position() + 1..=last;
        ahead.into_iter().find(|it| *it == last || self.is_turn_here(*it))
    }

    /// Goes to the first position at which it is a user's turn, as [`Session::go_to`] does.
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
