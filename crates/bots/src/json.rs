//! One JSON object a line: the protocol for every game, on both of its sides.
//!
//! The keeper of the game says `go` with all there is to know; who chooses answers with an
//! `action`, or asks and does things one by one first. `spec/protocol.md` describes it,
//! `spec/protocol.schema.json` is its schema.

use std::fmt;
use std::io::Write;
use std::time::Instant;

use masume_engine::{Action, ApplyError, Game, Player, State};
use masume_presentation::escape::json_text;
use masume_presentation::outcome::outcome_text;
use masume_rules::facts::uses_chance;
use masume_session::Session;
use masume_syntax::Diagnostic;
use serde::{Deserialize, Deserializer, Serialize};
use serde_json::{Map, Value, json};

use super::lines;
use super::listener::Meanwhile;
use super::program::Program;
use super::seat::Terms;
use super::{CHOOSE, Fault, Listener, Thinker, View};

/// The version of the protocol.
const VERSION: u32 = 1;
/// The most lines that a program may write before it has chosen.
const MOST_LINES: usize = 10_000;
/// The most lines of them that may be wrong.
const MOST_WRONG: usize = 10;

/// Reason why a line of the protocol is refused.
#[derive(Debug)]
enum JsonError {
    /// A line that is no JSON, or has other members than it may.
    Json(serde_json::Error),
    /// Several things in one line, or none.
    NotOne,
    CellWithoutPlace,
    CanWithoutAction,
    /// A question with what belongs to another one.
    NotItsOwn,
    NoCell {
        row: u64,
        column: u64,
    },
    /// A line that asks for nothing which is known.
    NoGo,
    /// Another version of the protocol.
    Version(Value),
    /// The state is in error.
    Unreadable(Vec<Diagnostic>),
    /// No time is left for an answer.
    NoTime,
    Fault(Fault),
    GameOver,
    /// The agent chose what cannot be done.
    NoAction,
}

impl From<serde_json::Error> for JsonError {
    fn from(error: serde_json::Error) -> Self {
        Self::Json(error)
    }
}

impl fmt::Display for JsonError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Json(error) => error.fmt(f),
            Self::NotOne => f.write_str(
                "expected exactly one of `action`, `do` and `ask`, with what belongs to it",
            ),
            Self::CellWithoutPlace => f.write_str("`cell` needs `row` and `column`"),
            Self::CanWithoutAction => f.write_str("`can` needs `of`, an action"),
            Self::NotItsOwn => f.write_str("only `cell` has a place, and only `can` an action"),
            Self::NoCell { row, column } => {
                write!(f, "no such cell: row {row}, column {column}")
            }
            Self::NoGo => f.write_str("expected `go` or `over`"),
            Self::Version(found) => write!(f, "expected protocol {VERSION}, found {found}"),
            Self::Unreadable(diagnostics) => {
                let message = diagnostics.first().map_or("", |it| &it.message);
                write!(f, "the state cannot be read: {message}")
            }
            Self::NoTime => f.write_str("expected `seconds` above 0"),
            Self::Fault(fault) => f.write_str(fault.word()),
            Self::GameOver => f.write_str("the game is over in this state"),
            Self::NoAction => f.write_str("no action was found"),
        }
    }
}

/// Message to the side that chooses: exactly one of these stands in a line.
#[derive(Debug, Default, Serialize)]
struct Told {
    #[serde(skip_serializing_if = "Option::is_none")]
    go: Option<Go>,
    #[serde(skip_serializing_if = "Option::is_none")]
    over: Option<Over>,
    #[serde(skip_serializing_if = "Option::is_none")]
    answer: Option<Value>,
    #[serde(skip_serializing_if = "Option::is_none")]
    error: Option<String>,
}

/// It is this player's turn.
#[derive(Debug, Serialize, Deserialize)]
struct Go {
    protocol: u32,
    /// The set-up's id; without the seed where chance plays a part.
    id: String,
    /// The player to act; empty in a game for one.
    player: String,
    ply: u32,
    /// Indexed [row][column], as [`Game::cell`] numbers what they hold.
    cells: Vec<Vec<i64>>,
    /// The points of the player to act; null in a game without.
    score: Option<i64>,
    legal_actions: Vec<String>,
    /// As `--state` reads it, without the random generator.
    state: String,
    /// Seconds for the answer.
    seconds: f64,
}

/// The game is over.
#[derive(Debug, Serialize)]
struct Over {
    /// Null where it was left.
    outcome: Option<String>,
    /// By player, in order of turn.
    scores: Vec<Option<i64>>,
    plies: u32,
}

