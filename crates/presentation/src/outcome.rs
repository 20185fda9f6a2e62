//! The end of a game as programs read it.

use masume_engine::{Outcome, Rules};

/// `win`, `lose`, `draw` or `end` in a game of one; `black wins`, `draw` and so on among several.
///
/// ```
/// use masume_engine::{Game, Outcome, Player, shipped_games};
/// use masume_presentation::outcome::outcome_text;
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// assert_eq!(outcome_text(game.rules(), Outcome::Won(Player(1))), "nought wins");
/// assert_eq!(outcome_text(game.rules(), Outcome::Draw), "draw");
/// ```
pub fn outcome_text(rules: &Rules, outcome: Outcome) -> String {
    let alone = rules.players.len() == 1;
    let name = |player: masume_engine::Player| {
        let info = rules.players.get(usize::from(player.0));
        info.map(|info| info.name.clone()).unwrap_or_default()
    };
    match outcome {
        Outcome::Won(_) if alone => "win".to_owned(),
        Outcome::Lost(_) if alone => "lose".to_owned(),
        Outcome::Won(player) => format!("{} wins", name(player)),
        Outcome::Lost(player) => format!("{} loses", name(player)),
        Outcome::Draw => "draw".to_owned(),
        Outcome::Ended => "end".to_owned(),
    }
}
