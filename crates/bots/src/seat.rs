//! Seats of a game, each with the agent or program that chooses for it.

use std::time::Duration;

use masume_engine::{Action, Game, Player, State, StopToken};
use masume_search::agent::{AgentSpec, AgentSpecError, Unsuited, Weights};
use masume_session::Session;

use super::gtp::{self, GtpProgram};
use super::json::JsonProgram;
use super::nboard::{self, NboardProgram};
use super::program::Program;
use super::{Fault, Thinker};

/// View of the game that a seat gets.
pub struct View<'a> {
    /// The game.
    pub session: &'a Session,
    /// Everything that was done, forced passes included.
    pub done: &'a [(Player, Action)],
}

/// Plan of a seat: an agent, or a command.
#[derive(Clone, Debug, PartialEq)]
pub enum SeatPlan {
    /// An agent, with the weights that it goes by.
    Agent(AgentSpec, Option<Weights>),
    /// A program that speaks JSON lines.
    Json(Vec<String>),
    /// A program that speaks the Go Text Protocol.
    Gtp(Vec<String>),
    /// A program that speaks `NBoard`.
    Nboard(Vec<String>),
}

impl SeatPlan {
    /// Reads `uct:2000`, `gtp:gnugo --mode gtp`, `nboard:edax`, `json:python3 bot.py`, or a command
    /// of several words.
    pub fn parse(text: &str) -> Result<Self, AgentSpecError> {
        let words = |command: &str| {
            let words = shlex::split(command).filter(|words| !words.is_empty());
            words.ok_or_else(|| AgentSpecError { found: command.to_owned() })
        };
        match text.split_once(':') {
            Some(("gtp", command)) => Ok(Self::Gtp(words(command)?)),
            Some(("nboard", command)) => Ok(Self::Nboard(words(command)?)),
            Some(("json", command)) => Ok(Self::Json(words(command)?)),
            Some(_) | None if text.contains(char::is_whitespace) => Ok(Self::Json(words(text)?)),
            Some(_) | None => text.parse().map(|wanted| Self::Agent(wanted, None)),
        }
    }
}

/// Choice of a seat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Chosen {
    /// It does this.
    Action(Action),
    /// It gives the game up.
    Resignation,
}

/// Seat of a player: an agent, or a program.
#[derive(Debug)]
pub enum Seat {
    /// Agent of this program, with the token that ends its thinking.
    Agent(Box<Thinker>, StopToken),
    /// A program that speaks JSON lines.
    Json(Box<JsonProgram>),
    /// A program that speaks the Go Text Protocol.
    Gtp(Box<GtpProgram>),
    /// A program that speaks `NBoard`.
    Nboard(Box<NboardProgram>),
}

/// Reason for which there is no seat.
#[derive(Debug)]
pub enum NoSeat {
    /// The agent cannot play the game.
    Unsuited(Unsuited),
    /// The protocol has no words for this game.
    Unspeakable,
    /// A program failed before the game.
    Fault {
        /// The failure.
        fault: Fault,
        /// Last lines of the program's standard error, where nobody else shows them.
        last_words: Option<String>,
    },
}

impl From<Fault> for NoSeat {
    fn from(fault: Fault) -> Self {
        Self::Fault { fault, last_words: None }
    }
}

/// Terms on which a seat thinks.
#[derive(Clone, Debug)]
pub struct Terms {
    /// Seed of what is chosen at random.
    pub seed: u64,
    /// For an agent without nodes of its own.
    pub seconds: f64,
    /// The most memory that an agent may use for an action.
    pub bytes: u64,
    /// For an answer of a program, which has failed then.
    pub limit: Duration,
    /// Seconds that a program is told of for an answer.
    pub told: f64,
    /// True if the standard error of a program is shown.
    pub is_heard: bool,
    /// Nobody waits for what is chosen once this is stopped.
    pub stop: StopToken,
}

