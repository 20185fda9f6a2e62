//! Actions at a cell that several rules of one cell decide.

use crate::Feature;
use crate::tree::{Node, Put, Quantifier, RuleTree, Statement, Term};

use super::maker::{Maker, atom, line, put};
use super::pattern::filled;

/// Cells at which a rule looks from the chosen cell.
#[derive(Clone, Copy)]
enum Look {
    /// At that cell alone.
    Cell,
    /// At that cell alone, though a way is said.
    CellAndWay,
    /// A step further.
    Step,
}

impl Maker<'_> {
    /// Rules of which the first that matches at the cell is done. One goes no way and one goes some
    /// way, whichever comes first: what tells rules apart must not be a way that nobody chose.
    pub(super) fn rules_of_one_cell(&mut self, cell: &str) -> Vec<RuleTree> {
        self.note(Feature::RulesOfOneCell);
        self.note(Feature::Anchor);
        let mut looks = vec![Look::Cell, self.dice.pick(&[Look::Step, Look::CellAndWay])];
        if self.dice.percent(35) {
            looks.push(self.dice.pick(&[Look::Cell, Look::CellAndWay, Look::Step]));
        }
        let first = self.dice.below(looks.len());
        looks.rotate_left(first);
        looks.into_iter().map(|look| self.rule_of_one_cell(cell, look)).collect()
    }

    fn rule_of_one_cell(&mut self, cell: &str, look: Look) -> RuleTree {
        let (who, content) = self.recoloured();
        let nodes = match look {
            Look::Cell => {
                let word = self.dice.pick(&["at", "at", "from"]);
                return RuleTree::new(vec![format!("{word} {cell}")], vec![once(who, content)]);
            }
            Look::CellAndWay => vec![once(who, content)],
            Look::Step if self.dice.percent(60) => {
                let moved = put(who.to_string());
                vec![once(who, put("_")), once(atom("_"), moved)]
            }
            Look::Step => {
                let beside = self.plain_atom();
                vec![once(who, content), filled(beside, Put::Rest, Quantifier::Once)]
            }
        };
        let (ways, word) = (self.ways(), self.dice.pick(&["from", "from", "to"]));
        RuleTree::new(vec![format!("{ways} {word} {cell}")], nodes)
    }

    /// A test of one cell, and something else that is put there.
    pub(super) fn recoloured(&mut self) -> (Term, Term) {
        let layer = self.dice.below(self.world.layers.len());
        let (before, after) = (self.content_of(layer), self.content_of(layer));
        let (Some(before), Some(after)) = (before, after) else {
            return (atom(self.world.layers[layer].name), put("_"));
        };
        if self.dice.percent(15) {
            return (atom("empty"), after);
        }
        let is_same = before.to_string() == after.to_string();
        let after = if is_same || self.dice.percent(30) { put("_") } else { after };
        (atom(before.to_string()), after)
    }
}

fn once(test: Term, content: Term) -> Node {
    filled(test, Put::Of(content), Quantifier::Once)
}

/// Rules of which the first that matches is done.
pub(super) fn else_rules(rules: Vec<RuleTree>) -> Vec<Statement> {
    let behind = |(nth, rule): (usize, RuleTree)| match nth {
        0 => Statement::Rule(rule),
        _ => Statement::Nest { heading: line("else"), body: vec![Statement::Rule(rule)] },
    };
    rules.into_iter().enumerate().map(behind).collect()
}
