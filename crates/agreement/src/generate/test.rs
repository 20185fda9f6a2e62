//! Tests of one cell.

use crate::Feature;
use crate::tree::{LayerShape, Sort, Term};

use super::maker::{Maker, atom};

/// Greatest depth of tests within tests.
const DEEPEST: usize = 2;

impl Maker<'_> {
    /// A test that can stand in a pattern.
    pub(super) fn atom(&mut self, depth: usize) -> Term {
        let sides = if self.world.sides.is_empty() { 0 } else { 24 };
        let letters = if self.world.lettered.is_some() { 18 } else { 0 };
        let brackets = if depth < DEEPEST { 18 } else { 0 };
        let pieces = if self.world.pieces.is_empty() { 0 } else { 28 };
        let lets = if self.world.lets.is_empty() { 0 } else { 6 };
        match self.dice.weighted(&[
            (pieces, 0),
            (14, 1),
            (6, 2),
            (8, 3),
            (sides, 4),
            (letters, 5),
            (brackets, 6),
            (lets, 7),
        ]) {
            0 => atom(self.dice.pick(&self.world.pieces).0),
            1 => atom(self.dice.pick(&["empty", "_"])),
            2 => atom("any"),
            3 => atom(self.dice.pick(&self.world.layers).name),
            4 => atom(self.dice.pick(&self.world.sides)),
            5 => self.letter_or_number(),
            6 => self.bracket(depth),
            _ => {
                self.note(Feature::LetName);
                atom(self.dice.pick(&self.world.lets))
            }
        }
    }

    /// A test that most cells of some kind pass: what a rule can count on.
    pub(super) fn plain_atom(&mut self) -> Term {
        if !self.world.sides.is_empty() && self.dice.percent(50) {
            return atom(self.dice.pick(&self.world.sides));
        }
        match self.dice.below(4) {
            0 => atom("empty"),
            1 => atom(self.dice.pick(&self.world.layers).name),
            _ if self.world.pieces.is_empty() => atom(self.dice.pick(&self.world.layers).name),
            _ => atom(self.dice.pick(&self.world.pieces).0),
        }
    }

    fn letter_or_number(&mut self) -> Term {
        if let Some((first, last)) = self.world.numbers()
            && self.dice.percent(25)
        {
            return atom(self.literal(first, last).to_string());
        }
        self.note(Feature::Letters);
        let letter = self.dice.pick(&["n", "n", "m"]);
        if self.site.letters.contains(&letter) {
            self.note(Feature::BackReference);
        } else {
            self.site.letters.push(letter);
        }
        atom(letter)
    }

    /// A number that the layer of letters can hold; never negative, for a minus is no test.
    pub(super) fn literal(&mut self, first: i32, last: i32) -> i32 {
        let is_doubling = self.world.lettered.is_some_and(|index| {
            matches!(self.world.layers[index].shape, LayerShape::Doubling(..))
        });
        if is_doubling {
            let number = first << self.dice.below(3);
            return if number <= last { number } else { first };
        }
        let first = first.max(0);
        first + self.dice.below((last - first + 1).min(4) as usize) as i32
    }

    /// A bracket of one or more tests.
    pub(super) fn bracket(&mut self, depth: usize) -> Term {
        let count = self.dice.weighted(&[(35, 1), (50, 2), (15, 3)]);
        let mut parts = vec![self.part(depth + 1)];
        for _ in 1..count {
            parts.push(if self.dice.percent(40) {
                self.atom(depth + 1)
            } else {
                self.part(depth + 1)
            });
        }
        Term::list(Sort::Atom, "[", ", ", "]", parts)
    }

    /// A test that needs a bracket.
    fn part(&mut self, depth: usize) -> Term {
        let near = if self.site.cells.is_empty() { 0 } else { 8 };
        let chosen = if self.site.cells.is_empty() && self.site.lines.is_empty() { 0 } else { 12 };
        match self.dice.weighted(&[
            (26, 0),
            (12, 1),
            (18, 2),
            (14, 3),
            (12, 4),
            (near, 5),
            (chosen, 6),
            (4, 7),
            (4, 8),
        ]) {
            0 => Term::frame(Sort::Test, "no @", [self.unbound(depth)]),
            1 => {
                let (one, other) = (self.unbound(depth), self.unbound(depth));
                Term::frame(Sort::Test, "(@ or @)", [one, other])
            }
            2 => self.neighbours(depth),
            3 => self.sees(depth),
            4 => self.comparison(),
            5 => {
                self.note(Feature::Near);
                let cell = self.dice.pick(&self.site.cells);
                Term::word(Sort::Test, format!("{} {cell}", self.dice.pick(&["around", "beside"])))
            }
            6 => {
                let chosen = [&self.site.cells[..], &self.site.lines[..]].concat();
                atom(self.dice.pick(&chosen))
            }
            7 => atom("centre"),
            _ => self.letter_in_layer(),
        }
    }

    /// A letter over a layer that is named.
    fn letter_in_layer(&mut self) -> Term {
        let layers = self.world.layers.iter().filter(|it| it.shape.is_lettered());
        let names: Vec<&str> = layers.map(|layer| layer.name).collect();
        let (letter, name) = match names[..] {
            [] => return atom("any"),
            [only] => ("n", only),
            _ => (self.dice.pick(&["n", "m"]), self.dice.pick(&names)),
        };
        if !self.site.letters.contains(&letter) {
            self.site.letters.push(letter);
        }
        self.note(Feature::Letters);
        Term::word(Sort::Test, format!("{letter} in {name}"))
    }

    /// A test whose letters mean nothing outside it.
    fn unbound(&mut self, depth: usize) -> Term {
        let letters = self.site.letters.clone();
        let test = self.atom(depth.max(1));
        self.site.letters = letters;
        test
    }

    fn neighbours(&mut self, depth: usize) -> Term {
        self.note(Feature::Neighbours);
        let range =
            self.dice.pick(&["1..", "2..3", "0", "1", "2", "2..", "..2", "3", "..1", "4..8"]);
        let reach = self.dice.pick(&["around", "beside"]);
        let test = self.unbound(depth);
        Term::frame(Sort::Test, &format!("{range} (@) {reach}"), [test])
    }

    fn sees(&mut self, depth: usize) -> Term {
        self.note(Feature::Sees);
        let letters = self.site.letters.clone();
        let ways = self.ways();
        let count = self.dice.between(1, 3);
        let mut parts = vec![self.unbound(depth)];
        for _ in 0..count {
            let times = self.dice.pick(&["", "", "", "*", "+", "?"]);
            if times.is_empty() && self.dice.percent(12) {
                parts.push(atom(self.dice.pick(&["edge", "bend", "turn", "turn?", "bend?"])));
            }
            let test = self.atom(depth.max(1));
            parts.push(Term::frame(Sort::Atom, &format!("@{times}"), [test]));
        }
        if self.dice.percent(15) {
            parts.push(atom("edge"));
        }
        self.site.letters = letters;
        Term::list(Sort::Test, &format!("sees {ways} ("), " ", ")", parts)
    }

    fn comparison(&mut self) -> Term {
        self.note(Feature::Comparison);
        let before = std::mem::replace(&mut self.site.has_cell, true);
        let left = match self.dice.below(3) {
            0 => super::maker::number(self.dice.pick(&["row", "column", "row + column"])),
            _ => self.number(1),
        };
        let right = self.number(0);
        self.site.has_cell = before;
        let sign = self.dice.pick(&["=", "!=", "<", "<=", ">", ">="]);
        Term::frame(Sort::Test, &format!("@ {sign} @"), [left, right])
    }

    /// Names for tests.
    pub(super) fn lets(&mut self) -> Vec<(String, Term)> {
        let mut lets = Vec::new();
        if self.dice.percent(25) {
            let test = self.bracket(0);
            self.site.letters.clear();
            self.world.lets.push("fit".to_owned());
            lets.push(("fit".to_owned(), test));
        }
        lets
    }
}
