//! The line below the board.

use masume_engine::{Action, Game, Player, State};

use super::outcome::name;
use super::words;

/// Whose turn it is among several, the game's own words or its values, and how much is legal.
pub(super) fn status(game: &Game, state: &State, legal: &[Action]) -> String {
    let rules = game.rules();
    let goes_on = !game.is_terminal(state);
    let mut parts = Vec::new();
    if rules.players.len() > 1 && goes_on {
        parts.push(format!("{} to act", name(rules, state.to_act)));
    }
    if let Some(own) = words::say(game, state, None, &["status"]) {
        parts.push(own);
        return parts.join("; ");
    }
    let values = game.values(state);
    if !values.is_empty() {
        let values: Vec<String> =
            values.iter().map(|(name, number)| format!("{name} {number}")).collect();
        parts.push(values.join(", "));
    }
    if goes_on {
        parts.push(match legal.len() {
            1 => "1 legal action".to_owned(),
            count => format!("{count} legal actions"),
        });
    }
    parts.join("; ")
}

/// Who passes, and why.
pub(super) fn pass(game: &Game, player: Player) -> String {
    match game.rules().players.len() {
        1 => "nothing else can be done: passed".to_owned(),
        _ => format!("{} can do nothing else and passes", name(game.rules(), player)),
    }
}
