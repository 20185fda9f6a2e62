//! Statements: what a body, `start` and `then` are made of.

use super::{RuleTree, Term};

/// A statement.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Statement {
    /// A rule.
    Rule(RuleTree),
    /// A heading with statements below it: `else`, `must`, `all`, `repeat`, `2 times:`,
    /// `if some box:`, `right:`.
    Nest {
        /// The line.
        heading: Term,
        /// Below it.
        body: Vec<Statement>,
    },
    /// A statement of one line.
    Line(Term),
    /// Everyone steps at once.
    March {
        /// The line.
        heading: Term,
        /// `robot meets robot -> scrap`, one a line.
        meets: Vec<Term>,
    },
    /// A picture, row by row.
    Picture {
        /// True if it lies in the middle.
        is_centred: bool,
        /// From the top.
        rows: Vec<String>,
    },
}
