//! Rules: directions, strategy, pattern, replacements, effects.

use crate::Feature;
use crate::tree::{Node, RuleTree, Sort, Term};

use super::maker::{Maker, line};
use super::pattern::{is_single, is_walk};

/// Directions in a fixed place.
const WAYS: [&str; 14] = [
    "right",
    "left",
    "up",
    "down",
    "4 ways",
    "4 ways",
    "8 ways",
    "8 ways",
    "sideways",
    "diagonals",
    "up or right",
    "down-left",
    "up-right",
    "left or down-right",
];

/// A side that most patterns are longer than.
const NARROW: usize = 4;

const RELATIVE: [&str; 4] =
    ["forward", "backward", "forward-diagonals", "forward or backward-left"];

impl Maker<'_> {
    pub(super) fn rule(&mut self) -> RuleTree {
        let is_idiom = self.dice.percent(45);
        let mut nodes = if is_idiom {
            self.site.letters.clear();
            self.idiom()
        } else {
            let mut nodes = self.pattern(4.min(self.world.longest_line()));
            self.replacement(&mut nodes);
            nodes
        };
        let mut rule = RuleTree::new(self.prefix(&nodes), Vec::new());
        if !self.site.is_repeated && self.dice.percent(11) {
            rule.chances = self.chances();
            for _ in 1..rule.chances.len() {
                self.replacement(&mut nodes);
            }
        }
        rule.strategy = self.strategy(&nodes);
        if self.dice.percent(12) {
            self.note(Feature::RuleEffects);
            rule.effects = vec![self.effect()];
        }
        rule.nodes = nodes;
        self.site.letters.clear();
        rule
    }

    /// A chance for each alternative but mostly the last.
    fn chances(&mut self) -> Vec<Option<Term>> {
        self.note(Feature::Alternatives);
        let mut chances = vec![Some(self.chance()), None];
        if self.dice.percent(25) {
            chances =
                vec![Some(super::maker::number("30%")), Some(super::maker::number("20%")), None];
        }
        chances
    }

    /// Directions, as text.
    pub(super) fn ways(&mut self) -> String {
        if let Some(direction) = self.site.direction
            && self.dice.percent(45)
        {
            let way = self.dice.pick(&["@", "against @", "@", "@ or against @"]);
            return way.replace('@', direction);
        }
        // On a narrow board most lines are too short for a pattern.
        if self.world.width < NARROW {
            return self.dice.pick(&["up", "down", "4 ways", "8 ways", "up or down"]).to_owned();
        }
        if self.world.height < NARROW {
            return self.dice.pick(&["right", "left", "4 ways", "8 ways", "sideways"]).to_owned();
        }
        if self.world.has_forward() && self.dice.percent(45) {
            return self.dice.pick(&RELATIVE).to_owned();
        }
        self.dice.pick(&WAYS).to_owned()
    }

    fn prefix(&mut self, nodes: &[Node]) -> Vec<String> {
        let mut prefix = Vec::new();
        let needs_way = !is_single(nodes);
        if needs_way && (!self.site.has_way || self.dice.percent(30)) {
            prefix.push(self.ways());
        }
        if self.site.has_anchor {
            return prefix;
        }
        match self.site.cells[..] {
            [] => {}
            [cell] if self.dice.percent(80) => {
                self.note(Feature::Anchor);
                let word = if self.dice.percent(20) { "to" } else { "from" };
                prefix.push(format!("{word} {cell}"));
            }
            [_] => {}
            [from, to, ..] => {
                self.note(Feature::Anchor);
                let anchors = if needs_way && self.dice.percent(75) {
                    format!("from {from} to {to}")
                } else {
                    self.dice.pick(&[format!("at {from}"), format!("at {to}")])
                };
                prefix.push(anchors);
            }
        }
        prefix
    }

    fn strategy(&mut self, nodes: &[Node]) -> Option<Term> {
        let each = if is_walk(nodes) { 0 } else { 14 };
        let random_of = if is_single(nodes) { 8 } else { 0 };
        let (feature, text) = self.dice.weighted(&[
            (44, (Feature::All, "")),
            (6, (Feature::All, "all")),
            (each, (Feature::Each, "each")),
            (18, (Feature::First, "first")),
            (if self.site.is_repeated { 2 } else { 12 }, (Feature::Random, "random")),
            (random_of, (Feature::RandomOf, "random @ of")),
        ]);
        self.note(feature);
        match text {
            "" => None,
            "random @ of" => {
                let letters = std::mem::take(&mut self.site.letters);
                let count = self.number(0);
                self.site.letters = letters;
                Some(Term::frame(Sort::Line, text, [count]))
            }
            word => Some(line(word)),
        }
    }

    /// A value that changes, or now and then an end.
    pub(super) fn effect(&mut self) -> Term {
        let is_alone = self.world.players.is_empty();
        let mut names = [&self.world.values[..], &self.site.locals[..]].concat();
        if is_alone {
            names.push("score".to_owned());
        }
        if names.is_empty() || self.dice.percent(4) {
            self.note(Feature::Finish);
            return line(self.dice.pick(&["win", "lose", "draw", "end"]));
        }
        self.note(Feature::Effects);
        let name = self.dice.pick(&names);
        let sign = self.dice.pick(&["=", "+=", "-=", "+="]);
        let number = self.number(1);
        Term::frame(Sort::Line, &format!("{name} {sign} @"), [number])
    }
}
