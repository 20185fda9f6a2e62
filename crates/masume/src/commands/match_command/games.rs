//! The games of a match, several at a time.

use std::collections::BTreeMap;
use std::io::Write as _;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Mutex, PoisonError};
use std::{io, thread};

use masume_bots::contest::{self, Course, PlayEnd, Played};
use masume_bots::strength::Strength;
use masume_bots::{Fault, Interrupt, NoSeat, Seat, SeatPlan, Terms};
use masume_engine::{Outcome, Player};
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_presentation::outcome::outcome_text;
use masume_rules::random::Random;
use masume_session::Session;
use serde::{Deserialize, Serialize};

use super::concurrency::Concurrency;
use super::failures::{SideFailure, ends_match};
use super::kept::Kept;
use crate::failure::Failure;
use crate::report;

/// A game that was played, as it is kept; the fields are the JSON form, in this order.
#[derive(Clone, Debug, Serialize, Deserialize)]
pub(super) struct MatchGameRecord {
    /// From 1; two of them have the same opening.
    pub(super) game: u64,
    /// True if the one side acted first.
    pub(super) one_first: bool,
    /// `one`, `other` or `draw`.
    pub(super) winner: String,
    /// As the rules say it; null where the game was left.
    pub(super) outcome: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) fault: Option<String>,
    /// The side that failed: `one` or `other`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) failed: Option<String>,
    /// Last lines of its standard error.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) stderr: Option<String>,
    /// Reason for which it was left, where nobody failed.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) left: Option<String>,
    pub(super) plies: usize,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub(super) file: Option<String>,
}

impl MatchGameRecord {
    pub(super) fn points_of_one(&self) -> f64 {
        match self.winner.as_str() {
            "one" => 1.0,
            "other" => 0.0,
            _ => 0.5,
        }
    }
}

/// Sides of a match, and how many games they play in which way.
pub(super) struct Conditions<'a> {
    /// As the command line has them.
    pub(super) sides: [&'a str; 2],
    pub(super) games: u64,
    /// Random plies with which games begin.
    pub(super) openings: u64,
    /// Plies after which a game is left.
    pub(super) plies: u64,
    pub(super) concurrency: Concurrency,
    /// Strengths that are to be told from each other, in Elo.
    pub(super) sprt: Option<(f64, f64)>,
}

/// The games of a match.
pub(super) struct Games<'a> {
    pub(super) conditions: Conditions<'a>,
    /// Before the first action.
    pub(super) session: Session,
    pub(super) plans: [SeatPlan; 2],
    pub(super) terms: Terms,
    pub(super) interrupt: Interrupt,
    pub(super) phrases: &'a Phrases,
}

/// State that threads share.
struct Shared {
    next: AtomicU64,
    found: Mutex<Found>,
}

struct Found {
    kept: Kept,
    /// Records by the number of the game.
    records: BTreeMap<u64, MatchGameRecord>,
    /// Strength by all records.
    strength: Strength,
    counted: Counted,
    /// The first failure of a side was told.
    has_told: bool,
    failure: Option<Failure>,
}

/// A game that was played.
struct Game {
    record: MatchGameRecord,
    played: Played,
    failure: Option<GameFailure>,
}

/// Failure of a side that ended a game.
struct GameFailure {
    complaint: Complaint,
    ends_match: bool,
}

/// The games that count for the test: those before the first that is not over yet. What is said of
/// them does not depend on how many are played at a time.
#[derive(Default)]
struct Counted {
    games: u64,
    strength: Strength,
    verdict: Option<bool>,
}

impl Counted {
    /// Goes on through the games that are over until the test is. Two games with one opening count
    /// together.
    fn go_on(&mut self, records: &BTreeMap<u64, MatchGameRecord>, conditions: &Conditions<'_>) {
        let Some(bounds) = conditions.sprt else { return };
        while self.verdict.is_none()
            && let Some(record) = records.get(&(self.games + 1))
        {
            self.games += 1;
            self.strength.add(record.points_of_one());
            if self.games.is_multiple_of(2) || self.games == conditions.games {
                self.verdict = self.strength.verdict(bounds);
            }
        }
    }
}

