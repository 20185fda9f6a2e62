//! One JSON object a line: the protocol for every game, on both of its sides.
//!
//! Who keeps the game says `go` with all there is to know; who chooses answers with an `action`, or asks and
//! does things one by one first. `spec/protocol.md` describes it, `spec/protocol.schema.json` is its schema.

use std::io::Write;
use std::time::Instant;

use masume_engine::{Action, ApplyError, Game, Player, State};
use serde::{Deserialize, Serialize};
use serde_json::{Map, Value, json};

use super::lines::Line;
use super::listener::Meanwhile;
use super::program::Program;
use super::seat::Terms;
use super::{CHOOSE, Fault, Listener, Thinker, View};
use crate::outcome::outcome_text;

/// The version of the protocol.
const VERSION: u32 = 1;
/// The most lines that a program may write before it has chosen.
const MOST_LINES: usize = 10_000;
/// The most lines of them that may be wrong.
const MOST_WRONG: usize = 10;

/// What is said to who chooses: exactly one of these stands in a line.
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
    /// The set-up's id.
    id: String,
    /// The player to act; empty in a game for one.
    player: String,
    ply: u32,
    /// Indexed [row][column], as [`Game::cell`] numbers what they hold.
    cells: Vec<Vec<i64>>,
    /// The points of the player to act; null in a game without.
    score: Option<i64>,
    legal_actions: Vec<String>,
    /// As `--state` reads it.
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

/// What is said by who chooses: exactly one of `action`, `do` and `ask`.
#[derive(Debug, Default, Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Said {
    /// The action that is chosen, which has to be legal.
    action: Option<String>,
    /// An action to be tried: the answer is whether it was done.
    #[serde(rename = "do")]
    try_action: Option<String>,
    ask: Option<Ask>,
    row: Option<u32>,
    column: Option<u32>,
    /// With `"ask": "can"`.
    of: Option<String>,
}

/// What can be asked.
#[derive(Clone, Copy, Debug, Deserialize)]
#[serde(rename_all = "snake_case")]
enum Ask {
    Rows,
    Columns,
    Cell,
    Score,
    Can,
    Over,
    State,
    LegalActions,
}

/// A program that speaks JSON lines.
#[derive(Debug)]
pub(crate) struct JsonProgram {
    program: Program,
    seconds: f64,
}

impl JsonProgram {
    pub(super) fn start(words: &[String], terms: &Terms) -> Result<Self, Fault> {
        let program = Program::start(words, terms)?;
        Ok(Self { program, seconds: terms.limit.as_secs_f64() })
    }

    pub(super) fn choose(&mut self, view: &View<'_>) -> Result<Action, Fault> {
        self.program.must_be_silent()?;
        let (game, state) = (view.session.game(), view.session.state());
        let legal = view.session.legal_actions();
        let legal = legal.map_err(|error| Fault::Rules(format!("{:?}", error.kind)))?;
        let go = Go {
            protocol: VERSION,
            id: view.session.id(),
            player: game.rules().players[usize::from(state.to_act.0)].name.clone(),
            ply: state.ply,
            cells: (0..game.rows(state)).map(|row| game.row(state, row)).collect(),
            score: game.score(state, state.to_act),
            legal_actions: legal.iter().map(|&it| game.action_text(state, it)).collect(),
            state: game.print_state(state),
            seconds: self.seconds,
        };
        self.tell(&Told { go: Some(go), ..Told::default() })?;
        let deadline = self.program.deadline();
        self.hear_action(game, state, legal, deadline)
    }

