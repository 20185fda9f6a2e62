//! Actions that can be chosen where nothing they look for is found.

use masume_syntax::{Code, Diagnostic, Span};

use super::checker::Checker;
use crate::facts::mentioned_by_rule;
use crate::model::{ActionInfo, Assign, Effect, Expr, Statement, statements};

impl Checker<'_> {
    /// Warns where a value changes with every choice, and so makes every choice legal, although a rule
    /// looks for something where the player chose.
    pub(super) fn check_idle(&mut self, action: &ActionInfo) {
        let looks = |it: &Statement| matches!(it, Statement::Rule(rule) if mentioned_by_rule(rule).has_arguments());
        let asks = |it: &Statement| matches!(it, Statement::Must(_) | Statement::Require(..));
        let is_asked = statements(&action.body).any(asks);
        if is_asked || !statements(&action.body).any(looks) {
            return;
        }
        let Some(at) = action.body.iter().find_map(always_changes) else { return };
        let message = format!("`{}` can be chosen where none of its rules match", action.name);
        let label = "this changes the state whatever is chosen, and so makes it legal";
        let help = "`must` before a rule makes it a condition of the action";
        self.report(Diagnostic::warning(Code::IdleAction, at, message, label).with_help(help));
    }
}

/// Place where a statement certainly changes a value.
fn always_changes(statement: &Statement) -> Option<Span> {
    let Statement::Effects(effects, at) = statement else { return None };
    let changes = |effect: &Effect| match effect {
        Effect::Assign(_, Assign::Add | Assign::Subtract, Expr::Constant(by)) => *by != 0,
        Effect::Assign(..) | Effect::AssignLocal(..) | Effect::Finish(_) => false,
    };
    effects.iter().any(changes).then_some(*at)
}
