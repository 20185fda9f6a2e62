//! Statements: what runs one after another.

use masume_syntax::Span;

use super::{Condition, Content, Effect, Expr, Layer, Rule, RuleId, Test, Ways};

/// Statements in order.
pub type Block = Vec<Statement>;

/// Index of a local number, unique in the game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Local(pub u16);

/// One statement.
///
/// A statement *matches* when a rule, relocation, march or shuffle in it found something to work
/// on, whether or not that changed the board. `Effects`, `Let` and `Require` do not match.
///
/// Whatever can go wrong while it runs has the place where the author wrote it.
#[derive(Clone, Debug, PartialEq)]
pub enum Statement {
    /// A pattern and its replacement.
    Rule(Rule),
    /// The content of the first such cell (in reading order) that is in the layers named by the
    /// test moves to a random cell. Matches where both cells exist.
    Relocate {
        /// Its number, for errors and traces.
        id: RuleId,
        /// Its place in the author's text.
        span: Span,
        /// Pieces that move.
        from: Test,
        /// The layers whose content moves.
        layers: Vec<Layer>,
        /// Cells to move to: uniformly among those that pass.
        to: Test,
    },
    /// The blocks in order until one matches.
    OrElse(Vec<Block>),
    /// The action is illegal where the block does not match.
    Must(Block),
    /// The rules of the block see the same board; their writes are put together at the end.
    /// Holds rules, relocations, effects and `OrElse` of them.
    Simultaneous(Block, Span),
    /// Again until neither board nor values change.
    Repeat(Block, Span),
    /// So many times; a negative number is 0.
    Times(Expr, Block, Span),
    /// One block or the other.
    If(Condition, Block, Block, Span),
    /// Everyone named steps at once.
    March(March),
    /// So many pieces of each kind, in the order of the kinds and cut at the number of cells (whole
    /// kinds only), lie shuffled over the cells that pass; cells too many stay free.
    Deal {
        /// Its number, for errors and traces.
        id: RuleId,
        /// Its place in the author's text.
        span: Span,
        /// Number of each.
        each: Expr,
        /// The layer of kinds.
        layer: Layer,
        /// Cells to deal over.
        over: Test,
    },
    /// The contents of a layer change places among the cells that hold one, uniformly.
    Shuffle {
        /// Its number, for errors and traces.
        id: RuleId,
        /// Its place in the author's text.
        span: Span,
        /// Layer whose contents are shuffled.
        layer: Layer,
    },
    /// Only in `start`, not inside another statement: what came before runs anew until the
    /// condition holds.
    Until(Condition, Span),
    /// A local number.
    Let(Local, Expr, Span),
    /// Values change, or the game ends.
    Effects(Vec<Effect>, Span),
    /// The action is illegal otherwise. Outside actions: the rest of the block does not run.
    Require(Condition, Span),
    /// Contents put on cells, from a picture in the game file, relative to the board's corner or
    /// so that the picture's middle is the board's.
    Picture {
        /// Indexed [row][column], each the contents to put.
        rows: Vec<Vec<Vec<(Layer, Content)>>>,
        /// True if it lies in the middle: column offset (width - picture width) / 2.
        centred: bool,
        /// Its place in the author's text.
        span: Span,
    },
}

impl Statement {
    /// The blocks it is made of, in the order of the text.
    pub fn blocks(&self) -> impl Iterator<Item = &Block> {
        use std::slice::from_ref;

        let (first, second): (&[Block], &[Block]) = match self {
            Self::OrElse(blocks) => (blocks, &[]),
            Self::Must(block)
            | Self::Simultaneous(block, _)
            | Self::Repeat(block, _)
            | Self::Times(_, block, _) => (from_ref(block), &[]),
            Self::If(_, then, otherwise, _) => (from_ref(then), from_ref(otherwise)),
            Self::Rule(_)
            | Self::Relocate { .. }
            | Self::March(_)
            | Self::Deal { .. }
            | Self::Shuffle { .. }
            | Self::Until(..)
            | Self::Let(..)
            | Self::Effects(..)
            | Self::Require(..)
            | Self::Picture { .. } => (&[], &[]),
        };
        first.iter().chain(second)
    }

    /// Its number, where it is a rule.
    pub fn id(&self) -> Option<RuleId> {
        match self {
            Self::Rule(rule) => Some(rule.id),
            Self::March(march) => Some(march.id),
            Self::Relocate { id, .. } | Self::Deal { id, .. } | Self::Shuffle { id, .. } => {
                Some(*id)
            }
            Self::OrElse(_)
            | Self::Must(_)
            | Self::Simultaneous(..)
            | Self::Repeat(..)
            | Self::Times(..)
            | Self::If(..)
            | Self::Until(..)
            | Self::Let(..)
            | Self::Effects(..)
            | Self::Require(..)
            | Self::Picture { .. } => None,
        }
    }

    /// Its place in the author's text; of blocks without a place of their own, their first statement.
    pub fn span(&self) -> Span {
        match self {
            Self::Rule(rule) => rule.span,
            Self::March(march) => march.span,
            Self::Relocate { span, .. }
            | Self::Simultaneous(_, span)
            | Self::Repeat(_, span)
            | Self::Times(_, _, span)
            | Self::If(_, _, _, span)
            | Self::Deal { span, .. }
            | Self::Shuffle { span, .. }
            | Self::Until(_, span)
            | Self::Let(_, _, span)
            | Self::Effects(_, span)
            | Self::Require(_, span)
            | Self::Picture { span, .. } => *span,
            Self::OrElse(blocks) => {
                blocks.iter().flatten().next().map(Self::span).unwrap_or_default()
            }
            Self::Must(block) => block.first().map(Self::span).unwrap_or_default(),
        }
    }
}

/// Everyone named steps at the same moment.
#[derive(Clone, Debug, PartialEq)]
pub struct March {
    /// Its number, for errors and traces.
    pub id: RuleId,
    /// Its place in the author's text.
    pub span: Span,
    /// The layer whose content steps.
    pub layer: Layer,
    /// Pieces that step.
    pub walkers: Test,
    /// Aim of the steps. A piece that would leave the board, or has no aim, stays.
    pub aim: MarchAim,
    /// Pieces that are left where several share a cell: the rows are tried in order, each as often as it
    /// applies, and from the first again until none does. Of equal contents that are left one
    /// stays: two pairs of robots that made two heaps in one cell made one. The checker has shown
    /// that all others that can meet have a row, and that one content is left.
    pub meets: Vec<Meeting>,
}

/// Aim of a march.
#[derive(Clone, Debug, PartialEq)]
pub enum MarchAim {
    /// One step, straight or diagonal, towards the nearest cell that passes (by squared distance;
    /// of several the first in reading order).
    Toward(Test),
    /// One direction; the first where the ways give several.
    In(Ways),
}

impl Meeting {
    /// True if the row is about these two, in either order.
    pub fn is_between(&self, one: Content, other: Content) -> bool {
        (self.first, self.second) == (one, other) || (self.first, self.second) == (other, one)
    }
}

/// Two that share a cell, and what is left.
#[derive(Clone, Debug, PartialEq)]
pub struct Meeting {
    /// One of them.
    pub first: Content,
    /// The other; the same content means two of them.
    pub second: Content,
    /// Piece that is left; nothing where absent.
    pub left: Option<Content>,
    /// Done once for each meeting.
    pub effects: Vec<Effect>,
}