impl Seat {
    /// Takes a seat: makes the agent, or starts the program.
    ///
    /// # Errors
    /// An agent or a program that cannot play this game.
    pub fn take(
        plan: &SeatPlan,
        game: &Game,
        state: &State,
        terms: &Terms,
    ) -> Result<Self, NoSeat> {
        match plan {
            SeatPlan::Agent(wanted, weights) => {
                let bounds = (terms.seed, terms.seconds, terms.bytes);
                let thinker = Thinker::new((game, state), *wanted, weights.as_ref(), bounds);
                let thinker = thinker.map_err(NoSeat::Unsuited)?;
                Ok(Self::Agent(Box::new(thinker), terms.stop.clone()))
            }
            SeatPlan::Json(words) => Ok(Self::Json(Box::new(JsonProgram::start(words, terms)?))),
            SeatPlan::Gtp(_) if !gtp::fits(game, state) => Err(NoSeat::Unspeakable),
            SeatPlan::Gtp(words) => {
                Ok(Self::Gtp(Box::new(GtpProgram::start(words, terms, state)?)))
            }
            SeatPlan::Nboard(_) if !nboard::fits(game, state) => Err(NoSeat::Unspeakable),
            SeatPlan::Nboard(words) => {
                Ok(Self::Nboard(Box::new(NboardProgram::start(words, terms)?)))
            }
        }
    }

    /// Choice of the seat for this view.
    pub fn choose(&mut self, view: &View<'_>) -> Result<Chosen, Fault> {
        let (game, state) = (view.session.game(), view.session.state());
        match self {
            Self::Agent(thinker, stop) => {
                let chosen = thinker.choose_in_time(game, state, stop)?;
                // Where the rules take longer than it may think, any legal action has to do: it is known already.
                let any = || view.session.legal_actions().ok()?.first().copied();
                chosen.or_else(any).map(Chosen::Action).ok_or(Fault::Stopped)
            }
            Self::Json(program) => program.choose(view).map(Chosen::Action),
            Self::Gtp(program) => program.choose(view),
            Self::Nboard(program) => program.choose(view).map(Chosen::Action),
        }
    }

    fn program(&mut self) -> Option<&mut Program> {
        match self {
            Self::Agent(..) => None,
            Self::Json(seat) => Some(&mut seat.program),
            Self::Gtp(seat) => Some(&mut seat.program),
            Self::Nboard(seat) => Some(&mut seat.program),
        }
    }

    /// True for a program that has never written a line.
    pub fn is_mute(&mut self) -> bool {
        self.program().is_some_and(|program| program.is_mute())
    }

    /// Last lines of a program's standard error, where nobody else shows them. It is ended for
    /// that.
    pub fn last_words(&mut self) -> Option<String> {
        self.program()?.last_words()
    }

    /// The game is over.
    pub fn say_over(&mut self, view: &View<'_>) {
        if let Self::Json(program) = self {
            program.say_over(view);
        }
    }
}

#[cfg(test)]
mod tests {
    use masume_engine::Setup;
    use masume_session::Edition;

    use super::*;

    const TURNS: &str = "game Turns\nboard 3 x 1\nplayers one two\n\npieces\n  thing: stone\n\n\
                         action put at c\n  at c: _ -> stone\n\nwin when no [no stone]\n";

    #[test]
    fn who_is_late_plays_what_the_session_knows() {
        let game = Game::load(TURNS).game.expect("the text is a game");
        let session = Session::new(Edition::new("turns", TURNS, game), Setup::default());
        let session = session.expect("it can be set up");
        let known = session.legal_actions().expect("the rules go well").to_vec();
        let stop = StopToken::new();
        let terms = Terms {
            seed: 1,
            seconds: 1.0,
            bytes: 1 << 20,
            limit: Duration::from_secs(1),
            told: 1.0,
            is_heard: false,
            stop: stop.clone(),
        };
        for plan in ["random", "uct:100", "medium"] {
            let plan = SeatPlan::parse(plan).expect("an agent");
            let seat = Seat::take(&plan, session.game(), session.state(), &terms);
            let mut seat = seat.unwrap_or_else(|error| panic!("{error:?}"));
            stop.stop();
            let chosen = seat.choose(&View { session: &session, done: &[] });
            let Ok(Chosen::Action(action)) = chosen else { panic!("{plan:?}: {chosen:?}") };
            assert!(known.contains(&action), "{plan:?}");
            stop.rearm();
        }
    }
}
