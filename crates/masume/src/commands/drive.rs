//! `masume drive`: a program chooses, Masume keeps the game.

use std::path::Path;

use clap::{Args, ValueHint};
use masume_bots::contest::{self, Course, PlayEnd, Played};
use masume_bots::{Interrupt, NoSeat, Seat, SeatPlan, Terms, limit_of};
use masume_engine::{Game, Player};
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_presentation::outcome::outcome_text;
use masume_search::agent::{AgentSpec, Strength, Unsuited, for_game};
use masume_session::Session;
use serde::Serialize;

use super::kept_game::{KeptGame, cannot_keep};
use crate::arguments::GameArguments;
use crate::arguments::value::{agent, positive, whole};
use crate::failure::Failure;
use crate::open::Opened;
use crate::{atomic_file, open, output, report};

/// The most memory for an action of an agent beside the program.
const BYTES: u64 = 512 << 20;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct DriveArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// The player for whom the program chooses [default: all, or with --opponent the first]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Who chooses for the others, such as `medium` or `uct:2000`
    #[arg(long, value_name = "AGENT", value_parser = agent)]
    pub(crate) opponent: Option<AgentSpec>,
    /// Seconds that the program has for an action, and 10 more for its first
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Plies after which the game is left
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u64>(1, 1 << 20), allow_negative_numbers = true)]
    pub(crate) plies: u64,
    /// Keep the game in this file, which must not be there [default: a new file named after the game, in
    /// `games` of the data folder]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The program and its arguments
    #[arg(value_name = "COMMAND", required = true, last = true, value_hint = ValueHint::CommandWithArguments)]
    pub(crate) command: Vec<String>,
}

pub(crate) fn run(arguments: &DriveArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let session = opened.session()?;
    check_place(arguments, phrases)?;
    let interrupt = Interrupt::listen();
    // Rules that take long are ended in the middle, too.
    let session = session.with_stop(interrupt.stop.clone());
    let game = session.game().clone();
    let own = own_players(arguments, &game, phrases)?;
    let terms = Terms {
        seed: opened.setup.seed,
        seconds: 1.0,
        bytes: BYTES,
        limit: limit_of(arguments.seconds),
        told: arguments.seconds,
        is_heard: true,
        stop: interrupt.stop.clone(),
    };
    // An agent is seated where the program does not choose for all.
    let others = arguments.opponent.unwrap_or(AgentSpec::from(Strength::Medium));
    let plans = [SeatPlan::Json(arguments.command.clone()), SeatPlan::Agent(others, None)];
    let take = |plan| {
        let seat = Seat::take(plan, &game, session.state(), &terms);
        seat.map_err(|no_seat| no_seat_failure(&no_seat, phrases))
    };
    let mut program = take(&plans[0])?;
    let mut agent = if own.iter().all(|&it| it) { None } else { Some(take(&plans[1])?) };
    let mut seats: Vec<&mut Seat> =
        [Some(&mut program), agent.as_mut()].into_iter().flatten().collect();
    let seat_of: Vec<usize> = own.iter().map(|&is_own| usize::from(!is_own)).collect();
    let most_plies = usize::try_from(arguments.plies).unwrap_or(usize::MAX);
    let mut kept = KeptGame::create(arguments.save.as_deref(), &session, phrases)?;
    let after_action = &mut |session: &Session| kept.keep(session);
    let course = Course { seat_of: &seat_of, most_plies, stop: &interrupt.stop, after_action };
    let played = contest::play(session, Vec::new(), &mut seats, course);
    let begun = kept.path.clone();
    let path = kept.finish(&played.session, phrases)?;
    tell(arguments, &played, &path, phrases)?;
    // It has been said where it is instead.
    match path == begun {
        true => Ok(()),
        false => Err(Failure::Reported),
    }
}

/// By player, whether the program chooses.
fn own_players(
    arguments: &DriveArguments,
    game: &Game,
    phrases: &Phrases,
) -> Result<Vec<bool>, Failure> {
    let players = &game.rules().players;
    if players.len() < 2 && arguments.opponent.is_some() {
        let complaint = Complaint::new(phrases.say("no-opponents", &[]));
        return Err(Failure::Usage(
            complaint.with_help(phrases.say("drive-no-opponents-help", &[])),
        ));
    }
    let Some(name) = &arguments.player else {
        let is_own = |index: usize| arguments.opponent.is_none() || index == 0;
        return Ok((0..players.len()).map(is_own).collect());
    };
    if players.iter().all(|player| player.name != *name) {
        let complaint =
            Complaint::new(phrases.say("drive-no-player", &[("name", name.as_str().into())]));
        let names: Vec<&str> = players.iter().map(|player| player.name.as_str()).collect();
        let note = phrases.say("drive-players", &[("names", names.join(", ").into())]);
        return Err(Failure::Usage(complaint.with_note(note)));
    }
    Ok(players.iter().map(|player| player.name == *name).collect())
}

