//! Widths of glyphs, and the sets that a terminal shows at the width that they need.
//!
//! No table knows the width of a glyph: terminals disagree on mahjong tiles, and on every glyph
//! that is "ambiguous" in East Asia. So the terminal is asked; what it says is a [`Widths`], and
//! from there on everything is a function.

use std::collections::{BTreeMap, BTreeSet};

use masume_rules::model::{Layer, Rules};

use crate::glyph_set::GlyphSet;

/// Number of columns that the terminal takes for each glyph that it was asked about.
///
/// ```
/// use masume_presentation::picture::widths::Widths;
///
/// let widths = Widths::by_table(["·", "🪑"]);
/// assert_eq!((widths.of("·"), widths.of("🪑")), (Some(1), Some(2)));
/// // ASCII needs no answer; for all else the terminal has to be asked.
/// assert_eq!((widths.of("a"), widths.of("♟")), (Some(1), None));
/// ```
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Widths {
    measured: BTreeMap<String, u16>,
}

impl Widths {
    /// Those of a terminal that was asked; a glyph without an answer is left out.
    pub fn new(measured: BTreeMap<String, u16>) -> Self {
        Self { measured }
    }

    /// Widths by a table, for a face that no terminal shows.
    pub fn by_table<'a>(glyphs: impl IntoIterator<Item = &'a str>) -> Self {
        let width = |glyph: &str| unicode_width::UnicodeWidthStr::width(glyph) as u16;
        Self { measured: glyphs.into_iter().map(|it| (it.to_owned(), width(it))).collect() }
    }

    /// Widths of all glyphs of a game by a table, for a face that is not asked.
    pub fn of_rules(rules: &Rules) -> Self {
        Self::by_table(glyphs_to_measure(rules).iter().map(String::as_str))
    }

    /// Columns of a glyph: one for ASCII, else as measured; `None` where the terminal gave no
    /// answer, or one that no cell has room for.
    pub fn of(&self, glyph: &str) -> Option<u16> {
        if glyph.len() == 1 && glyph.bytes().all(|byte| byte.is_ascii_graphic() || byte == b' ') {
            return Some(1);
        }
        self.measured.get(glyph).copied().filter(|width| (1..=2).contains(width))
    }

    /// True if each of these is one column wide.
    ///
    /// ```
    /// use masume_presentation::picture::widths::Widths;
    ///
    /// let widths = Widths::by_table(["·", "🪑"]);
    /// assert!(widths.are_narrow(&["a", "·"]));
    /// assert!(!widths.are_narrow(&["a", "🪑"]));
    /// ```
    pub fn are_narrow(&self, glyphs: &[&str]) -> bool {
        glyphs.iter().all(|glyph| self.of(glyph) == Some(1))
    }

    /// Takes up what was measured later.
    pub fn extend(&mut self, later: Widths) {
        self.measured.extend(later.measured);
    }

    /// Counts those without an answer as measured: they are not asked about again.
    pub fn fill_up(&mut self, glyphs: &[String]) {
        for glyph in glyphs {
            self.measured.entry(glyph.clone()).or_insert(0);
        }
    }

    /// Those of `glyphs` that were never asked about.
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use masume_presentation::picture::widths::Widths;
    ///
    /// let glyphs = BTreeSet::from(["·".to_owned()]);
    /// let mut widths = Widths::default();
    /// let unknown = widths.unknown(&glyphs);
    /// assert_eq!(unknown, ["·"]);
    /// widths.fill_up(&unknown);
    /// assert!(widths.unknown(&glyphs).is_empty());
    /// ```
    pub fn unknown(&self, glyphs: &BTreeSet<String>) -> Vec<String> {
        glyphs.iter().filter(|it| !self.measured.contains_key(*it)).cloned().collect()
    }
}

/// Abilities of a face: what it can show.
#[derive(Clone, Copy, Debug)]
pub struct Abilities<'a> {
    /// The columns of each glyph.
    pub widths: &'a Widths,
    /// The richest set of glyphs that is wanted.
    pub most: GlyphSet,
    /// True if it has colours.
    pub has_colours: bool,
    /// True if two shades of a ground can be told apart.
    pub has_shades: bool,
}

/// Every glyph of the game that is not ASCII: what a terminal has to be asked about.
///
/// ```
/// use masume_engine::{Game, shipped_games};
/// use masume_presentation::picture::widths::glyphs_to_measure;
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let glyphs = glyphs_to_measure(game.rules());
/// assert!(glyphs.contains("╳") && !glyphs.contains("X"));
/// ```
pub fn glyphs_to_measure(rules: &Rules) -> BTreeSet<String> {
    let shown = rules.display.iter().flat_map(|line| line.glyphs.iter().cloned());
    let legend = rules.legends.iter().take(1).flat_map(|legend| &legend.entries);
    let written = legend.flat_map(|entry| entry.glyphs.iter().take(1).map(char::to_string));
    shown.chain(written).filter(|glyph| !glyph.is_ascii()).collect()
}

