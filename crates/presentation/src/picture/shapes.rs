//! Shapes of cells as paths: what a face that draws paths needs to know of a [`Drawing`].

use std::borrow::Cow;
use std::collections::BTreeMap;

use masume_rules::model::{Colour, Paint, Sprite, Tint};

use super::hue::Hue;
use super::scene::{Drawing, Part};
use super::stencil::Solid;
use super::terrain::Arms;
use super::tone::Rgb;

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
    /// A colour of a picture by its name.
    Named(Tint, Colour),
    /// Parts of red, green and blue, the same in every palette.
    Exact(Rgb),
}

impl From<Paint> for Ink {
    fn from(paint: Paint) -> Self {
        match paint {
            Paint::Named(tint, colour) => Self::Named(tint, colour),
            Paint::Exact(red, green, blue) => Self::Exact((red, green, blue)),
        }
    }
}

impl Ink {
    /// The word for it in protocols and style sheets; `None` for an exact colour.
    ///
    /// ```
    /// use masume_presentation::picture::hue::Hue;
    /// use masume_presentation::picture::shapes::Ink;
    /// use masume_rules::model::{Colour, Tint};
    ///
    /// assert_eq!(Ink::On(Hue::Sky).word(), Some("on-sky".into()));
    /// assert_eq!(Ink::Named(Tint::Dark, Colour::Red).word(), Some("paint-dark-red".into()));
    /// assert_eq!(Ink::Exact((1, 2, 3)).word(), None);
    /// ```
    pub fn word(self) -> Option<Cow<'static, str>> {
        match self {
            Self::Hue(hue) => Some(hue.name().into()),
            Self::On(hue) => Some(format!("on-{}", hue.name()).into()),
            Self::Line => Some("line".into()),
            Self::Named(tint, colour) => {
                let paint = Paint::Named(tint, colour).to_string();
                Some(format!("paint-{}", paint.replace(' ', "-")).into())
            }
            Self::Exact(_) => None,
        }
    }
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
            Part::Sprite(sprite) => shaped.draw(&sprite),
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
    /// Draws a picture; what was written there before is seen beside it.
    fn draw(&mut self, sprite: &Sprite) {
        self.shapes.extend(areas(sprite));
        if let Some(before) = self.glyph.take() {
            self.under = Some(before);
        }
    }

    /// Writes into the middle; what was written there before is seen beside it.
    fn write(&mut self, written: Written) {
        if let Some(before) = self.glyph.replace(written) {
            self.under = Some(before);
        }
    }
}

/// The areas of a picture, one for each colour, in the middle of a square cell.
///
/// ```
/// use masume_presentation::picture::shapes::areas;
/// use masume_rules::model::{Paint, Sprite};
///
/// let palette = vec![Paint::Exact(255, 0, 0)];
/// let pixels = vec![Some(0), Some(0), None, Some(0), Some(0), Some(0)];
/// let areas = areas(&Sprite { width: 3, palette, pixels });
/// assert_eq!((areas[0].path.as_str(), areas[0].grid), ("M0 0.5h2v1h-2zM0 1.5h3v1h-3z", (3, 3)));
/// ```
pub fn areas(sprite: &Sprite) -> Vec<Shape> {
    let (width, height) = (sprite.width, sprite.height());
    let side = width.max(height);
    let (left, top) = (side - width, side - height);
    // Twice the place, and half a pixel more where a picture is not square.
    let place = |at: usize, before: usize| {
        let doubled = 2 * at + before;
        if doubled.is_multiple_of(2) {
            (doubled / 2).to_string()
        } else {
            format!("{}.5", doubled / 2)
        }
    };
    let mut paths: BTreeMap<Paint, String> = BTreeMap::new();
    for (paint, [x, y, wide, high]) in rectangles(sprite) {
        let path = paths.entry(paint).or_default();
        let (x, y) = (place(x, left), place(y, top));
        path.push_str(&format!("M{x} {y}h{wide}v{high}h-{wide}z"));
    }
    let grid = (side as u16, side as u16);
    let areas = paths.into_iter();
    areas.map(|(paint, path)| Shape { path, grid, ink: paint.into(), is_line: false }).collect()
}

/// Rectangles of one colour: column, row, width, height. Equal runs below each other are one.
fn rectangles(sprite: &Sprite) -> Vec<(Paint, [usize; 4])> {
    let mut all: Vec<(Paint, [usize; 4])> = Vec::new();
    for row in 0..sprite.height() {
        let mut column = 0;
        while column < sprite.width {
            let Some(paint) = sprite.paint(column, row) else {
                column += 1;
                continue;
            };
            let is_same = |at: &usize| sprite.paint(*at, row) == Some(paint);
            let width = (column..sprite.width).take_while(is_same).count();
            let above = all.iter_mut().find(|(theirs, [x, y, wide, high])| {
                *theirs == paint && *x == column && *wide == width && *y + *high == row
            });
            match above {
                Some((_, [.., height])) => *height += 1,
                None => all.push((paint, [column, row, width, 1])),
            }
            column += width;
        }
    }
    all
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

#[cfg(test)]
mod tests {
    use std::sync::Arc;

    use super::*;
    use crate::picture::hue::{Ground, Shade};

    const BLACK: Paint = Paint::Exact(0, 0, 0);
    const GREY: Paint = Paint::Exact(9, 9, 9);

    #[test]
    fn equal_runs_are_one_rectangle() {
        let pixels = [0, 0, 1, 0, 0, 1, 1, 0, 1].map(Some).to_vec();
        let sprite = Sprite { width: 3, palette: vec![BLACK, GREY], pixels };
        let found: Vec<[usize; 4]> = rectangles(&sprite).into_iter().map(|(_, it)| it).collect();
        assert_eq!(found, [[0, 0, 2, 2], [2, 0, 1, 3], [0, 2, 1, 1], [1, 2, 1, 1]]);
    }

    #[test]
    fn what_is_written_below_a_picture_stands_beside_it() {
        let sprite = Arc::new(Sprite { width: 1, palette: vec![BLACK], pixels: vec![Some(0)] });
        let behind = Some((Ground::Screen, Shade::First));
        let parts = vec![Part::Glyph("g".to_owned(), Hue::Green), Part::Sprite(sprite)];
        let shaped = shaped(Drawing { behind, parts });
        assert_eq!((shaped.glyph, shaped.shapes.len()), (None, 1));
        assert_eq!(shaped.under.map(|it| it.text), Some("g".to_owned()));
    }
}
