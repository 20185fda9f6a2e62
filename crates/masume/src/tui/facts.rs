//! Facts about the terminal, and about what the player wants of it.

use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::picture::Abilities;
use masume_presentation::picture::widths::Widths;

use super::palette::Palette;

/// Facts about the terminal, and about what the player wants of it.
#[derive(Clone, Debug)]
pub(crate) struct Facts {
    /// Widths at which it shows what it was asked about.
    pub(crate) widths: Widths,
    /// Its colours.
    pub(crate) palette: Palette,
    /// The richest set of glyphs that is wanted.
    pub(crate) most: GlyphSet,
    /// Columns and rows.
    pub(crate) size: (u16, u16),
}

impl Facts {
    /// The abilities of the terminal, as pictures are made for them.
    pub(crate) fn abilities(&self) -> Abilities<'_> {
        Abilities {
            widths: &self.widths,
            most: self.most,
            has_colours: self.palette.has_colours(),
            has_shades: self.palette.has_shades(),
        }
    }
}
