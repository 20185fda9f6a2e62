//! Actions that take something away and let what is left fall: mostly nothing behind puts more there.

use crate::Feature;
use crate::tree::{RuleTree, Statement};

use super::maker::{Maker, line};

impl Maker<'_> {
    /// Statements that take from a chosen cell on, let fall what is above, and now and then more.
    pub(super) fn lessened(&mut self, cell: &str) -> Vec<Statement> {
        self.note(Feature::Lessened);
        self.note(Feature::Must);
        let layer = self.dice.pick(&self.world.layers).name;
        let mut body = Vec::new();
        let is_counted = self.dice.percent(60);
        if is_counted {
            self.note(Feature::LocalNumber);
            body.push(Statement::Line(line(format!("let before = count {layer}"))));
        }
        let taken = self.taken(layer, cell);
        body.push(Statement::Nest { heading: line("must"), body: vec![taken] });
        for _ in 0..self.dice.weighted(&[(25, 0), (50, 1), (25, 2)]) {
            let way = self.dice.weighted(&[(6, "down"), (3, "right"), (2, "left"), (1, "4 ways")]);
            let mut cells = self.fallen();
            if self.dice.percent(60) {
                cells.reverse();
            }
            let rule = Statement::Rule(RuleTree::new(vec![way.to_owned()], cells));
            body.push(if self.dice.percent(75) {
                self.note(Feature::RepeatBlock);
                Statement::Nest { heading: line("repeat"), body: vec![rule] }
            } else {
                rule
            });
        }
        if is_counted && let Some(value) = self.world.values.first() {
            body.push(Statement::Line(line(format!("{value} += before - count {layer}"))));
        }
        if self.dice.percent(25) {
            body.extend(self.block(1));
        }
        body
    }

    /// A rule that takes away what lies on a layer.
    fn taken(&mut self, layer: &str, cell: &str) -> Statement {
        let is_lettered = self.world.lettered.is_some();
        let rule = self.dice.weighted(&[
            (3, "at c: LAYER -> _"),
            (2, "right from c: LAYER LAYER -> _ _"),
            (2, "4 ways from c: LAYER (bend LAYER)+ -> _ (bend _)+"),
            (if is_lettered { 4 } else { 0 }, "4 ways from c: n (bend n)+ -> _ (bend _)+"),
            (if is_lettered { 2 } else { 0 }, "down from c: n n -> _ _"),
        ]);
        let rule = rule.replace("LAYER", layer).replace(" c:", &format!(" {cell}:"));
        Statement::Line(line(rule))
    }
}
