//! Patterns, with nothing yet put at their positions.

use crate::Feature;
use crate::tree::{Node, Put, Quantifier, Term};

use super::maker::{Maker, atom, put};

impl Maker<'_> {
    /// The parts of a pattern. `longest` counts those that consume cells.
    pub(super) fn pattern(&mut self, longest: usize) -> Vec<Node> {
        self.site.letters.clear();
        let count = self.dice.between(1, longest);
        let is_walk = count > 1 && self.dice.percent(16);
        let mut nodes = Vec::new();
        if count > 1 && self.dice.percent(5) {
            self.note(Feature::Edge);
            nodes.push(Node::Word("edge"));
        }
        for index in 0..count {
            if is_walk && index > 0 && self.dice.percent(60) {
                nodes.push(self.turning());
            }
            let node = self.node(count > 1);
            nodes.push(node);
        }
        if count > 1 && self.dice.percent(7) {
            self.note(Feature::Edge);
            nodes.push(Node::Word("edge"));
        }
        nodes
    }

    fn turning(&mut self) -> Node {
        let word = self.dice.pick(&["turn", "turn?", "turn?", "bend", "bend", "bend?"]);
        let turns = word.starts_with("turn");
        self.note(if turns { Feature::Turn } else { Feature::Bend });
        Node::Word(word)
    }

    fn node(&mut self, is_long: bool) -> Node {
        if !is_long {
            return cell(self.atom(0), Quantifier::Once);
        }
        match self.dice.weighted(&[(76, 0), (14, 1), (10, 2)]) {
            0 => cell(self.atom(0), Quantifier::Once),
            1 => {
                let times = self.quantifier();
                cell(self.atom(0), times)
            }
            _ => self.group(),
        }
    }

    fn quantifier(&mut self) -> Quantifier {
        self.note(Feature::Repeats);
        self.dice.weighted(&[
            (30, Quantifier::Star),
            (30, Quantifier::Plus),
            (14, Quantifier::Optional),
            (8, Quantifier::Exactly(2)),
            (5, Quantifier::Between(1, 3)),
            (4, Quantifier::Between(0, 2)),
            (5, Quantifier::AtLeast(2)),
            (2, Quantifier::Exactly(3)),
        ])
    }

    fn group(&mut self) -> Node {
        self.note(Feature::Groups);
        let branches = self.dice.weighted(&[(45, 1), (45, 2), (10, 3)]);
        if branches > 1 {
            self.note(Feature::Choices);
        }
        let times = if branches > 1 && self.dice.percent(60) {
            Quantifier::Once
        } else {
            self.quantifier()
        };
        let branches = (0..branches).map(|_| self.branch()).collect();
        Node::Group { branches, times }
    }

    fn branch(&mut self) -> Vec<Node> {
        let mut nodes = Vec::new();
        if self.dice.percent(14) {
            self.note(Feature::Bend);
            nodes.push(Node::Word("bend"));
        }
        for _ in 0..self.dice.weighted(&[(65, 1), (35, 2)]) {
            let times = if self.dice.percent(12) { self.quantifier() } else { Quantifier::Once };
            nodes.push(cell(self.atom(1), times));
        }
        nodes
    }
}

/// A cell at which nothing is put yet.
pub(super) fn cell(test: Term, times: Quantifier) -> Node {
    Node::Cell { test, puts: Vec::new(), times }
}

/// Cells that are tested once, each with the word for what is put there.
pub(super) fn filled_row(row: &[(&str, &str)]) -> Vec<Node> {
    let cell = |&(test, content): &(&str, &str)| {
        filled(atom(test), Put::Of(put(content)), Quantifier::Once)
    };
    row.iter().map(cell).collect()
}

/// A cell with what is put there.
pub(super) fn filled(test: Term, put: Put, times: Quantifier) -> Node {
    Node::Cell { test, puts: vec![put], times }
}

/// True if the parts leave their line.
pub(super) fn is_walk(nodes: &[Node]) -> bool {
    nodes.iter().any(|node| match node {
        Node::Cell { .. } => false,
        Node::Group { branches, .. } => branches.iter().any(|branch| is_walk(branch)),
        Node::Word(word) => *word != "edge",
    })
}

/// True if the parts are exactly one cell, which needs no direction.
pub(super) fn is_single(nodes: &[Node]) -> bool {
    matches!(nodes, [Node::Cell { times: Quantifier::Once, .. }])
}
