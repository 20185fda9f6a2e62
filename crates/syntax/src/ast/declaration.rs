//! Declarations of the sections.

use super::{Block, Condition, Effect, Name, Spanned, Test, Ways};
use crate::Span;

/// A size in cells, columns first.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Size {
    /// Columns.
    pub width: u32,
    /// Rows.
    pub height: u32,
}

/// `board 8 x 8 from 4 x 4 to 26 x 26 even with a rim of 1`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct BoardSection {
    /// The size played by default.
    pub size: Spanned<Size>,
    /// The least size allowed; with neither `from` nor `to` the size is fixed.
    pub from: Option<Spanned<Size>>,
    /// The greatest size allowed.
    pub to: Option<Spanned<Size>>,
    /// True if both sides must be even.
    pub even: bool,
    /// Number of rings of unnamed free cells around the board.
    pub rim: Option<Spanned<u32>>,
}

/// One player, in order of turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerLine {
    /// The player's name.
    pub name: Name,
    /// `forward up`: the direction that `forward` means for this player.
    pub forward: Option<Name>,
}

/// `option two = 90% from 0% to 100%`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionSection {
    /// The option's name.
    pub name: Name,
    /// The default.
    pub value: Spanned<Number>,
    /// The least value allowed.
    pub from: Option<Spanned<Number>>,
    /// The greatest value allowed.
    pub to: Option<Spanned<Number>>,
}

/// A number as written in the text.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub enum Number {
    /// `5`.
    Whole(i64),
    /// `90%`, in hundredths of a percent (`12.5%` is 1250), so that it is exact.
    Percent(i64),
}

/// `value pushes = 0`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueSection {
    /// The value's name.
    pub name: Name,
    /// Number at the start; 0 where nothing is said.
    pub initial: Option<Spanned<i64>>,
}

/// One layer: `thing: player box`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerLine {
    /// The layer's name.
    pub name: Name,
    /// Contents that it may hold.
    pub kind: LayerKind,
}

/// Contents that a layer may hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// `player box`.
    Names(Vec<Name>),
    /// `man king for each player`: a piece of each kind for each player, named `black-man`.
    PerPlayer(Vec<Name>),
    /// `34 kinds`: alike but for their kind.
    Kinds(Spanned<u32>),
    /// `number 1 to 15`.
    NumberRange(Spanned<i64>, Spanned<i64>),
    /// `number 2 doubling to 131072`.
    NumberDoubling(Spanned<i64>, Spanned<i64>),
}

/// `legend` or `legend xsb`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendSection {
    /// The name of a further legend, for files in another format; the first legend has none.
    pub name: Option<Name>,
    /// The lines in order.
    pub lines: Vec<LegendLine>,
}

/// `- _ space  nothing`, `P  player on goal`, `A-Z a-h  tile`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendLine {
    /// The glyphs in order, ranges written out. The first is the one that is printed, except for a
    /// layer of kinds, where the i-th glyph is the i-th kind.
    pub glyphs: Vec<Spanned<char>>,
    /// The pieces of the cell, in the order written; empty for `nothing`. One layer name of kinds
    /// stands for all its kinds.
    pub content: Vec<Name>,
    /// The whole line.
    pub span: Span,
}

/// `let free = [no wall, no thing]`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LetSection {
    /// The name.
    pub name: Name,
    /// The parameters, if any.
    pub params: Vec<Name>,
    /// Test that the name stands for.
    pub test: Test,
}

/// `define custodial(c)` and its statements.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DefineSection {
    /// The name.
    pub name: Name,
    /// The parameters, if any.
    pub params: Vec<Name>,
    /// The statements.
    pub body: Block,
}

/// `action take a and b when …`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ActionSection {
    /// The action's name.
    pub name: Name,
    /// Choices of the player, in the order written.
    pub params: Vec<ActionParam>,
    /// A condition without which the action is illegal.
    pub when: Option<Condition>,
    /// The statements; none for an action that only lets time pass.
    pub body: Block,
}

/// Choice that the player makes with an action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ActionParam {
    /// `in d`, `in d (8 ways)`; four ways where nothing is said.
    Direction(Name, Option<Ways>),
    /// `at c`.
    Cell(Name),
    /// `from a to b`: two cells in order.
    FromTo(Name, Name),
    /// `a and b`: two cells whose order does not matter.
    Pair(Name, Name),
    /// `in column x`.
    Column(Name),
    /// `in row y`.
    Row(Name),
}

/// Condition under which a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassRule {
    /// `pass when no action`.
    WhenNoAction,
    /// `pass any time`.
    AnyTime,
}

/// An end, a stage won or a goal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct EndSection {
    /// Kind of end.
    pub kind: EndKind,
    /// Condition that ends the game.
    pub condition: Condition,
    /// Effects that follow: `, score += 10 * stage`. Only for `win stage` and `goal`.
    pub effects: Vec<Effect>,
}

/// Kind of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum EndKind {
    /// `win when`: the acting player wins.
    Win,
    /// `lose when`: the acting player loses.
    Lose,
    /// `draw when`.
    Draw,
    /// `end when`: the score decides, where there is one for each player.
    End,
    /// `win stage when`: `start` runs again with the next stage.
    Stage,
    /// `goal when`: announced once, and the game goes on.
    Goal,
}

/// `level "First"` and its picture.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelSection {
    /// The title; may be empty.
    pub title: Spanned<String>,
    /// The picture.
    pub picture: Picture,
}

/// Raw rows with the block's indentation removed.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Picture {
    /// The rows from the top, each with the place of its first character.
    pub rows: Vec<Spanned<String>>,
    /// All rows.
    pub span: Span,
}
