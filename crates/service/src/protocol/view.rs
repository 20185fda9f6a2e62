//! A game as it is seen, for a face that draws it and knows no rule.

use std::borrow::Cow;

use masume_board::Direction;
use masume_presentation::picture::hue::{Ground, Hue};
use masume_presentation::picture::shapes::{Ink, Shape, Shaped, Written};
use masume_presentation::view::{CellView, GroundKind, GroundView, KeyKind, KeyView, View};
use schemars::JsonSchema;
use serde::Serialize;

/// A word of the protocol.
type Word = Cow<'static, str>;

/// A game as it is seen.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenGame {
    /// Columns of the board.
    pub columns: u32,
    /// Rows of the board.
    pub rows: u32,
    /// Names of the columns from the left; empty where nothing names them.
    pub column_names: Vec<String>,
    /// Names of the rows from the top; empty where nothing names them.
    pub row_names: Vec<String>,
    /// Ground of the board.
    pub ground: SeenGround,
    /// The looks that cells have, each once.
    pub looks: Vec<SeenLook>,
    /// The cells row by row, as they are seen.
    pub cells: Vec<SeenCell>,
    /// The cell that the keyboard points at.
    pub cursor: Option<String>,
    /// The line along which the last action joined two cells: columns and rows from the upper left
    /// cell as it is seen. It may lead round the board, one cell outside.
    pub joined: Option<Vec<(i32, i32)>>,
    /// The keys that mean something now.
    pub keys: Vec<SeenKey>,
    /// The directions that the game's keys use: `up`, `up-left` …
    pub pad: Vec<Word>,
    /// Lines below the board: whose turn it is, values, what is gone.
    pub lines: Vec<String>,
}

/// Ground of a board.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenGround {
    /// Material: `screen`, `wood`, `felt`.
    pub hue: Word,
    /// Surface: `plain`, `squares` (two shades take turns), `lines` (they are shapes of the cells).
    pub kind: Word,
    /// True if the upper left cell has the second of two shades.
    pub begins_second: bool,
    /// True if lines part the cells.
    pub ruled: bool,
    /// Half cells by which each row stands further to the right than the one above.
    pub slant: i8,
    /// Places before which a line parts blocks of cells.
    pub blocks: Option<SeenBlocks>,
    /// Hues of the edges.
    pub edges: SeenEdges,
}

/// Places before which a line parts blocks of cells, from 0.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenBlocks {
    /// Columns.
    pub columns: Vec<u32>,
    /// Rows.
    pub rows: Vec<u32>,
}

/// Hues of the edges of a board that have one.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenEdges {
    /// On the left.
    pub left: Option<Word>,
    /// On the right.
    pub right: Option<Word>,
    /// Above.
    pub top: Option<Word>,
    /// Below.
    pub bottom: Option<Word>,
}

/// Look of a cell.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenLook {
    /// Shapes from the lowest to the uppermost.
    pub shapes: Vec<SeenShape>,
    /// The sign in the middle; may be empty.
    pub glyph: String,
    /// The hue of the sign.
    pub hue: Word,
    /// True if the sign is drawn over shapes.
    pub over: bool,
    /// Hue of the whole cell under everything else.
    pub back: Option<Word>,
    /// A small sign of what lies under the piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub under: Option<SeenSign>,
    /// A small sign that says something of the piece.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub sign: Option<SeenSign>,
}

/// A path in a cell.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenShape {
    /// Data of a path as SVG has them, in a cell whose corners are (0, 0) and `grid`.
    pub path: String,
    /// Columns and rows of the cell.
    pub grid: (u16, u16),
    /// Name of a hue: `orange`; `on-orange` is seen on an area of orange; `line` is that of lines.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub hue: Option<Word>,
    /// A fixed colour, `#rrggbb`, in place of a hue.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub colour: Option<String>,
    /// True if the path is a thin line, false if it is filled.
    pub line: bool,
}

/// A small sign.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenSign {
    /// The sign.
    pub glyph: String,
    /// Its hue.
    pub hue: Word,
}

/// A cell.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenCell {
    /// Its name.
    pub name: String,
    /// Everything that is to be known of it, for people who do not see it.
    pub label: String,
    /// Index of its look.
    pub look: usize,
    /// Marks: `selected`, `choosable`, `target` (choosable, and to be shown), `hinted`, `fresh`,
    /// `dead` (its piece can never be where it is wanted), `bare` (no place for a piece), `gap` (no
    /// part of the board).
    pub marks: Vec<Word>,
}