/// The richest set, no richer than `most`, that the terminal shows right for this game.
///
/// A set is right where every glyph has a measured width of one or two columns, and all glyphs of
/// a layer have the same: else pieces of a kind would stand crooked. ASCII is always right.
///
/// ```
/// use masume_engine::{Game, shipped_games};
/// use masume_presentation::glyph_set::GlyphSet;
/// use masume_presentation::picture::widths::{Widths, choose_set};
///
/// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let widths = Widths::by_table(["╳", "◯"]);
/// assert_eq!(choose_set(game.rules(), &widths, GlyphSet::Wide), GlyphSet::Unicode);
/// assert_eq!(choose_set(game.rules(), &Widths::default(), GlyphSet::Wide), GlyphSet::Ascii);
/// ```
pub fn choose_set(rules: &Rules, widths: &Widths, most: GlyphSet) -> GlyphSet {
    let richest_first = GlyphSet::ALL.into_iter().rev().filter(|set| *set <= most);
    richest_first
        .into_iter()
        .find(|set| *set == GlyphSet::Ascii || is_right(rules, widths, *set))
        .unwrap_or(GlyphSet::Ascii)
}

fn is_right(rules: &Rules, widths: &Widths, set: GlyphSet) -> bool {
    let mut of_layers: BTreeMap<Layer, u16> = BTreeMap::new();
    let mut is_richer = false;
    for line in &rules.display {
        let Some(glyph) = set.of(&line.glyphs) else { continue };
        is_richer |= line.glyphs.len() > set as usize;
        let Some(width) = widths.of(glyph) else { return false };
        if let Some((layer, _)) = line.subject
            && *of_layers.entry(layer).or_insert(width) != width
        {
            return false;
        }
    }
    // A set that changes nothing is the one before under another name.
    is_richer
}

#[cfg(test)]
mod tests {
    use super::*;
    use masume_engine::Game;

    const GAME: &str = "\
game Seats
board 3 x 3

pieces
  floor: rug
  thing: chair table

legend
  .  nothing
  r  rug
  c  chair
  t  table

action sit at c
  at c: empty -> chair

display
  nothing  \".\" \"·\"
  rug      \"r\" \"≈\" \"🟫\"
  chair    \"c\" \"♟\" \"🪑\"
  table    \"t\" \"◫\" \"🛏\"
";

    #[track_caller]
    fn check(measured: &[(&str, u16)], most: GlyphSet, expected: GlyphSet) {
        let loaded = Game::load(GAME);
        let game = loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics));
        let widths = Widths::new(
            measured.iter().map(|(glyph, width)| ((*glyph).to_owned(), *width)).collect(),
        );
        assert_eq!(choose_set(game.rules(), &widths, most), expected, "{measured:?}");
    }

    #[test]
    fn a_set_is_used_only_where_it_measures_right() {
        use GlyphSet::{Ascii, Unicode, Wide};
        let narrow = [("·", 1), ("≈", 1), ("♟", 1), ("◫", 1)];
        let wide = [("🟫", 2), ("🪑", 2), ("🛏", 2)];
        let all = [&narrow[..], &wide[..]].concat();
        check(&[], Wide, Ascii);
        check(&all, Wide, Wide);
        check(&all, Unicode, Unicode);
        check(&all, Ascii, Ascii);
        check(&narrow, Wide, Unicode);
        // Two pieces of one layer that differ, as mahjong tiles do.
        check(&[&all[..], &[("🛏", 1)]].concat(), Wide, Unicode);
        // A terminal where ambiguous glyphs are wide: all of a layer are, so they stand straight.
        check(&[("·", 2), ("≈", 1), ("♟", 2), ("◫", 2)], Wide, Unicode);
        check(&[("·", 1), ("≈", 1), ("♟", 2), ("◫", 1)], Wide, Ascii);
        // What takes no column, or more than a cell has.
        check(&[&all[..], &[("🛏", 0)]].concat(), Wide, Unicode);
        check(&[&narrow[..], &[("◫", 6)]].concat(), Wide, Ascii);
    }

    #[test]
    fn only_what_is_not_ascii_is_asked_about() {
        let game = Game::load(GAME).game.expect("a game");
        let asked = glyphs_to_measure(game.rules());
        assert_eq!(asked.len(), 7);
        assert!(asked.iter().all(|glyph| !glyph.is_ascii()));
    }
}
