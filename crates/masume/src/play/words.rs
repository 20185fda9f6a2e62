//! What the game says in its own words.

use masume_engine::{Action, Game, State};
use masume_rules::model::{Expr, WordPart};

/// The game's words on the first of these occasions for which it has any. Their numbers are asked
/// in the state, with the arguments of the action.
pub(super) fn say(
    game: &Game,
    state: &State,
    action: Option<Action>,
    occasions: &[&str],
) -> Option<String> {
    let known = &game.rules().words.occasions;
    let parts = occasions.iter().find_map(|occasion| known.get(*occasion))?;
    let mut text = String::new();
    for part in parts {
        match part {
            WordPart::Text(words) => text.push_str(words),
            WordPart::Number(expr) => text.push_str(&number(game, state, action, expr)),
        }
    }
    Some(text)
}

/// The number, or `?` where it cannot be computed, for words must not stop a game.
fn number(game: &Game, state: &State, action: Option<Action>, expr: &Expr) -> String {
    game.number(state, action, expr).map_or_else(|_| "?".to_owned(), |number| number.to_string())
}
