//! NBoard (protocol version 2): how Othello programs are spoken to; for any game for two in which
//! players only choose a cell, on a board of 8 x 8.

use std::io::Write;
use std::ops::ControlFlow;

use masume_engine::{Action, Game, Setup, State};

use super::lines::{serve as serve_lines, text_of};
use super::listener::Meanwhile;
use super::point::{cell_of, place, placing_action, square};
use super::{CHOOSE, Listener, Thinker};

/// Plays for a controller.
pub(crate) fn serve(
    game: &Game,
    setup: Setup,
    thinker: &mut Thinker,
    listener: &mut Listener,
    output: &mut impl Write,
) -> std::io::Result<()> {
    let mut state = game.start(&setup).ok();
    serve_lines(listener, output, "status unreadable line\n", |text, listener, _| {
        if text.trim() == "quit" {
            return ControlFlow::Break(String::new());
        }
        let said = answer(text.trim(), (game, setup), &mut state, (thinker, listener));
        ControlFlow::Continue(text_of(said, "status"))
    })
}

fn answer(
    line: &str,
    (game, setup): (&Game, Setup),
    state: &mut Option<State>,
    (thinker, listener): (&mut Thinker, &mut Listener),
) -> Result<Vec<String>, String> {
    let (command, rest) = line.split_once(char::is_whitespace).unwrap_or((line, ""));
    let rest = rest.trim();
    match command {
        "nboard" => Ok(vec!["set myname Masume".to_owned()]),
        "ping" => Ok(vec![format!("pong {rest}")]),
        "set" => {
            if let Some(text) = rest.strip_prefix("game") {
                *state = Some(read_game(text, game, setup)?);
            }
            // Depth and the like are for others.
            Ok(Vec::new())
        }
        "move" => {
            let mut after = state.clone().ok_or("no game")?;
            do_move(game, &mut after, rest)?;
            *state = Some(after);
            Ok(Vec::new())
        }
        CHOOSE => {
            let state = state.as_ref().ok_or("no game")?;
            let chosen = thinker.choose_hearing((game, state), listener, meanwhile);
            let chosen = chosen.map_err(|fault| fault.word().to_owned())?;
            let action = chosen.ok_or("the game is over")?;
            let grid = state.board.grid();
            let name = cell_of(action).and_then(|cell| grid.name(cell));
            Ok(vec![
                "status".to_owned(),
                format!("=== {}", name.map_or("PA".to_owned(), |name| name.to_uppercase())),
            ])
        }
        "hint" | "learn" | "analyze" | "" => Ok(Vec::new()),
        _ => Err(format!("unknown command {command}")),
    }
}

/// A ping is the controller's way to have the thinking end.
fn meanwhile(line: &str) -> Meanwhile {
    match line.split_whitespace().next() {
        Some("ping" | "quit") => Meanwhile::EndsAndWaits,
        Some(_) | None => Meanwhile::Waits,
    }
}

/// A game as the controller writes it: after the board a move for each `B[…]` and `W[…]`.
fn read_game(text: &str, game: &Game, setup: Setup) -> Result<State, String> {
    let mut state = game.start(&setup).map_err(|error| error.to_string())?;
    let board_end = text.find("BO[").and_then(|at| Some(at + text[at..].find(']')? + 1));
    let mut rest = &text[board_end.unwrap_or(0)..];
    while let Some(at) = rest.find("B[").into_iter().chain(rest.find("W[")).min() {
        let inside = &rest[at + 2..];
        let end = inside.find(']').ok_or("the game has no end")?;
        // Names of players stand before the board, in brackets that end alike.
        if !rest[..at].ends_with(|it: char| it.is_ascii_uppercase()) {
            do_move(game, &mut state, &inside[..end])?;
        }
        rest = &inside[end + 1..];
    }
    Ok(state)
}

/// Does a move such as `F5`, `F5/0.1/3` or `PA`. A pass that the rules make by themselves need not be told.
fn do_move(game: &Game, state: &mut State, text: &str) -> Result<(), String> {
    let name = text.split('/').next().unwrap_or_default().trim();
    let action = if name.to_ascii_uppercase().starts_with("PA") {
        Action::PASS
    } else {
        let cell = square(state.board.grid(), name).ok_or(format!("unknown move {name}"))?;
        place(placing_action(game).ok_or("no such game")?, cell)
    };
    game.apply(state, action).map_err(|_| format!("illegal move {name}"))
}
