//! Sections about faces: what the player sees, presses and reads.

use super::{Condition, Expr, Name, Picture, Size, Spanned};
use crate::Span;

/// `display`: how pieces look, and how the board does.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct DisplaySection {
    /// Pieces, `nothing` and layers of kinds.
    pub lines: Vec<DisplayLine>,
    /// Lines that begin with `board`.
    pub board: Vec<Spanned<BoardLook>>,
}

/// A line about the whole board.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum BoardLook {
    /// `board slanted right`: each row stands half a cell further on than the one above.
    Slanted(Side),
    /// `board blocks 3 x 3`: the size of a block.
    Blocks(Spanned<Size>),
    /// `board parts 2 x 2`: how many blocks there are.
    Parts(Spanned<Size>),
    /// `board edge left right red`: sides, and the piece that they look like.
    Edge(Vec<Spanned<Side>>, Name),
    /// `board outside wall`: the pieces around what is inside.
    Outside(Vec<Name>),
}

/// A side of the board as it is written.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Side {
    /// Before the first column.
    Left,
    /// Behind the last column.
    Right,
    /// Above the first row.
    Top,
    /// Below the last row.
    Bottom,
}

impl Side {
    /// In a fixed order.
    pub const ALL: [Self; 4] = [Self::Left, Self::Right, Self::Top, Self::Bottom];

    /// Its word in a game's text.
    pub fn name(self) -> &'static str {
        match self {
            Self::Left => "left",
            Self::Right => "right",
            Self::Top => "top",
            Self::Bottom => "bottom",
        }
    }
}

/// `player  "@" "☺" yellow disc named "you"`: glyph in ASCII, then in Unicode, looks, spoken name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct DisplayLine {
    /// A piece, or `nothing`, or the name of a layer of kinds.
    pub subject: Name,
    /// Glyphs from the plainest set to the richest: ASCII, Unicode, wide.
    pub glyphs: Vec<Spanned<String>>,
    /// Words for how it looks: a colour, a shape, or both.
    pub looks: Vec<Name>,
    /// `named "…"`: what it is called in messages and by a screen reader.
    pub spoken: Option<Spanned<String>>,
    /// Pictures below the line: one, or one for each kind of a layer.
    pub pictures: Vec<PiecePicture>,
}

/// `picture yellow dark blue` and its rows.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePicture {
    /// The glyph of the kind that is shown, in quotes.
    pub of: Option<Spanned<String>>,
    /// The colours that the signs of the rows stand for.
    pub palette: Vec<Paint>,
    /// The rows.
    pub rows: Picture,
    /// From `picture` to the last colour.
    pub span: Span,
}

/// `dark blue` or `#00aaff`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Paint {
    /// `light` or `dark`.
    pub tint: Option<Name>,
    /// A colour's name, or its parts of red, green and blue.
    pub colour: Name,
}

/// `7 -> step up-left`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct KeyLine {
    /// One character each, or a key's name: `up down left right space enter tab escape backspace`.
    pub keys: Vec<Name>,
    /// The action as text, or `help`.
    pub action: Spanned<String>,
}

/// `illegal step  "Move error. Now pos is ({…}, {…})"`.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct WordLine {
    /// Occasion: one or two words, such as `win`, `unknown letter`, `illegal step`.
    pub occasion: Vec<Name>,
    /// Text that is said.
    pub says: Template,
    /// The condition; without one it is always said.
    pub when: Option<Condition>,
}

/// Text with expressions in braces.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Template {
    /// The parts in order.
    pub parts: Vec<TemplatePart>,
    /// The whole string.
    pub span: Span,
}

/// A part of a template.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum TemplatePart {
    /// Text as it is.
    Text(String),
    /// `{score}`.
    Value(Expr),
}

/// `notation lurd`: one letter for one action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct NotationSection {
    /// The notation's name.
    pub name: Name,
    /// A letter and the action's text.
    pub letters: Vec<(Spanned<char>, Spanned<String>)>,
    /// `capital when pushes rises`: the value whose rise makes the letter a capital.
    pub capital: Option<Name>,
}
