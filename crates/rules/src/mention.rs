//! Which arguments of the action a rule or a condition mentions.

use crate::model::{Comparison, Condition, Expr, ParamSlot, Pattern, Rule, Test, Ways};

/// A set of slots.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Slots(u64);

impl Slots {
    fn insert(&mut self, slot: ParamSlot) {
        // Slots past the 64th do not exist; if they did they would count as the last one.
        self.0 |= 1 << slot.0.min(63);
    }

    /// Whether every slot in the set comes before this one.
    pub fn all_before(self, slot: usize) -> bool {
        slot < 64 && self.0 >> slot == 0
    }
}

/// The arguments that decide where a rule matches, its `to` left aside.
pub fn rule_arguments(rule: &Rule) -> Slots {
    let mut slots = Slots::default();
    slots.add_ways(&rule.ways);
    slots.add_pattern(&rule.pattern);
    rule.from.into_iter().for_each(|slot| slots.insert(slot));
    slots
}

/// Whether the condition mentions any argument.
pub fn condition_has_argument(condition: &Condition) -> bool {
    let mut slots = Slots::default();
    slots.add_condition(condition);
    slots != Slots::default()
}

impl Slots {
    fn add_ways(&mut self, ways: &Ways) {
        match ways {
            Ways::None | Ways::Fixed(_) => {}
            Ways::Chosen(slot) | Ways::Against(slot) => self.insert(*slot),
            Ways::Union(parts) => parts.iter().for_each(|part| self.add_ways(part)),
        }
    }

    fn add_pattern(&mut self, pattern: &Pattern) {
        match pattern {
            Pattern::Cell { test, .. } => self.add_test(test),
            Pattern::Sequence(parts) | Pattern::Choice(parts) => {
                parts.iter().for_each(|part| self.add_pattern(part));
            }
            Pattern::Repeat { body, .. } => self.add_pattern(body),
            Pattern::Edge | Pattern::Turn | Pattern::Bend => {}
        }
    }

    /// Adds those that a test mentions.
    pub fn add_test(&mut self, test: &Test) {
        match test {
            Test::Any
            | Test::Empty
            | Test::Occupied(_)
            | Test::Piece { .. }
            | Test::Letter { .. }
            | Test::Centre => {}
            Test::Chosen(slot) | Test::InLine(slot) | Test::Near(_, slot) => self.insert(*slot),
            Test::Neighbours { test, .. } | Test::Not(test) => self.add_test(test),
            Test::Sees { ways, pattern } => {
                self.add_ways(ways);
                self.add_pattern(pattern);
            }
            Test::Compare(comparison) => self.add_comparison(comparison),
            Test::Condition(condition) => self.add_condition(condition),
            Test::And(tests) | Test::Or(tests) => {
                tests.iter().for_each(|test| self.add_test(test));
            }
        }
    }

    fn add_condition(&mut self, condition: &Condition) {
        match condition {
            Condition::Some(test) => self.add_test(test),
            Condition::Every(test, has) => {
                self.add_test(test);
                self.add_test(has);
            }
            Condition::NoAction(_)
            | Condition::NobodyCanAct
            | Condition::EveryonePassed
            | Condition::Solvable => {}
            Condition::Compare(comparison) => self.add_comparison(comparison),
            Condition::Not(condition) => self.add_condition(condition),
            Condition::And(conditions) | Condition::Or(conditions) => {
                conditions.iter().for_each(|condition| self.add_condition(condition));
            }
        }
    }

    fn add_comparison(&mut self, comparison: &Comparison) {
        self.add_expr(&comparison.left);
        self.add_expr(&comparison.right);
    }

    fn add_expr(&mut self, expr: &Expr) {
        if let Expr::Chosen(slot) | Expr::Across(slot) | Expr::Down(slot) = expr {
            self.insert(*slot);
        }
        if let Some(test) = expr.asked_of_cells() {
            self.add_test(test);
        }
        expr.operands().for_each(|operand| self.add_expr(operand));
    }
}
