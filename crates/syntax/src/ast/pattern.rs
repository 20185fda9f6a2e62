//! Patterns.

use super::{Name, Test};
use crate::Span;

/// A regular expression over cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Pattern {
    /// Its kind and parts.
    pub kind: PatternKind,
    /// Its place in the text.
    pub span: Span,
}

/// A regular expression over cells.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PatternKind {
    /// One cell.
    Cell(Test),
    /// One after another.
    Sequence(Vec<Pattern>),
    /// `a | b`.
    Choice(Vec<Pattern>),
    /// `a*`, `a+`, `a?`, `a{2,3}`, `a{n}`.
    Repeat(Box<Pattern>, Bounds),
    /// `edge`.
    Edge,
    /// `turn`.
    Turn,
    /// `bend`.
    Bend,
}

/// Bounds of a repeat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Bounds {
    /// Least number.
    pub least: Bound,
    /// Greatest number; absent for no bound.
    pub greatest: Option<Bound>,
}

impl Bounds {
    /// Bounds that are numbers.
    pub fn numbers(least: u32, greatest: Option<u32>) -> Self {
        Self { least: Bound::Number(least), greatest: greatest.map(Bound::Number) }
    }
}

/// Least or greatest number of times.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Bound {
    /// `3`.
    Number(u32),
    /// `n`: a parameter of the definition.
    Named(Name),
}
