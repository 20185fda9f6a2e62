//! Conditions on one cell.

use super::{Call, Compare, Expr, Name, Owner, Pattern, Ways};
use crate::Span;

/// A condition on one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Test {
    /// Its kind and parts.
    pub kind: TestKind,
    /// Its place in the text.
    pub span: Span,
}

/// A condition on one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TestKind {
    /// A piece, layer, letter, `let` name, parameter, or a word such as `empty`, `any`, `mine`,
    /// `theirs`, `centre`.
    Name(Name),
    /// `_`: nothing on any layer.
    Blank,
    /// `my man`, `their king`.
    Owned(Owner, Name),
    /// `2048`, where a layer has numbers.
    Number(i64),
    /// `n in tile`: the letter over that layer.
    Letter(Name, Name),
    /// `line(3, mine)`.
    Call(Call),
    /// `[a, b]`: all of them.
    All(Vec<Test>),
    /// `a or b`.
    Any(Vec<Test>),
    /// `no a`, `not a`.
    Not(Box<Test>),
    /// `2..3 alive around`, `1 mine beside`: how many neighbours; no greatest number for `2..`.
    Neighbours {
        /// The least number.
        least: u32,
        /// The greatest number.
        greatest: Option<u32>,
        /// Test of the cells that are counted.
        test: Box<Test>,
        /// Cells among which it is counted.
        reach: Reach,
    },
    /// `around c`, `beside c`.
    Near(Reach, Name),
    /// `sees 8 ways (pattern)`.
    Sees(Option<Ways>, Box<Pattern>),
    /// `row = 1`, `tile = width * (row - 1) + column`.
    Compare(Box<Comparison>),
}

/// Neighbours that are meant.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Reach {
    /// `beside`: the four that share a side.
    Beside,
    /// `around`: all eight.
    Around,
}

/// `left < right`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Comparison {
    /// The left side.
    pub left: Expr,
    /// Comparison.
    pub operator: Compare,
    /// The right side.
    pub right: Expr,
}
