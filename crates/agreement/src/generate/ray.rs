//! Rays: rules along a line from or to a chosen cell, whose repeat may be empty.

use crate::Feature;
use crate::tree::{Node, Put, Quantifier, RuleTree, Sort, Term};

use super::maker::{Maker, atom};
use super::pattern::filled;

/// Numbers of what lies between the ends of a ray: none, too.
const LOOSE: [Quantifier; 5] = [
    Quantifier::Star,
    Quantifier::Star,
    Quantifier::Star,
    Quantifier::Optional,
    Quantifier::Between(0, 2),
];

impl Maker<'_> {
    /// Rules that begin or end at a chosen cell, one of these anchors each.
    pub(super) fn rays(&mut self, anchors: &[&str]) -> Vec<RuleTree> {
        let count = self.dice.weighted(&[(65, 1), (35, 2)]);
        (0..count).map(|_| self.anchored_ray(anchors)).collect()
    }

    /// A rule that begins or ends at a chosen cell.
    pub(super) fn anchored_ray(&mut self, anchors: &[&str]) -> RuleTree {
        self.note(Feature::RaysOfOneCell);
        self.note(Feature::Anchor);
        let (ways, anchor) = (self.ways(), self.dice.pick(anchors));
        RuleTree::new(vec![format!("{ways} {anchor}")], self.ray())
    }

    /// The parts of a rule that may match one cell or many in a line: it may end where it begins.
    pub(super) fn ray(&mut self) -> Vec<Node> {
        self.note(Feature::Repeats);
        let (who, content) = self.recoloured();
        let mut nodes = vec![filled(who, Put::Of(content), Quantifier::Once)];
        for _ in 0..self.dice.weighted(&[(80, 1), (20, 2)]) {
            let between = self.between();
            nodes.push(between);
        }
        if self.dice.percent(25) {
            nodes.reverse();
        }
        nodes
    }

    /// Contents that may lie between the ends of a ray, or not.
    fn between(&mut self) -> Node {
        let times = self.dice.pick(&LOOSE);
        if self.dice.percent(15) {
            let (who, content) = self.recoloured();
            return filled(who, Put::Of(content), times);
        }
        self.note(Feature::Rest);
        let layer = self.dice.pick(&self.world.layers).name;
        let test = match self.dice.weighted(&[(45, 0), (25, 1), (15, 2), (15, 3)]) {
            0 => atom("empty"),
            1 => atom("any"),
            2 => Term::frame(Sort::Atom, "[no @]", [atom(layer)]),
            _ => self.plain_atom(),
        };
        filled(test, Put::Rest, times)
    }
}
