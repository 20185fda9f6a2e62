//! From two states to a report.

use masume_engine::{Board, Game, Player, State};
use masume_rules::model::{Layer, ValueKind};

use crate::{Cause, Change, Report, ValueChange};

/// One of the two states that are compared.
pub(crate) struct Side<'s> {
    pub(crate) state: &'s State,
    /// As [`Game::values`] gives them.
    pub(crate) values: Vec<(String, i64)>,
}

/// Report of what is different in the state `after`.
pub(crate) fn report(
    game: &Game,
    cause: Cause,
    before: &Side<'_>,
    after: &Side<'_>,
    passes: Vec<Player>,
) -> Report {
    let values = value_changes(before, after);
    let (before, after) = (before.state, after.state);
    Report {
        cause,
        changes: changes(&before.board, &after.board),
        values,
        passes,
        goals: new_goals(before, after),
        stage: new_stage(game, before, after),
        outcome: after.outcome.filter(|_| before.outcome.is_none()),
    }
}

/// Changes by cell, then by layer; nothing where the boards are not of one shape.
pub(crate) fn changes(old: &Board, new: &Board) -> Vec<Change> {
    if old == new || old.grid() != new.grid() || old.layer_count() != new.layer_count() {
        return Vec::new();
    }
    let mut changes = Vec::new();
    for cell in new.grid().cells() {
        for layer in (0..new.layer_count()).map(|layer| Layer(layer as u8)) {
            let (before, after) = (old.get(layer, cell), new.get(layer, cell));
            if before != after {
                changes.push(Change { cell, layer, before, after });
            }
        }
    }
    changes
}

fn value_changes(before: &Side<'_>, after: &Side<'_>) -> Vec<ValueChange> {
    let pairs = before.values.iter().zip(&after.values);
    pairs
        .filter(|((_, before), (_, after))| before != after)
        .map(|((name, before), (_, after))| ValueChange {
            name: name.clone(),
            before: *before,
            after: *after,
        })
        .collect()
}

fn new_goals(before: &State, after: &State) -> Vec<usize> {
    let new = after.goals & !before.goals;
    (0..u64::BITS as usize).filter(|bit| new >> bit & 1 == 1).map(|bit| bit + 1).collect()
}

fn new_stage(game: &Game, before: &State, after: &State) -> Option<i64> {
    let index = game.rules().values.iter().position(|info| info.kind == ValueKind::Stage)?;
    let (old, new) = (before.values.get(index)?, after.values.get(index)?);
    (new > old).then_some(*new)
}
