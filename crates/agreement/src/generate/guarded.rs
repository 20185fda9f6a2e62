//! Moves that must not uncover anything: what the body requires mostly holds before the move, and a move
//! changes it from afar or not at all.

use crate::Feature;
use crate::tree::Statement;

use super::maker::{Maker, line};

/// Statements of a move, from `a` to `b`.
const MOVES: [(usize, &str); 8] = [
    (3, "4 ways from a to b: WHO empty -> _ WHO"),
    (3, "8 ways from a to b: WHO [no WHO] -> _ WHO"),
    (4, "4 ways from a to b: WHO empty* empty -> _ ... WHO"),
    (3, "diagonals from a to b: WHO empty* OTHER -> _ ... WHO"),
    (2, "4 ways from a to b: WHO any turn empty -> _ ... WHO"),
    (1, "right from a to b: WHO empty empty -> _ OTHER WHO"),
    (1, "down from a to b: WHO empty -> WHO OTHER"),
    (1, "8 ways from a to b: OTHER empty -> _ OTHER"),
];

/// Statements before it at the second cell, and after it.
const BEFORE: [&str; 4] = [
    "down from b: empty OTHER -> _ _",
    "right from b: empty WHO -> _ OTHER",
    "at b: OTHER -> _",
    "first up: OTHER empty -> _ OTHER",
];
const AFTER: [&str; 3] = ["at b: OTHER -> _", "[b, 2.. OTHER beside] -> OTHER", "first OTHER -> _"];

/// Requirements; most of these ask for walks.
const REQUIRED: [(usize, &str); 10] = [
    (5, "no [KING, sees 4 ways (any empty* OTHER)]"),
    (3, "no [KING, sees diagonals (any OTHER)]"),
    (3, "no [KING, no [0 OTHER beside, no sees 4 ways (any empty* OTHER)]]"),
    (2, "no [KING, 3.. OTHER around]"),
    (2, "some [KING, sees 4 ways (any empty* edge)]"),
    (2, "some [KING, sees right (KING (bend KING)* bend empty)]"),
    (2, "every KING is [sees 8 ways (any empty? KING)]"),
    (2, "no [KING, sees 4 ways (any any turn OTHER)]"),
    (2, "no [WHO, row = 1]"),
    (1, "no [b, sees 4 ways (any OTHER)]"),
];

impl Maker<'_> {
    /// A body that moves from `a` to `b`, and requires something of the board.
    pub(super) fn guarded_move(&mut self) -> Vec<Statement> {
        self.note(Feature::Guarded);
        self.note(Feature::Must);
        self.note(Feature::Require);
        let who = self.piece_or_class().to_string();
        let king =
            if self.dice.percent(50) { who.clone() } else { self.piece_or_class().to_string() };
        let other = match self.world.sides.contains(&"theirs") && self.dice.percent(60) {
            true => "theirs".to_owned(),
            false => self.piece_or_class().to_string(),
        };
        let said = |text: &str| {
            let text = text.replace("WHO", &who).replace("KING", &king);
            Statement::Line(line(text.replace("OTHER", &other)))
        };
        let mut body = Vec::new();
        if self.dice.percent(30) {
            let before = said(self.dice.pick(&BEFORE));
            body.push(if self.dice.percent(50) {
                let condition = format!("if some [a, {who}]");
                Statement::Nest { heading: line(condition), body: vec![before] }
            } else {
                before
            });
        }
        let mut rules = vec![said(self.dice.weighted(&MOVES))];
        for _ in 0..self.dice.weighted(&[(40, 0), (40, 1), (20, 2)]) {
            let rule = said(self.dice.weighted(&MOVES));
            rules.push(Statement::Nest { heading: line("else"), body: vec![rule] });
        }
        body.push(Statement::Nest { heading: line("must"), body: rules });
        if self.dice.percent(25) {
            body.push(said(self.dice.pick(&AFTER)));
        }
        for _ in 0..self.dice.weighted(&[(60, 1), (30, 2), (10, 0)]) {
            body.push(said(&format!("require {}", self.dice.weighted(&REQUIRED))));
        }
        body
    }
}