/// Refuses an agent that cannot play a game, before anything is played.
pub(super) fn check_suited(
    opened: &Opened,
    wanted: AgentSpec,
    phrases: &Phrases,
) -> Result<(), Failure> {
    // What suits a game plays it.
    if wanted.kind.is_none() {
        return Ok(());
    }
    let picked = for_game(&opened.game, &opened.start()?, wanted, 0);
    picked.map(drop).map_err(|it| unsuited(&it, phrases))
}

/// Says that an agent cannot play a game.
pub(super) fn unsuited(unsuited: &Unsuited, phrases: &Phrases) -> Failure {
    let values = [("agent", unsuited.kind.name().into())];
    let complaint = Complaint::new(phrases.say("agent-unsuited", &values));
    let needs = phrases.say(&format!("agent-needs-{}", unsuited.needs.word()), &[]);
    Failure::Usage(complaint.with_note(needs))
}

/// Says why nobody sits there.
pub(super) fn no_seat_failure(no_seat: &NoSeat, phrases: &Phrases) -> Failure {
    match no_seat {
        NoSeat::Unsuited(it) => unsuited(it, phrases),
        NoSeat::Unspeakable => {
            let complaint = Complaint::new(phrases.say("bot-protocol", &[]));
            Failure::Usage(complaint.with_help(phrases.say("bot-protocol-help", &[])))
        }
        NoSeat::Fault { fault, last_words: _ } => {
            let complaint = Complaint::new(fault.said(phrases));
            Failure::Input(match fault.help(phrases) {
                Some(help) => complaint.with_help(help),
                None => complaint,
            })
        }
    }
}

/// Refuses a file that cannot be written, before a program has played for it.
fn check_place(arguments: &DriveArguments, phrases: &Phrases) -> Result<(), Failure> {
    match &arguments.save {
        Some(path) => atomic_file::can_create(Path::new(path))
            .map_err(|error| cannot_keep(Path::new(path), &error, phrases)),
        None => Ok(()),
    }
}

/// Result of the game, for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct DriveRecord {
    /// Null where the game was left.
    outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
    /// The same in words.
    #[serde(skip_serializing_if = "Option::is_none")]
    reason: Option<String>,
    /// Reason for which it was left, where nobody failed.
    #[serde(skip_serializing_if = "Option::is_none")]
    left: Option<&'static str>,
    plies: usize,
    scores: Vec<Option<i64>>,
    file: String,
}

/// Says how it ended. A fault is the input's.
fn tell(
    arguments: &DriveArguments,
    played: &Played,
    path: &Path,
    phrases: &Phrases,
) -> Result<(), Failure> {
    let (session, game) = (&played.session, played.session.game());
    let file = path.display().to_string();
    let outcome = session.outcome().map(|outcome| outcome_text(game.rules(), outcome));
    let fault = match &played.end {
        PlayEnd::Fault(_, fault) => Some(fault),
        PlayEnd::Over(_)
        | PlayEnd::TooLong
        | PlayEnd::Stuck
        | PlayEnd::Stopped
        | PlayEnd::Resigned(_) => None,
    };
    let players = 0..game.rules().players.len() as u8;
    let scores: Vec<Option<i64>> =
        players.map(|it| game.score(session.state(), Player(it))).collect();
    if arguments.json {
        output::print_json(&DriveRecord {
            outcome,
            fault: fault.map(masume_bots::Fault::word),
            reason: fault.map(|fault| fault.said(phrases)),
            left: played.end.left_because(),
            plies: played.done.len(),
            scores,
            file,
        })?;
    } else {
        let ended = match (&outcome, &played.end) {
            (Some(outcome), _) => outcome.clone(),
            (None, PlayEnd::Stuck) => phrases.say("match-stuck", &[]),
            (None, PlayEnd::Stopped) => phrases.say("drive-stopped", &[]),
            (None, PlayEnd::Resigned(_)) => phrases.say("drive-resigned", &[]),
            (None, _) => phrases.say("match-left", &[]),
        };
        let values =
            [("ended", ended.into()), ("plies", played.done.len().into()), ("file", file.into())];
        let board = game.print_board(session.state());
        let scores = match scores_text(game, &scores) {
            text if text.is_empty() => text,
            text => format!("{}\n", phrases.say("drive-scores", &[("scores", text.into())])),
        };
        output::print(&format!("{board}\n{scores}{}\n", phrases.say("drive-ended", &values)))?;
    }
    match fault {
        None if played.end == PlayEnd::Stopped => Err(Failure::Interrupted),
        None => Ok(()),
        Some(fault) => {
            report::complain(&Complaint::new(fault.said(phrases)));
            Err(Failure::Reported)
        }
    }
}

/// The points of each player who has any; empty in a game without.
fn scores_text(game: &Game, scores: &[Option<i64>]) -> String {
    let names = game.rules().players.iter().map(|player| player.name.as_str());
    let texts = names.zip(scores).filter_map(|(name, score)| {
        let text = format!("{name} {}", (*score)?);
        Some(text.trim_start().to_owned())
    });
    texts.collect::<Vec<_>>().join(", ")
}
