//! The games of a match, several at a time.

use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{io, thread};

use masume_engine::{Outcome, Player};
use masume_rules::random::Random;
use masume_session::Session;
use serde::{Deserialize, Serialize};

use super::kept::Kept;
use super::strength::Strength;
use crate::arguments::MatchArguments;
use crate::bots::contest::{self, Course, PlayEnd, Played};
use crate::bots::{Fault, Interrupt, NoSeat, Seat, SeatPlan, Terms};
use crate::failure::Failure;
use crate::locale::Phrases;
use crate::outcome::outcome_text;

/// A game that was played, as it is kept; the fields are the JSON form, in this order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct Record {
    /// From 1; two of them have the same opening.
    pub(super) game: u64,
    /// Whether the one side acted first.
    pub(super) one_first: bool,
    /// `one`, `other` or `draw`.
    pub(super) winner: String,
    /// As the rules say it; null where the game was left.
    pub(super) outcome: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
    pub(super) plies: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
}

impl Record {
    pub(super) fn points_of_one(&self) -> f64 {
        match self.winner.as_str() {
            "one" => 1.0,
            "other" => 0.0,
            _ => 0.5,
        }
    }
}

/// The games of a match.
pub(super) struct Games<'a> {
    pub(super) arguments: &'a MatchArguments,
    /// Before the first action.
    pub(super) session: Session,
    pub(super) plans: [SeatPlan; 2],
    pub(super) terms: Terms,
    pub(super) interrupt: Interrupt,
    pub(super) phrases: &'a Phrases,
}

/// What threads share.
struct Shared {
    next: AtomicU64,
    found: Mutex<Found>,
}

struct Found {
    kept: Kept,
    records: Vec<Record>,
    failure: Option<Failure>,
}

