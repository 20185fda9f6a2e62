//! Bodies that require something of what is chosen before rules that may or may not ask it themselves: of two chosen
//! cells that are neighbours or not, of the neighbours of one, of a cell of a line, in the blocks of an `if`.

use crate::Feature;
use crate::tree::Statement;

use super::maker::{Maker, line};

/// Requirement, and the first rules behind it.
struct Words {
    required: &'static [&'static str],
    rules: &'static [&'static [&'static str]],
    after: &'static [&'static str],
}

const OF_CELL: Words = Words {
    required: &[
        "some [c, empty] and some [WHO, around c]",
        "some [c, empty]",
        "some [c, WHO] and no [OTHER, beside c]",
        "some [OTHER, row > 1, around c]",
        "no [c, WHO]",
        "some [c, empty, 1.. WHO around]",
        "some [WHO, no around c]",
        "some [OTHER, beside c] and some [c, any]",
    ],
    rules: &[
        &["at c: empty -> WHO"],
        &["at c: any -> WHO"],
        &["must at c: empty -> WHO"],
        &["must at c: [empty, 1.. WHO around] -> OTHER"],
        &["[c, empty] -> WHO"],
        &["must 4 ways from c: any empty -> _ WHO"],
        &["must [OTHER, around c] -> WHO"],
        &["at c: WHO -> _", "at c: empty -> OTHER"],
        &["must random at c: [empty, 6 / (count WHO - 1) > 1] -> WHO"],
    ],
    after: &["[OTHER, around c] -> WHO", "first OTHER -> _", "at c: WHO -> OTHER"],
};

const OF_PAIR: Words = Words {
    required: &[
        "some [a, WHO] and some [b, OTHER, beside a]",
        "some [a, WHO] and some [b, empty, around a]",
        "some [a, WHO] and some [b, empty]",
        "some [a, WHO, beside b] and some [b, any]",
        "some [b, empty] and no [b, around a]",
        "no [a, no around b]",
        "some [a, WHO] and some [OTHER, around b]",
        "some [b, empty, 1.. WHO beside] and some [a, any]",
        "some [b, around a, no beside a]",
    ],
    rules: &[
        &["at a: WHO -> _", "at b: OTHER -> WHO"],
        &["at a: any -> _", "at b: any -> WHO"],
        &["at b: empty -> WHO", "at a: WHO -> _"],
        &["must at a: WHO -> OTHER", "must at b: [empty, beside a] -> WHO"],
        &["must at b: OTHER -> _", "must at a: WHO -> OTHER"],
        &["at a: WHO -> _", "at b: [empty, 0 WHO beside] -> WHO"],
        &["must at a: [WHO, 1.. OTHER around] -> _", "at b: any -> WHO"],
        &["random at a: WHO -> _", "must at b: empty -> WHO"],
        &["at a: any -> WHO", "must at b: [empty, 6 / (count OTHER - 1) > 1] -> WHO"],
        &["must 8 ways from a to b: WHO any bend empty -> _ ... WHO"],
        &["must 4 ways from a to b: WHO empty -> _ WHO"],
        &["8 ways from a to b: WHO [no WHO] -> _ WHO"],
        &["must 4 ways from b to a: empty empty* WHO -> WHO ... _"],
    ],
    after: &["[OTHER, around b] -> WHO", "at b: OTHER -> _", "[b, 2.. OTHER beside] -> OTHER"],
};

const OF_COLUMN: Words = Words {
    required: &[
        "some [empty, x]",
        "some [x, WHO]",
        "some [empty, x] and some WHO",
        "no [x, row = 1, OTHER]",
        "some [x, any, 1.. OTHER around]",
    ],
    rules: &[
        &["first up: [empty, x] -> WHO"],
        &["must first [x, empty, row > 1] -> OTHER"],
        &["[x, WHO] -> _"],
        &["must right: [empty, x] any -> WHO ..."],
        &["must up: [empty, x]+ WHO -> ... OTHER"],
        &["must first up: [WHO, x]* [empty, x] -> ... WHO"],
    ],
    after: &["[OTHER, x] -> WHO", "first OTHER -> _"],
};

/// Conditions that tell which block runs; the last asks what is chosen.
const ASKED: [(usize, &str); 5] = [
    (4, "count WHO > 2"),
    (3, "some OTHER"),
    (2, "no [WHO, row = 1]"),
    (1, "6 / (count OTHER - 2) > 1"),
    (1, "some [FIRST, OTHER]"),
];

impl Maker<'_> {
    /// A body that requires something of what is chosen; `None` where that is no cell, pair of cells or column.
    pub(super) fn required_choice(&mut self) -> Option<Vec<Statement>> {
        let words = match (&self.site.cells[..], &self.site.lines[..]) {
            (["c"], []) => OF_CELL,
            (["a", "b"], []) => OF_PAIR,
            ([], ["x"]) if self.site.direction.is_none() => OF_COLUMN,
            _ => return None,
        };
        self.note(Feature::RequiredChoice);
        self.note(Feature::Require);
        let first = [&self.site.cells[..], &self.site.lines[..]].concat()[0];
        let who = self.piece_or_class().to_string();
        let other = match self.world.sides.contains(&"theirs") && self.dice.percent(50) {
            true => "theirs".to_owned(),
            false => self.piece_or_class().to_string(),
        };
        let said = |text: &str| {
            let text = text.replace("WHO", &who).replace("OTHER", &other);
            text.replace("FIRST", first)
        };
        let mut body = Vec::new();
        if let Some(value) = self.world.values.first().filter(|_| self.dice.percent(30)) {
            body.push(Statement::Line(line(format!("{value} += 1"))));
        }
        if self.dice.percent(35) {
            if self.dice.percent(50) {
                body.push(self.requirement(&words, said));
            }
            let asked = said(self.dice.weighted(&ASKED));
            for heading in [format!("if {asked}:"), "else".to_owned()] {
                let inner = self.required_rules(&words, said);
                body.push(Statement::Nest { heading: line(heading), body: inner });
            }
        } else {
            body.extend(self.required_rules(&words, said));
        }
        if self.dice.percent(30) {
            body.push(Statement::Line(line(said(self.dice.pick(words.after)))));
        }
        Some(body)
    }

    fn requirement(&mut self, words: &Words, said: impl Fn(&str) -> String) -> Statement {
        let required = self.dice.pick(words.required);
        Statement::Line(line(format!("require {}", said(required))))
    }

    /// Requirements and the rules behind them.
    fn required_rules(&mut self, words: &Words, said: impl Fn(&str) -> String) -> Vec<Statement> {
        let mut body = Vec::new();
        for _ in 0..self.dice.weighted(&[(15, 0), (60, 1), (25, 2)]) {
            body.push(self.requirement(words, &said));
        }
        let rules = self.dice.pick(words.rules);
        body.extend(rules.iter().map(|rule| Statement::Line(line(said(rule)))));
        body
    }
}
