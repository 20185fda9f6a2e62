//! Picture of a large board, for chats that show pictures.

use base64::Engine as _;
use base64::engine::general_purpose::STANDARD;
use masume_presentation::picture::Looks;
use masume_presentation::picture::labels::Labels;
use masume_presentation::picture::paint::PaletteChoice;
use masume_presentation::picture::raster::labelled;
use masume_presentation::picture::svg::Scheme;
use masume_presentation::picture::tone::Theme;
use masume_presentation::play::Play;

use crate::grid;
use crate::order::Picture;

/// The least cells of a board that is shown as a picture: in letters, a column is hard to follow there.
const LEAST_CELLS: usize = 64;
/// Pixels of a cell, and of a side of the whole picture at most.
const SIDE: u32 = 40;
const MOST_PIXELS: u32 = 1_000;
/// The most bytes of a picture.
const MOST_BYTES: usize = 256 << 10;

/// The picture, where the board is large: one in which cells are named, or of which no piece has an emoji.
pub(crate) fn picture(play: &Play) -> Option<Picture> {
    let session = &play.dialogue.session;
    let (game, state) = (session.game(), session.state());
    let grid = state.board.grid();
    let labels = Labels::of(game.rules());
    let is_named = labels.columns || labels.rows;
    if grid.inner_cells().count() < LEAST_CELLS || !is_named && grid::grid(play).is_some() {
        return None;
    }
    let scheme = Scheme { theme: Theme::Light, palette: PaletteChoice::Standard };
    let looks = Looks::of_picture(game.rules());
    let longest = grid.width().max(grid.height()).max(1);
    let side = SIDE.min(MOST_PIXELS / longest).max(1);
    let image = labelled(&looks, game, state, scheme, u16::try_from(side).ok()?);
    let png = image.to_png().ok().filter(|it| it.len() <= MOST_BYTES)?;
    Some(Picture { png: STANDARD.encode(png), width: image.width, height: image.height })
}
