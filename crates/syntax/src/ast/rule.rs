//! Rules, directions and replacements.

use super::{Bounds, Effect, Expr, Name, Pattern, Spanned};
use crate::Span;

/// A rule: pattern, replacement and what goes with them.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Rule {
    /// Strategy, ways and anchors.
    pub prefix: RulePrefix,
    /// Pattern that must match.
    pub pattern: Pattern,
    /// Replacement; several where chance chooses.
    pub replacements: Vec<Alternative>,
    /// `, score += 2n`.
    pub effects: Vec<Effect>,
}

/// Words before the colon of a rule.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulePrefix {
    /// Strategy: how many of the matches are used.
    pub strategy: Option<Spanned<Strategy>>,
    /// `8 ways`, `against d`, `up or down`.
    pub ways: Option<Ways>,
    /// `from c` or `at c`: the cell of the first position.
    pub from: Option<Name>,
    /// `to b`: the cell of the last position.
    pub to: Option<Name>,
}

/// Strategy of a rule: how many of the matches are used.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Strategy {
    /// Every match at once.
    All,
    /// The matches of a line one after another, not overlapping.
    Each,
    /// The first in reading order.
    First,
    /// One, or `random 5 of`, uniformly.
    Random(Option<Expr>),
}

/// A set of directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ways {
    /// The parts, joined by `or`.
    pub parts: Vec<WaysPart>,
    /// The whole.
    pub span: Span,
}

/// One part of a set of directions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum WaysPart {
    /// `4 ways` or `8 ways`.
    Count(Spanned<u32>),
    /// `up-left`, `diagonals`, `forward`, `forward-diagonals`, or a parameter.
    Named(Name),
    /// `against d`.
    Against(Name),
}

/// One replacement, with the chance of it where there are several.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Alternative {
    /// Replacement that is put.
    pub replacement: Replacement,
    /// `with chance two`; the last alternative may leave it out.
    pub chance: Option<Expr>,
}

/// A replacement mirrors its pattern position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Replacement {
    /// Its kind and parts.
    pub kind: ReplacementKind,
    /// Its place in the text.
    pub span: Span,
}

/// A replacement mirrors its pattern position by position.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ReplacementKind {
    /// One cell; several parts for several layers, from `[goal, box]`.
    Cell(Vec<Put>),
    /// One after another.
    Sequence(Vec<Replacement>),
    /// `a | b`.
    Choice(Vec<Replacement>),
    /// The same repeat as in the pattern.
    Repeat(Box<Replacement>, Bounds),
    /// `...`: what lies between stays as it is.
    Rest,
    /// `edge`, `turn`, `bend`: allowed for symmetry, without meaning here.
    ZeroWidth,
}

/// Contents that are put on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Put {
    /// Its kind and parts.
    pub kind: PutKind,
    /// Its place in the text.
    pub span: Span,
}

/// Kind of contents that are put on a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum PutKind {
    /// `_`: the layers that the pattern names here become free.
    Nothing,
    /// `no mark`: that piece's layer becomes free.
    No(Name),
    /// A piece, a class that the pattern matched, or a letter; `my king` has the owner.
    Piece(Option<Owner>, Name),
    /// `2`, `2n`, `{n + 1}`.
    Number(Expr),
    /// `tile = n + 1`: that number on that layer.
    Layer(Name, Expr),
}

/// Owner of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Owner {
    /// `my`.
    Mine,
    /// `their`.
    Theirs,
}
