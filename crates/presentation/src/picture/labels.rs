//! Sides of a board at which names of its columns and rows stand.

use masume_rules::model::{ParamKind, Rules};

/// Sides of a board at which names stand: those that actions name.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Labels {
    /// Letters above the columns.
    pub columns: bool,
    /// Numbers beside the rows.
    pub rows: bool,
}

impl Labels {
    /// Names that the actions of a game use; those of columns are of no use where cells have
    /// numbers.
    ///
    /// ```
    /// use masume_engine::{Game, shipped_games};
    /// use masume_presentation::picture::labels::Labels;
    ///
    /// let labels = |name: &str| {
    ///     let shipped = shipped_games().iter().find(|it| it.name == name).unwrap();
    ///     Labels::of(Game::load(shipped.text).game.unwrap().rules())
    /// };
    /// assert_eq!(labels("othello"), Labels { columns: true, rows: true });
    /// assert_eq!(labels("sokoban"), Labels::default());
    /// ```
    pub fn of(rules: &Rules) -> Self {
        let takes =
            |kind: ParamKind| rules.actions.iter().any(|action| action.params.contains(&kind));
        let takes_cells = takes(ParamKind::Cell);
        let has_letters = takes_cells && rules.coordinates.numbers.is_none();
        Self {
            columns: has_letters || takes(ParamKind::Column),
            rows: takes_cells || takes(ParamKind::Row),
        }
    }
}
