//! Shapes of cells as paths: what a face that draws paths needs to know of a [`Drawing`].

use super::hue::Hue;
use super::scene::{Drawing, Part};
use super::stencil::Solid;
use super::terrain::Arms;

/// Columns and rows of the grid on which the paths of figures are drawn.
pub const GRID: (u16, u16) = (48, 48);

/// Colour of something that is drawn; a palette of each face says which tone that is.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Ink {
    /// A hue, as it is seen on the ground of the board.
    Hue(Hue),
    /// Black or white, whichever is read better on an area of this hue.
    On(Hue),
    /// That of the board's own lines.
    Line,
}

/// A path in a cell, painted over those before it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Shape {
    /// Data of a path as SVG has them, in a cell whose corners are (0, 0) and `grid`.
    pub path: String,
    /// Columns and rows of the cell.
    pub grid: (u16, u16),
    /// The colour.
    pub ink: Ink,
    /// True if the path is drawn as a thin line, false if it is filled.
    pub is_line: bool,
}

/// A text of one or a few signs in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Written {
    /// The signs.
    pub text: String,
    /// The colour.
    pub ink: Ink,
}

/// A cell as shapes and signs.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Shaped {
    /// Hue of the whole cell under everything else.
    pub back: Option<Hue>,
    /// Shapes from the lowest to the uppermost.
    pub shapes: Vec<Shape>,
    /// Signs in the middle, over the shapes.
    pub glyph: Option<Written>,
    /// A small sign of what lies under the piece.
    pub under: Option<Written>,
    /// A small sign that says something of the piece.
    pub sign: Option<Written>,
}

/// Shapes and signs of what is seen in a cell.
///
/// ```
/// use masume_presentation::picture::hue::{Ground, Hue, Shade};
/// use masume_presentation::picture::scene::{Drawing, Part};
/// use masume_presentation::picture::shapes::{Ink, shaped};
/// use masume_presentation::picture::stencil::Solid;
///
/// let behind = Some((Ground::Screen, Shade::First));
/// let parts = vec![
///     Part::Solid(Solid::Tile, Hue::Orange),
///     Part::Inscription("2".to_owned(), Hue::Orange),
/// ];
/// let shaped = shaped(Drawing { behind, parts });
/// assert_eq!(shaped.shapes[0].path, "M1 4a3 3 0 0 1 3-3h40a3 3 0 0 1 3 3v40a3 3 0 0 1-3 3h-40a3 3 0 0 1-3-3z");
/// assert_eq!(shaped.glyph.unwrap().ink, Ink::On(Hue::Orange));
/// ```
pub fn shaped(drawing: Drawing) -> Shaped {
    let mut shaped = Shaped::default();
    for part in drawing.parts {
        match part {
            Part::Lines(arms) => shaped.shapes.push(lines(arms)),
            Part::Fill(hue) => {
                // It covers whatever was there before.
                shaped = Shaped { back: Some(hue), ..Shaped::default() };
            }
            Part::Solid(solid, hue) => shaped.shapes.push(figure(solid, hue)),
            Part::Glyph(text, hue) => {
                // On an area of another hue its own might not be seen.
                let ink = shaped.back.map_or(Ink::Hue(hue), Ink::On);
                shaped.write(Written { text, ink });
            }
            Part::Inscription(text, hue) => shaped.write(Written { text, ink: Ink::On(hue) }),
            Part::Sign(text, hue) => shaped.sign = Some(Written { text, ink: Ink::Hue(hue) }),
        }
    }
    shaped
}

impl Shaped {
    /// Writes into the middle; what was written there before is seen beside it.
    fn write(&mut self, written: Written) {
        if let Some(before) = self.glyph.replace(written) {
            self.under = Some(before);
        }
    }
}

/// Lines from the middle of a cell to its sides and corners.
fn lines(arms: Arms) -> Shape {
    let ends = [
        (arms.left, (0, 24)),
        (arms.right, (48, 24)),
        (arms.up, (24, 0)),
        (arms.down, (24, 48)),
        (arms.up_left, (0, 0)),
        (arms.up_right, (48, 0)),
        (arms.down_left, (0, 48)),
        (arms.down_right, (48, 48)),
    ];
    let drawn = ends.into_iter().filter(|(is_drawn, _)| *is_drawn);
    let path = drawn.map(|(_, (x, y))| format!("M24 24L{x} {y}")).collect();
    Shape { path, grid: GRID, ink: Ink::Line, is_line: true }
}

fn figure(solid: Solid, hue: Hue) -> Shape {
    let path = match solid {
        Solid::Disc => "M24 4a20 20 0 1 1 0 40a20 20 0 1 1 0-40z",
        // The circle inside runs the other way round, so that it is a hole.
        Solid::Ring => {
            "M24 4a20 20 0 1 1 0 40a20 20 0 1 1 0-40zM24 12a12 12 0 1 0 0 24a12 12 0 1 0 0-24z"
        }
        Solid::Cross => "M12 6L24 18L36 6L42 12L30 24L42 36L36 42L24 30L12 42L6 36L18 24L6 12z",
        Solid::Box => "M5 9a4 4 0 0 1 4-4h30a4 4 0 0 1 4 4v30a4 4 0 0 1-4 4h-30a4 4 0 0 1-4-4z",
        Solid::Tile => "M1 4a3 3 0 0 1 3-3h40a3 3 0 0 1 3 3v40a3 3 0 0 1-3 3h-40a3 3 0 0 1-3-3z",
    };
    Shape { path: path.to_owned(), grid: GRID, ink: Ink::Hue(hue), is_line: false }
}
