//! `masume run`: actions without a terminal, and the state they lead to.

use std::path::Path;

use clap::{ArgGroup, Args, ValueHint};
use masume_engine::{Action, ActionTextError, ApplyError, Code, State};
use masume_presentation::complaint::Complaint;
use masume_presentation::diagnostic::Source;
use masume_presentation::locale::Value;
use masume_presentation::picture::Looks;
use masume_presentation::picture::paint::PaletteChoice;
use masume_presentation::picture::raster::raster;
use masume_presentation::picture::svg::{SIDE, Scheme};
use masume_presentation::picture::tone::Theme;
use masume_presentation::speech::errors;
use masume_rules::model::{Listing, Notation};
use masume_rules::text::{self, Movetext};
use masume_session::written_play;
use serde::{Serialize, Serializer};

use crate::arguments::ExecutorArguments;
use crate::arguments::GameArguments;
use crate::failure::Failure;
use crate::language;
use crate::open::{self, Opened};
use crate::{atomic_file, input, output, report};

/// The notation that `--lurd` reads.
const LURD: &str = "lurd";
/// Number of legal actions that a complaint lists: enough for a screen.
const LISTED: usize = 100;

/// Arguments of the command.
#[derive(Debug, Args)]
#[command(group = ArgGroup::new("actions").args(["moves", "lurd", "moves_file"]))]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Begin with the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<String>,
    /// Actions separated by commas, such as `right, right, up`, or moves as `e4 e5` or `1. e4 e5`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Actions as letters in the game's `lurd` notation
    #[arg(long, value_name = "LETTERS")]
    pub(crate) lurd: Option<String>,
    /// A file of actions separated by commas or line ends, or `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) moves_file: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the actions, or the position, in this notation of the game instead of the state
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    pub(crate) print_notation: Option<String>,
    /// Write a picture of the state as PNG into this file, which must not be there yet
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) png: Option<String>,
    #[command(flatten)]
    pub(crate) executor: ExecutorArguments,
}

pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    if arguments.state.as_deref() == Some("-") && arguments.moves_file.as_deref() == Some("-") {
        return Err(Failure::usage(language::phrases().say("one-standard-input", &[])));
    }
    let opened = open::open(&arguments.game)?.run_by(arguments.executor);
    // Asked for before anything runs: a misspelt name is no reason to wait.
    let notation = match &arguments.print_notation {
        Some(name) => Some(find_printed(&opened, name)?),
        None => None,
    };
    let mut start = opened.state(arguments.state.as_deref())?;
    let actions = actions(arguments, &opened, &mut start)?;
    opened.say_who_runs(arguments.executor, start.board.grid());
    let mut state = start.clone();
    let mut done = Vec::with_capacity(actions.len());
    for (index, action) in actions.iter().enumerate() {
        let place = Place { text: action, number: index + 1, count: actions.len() };
        done.extend(act(&opened, &mut state, &place)?);
    }
    if let Some(path) = &arguments.png {
        write_picture(Path::new(path), &opened, &state)?;
    }
    match notation {
        Some(Printed::Letters(notation)) => {
            return print_notation(&opened, notation, &start, &done);
        }
        Some(Printed::Moves) => return print_moves(&opened, &start, &done),
        Some(Printed::Position) => return print_position(&opened, &state),
        None => {}
    }
    if arguments.json {
        return output::print_json(&Report::of(&opened, &state)?);
    }
    output::print(&ended(opened.game.print_state(&state)))
}

/// Writes the board as it is seen from the front.
fn write_picture(path: &Path, opened: &Opened, state: &State) -> Result<(), Failure> {
    let scheme = Scheme { theme: Theme::Light, palette: PaletteChoice::Standard };
    let looks = Looks::of_picture(opened.game.rules());
    let png = raster(&looks, &state.board, false, scheme, SIDE).to_png();
    let png = png.map_err(|error| Failure::input(error.to_string()))?;
    atomic_file::create_for_user(path, png)
}

/// An action of the list, and where it stands there.
pub(super) struct Place<'a> {
    pub(super) text: &'a str,
    /// From 1.
    pub(super) number: usize,
    pub(super) count: usize,
}

