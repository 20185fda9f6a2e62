//! Rules as games have them: moves, captures, flips, merges. A random pattern matches rarely; these
//! keep a board in motion.

use crate::Feature;
use crate::tree::{Node, Put, Quantifier, Term};

use super::maker::{Maker, atom, put};
use super::pattern::filled;

/// A test, what is put where it passed, and how often.
type Position = (Term, Put, Quantifier);

impl Maker<'_> {
    /// The parts of a rule, with one replacement.
    pub(super) fn idiom(&mut self) -> Vec<Node> {
        let walker = self.walker();
        let is_numbered = self.world.numbers().is_some();
        let positions = match self.dice.weighted(&[
            (30, 0),
            (14, 1),
            (14, 2),
            (14, 3),
            (if is_numbered { 30 } else { 0 }, 4),
            (12, 5),
            (8, 6),
            (4, 7),
        ]) {
            0 => moved(walker),
            1 => {
                // A capture over a neighbour.
                let over = self.plain_atom();
                let last = (atom("empty"), carried(&walker), Quantifier::Once);
                vec![once(walker, "_"), once(over, "_"), last]
            }
            2 => self.slide(walker),
            3 => self.flip(),
            4 => return self.merge(),
            6 => return self.ray(),
            7 => return self.letter_twice().unwrap_or_else(|| nodes(moved(walker))),
            _ => {
                let pieces = self.plain_atom();
                vec![once(pieces, "_")]
            }
        };
        nodes(positions)
    }

    /// A test for who moves: a class, or a piece by name, which can be put elsewhere.
    fn walker(&mut self) -> Term {
        if !self.world.own.is_empty() && self.dice.percent(60) {
            return atom(self.dice.pick(&self.world.own));
        }
        if !self.world.pieces.is_empty() && self.dice.percent(70) {
            return atom(self.dice.pick(&self.world.pieces).0);
        }
        atom(self.dice.pick(&self.world.layers).name)
    }

    /// A move along free cells, as far as there are any.
    fn slide(&mut self, walker: Term) -> Vec<Position> {
        self.note(Feature::Repeats);
        self.note(Feature::Rest);
        let free = (atom("empty"), Put::Rest, Quantifier::Star);
        let last = (atom("empty"), carried(&walker), Quantifier::Once);
        vec![once(walker, "_"), free, last]
    }

    /// A run between two ends becomes like one of them.
    fn flip(&mut self) -> Vec<Position> {
        self.note(Feature::Repeats);
        let own = match self.world.own.first() {
            Some(own) => atom(*own),
            None if self.world.pieces.is_empty() => atom("any"),
            None => atom(self.dice.pick(&self.world.pieces).0),
        };
        let run = if self.world.own.is_empty() { self.plain_atom() } else { atom("theirs") };
        let times = self.dice.pick(&[Quantifier::Plus, Quantifier::Star, Quantifier::AtLeast(2)]);
        let put_own = if own.to_string() == "any" { put("_") } else { put(own.to_string()) };
        vec![
            (atom("empty"), Put::Of(put_own.clone()), Quantifier::Once),
            (run, Put::Of(put_own), times),
            (own, Put::Rest, Quantifier::Once),
        ]
    }

    /// Numbers that slide or merge.
    fn merge(&mut self) -> Vec<Node> {
        self.note(Feature::Letters);
        self.site.letters = vec!["n"];
        let positions = if self.dice.percent(50) {
            vec![once(atom("_"), "n"), once(atom("n"), "_")]
        } else {
            self.note(Feature::BackReference);
            vec![once(atom("n"), "_"), once(atom("n"), "n")]
        };
        nodes(positions)
    }
}

fn once(test: Term, content: &str) -> Position {
    (test, Put::Of(put(content)), Quantifier::Once)
}

/// Step of a piece to the next cell.
fn moved(walker: Term) -> Vec<Position> {
    let next = (atom("empty"), carried(&walker), Quantifier::Once);
    vec![once(walker, "_"), next]
}

/// The word of a test on the right side: the piece, or whatever piece passed.
fn carried(test: &Term) -> Put {
    Put::Of(put(test.to_string()))
}

fn nodes(positions: Vec<Position>) -> Vec<Node> {
    positions.into_iter().map(|(test, put, times)| filled(test, put, times)).collect()
}
