//! `masume drive`: a program chooses, Masume keeps the game.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::{env, io};

use masume_engine::{Game, Player};
use masume_search::agent::{Strength, Unsuited, Wanted, for_game};
use serde::Serialize;

use crate::arguments::DriveArguments;
use crate::bots::contest::{self, Course, PlayEnd, Played};
use crate::bots::{Interrupt, NoSeat, Seat, SeatPlan, Terms, limit_of};
use crate::complaint::Complaint;
use crate::failure::Failure;
use crate::locale::Phrases;
use crate::open::Opened;
use crate::outcome::outcome_text;
use crate::{atomic_file, input, open, output, report, save_file};

/// A file that nobody asks for, in whose place another is tried.
const NO_NAME: &str = ".masume-save";

pub(crate) fn run(arguments: &DriveArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let session = opened.session()?;
    let game = session.game().clone();
    let own = own_players(arguments, &game, phrases)?;
    check_place(arguments, phrases)?;
    let interrupt = Interrupt::listen();
    let terms = Terms {
        seed: opened.setup.seed,
        seconds: 1.0,
        limit: limit_of(arguments.seconds),
        told: arguments.seconds,
        is_heard: true,
        stop: interrupt.stop.clone(),
    };
    // An agent is seated where the program does not choose for all.
    let others = arguments.opponent.unwrap_or(Wanted::from(Strength::Medium));
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
    let course = Course { seat_of: &seat_of, most_plies, stop: &interrupt.stop };
    let played = contest::play(session, Vec::new(), &mut seats, course);
    let path = keep(arguments, &played, phrases)?;
    tell(arguments, &played, &path, phrases)?;
    // It has been said where it is instead.
    match &arguments.save {
        Some(wanted) if Path::new(wanted) != path => Err(Failure::Reported),
        Some(_) | None => Ok(()),
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
    wanted: Wanted,
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
        NoSeat::Fault(fault) => {
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
    // Without a name any will do, if only the folder can be written.
    let path = arguments.save.as_deref().unwrap_or(NO_NAME);
    atomic_file::can_create(Path::new(path)).map_err(|error| {
        let reason = input::reason(&error, phrases);
        let path = arguments.save.as_deref().unwrap_or(".");
        let values = [("path", path.into()), ("reason", reason.into())];
        let complaint = Complaint::new(phrases.say("drive-cannot-keep", &values));
        Failure::Usage(complaint.with_help(phrases.say("drive-cannot-keep-help", &[])))
    })
}

/// Writes the game to the file that was asked for; where that fails now, to another, for it was played.
fn keep(
    arguments: &DriveArguments,
    played: &Played,
    phrases: &Phrases,
) -> Result<PathBuf, Failure> {
    let session = &played.session;
    let text = session.save().to_string();
    let written = match &arguments.save {
        Some(path) => atomic_file::create(Path::new(path), &text).map(|()| PathBuf::from(path)),
        None => save_file::write(session),
    };
    let error = match written {
        Ok(path) => return Ok(path),
        Err(error) => error,
    };
    let path = arguments.save.as_deref().unwrap_or(".");
    let reason = input::reason(&error, phrases);
    let values = [("path", path.into()), ("reason", reason.into())];
    let complaint = Complaint::new(phrases.say("match-cannot-write", &values));
    let folders = [PathBuf::new(), env::temp_dir()];
    match folders.iter().find_map(|folder| save_file::write_in(folder, session).ok()) {
        Some(path) => {
            let file = path.display().to_string();
            let note = phrases.say("drive-kept-elsewhere", &[("file", file.into())]);
            report::complain(&complaint.with_note(note));
            Ok(path)
        }
        None => {
            // Nowhere on a disk: then at least before the user's eyes.
            let _ = io::stderr().write_all(text.as_bytes());
            Err(Failure::Input(complaint))
        }
    }
}

/// What came of it, for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct Record {
    /// Null where the game was left.
    outcome: Option<String>,
    #[serde(skip_serializing_if = "Option::is_none")]
    fault: Option<&'static str>,
    /// Why it was left, where nobody failed.
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
    if arguments.json {
        let players = 0..game.rules().players.len() as u8;
        output::print_json(&Record {
            outcome,
            fault: fault.map(crate::bots::Fault::word),
            left: played.end.left_because(),
            plies: played.done.len(),
            scores: players.map(|it| game.score(session.state(), Player(it))).collect(),
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
        output::print(&format!("{board}\n{}\n", phrases.say("drive-ended", &values)))?;
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
