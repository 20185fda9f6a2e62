//! The Universal Game Interface: UCI without chess, for every game.
//!
//! An action is one word here: its text with underscores in place of blanks (`place_e6`).

use std::io::Write;
use std::ops::ControlFlow;
use std::thread;
use std::time::Duration;

use masume_engine::{Game, Player, Setup, State};

use super::lines::{serve as serve_lines, text_of};
use super::listener::{Meanwhile, Patience};
use super::{CHOOSE, Listener, Thinker};

/// Plays for a controller.
pub fn serve(
    game: &Game,
    setup: Setup,
    thinker: &mut Thinker,
    listener: &mut Listener,
    output: &mut (impl Write + Send),
) -> std::io::Result<()> {
    let mut state = game.start(&setup).ok();
    serve_lines(listener, output, "info error unreadable line\n", |text, listener, output| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let said = match words.split_first() {
            None => Ok(Vec::new()),
            Some((&"quit", _)) => return ControlFlow::Break(String::new()),
            Some((&CHOOSE, words)) => match &state {
                Some(state) => choose(words, (game, state), thinker, (listener, output)),
                None => Err("no position".to_owned()),
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
) -> Result<Vec<String>, String> {
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
        "query" => query(words, state.as_ref().ok_or("no position")?),
        _ => Err(format!("unknown command {command}")),
    }
}

/// Answer to `go` where nothing can be done any more.
const GAME_OVER: &str = "the game is over";
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
) -> Result<Vec<String>, String> {
    let limits = Limits::read(words, thinker)?;
    // Nothing would come of thinking, however long.
    if state.outcome.is_some() {
        return Err(GAME_OVER.to_owned());
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
    let ranked = ranked.map_err(|fault| fault.word().to_owned())?;
    let best = ranked.first().ok_or(GAME_OVER)?;
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
    fn read(words: &[&str], thinker: &Thinker) -> Result<Self, String> {
        let mut limits = Self { seconds: thinker.seconds, nodes: thinker.pick.nodes };
        let mut words = words.iter();
        while let Some(&name) = words.next() {
            let mut number = || {
                let number = words.next().and_then(|word| word.parse::<u64>().ok());
                let number = number.filter(|&number| number > 0);
                number.ok_or(format!("expected a number behind `{name}`"))
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
fn position(words: &[&str], game: &Game, setup: Setup) -> Result<State, String> {
    let has_positions = game.rules().position.is_some();
    let (mut state, words) = match words.split_first() {
        Some((&"startpos", words)) => {
            (game.start(&setup).map_err(|error| error.to_string())?, words)
        }
        Some((&"fen", words)) if has_positions => {
            let end = words.iter().position(|word| *word == "moves").unwrap_or(words.len());
            let state = game.read_state(&words[..end].join(" ")).map_err(|diagnostics| {
                let message = diagnostics.into_iter().next().map(|it| it.message);
                format!("the position cannot be read: {}", message.unwrap_or_default())
            })?;
            (state, &words[end..])
        }
        Some(_) | None => return Err("expected `position startpos`".to_owned()),
    };
    let moves = match words.split_first() {
        None => &[][..],
        Some((&"moves", moves)) => moves,
        Some((word, _)) => return Err(format!("expected `moves`, found `{word}`")),
    };
    for word in moves {
        let action = game.read_action(&state, &word.replace('_', " "));
        let action = action.map_err(|_| format!("unknown move {word}"))?;
        game.apply(&mut state, action).map_err(|_| format!("illegal move {word}"))?;
    }
    Ok(state)
}

fn query(words: &[&str], state: &State) -> Result<Vec<String>, String> {
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
        _ => Err("unknown query".to_owned()),
    }
}

fn word_of(text: &str) -> String {
    text.replace(' ', "_")
}
