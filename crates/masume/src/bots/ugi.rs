//! The Universal Game Interface: UCI without chess, for every game.
//!
//! An action is one word here: its text with underscores in place of blanks (`place_e6`).

use std::io::{BufRead, Write};
use std::ops::ControlFlow;

use masume_engine::{Game, Player, Setup, State, StopToken};

use super::lines::{serve as serve_lines, text_of};
use super::{CHOOSE, Thinker};

/// Plays for a controller.
pub(crate) fn serve(
    game: &Game,
    setup: Setup,
    thinker: &mut Thinker,
    input: &mut impl BufRead,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let mut state = game.start(&setup).ok();
    serve_lines(input, output, "info error unreadable line\n", |text| {
        let words: Vec<&str> = text.split_whitespace().collect();
        let said = match words.split_first() {
            None => Ok(Vec::new()),
            Some((&"quit", _)) => return ControlFlow::Break(String::new()),
            Some((&command, words)) => answer(command, words, game, setup, &mut state, thinker),
        };
        ControlFlow::Continue(text_of(said, "info error"))
    })
}

fn answer(
    command: &str,
    words: &[&str],
    game: &Game,
    setup: Setup,
    state: &mut Option<State>,
    thinker: &mut Thinker,
) -> Result<Vec<String>, String> {
    let line = |text: &str| Ok(vec![text.to_owned()]);
    match command {
        "ugi" => Ok(["id name Masume", "id author the makers of Masume", "ugiok"]
            .map(str::to_owned)
            .into()),
        "isready" => line("readyok"),
        "setoption" | "stop" => Ok(Vec::new()),
        "uginewgame" => {
            *state = game.start(&setup).ok();
            Ok(Vec::new())
        }
        "position" => {
            *state = Some(position(words, game, setup)?);
            Ok(Vec::new())
        }
        "query" => query(words, state.as_ref().ok_or("no position")?),
        CHOOSE => {
            let state = state.as_ref().ok_or("no position")?;
            set_limits(words, thinker);
            let ranked = thinker
                .rank(game, state, &StopToken::default())
                .map_err(|fault| fault.word().to_owned())?;
            let best = ranked.first().ok_or("the game is over")?;
            let word = word_of(&game.action_text(state, best.action));
            Ok(vec![
                format!("info score {} nodes {}", best.value, best.visits),
                format!("bestmove {word}"),
            ])
        }
        _ => Err(format!("unknown command {command}")),
    }
}

/// `movetime` in milliseconds, `nodes`.
fn set_limits(words: &[&str], thinker: &mut Thinker) {
    for pair in words.windows(2) {
        let &[name, number] = pair else { continue };
        match (name, number.parse::<u64>()) {
            ("movetime", Ok(milliseconds)) if milliseconds > 0 => {
                thinker.seconds = milliseconds.min(86_400_000) as f64 / 1_000.0;
                thinker.pick.nodes = None;
            }
            ("nodes", Ok(nodes)) if nodes > 0 => thinker.pick.nodes = Some(nodes),
            _ => {}
        }
    }
}

/// The state of `startpos moves …`.
fn position(words: &[&str], game: &Game, setup: Setup) -> Result<State, String> {
    let Some((&"startpos", words)) = words.split_first() else {
        return Err("expected `position startpos`".to_owned());
    };
    let mut state = game.start(&setup).map_err(|error| error.to_string())?;
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
