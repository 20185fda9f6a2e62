//! `masume replay`: a save, or a play as players write it, action by action.

use std::fmt::Write as _;

use clap::{Args, ValueHint};
use masume_engine::{ApplyError, Game, parse_id, shipped_games};
use masume_presentation::complaint::Complaint;
use masume_presentation::diagnostic::Source;
use masume_presentation::dialogue::id_to_share;
use masume_presentation::speech::reasons;
use masume_rules::text::{is_movetext, is_tree};
use masume_session::{
    Edition, Restoration, Save, SaveError, Seats, Session, Version, written_play,
};

use super::run::{Place, act};
use crate::arguments::value::{positive, whole};
use crate::arguments::{FaceArguments, GameArguments};
use crate::failure::Failure;
use crate::language;
use crate::mistaken_file;
use crate::{input, open, output, report, tui};

/// The most bytes of a save that are read: far more than the largest game.
const MAX_SAVE: u64 = 64 << 20;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// A save, as `masume play` writes it, or a play as players of its game write it, such as PGN or SGF
    #[arg(value_name = "SAVE", value_hint = ValueHint::FilePath)]
    pub(crate) save: String,
    /// The game, where it is no shipped one, or where a play could be of several, such as `go:19x19`
    #[arg(long, value_name = "GAME", value_hint = ValueHint::FilePath)]
    pub(crate) game: Option<String>,
    /// The file that the levels came from, where they were not the game's own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) levels: Option<String>,
    /// Stop after so many actions
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true)]
    pub(crate) to: Option<u32>,
    /// Actions a second
    #[arg(long, value_name = "S", default_value_t = 4.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) speed: f64,
    /// Print the boards, as in a pipe
    #[arg(long)]
    pub(crate) text: bool,
}

/// A game to be shown again.
struct Replayed {
    /// Where the last action that is asked for was done.
    session: Session,
    source: Source,
    /// Number of that action.
    to: usize,
}

pub(crate) fn run(arguments: &ReplayArguments, face: &FaceArguments) -> Result<(), Failure> {
    let text = input::read_play(&arguments.save, MAX_SAVE)?;
    let Replayed { session, source, to } = match recorded(&text, arguments)? {
        Some(replayed) => replayed,
        None => saved(&text, arguments)?,
    };
    // What is shown again was played already: nobody chooses anew.
    let session = session.with_seats(Seats::default());
    if !arguments.text && tui::has_screen() {
        return tui::run_replay(session, source, to, arguments.speed, face);
    }
    output::print(&printed(session, to))
}

/// The game of a save.
fn saved(text: &str, arguments: &ReplayArguments) -> Result<Replayed, Failure> {
    let refused = |error: SaveError| refused(&error, &arguments.save);
    let save = Save::parse(text).map_err(refused)?;
    let (edition, source) = edition_of(&save, arguments)?;
    let to = last_of(arguments, save.events.len())?;
    // What comes after is not asked for, and may take long.
    let mut restoration = Restoration::new(&edition, &save).map_err(refused)?;
    restoration.advance(to).map_err(refused)?;
    Ok(Replayed { session: restoration.finish(), source, to })
}

