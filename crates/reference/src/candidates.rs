//! Prefilter that spares the running of bodies which cannot do anything.
//!
//! Nothing here decides what is legal: it only rules out. Leaving this file out would change no
//! answer, which a test holds it to.

use masume_board::Cell;
use masume_rules::action::{Action, Choice};
use masume_rules::facts::{deciding_rules, mentioned_by_rule};
use masume_rules::model::ActionInfo;

use crate::legal::{Asking, param_slot};
use crate::matches;

impl<'a> Asking<'_, 'a> {
    /// True if the body is not ruled out by its rules alone.
    pub(crate) fn may_do_something(&self, index: u8, info: &'a ActionInfo, action: Action) -> bool {
        let Some(rules) = deciding_rules(&info.body) else { return true };
        let scene = self.scene(index, info, action);
        // An error is left to the run to find.
        rules.into_iter().any(|rule| matches::exists(scene, rule).unwrap_or(true))
    }

    /// The cells that this slot can hold so that one of the deciding rules matches; `None` where
    /// they do not tell.
    pub(crate) fn cells_worth_trying(
        &self,
        info: &'a ActionInfo,
        action: Action,
        slot: usize,
    ) -> Option<Vec<Cell>> {
        let rules = deciding_rules(&info.body)?;
        let Choice::Declared(index) = action.choice else { return None };
        let scene = self.scene(index, info, action);
        let mut cells = Vec::new();
        for rule in rules {
            let is_told = rule.to == Some(param_slot(slot))
                && mentioned_by_rule(rule).all_before(slot)
                && rule.from.is_some_and(|from| usize::from(from.0) < slot);
            if !is_told {
                return None;
            }
            cells.extend(matches::last_cells(scene, rule).ok()?);
        }
        cells.sort_unstable();
        cells.dedup();
        Some(cells)
    }
}