/// A line of who chooses, before it is known to say one thing. What is `null` is not said.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Message {
    #[serde(deserialize_with = "said")]
    action: Option<String>,
    #[serde(rename = "do", deserialize_with = "said")]
    try_action: Option<String>,
    #[serde(deserialize_with = "said")]
    ask: Option<Question>,
    #[serde(deserialize_with = "said")]
    row: Option<u64>,
    #[serde(deserialize_with = "said")]
    column: Option<u64>,
    #[serde(deserialize_with = "said")]
    of: Option<String>,
    /// The ply that it is for.
    #[serde(deserialize_with = "said")]
    ply: Option<u64>,
}

/// A member that is there has a value: `null` is none.
fn said<'de, D: Deserializer<'de>, T: Deserialize<'de>>(from: D) -> Result<Option<T>, D::Error> {
    T::deserialize(from).map(Some)
}

/// The word of a question.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Question {
    Rows,
    Columns,
    Cell,
    Score,
    Can,
    Over,
    State,
    LegalActions,
}

/// Message of the side that chooses.
#[derive(Debug)]
enum Said {
    /// The action that is chosen, which has to be legal.
    Action(String),
    /// An action to be tried: the answer is whether it was done.
    Do(String),
    Ask(Ask),
}

/// Question that a program can ask.
#[derive(Debug)]
enum Ask {
    Rows,
    Columns,
    Cell { row: u64, column: u64 },
    Score,
    Can { of: String },
    Over,
    State,
    LegalActions,
}

impl Said {
    /// Reads a line: exactly one of `action`, `do` and `ask`, with what belongs to it and nothing
    /// else, and the ply that it is for, where it carries one.
    fn read(line: &str) -> Result<(Self, Option<u64>), JsonError> {
        let line: Message = serde_json::from_str(line)?;
        let ply = line.ply;
        let said = match line {
            Message {
                action: Some(text),
                try_action: None,
                ask: None,
                row: None,
                column: None,
                of: None,
                ply: _,
            } => Ok(Self::Action(text)),
            Message {
                action: None,
                try_action: Some(text),
                ask: None,
                row: None,
                column: None,
                of: None,
                ply: _,
            } => Ok(Self::Do(text)),
            Message {
                action: None,
                try_action: None,
                ask: Some(question),
                row,
                column,
                of,
                ply: _,
            } => Ask::read(question, (row, column), of).map(Self::Ask),
            Message { .. } => Err(JsonError::NotOne),
        };
        Ok((said?, ply))
    }
}

impl Ask {
    fn read(
        question: Question,
        place: (Option<u64>, Option<u64>),
        of: Option<String>,
    ) -> Result<Self, JsonError> {
        match (question, place, of) {
            (Question::Cell, (Some(row), Some(column)), None) => Ok(Self::Cell { row, column }),
            (Question::Cell, _, _) => Err(JsonError::CellWithoutPlace),
            (Question::Can, (None, None), Some(of)) => Ok(Self::Can { of }),
            (Question::Can, _, _) => Err(JsonError::CanWithoutAction),
            (Question::Rows, (None, None), None) => Ok(Self::Rows),
            (Question::Columns, (None, None), None) => Ok(Self::Columns),
            (Question::Score, (None, None), None) => Ok(Self::Score),
            (Question::Over, (None, None), None) => Ok(Self::Over),
            (Question::State, (None, None), None) => Ok(Self::State),
            (Question::LegalActions, (None, None), None) => Ok(Self::LegalActions),
            (
                Question::Rows
                | Question::Columns
                | Question::Score
                | Question::Over
                | Question::State
                | Question::LegalActions,
                _,
                _,
            ) => Err(JsonError::NotItsOwn),
        }
    }
}

/// A program that speaks JSON lines.
#[derive(Debug)]
pub struct JsonProgram {
    pub(super) program: Program,
    seconds: f64,
}

impl JsonProgram {
    pub(super) fn start(words: &[String], terms: &Terms) -> Result<Self, Fault> {
        let program = Program::start(words, terms)?;
        Ok(Self { program, seconds: terms.told })
    }

    pub(super) fn choose(&mut self, view: &View<'_>) -> Result<Action, Fault> {
        let (game, state) = (view.session.game(), view.session.state());
        let early = self.early(state)?;
        let legal = view.session.legal_actions();
        let legal = legal.map_err(|error| Fault::Rules(format!("{:?}", error.kind)))?;
        let go = Go {
            protocol: VERSION,
            id: told_id(view.session),
            player: game.rules().players[usize::from(state.to_act.0)].name.clone(),
            ply: state.ply,
            cells: (0..game.rows(state)).map(|row| game.row(state, row)).collect(),
            score: game.score(state, state.to_act),
            legal_actions: legal.iter().map(|&it| game.action_text(state, it)).collect(),
            state: told_state(game, state),
            seconds: self.seconds,
        };
        self.tell(&Told { go: Some(go), ..Told::default() })?;
        let deadline = self.program.deadline();
        self.hear_action((game, state, legal), early, deadline)
    }