    /// Answers what is asked until an action is chosen.
    fn hear_action(
        &mut self,
        game: &Game,
        state: &State,
        legal: &[Action],
        deadline: Instant,
    ) -> Result<Action, Fault> {
        let mut wrong = 0;
        for _ in 0..MOST_LINES {
            let line = self.program.hear(deadline)?;
            let said = match serde_json::from_str::<Said>(&line) {
                Ok(said) => said,
                Err(error) => {
                    wrong += 1;
                    // A line that is no JSON at all is no misunderstanding.
                    if wrong > MOST_WRONG || !line.trim_start().starts_with('{') {
                        return Err(Fault::Rubbish(line));
                    }
                    self.tell(&Told { error: Some(error.to_string()), ..Told::default() })?;
                    continue;
                }
            };
            if let Some(text) = said.action {
                let action = game.read_action(state, &text).ok();
                return action.filter(|it| legal.contains(it)).ok_or(Fault::Illegal(text));
            }
            if let Some(text) = said.try_action {
                let action = game.read_action(state, &text).ok();
                let action = action.filter(|it| legal.contains(it));
                self.tell(&Told { answer: Some(action.is_some().into()), ..Told::default() })?;
                match action {
                    Some(action) => return Ok(action),
                    None => continue,
                }
            }
            let told = match said.ask.and_then(|ask| answer(ask, &said, game, state, legal)) {
                Some(answer) => Told { answer: Some(answer), ..Told::default() },
                None => {
                    wrong += 1;
                    if wrong > MOST_WRONG {
                        return Err(Fault::Rubbish(line));
                    }
                    Told { error: Some(NO_ANSWER.to_owned()), ..Told::default() }
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

/// Said to a program, in the protocol's language.
const NO_ANSWER: &str = "expected one of `action`, `do` and `ask` with what it needs";

/// What is answered; `None` where the question lacks something.
fn answer(ask: Ask, said: &Said, game: &Game, state: &State, legal: &[Action]) -> Option<Value> {
    Some(match ask {
        Ask::Rows => game.rows(state).into(),
        Ask::Columns => game.columns(state).into(),
        Ask::Cell => game.cell(state, said.row?, said.column?)?.into(),
        Ask::Score => json!(game.score(state, state.to_act)),
        Ask::Can => {
            let action = game.read_action(state, said.of.as_deref()?).ok();
            action.is_some_and(|action| legal.contains(&action)).into()
        }
        Ask::Over => state.outcome.is_some().into(),
        Ask::State => game.print_state(state).into(),
        Ask::LegalActions => {
            legal.iter().map(|&it| Value::from(game.action_text(state, it))).collect()
        }
    })
}

/// How long an agent thinks.
#[derive(Clone, Copy, Debug)]
pub(crate) enum Pace {
    /// As long as it was told to at the start.
    Own,
    /// A little less than it is given for an answer.
    Given,
}

/// Plays for who keeps the game: reads what is told, answers with actions.
pub(crate) fn serve(
    game: &Game,
    thinker: &mut Thinker,
    pace: Pace,
    listener: &mut Listener,
    output: &mut impl Write,
) -> std::io::Result<()> {
    while let Some(line) = listener.next() {
        let reply = match line {
            Line::Text(line) if line.trim().is_empty() => continue,
            Line::Text(line) => match reply_to(game, (thinker, pace), &line, listener) {
                Ok(Some(action)) => json!({ "action": action }),
                Ok(None) => continue,
                Err(error) => json!({ "error": error }),
            },
            Line::NotText => json!({ "error": "the line is not UTF-8" }),
            Line::TooLong => {
                // What follows would be taken for a line of its own.
                writeln!(output, "{}", json!({ "error": "the line is longer than 1 MiB" }))?;
                return output.flush();
            }
        };
        writeln!(output, "{reply}")?;
        output.flush()?;
    }
    Ok(())
}

/// The seconds to think in, where an answer may take so many: the way there and back, and the time for which a busy machine
/// does something else, are taken from them.
fn thinking_time(seconds: f64) -> f64 {
    /// Of the time that is given.
    const SHARE: f64 = 0.1;
    /// In seconds: twice what was seen with three times as much to do as there are cores.
    const ON_THE_WAY: f64 = 0.3;
    (seconds - ON_THE_WAY.max(SHARE * seconds)).max(seconds / 2.0)
}

/// The action in answer to a line; `None` where it asks for none.
fn reply_to(
    game: &Game,
    (thinker, pace): (&mut Thinker, Pace),
    line: &str,
    listener: &mut Listener,
) -> Result<Option<String>, String> {
    let mut told: Map<String, Value> = serde_json::from_str(line).map_err(|it| it.to_string())?;
    let Some(go) = told.remove(CHOOSE) else {
        let is_known = ["over", "answer", "error"].iter().any(|word| told.contains_key(*word));
        return if is_known { Ok(None) } else { Err("expected `go` or `over`".to_owned()) };
    };
    let go: Go = serde_json::from_value(go).map_err(|error| error.to_string())?;
    let state = game.read_state(&go.state).map_err(|diagnostics| {
        let message = diagnostics.into_iter().next().map(|it| it.message);
        format!("the state cannot be read: {}", message.unwrap_or_default())
    })?;
    if go.seconds <= 0.0 {
        return Err("expected `seconds` above 0".to_owned());
    }
    match pace {
        Pace::Own => {}
        Pace::Given => thinker.seconds = thinking_time(go.seconds),
    }
    let chosen = thinker.choose_hearing((game, &state), listener, |_| Meanwhile::Waits);
    let action = chosen.map_err(|fault| fault.word().to_owned())?;
    let action = action.ok_or_else(|| "the game is over in this state".to_owned())?;
    // What it chose can be done; where not, nothing is said rather than something wrong.
    match game.apply(&mut state.clone(), action) {
        Ok(()) => Ok(Some(game.action_text(&state, action))),
        Err(ApplyError::IllegalAction | ApplyError::GameOver | ApplyError::Run(_)) => {
            Err("no action was found".to_owned())
        }
    }
}