impl Games<'_> {
    /// Plays what was not played yet: all records in order, and whether it was stopped before the end.
    pub(super) fn run(
        &self,
        mut kept: Kept,
        shows_progress: bool,
    ) -> Result<(Vec<Record>, bool), Failure> {
        let records = kept.take_records();
        let found = Mutex::new(Found { kept, records, failure: None });
        let shared = Shared { next: AtomicU64::new(1), found };
        let cores = thread::available_parallelism().map_or(1, usize::from);
        let threads = self.arguments.threads.map_or(cores, |threads| threads as usize);
        thread::scope(|scope| {
            for _ in 0..threads {
                scope.spawn(|| self.work(&shared, shows_progress));
            }
        });
        if shows_progress {
            let _ = writeln!(io::stderr());
        }
        let found = shared.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        if let Some(failure) = found.failure {
            return Err(failure);
        }
        let mut records = found.records;
        records.sort_by_key(|record| record.game);
        Ok((records, self.interrupt.is_asked_for()))
    }

    /// Plays games until none is left.
    fn work(&self, shared: &Shared, shows_progress: bool) {
        let found = || shared.found.lock().unwrap_or_else(PoisonError::into_inner);
        while !self.terms.stop.is_stopped() {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            if number > self.arguments.games {
                return;
            }
            if found().records.iter().any(|record| record.game == number) {
                continue;
            }
            let played = self.play(number);
            if self.terms.stop.is_stopped() {
                return;
            }
            let mut found = found();
            let kept = played.and_then(|(record, played)| found.kept.add(record, &played));
            match kept {
                Ok(record) => found.records.push(record),
                Err(failure) => {
                    found.failure = Some(failure);
                    self.terms.stop.stop();
                    return;
                }
            }
            let mut strength = Strength::default();
            found.records.iter().for_each(|record| strength.add(record.points_of_one()));
            if shows_progress {
                let _ = write!(io::stderr(), "\r{}", self.progress(&strength));
            }
            let is_decided = |bounds| strength.verdict(bounds).is_some();
            if self.arguments.sprt.is_some_and(is_decided) {
                shared.next.store(u64::MAX / 2, Ordering::Relaxed);
                return;
            }
        }
    }

    fn progress(&self, strength: &Strength) -> String {
        let values = [
            ("done", strength.games().to_string().into()),
            ("games", self.arguments.games.to_string().into()),
            ("won", strength.won.to_string().into()),
            ("drawn", strength.drawn.to_string().into()),
            ("lost", strength.lost.to_string().into()),
        ];
        self.phrases.say("match-progress", &values)
    }

    /// Plays one game. An odd one has the one side first; the next has the same opening.
    fn play(&self, number: u64) -> Result<(Record, Played), Failure> {
        let one_first = number % 2 == 1;
        let (session, done) = self.opening(number.div_ceil(2));
        let seed = self.terms.seed.wrapping_add(number);
        let terms = Terms { seed, ..self.terms.clone() };
        let mut seats = Vec::with_capacity(2);
        for (index, plan) in self.plans.iter().enumerate() {
            match Seat::take(plan, session.game(), session.state(), &terms) {
                Ok(seat) => seats.push(seat),
                Err(NoSeat::Fault(fault)) => {
                    // It played before, or was tried: so it loses this game.
                    let player = Player(u8::from((index == 0) != one_first));
                    let end = PlayEnd::Fault(player, fault);
                    let played = Played { session, done, end };
                    return Ok((self.record(number, one_first, &played), played));
                }
                Err(no_seat) => {
                    return Err(crate::commands::drive::no_seat_failure(&no_seat, self.phrases));
                }
            }
        }
        let mut seats: Vec<&mut Seat> = seats.iter_mut().collect();
        let seat_of = if one_first { [0, 1] } else { [1, 0] };
        let most_plies = usize::try_from(self.arguments.plies).unwrap_or(usize::MAX);
        let course = Course { seat_of: &seat_of, most_plies, stop: &self.terms.stop };
        let played = contest::play(session, done, &mut seats, course);
        Ok((self.record(number, one_first, &played), played))
    }

    /// Random plies after which the game goes on.
    fn opening(&self, number: u64) -> (Session, Vec<(Player, masume_engine::Action)>) {
        /// How often another opening is tried where the game ends in it.
        const TRIES: u64 = 100;
        for attempt in 0..TRIES {
            let mut random =
                Random::new(self.terms.seed ^ Random::new(number * TRIES + attempt).next_bits());
            let (mut session, mut done) = (self.session.clone(), Vec::new());
            for _ in 0..self.arguments.openings {
                let legal = session.legal_actions().map(<[_]>::to_vec).unwrap_or_default();
                let chosen = legal.get(random.below(legal.len() as u64) as usize).copied();
                let Some(action) = chosen else { break };
                if contest::act(&mut session, &mut done, action).is_err() {
                    break;
                }
            }
            if session.outcome().is_none() {
                return (session, done);
            }
        }
        (self.session.clone(), Vec::new())
    }

    fn record(&self, game: u64, one_first: bool, played: &Played) -> Record {
        let side = |player: Player| if (player.0 == 0) == one_first { "one" } else { "other" };
        let other = |player: Player| side(Player(1 - player.0.min(1)));
        let winner = match &played.end {
            PlayEnd::Over(Outcome::Won(player)) => side(*player),
            PlayEnd::Over(Outcome::Lost(player)) => other(*player),
            PlayEnd::Fault(_, Fault::Rules(_) | Fault::Stopped) => "draw",
            PlayEnd::Fault(player, _) => other(*player),
            PlayEnd::Over(Outcome::Draw | Outcome::Ended)
            | PlayEnd::TooLong
            | PlayEnd::Stuck
            | PlayEnd::Stopped => "draw",
        };
        let fault = match &played.end {
            PlayEnd::Fault(_, fault) => Some(fault.said(self.phrases)),
            PlayEnd::Over(_) | PlayEnd::TooLong | PlayEnd::Stuck | PlayEnd::Stopped => None,
        };
        let rules = played.session.game().rules();
        Record {
            game,
            one_first,
            winner: winner.to_owned(),
            outcome: played.session.outcome().map(|outcome| outcome_text(rules, outcome)),
            fault,
            plies: played.done.len(),
            file: None,
        }
    }
}