/// Result of the games.
pub(super) struct Ended {
    /// In order; where a test was decided, those that decided it.
    pub(super) records: Vec<MatchGameRecord>,
    pub(super) verdict: Option<bool>,
    /// True if it was stopped before the end.
    pub(super) is_stopped: bool,
    /// The reason for which no more were played.
    pub(super) failure: Option<Failure>,
}

impl Found {
    fn of(mut kept: Kept, conditions: &Conditions<'_>) -> Self {
        let records = kept.take_records().into_iter();
        let records: BTreeMap<u64, MatchGameRecord> = records.map(|it| (it.game, it)).collect();
        let mut strength = Strength::default();
        records.values().for_each(|record| strength.add(record.points_of_one()));
        let mut counted = Counted::default();
        counted.go_on(&records, conditions);
        Self { kept, records, strength, counted, has_told: false, failure: None }
    }

    /// Takes a game in. The first failure of a side is told at once; one that could not even begin
    /// ends the match, and its game does not count.
    fn keep(
        &mut self,
        game: Game,
        conditions: &Conditions<'_>,
        shows_progress: bool,
    ) -> Result<(), Failure> {
        let ends_match = game.failure.as_ref().is_some_and(|failure| failure.ends_match);
        if let Some(failure) = game.failure
            && (!self.has_told || ends_match)
        {
            self.has_told = true;
            if shows_progress {
                let _ = writeln!(io::stderr());
            }
            report::complain(&failure.complaint);
        }
        if ends_match {
            return Err(Failure::Reported);
        }
        let record = self.kept.add(game.record, &game.played)?;
        self.add(record, conditions);
        Ok(())
    }

    fn add(&mut self, record: MatchGameRecord, conditions: &Conditions<'_>) {
        self.strength.add(record.points_of_one());
        self.records.insert(record.game, record);
        self.counted.go_on(&self.records, conditions);
    }
}