/// The actions asked for, as texts; a play that begins on a board of its own begins there.
fn actions(
    arguments: &RunArguments,
    opened: &Opened,
    start: &mut State,
) -> Result<Vec<String>, Failure> {
    if let Some(letters) = &arguments.lurd {
        let notation = find_notation(opened, LURD)?;
        let read = text::read_notation(opened.game.rules(), &notation.name, letters);
        return read.map_err(|diagnostic| {
            let source = Source { path: "--lurd".to_owned(), text: letters.clone() };
            report::print_all(&[diagnostic], &source);
            Failure::Reported
        });
    }
    let list = match (&arguments.moves, &arguments.moves_file) {
        (Some(list), _) => list.clone(),
        (None, Some(path)) => input::read_play(path, input::MAX_TEXT)?,
        (None, None) => return Ok(Vec::new()),
    };
    if let Some(read) = written_play::read(&opened.game, start, &list) {
        let read = read.and_then(|play| {
            // Two boards to begin on are one too many.
            let is_said = arguments.state.is_some() && play.has_position;
            if is_said { Err(play.refused_position()) } else { Ok(play) }
        });
        return match read {
            Ok(play) => {
                *start = play.start;
                Ok(play.actions)
            }
            Err(error) => {
                let path = arguments.moves_file.clone().unwrap_or_else(|| "--moves".to_owned());
                report::print_all(&[error], &Source { path, text: list });
                Err(Failure::Reported)
            }
        };
    }
    let parts = list.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty());
    Ok(parts.map(str::to_owned).collect())
}

/// Does an action, or several that are written without anything between them.
pub(super) fn act(
    opened: &Opened,
    state: &mut State,
    place: &Place<'_>,
) -> Result<Vec<Action>, Failure> {
    let game = &opened.game;
    let Place { text, number, count } = place;
    let complaint = |id: &str, code: Code, more: (&str, Value)| {
        let values = [
            ("number", (*number).into()),
            ("count", (*count).into()),
            ("action", (*text).into()),
            more,
        ];
        Complaint::new(language::phrases().say(id, &values)).with_code(code)
    };
    let nothing = || ("nothing", Value::from(""));
    let too_late = |state: &State| {
        let outcome = outcome(opened, state).unwrap_or_default();
        let ended = language::phrases().say("ended-with", &[("outcome", outcome.into())]);
        let complaint = complaint("action-too-late", Code::GameOver, nothing());
        Failure::Input(complaint.with_note(ended))
    };
    let actions = match game.read_actions(state, text) {
        Ok(actions) => actions,
        // Of moves only legal ones are known.
        Err(ActionTextError::NoMove { .. }) if state.outcome.is_some() => {
            return Err(too_late(state));
        }
        Err(error) => {
            let phrases = &language::phrases();
            let reason = ("reason", errors::action_text(&error, phrases).into());
            let mut complaint = complaint("action-unknown", Code::UnknownAction, reason);
            complaint.help = errors::action_help(&error, phrases);
            return Err(Failure::Input(complaint.with_note(legal(opened, state)?)));
        }
    };
    match actions.iter().try_for_each(|action| game.apply(state, *action)) {
        Ok(()) => Ok(actions),
        Err(ApplyError::GameOver) => Err(too_late(state)),
        Err(ApplyError::IllegalAction) => {
            let complaint = complaint("action-illegal", Code::IllegalAction, nothing());
            Err(Failure::Input(complaint.with_note(legal(opened, state)?)))
        }
        Err(ApplyError::Run(error)) => {
            let _ = opened.run_failure(state.board.grid(), &error);
            let message = complaint("action-failed", Code::IllegalAction, nothing()).message;
            Err(Failure::input(message))
        }
    }
}

fn legal(opened: &Opened, state: &State) -> Result<String, Failure> {
    let texts = opened.legal_texts(state)?;
    let listed = texts.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    let rest = texts.len().saturating_sub(LISTED);
    let id = match (texts.len(), rest) {
        (0, _) => "legal-none",
        (_, 0) => "legal-are",
        (_, _) => "legal-some",
    };
    let values = [("actions", listed.into()), ("rest", rest.into())];
    Ok(language::phrases().say(id, &values))
}

/// The game's notation of this name.
fn find_notation<'a>(opened: &'a Opened, name: &str) -> Result<&'a Notation, Failure> {
    text::notation_named(opened.game.rules(), name).map_err(|error| {
        let phrases = &language::phrases();
        let mut complaint = Complaint::new(errors::action_text(&error, phrases));
        complaint.help = errors::action_help(&error, phrases);
        Failure::Usage(complaint)
    })
}

/// The text that is printed in place of the state.
enum Printed<'a> {
    /// A letter for each action.
    Letters(&'a Notation),
    /// A list of moves.
    Moves,
    /// The state on a line.
    Position,
}

/// The notation of this name: of moves, of a position, or letters.
fn find_printed<'a>(opened: &'a Opened, name: &str) -> Result<Printed<'a>, Failure> {
    let rules = opened.game.rules();
    if rules.moves.as_ref().is_some_and(|moves| moves.name == name) {
        return Ok(Printed::Moves);
    }
    if rules.position.as_ref().is_some_and(|position| position.name == name) {
        return Ok(Printed::Position);
    }
    find_notation(opened, name).map(Printed::Letters)
}

