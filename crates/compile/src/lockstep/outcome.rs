//! How games end on the boards of a table.

use masume_rules::model::{EndKind, Player};
use masume_rules::state::Outcome;

use super::table::Table;
use super::translate::GameCode;
use crate::Scores;
use crate::run::{Runtime, outcome_of};

impl<const W: usize, const L: usize> Table<W, L> {
    /// Points by player, after the code of scores has run.
    #[inline]
    pub(super) fn points(&self, code: &GameCode, lane: usize) -> Scores {
        let mut scores = Scores::new();
        code.points.iter().for_each(|&points| scores.push(self.num(points)[lane]));
        scores
    }

    /// How a game ends in a turn of a player, after the code of scores has run.
    #[inline]
    pub(super) fn outcome(
        &self,
        run: &Runtime<W>,
        code: &GameCode,
        lane: usize,
        (kind, player): (EndKind, usize),
    ) -> Option<Outcome> {
        let players = code.players.len();
        let has_score = run.programs.iter().all(|program| program.score.is_some());
        let by_score = || {
            let points = self.points(code, lane);
            Ok::<_, std::convert::Infallible>(by_score(players, &points, has_score))
        };
        let Ok(outcome) = outcome_of(kind, Player(player as u8), players, by_score);
        outcome
    }
}

/// Who has the most points, where players have any to compare.
fn by_score(players: usize, points: &[i64], has_score: bool) -> Outcome {
    if players < 2 || !has_score {
        return Outcome::Ended;
    }
    let most = points.iter().max();
    let mut best = (0u8..).zip(points).filter(|(_, points)| Some(*points) == most);
    match (best.next(), best.next()) {
        (Some((player, _)), None) => Outcome::Won(Player(player)),
        (Some(_), Some(_)) => Outcome::Draw,
        (None, _) => Outcome::Ended,
    }
}
