//! Bodies whose rules come one after another: what must match is told by the first of them that does, whether or not
//! others match behind it.

use crate::Feature;
use crate::tree::Statement;

use super::maker::{Maker, line};

/// Requirements of chosen cells, before anything is done.
const REQUIRED: [(usize, &str); 8] = [
    (4, "some [a, WHO]"),
    (4, "some [a, WHO] and some [b, empty]"),
    (3, "no [b, WHO]"),
    (2, "some [a, WHO, 1.. OTHER around] or some [b, OTHER]"),
    (2, "some [b, around a]"),
    (2, "no [a, row = 1] and some [b, 0 OTHER beside]"),
    (1, "some WHO"),
    (1, "count WHO > 1 and some [a, any]"),
];

/// Counts before the rules: no match, and most of them cannot fail.
const COUNTED: [(usize, &str); 6] = [
    (4, "let far = column of [a, any] - column of [b, any]"),
    (3, "let far = abs(row of [a, any] - row of [b, any])"),
    (2, "let far = count WHO"),
    (1, "let far = 6 / (row of [b, any] - 2)"),
    (1, "let far = 9000000000000000000 + count WHO"),
    (1, "let far = max(count WHO, 2) * (count OTHER - 1)"),
];

/// Changes of the local number.
const CHANGED: [&str; 5] = [
    "far += count OTHER",
    "if some [b, OTHER]: far = 0",
    "far -= row of [a, any]",
    "far = far * 3 - 1",
    "if far < 0: far = -far",
];

/// Rules and what stands between them, from `a` to `b`.
const RULES: [(usize, &str); 27] = [
    (6, "4 ways from a to b: WHO empty -> _ WHO"),
    (5, "8 ways from a to b: WHO [no WHO] -> _ WHO"),
    (4, "4 ways from a to b: WHO empty* empty -> _ ... WHO"),
    (4, "diagonals from a to b: WHO empty* OTHER -> _ ... WHO"),
    (4, "4 ways from a to b: WHO any turn empty -> _ ... WHO"),
    (3, "4 ways from a to b: OTHER any empty -> _ _ OTHER"),
    (3, "8 ways from b to a: empty OTHER -> OTHER _"),
    (3, "right from a to b: WHO empty -> WHO OTHER"),
    (3, "at a: WHO -> OTHER"),
    (3, "at a: any -> WHO"),
    (2, "at b: any -> OTHER"),
    (2, "diagonals from a to b: WHO empty* empty -> _ ... WHO"),
    (3, "at a: OTHER -> WHO"),
    (3, "at b: OTHER -> _"),
    (2, "[a, WHO, 1.. OTHER beside] -> _"),
    (2, "[b, empty, around a] -> WHO"),
    (2, "4 ways from a: WHO (turn empty)* turn empty -> _ ... WHO"),
    (2, "right from a to b: WHO (bend any)* bend empty -> OTHER ... WHO"),
    (2, "4 ways from a: any [b, empty] OTHER -> ... WHO _"),
    (2, "first 4 ways from a to b: WHO any empty -> _ ... WHO"),
    (2, "random 4 ways from a: WHO empty -> _ WHO"),
    (1, "4 ways from a to b: WHO empty -> _ WHO with chance 50% or WHO OTHER"),
    (1, "random min(count WHO, 2) of [OTHER, around a] -> _"),
    (1, "all: [WHO, around b] -> OTHER"),
    (1, "OTHER -> random empty"),
    (1, "at b: [OTHER, column + far > 3] -> WHO"),
    (1, "at b: [empty, 12 / (count OTHER - 1) > 2] -> WHO"),
];

/// Blocks that rules stand in.
const BLOCKS: [(usize, &str); 7] = [
    (4, "else"),
    (3, "if some [b, OTHER]:"),
    (2, "if no OTHER:"),
    (2, "must"),
    (1, "repeat"),
    (1, "2 times:"),
    (1, "all"),
];

impl Maker<'_> {
    /// A body of rules in turn, of two chosen cells.
    pub(super) fn rules_in_turn(&mut self) -> Vec<Statement> {
        self.note(Feature::InTurn);
        let who = self.piece_or_class().to_string();
        let other = match self.world.sides.contains(&"theirs") && self.dice.percent(50) {
            true => "theirs".to_owned(),
            false => self.piece_or_class().to_string(),
        };
        let said =
            |text: &str| Statement::Line(line(text.replace("WHO", &who).replace("OTHER", &other)));
        let mut body = Vec::new();
        // Step 1. What is required and counted first, in any order.
        let counts = self.dice.percent(35);
        if counts {
            body.push(said(self.dice.weighted(&COUNTED)));
        } else {
            body.push(said("let far = 1"));
        }
        for _ in 0..self.dice.weighted(&[(50, 0), (35, 1), (15, 2)]) {
            if self.dice.percent(60) {
                let at = self.dice.below(body.len() + 1);
                body.insert(at, said(&format!("require {}", self.dice.weighted(&REQUIRED))));
            } else {
                body.push(said(self.dice.pick(&CHANGED)));
            }
        }
        // Step 2. The rules: for each answer of a question about a chosen cell one that must match, or several.
        if self.dice.percent(15) {
            self.note(Feature::Must);
            let asked = self.dice.weighted(&REQUIRED);
            for heading in [format!("if {asked}:"), "else".to_owned()] {
                let must = Statement::Nest {
                    heading: line("must"),
                    body: vec![said(self.dice.weighted(&RULES))],
                };
                let heading = heading.replace("WHO", &who).replace("OTHER", &other);
                body.push(Statement::Nest { heading: line(heading), body: vec![must] });
            }
            return body;
        }
        let mut rules = Vec::new();
        for nth in 0..self.dice.between(1, 4) {
            let rule = said(self.dice.weighted(&RULES));
            if self.dice.percent(75) {
                rules.push(rule);
                continue;
            }
            let heading = self.dice.weighted(&BLOCKS);
            let heading = if nth == 0 && heading == "else" { "must" } else { heading };
            let heading = heading.replace("OTHER", &other);
            let mut inner = vec![rule];
            if self.dice.percent(40) {
                inner.push(said(self.dice.weighted(&RULES)));
            }
            if self.dice.percent(15) && heading != "all" {
                inner.insert(0, said(self.dice.pick(&CHANGED)));
            }
            rules.push(Statement::Nest { heading: line(heading), body: inner });
        }
        if self.dice.percent(70) {
            self.note(Feature::Must);
            body.push(Statement::Nest { heading: line("must"), body: rules });
        } else {
            body.extend(rules);
        }
        // Step 3. What follows.
        if self.dice.percent(30) {
            body.push(said(self.dice.weighted(&RULES)));
        }
        if self.dice.percent(20) {
            self.note(Feature::Require);
            body.push(said(&format!("require {}", self.dice.weighted(&REQUIRED))));
        }
        body
    }
}
