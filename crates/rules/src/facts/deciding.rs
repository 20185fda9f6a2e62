//! The rules that tell whether an action does anything.

use crate::model::{Block, Rule, Statement};

/// The rules of which one must match where the body does anything; `None` where the body has
/// another shape.
pub fn deciding_rules(body: &Block) -> Option<Vec<&Rule>> {
    // What only asks or counts leaves the board as it was for the rule behind it.
    let changes = |it: &&Statement| !matches!(it, Statement::Require(..) | Statement::Let(..));
    let first = body.iter().find(changes)?;
    if let Statement::Must(block) = first { only_rules(block) } else { only_rules(body) }
}

/// The rules of a block that is one rule, or the choice of several.
pub fn only_rules(block: &[Statement]) -> Option<Vec<&Rule>> {
    let [statement] = block else { return None };
    if let Statement::Rule(rule) = statement {
        Some(vec![rule])
    } else if let Statement::Must(block) = statement {
        only_rules(block)
    } else if let Statement::OrElse(blocks) = statement {
        let rules: Option<Vec<_>> = blocks.iter().map(|block| only_rules(block)).collect();
        rules.map(|rules| rules.concat())
    } else {
        None
    }
}
