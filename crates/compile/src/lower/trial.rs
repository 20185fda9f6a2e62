//! Length of a body that has to be run to know if a choice is legal.

use masume_rules::facts::only_rules;
use masume_rules::model::{ActionInfo, Assign, Effect, Part, Rule, Statement, Strategy, parts};

use super::Lowering;
use super::safe::Rest;

impl Lowering<'_> {
    /// Number of statements that have to be run: those behind them refuse nothing, cannot go wrong,
    /// and leave something changed.
    pub(super) fn deciding_statements(&mut self, info: &ActionInfo) -> usize {
        let body = &info.body[..];
        let refuses = |statement: &Statement| {
            parts(statement).any(|part| {
                matches!(part, Part::Statement(Statement::Must(_) | Statement::Require(..)))
            })
        };
        let count = body.iter().rposition(refuses).map_or(0, |last| last + 1);
        let (first, behind) = body.split_at(count);
        // What runs again could leave too little fuel.
        let is_plain = |statement: &Statement| {
            parts(statement).all(|part| {
                !matches!(part, Part::Statement(Statement::Repeat(..) | Statement::Times(..)))
            })
        };
        let mut rest = Rest::new(parts_of(first).count());
        let is_known = first.iter().all(is_plain)
            && behind.iter().all(|statement| self.is_rest_safe(statement, &mut rest).is_ok())
            && self.leaves_changed(body, count);
        self.locals.clear();
        if is_known { count } else { body.len() }
    }

    /// True if a body surely changes something: by counting, or by one of its first so many statements in a
    /// way that all that follow it leave.
    fn leaves_changed(&mut self, body: &[Statement], count: usize) -> bool {
        body.iter().enumerate().any(|(nth, statement)| {
            if let Statement::Effects(effects, _) = statement {
                effects.iter().any(|effect| self.is_counted_once(effect, body))
            } else if let Statement::Must(block) = statement {
                nth < count && self.stays_matched(block, &body[nth + 1..])
            } else {
                false
            }
        })
    }

    /// True if an effect always changes a value that nothing else in the body changes.
    fn is_counted_once(&self, effect: &Effect, body: &[Statement]) -> bool {
        let Effect::Assign(value, Assign::Add | Assign::Subtract, by) = effect else {
            return false;
        };
        let changes =
            |part: &Part<'_>| matches!(part, Part::Effect(Effect::Assign(it, ..)) if it == value);
        let is_some = self.range(by).is_some_and(|(least, greatest)| least > 0 || greatest < 0);
        is_some && parts_of(body).filter(changes).count() == 1
    }

    /// True if each match of the rules of a block changes what the statements behind it leave
    /// changed.
    fn stays_matched(&mut self, block: &[Statement], behind: &[Statement]) -> bool {
        let Some(rules) = only_rules(block) else { return false };
        let mut later: Vec<&Rule> = Vec::new();
        for part in parts_of(behind) {
            match part {
                Part::Rule(rule) => later.push(rule),
                Part::Statement(
                    Statement::Relocate { .. }
                    | Statement::March(_)
                    | Statement::Deal { .. }
                    | Statement::Shuffle { .. }
                    | Statement::Until(..)
                    | Statement::Picture { .. },
                ) => return false,
                Part::Statement(_)
                | Part::Write(_)
                | Part::Effect(_)
                | Part::Pattern(_)
                | Part::Ways(_)
                | Part::Test(_)
                | Part::Condition(_)
                | Part::Expr(_) => {}
            }
        }
        let is_certain = |rule: &&Rule| {
            !matches!(rule.strategy, Strategy::Random(_))
                && rule.alternatives.iter().all(|it| it.chance.is_none())
                && self.always_changes(rule)
        };
        rules.iter().all(is_certain) && self.outlast(&rules, &later)
    }
}

/// All parts of statements.
fn parts_of(block: &[Statement]) -> impl Iterator<Item = Part<'_>> {
    block.iter().flat_map(parts)
}
