//! The declarations of a game: players, layers, values, actions, levels, and what is shown.

use std::collections::BTreeMap;

use masume_board::Direction;
use masume_syntax::Span;

use super::{
    Block, Condition, Content, Effect, EndKind, Expr, Layer, Player, Size, Spanned, Value, Ways,
};

/// The sizes that a game allows, without its rim.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Shape {
    /// The size played where none is asked for.
    pub size: Size,
    /// The least size.
    pub least: Size,
    /// The greatest size.
    pub greatest: Size,
    /// True if both sides must be even.
    pub even: bool,
    /// Rings of unnamed cells around the board.
    pub rim: u32,
}

/// A seat.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayerInfo {
    /// The name; empty for the single player of a game that declares none.
    pub name: String,
    /// Direction of `forward` for this player.
    pub forward: Option<Direction>,
}

/// A layer: at most one content for each cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LayerInfo {
    /// The name.
    pub name: String,
    /// Contents that it may have.
    pub kind: LayerKind,
}

/// Contents that a layer may have.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum LayerKind {
    /// Named pieces; the content is the index.
    Pieces(Vec<PieceInfo>),
    /// So many kinds, named by their glyphs; the content is the index.
    Kinds(u32),
    /// The numbers from the first to the second; the content is the number.
    Range(i32, i32),
    /// The first number doubled any number of times up to the second; the content is the number.
    Doubling(i32, i32),
}

impl LayerKind {
    /// True if the contents are numbers, not pieces or kinds.
    pub fn is_numeric(&self) -> bool {
        match self {
            Self::Range(..) | Self::Doubling(..) => true,
            Self::Pieces(_) | Self::Kinds(_) => false,
        }
    }

    /// Every content that the layer can hold, in order: pieces and kinds by index, numbers
    /// ascending.
    pub fn contents(&self) -> Vec<Content> {
        match self {
            Self::Pieces(pieces) => (0..pieces.len() as Content).collect(),
            Self::Kinds(count) => (0..*count as Content).collect(),
            Self::Range(first, last) => (*first..=*last).collect(),
            Self::Doubling(first, last) => {
                let doubled = |number: &Content| number.checked_mul(2);
                std::iter::successors(Some(*first), doubled).take_while(|it| it <= last).collect()
            }
        }
    }

    /// A number as a content of the layer; None where it cannot hold it, or holds no numbers.
    pub fn content_of_number(&self, number: i64) -> Option<Content> {
        let content = Content::try_from(number).ok()?;
        let held = match self {
            Self::Pieces(_) | Self::Kinds(_) => false,
            Self::Range(first, last) => (*first..=*last).contains(&content),
            Self::Doubling(first, last) => {
                let (first, last) = (i64::from(*first), i64::from(*last));
                number >= first
                    && number <= last
                    && first > 0
                    && number % first == 0
                    && (number / first).count_ones() == 1
            }
        };
        held.then_some(content)
    }

    /// Contents of the layer, in words: `the numbers from 1 to 15`.
    pub fn describe(&self) -> String {
        match self {
            Self::Pieces(pieces) => {
                let names: Vec<&str> = pieces.iter().map(|piece| piece.name.as_str()).collect();
                names.join(", ")
            }
            Self::Kinds(count) => format!("{count} kinds"),
            Self::Range(first, last) => format!("the numbers from {first} to {last}"),
            Self::Doubling(first, last) => format!("{first} doubled up to {last}"),
        }
    }
}

/// A named piece of a layer.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceInfo {
    /// The full name, such as `box` or `black-man`.
    pub name: String,
    /// The player who owns it, if any.
    pub owner: Option<Player>,
    /// The name without the owner, such as `man`; the same as `name` for others.
    pub kind: String,
}

/// A number of the state.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ValueInfo {
    /// The name.
    pub name: String,
    /// Number at the start.
    pub initial: i64,
    /// Its kind.
    pub kind: ValueKind,
}

/// Kind of a value: declared, or kept by the language.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ValueKind {
    /// Declared by the game.
    Declared,
    /// `score`: points of the single player; kept from stage to stage.
    Score,
    /// `stage`: 1 at the start, one more after `win stage`.
    Stage,
}

