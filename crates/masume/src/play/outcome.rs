//! The end of a game in plain words.

use masume_engine::{Outcome, Player, Rules};

/// `win`, `lose`, `draw` or `end` in a game of one; `black wins`, `draw` and so on among several.
pub(crate) fn outcome_text(rules: &Rules, outcome: Outcome) -> String {
    let alone = rules.players.len() == 1;
    match outcome {
        Outcome::Won(_) if alone => "win".to_owned(),
        Outcome::Lost(_) if alone => "lose".to_owned(),
        Outcome::Won(player) => format!("{} wins", name(rules, player)),
        Outcome::Lost(player) => format!("{} loses", name(rules, player)),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Ended => "end".to_owned(),
    }
}

/// The same as a player is told who is told nothing by the game itself.
pub(super) fn spoken_outcome(rules: &Rules, outcome: Outcome) -> String {
    let alone = rules.players.len() == 1;
    match outcome {
        Outcome::Won(_) if alone => "you win".to_owned(),
        Outcome::Lost(_) if alone => "you lose".to_owned(),
        Outcome::Draw => "a draw".to_owned(),
        Outcome::Ended => "the game is over".to_owned(),
        Outcome::Won(_) | Outcome::Lost(_) => outcome_text(rules, outcome),
    }
}

/// The occasion under which the game may have words for it.
pub(super) fn occasion(outcome: Outcome) -> &'static str {
    match outcome {
        Outcome::Won(_) => "win",
        Outcome::Lost(_) => "lose",
        Outcome::Draw => "draw",
        Outcome::Ended => "end",
    }
}

/// The player's name; never empty.
pub(super) fn name(rules: &Rules, player: Player) -> String {
    match rules.players.get(usize::from(player.0)) {
        Some(info) if !info.name.is_empty() => info.name.clone(),
        Some(_) | None => "you".to_owned(),
    }
}
