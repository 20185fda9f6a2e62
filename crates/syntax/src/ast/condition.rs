//! Conditions on the whole state, and numbers.

use super::{Arithmetic, Comparison, Name, Number, Test};
use crate::Span;

/// A condition on the whole state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Condition {
    /// Its kind and parts.
    pub kind: ConditionKind,
    /// Its place in the text.
    pub span: Span,
}

/// A condition on the whole state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ConditionKind {
    /// `some T`.
    Some(Test),
    /// `no T`.
    No(Test),
    /// `every T has U`.
    Every(Test, Test),
    /// `no action`, `no action jump`: for the player who acts next.
    NoAction(Option<Name>),
    /// `nobody can act`.
    NobodyCanAct,
    /// `everyone passed`.
    EveryonePassed,
    /// `solvable`.
    Solvable,
    /// `count mine > 3`.
    Compare(Comparison),
    /// `not C`.
    Not(Box<Condition>),
    /// `C and D`.
    And(Vec<Condition>),
    /// `C or D`.
    Or(Vec<Condition>),
}

/// A whole-number expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Expr {
    /// Its kind and parts.
    pub kind: ExprKind,
    /// Its place in the text.
    pub span: Span,
}

/// A whole-number expression.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ExprKind {
    /// `5`, `90%`.
    Number(Number),
    /// A value, option, local, letter, parameter, or `width height row column stage score ply`.
    Name(Name),
    /// `count robot`.
    Count(Box<Test>),
    /// `row of player`, 1 for the top; 0 where there is none.
    RowOf(Box<Test>),
    /// `column of player`, 1 for the left; 0 where there is none.
    ColumnOf(Box<Test>),
    /// `across d`: -1, 0 or 1.
    Across(Name),
    /// `down d`: -1, 0 or 1.
    Down(Name),
    /// `min(a, b)`, `max(a, b)`, `abs(a)`.
    Function(Name, Vec<Expr>),
    /// `-a`.
    Negate(Box<Expr>),
    /// `a + b`.
    Binary(Box<Expr>, Arithmetic, Box<Expr>),
}
