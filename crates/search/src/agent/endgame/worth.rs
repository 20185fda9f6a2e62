//! Worth of the end of a game to a player: who wins, or by how many points.

use masume_rules::model::{End, EndKind, Player, Rules};
use masume_rules::state::Outcome;

/// No value: more than any margin.
pub(crate) const MOST: i64 = 1 << 14;

/// Value that is asked for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Worth {
    /// The winner.
    Result,
    /// Points by which it is won, in a game in which each player has some.
    Margin,
}

impl Worth {
    /// Objective of a game: points, where each player has some and nothing else decides.
    ///
    /// ```
    /// # use masume_engine::{Game, shipped_games};
    /// # let shipped = shipped_games().iter().find(|it| it.name == "othello").expect("it is shipped");
    /// # let game = Game::load(shipped.text).game.expect("it is sound");
    /// use masume_search::agent::Worth;
    ///
    /// assert_eq!(Worth::of(game.rules()), Worth::Margin);
    /// ```
    pub fn of(rules: &Rules) -> Self {
        let decides = |end: &End| matches!(end.kind, EndKind::Win | EndKind::Lose);
        let is_for_points = rules.score.is_some() && !rules.ends.iter().any(decides);
        if is_for_points { Self::Margin } else { Self::Result }
    }
}

/// Value of an end to a player; the points of both may be asked for.
pub(crate) fn worth_of_end<E>(
    worth: Worth,
    outcome: Option<Outcome>,
    player: Player,
    points: impl FnOnce() -> Result<Vec<i64>, E>,
) -> Result<i64, E> {
    let sign_for = |is_good: bool| if is_good { 1 } else { -1 };
    if worth == Worth::Margin {
        let points = points()?;
        let of = |player: u8| points.get(usize::from(player)).copied().unwrap_or(0);
        return Ok((of(player.0) - of(1 - player.0.min(1))).clamp(1 - MOST, MOST - 1));
    }
    Ok(match outcome {
        Some(Outcome::Won(winner)) => sign_for(winner == player),
        Some(Outcome::Lost(loser)) => sign_for(loser != player),
        Some(Outcome::Draw | Outcome::Ended) | None => 0,
    })
}
