//! The Universal Game Interface: UCI without chess, for every game.
//!
//! An action is one word here: its text with underscores in place of blanks (`place_e6`).

use std::fmt;
use std::io::Write;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use masume_engine::{Game, Player, Setup, SetupError, State};
use masume_syntax::Diagnostic;

use super::lines::{serve as serve_lines, text_of};
use super::listener::{Meanwhile, Patience};
use super::{CHOOSE, Fault, Listener, Thinker};

/// Reason why a command is refused.
#[derive(Debug)]
enum UgiError {
    UnknownCommand(String),
    /// No position was given, or the last one could not be read.
    NoPosition,
    GameOver,
    /// No number above 0 behind a limit of the search.
    NoNumber(String),
    Fault(Fault),
    /// The game cannot be set up.
    SetUp(SetupError),
    /// The position on a line is in error.
    Unreadable(Vec<Diagnostic>),
    /// `position` without a word for one.
    NotAPosition,
    /// Another word in the place of `moves`.
    NotMoves(String),
    UnknownMove(String),
    IllegalMove(String),
    UnknownQuery,
}

impl fmt::Display for UgiError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::UnknownCommand(command) => write!(f, "unknown command {command}"),
            Self::NoPosition => f.write_str("no position"),
            Self::GameOver => f.write_str("the game is over"),
            Self::NoNumber(name) => write!(f, "expected a number behind `{name}`"),
            Self::Fault(fault) => f.write_str(fault.word()),
            Self::SetUp(error) => error.fmt(f),
            Self::Unreadable(diagnostics) => {
                let message = diagnostics.first().map_or("", |it| &it.message);
                write!(f, "the position cannot be read: {message}")
            }
            Self::NotAPosition => f.write_str("expected `position startpos`"),
            Self::NotMoves(word) => write!(f, "expected `moves`, found `{word}`"),
            Self::UnknownMove(word) => write!(f, "unknown move {word}"),
            Self::IllegalMove(word) => write!(f, "illegal move {word}"),
            Self::UnknownQuery => f.write_str("unknown query"),
        }
    }
}

/// Plays for a controller.
pub fn serve(
    game: &Game,
    setup: Setup,
    thinker: &mut Thinker,
    listener: &mut Listener,
    output: &mut (impl Write + Send),
) -> std::io::Result<()> {
    let mut state = game.start(&setup).ok();
    serve_lines(listener, output, |text, listener, output| {
        let Some(text) = text else {
            // It may have been the position that is meant from here on.
            state = None;
            return ControlFlow::Continue("info error unreadable line\n".to_owned());
        };
        let words: Vec<&str> = text.split_whitespace().collect();
        let said = match words.split_first() {
            None => Ok(Vec::new()),
            Some((&"quit", _)) => return ControlFlow::Break(String::new()),
            Some((&CHOOSE, words)) => match &state {
                Some(state) => choose(words, (game, state), thinker, (listener, output)),
                None => Err(UgiError::NoPosition),
            },
            Some((&command, words)) => answer(command, words, (game, setup), &mut state),
        };
        ControlFlow::Continue(text_of(said, "info error"))
    })
}

fn answer(
    command: &str,
    words: &[&str],
    (game, setup): (&Game, Setup),
    state: &mut Option<State>,
) -> Result<Vec<String>, UgiError> {
    let line = |text: &str| Ok(vec![text.to_owned()]);
    match command {
        "ugi" => Ok(["id name Masume", "id author the makers of Masume", "ugiok"]
            .map(str::to_owned)
            .into()),
        "isready" => line(READY),
        // Nothing is being thought about.
        "setoption" | "stop" => Ok(Vec::new()),
        "uginewgame" => {
            *state = game.start(&setup).ok();
            Ok(Vec::new())
        }
        "position" => {
            // Whatever is wrong with it, the position before is not the one that is meant.
            *state = None;
            *state = Some(position(words, game, setup)?);
            Ok(Vec::new())
        }
        "query" => query(words, state.as_ref().ok_or(UgiError::NoPosition)?),
        _ => Err(UgiError::UnknownCommand(command.to_owned())),
    }
}

/// Said when nothing is left to be done.
const READY: &str = "readyok";
/// Between two looks at whether `stop` has come.
const PAUSE: Duration = Duration::from_millis(10);

