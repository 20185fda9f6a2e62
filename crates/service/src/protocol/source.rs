//! Explanations of texts, and their parts for those who write them.

use schemars::JsonSchema;
use serde::Serialize;

use super::SpanView;

/// Explanation of what stands at a place of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct HoverView {
    /// The place that is explained.
    pub span: SpanView,
    /// The title: a word, or the code and the message of a mistake.
    pub title: String,
    /// Sentences and lines of the text.
    pub lines: Vec<String>,
}

/// A chapter of the specification.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ChapterView {
    /// The name by which it is asked for.
    pub name: String,
    /// The title.
    pub title: String,
}

/// An example of a chapter.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct ExampleView {
    /// The line of the chapter at which it begins, from 1.
    pub line: usize,
    /// A whole game made of it, with a board of those that are shown of it.
    pub text: String,
    /// True if it is shown for its mistakes, or because it cannot begin.
    pub is_wrong: bool,
}

/// The levels of a text, and what its glyphs mean.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelsView {
    /// The levels in the order of the text.
    pub levels: Vec<LevelView>,
    /// Glyphs of the legend.
    pub glyphs: Vec<GlyphView>,
    /// True if cells are tokens with blanks between, because a layer has numbers.
    pub numbers: bool,
}

/// A level of a text.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct LevelView {
    /// Its title; may be empty.
    pub title: String,
    /// From the first glyph of the first row to the end of the last one.
    pub span: SpanView,
    /// The rows from the top, without the indentation that all have.
    pub rows: Vec<RowView>,
}

/// A row of a level.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct RowView {
    /// The glyphs.
    pub text: String,
    /// Its place.
    pub span: SpanView,
}

/// A glyph of a legend.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, JsonSchema)]
pub struct GlyphView {
    /// The glyph.
    pub glyph: String,
    /// Contents of a cell that it stands for, in the words of the text.
    pub label: String,
    /// True if it stands for a cell without pieces.
    pub is_empty: bool,
}
