//! Board as a grid of emoji, each as wide as two letters.
//!
//! A piece is shown by its shape and colour where no other piece of the game has both: a disc is a
//! circle, a box a square. Any other is shown by its glyph. What stands on something else has the
//! colour of that, so that a box on a goal is seen.

use std::collections::BTreeMap;

use masume_engine::{Rules, State};
use masume_presentation::glyph_set::GlyphSet;
use masume_presentation::picture::hue::{Ground, Hue};
use masume_presentation::picture::labels::Labels;
use masume_presentation::picture::looks::{Look, fills_cell};
use masume_presentation::picture::stencil::Solid;
use masume_presentation::play::Play;

/// Shape of an emoji.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum Shape {
    Circle,
    Square,
    Ring,
    Cross,
}

impl Shape {
    /// Shape of a figure; without one, of a glyph, which has a shape if it fills its cell.
    fn of(figure: Option<Solid>, fills: bool) -> Option<Self> {
        match figure {
            Some(Solid::Disc) => Some(Self::Circle),
            Some(Solid::Box) => Some(Self::Square),
            Some(Solid::Ring) => Some(Self::Ring),
            Some(Solid::Cross) => Some(Self::Cross),
            Some(Solid::Tile) => None,
            None => fills.then_some(Self::Square),
        }
    }

    fn emoji(self, hue: Hue) -> &'static str {
        match (self, hue) {
            (Self::Circle, Hue::Grey | Hue::Black) => "⚫",
            (Self::Circle, Hue::White) => "⚪",
            (Self::Circle, Hue::Orange) => "🟠",
            (Self::Circle, Hue::Sky) => "🔵",
            (Self::Circle, Hue::Green) => "🟢",
            (Self::Circle, Hue::Yellow) => "🟡",
            (Self::Circle, Hue::Vermillion) => "🔴",
            (Self::Circle, Hue::Purple) => "🟣",
            (Self::Square, Hue::Grey | Hue::White) => "⬜",
            (Self::Square, Hue::Black) => "⬛",
            (Self::Square, Hue::Orange) => "🟧",
            (Self::Square, Hue::Sky) => "🟦",
            (Self::Square, Hue::Green) => "🟩",
            (Self::Square, Hue::Yellow) => "🟨",
            (Self::Square, Hue::Vermillion) => "🟥",
            (Self::Square, Hue::Purple) => "🟪",
            (Self::Ring, _) => "⭕",
            (Self::Cross, _) => "❌",
        }
    }
}

/// The grid; `None` for a game of which no piece has an emoji, and where a glyph is wider.
pub(crate) fn grid(play: &Play) -> Option<String> {
    let session = &play.dialogue.session;
    let (rules, state) = (session.game().rules(), session.state());
    let looks = &play.looks;
    let free = match looks.ground() {
        Ground::Screen => "⬛",
        Ground::Wood => "🟫",
        Ground::Felt => "🟩",
    };
    let mut pieces = of_pieces(rules);
    *pieces.entry(free).or_insert(0) += 1;
    if pieces.len() < 2 {
        return None;
    }
    let is_own = |emoji: &str| pieces.get(emoji).is_none_or(|count| *count == 1);
    let shown = |cell| {
        let look = looks.look(&state.board, cell);
        if look.is_free {
            let is_bare = looks.is_gap(&state.board, cell);
            return if is_bare { "　" } else { free }.to_owned();
        }
        let hue = look.under.as_ref().map_or(look.hue, |(_, hue)| *hue);
        let emoji = Shape::of(look.figure, look.fills).map(|shape| shape.emoji(hue));
        let stands_alone = look.under.is_none();
        // One of a colour that it has from below must be nobody else's.
        let is_free_to_use = |emoji: &&str| match stands_alone {
            true => is_own(emoji),
            false => !pieces.contains_key(emoji),
        };
        let emoji = emoji.filter(is_free_to_use).filter(|_| look.sign.is_none());
        emoji.map_or_else(|| padded(&look), str::to_owned)
    };
    labelled(play, state, shown)
}

/// Emoji of the pieces, each with how many pieces would have it.
fn of_pieces(rules: &Rules) -> BTreeMap<&'static str, usize> {
    let mut found: BTreeMap<&'static str, usize> = BTreeMap::new();
    for line in rules.display.iter().filter(|line| line.subject.is_some()) {
        let hue = line.colour.as_deref().map_or(Hue::Grey, Hue::named);
        let glyph = GlyphSet::Wide.of(&line.glyphs).unwrap_or_default();
        let figure = line.figure.and_then(Solid::of);
        if let Some(shape) = Shape::of(figure, fills_cell(glyph)) {
            *found.entry(shape.emoji(hue)).or_insert(0) += 1;
        }
    }
    found
}

/// The glyph of a look in two columns.
fn padded(look: &Look) -> String {
    if look.width > 1 { look.glyph.clone() } else { format!("{} ", look.glyph) }
}

/// Rows of cells, with names of columns and rows where the game's cells are named.
fn labelled(
    play: &Play,
    state: &State,
    shown: impl Fn(masume_engine::Cell) -> String,
) -> Option<String> {
    let session = &play.dialogue.session;
    if play.looks.glyph_width(&state.board) > 2 {
        return None;
    }
    let grid = state.board.grid();
    let names = session.game().cell_names(state);
    let labels = Labels::of(session.game().rules());
    let margin = (0..grid.height()).filter_map(|row| names.row_label(row)).map(|it| it.len());
    let margin = if labels.rows { margin.max().unwrap_or(0) + 1 } else { 0 };
    let mut text = String::new();
    if labels.columns {
        text.push_str(&" ".repeat(margin));
        for column in 0..grid.width() {
            text.push_str(&format!("{:<2}", names.column_name(column)));
        }
        text.push('\n');
    }
    let cells: Vec<masume_engine::Cell> = grid.inner_cells().collect();
    for (row, cells) in (0..).zip(cells.chunks(grid.width() as usize)) {
        if labels.rows {
            let label = names.row_label(row).unwrap_or_default();
            text.push_str(&format!("{label:>width$} ", width = margin - 1));
        }
        cells.iter().for_each(|cell| text.push_str(&shown(*cell)));
        text.push('\n');
    }
    Some(text)
}
