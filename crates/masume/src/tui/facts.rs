//! What is known about the terminal and about what the player wants of it.

use super::glyphs::Widths;
use super::palette::Palette;
use crate::glyph_set::GlyphSet;

/// What is known about the terminal and about what the player wants of it.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// How wide it shows what it was asked about.
    pub(crate) widths: Widths,
    /// Its colours.
    pub(crate) palette: Palette,
    /// The richest set of glyphs that is wanted.
    pub(crate) most: GlyphSet,
    /// Columns and rows.
    pub(crate) size: (u16, u16),
}