/// Thinks, and listens to `stop` meanwhile.
fn choose<W: Write + Send>(
    words: &[&str],
    (game, state): (&Game, &State),
    thinker: &mut Thinker,
    (listener, output): (&mut Listener, &mut W),
) -> Result<Vec<String>, UgiError> {
    let limits = Limits::read(words, thinker)?;
    // Nothing would come of thinking, however long.
    if state.outcome.is_some() {
        return Err(UgiError::GameOver);
    }
    let usual = Limits { seconds: thinker.seconds, nodes: thinker.pick.nodes };
    limits.set(thinker);
    let meanwhile = |line: &str| match line.trim() {
        "stop" => Meanwhile::Ends,
        "quit" => Meanwhile::EndsAndWaits,
        "isready" => {
            // Where nobody reads, the answer fails too.
            let _ = writeln!(output, "{READY}").and_then(|()| output.flush());
            Meanwhile::Answered
        }
        _ => Meanwhile::Waits,
    };
    let ranked = listener.while_thinking(limits.patience(), meanwhile, |stop| {
        let ranked = thinker.rank(game, state, stop);
        // Who asked for no end waits for an answer only after `stop`, whatever is found before.
        while limits.is_endless() && !stop.is_stopped() {
            thread::sleep(PAUSE);
        }
        ranked
    });
    usual.set(thinker);
    let ranked = ranked.map_err(UgiError::Fault)?;
    let best = ranked.first().ok_or(UgiError::GameOver)?;
    let word = word_of(&game.action_text(state, best.action));
    Ok(vec![format!("info score {} nodes {}", best.value, best.visits), format!("bestmove {word}")])
}

/// Limits of a search: time, depth and nodes.
#[derive(Clone, Copy, Debug)]
struct Limits {
    /// Without nodes; infinite for no end.
    seconds: f64,
    nodes: Option<u64>,
}

impl Limits {
    /// Reads `movetime` in milliseconds, `nodes` and `infinite`; as usual where none of them is
    /// said.
    fn read(words: &[&str], thinker: &Thinker) -> Result<Self, UgiError> {
        let mut limits = Self { seconds: thinker.seconds, nodes: thinker.pick.nodes };
        let mut words = words.iter();
        while let Some(&name) = words.next() {
            let mut number = || {
                let number = words.next().and_then(|word| word.parse::<u64>().ok());
                let number = number.filter(|&number| number > 0);
                number.ok_or_else(|| UgiError::NoNumber(name.to_owned()))
            };
            limits = match name {
                "movetime" => Self { seconds: number()? as f64 / 1_000.0, nodes: None },
                "nodes" => Self { nodes: Some(number()?), ..limits },
                "infinite" => Self { seconds: f64::INFINITY, nodes: None },
                // Depths and clocks are for others.
                _ => limits,
            };
        }
        Ok(limits)
    }

    fn is_endless(self) -> bool {
        self.nodes.is_none() && self.seconds.is_infinite()
    }

    fn patience(self) -> Patience {
        match self.nodes {
            Some(_) => Patience::Nodes,
            None if self.is_endless() => Patience::Endless,
            None => Patience::Clock,
        }
    }

    fn set(self, thinker: &mut Thinker) {
        thinker.seconds = self.seconds;
        thinker.pick.nodes = self.nodes;
    }
}

/// The state of `startpos moves …`, or of `fen … moves …` where the game has positions on a line.
fn position(words: &[&str], game: &Game, setup: Setup) -> Result<State, UgiError> {
    let has_positions = game.rules().position.is_some();
    let (mut state, words) = match words.split_first() {
        Some((&"startpos", words)) => (game.start(&setup).map_err(UgiError::SetUp)?, words),
        Some((&"fen", words)) if has_positions => {
            let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
            let state = game.read_state(&words[..end].join(" "));
            (state.map_err(UgiError::Unreadable)?, &words[end..])
        }
        Some(_) | None => return Err(UgiError::NotAPosition),
    };
    let moves = match words.split_first() {
        None => &[][..],
        Some((&"moves", moves)) => moves,
        Some((word, _)) => return Err(UgiError::NotMoves((*word).to_owned())),
    };
    for word in moves {
        let action = game.read_action(&state, &word.replace('_', " "));
        let action = action.map_err(|_| UgiError::UnknownMove((*word).to_owned()))?;
        let applied = game.apply(&mut state, action);
        applied.map_err(|_| UgiError::IllegalMove((*word).to_owned()))?;
    }
    Ok(state)
}

fn query(words: &[&str], state: &State) -> Result<Vec<String>, UgiError> {
    use masume_engine::Outcome;

    let result = match state.outcome {
        None => "none",
        Some(Outcome::Won(Player(0)) | Outcome::Lost(Player(1))) => "p1win",
        Some(Outcome::Won(_) | Outcome::Lost(_)) => "p2win",
        Some(Outcome::Draw | Outcome::Ended) => "draw",
    };
    match words {
        ["gameover"] => Ok(vec![format!("response {}", state.outcome.is_some())]),
        ["p1turn"] => Ok(vec![format!("response {}", state.to_act == Player(0))]),
        ["result"] => Ok(vec![format!("response {result}")]),
        _ => Err(UgiError::UnknownQuery),
    }
}

fn word_of(text: &str) -> String {
    text.replace(' ', "_")
}
