//! What spares the running of bodies that cannot do anything.
//!
//! Nothing here decides what is legal: it only rules out. Leaving this file out would change no
//! answer, which a test holds it to.

use masume_board::Cell;
use masume_rules::action::{Action, Choice};
use masume_rules::model::{ActionInfo, Block, Rule, Statement};

use crate::legal::{Asking, param_slot};
use crate::matches;
use masume_rules::mention;

impl<'a> Asking<'_, 'a> {
    /// Whether the body is not ruled out by its rules alone.
    pub(crate) fn may_do_something(&self, index: u8, info: &'a ActionInfo, action: Action) -> bool {
        let Some(rules) = decisive_rules(&info.body) else { return true };
        let scene = self.scene(index, info, action);
        // An error is left to the run to find.
        rules.into_iter().any(|rule| matches::exists(scene, rule).unwrap_or(true))
    }

    /// The cells that this slot can hold so that one of the decisive rules matches; `None` where
    /// they do not tell.
    pub(crate) fn cells_worth_trying(
        &self,
        info: &'a ActionInfo,
        action: Action,
        slot: usize,
    ) -> Option<Vec<Cell>> {
        let rules = decisive_rules(&info.body)?;
        let Choice::Declared(index) = action.choice else { return None };
        let scene = self.scene(index, info, action);
        let mut cells = Vec::new();
        for rule in rules {
            let is_told = rule.to == Some(param_slot(slot))
                && mention::rule_arguments(rule).all_before(slot)
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

/// The rules of which one must match where the body does anything; `None` where the body has
/// another shape.
fn decisive_rules(body: &Block) -> Option<Vec<&Rule>> {
    // What only asks or counts leaves the board as it was for the rule behind it.
    let changes = |it: &&Statement| !matches!(it, Statement::Require(..) | Statement::Let(..));
    match body.iter().find(changes) {
        Some(Statement::Must(block)) => only_rules(block),
        Some(_) => only_rules(body),
        None => None,
    }
}

/// The rules of a block that is one rule, or the choice of several.
fn only_rules(block: &Block) -> Option<Vec<&Rule>> {
    let [statement] = block.as_slice() else { return None };
    match statement {
        Statement::Rule(rule) => Some(vec![rule]),
        Statement::Must(block) => only_rules(block),
        Statement::OrElse(blocks) => {
            let mut rules = Vec::new();
            for block in blocks {
                rules.extend(only_rules(block)?);
            }
            Some(rules)
        }
        Statement::Relocate { .. }
        | Statement::Simultaneous(..)
        | Statement::Repeat(..)
        | Statement::Times(..)
        | Statement::If(..)
        | Statement::March(_)
        | Statement::Deal { .. }
        | Statement::Shuffle { .. }
        | Statement::Until(..)
        | Statement::Let(..)
        | Statement::Effects(..)
        | Statement::Require(..)
        | Statement::Picture { .. } => None,
    }
}
