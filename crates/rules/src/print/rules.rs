//! Single rules as text.

use super::Printer;
use crate::model::{Block, ParamKind, RuleId, Rules, Statement};

/// A rule, relocation, march, deal or shuffle as [`print()`](super::print) shows it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RuleText {
    /// Its number.
    pub id: RuleId,
    /// Part in which it runs: the name of an action, `start` or `then`.
    pub part: String,
    /// Its meaning, on one line; a march has one more for each meeting.
    pub text: String,
}

/// Every rule of the game, in the order of the meaning: `start`, the actions, `then`.
pub fn print_rules(rules: &Rules) -> Vec<RuleText> {
    let mut printed = Vec::new();
    let mut add = |part: &str, params: &[ParamKind], block: &Block| {
        visit(block, &mut |id, statement| {
            let mut printer = Printer { rules, params, text: String::new(), depth: 0 };
            printer.statement(statement);
            printed.push(RuleText { id, part: part.to_owned(), text: printer.text });
        });
    };
    add("start", &[], &rules.start);
    for action in &rules.actions {
        add(&action.name, &action.params, &action.body);
    }
    add("then", &[], &rules.then);
    printed
}

/// Gives each statement that has a number, inner ones in the order of the text.
fn visit(block: &Block, found: &mut dyn FnMut(RuleId, &Statement)) {
    for statement in block {
        if let Some(id) = statement.id() {
            found(id, statement);
        }
        statement.blocks().for_each(|block| visit(block, found));
    }
}