/// A key that means something.
#[derive(Clone, Debug, Serialize, JsonSchema)]
pub struct SeenKey {
    /// The key: one character, or a name such as `up`.
    pub key: String,
    /// Description of what it does.
    pub label: String,
    /// Kind: `command`, `action`, `direction`, `choice` (one of several actions of which one is
    /// meant), `answer` (to what is asked now).
    pub kind: Word,
    /// The command, such as `undo`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub command: Option<Word>,
    /// The direction, such as `up-left`.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub direction: Option<Word>,
    /// True for an action that cannot be done now; else it is left out.
    #[serde(skip_serializing_if = "core::ops::Not::not")]
    #[schemars(default)]
    pub impossible: bool,
}

impl From<View> for SeenGame {
    fn from(view: View) -> Self {
        let View { columns, rows, column_names, row_names, cursor, joined, lines, .. } = view;
        Self {
            columns,
            rows,
            column_names,
            row_names,
            ground: ground(view.ground),
            looks: view.looks.into_iter().map(look).collect(),
            cells: view.cells.into_iter().map(cell).collect(),
            cursor,
            joined,
            keys: view.keys.into_iter().map(key).collect(),
            pad: view.pad.into_iter().map(|way| way.name().into()).collect(),
            lines,
        }
    }
}

fn ground(ground: GroundView) -> SeenGround {
    let [left, right, top, bottom] = ground.edges.map(|edge| edge.map(hue));
    let material = match ground.material {
        Ground::Screen => "screen",
        Ground::Wood => "wood",
        Ground::Felt => "felt",
    };
    let kind = match ground.kind {
        GroundKind::Plain => "plain",
        GroundKind::Squares => "squares",
        GroundKind::Lines => "lines",
    };
    SeenGround {
        hue: material.into(),
        kind: kind.into(),
        begins_second: ground.begins_second,
        ruled: ground.is_ruled,
        slant: ground.slant,
        blocks: ground.blocks.map(|(columns, rows)| SeenBlocks { columns, rows }),
        edges: SeenEdges { left, right, top, bottom },
    }
}

fn look(shaped: Shaped) -> SeenLook {
    let Shaped { back, shapes, glyph, under, sign } = shaped;
    let sign_of = |it: Written| SeenSign { hue: ink(it.ink), glyph: it.text };
    let over = glyph.is_some() && !shapes.is_empty();
    let glyph = glyph.unwrap_or_else(|| Written { text: String::new(), ink: Ink::Hue(Hue::Grey) });
    SeenLook {
        shapes: shapes.into_iter().map(shape).collect(),
        hue: ink(glyph.ink),
        glyph: glyph.text,
        over,
        back: back.map(hue),
        under: under.map(sign_of),
        sign: sign.map(sign_of),
    }
}

fn shape(shape: Shape) -> SeenShape {
    let Shape { path, grid, ink: of, is_line: line } = shape;
    let colour = match of {
        Ink::Exact((red, green, blue)) => Some(format!("#{red:02x}{green:02x}{blue:02x}")),
        Ink::Hue(_) | Ink::On(_) | Ink::Line | Ink::Named(..) => None,
    };
    let hue = of.word();
    SeenShape { path, grid, hue, colour, line }
}

fn cell(cell: CellView) -> SeenCell {
    let CellView { name, label, look, marks } = cell;
    SeenCell { name, label, look, marks: marks.into_iter().map(|it| it.name().into()).collect() }
}

fn key(key: KeyView) -> SeenKey {
    let word = |word: &'static str| Some(Word::from(word));
    let (kind, command, direction) = match key.kind {
        KeyKind::Command(command) => ("command", word(command.name()), None),
        KeyKind::Action => ("action", None, None),
        KeyKind::Direction(way) => ("direction", None, word(Direction::name(way))),
        KeyKind::Choice => ("choice", None, None),
        KeyKind::Answer => ("answer", None, None),
    };
    let KeyView { key, label, is_impossible: impossible, .. } = key;
    SeenKey { key, label, kind: kind.into(), command, direction, impossible }
}

/// The word for the colour of a sign; only pictures have exact ones, which have no word.
fn ink(ink: Ink) -> Word {
    ink.word().unwrap_or_else(|| hue(Hue::Grey))
}

fn hue(hue: Hue) -> Word {
    hue.name().into()
}
