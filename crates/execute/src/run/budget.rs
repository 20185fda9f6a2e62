//! Parts of a game that are too much on one board, worked out once. The meaning of that is in
//! `rules::work`.

use masume_board::Grid;
use masume_rules::model::Rules;
use masume_rules::run_error::RunError;
use masume_rules::work::Prices;

/// Parts of the rules that can run on boards of one shape, and the errors where they cannot.
#[derive(Debug)]
pub(crate) struct Budget {
    /// Indexed by action.
    pub(crate) actions: Vec<Result<(), RunError>>,
    pub(crate) start: Result<(), RunError>,
    pub(crate) then: Result<(), RunError>,
    pub(crate) ends: Result<(), RunError>,
    /// The points of a player.
    pub(crate) points: Result<(), RunError>,
}

impl Budget {
    pub(crate) fn new(rules: &Rules, grid: &Grid) -> Self {
        let prices = Prices::new(rules, grid);
        Self {
            actions: (0..rules.actions.len() as u8).map(|index| prices.action(index)).collect(),
            start: prices.start(),
            then: prices.then(),
            ends: prices.ends(),
            points: prices.points(),
        }
    }

    /// True if every action can be asked about.
    pub(crate) fn may_ask_all(&self) -> bool {
        self.actions.iter().all(Result::is_ok)
    }

    /// True if nothing is too much in a turn that wins no stage.
    pub(crate) fn suffices(&self) -> bool {
        let parts = [&self.then, &self.ends, &self.points];
        self.may_ask_all() && parts.into_iter().all(Result::is_ok)
    }
}
