//! Contents that are put at the positions of a pattern.

use crate::Feature;
use crate::tree::{LayerShape, Node, Put, Quantifier, Sort, Term};

use super::maker::{Maker, put};

impl Maker<'_> {
    /// Adds a replacement to the parts of a pattern.
    pub(super) fn replacement(&mut self, nodes: &mut [Node]) {
        let carried = self.carriable(nodes);
        let rest = self.rest(nodes);
        for (index, node) in nodes.iter_mut().enumerate() {
            self.fill(node, rest.contains(&index), &carried);
        }
    }

    /// The nodes that stay as they are.
    fn rest(&mut self, nodes: &[Node]) -> std::ops::Range<usize> {
        if nodes.len() < 2 || !self.dice.percent(16) {
            return 0..0;
        }
        self.note(Feature::Rest);
        let first = self.dice.below(nodes.len());
        first..self.dice.between(first + 1, nodes.len())
    }

    fn fill(&mut self, node: &mut Node, is_rest: bool, carried: &[String]) {
        match node {
            Node::Cell { test, puts, .. } => {
                puts.push(if is_rest { Put::Rest } else { Put::Of(self.put(test, carried)) });
            }
            Node::Group { branches, .. } => {
                for node in branches.iter_mut().flatten() {
                    self.fill(node, is_rest, carried);
                }
            }
            Node::Word(_) => {}
        }
    }

    /// The classes of which one cell is known.
    fn carriable(&self, nodes: &[Node]) -> Vec<String> {
        let classes = nodes.iter().filter_map(|node| match node {
            Node::Cell { test, times: Quantifier::Once, .. } => Some(test.to_string()),
            Node::Cell { .. } | Node::Group { .. } | Node::Word(_) => None,
        });
        classes.filter(|test| self.is_class(test)).collect()
    }

    /// True if a test means several pieces, so that it can be carried.
    fn is_class(&self, test: &str) -> bool {
        self.world.sides.contains(&test) || self.world.layers.iter().any(|layer| layer.name == test)
    }

    /// Contents that are put on a cell that passed the test.
    pub(super) fn put(&mut self, test: &Term, carried: &[String]) -> Term {
        let test = test.to_string();
        let is_free = test == "empty" || test == "_";
        let pieces = if self.world.pieces.is_empty() { 0 } else { 36 };
        let own = if self.world.own.is_empty() { 0 } else { 16 };
        let same = if self.is_class(&test) { 30 } else { 0 };
        let carry = if carried.is_empty() {
            0
        } else if is_free {
            40
        } else {
            12
        };
        let is_lettered = self.world.lettered.is_some() || !self.world.numbered().is_empty();
        let letters = if is_lettered { 34 } else { 0 };
        let clear = if is_free { 10 } else { 26 };
        match self.dice.weighted(&[
            (clear, 0),
            (pieces, 1),
            (own, 2),
            (same, 3),
            (carry, 4),
            (letters, 5),
            (7, 6),
        ]) {
            0 => put("_"),
            1 => put(self.dice.pick(&self.world.pieces).0),
            2 => put(self.dice.pick(&self.world.own)),
            3 => put(test),
            4 => {
                self.note(Feature::Carried);
                put(self.dice.pick(carried))
            }
            5 => self.put_number(),
            _ => self.several_puts(),
        }
    }

    fn put_number(&mut self) -> Term {
        let Some(only) = self.world.lettered else {
            let (layer, first, last) = self.dice.pick(&self.world.numbered());
            return match self.dice.percent(40) {
                true => put(self.on(layer, &first.to_string())),
                false => self.computed(layer, first, last),
            };
        };
        let letter = if self.site.letters.is_empty() {
            None
        } else {
            Some(self.dice.pick(&self.site.letters))
        };
        let Some((first, last)) = self.world.numbers() else {
            // Kinds have no names that could be put: a letter carries one.
            return put(letter.unwrap_or("_"));
        };
        let is_doubling = matches!(self.world.layers[only].shape, LayerShape::Doubling(..));
        match letter {
            Some(letter) if self.dice.percent(45) => put(letter),
            Some(letter) if is_doubling && self.dice.percent(60) => put(format!("2{letter}")),
            _ if is_doubling || self.dice.percent(40) => put(self.literal(first, last).to_string()),
            _ => self.computed(only, first, last),
        }
    }

    /// A number that is computed, mostly one that the layer can hold. Braces say no layer: only one may have numbers.
    fn computed(&mut self, layer: usize, first: i32, last: i32) -> Term {
        self.note(Feature::ComputedNumber);
        let before = std::mem::replace(&mut self.site.has_cell, true);
        let number = self.number(2);
        self.site.has_cell = before;
        let form = self.dice.below(5);
        let text = match form {
            0 => "@".to_owned(),
            1 if first >= 0 => format!("{first} + @ mod {}", last - first + 1),
            _ => format!("max({first}, min({last}, @))"),
        };
        let is_only = self.world.lettered.is_some();
        let text = if is_only && form < 4 { format!("{{{text}}}") } else { self.on(layer, &text) };
        Term::frame(Sort::Put, &text, [number])
    }

    /// A number that is put on this layer.
    fn on(&mut self, layer: usize, number: &str) -> String {
        self.note(Feature::NumberOnLayer);
        format!("[{} = {number}]", self.world.layers[layer].name)
    }

    /// Things on several layers at once.
    fn several_puts(&mut self) -> Term {
        let mut layers: Vec<usize> = self.world.piece_layers();
        let mut parts = Vec::new();
        while !layers.is_empty() && parts.len() < 2 {
            let layer = layers.remove(self.dice.below(layers.len()));
            let pieces = self.world.pieces.iter().filter(|(_, it)| *it == layer);
            let pieces: Vec<String> = pieces.map(|(name, _)| name.clone()).collect();
            let name = self.world.layers[layer].name;
            let is_cleared = self.dice.percent(25);
            parts.push(if is_cleared {
                put(format!("no {name}"))
            } else {
                put(self.dice.pick(&pieces))
            });
        }
        if parts.is_empty() {
            return put("_");
        }
        self.note(Feature::SeveralPuts);
        Term::list(Sort::Put, "[", ", ", "]", parts)
    }
}
