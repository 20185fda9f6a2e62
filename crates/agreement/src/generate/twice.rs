//! Rules that put one letter at two places.

use crate::Feature;
use crate::tree::{LayerShape, Node, Put, Quantifier, Sort, Term};

use super::maker::{Maker, atom, put};
use super::pattern::filled;

/// The fewest cells of such a rule: the letter's own, and two that it is put on.
const FEWEST: usize = 3;

impl Maker<'_> {
    /// The parts of a rule that puts what lies on one cell on two others, so that two of its matches
    /// may put different things on one cell.
    ///
    /// `None` where no line is long enough, or no word means several pieces.
    pub(super) fn letter_twice(&mut self) -> Option<Vec<Node>> {
        if self.world.longest_line() < FEWEST {
            return None;
        }
        let letter = self.letter_of_several()?;
        self.note(Feature::LetterTwice);
        self.note(Feature::Carried);
        let left = if self.dice.percent(70) { "_" } else { &letter };
        let mut nodes = vec![filled(atom(&letter), Put::Of(put(left)), Quantifier::Once)];
        for _ in 1..FEWEST {
            let free = self.free();
            nodes.push(filled(free, Put::Of(put(&letter)), Quantifier::Once));
        }
        if self.world.longest_line() > FEWEST && self.dice.percent(50) {
            self.note(Feature::Rest);
            let gap = filled(atom("any"), Put::Rest, Quantifier::Once);
            nodes.insert(self.dice.between(1, nodes.len() - 1), gap);
        }
        if self.dice.percent(30) {
            nodes.reverse();
        }
        Some(nodes)
    }

    /// A letter, or the name of a layer of several pieces.
    fn letter_of_several(&mut self) -> Option<String> {
        if self.world.lettered.is_some() && self.dice.percent(60) {
            self.note(Feature::Letters);
            self.site.letters = vec!["n"];
            return Some("n".to_owned());
        }
        let is_class = |shape: &LayerShape| match shape {
            LayerShape::Pieces(names) => names.len() > 1,
            LayerShape::Owned(_) | LayerShape::Kinds(_) => true,
            LayerShape::Range(..) | LayerShape::Doubling(..) => true,
        };
        let classes = self.world.layers.iter().filter(|layer| is_class(&layer.shape));
        let names: Vec<&str> = classes.map(|layer| layer.name).collect();
        if names.is_empty() { None } else { Some(self.dice.pick(&names).to_owned()) }
    }

    /// A test that cells pass on which something can be put.
    fn free(&mut self) -> Term {
        let layer = self.dice.pick(&self.world.layers).name;
        match self.dice.weighted(&[(50, 0), (30, 1), (20, 2)]) {
            0 => atom("empty"),
            1 => atom("any"),
            _ => Term::frame(Sort::Atom, "[no @]", [atom(layer)]),
        }
    }
}
