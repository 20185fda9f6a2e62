//! Statements, effects and marches.

use super::{Condition, EndKind, Expr, Name, Picture, Rule, RulePrefix, Test, Ways};
use crate::Span;

/// Statements in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Block {
    /// The statements.
    pub statements: Vec<Statement>,
}

/// A statement and its place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Statement {
    /// Its kind and parts.
    pub kind: StatementKind,
    /// The statement's first line (for a block, its heading).
    pub span: Span,
}

/// Kind of a statement, with its parts.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementKind {
    /// `pattern -> replacement, effects` with its prefix.
    Rule(Box<Rule>),
    /// `player -> random empty`: the piece moves to a random cell for which the test holds.
    Relocate {
        /// Pieces that move.
        from: Test,
        /// Cells where they may come to be.
        to: Test,
    },
    /// `else` before a statement or a block: only where the statement before did not match.
    Else(Box<StatementOrBlock>),
    /// `must` before a rule: the action is illegal where it does not match.
    Must(Box<StatementOrBlock>),
    /// `all` and a block whose rules see the same board.
    Simultaneous(Block),
    /// `repeat` before a rule or a block: again until nothing changes.
    Repeat(StatementOrBlock),
    /// `3 times: …`.
    Times(Expr, StatementOrBlock),
    /// `if C: …`.
    If(Condition, StatementOrBlock),
    /// `against d:` and a block: the ways for its rules that say none.
    Facing(RulePrefix, Block),
    /// `march robot toward player` with its `meets` lines.
    March(March),
    /// `shuffle 4 of each tile over empty`.
    Deal {
        /// Number of each kind.
        each: Expr,
        /// The layer whose kinds are dealt.
        layer: Name,
        /// The cells that receive them.
        over: Test,
    },
    /// `shuffle tile`: the pieces of a layer change places.
    Shuffle {
        /// The layer.
        layer: Name,
    },
    /// `until C`: the statements of `start` before it run again until the condition holds.
    Until(Condition),
    /// `let before = count robot`.
    Let(Name, Expr),
    /// `score += 1`, `lose`.
    Effects(Vec<Effect>),
    /// `require C`: the action is illegal otherwise.
    Require(Condition),
    /// `sprout` or `custodial(c)`.
    Call(Call),
    /// `picture`, or `picture at centre`.
    Picture {
        /// True if it stands in the middle of the board, not at its top left.
        centred: bool,
        /// The rows.
        picture: Picture,
    },
}

/// Body of a heading: the rest of the line, or a deeper block.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum StatementOrBlock {
    /// On the same line.
    Statement(Box<Statement>),
    /// On deeper lines.
    Block(Block),
}

/// A name with arguments.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Call {
    /// Name of the definition that is called.
    pub name: Name,
    /// The arguments; a name alone is a test here, and its meaning decides what it is.
    pub arguments: Vec<Argument>,
    /// The whole call.
    pub span: Span,
}

/// An argument of a call.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Argument {
    /// Anything that reads as a number: `3`, `width - 1`.
    Expr(Expr),
    /// Anything else: a name or a test in brackets.
    Test(Test),
}

/// Something that happens besides the board's change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Effect {
    /// Its kind and parts.
    pub kind: EffectKind,
    /// Its place in the text.
    pub span: Span,
}

/// Something that happens besides the board's change.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum EffectKind {
    /// `score += 2n`, `score -= 1`, `used = 0`.
    Assign(Name, Assign, Expr),
    /// `win`, `lose`, `draw`, `end`.
    Finish(EndKind),
}

/// Change of a value.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Assign {
    /// `=`.
    Set,
    /// `+=`.
    Add,
    /// `-=`.
    Subtract,
}

/// `march robot toward player`, `march robot in d`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct March {
    /// Pieces that step.
    pub walkers: Test,
    /// Aim of their steps.
    pub aim: MarchAim,
    /// Rows that say what is left where several share a cell.
    pub meets: Vec<Meets>,
}

/// Aim of a march.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MarchAim {
    /// The nearest cell for which the test holds.
    Toward(Test),
    /// One direction.
    In(Ways),
}

/// `robot meets scrap -> scrap, score += 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Meets {
    /// One of the two.
    pub first: Name,
    /// The other.
    pub second: Name,
    /// Piece that is left; absent for `_`.
    pub left: Option<Name>,
    /// Further effects, once for each meeting.
    pub effects: Vec<Effect>,
    /// The line.
    pub span: Span,
}
