//! Rules: a pattern, what is put in its place, and how many of the matches are used.

use masume_syntax::Span;

use super::{
    Assign, Content, EndKind, Expr, Layer, Letter, Local, ParamSlot, Pattern, Value, Ways,
};

/// Index of a rule, march or shuffle in the game, in the order in which it was checked.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct RuleId(pub u32);

/// A pattern and its replacement.
#[derive(Clone, Debug, PartialEq)]
pub struct Rule {
    /// Its number, for errors and traces.
    pub id: RuleId,
    /// Its place in the author's text.
    pub span: Span,
    /// Strategy: how many of the matches are used.
    pub strategy: Strategy,
    /// The directions asked for.
    pub ways: Ways,
    /// The first cell must be the one chosen in this slot.
    pub from: Option<ParamSlot>,
    /// The last cell must be the one chosen in this slot.
    pub to: Option<ParamSlot>,
    /// Pattern that must match.
    pub pattern: Pattern,
    /// Number of positions of the pattern.
    pub positions: u32,
    /// Contents that are put; one entry, or several of which chance chooses one for each match.
    pub alternatives: Vec<Alternative>,
    /// Done once for each match: that is, for each start cell, direction and binding of letters.
    pub effects: Vec<Effect>,
}

/// Strategy of a rule: how many of the matches are used.
#[derive(Clone, Debug, PartialEq)]
pub enum Strategy {
    /// Every match, on the board as it stands, at once.
    All,
    /// The matches of a line one after another in reading direction, not overlapping.
    Each,
    /// The first in reading order.
    First,
    /// One, uniformly among start cells and directions; or so many different ones (patterns of
    /// one cell only), fewer where there are not so many.
    Random(Option<Expr>),
}

/// One replacement.
#[derive(Clone, Debug, PartialEq)]
pub struct Alternative {
    /// Its chance in hundredths of a percent (10,000 is certain); the last of several takes what
    /// the others leave.
    pub chance: Option<Expr>,
    /// Indexed by position. A position with writes does not match a cell of the rim.
    pub writes: Vec<Vec<Write>>,
}

/// Content that is put on one layer of one cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Write {
    /// The layer becomes free.
    Clear(Layer),
    /// A piece; indexed by the acting player, a single entry serves every player.
    Piece(Layer, Vec<Content>),
    /// Content to which the letter is bound at the end of the match.
    Letter(Layer, Letter),
    /// A number; `row` and `column` are this cell's.
    Number(Layer, Expr),
}

impl Write {
    /// The layer that changes.
    pub fn layer(&self) -> Layer {
        match self {
            Self::Clear(layer)
            | Self::Piece(layer, _)
            | Self::Letter(layer, _)
            | Self::Number(layer, _) => *layer,
        }
    }
}

/// Something that happens besides the board's change.
#[derive(Clone, Debug, PartialEq)]
pub enum Effect {
    /// A value changes.
    Assign(Value, Assign, Expr),
    /// A local changes.
    AssignLocal(Local, Assign, Expr),
    /// The game ends for the acting player; later statements do not run.
    Finish(EndKind),
}
