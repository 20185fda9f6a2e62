//! Bodies that bring what lies on the board nearer to one side, and some that nearly do.

use crate::Feature;
use crate::tree::{LayerShape, Node, RuleTree, Statement};

use super::maker::{Maker, line};
use super::pattern::filled_row;

impl Maker<'_> {
    /// Rules along the chosen direction `d`. Mostly all go the same way, so that what one does no
    /// other takes back.
    pub(super) fn potential(&mut self) -> Vec<Statement> {
        self.note(Feature::Potential);
        let side = self.dice.percent(50);
        let mut body = Vec::new();
        for _ in 0..self.dice.weighted(&[(40, 1), (40, 2), (20, 3)]) {
            let goes_back = self.dice.percent(12);
            let is_against = self.dice.percent(60);
            let way = if is_against { "against d" } else { "d" };
            let mut cells = self.fallen();
            if (side != is_against) != goes_back {
                cells.reverse();
            }
            let mut rule = RuleTree::new(vec![way.to_owned()], cells);
            rule.strategy = self.dice.pick(&[None, None, Some("each")]).map(line);
            let rule = Statement::Rule(rule);
            body.push(if self.dice.percent(55) {
                self.note(Feature::RepeatBlock);
                Statement::Nest { heading: line("repeat"), body: vec![rule] }
            } else {
                rule
            });
        }
        body
    }

    /// The cells of a rule that brings something nearer to the first of them.
    pub(super) fn fallen(&mut self) -> Vec<Node> {
        let numbers = self.world.lettered.filter(|_| self.dice.percent(60));
        let Some(numbers) = numbers else {
            let who = self.piece_or_class().to_string();
            let rows: [&[(&str, &str)]; 4] = [
                &[("empty", &who), (&who, "_")],
                &[("empty", &who), ("empty", "_"), (&who, "_")],
                &[("_", &who), (&who, "_")],
                &[(&who, &who), ("empty", "_"), (&who, "_")],
            ];
            return filled_row(self.dice.pick(&rows));
        };
        self.note(Feature::Letters);
        self.site.letters = vec!["n"];
        let is_doubling = matches!(self.world.layers[numbers].shape, LayerShape::Doubling(..));
        let sum = if is_doubling { "2n" } else { "{n + 1}" };
        let rows: [&[(&str, &str)]; 4] = [
            &[("_", "n"), ("n", "_")],
            &[("_", "n"), ("n", "_")],
            &[("n", sum), ("n", "_")],
            &[("_", "n"), ("_", "_"), ("n", "_")],
        ];
        filled_row(self.dice.pick(&rows))
    }
}
