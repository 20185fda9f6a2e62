//! Sets of glyphs.

/// A set of glyphs, as a game's `display` has up to three of them, from the plainest.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum GlyphSet {
    /// Letters and signs that every terminal has.
    Ascii,
    /// Signs of one column.
    Unicode,
    /// Pictures, mostly two columns wide.
    Wide,
}

impl GlyphSet {
    /// From the plainest.
    pub const ALL: [GlyphSet; 3] = [Self::Ascii, Self::Unicode, Self::Wide];

    /// The word for it in settings.
    ///
    /// ```
    /// use masume_presentation::glyph_set::GlyphSet;
    ///
    /// let names = GlyphSet::ALL.map(GlyphSet::name);
    /// assert_eq!(names, ["ascii", "unicode", "wide"]);
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Ascii => "ascii",
            Self::Unicode => "unicode",
            Self::Wide => "wide",
        }
    }

    /// Its glyph among those of a display line; a set that has none of its own takes the one
    /// before.
    ///
    /// ```
    /// use masume_presentation::glyph_set::GlyphSet;
    ///
    /// let glyphs = ["X".to_owned(), "╳".to_owned()];
    /// assert_eq!(GlyphSet::Ascii.of(&glyphs), Some("X"));
    /// assert_eq!(GlyphSet::Wide.of(&glyphs), Some("╳"));
    /// assert_eq!(GlyphSet::Wide.of(&[]), None);
    /// ```
    pub fn of(self, glyphs: &[String]) -> Option<&str> {
        let index = (self as usize).min(glyphs.len().checked_sub(1)?);
        Some(&glyphs[index])
    }
}
