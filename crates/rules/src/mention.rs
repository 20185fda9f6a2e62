//! Which arguments of the action, and whether any letters, a rule or a condition mentions.

use crate::model::{Comparison, Condition, Expr, ParamSlot, Pattern, Rule, Test, Ways};

/// What is mentioned.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Mentioned {
    /// Slots of arguments, as bits.
    slots: u64,
    has_letters: bool,
}

impl Mentioned {
    fn insert(&mut self, slot: ParamSlot) {
        // Slots past the 64th do not exist; if they did they would count as the last one.
        self.slots |= 1 << slot.0.min(63);
    }

    /// Whether every slot that is mentioned comes before this one.
    pub fn all_before(self, slot: usize) -> bool {
        slot < 64 && self.slots >> slot == 0
    }
}

/// The arguments that decide where a rule matches, its `to` left aside.
pub fn rule_arguments(rule: &Rule) -> Mentioned {
    let mut mentioned = Mentioned::default();
    mentioned.add_ways(&rule.ways);
    mentioned.add_pattern(&rule.pattern);
    rule.from.into_iter().for_each(|slot| mentioned.insert(slot));
    mentioned
}

/// Whether the test mentions any letter, bound in it or around it.
pub fn test_has_letter(test: &Test) -> bool {
    let mut mentioned = Mentioned::default();
    mentioned.add_test(test);
    mentioned.has_letters
}

/// Whether the pattern mentions any letter.
pub fn pattern_has_letter(pattern: &Pattern) -> bool {
    let mut mentioned = Mentioned::default();
    mentioned.add_pattern(pattern);
    mentioned.has_letters
}

/// Whether the condition mentions any argument.
pub fn condition_has_argument(condition: &Condition) -> bool {
    let mut mentioned = Mentioned::default();
    mentioned.add_condition(condition);
    !mentioned.all_before(0)
}

impl Mentioned {
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

    fn add_test(&mut self, test: &Test) {
        match test {
            Test::Any | Test::Empty | Test::Occupied(_) | Test::Piece { .. } | Test::Centre => {}
            Test::Letter { .. } => self.has_letters = true,
            Test::Chosen(slot) | Test::InLine(slot) | Test::Near(_, slot) => self.insert(*slot),
            Test::Neighbours { test, .. } | Test::Not(test) => self.add_test(test),
            Test::Sees { ways, pattern } => {
                self.add_ways(ways);
                self.add_pattern(pattern);
            }
            Test::Compare(comparison) => self.add_comparison(comparison),
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
        self.has_letters |= matches!(expr, Expr::Letter(_));
        if let Some(test) = expr.asked_of_cells() {
            self.add_test(test);
        }
        expr.operands().for_each(|operand| self.add_expr(operand));
    }
}
