//! What tests, conditions and numbers cost.

use super::tame::is_tame_test;
use super::walk::{Asks, Bound};
use super::{Prices, TOO_DEAR, direction_count, sum};
use crate::mention::test_has_letter;
use crate::model::{Comparison, Condition, Expr, Test};

impl Prices<'_> {
    /// Asking every cell: one by one, or all at once if that is less. What could come to an error is
    /// left to the reference executor, cell by cell; what is left asks nothing that counts, so that
    /// counts in counts are not followed twice in each.
    pub(super) fn all(&self, test: &Test, asked: u64) -> u64 {
        let each = self.test(test, asked, Bound::default()).saturating_mul(self.cells);
        if self.shares && is_tame_test(test, usize::MAX) {
            each.min(self.all_at_once(test, asked))
        } else {
            each
        }
    }

    /// Asking every cell part by part, so that what several cells see is looked at once.
    fn all_at_once(&self, test: &Test, asked: u64) -> u64 {
        if let Test::Not(inner) | Test::Neighbours { test: inner, .. } = test {
            return self.all(inner, asked).saturating_add(8 * self.cells);
        }
        if let Test::And(tests) | Test::Or(tests) = test {
            let each = tests.iter().map(|it| self.all(it, asked));
            return each.fold(self.cells, u64::saturating_add);
        }
        if let Test::Sees { ways, pattern } = test
            && !test_has_letter(test)
        {
            return self.everywhere(pattern, ways, asked);
        }
        TOO_DEAR
    }

    /// Asking one cell, with these letters bound before.
    pub(super) fn test(&self, test: &Test, asked: u64, bound: Bound) -> u64 {
        match test {
            Test::Any
            | Test::Empty
            | Test::Occupied(_)
            | Test::Piece { .. }
            | Test::Letter { .. }
            | Test::Chosen(_)
            | Test::InLine(_)
            | Test::Centre
            | Test::Near(..) => 1,
            Test::Neighbours { test: near, reach, .. } => {
                let count = Test::directions(*reach).len() as u64;
                self.test(near, asked, bound).saturating_mul(count).saturating_add(1)
            }
            Test::Sees { ways, pattern } => {
                let walk = self.walk(pattern, ways, asked, bound, Asks::Itself);
                walk.steps.saturating_mul(direction_count(ways)).saturating_add(1)
            }
            Test::Compare(comparison) => self.comparison(comparison, asked),
            Test::Not(inner) => self.test(inner, asked, bound).saturating_add(1),
            Test::And(tests) => {
                let mut bound = bound;
                let each = tests.iter().map(|test| {
                    let price = self.test(test, asked, bound);
                    bound.add(test);
                    price
                });
                each.fold(1, u64::saturating_add)
            }
            Test::Or(tests) => {
                tests.iter().map(|it| self.test(it, asked, bound)).fold(1, u64::saturating_add)
            }
        }
    }

    /// Asking a condition once.
    pub(super) fn condition(&self, condition: &Condition, asked: u64) -> u64 {
        match condition {
            Condition::Some(test) => self.all(test, asked),
            Condition::Every(test, has) => {
                let mut bound = Bound::default();
                bound.add(test);
                let has = self.test(has, asked, bound).saturating_mul(self.cells);
                self.all(test, asked).saturating_add(has)
            }
            Condition::NoAction(Some(index)) => self.asking(*index, asked),
            Condition::NoAction(None) => self.asking_any(asked),
            Condition::NobodyCanAct => {
                self.asking_any(asked).saturating_mul(self.rules.players.len().max(1) as u64)
            }
            // What a solver does is bounded by who brings it.
            Condition::EveryonePassed | Condition::Solvable => 1,
            Condition::Compare(comparison) => self.comparison(comparison, asked),
            Condition::Not(inner) => self.condition(inner, asked),
            Condition::And(parts) | Condition::Or(parts) => {
                parts.iter().map(|it| self.condition(it, asked)).fold(1, u64::saturating_add)
            }
        }
    }

    fn comparison(&self, comparison: &Comparison, asked: u64) -> u64 {
        sum([1, self.number(&comparison.left, asked), self.number(&comparison.right, asked)])
    }

    /// Working out a number once.
    pub(super) fn number(&self, expr: &Expr, asked: u64) -> u64 {
        if let Some(test) = expr.asked_of_cells() {
            return self.all(test, asked);
        }
        expr.operands().map(|it| self.number(it, asked)).fold(1, u64::saturating_add)
    }
}