/// The moves as they are written in books, all on one line: `1. e4 e5 2. Nf3`; or as a tree.
fn print_moves(opened: &Opened, start: &State, done: &[Action]) -> Result<(), Failure> {
    let game = &opened.game;
    let players = game.rules().players.len().max(1);
    let mut state = start.clone();
    let (mut acting, mut written, mut is_forced) = (Vec::new(), Vec::new(), Vec::new());
    for &action in done {
        acting.push(state.to_act);
        written.push(game.written_move(&state, action));
        is_forced.push(action == Action::PASS && game.legal_actions(&state) == Ok(vec![action]));
        // It was done once already, from the same state.
        if game.apply(&mut state, action).is_err() {
            break;
        }
    }
    let notation = game.rules().moves.as_ref();
    if notation.is_some_and(|moves| !moves.nodes.is_empty()) {
        let moves = acting.into_iter().zip(done.iter().copied());
        let usual = opened.start()?;
        return match text::print_tree(game.rules(), (start, &usual), moves) {
            Some(tree) => output::print(&ended(tree)),
            None => Err(Failure::input(language::phrases().say("moves-cannot", &[]))),
        };
    }
    if notation.is_some_and(|moves| moves.listing == Listing::Together) {
        let chosen = written.into_iter().zip(is_forced).filter(|(_, is_forced)| !is_forced);
        return output::print(&ended(chosen.map(|(text, _)| text).collect()));
    }
    let first = u64::from(start.ply) / players as u64 + 1;
    let moves = acting.into_iter().zip(written.iter().map(String::as_str));
    let tags = tags(opened, start)?;
    output::print(&ended(tags + &text::numbered_moves(first, players, moves).join(" ")))
}

/// The tags that say where the moves begin; empty where that is where every play begins. Where the
/// game cannot say it on a line, it is said that the moves alone do not.
fn tags(opened: &Opened, start: &State) -> Result<String, Failure> {
    let (game, usual) = (&opened.game, opened.start()?);
    if (&start.board, start.to_act) == (&usual.board, usual.to_act)
        && game.print_position(start) == game.print_position(&usual)
    {
        return Ok(String::new());
    }
    let position = game.rules().position.as_ref();
    let is_read = position.is_some_and(|it| it.name.eq_ignore_ascii_case(Movetext::POSITION));
    match game.print_position(start).filter(|_| is_read) {
        Some(line) => Ok(format!("[SetUp \"1\"]\n[{} \"{line}\"]\n\n", Movetext::POSITION)),
        None => {
            report::note(&language::phrases().say("moves-begin-elsewhere", &[]));
            Ok(String::new())
        }
    }
}

/// The state on a line.
fn print_position(opened: &Opened, state: &State) -> Result<(), Failure> {
    match opened.game.print_position(state) {
        Some(line) => output::print(&ended(line)),
        None => Err(Failure::input(language::phrases().say("position-cannot", &[]))),
    }
}

/// A line with a letter for each action, capital where the notation says so.
fn print_notation(
    opened: &Opened,
    notation: &Notation,
    start: &State,
    done: &[Action],
) -> Result<(), Failure> {
    let game = &opened.game;
    let mut state = start.clone();
    let mut steps = Vec::with_capacity(done.len());
    for &action in done {
        let before = state.values.clone();
        // It was done once already, from the same state.
        if game.apply(&mut state, action).is_err() {
            break;
        }
        steps.push((action, text::value_rose(notation, &before, &state.values)));
    }
    let grid = start.board.grid();
    let letters = text::print_notation(game.rules(), grid, &notation.name, steps)
        .map_err(|error| Failure::input(errors::action_text(&error, &language::phrases())))?;
    output::print(&ended(letters))
}

/// With one line end after it.
fn ended(mut text: String) -> String {
    if !text.ends_with('\n') {
        text.push('\n');
    }
    text
}

/// A state for programs; the fields are the JSON form, in this order.
#[derive(Debug, Serialize)]
struct Report {
    /// Rows joined by newlines.
    board: String,
    #[serde(serialize_with = "as_object")]
    values: Vec<(String, i64)>,
    /// The player's name; null in a game of one, and once the game is over.
    to_act: Option<String>,
    /// Outcome of the game; null while it goes on.
    outcome: Option<String>,
    legal_actions: Vec<String>,
    ply: u32,
    id: String,
}

impl Report {
    fn of(opened: &Opened, state: &State) -> Result<Self, Failure> {
        let game = &opened.game;
        let player = &game.rules().players[usize::from(state.to_act.0)].name;
        let acts = !game.is_terminal(state) && !player.is_empty();
        Ok(Self {
            board: game.print_board(state),
            values: game.values(state),
            to_act: acts.then(|| player.clone()),
            outcome: outcome(opened, state),
            legal_actions: opened.legal_texts(state)?,
            ply: state.ply,
            id: game.id(&opened.name, &opened.setup),
        })
    }
}

fn outcome(opened: &Opened, state: &State) -> Option<String> {
    let outcome = opened.game.outcome(state)?;
    Some(masume_presentation::outcome::outcome_text(opened.game.rules(), outcome))
}

/// Names to numbers, in the order of the list.
fn as_object<S: Serializer>(values: &[(String, i64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, number)| (name, number)))
}
