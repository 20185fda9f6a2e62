//! Whether chance plays a part in a game.

use crate::model::{EndKind, Rules, Statement, Strategy, statements};

/// Whether any set-up, action or `then` of the game can draw a random number. In a game without
/// chance the random generator is no part of the position.
pub fn uses_chance(rules: &Rules) -> bool {
    let actions = rules.actions.iter().map(|action| &action.body);
    actions.chain([&rules.start, &rules.then]).flat_map(|block| statements(block)).any(draws)
}

/// Whether chance has a part in what comes of an action: the set-up of a later stage is one.
pub fn draws_in_play(rules: &Rules) -> bool {
    let stage = rules.ends.iter().any(|end| end.kind == EndKind::Stage);
    let bodies = rules.actions.iter().map(|action| &action.body).chain([&rules.then]);
    bodies.chain(stage.then_some(&rules.start)).flat_map(|block| statements(block)).any(draws)
}

/// Whether chance has a part in what comes of this action, by its index, before the next is chosen: not in what
/// a stage is that follows.
pub fn action_draws(rules: &Rules, action: usize) -> bool {
    let body = rules.actions.get(action).map(|action| &action.body);
    body.into_iter().chain([&rules.then]).flat_map(|block| statements(block)).any(draws)
}

fn draws(statement: &Statement) -> bool {
    match statement {
        Statement::Rule(rule) => {
            matches!(rule.strategy, Strategy::Random(_)) || rule.alternatives.len() > 1
        }
        Statement::Relocate { .. } | Statement::Deal { .. } | Statement::Shuffle { .. } => true,
        Statement::OrElse(_)
        | Statement::Must(_)
        | Statement::Simultaneous(..)
        | Statement::Repeat(..)
        | Statement::Times(..)
        | Statement::If(..)
        | Statement::March(_)
        | Statement::Until(..)
        | Statement::Let(..)
        | Statement::Effects(..)
        | Statement::Require(..)
        | Statement::Picture { .. } => false,
    }
}
