//! Values of the ends of games.

use masume_engine::{Game, Playouts};
use masume_rules::model::{Player, Rules};
use masume_rules::state::{Outcome, State};

use crate::agent::WIN;

/// Values of an outcome to each of the players.
pub(crate) fn of_outcome(outcome: Outcome, players: usize) -> Vec<i64> {
    let others = players.saturating_sub(1).max(1) as i64;
    let each = |own: Player, at_own: i64, at_other: i64| {
        let worth = |player| if player == usize::from(own.0) { at_own } else { at_other };
        (0..players).map(worth).collect()
    };
    match outcome {
        Outcome::Won(player) => each(player, WIN, -WIN / others),
        Outcome::Lost(player) => each(player, -WIN, WIN / others),
        Outcome::Draw | Outcome::Ended => vec![0; players],
    }
}

/// Values of random games to each of the players, in sum.
pub(crate) fn of_playouts(playouts: &Playouts) -> Vec<i64> {
    let players = playouts.won.len();
    let others = players.saturating_sub(1).max(1) as i64;
    let count = |counts: &[u64], player: usize| counts.get(player).map_or(0, |&it| it as i64);
    let decided = |counts: &[u64]| counts.iter().map(|&it| it as i64).sum::<i64>();
    let (won, lost) = (decided(&playouts.won), decided(&playouts.lost));
    let worth = |player: usize| {
        let (own_wins, own_losses) = (count(&playouts.won, player), count(&playouts.lost, player));
        WIN * (own_wins - own_losses) - WIN / others * ((won - own_wins) - (lost - own_losses))
    };
    (0..players).map(worth).collect()
}

/// True if what is counted is points: one player, whom nothing wins or loses.
pub(crate) fn is_for_points(rules: &Rules) -> bool {
    use masume_rules::model::EndKind;
    let decides = |kind| matches!(kind, EndKind::Win | EndKind::Lose);
    rules.players.len() == 1 && !rules.ends.iter().any(|end| decides(end.kind))
}

/// The place of the value that counts the points of a single player.
pub(crate) fn points_value(rules: &Rules) -> Option<usize> {
    use masume_rules::model::ValueKind;
    rules.values.iter().position(|value| value.kind == ValueKind::Score)
}

/// Points of a single player in hundredths.
pub(crate) fn points(game: &Game, state: &State) -> i64 {
    game.score(state, Player(0)).unwrap_or(0).saturating_mul(100)
}
