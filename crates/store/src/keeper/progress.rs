//! Progress of a player in a game, in one number.

use masume_session::{Measure, Results};

/// Progress of a player in a game: solved levels, or the one number that says most.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// Nothing was reached.
    None,
    /// Some levels were solved.
    Levels {
        /// Number of them.
        solved: usize,
        /// Number of all levels.
        count: usize,
    },
    /// The most points.
    Score(i64),
    /// The highest stage.
    Stage(i64),
    /// The fewest moves of a victory.
    Moves(i64),
    /// A victory.
    Won,
}

impl Progress {
    /// Points, else stages, else the fewest moves of a victory.
    pub(super) fn of(results: &Results) -> Self {
        let number = |measure: &Measure| results.best.get(measure).copied();
        match (number(&Measure::Score), number(&Measure::Stage), fewest_moves(results)) {
            (Some(score), _, _) => Self::Score(score),
            (_, Some(stage), _) => Self::Stage(stage),
            (_, _, Some(moves)) => Self::Moves(moves),
            _ if results.won => Self::Won,
            _ => Self::None,
        }
    }
}

/// The fewest moves of a victory.
pub(super) fn fewest_moves(results: &Results) -> Option<i64> {
    let number = |measure: Measure| results.best.get(&measure).copied();
    let moves = number(Measure::Moves).or_else(|| number(Measure::Value("moves".to_owned())));
    moves.filter(|_| results.won)
}
