//! `masume match`: agents and programs against each other.

mod concurrency;
mod failures;
mod games;
mod kept;
mod measure;

use std::io::IsTerminal as _;

use clap::{Args, ValueHint};
use games::{Conditions, Ended, Games};
use kept::Kept;
use masume_bots::strength::Strength;
use masume_bots::{Interrupt, SeatPlan, Terms, limit_of};
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use serde::Serialize;

use crate::arguments::GameArguments;
use crate::arguments::value::{openings, positive, sprt, whole};
use crate::failure::Failure;
use crate::weights_file::WeightsFile;
use crate::{open, output, report};

pub(super) use concurrency::Concurrency;
pub(super) use measure::{Measure, measured};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// The one side: an agent such as `medium`, `greedy` or `uct:2000`, or a command of several words, or behind `json:`,
    /// `gtp:` or `nboard:`
    #[arg(value_name = "A")]
    pub(crate) one: String,
    /// The other side
    #[arg(value_name = "B")]
    pub(crate) other: String,
    /// How many games, two on each opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(1, 1_000_000), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// How games begin: `random:K` for K random plies
    #[arg(long, value_name = "HOW", default_value = "random:4", value_parser = openings)]
    pub(crate) openings: u64,
    /// Stop when it is clear whether A is better by E1 Elo rather than by E0
    #[arg(long, value_name = "E0:E1", num_args = 0..=1, default_missing_value = "0:20", value_parser = sprt, allow_negative_numbers = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Seconds for an action, where an agent has no nodes of its own
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Seconds after which a program that has not answered loses; its first answer may take 10 more
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) limit: f64,
    /// Weights for A that `masume tune` wrote for the rules of this game
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) weights: Option<String>,
    /// Plies after which a game is left undecided
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1, 1 << 20), allow_negative_numbers = true)]
    pub(crate) plies: u64,
    /// Games at a time; more than 8 share the memory of 8 [default: one for each core, at most 8]
    #[arg(long, value_name = "T", value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    /// Keep every game in this folder, and go on with the match that is there
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) keep: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}

pub(crate) fn run(arguments: &MatchArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let players = opened.game.rules().players.len();
    if players != 2 {
        let message = phrases.say("match-players", &[("count", players.into())]);
        return Err(Failure::usage(message));
    }
    let plan = |text: &str| {
        SeatPlan::parse(text).map_err(|error| {
            let values = [("found", error.found.into())];
            let complaint = Complaint::new(phrases.say("match-no-agent", &values));
            Failure::Usage(complaint.with_help(phrases.say("match-agents", &[])))
        })
    };
    // A signal ends the program at once while the game is set up.
    let session = opened.session()?;
    // From then on rules that take long are ended in the middle.
    let interrupt = Interrupt::listen();
    let session = session.with_stop(interrupt.stop.clone());
    let mut plans = [plan(&arguments.one)?, plan(&arguments.other)?];
    if let (Some(path), SeatPlan::Agent(_, weights)) = (&arguments.weights, &mut plans[0]) {
        *weights = Some(WeightsFile::read(path, &session, phrases)?);
    }
    let concurrency = Concurrency::of(arguments.threads);
    let terms = Terms {
        seed: opened.setup.seed,
        seconds: arguments.seconds,
        bytes: concurrency.bytes,
        limit: limit_of(arguments.limit),
        // As long as an agent has: a program that thinks by the clock is no better for that.
        told: arguments.seconds.min(arguments.limit),
        is_heard: false,
        stop: interrupt.stop.clone(),
    };
    let id = session.id();
    let conditions = Conditions {
        sides: [&arguments.one, &arguments.other],
        games: arguments.games,
        openings: arguments.openings,
        plies: arguments.plies,
        concurrency,
        sprt: arguments.sprt,
    };
    let games = Games { conditions, session, plans, terms, interrupt, phrases };
    // Both sides are tried first: a match between nobody says nothing.
    drop(games.seats(&games.session, &games.terms, None)?);
    let kept = Kept::open(arguments, id, phrases)?;
    let shows_progress = !arguments.json && std::io::stderr().is_terminal();
    let Ended { records, verdict, is_stopped, failure } = games.run(kept, shows_progress);
    // Games before one in which a side could not begin are told; without any there is nothing to tell.
    if let Some(failure) = failure {
        if !records.is_empty() {
            tell(arguments, &records, (verdict, is_stopped), phrases)?;
        }
        return Err(failure);
    }
    if records.len() as u64 > arguments.games {
        let values = [
            ("kept", records.len().to_string().into()),
            ("games", arguments.games.to_string().into()),
        ];
        report::note(&phrases.say("match-more-kept", &values));
    }
    tell(arguments, &records, (verdict, is_stopped), phrases)?;
    if is_stopped {
        return Err(Failure::Interrupted);
    }
    match records.iter().any(|record| record.fault.is_some()) {
        true => Err(Failure::Reported),
        false => Ok(()),
    }
}