    /// The line that is there before the question. One that carries its ply counts, for it counts
    /// too where it comes a moment later; without a ply it was written for something else.
    fn early(&mut self, state: &State) -> Result<Option<String>, Fault> {
        let Some(line) = self.program.early()? else { return Ok(None) };
        match Said::read(&line) {
            Ok((_, Some(ply))) => of_this_ply(ply, state).map(|()| Some(line)),
            Ok((_, None)) | Err(_) => Err(Fault::OutOfTurn(line)),
        }
    }

    /// Answers what is asked until an action is chosen.
    fn hear_action(
        &mut self,
        (game, state, legal): (&Game, &State, &[Action]),
        mut early: Option<String>,
        deadline: Instant,
    ) -> Result<Action, Fault> {
        let legal_of = |text: &str| {
            let action = game.read_action(state, text).ok();
            action.filter(|action| legal.contains(action))
        };
        let mut wrong = 0;
        for _ in 0..MOST_LINES {
            let line = match early.take() {
                Some(line) => line,
                None => self.program.hear(deadline)?,
            };
            let said = Said::read(&line);
            if let Ok((_, Some(ply))) = &said {
                of_this_ply(*ply, state)?;
            }
            let answered = match said.map(|(said, _)| said) {
                Ok(Said::Action(text)) => return legal_of(&text).ok_or(Fault::Illegal(text)),
                Ok(Said::Do(text)) => {
                    let action = legal_of(&text);
                    self.tell(&Told { answer: Some(action.is_some().into()), ..Told::default() })?;
                    match action {
                        Some(action) => return Ok(action),
                        None => continue,
                    }
                }
                Ok(Said::Ask(ask)) => answer(&ask, game, state, legal),
                Err(error) => Err(error),
            };
            let told = match answered {
                Ok(answer) => Told { answer: Some(answer), ..Told::default() },
                Err(error) => {
                    wrong += 1;
                    // A line that is no JSON at all is no misunderstanding.
                    if wrong > MOST_WRONG || !line.trim_start().starts_with('{') {
                        return Err(Fault::Rubbish(line));
                    }
                    Told { error: Some(error.to_string()), ..Told::default() }
                }
            };
            self.tell(&told)?;
        }
        Err(Fault::Flood)
    }

    fn tell(&mut self, told: &Told) -> Result<(), Fault> {
        let line =
            serde_json::to_string(told).map_err(|error| Fault::Refused(error.to_string()))?;
        self.program.tell(&line)
    }

    pub(super) fn say_over(&mut self, view: &View<'_>) {
        let (game, state) = (view.session.game(), view.session.state());
        let players = 0..game.rules().players.len() as u8;
        let over = Over {
            outcome: state.outcome.map(|outcome| outcome_text(game.rules(), outcome)),
            scores: players.map(|player| game.score(state, Player(player))).collect(),
            plies: state.ply,
        };
        // Who has gone need not be told.
        let _ = self.tell(&Told { over: Some(over), ..Told::default() });
    }
}

/// Refuses a line that is for another ply than the one that is asked about.
fn of_this_ply(ply: u64, state: &State) -> Result<(), Fault> {
    match ply == u64::from(state.ply) {
        true => Ok(()),
        false => Err(Fault::WrongPly { answered: ply, asked: state.ply }),
    }
}

/// Answer to a question, or the reason for which there is none.
fn answer(ask: &Ask, game: &Game, state: &State, legal: &[Action]) -> Result<Value, JsonError> {
    Ok(match ask {
        Ask::Rows => game.rows(state).into(),
        Ask::Columns => game.columns(state).into(),
        &Ask::Cell { row, column } => {
            let place = u32::try_from(row).ok().zip(u32::try_from(column).ok());
            let cell = place.and_then(|(row, column)| game.cell(state, row, column));
            cell.ok_or(JsonError::NoCell { row, column })?.into()
        }
        Ask::Score => json!(game.score(state, state.to_act)),
        Ask::Can { of } => {
            let action = game.read_action(state, of).ok();
            action.is_some_and(|action| legal.contains(&action)).into()
        }
        Ask::Over => state.outcome.is_some().into(),
        Ask::State => told_state(game, state).into(),
        Ask::LegalActions => {
            legal.iter().map(|&it| Value::from(game.action_text(state, it))).collect()
        }
    })
}

