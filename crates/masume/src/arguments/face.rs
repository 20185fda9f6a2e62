//! Arguments of every command: the language, the glyphs, the colours.

use clap::Args;
use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::locale::Locale;
use masume_presentation::picture::paint::PaletteChoice;

use super::value::{GLYPH_SETS, LOCALES, PALETTES, one_of};
use crate::tui::ThemeChoice;

/// How games are shown and spoken of.
#[derive(Clone, Debug, Default, Args)]
pub(crate) struct FaceArguments {
    /// The language of menus, games and messages [default: as LANG has it]; what the checker says
    /// about a text is English
    #[arg(long, value_name = "LANGUAGE", global = true, value_parser = one_of(LOCALES))]
    pub(crate) locale: Option<Locale>,
    /// The richest glyphs to be used [default: whatever the terminal shows right]
    #[arg(long, value_name = "SET", global = true, value_parser = one_of(GLYPH_SETS))]
    pub(crate) glyphs: Option<GlyphSet>,
    /// The colours: for a light or a dark screen, or none [default: as the terminal says]
    #[arg(long, value_name = "THEME", global = true)]
    pub(crate) theme: Option<ThemeChoice>,
    /// The colours of pictures [default: standard]
    #[arg(long, value_name = "PALETTE", global = true, value_parser = one_of(PALETTES))]
    pub(crate) palette: Option<PaletteChoice>,
}
