//! Opponents, and games that play themselves: what was thought of is done after a while.

use std::sync::Arc;

use masume_engine::Player;
use masume_rules::model::Rules;
use masume_search::agent::{AgentSpec, WIN, Weights};
use masume_session::{Seats, TimelineEvent};

use super::{Dialogue, Phase};
use crate::analysis::Turned;
use crate::locale::Phrases;
use crate::request::Request;
use crate::speech::strength;

/// Knowledge of where a game that is over turned.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum Turning {
    /// Nobody has looked yet.
    #[default]
    Unknown,
    /// Nowhere.
    Nowhere,
    /// There, in words.
    There(String),
}

impl Dialogue {
    /// The opponent whose turn it is. A name that is no agent's leaves the turn to the user.
    pub fn opponent(&self) -> Option<AgentSpec> {
        self.session.opponent_to_act()?.parse().ok()
    }

    /// True if nobody here plays.
    pub fn plays_itself(&self) -> bool {
        let count = self.session.game().rules().players.len();
        let seats = self.session.seats();
        self.is_autoplay || (0..count).all(|index| seats.opponent(Player(index as u8)).is_some())
    }

    /// Does what was thought of; a rule that fails ends it.
    pub fn do_pending(&mut self, phrases: &Phrases) -> Vec<Request> {
        match self.pending.take() {
            Some(action) => self.do_action(action, phrases),
            None => Vec::new(),
        }
    }

    /// The next action of a way to win that is shown.
    pub(super) fn queue_shown(&mut self) {
        if self.is_autoplay && self.phase == Phase::Playing {
            self.pending = self.advice.next();
        }
    }

    /// Says whose turn it is, where an opponent's is.
    pub(super) fn refuse_out_of_turn(&mut self, phrases: &Phrases) -> bool {
        if self.opponent().is_none() {
            return false;
        }
        let player = self.teller(phrases).player(self.session.state().to_act);
        self.refuse(phrases.say("opponent-acts", &[("player", player.into())]));
        true
    }

    /// Part of the heading about who plays; empty where all are here.
    pub(super) fn against(&self, phrases: &Phrases) -> String {
        let names: Vec<String> = self
            .session
            .seats()
            .opponents()
            .map(|(_, name)| strength::named(name, phrases))
            .collect();
        if names.is_empty() {
            return String::new();
        }
        let names = ("names", names.join(" / ").into());
        match self.session.person() {
            Some(_) if self.is_shared => phrases.say("heading-shared", &[names]),
            Some(person) => {
                let player = self.teller(phrases).player(person);
                phrases.say("heading-against", &[names, ("player", player.into())])
            }
            None => phrases.say("heading-watch", &[names]),
        }
    }

    /// Result of a game against opponents for the person; `None` without opponents or a person.
    pub(super) fn result_told(&self, outcome: &str, phrases: &Phrases) -> Option<String> {
        let session = &self.session;
        session.person()?;
        let names: Vec<String> =
            session.seats().opponents().map(|(_, name)| strength::named(name, phrases)).collect();
        if names.is_empty() || self.is_shared {
            return None;
        }
        let values = [("names", names.join(" / ").into()), ("outcome", outcome.into())];
        Some(match (session.is_won(), session.is_lost()) {
            (true, _) => phrases.say("won-against", &values),
            (_, true) => phrases.say("lost-against", &values),
            (false, false) => phrases.say("drawn-against", &values),
        })
    }

    /// Sentence about where the game turned, once that is known.
    pub fn turned(&self) -> Option<&str> {
        match &self.turning {
            Turning::There(told) => Some(told),
            Turning::Unknown | Turning::Nowhere => None,
        }
    }

    /// Takes in where the game turned.
    pub(super) fn take_turned(&mut self, turned: Option<Turned>, phrases: &Phrases) {
        let told = turned.and_then(|turned| self.turned_told(turned, phrases));
        self.turning = told.map_or(Turning::Nowhere, Turning::There);
        if self.phase == Phase::Asking && self.turning != Turning::Nowhere {
            self.said = self.end_told(phrases);
        }
    }

    fn turned_told(&self, turned: Turned, phrases: &Phrases) -> Option<String> {
        let entry = self.session.timeline().get(turned.position)?;
        let TimelineEvent::Action(action) = entry.event else { return None };
        let teller = self.teller(phrases);
        let values = [
            ("player", teller.player(turned.player).into()),
            ("action", teller.action(self.session.state(), action).into()),
            ("number", (turned.position + 1).into()),
            ("before", percent(turned.before).into()),
            ("after", percent(turned.after).into()),
        ];
        Some(phrases.say("turned", &values))
    }
}

/// Chances from what an agent says that a state is worth: a draw is half a win.
fn percent(worth: i64) -> i64 {
    (worth.clamp(-WIN, WIN) + WIN) * 100 / (2 * WIN)
}

/// Opponents: those who play a game besides who is here.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Opponents {
    /// Opponents.
    pub seats: Seats,
    /// True if a game for one is shown.
    pub is_autoplay: bool,
    /// Actions a second of a game that plays itself.
    pub speed: Option<f64>,
    /// Weights of agents that judge states, where some were learnt.
    pub weights: Option<Arc<Weights>>,
}

impl Opponents {
    /// Agents for all players; the last of them for all who are left. In a game for one without an
    /// agent it is shown how it is won.
    pub fn without_people(rules: &Rules, agents: &[AgentSpec], speed: Option<f64>) -> Self {
        let speed = speed.or(Some(SHOWN_SPEED));
        if rules.players.len() < 2 && agents.is_empty() {
            return Self { is_autoplay: true, speed, ..Self::default() };
        }
        let agent = |index: usize| agents.get(index).or(agents.last());
        let seats =
            (0..rules.players.len()).fold(Seats::default(), |seats, index| match agent(index) {
                Some(agent) => seats.with(Player(index as u8), &agent.to_string()),
                None => seats,
            });
        Self { seats, is_autoplay: false, speed, weights: None }
    }

    /// True if nobody here plays, so that nothing is worth keeping.
    pub fn is_shown(&self) -> bool {
        self.speed.is_some()
    }
}

/// Actions a second of what is shown, where nobody asked for another pace.
const SHOWN_SPEED: f64 = 4.0;

/// Opponents for all players but one.
///
/// ```
/// use masume_engine::{Game, Player, shipped_games};
/// use masume_presentation::dialogue::opponent::against;
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let seats = against(game.rules(), "easy".parse().unwrap(), Player(0));
/// assert_eq!(seats.opponent(Player(0)), None);
/// assert_eq!(seats.opponent(Player(1)), Some("easy"));
/// ```
pub fn against(rules: &Rules, wanted: AgentSpec, person: Player) -> Seats {
    let players = (0..rules.players.len()).map(|index| Player(index as u8));
    let others = players.filter(|player| *player != person);
    others.fold(Seats::default(), |seats, player| seats.with(player, &wanted.to_string()))
}
