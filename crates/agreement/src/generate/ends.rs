//! Turns, ends and points.

use crate::Feature;
use crate::tree::{Ending, Sort, Term};

use super::maker::{Maker, Site};

impl Maker<'_> {
    pub(super) fn pass(&mut self) -> Option<&'static str> {
        if self.world.players.is_empty() || !self.dice.percent(45) {
            return None;
        }
        let (feature, text) = self.dice.pick(&[
            (Feature::PassWhenNoAction, "when no action"),
            (Feature::PassAnyTime, "any time"),
        ]);
        self.note(feature);
        Some(text)
    }

    pub(super) fn again(&mut self) -> Option<Term> {
        self.site = Site::default();
        if self.world.players.is_empty() || !self.dice.percent(20) {
            return None;
        }
        self.note(Feature::Again);
        Some(self.condition(1))
    }

    pub(super) fn ends(&mut self) -> Vec<Ending> {
        self.site = Site::default();
        let count = self.dice.weighted(&[(35, 0), (35, 1), (20, 2), (10, 3)]);
        (0..count).map(|_| self.end()).collect()
    }

    fn end(&mut self) -> Ending {
        let (feature, word) = self.dice.weighted(&[
            (25, (Feature::Win, "win")),
            (18, (Feature::Lose, "lose")),
            (14, (Feature::Draw, "draw")),
            (18, (Feature::End, "end")),
            (15, (Feature::Goal, "goal")),
            (10, (Feature::Stage, "win stage")),
        ]);
        self.note(feature);
        let condition = self.end_condition();
        let mut effects = Vec::new();
        let may_have_effects = matches!(feature, Feature::Goal | Feature::Stage);
        if may_have_effects && !self.world.values.is_empty() && self.dice.percent(50) {
            effects.push(self.effect());
        }
        Ending { word, condition, effects }
    }

    fn end_condition(&mut self) -> Term {
        let all_passed = if self.world.players.is_empty() { 0 } else { 8 };
        let (feature, text) =
            match self.dice.weighted(&[(70, 0), (14, 1), (5, 2), (6, 3), (all_passed, 4)]) {
                0 => return self.condition(1),
                1 => (Feature::NoAction, "no action".to_owned()),
                2 => {
                    let action = self.dice.pick(&self.world.actions);
                    (Feature::NoAction, format!("no action {action}"))
                }
                3 => (Feature::NobodyCanAct, "nobody can act".to_owned()),
                _ => (Feature::EveryonePassed, "everyone passed".to_owned()),
            };
        self.note(feature);
        Term::word(Sort::Condition, text)
    }

    /// Each player's points.
    pub(super) fn score(&mut self) -> Option<Term> {
        if self.world.players.is_empty() || !self.dice.percent(45) {
            return None;
        }
        self.note(Feature::Score);
        self.site = Site::default();
        Some(if self.dice.percent(60) {
            Term::word(Sort::Number, "count mine")
        } else {
            self.number(2)
        })
    }
}
