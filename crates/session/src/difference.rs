//! From two states to a report.

use masume_engine::{Game, Player, State};
use masume_rules::model::{Layer, ValueKind};

use crate::{Cause, Change, Report, ValueChange};

/// What is different in the state `after`.
pub(crate) fn report(
    game: &Game,
    cause: Cause,
    before: &State,
    after: &State,
    passes: Vec<Player>,
) -> Report {
    Report {
        cause,
        changes: changes(before, after),
        values: value_changes(game, before, after),
        passes,
        goals: new_goals(before, after),
        stage: new_stage(game, before, after),
        outcome: after.outcome.filter(|_| before.outcome.is_none()),
    }
}

/// By cell, then by layer; nothing where the boards are not of one shape.
pub(crate) fn changes(before: &State, after: &State) -> Vec<Change> {
    let (old, new) = (&before.board, &after.board);
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

fn value_changes(game: &Game, before: &State, after: &State) -> Vec<ValueChange> {
    let pairs = game.values(before).into_iter().zip(game.values(after));
    pairs
        .filter(|((_, before), (_, after))| before != after)
        .map(|((name, before), (_, after))| ValueChange { name, before, after })
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
