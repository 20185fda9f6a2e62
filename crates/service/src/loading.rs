//! Games from their texts.

use masume_engine::{Diagnostic, Game, Loaded, ShippedGame, shipped_games};
use masume_search::setup_solver;

/// Number of plies that are played at random: enough to run every rule of a small game a few times.
const PLIES: u32 = 60;
/// Checking gives the same answer every time.
const SEED: u64 = 1;

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

/// Mistakes of a game that show only when it is played: some plies of its first levels, at random.
///
/// ```
/// let text = "game Endless\nboard 2 x 1\npieces\n  thing: stone\nvalue rounds\naction go\n  repeat: rounds += 1\n";
/// let game = masume_service::loaded(text).game.expect("nothing is wrong with how it reads");
/// assert_eq!(masume_service::played(&game)[0].code.id(), "E0501");
/// ```
pub fn played(game: &Game) -> Vec<Diagnostic> {
    game.check_play(PLIES, SEED)
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