/// The play of a text as players write it, of the named game or of the shipped one whose moves they
/// are; `None` for any other.
fn recorded(text: &str, arguments: &ReplayArguments) -> Result<Option<Replayed>, Failure> {
    if mistaken_file::is_save(text) {
        return Ok(None);
    }
    let named = arguments.game.clone();
    let Some(game) = named.or_else(|| mistaken_file::game_of_play(text)) else {
        // What is no play either is refused where saves are read.
        if !is_movetext(text) && !is_tree(text) {
            return Ok(None);
        }
        let source = Source { path: arguments.save.clone(), text: text.to_owned() };
        let complaint = mistaken_file::complaint(&source);
        return complaint.map_or(Ok(None), |complaint| Err(Failure::Input(complaint)));
    };
    let levels = arguments.levels.clone();
    let (level, board, options, seed) = (None, None, Vec::new(), None);
    let opened = open::open(&GameArguments { game, level, levels, board, options, seed })?;
    let mut session = opened.session()?;
    let Some(read) = written_play::read(&opened.game, session.state(), text) else {
        return Ok(None);
    };
    let play = read.map_err(|error| {
        let source = Source { path: arguments.save.clone(), text: text.to_owned() };
        report::print_all(&[error], &source);
        Failure::Reported
    })?;
    let count = play.actions.len();
    if play.has_position {
        session = Session::from_state(session.edition().clone(), *session.setup(), play.start);
    }
    let mut state = session.state().clone();
    let asked = arguments.to.map_or(usize::MAX, |to| to as usize);
    for (index, text) in play.actions.iter().enumerate() {
        // What comes after is not asked for, and may take long. A word may be several actions.
        if session.position() >= asked {
            break;
        }
        let place = Place { text, number: index + 1, count };
        for action in act(&opened, &mut state, &place)? {
            // The same action was done from the same state; a pass that nobody chose is done already.
            if let Err(ApplyError::Run(error)) = session.act(action) {
                return Err(opened.run_failure(state.board.grid(), &error));
            }
        }
    }
    let to = last_of(arguments, session.position())?;
    Ok(Some(Replayed { session, source: opened.source, to }))
}

/// Number of the last action that is asked for, of so many.
fn last_of(arguments: &ReplayArguments, count: usize) -> Result<usize, Failure> {
    let to = arguments.to.map_or(count, |to| to as usize);
    if to > count {
        let values = [("number", to.into()), ("count", count.into())];
        return Err(Failure::usage(language::phrases().say("no-such-action", &values)));
    }
    Ok(to)
}

fn refused(error: &SaveError, path: &str) -> Failure {
    let reason = reasons::of_save(error, &language::phrases());
    Failure::Input(Complaint::new(format!("`{path}`: {reason}")))
}

/// The game that the save belongs to: a file where one is given, else a shipped game.
fn edition_of(save: &Save, arguments: &ReplayArguments) -> Result<(Edition, Source), Failure> {
    let id = parse_id(&save.id).map_err(|_| refused(&SaveError::Edited, &arguments.save))?;
    let (name, source) = match &arguments.game {
        Some(game) => open::find(game)?,
        None => {
            // By its text, for a file may have been given any name.
            let by_hash = shipped_games()
                .iter()
                .find(|it| Version::of(it.text).includes(save.hash) || it.name == id.name);
            let Some(shipped) = by_hash else {
                let phrases = language::phrases();
                let message = phrases.say("save-of-unknown", &[("name", id.name.into())]);
                let help = phrases.say("game-says-where", &[]);
                return Err(Failure::Input(Complaint::new(message).with_help(help)));
            };
            open::find(shipped.name)?
        }
    };
    let mut game: Game = open::load(&source)?;
    if let Some(path) = &arguments.levels {
        game = open::with_levels_of(game, path)?.0;
    }
    Ok((Edition::new(&name, &source.text, game), source))
}

/// Each board up to the position, with the action that led to it before.
fn printed(mut session: Session, to: usize) -> String {
    let mut text = String::new();
    session.go_to(0);
    let board = |session: &Session| session.game().print_board(session.state());
    let _ = writeln!(
        text,
        "{}\n\n{}",
        id_to_share(&session, session.edition().name()),
        board(&session)
    );
    for index in 0..to {
        session.redo();
        let Some(entry) = session.timeline().get(index) else { break };
        let _ = writeln!(text, "\n{}. {}\n{}", index + 1, entry.text, board(&session));
    }
    if let Some(outcome) = session.outcome() {
        let outcome = masume_presentation::outcome::outcome_text(session.game().rules(), outcome);
        let _ = writeln!(text, "\n{outcome}");
    }
    text
}
