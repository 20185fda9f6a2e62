//! Part that chance plays in a game.

use crate::model::{Block, EndKind, Rules, Statement, Strategy, statements};

/// True if any set-up, action or `then` of the game can draw a random number. In a game without
/// chance the random generator is no part of the position.
pub fn uses_chance(rules: &Rules) -> bool {
    let actions = rules.actions.iter().map(|action| &action.body);
    actions.chain([&rules.start, &rules.then]).flat_map(|block| statements(block)).any(draws)
}

/// True if chance has a part in what comes of an action: the set-up of a later stage is one.
pub fn draws_in_play(rules: &Rules) -> bool {
    let stage = rules.ends.iter().any(|end| end.kind == EndKind::Stage);
    let bodies = rules.actions.iter().map(|action| &action.body).chain([&rules.then]);
    bodies.chain(stage.then_some(&rules.start)).flat_map(|block| statements(block)).any(draws)
}

/// True if chance has a part in what comes of this action, by its index, before the next is chosen: not in what
/// a stage is that follows.
pub fn action_draws(rules: &Rules, action: usize) -> bool {
    let body = rules.actions.get(action).map(|action| &action.body);
    body.into_iter().chain([&rules.then]).flat_map(|block| statements(block)).any(draws)
}

/// True if something that the body of an action requires may be asked after the body has drawn a random number: then
/// the action is legal only where no draw leads to a refusal, and its draws are tried.
pub fn may_refuse_after_draw(body: &Block) -> bool {
    refuses_after_draw(body, &mut false)
}

/// As [`may_refuse_after_draw`], of a block; `has_drawn` before it, and after it.
fn refuses_after_draw(block: &Block, has_drawn: &mut bool) -> bool {
    block.iter().any(|statement| {
        // What an earlier round draws stands before what a later one requires.
        let is_loop = matches!(statement, Statement::Repeat(..) | Statement::Times(..));
        *has_drawn |= is_loop && statements(std::slice::from_ref(statement)).any(draws);
        let had_drawn = *has_drawn;
        let mut refuses = false;
        for inner in statement.blocks() {
            // Of the blocks of an `if` one runs.
            let is_apart = matches!(statement, Statement::If(..));
            let mut drawn_before = if is_apart { had_drawn } else { *has_drawn };
            refuses |= refuses_after_draw(inner, &mut drawn_before);
            *has_drawn |= drawn_before;
        }
        *has_drawn |= draws(statement);
        let requires = matches!(statement, Statement::Must(_) | Statement::Require(..));
        // A rule that draws has matched: the draw cannot refuse it.
        let is_one_rule = matches!(
            statement,
            Statement::Must(block) if matches!(block[..], [Statement::Rule(_)])
        );
        refuses || requires && if is_one_rule { had_drawn } else { *has_drawn }
    })
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
