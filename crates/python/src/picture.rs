//! Boards as pictures, headless.

use masume_engine::State;
use masume_presentation::picture::Looks;
use masume_presentation::picture::paint::PaletteChoice;
use masume_presentation::picture::raster::{Image, raster};
use masume_presentation::picture::scene::Scene;
use masume_presentation::picture::svg::{SIDE, Scheme, cell};
use masume_presentation::picture::tone::Theme;

use crate::game::Shared;

/// Colours on paper, which a notebook is.
const SCHEME: Scheme = Scheme { theme: Theme::Light, palette: PaletteChoice::Standard };

/// The board as pixels, with cells of so many each way; fewer where it would be larger than an image can be.
pub(crate) fn pixels(shared: &Shared, state: &State, side: u16) -> Image {
    raster(&Looks::of_picture(shared.rules()), &state.board, false, SCHEME, side)
}

/// The board as an `<svg>`, made of the pictures of its pieces.
pub(crate) fn svg(shared: &Shared, state: &State) -> String {
    let looks = Looks::of_picture(shared.rules());
    let scene = Scene::new(&looks, &state.board, false);
    let grid = state.board.grid();
    let (columns, rows) = (grid.width(), grid.height());
    let (width, height) = (columns * u32::from(SIDE), rows * u32::from(SIDE));
    let cells = grid.inner_cells().map(|at| {
        let (x, y) = (grid.column(at) * i32::from(SIDE), grid.row(at) * i32::from(SIDE));
        let drawn = cell(scene.drawing(at), SCHEME);
        // A picture in a picture has a place and a size.
        drawn.replacen(
            "<svg ",
            &format!("<svg x=\"{x}\" y=\"{y}\" width=\"{SIDE}\" height=\"{SIDE}\" "),
            1,
        )
    });
    let cells: String = cells.collect();
    format!(
        "<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 {width} {height}\" width=\"{width}\" height=\"{height}\">{cells}</svg>"
    )
}
