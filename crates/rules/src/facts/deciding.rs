//! The rules that tell whether an action does anything.

use crate::model::{Block, Rule, Statement, Strategy};

/// The rules of which one must match where the body does anything; `None` where the body has
/// another shape.
pub fn deciding_rules(body: &Block) -> Option<Vec<&Rule>> {
    // What only asks or counts leaves the board as it was for the rule behind it.
    let changes = |it: &&Statement| !matches!(it, Statement::Require(..) | Statement::Let(..));
    let first = body.iter().find(changes)?;
    if let Statement::Must(block) = first { rules_of(block) } else { rules_of(body) }
}

/// The rules of a block that does nothing else. A rule that does not match writes nothing: where any of them
/// matches, the first that does sees the board as it was before the block.
fn rules_of(block: &[Statement]) -> Option<Vec<&Rule>> {
    let mut all = Vec::new();
    for statement in block {
        if let Statement::OrElse(blocks) = statement {
            for block in blocks {
                all.extend(rules_of(block)?);
            }
        } else {
            all.extend(only_rules(std::slice::from_ref(statement))?);
        }
    }
    // How many matches are drawn is counted before it is known whether there is any, which may fail.
    let counts = |rule: &&Rule| matches!(rule.strategy, Strategy::Random(Some(_)));
    let is_plain = block.len() < 2 || !all.iter().any(counts);
    is_plain.then_some(all)
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