/// The state as text without the random generator: what chance will do is nobody's to know.
fn told_state(game: &Game, state: &State) -> String {
    let text = game.print_state(state);
    if !uses_chance(game.rules()) {
        return text;
    }
    let generator = format!("random: {:016x}\n", state.random.0);
    // It stands above the picture, so that no row can be taken for it.
    text.replacen(&generator, "", 1)
}

/// The set-up's id; without its seed where that tells what chance will do.
fn told_id(session: &Session) -> String {
    let mut id = session.id();
    if uses_chance(session.game().rules())
        && let Some(end) = id.find('#')
    {
        id.truncate(end);
    }
    id
}

/// Pace at which an agent thinks.
#[derive(Clone, Copy, Debug)]
pub enum Pace {
    /// As long as it was told to at the start.
    Own,
    /// A little less than it is given for an answer.
    Given,
}

/// Plays for who keeps the game: reads what is told, answers with actions.
pub fn serve(
    game: &Game,
    thinker: &mut Thinker,
    pace: Pace,
    listener: &mut Listener,
    output: &mut impl Write,
) -> std::io::Result<()> {
    while let Some(line) = listener.next() {
        let reply = match line {
            lines::Line::Text(line) if line.trim().is_empty() => continue,
            lines::Line::Text(line) => match reply_to(game, (thinker, pace), &line, listener) {
                Ok(Some((action, ply))) => json!({ "action": action, "ply": ply }),
                Ok(None) => continue,
                Err(error) => json!({ "error": error.to_string() }),
            },
            lines::Line::NotText => json!({ "error": "the line is not UTF-8" }),
            lines::Line::TooLong => json!({ "error": "the line is longer than 1 MiB" }),
        };
        writeln!(output, "{}", json_text(&reply)?)?;
        output.flush()?;
    }
    Ok(())
}

/// The seconds to think in, where an answer may take so many: the way there and back, and the time
/// for which a busy machine does something else, are taken from them.
fn thinking_time(seconds: f64) -> f64 {
    /// Share of the time that is given.
    const SHARE: f64 = 0.1;
    /// In seconds: twice what was seen with three times as much to do as there are cores.
    const ON_THE_WAY: f64 = 0.3;
    (seconds - ON_THE_WAY.max(SHARE * seconds)).max(seconds / 2.0)
}

/// The action in answer to a line, and the ply that it is for; `None` where it asks for none.
fn reply_to(
    game: &Game,
    (thinker, pace): (&mut Thinker, Pace),
    line: &str,
    listener: &mut Listener,
) -> Result<Option<(String, u32)>, JsonError> {
    let mut told: Map<String, Value> = serde_json::from_str(line)?;
    let Some(go) = told.remove(CHOOSE) else {
        let is_known = ["over", "answer", "error"].iter().any(|word| told.contains_key(*word));
        return if is_known { Ok(None) } else { Err(JsonError::NoGo) };
    };
    // Another version may have other members.
    if let Some(version) = go.get("protocol").filter(|version| **version != VERSION) {
        return Err(JsonError::Version(version.clone()));
    }
    let go: Go = serde_json::from_value(go)?;
    let state = game.read_state(&go.state).map_err(JsonError::Unreadable)?;
    if go.seconds <= 0.0 {
        return Err(JsonError::NoTime);
    }
    match pace {
        Pace::Own => {}
        Pace::Given => thinker.seconds = thinking_time(go.seconds),
    }
    let chosen = thinker.choose_hearing((game, &state), listener, |_| Meanwhile::Waits);
    let action = chosen.map_err(JsonError::Fault)?;
    let action = action.ok_or(JsonError::GameOver)?;
    // What it chose can be done; where not, nothing is said rather than something wrong.
    match game.apply(&mut state.clone(), action) {
        Ok(()) => Ok(Some((game.action_text(&state, action), go.ply))),
        Err(ApplyError::IllegalAction | ApplyError::GameOver | ApplyError::Run(_)) => {
            Err(JsonError::NoAction)
        }
    }
}

#[cfg(test)]
mod tests {
    use super::thinking_time;

    #[test]
    fn thinking_takes_most_of_the_time_and_leaves_some() {
        for (seconds, expected) in [(0.1, 0.05), (1.0, 0.7), (3.0, 2.7), (60.0, 54.0)] {
            assert!((thinking_time(seconds) - expected).abs() < 1e-9, "{seconds}");
        }
    }
}