/// Says what came of the games.
fn tell(
    arguments: &MatchArguments,
    records: &[games::MatchGameRecord],
    (verdict, is_stopped): (Option<bool>, bool),
    phrases: &Phrases,
) -> Result<(), Failure> {
    let mut strength = Strength::default();
    records.iter().for_each(|record| strength.add(record.points_of_one()));
    if arguments.json {
        return output::print_json(&MatchRecord::of(arguments, &strength, records, verdict));
    }
    let mut text = table(arguments, &strength, phrases);
    let faults = records.iter().filter(|record| record.fault.is_some()).count();
    if faults > 0 {
        text.push_str(&phrases.say("match-faults", &[("count", faults.into())]));
        text.push('\n');
    }
    if let Some(bounds) = arguments.sprt {
        let id = match verdict {
            Some(true) => "match-sprt-accepted",
            Some(false) => "match-sprt-rejected",
            None => "match-sprt-open",
        };
        let values = [
            ("low", bounds.0.to_string().into()),
            ("high", bounds.1.to_string().into()),
            ("llr", format!("{:.2}", strength.likelihood(bounds)).into()),
        ];
        text.push_str(&format!("{}\n", phrases.say(id, &values)));
    }
    if is_stopped {
        text.push_str(&format!("{}\n", phrases.say("match-stopped", &[])));
    }
    output::print(&text)
}

/// Games won, drawn and lost, and what that means.
fn table(arguments: &MatchArguments, strength: &Strength, phrases: &Phrases) -> String {
    let values = [
        ("one", arguments.one.as_str().into()),
        ("other", arguments.other.as_str().into()),
        ("won", strength.won.to_string().into()),
        ("drawn", strength.drawn.to_string().into()),
        ("lost", strength.lost.to_string().into()),
        ("games", strength.games().to_string().into()),
        ("percent", format!("{:.1}", 100.0 * strength.mean()).into()),
        ("percent-error", format!("{:.1}", 100.0 * strength.error()).into()),
    ];
    let mut text = format!("{}\n", phrases.say("match-result", &values));
    if let Some((elo, error)) = strength.elo() {
        let values = [("elo", rounded(elo).into()), ("error", format!("{error:.0}").into())];
        text.push_str(&format!("{}\n", phrases.say("match-elo", &values)));
    }
    if let Some(bound) = strength.elo_bound() {
        let id = if strength.won > 0 { "match-elo-least" } else { "match-elo-most" };
        text.push_str(&format!("{}\n", phrases.say(id, &[("elo", rounded(bound).into())])));
    }
    text
}

/// A difference with its sign, without digits behind the point. Nothing has the sign of more.
fn rounded(elo: f64) -> String {
    format!("{:+.0}", elo.round() + 0.0)
}

/// Result of a match, for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct MatchRecord<'a> {
    one: &'a str,
    other: &'a str,
    games: u64,
    won: u64,
    drawn: u64,
    lost: u64,
    /// Of one, 0 to 1, with what it may be wrong by (95 %).
    score: f64,
    score_error: f64,
    /// Null where one side got every point.
    elo: Option<f64>,
    elo_error: Option<f64>,
    /// Bound of the difference where one side got every point: by how much it is better at least
    /// (95 %), with the sign of the one side.
    #[serde(skip_serializing_if = "Option::is_none")]
    elo_bound: Option<f64>,
    #[serde(skip_serializing_if = "Option::is_none")]
    sprt: Option<&'static str>,
    results: &'a [games::MatchGameRecord],
}

impl<'a> MatchRecord<'a> {
    fn of(
        arguments: &'a MatchArguments,
        strength: &Strength,
        results: &'a [games::MatchGameRecord],
        verdict: Option<bool>,
    ) -> Self {
        let elo = strength.elo();
        let sprt = arguments.sprt.map(|_| match verdict {
            Some(true) => "accepted",
            Some(false) => "rejected",
            None => "open",
        });
        Self {
            one: &arguments.one,
            other: &arguments.other,
            games: strength.games(),
            won: strength.won,
            drawn: strength.drawn,
            lost: strength.lost,
            score: strength.mean(),
            score_error: strength.error(),
            elo: elo.map(|(elo, _)| elo),
            elo_error: elo.map(|(_, error)| error),
            elo_bound: strength.elo_bound(),
            sprt,
            results,
        }
    }
}
