//! `masume run`: actions without a terminal, and the state they lead to.

use masume_engine::{Action, ApplyError, Code, State};
use masume_rules::model::Notation;
use masume_rules::text;
use serde::{Serialize, Serializer};

use crate::arguments::RunArguments;
use crate::complaint::Complaint;
use crate::failure::Failure;
use crate::locale::{Phrases, Value};
use crate::open::{self, Opened};
use crate::report::Source;
use crate::speech::errors;
use crate::{input, output, report};

/// The notation that `--lurd` reads.
const LURD: &str = "lurd";
/// How many legal actions a complaint lists: enough for a screen.
const LISTED: usize = 100;

pub(crate) fn run(arguments: &RunArguments) -> Result<(), Failure> {
    if arguments.state.as_deref() == Some("-") && arguments.moves_file.as_deref() == Some("-") {
        return Err(Failure::usage(Phrases::of_command_line().say("one-standard-input", &[])));
    }
    let opened = open::open(&arguments.game)?.run_by(arguments.executor);
    // Asked for before anything runs: a misspelt name is no reason to wait.
    let notation = match &arguments.print_notation {
        Some(name) => Some(find_notation(&opened, name)?),
        None => None,
    };
    let actions = actions(arguments, &opened)?;
    let start = opened.state(arguments.state.as_deref())?;
    opened.say_who_runs(arguments.executor, start.board.grid());
    let mut state = start.clone();
    let mut done = Vec::with_capacity(actions.len());
    for (index, action) in actions.iter().enumerate() {
        let place = Place { text: action, number: index + 1, count: actions.len() };
        done.push(act(&opened, &mut state, &place)?);
    }
    if let Some(notation) = notation {
        return print_notation(&opened, notation, &start, &done);
    }
    if arguments.json {
        return output::print_json(&Report::of(&opened, &state)?);
    }
    output::print(&ended(opened.game.print_state(&state)))
}

/// An action of the list, and where it stands there.
struct Place<'a> {
    text: &'a str,
    /// From 1.
    number: usize,
    count: usize,
}

/// The actions asked for, as texts.
fn actions(arguments: &RunArguments, opened: &Opened) -> Result<Vec<String>, Failure> {
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
        (None, Some(path)) => input::read_text(path, input::MAX_TEXT)?,
        (None, None) => return Ok(Vec::new()),
    };
    let parts = list.split([',', '\n']).map(str::trim).filter(|part| !part.is_empty());
    Ok(parts.map(str::to_owned).collect())
}

fn act(opened: &Opened, state: &mut State, place: &Place<'_>) -> Result<Action, Failure> {
    let game = &opened.game;
    let Place { text, number, count } = place;
    let complaint = |id: &str, code: Code, more: (&str, Value)| {
        let values = [
            ("number", (*number).into()),
            ("count", (*count).into()),
            ("action", (*text).into()),
            more,
        ];
        Complaint::new(Phrases::of_command_line().say(id, &values)).with_code(code)
    };
    let nothing = || ("nothing", Value::from(""));
    let action = match game.read_action(state, text) {
        Ok(action) => action,
        Err(error) => {
            let phrases = &Phrases::of_command_line();
            let reason = ("reason", errors::action_text(&error, phrases).into());
            let mut complaint = complaint("action-unknown", Code::UnknownAction, reason);
            complaint.help = errors::action_help(&error, phrases);
            return Err(Failure::Input(complaint.with_note(legal(opened, state)?)));
        }
    };
    match game.apply(state, action) {
        Ok(()) => Ok(action),
        Err(ApplyError::GameOver) => {
            let outcome = outcome(opened, state).unwrap_or_default();
            let ended =
                Phrases::of_command_line().say("ended-with", &[("outcome", outcome.into())]);
            let complaint = complaint("action-too-late", Code::GameOver, nothing());
            Err(Failure::Input(complaint.with_note(ended)))
        }
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
    Ok(Phrases::of_command_line().say(id, &values))
}

/// The game's notation of this name.
fn find_notation<'a>(opened: &'a Opened, name: &str) -> Result<&'a Notation, Failure> {
    text::notation_named(opened.game.rules(), name).map_err(|error| {
        let phrases = &Phrases::of_command_line();
        let mut complaint = Complaint::new(errors::action_text(&error, phrases));
        complaint.help = errors::action_help(&error, phrases);
        Failure::Usage(complaint)
    })
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
    let letters =
        text::print_notation(game.rules(), grid, &notation.name, steps).map_err(|error| {
            Failure::input(errors::action_text(&error, &Phrases::of_command_line()))
        })?;
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
    /// How the game ended; null while it goes on.
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
    Some(crate::outcome::outcome_text(opened.game.rules(), outcome))
}

/// Names to numbers, in the order of the list.
fn as_object<S: Serializer>(values: &[(String, i64)], serializer: S) -> Result<S::Ok, S::Error> {
    serializer.collect_map(values.iter().map(|(name, number)| (name, number)))
}
