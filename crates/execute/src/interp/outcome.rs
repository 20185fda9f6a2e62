//! Ends of games on the boards of a table.

use masume_program::interp::game::GameCode;
use masume_rules::model::{EndKind, Player};
use masume_rules::run_error::RunError;
use masume_rules::state::Outcome;

use super::register_file::RegisterFile;
use crate::Scores;
use crate::general::General;
use crate::run::{Host, Loaded, Position, most_points, outcome_of};

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Points by player, after the code of scores has run.
    #[inline]
    pub(super) fn points(&self, code: &GameCode, lane: usize) -> Scores {
        let mut scores = Scores::new();
        code.points.iter().for_each(|&points| scores.push(self.num(points)[lane]));
        scores
    }

    /// Points by player, after the code of scores has run; those that it cannot tell are asked of the general machine.
    pub(super) fn scores(
        &self,
        code: &GameCode,
        lane: usize,
        (run, host): (&dyn General, &Host<'_>),
        position: impl FnOnce() -> Position,
    ) -> Result<Scores, RunError> {
        if self.retry[lane] == 0 {
            return Ok(self.points(code, lane));
        }
        run.scores(host, position())
    }

    /// Outcome of a turn of a player, after the code of scores has run.
    #[inline]
    pub(super) fn outcome(
        &self,
        loaded: &Loaded,
        code: &GameCode,
        lane: usize,
        end: (EndKind, usize),
    ) -> Option<Outcome> {
        outcome(loaded, end, || self.points(code, lane))
    }
}

/// Outcome of a turn of a player with such points.
#[inline]
pub(super) fn outcome(
    loaded: &Loaded,
    (kind, player): (EndKind, usize),
    points: impl FnOnce() -> Scores,
) -> Option<Outcome> {
    let has_score = loaded.programs.iter().all(|program| program.score.is_some());
    let by_score = || {
        let points = if has_score { points() } else { Scores::new() };
        Ok::<_, std::convert::Infallible>(most_points(&points))
    };
    let Ok(outcome) = outcome_of(kind, Player(player as u8), loaded.programs.len(), by_score);
    outcome
}