impl Games<'_> {
    /// Plays what was not played yet.
    pub(super) fn run(&self, kept: Kept, shows_progress: bool) -> Ended {
        let found = Mutex::new(Found::of(kept, &self.conditions));
        let shared = Shared { next: AtomicU64::new(1), found };
        thread::scope(|scope| {
            for _ in 0..self.conditions.concurrency.games {
                scope.spawn(|| self.work(&shared, shows_progress));
            }
        });
        if shows_progress {
            let _ = writeln!(io::stderr());
        }
        let found = shared.found.into_inner().unwrap_or_else(PoisonError::into_inner);
        let failure = found.failure;
        let Counted { games, verdict, .. } = found.counted;
        let counts = |record: &MatchGameRecord| verdict.is_none() || record.game <= games;
        let records = found.records.into_values().filter(counts).collect();
        Ended { records, verdict, is_stopped: self.interrupt.is_asked_for(), failure }
    }

    /// Plays games until none is left.
    fn work(&self, shared: &Shared, shows_progress: bool) {
        let found = || shared.found.lock().unwrap_or_else(PoisonError::into_inner);
        let is_decided = || found().counted.verdict.is_some();
        while !self.terms.stop.is_stopped() && !is_decided() {
            let number = shared.next.fetch_add(1, Ordering::Relaxed);
            if number > self.conditions.games {
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
            let kept = played.and_then(|game| found.keep(game, &self.conditions, shows_progress));
            if let Err(failure) = kept {
                found.failure = Some(failure);
                self.terms.stop.stop();
                return;
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
            ("games", self.conditions.games.to_string().into()),
            ("won", strength.won.to_string().into()),
            ("drawn", strength.drawn.to_string().into()),
            ("lost", strength.lost.to_string().into()),
        ];
        self.phrases.say("match-progress", &values)
    }

    /// Plays one game. An odd one has the one side first; the next has the same opening.
    fn play(&self, number: u64) -> Result<Game, Failure> {
        let one_first = number % 2 == 1;
        let (session, done) = self.opening(number.div_ceil(2));
        let seed = self.terms.seed.wrapping_add(number);
        let terms = Terms { seed, ..self.terms.clone() };
        let mut seats = self.seats(&session, &terms, Some(number))?;
        let mut taken: Vec<&mut Seat> = seats.iter_mut().collect();
        let seat_of = if one_first { [0, 1] } else { [1, 0] };
        let most_plies = usize::try_from(self.conditions.plies).unwrap_or(usize::MAX);
        let (stop, after_action) = (&self.terms.stop, &mut |_: &Session| {});
        let course = Course { seat_of: &seat_of, most_plies, stop, after_action };
        let played = contest::play(session, done, &mut taken, course);
        let mut record = self.record(number, one_first, &played);
        let failure = match &played.end {
            PlayEnd::Fault(player, fault) if *fault != Fault::Stopped => {
                let side = seat_of[usize::from(player.0)];
                let (is_mute, last_words) = (seats[side].is_mute(), seats[side].last_words());
                record.stderr.clone_from(&last_words);
                let told = SideFailure {
                    side,
                    command: self.name_of(side),
                    game: Some(number),
                    fault,
                    last_words: last_words.as_deref(),
                };
                let complaint = told.complaint(self.phrases);
                Some(GameFailure { complaint, ends_match: ends_match(fault, is_mute) })
            }
            PlayEnd::Fault(..)
            | PlayEnd::Over(_)
            | PlayEnd::TooLong
            | PlayEnd::Stuck
            | PlayEnd::Stopped
            | PlayEnd::Resigned(_) => None,
        };
        Ok(Game { record, played, failure })
    }

    fn name_of(&self, side: usize) -> &str {
        self.conditions.sides[side]
    }

    /// Both seats of a game, or of the trial before the first.
    ///
    /// # Errors
    /// The reason of a side that cannot begin.
    pub(super) fn seats(
        &self,
        session: &Session,
        terms: &Terms,
        game: Option<u64>,
    ) -> Result<Vec<Seat>, Failure> {
        let mut seats = Vec::with_capacity(2);
        for (side, plan) in self.plans.iter().enumerate() {
            match Seat::take(plan, session.game(), session.state(), terms) {
                Ok(seat) => seats.push(seat),
                Err(NoSeat::Fault { fault: Fault::Stopped, .. }) => {
                    return Err(Failure::Interrupted);
                }
                Err(NoSeat::Fault { fault, last_words }) => {
                    let (command, last_words) = (self.name_of(side), last_words.as_deref());
                    let told = SideFailure { side, command, game, fault: &fault, last_words };
                    return Err(Failure::Input(told.complaint(self.phrases)));
                }
                Err(no_seat) => {
                    return Err(crate::commands::drive::no_seat_failure(&no_seat, self.phrases));
                }
            }
        }
        Ok(seats)
    }

    /// Random plies after which the game goes on.
    fn opening(&self, number: u64) -> (Session, Vec<(Player, masume_engine::Action)>) {
        /// Number of other openings that are tried where the game ends in one.
        const TRIES: u64 = 100;
        for attempt in 0..TRIES {
            let mut random =
                Random::new(self.terms.seed ^ Random::new(number * TRIES + attempt).next_bits());
            let (mut session, mut done) = (self.session.clone(), Vec::new());
            for _ in 0..self.conditions.openings {
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

    fn record(&self, game: u64, one_first: bool, played: &Played) -> MatchGameRecord {
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
        let failed = match &played.end {
            PlayEnd::Fault(_, Fault::Rules(_) | Fault::Stopped) => None,
            PlayEnd::Fault(player, _) => Some(side(*player).to_owned()),
            PlayEnd::Over(_)
            | PlayEnd::TooLong
            | PlayEnd::Stuck
            | PlayEnd::Stopped
            | PlayEnd::Resigned(_) => None,
        };
        let rules = played.session.game().rules();
        MatchGameRecord {
            game,
            one_first,
            winner: winner.to_owned(),
            outcome: played.session.outcome().map(|outcome| outcome_text(rules, outcome)),
            fault,
            failed,
            stderr: None,
            left: played.end.left_because().map(str::to_owned),
            plies: played.done.len(),
            file: None,
        }
    }
}
