//! The games of a match, several at a time.

use std::collections::BTreeMap;
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
    /// Why it was left, where nobody failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) left: Option<String>,
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
    /// By their number.
    records: BTreeMap<u64, Record>,
    /// Of all of them.
    strength: Strength,
    counted: Counted,
    failure: Option<Failure>,
}

/// The games that count for the test: those before the first that is not over yet. What is said of them does not depend
/// on how many are played at a time.
#[derive(Default)]
struct Counted {
    games: u64,
    strength: Strength,
    verdict: Option<bool>,
}

impl Counted {
    /// Goes on through the games that are over until the test is. Two games with one opening count together.
    fn go_on(&mut self, records: &BTreeMap<u64, Record>, arguments: &MatchArguments) {
        let Some(bounds) = arguments.sprt else { return };
        while self.verdict.is_none()
            && let Some(record) = records.get(&(self.games + 1))
        {
            self.games += 1;
            self.strength.add(record.points_of_one());
            if self.games.is_multiple_of(2) || self.games == arguments.games {
                self.verdict = self.strength.verdict(bounds);
            }
        }
    }
}

/// What came of the games.
pub(super) struct Ended {
    /// In order; where a test was decided, those that decided it.
    pub(super) records: Vec<Record>,
    pub(super) verdict: Option<bool>,
    /// Whether it was stopped before the end.
    pub(super) is_stopped: bool,
}

impl Found {
    fn of(mut kept: Kept, arguments: &MatchArguments) -> Self {
        let records = kept.take_records().into_iter();
        let records: BTreeMap<u64, Record> = records.map(|it| (it.game, it)).collect();
        let mut strength = Strength::default();
        records.values().for_each(|record| strength.add(record.points_of_one()));
        let mut counted = Counted::default();
        counted.go_on(&records, arguments);
        Self { kept, records, strength, counted, failure: None }
    }

    fn add(&mut self, record: Record, arguments: &MatchArguments) {
        self.strength.add(record.points_of_one());
        self.records.insert(record.game, record);
        self.counted.go_on(&self.records, arguments);
    }
}

impl Games<'_> {
    /// Plays what was not played yet.
    pub(super) fn run(&self, kept: Kept, shows_progress: bool) -> Result<Ended, Failure> {
        let found = Mutex::new(Found::of(kept, self.arguments));
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
        let Counted { games, verdict, .. } = found.counted;
        let counts = |record: &Record| verdict.is_none() || record.game <= games;
        let records = found.records.into_values().filter(counts).collect();
        Ok(Ended { records, verdict, is_stopped: self.interrupt.is_asked_for() })
    }

    /// Plays games until none is left.
    fn work(&self, shared: &Shared, shows_progress: bool) {
        let found = || shared.found.lock().unwrap_or_else(PoisonError::into_inner);
        let is_decided = || found().counted.verdict.is_some();
        while !self.terms.stop.is_stopped() && !is_decided() {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            if number > self.arguments.games {
                return;
            }
            if found().records.contains_key(&number) {
                continue;
            }
            let played = self.play(number);
            let mut found = found();
            if self.terms.stop.is_stopped() {
                return;
            }
            let kept = played.and_then(|(record, played)| found.kept.add(record, &played));
            match kept {
                Ok(record) => found.add(record, self.arguments),
                Err(failure) => {
                    found.failure = Some(failure);
                    self.terms.stop.stop();
                    return;
                }
            }
            if shows_progress {
                let _ = write!(io::stderr(), "\r{}", self.progress(&found.strength));
            }
            if found.counted.verdict.is_some() {
                // Games that are being played come after those that decided it.
                self.terms.stop.stop();
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
            PlayEnd::Over(Outcome::Lost(player)) | PlayEnd::Resigned(player) => other(*player),
            PlayEnd::Fault(_, Fault::Rules(_) | Fault::Stopped) => "draw",
            PlayEnd::Fault(player, _) => other(*player),
            PlayEnd::Over(Outcome::Draw | Outcome::Ended)
            | PlayEnd::TooLong
            | PlayEnd::Stuck
            | PlayEnd::Stopped => "draw",
        };
        let fault = match &played.end {
            PlayEnd::Fault(_, fault) => Some(fault.said(self.phrases)),
            PlayEnd::Over(_)
            | PlayEnd::TooLong
            | PlayEnd::Stuck
            | PlayEnd::Stopped
            | PlayEnd::Resigned(_) => None,
        };
        let rules = played.session.game().rules();
        Record {
            game,
            one_first,
            winner: winner.to_owned(),
            outcome: played.session.outcome().map(|outcome| outcome_text(rules, outcome)),
            fault,
            left: played.end.left_because().map(str::to_owned),
            plies: played.done.len(),
            file: None,
        }
    }
}
