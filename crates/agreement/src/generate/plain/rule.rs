//! Rules along a line, the first cell of which always changes.

use crate::Feature;
use crate::tree::{LayerShape, Put, Quantifier, RuleTree, Sort, Term};

use crate::generate::maker::{Maker, atom, line, number, put};
use crate::generate::pattern::filled;

const WAYS: [&str; 12] = [
    "4 ways",
    "8 ways",
    "4 ways",
    "8 ways",
    "sideways",
    "diagonals",
    "right",
    "left",
    "up",
    "down or up-left",
    "up or right",
    "down-right",
];

const RELATIVE: [&str; 3] = ["forward", "forward-diagonals", "forward or backward-left"];

impl Maker<'_> {
    pub(super) fn plain_ways(&mut self) -> String {
        if self.world.has_forward() && self.dice.percent(35) {
            return self.dice.pick(&RELATIVE).to_owned();
        }
        let ways = self.dice.pick(&WAYS);
        // On one row or column most ways lead nowhere.
        match (self.world.width < 2, self.world.height < 2) {
            (true, _) => self.dice.pick(&["4 ways", "up", "down"]).to_owned(),
            (_, true) => self.dice.pick(&["4 ways", "sideways", "left"]).to_owned(),
            (false, false) => ways.to_owned(),
        }
    }

    /// A word for a piece or class of pieces.
    pub(in crate::generate) fn piece_or_class(&mut self) -> Term {
        if !self.world.sides.is_empty() && self.dice.percent(70) {
            return atom(self.dice.pick(&self.world.sides));
        }
        if self.world.pieces.is_empty() {
            return atom(self.dice.pick(&self.world.layers).name);
        }
        atom(self.dice.pick(&self.world.pieces).0)
    }

    /// A test without letters.
    pub(super) fn plain_test(&mut self) -> Term {
        let numbers = if self.world.numbers().is_some() { 10 } else { 0 };
        match self.dice.weighted(&[
            (40, 0),
            (18, 1),
            (10, 2),
            (6, 3),
            (8, 4),
            (6, 5),
            (numbers, 6),
            (5, 7),
            (4, 8),
        ]) {
            0 => self.piece_or_class(),
            1 => atom("empty"),
            2 => {
                let layer = self.dice.pick(&self.world.layers).name;
                Term::frame(Sort::Atom, "[no @]", [atom(layer)])
            }
            3 => atom(self.dice.pick(&self.world.layers).name),
            4 => {
                let (one, other) = (self.piece_or_class(), self.piece_or_class());
                Term::frame(Sort::Atom, "[@, no @]", [one, other])
            }
            5 => {
                let count = self.dice.pick(&["1..", "2..3", "0", "2..", "..1"]);
                let reach = self.dice.pick(&["around", "beside"]);
                let (one, other) = (self.piece_or_class(), self.piece_or_class());
                self.note(Feature::Neighbours);
                Term::frame(Sort::Atom, &format!("[@, {count} (@) {reach}]"), [one, other])
            }
            6 => self.plain_number_test(),
            7 => {
                let (one, other) = (self.piece_or_class(), self.piece_or_class());
                Term::frame(Sort::Atom, "[@ or @]", [one, other])
            }
            _ => {
                let ways = self.plain_ways();
                self.note(Feature::Sees);
                let parts = vec![self.piece_or_class(), self.piece_or_class()];
                Term::list(Sort::Atom, &format!("[sees {ways} ("), " ", ")]", parts)
            }
        }
    }

    fn plain_number_test(&mut self) -> Term {
        let Some((first, last)) = self.world.numbers() else { return atom("any") };
        let literal = self.literal(first, last);
        if self.dice.percent(50) {
            return atom(literal.to_string());
        }
        self.note(Feature::Comparison);
        let sign = self.dice.pick(&["=", "<", ">=", "!="]);
        let name = self.world.lettered.map_or("any", |index| self.world.layers[index].name);
        Term::word(Sort::Atom, format!("[{name} {sign} {literal}]"))
    }

    /// A content of a layer, as it is put.
    pub(in crate::generate) fn content_of(&mut self, layer: usize) -> Option<Term> {
        match self.world.layers[layer].shape {
            LayerShape::Kinds(_) => None,
            LayerShape::Range(first, last) | LayerShape::Doubling(first, last) => {
                self.world.lettered?;
                Some(put(self.literal(first, last).to_string()))
            }
            LayerShape::Pieces(_) | LayerShape::Owned(_) => {
                if layer == 0 && !self.world.own.is_empty() && self.dice.percent(70) {
                    return Some(put(self.dice.pick(&self.world.own)));
                }
                let pieces = self.world.pieces.iter().filter(|(_, it)| *it == layer);
                let pieces: Vec<String> = pieces.map(|(name, _)| name.clone()).collect();
                Some(put(self.dice.pick(&pieces)))
            }
        }
    }

    /// A cell that is not afterwards what it was.
    pub(super) fn changing(&mut self) -> (Term, Put) {
        if self.dice.percent(55) {
            let who = self.piece_or_class();
            // Now and then it may stay what it is, and choices must be tried.
            let put = if self.dice.percent(92) {
                put("_")
            } else {
                put(self.piece_or_class().to_string())
            };
            return (who, Put::Of(put));
        }
        let mut layer = self.dice.below(self.world.layers.len());
        let named = self.world.piece_layers();
        if self.site.is_action && !named.is_empty() && self.dice.percent(90) {
            layer = self.dice.pick(&named);
        }
        let Some(content) = self.content_of(layer) else {
            return (self.piece_or_class(), Put::Of(put("_")));
        };
        let name = self.world.layers[layer].name;
        let test = if self.dice.percent(50) {
            atom("empty")
        } else {
            Term::frame(Sort::Atom, "[no @]", [atom(name)])
        };
        (test, Put::Of(content))
    }

    /// A rule over so many cells.
    pub(super) fn chain(&mut self, prefix: Vec<String>, cells: usize) -> RuleTree {
        let mut nodes = Vec::new();
        if cells > 1 && self.dice.percent(60) {
            // A piece moves, over all that stands between.
            let who = self.piece();
            nodes.push(filled(who.clone(), Put::Of(put("_")), Quantifier::Once));
            for _ in 2..cells {
                let over = self.piece();
                let is_taken = self.dice.percent(60);
                let put = if is_taken { Put::Of(put("_")) } else { Put::Rest };
                nodes.push(filled(over, put, Quantifier::Once));
            }
            nodes.push(filled(atom("empty"), Put::Of(put(who.to_string())), Quantifier::Once));
            return RuleTree::new(prefix, nodes);
        }
        let (first, content) = self.changing();
        nodes.push(filled(first, content, Quantifier::Once));
        for _ in 1..cells {
            let (test, put) = if self.dice.percent(70) {
                (self.plain_test(), Put::Rest)
            } else {
                self.changing()
            };
            nodes.push(filled(test, put, Quantifier::Once));
        }
        RuleTree::new(prefix, nodes)
    }

    /// A word for one piece.
    fn piece(&mut self) -> Term {
        if !self.world.own.is_empty() && self.dice.percent(60) {
            return atom(self.dice.pick(&self.world.own));
        }
        if self.world.pieces.is_empty() {
            self.piece_or_class()
        } else {
            atom(self.dice.pick(&self.world.pieces).0)
        }
    }

    /// A run between two ends; of a few kinds.
    pub(super) fn run_between(&mut self, prefix: Vec<String>) -> RuleTree {
        self.note(Feature::Repeats);
        let (first, content) = self.changing();
        let times = self.dice.pick(&[Quantifier::Plus, Quantifier::Plus, Quantifier::Star]);
        let (middle, last) = (self.piece_or_class(), self.plain_test());
        let put = match self.world.own.first() {
            Some(own) => Put::Of(put(*own)),
            None => Put::Of(put("_")),
        };
        let put = if self.dice.percent(20) { Put::Rest } else { put };
        let nodes = vec![
            filled(first, content, Quantifier::Once),
            filled(middle, put, times),
            filled(last, Put::Rest, Quantifier::Once),
        ];
        RuleTree::new(prefix, nodes)
    }

    /// Effects of a rule, a statement or an end.
    pub(super) fn plain_effects(&mut self, share: usize) -> Vec<Term> {
        if !self.dice.percent(share) {
            return Vec::new();
        }
        if self.dice.percent(7) {
            self.note(Feature::Finish);
            return vec![line(self.dice.pick(&["win", "lose", "draw", "end"]))];
        }
        let mut effects: Vec<Term> = self.plain_effect().into_iter().collect();
        if self.dice.percent(20) {
            effects.extend(self.plain_effect());
        }
        effects
    }

    pub(super) fn plain_effect(&mut self) -> Option<Term> {
        let mut names = [&self.world.values[..], &self.site.locals[..]].concat();
        if self.world.players.is_empty() {
            names.push("score".to_owned());
        }
        if names.is_empty() {
            return None;
        }
        self.note(Feature::Effects);
        let name = self.dice.pick(&names);
        let sign = self.dice.pick(&["=", "+=", "-=", "+=", "+="]);
        // What a value is before cannot be told in an action.
        let is_constant = self.site.is_action && self.dice.percent(90) || self.dice.percent(50);
        let number = if is_constant {
            number(self.dice.pick(&["1", "2", "3", "0", "7"]))
        } else {
            self.plain_number()
        };
        Some(Term::frame(Sort::Line, &format!("{name} {sign} @"), [number]))
    }

    /// A number that is asked outside any match.
    pub(super) fn plain_number(&mut self) -> Term {
        let mut names = [&self.world.values[..], &self.site.locals[..]].concat();
        names.push("2".to_owned());
        match self.dice.below(6) {
            0 => number(self.dice.below(6).to_string()),
            1 => number(self.dice.pick(&names)),
            2 | 3 => {
                let who = self.piece_or_class();
                Term::frame(Sort::Number, "count @", [who])
            }
            4 => {
                let who = self.piece_or_class();
                let shape = self.dice.pick(&[
                    "min(#, count @)",
                    "max(#, count @)",
                    "(# - count @)",
                    "(3 * count @)",
                    "(# + count @)",
                ]);
                Term::frame(Sort::Number, &shape.replace('#', &self.dice.pick(&names)), [who])
            }
            _ => number(format!("({} - {})", self.dice.pick(&names), self.dice.pick(&names))),
        }
    }
}
