//! Conditions on the whole position.

use crate::Feature;
use crate::tree::{Sort, Term};

use super::maker::Maker;

impl Maker<'_> {
    /// A condition; a depth of 0 joins no others.
    pub(super) fn condition(&mut self, depth: usize) -> Term {
        let joined = if depth > 0 { 8 } else { 0 };
        let values = if self.world.values.is_empty() { 0 } else { 10 };
        let term = match self.dice.weighted(&[
            (20, 0),
            (16, 1),
            (10, 2),
            (24, 3),
            (values, 4),
            (joined, 5),
            (joined, 6),
            (joined, 7),
        ]) {
            0 => {
                self.note(Feature::SomeCondition);
                Term::frame(Sort::Condition, "some @", [self.atom(1)])
            }
            1 => {
                self.note(Feature::SomeCondition);
                Term::frame(Sort::Condition, "no @", [self.atom(1)])
            }
            2 => {
                self.note(Feature::EveryCondition);
                let parts = [self.plain_atom(), self.atom(1)];
                let verb = self.dice.pick(&["has", "is"]);
                Term::frame(Sort::Condition, &format!("every @ {verb} @"), parts)
            }
            3 => {
                self.note(Feature::CountCondition);
                let test = self.atom(1);
                self.site.letters.clear();
                let right = self.number(0);
                let sign = self.dice.pick(&["=", "!=", "<", "<=", ">", ">="]);
                Term::frame(Sort::Condition, &format!("count @ {sign} @"), [test, right])
            }
            4 => {
                let (left, right) = (self.number(1), self.number(0));
                Term::frame(Sort::Condition, "@ >= @", [left, right])
            }
            5 => Term::frame(Sort::Condition, "not (@)", [self.condition(depth - 1)]),
            6 => Term::frame(Sort::Condition, "(@) and (@)", self.two_conditions(depth - 1)),
            _ => Term::frame(Sort::Condition, "(@) or (@)", self.two_conditions(depth - 1)),
        };
        self.site.letters.clear();
        term
    }

    fn two_conditions(&mut self, depth: usize) -> [Term; 2] {
        [self.condition(depth), self.condition(depth)]
    }
}
