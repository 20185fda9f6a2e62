//! Conditions and ends of plain games.

use crate::Feature;
use crate::tree::{Ending, Sort, Term};

use crate::generate::maker::{Maker, Site, number};

impl Maker<'_> {
    pub(super) fn plain_condition(&mut self, depth: usize) -> Term {
        let joined = if depth > 0 { 8 } else { 0 };
        let values = if self.world.values.is_empty() { 0 } else { 18 };
        match self.dice.weighted(&[(20, 0), (14, 1), (8, 2), (24, 3), (values, 4), (joined, 5)]) {
            0 => {
                self.note(Feature::SomeCondition);
                Term::frame(Sort::Condition, "some @", [self.plain_test()])
            }
            1 => Term::frame(Sort::Condition, "no @", [self.plain_test()]),
            2 => {
                self.note(Feature::EveryCondition);
                let parts = [self.piece_or_class(), self.plain_test()];
                Term::frame(Sort::Condition, "every @ is @", parts)
            }
            3 => {
                self.note(Feature::CountCondition);
                let test = self.piece_or_class();
                let sign = self.dice.pick(&["=", "!=", "<", "<=", ">", ">="]);
                let right = number(self.dice.below(7).to_string());
                Term::frame(Sort::Condition, &format!("count @ {sign} @"), [test, right])
            }
            4 => {
                let name = self.dice.pick(&self.world.values);
                let sign = self.dice.pick(&["=", "!=", "<", ">=", ">"]);
                Term::word(Sort::Condition, format!("{name} {sign} {}", self.dice.below(5)))
            }
            _ => {
                let (one, other) =
                    (self.plain_condition(depth - 1), self.plain_condition(depth - 1));
                let joint = self.dice.pick(&["(@ and @)", "(@ or @)"]);
                Term::frame(Sort::Condition, joint, [one, other])
            }
        }
    }

    pub(in crate::generate) fn plain_again(&mut self) -> Option<Term> {
        self.site = Site::default();
        if self.world.players.is_empty() || !self.dice.percent(25) {
            return None;
        }
        self.note(Feature::Again);
        Some(self.plain_condition(1))
    }

    pub(in crate::generate) fn plain_ends(&mut self) -> Vec<Ending> {
        self.site = Site::default();
        let count = self.dice.weighted(&[(20, 0), (35, 1), (30, 2), (15, 3)]);
        (0..count).map(|_| self.plain_end()).collect()
    }

    fn plain_end(&mut self) -> Ending {
        let (feature, word) = self.dice.weighted(&[
            (20, (Feature::Win, "win")),
            (18, (Feature::Lose, "lose")),
            (12, (Feature::Draw, "draw")),
            (25, (Feature::End, "end")),
            (20, (Feature::Goal, "goal")),
            (5, (Feature::Stage, "win stage")),
        ]);
        self.note(feature);
        let all_passed = if self.world.players.is_empty() { 0 } else { 12 };
        let condition = match self.dice.weighted(&[(60, 0), (20, 1), (12, 2), (all_passed, 3)]) {
            0 => self.plain_condition(1),
            1 => Term::word(Sort::Condition, "no action"),
            2 => Term::word(Sort::Condition, "nobody can act"),
            _ => Term::word(Sort::Condition, "everyone passed"),
        };
        let effects = if feature == Feature::Goal {
            self.plain_effects(60)
        } else if feature == Feature::Stage {
            self.plain_effects(25)
        } else {
            // Nothing comes after the others.
            Vec::new()
        };
        Ending { word, condition, effects }
    }

    pub(in crate::generate) fn plain_score(&mut self) -> Option<Term> {
        if self.world.players.is_empty() || !self.dice.percent(60) {
            return None;
        }
        self.note(Feature::Score);
        self.site = Site::default();
        if self.dice.percent(70) {
            return Some(Term::word(Sort::Number, "count mine"));
        }
        Some(self.plain_number())
    }
}
