//! Games from their texts.

use masume_engine::{Game, Loaded, ShippedGame, shipped_games};
use masume_search::setup_solver;

/// The game of a text, with a solver for its set-ups.
///
/// ```
/// let loaded = masume_service::loaded("game Nothing\n");
/// assert!(loaded.game.is_none());
/// assert!(!loaded.diagnostics.is_empty());
/// ```
pub fn loaded(text: &str) -> Loaded {
    let loaded = Game::load(text);
    Loaded { game: loaded.game.map(|game| game.with_solver(setup_solver())), ..loaded }
}

/// The shipped game of this name, in small letters or capitals.
///
/// ```
/// assert_eq!(masume_service::shipped_game("Othello").map(|game| game.name), Some("othello"));
/// assert!(masume_service::shipped_game("no-such-game").is_none());
/// ```
pub fn shipped_game(name: &str) -> Option<&'static ShippedGame> {
    shipped_games().iter().find(|it| it.name.eq_ignore_ascii_case(name))
}