/// An option with the value in force.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OptionInfo {
    /// The name.
    pub name: String,
    /// The value in force; hundredths of a percent where it is a percentage.
    pub value: i64,
    /// The default.
    pub default: i64,
    /// The least value allowed.
    pub least: i64,
    /// The greatest value allowed.
    pub greatest: i64,
    /// True if it is written as a percentage.
    pub percent: bool,
}

/// Glyphs and what they mean.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Legend {
    /// Empty for the game's own.
    pub name: String,
    /// In the order of the text, one entry for each kind of a layer of kinds.
    pub entries: Vec<LegendEntry>,
}

/// The glyphs of one content.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LegendEntry {
    /// The first is printed; all are read.
    pub glyphs: Vec<char>,
    /// At most one for each layer, in the order of the layers; empty for `nothing`.
    pub contents: Vec<(Layer, Content)>,
}

/// Action that a player can choose.
#[derive(Clone, Debug, PartialEq)]
pub struct ActionInfo {
    /// The name.
    pub name: String,
    /// The parameters; slot i is the i-th.
    pub params: Vec<ParamKind>,
    /// True if the first two parameters are cells whose order does not matter: the lesser first.
    pub unordered: bool,
    /// A condition without which the action is illegal.
    pub when: Option<Spanned<Condition>>,
    /// Statements of the action; empty for one that only lets time pass, which is always legal.
    pub body: Block,
    /// Its place in the author's text.
    pub span: Span,
}

/// Index of a parameter of the action.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ParamSlot(pub u8);

/// Kind of choice in a slot.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum ParamKind {
    /// One of these directions.
    Direction(Ways),
    /// A cell with a name.
    Cell,
    /// A column.
    Column,
    /// A row.
    Row,
}

/// Condition under which a player may pass.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PassRule {
    /// Never.
    Never,
    /// The player has no other action.
    WhenNoAction,
    /// Always.
    AnyTime,
}

/// An end, a stage won or a goal.
#[derive(Clone, Debug, PartialEq)]
pub struct End {
    /// Kind of end.
    pub kind: EndKind,
    /// Condition that ends the game.
    pub condition: Condition,
    /// Further effects, for a stage or a goal.
    pub effects: Vec<Effect>,
    /// Its place in the author's text.
    pub span: Span,
}

impl End {
    /// True if it says nothing but that a player who has no action has not won.
    pub fn is_stuck(&self) -> bool {
        let is_loss = match self.kind {
            EndKind::Lose | EndKind::Draw | EndKind::End => true,
            EndKind::Win | EndKind::Stage | EndKind::Goal => false,
        };
        is_loss && self.condition == Condition::NoAction(None)
    }
}

/// A level as written.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LevelInfo {
    /// The title; may be empty.
    pub title: String,
    /// Author of the level, where a collection says so; else empty.
    pub author: String,
    /// The rows from the top.
    pub rows: Vec<String>,
    /// Its place in the author's text.
    pub span: Span,
}

/// A key and what it does.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyBinding {
    /// One character, or a key's name.
    pub key: String,
    /// The action as text (the place of a cell left open), or `help`.
    pub action: String,
}

/// Words that the game says, by occasion.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Words {
    /// By occasion: `win`, `lose`, `draw`, `end`, `stage`, `goal`, `again`, `pass`, `status`,
    /// `unknown letter`, `unknown symbol`, `illegal`, `illegal step` (an action's name), …
    pub occasions: BTreeMap<String, Vec<Saying>>,
}

/// Words for an occasion; of several, the first whose condition holds are said.
#[derive(Clone, Debug, PartialEq)]
pub struct Saying {
    /// The condition, asked as the numbers are; without one they are always said.
    pub when: Option<Condition>,
    /// The text.
    pub parts: Vec<WordPart>,
}

/// A part of what is said.
#[derive(Clone, Debug, PartialEq)]
pub enum WordPart {
    /// As it is.
    Text(String),
    /// A number, asked in the current state with the arguments of the current action.
    Number(Expr),
}

/// Letters for actions.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Notation {
    /// The name, such as `lurd`.
    pub name: String,
    /// A lower-case letter and the action's text.
    pub letters: Vec<(char, String)>,
    /// The value whose rise makes the letter a capital.
    pub capital: Option<Value>,
}
