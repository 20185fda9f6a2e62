//! Parts of a cell as they are drawn one over the other, for faces that draw shapes.

use std::sync::Arc;

use masume_engine::{Board, Cell};
use masume_rules::model::Sprite;

use super::Looks;
use super::hue::{Behind, Hue, Shade};
use super::looks::{Seen, Surface};
use super::stencil::Solid;
use super::terrain::{Arms, Terrain};

/// A part of what is seen in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Part {
    /// Lines from the middle to sides and corners, which go on in the cells beside it.
    Lines(Arms),
    /// All of the cell in one hue: a wall, or what lies under a smaller shape.
    Fill(Hue),
    /// A picture, as large as the cell has room for.
    Sprite(Arc<Sprite>),
    /// A shape.
    Solid(Solid, Hue),
    /// A glyph or a number on the ground.
    Glyph(String, Hue),
    /// A glyph or a number on the shape below it, in black or white.
    Inscription(String, Hue),
    /// A small sign in the upper right corner.
    Sign(String, Hue),
}

/// Everything that is seen in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Drawing {
    /// The ground of the cell; `None` where the cell is no part of the board.
    pub behind: Option<Behind>,
    /// Parts from the lowest to the uppermost.
    pub parts: Vec<Part>,
}

/// A board whose cells are drawn.
///
/// A face makes one for a state, asks for the drawing of each cell, and gives it to
/// [`svg`](super::svg), or draws the parts itself.
#[derive(Clone, Debug)]
pub struct Scene<'a> {
    looks: &'a Looks,
    board: &'a Board,
    terrain: Terrain,
    is_turned: bool,
}

impl<'a> Scene<'a> {
    /// The board as it looks; turned if it is seen from the other side.
    pub fn new(looks: &'a Looks, board: &'a Board, is_turned: bool) -> Self {
        Self { looks, board, terrain: Terrain::of(looks, board), is_turned }
    }

    /// Drawing of what is seen in the cell.
    ///
    /// ```
    /// use masume_engine::{Game, Setup, shipped_games};
    /// use masume_presentation::glyph_set::GlyphSet;
    /// use masume_presentation::picture::scene::{Part, Scene};
    /// use masume_presentation::picture::widths::{Widths, glyphs_to_measure};
    /// use masume_presentation::picture::{Abilities, Looks};
    ///
    /// let shipped = shipped_games().iter().find(|it| it.name == "othello").unwrap();
    /// let game = Game::load(shipped.text).game.unwrap();
    /// let glyphs = glyphs_to_measure(game.rules());
    /// let widths = Widths::by_table(glyphs.iter().map(String::as_str));
    /// let abilities =
    ///     Abilities { widths: &widths, most: GlyphSet::Wide, has_colours: true, has_shades: true };
    /// let looks = Looks::of(game.rules(), GlyphSet::Unicode, &abilities);
    /// let state = game.start(&Setup::default()).unwrap();
    /// let scene = Scene::new(&looks, &state.board, false);
    /// let centre = state.board.grid().at(3, 3).unwrap();
    /// assert!(matches!(scene.drawing(centre).parts[..], [Part::Solid(..)]));
    /// let corner = state.board.grid().at(0, 0).unwrap();
    /// assert!(scene.drawing(corner).parts.is_empty());
    /// ```
    pub fn drawing(&self, cell: Cell) -> Drawing {
        if self.terrain.is_blank(cell) {
            return Drawing { behind: None, parts: Vec::new() };
        }
        let floor = self.looks.sprite(None);
        let has_floor = floor.is_some();
        let mut parts: Vec<Part> = floor.map(Part::Sprite).into_iter().collect();
        let arms = self.terrain.arms(cell);
        if arms.any() {
            parts.push(Part::Lines(if self.is_turned { arms.turned() } else { arms }));
        }
        let seen = self.looks.seen(self.board, cell);
        if seen.is_empty() && !has_floor {
            parts.extend(self.free());
        }
        let (signs, shown): (Vec<&Seen>, Vec<&Seen>) = seen.iter().partition(|it| it.is_sign);
        let signs_alone = shown.is_empty();
        let count = shown.len();
        for (index, it) in shown.into_iter().enumerate() {
            self.piece(it, index + 1 < count, &mut parts);
        }
        for it in signs {
            if let Some(sprite) = &it.sprite {
                parts.push(Part::Sprite(Arc::clone(sprite)));
                continue;
            }
            let (text, hue) = (it.glyph.clone(), it.hue);
            parts.push(if signs_alone { Part::Glyph(text, hue) } else { Part::Sign(text, hue) });
        }
        Drawing { behind: Some(self.behind(cell)), parts }
    }

    /// The lines of a cell that join those of cells beside it, as the board itself has them.
    pub fn arms(&self, cell: Cell) -> Arms {
        self.terrain.arms(cell)
    }

    /// True if the cell is no part of the picture.
    pub fn is_blank(&self, cell: Cell) -> bool {
        self.terrain.is_blank(cell)
    }

    /// Ground of a cell.
    fn behind(&self, cell: Cell) -> Behind {
        let grid = self.board.grid();
        let is_odd = (grid.column(cell) + grid.row(cell)) % 2 != 0;
        let is_second = is_odd && self.looks.surface() == Surface::Squares;
        (self.looks.ground(), if is_second { Shade::Second } else { Shade::First })
    }

    /// The sign of a free cell, where it is more than a point: lines and shades say the rest.
    fn free(&self) -> Option<Part> {
        let (glyph, hue) = self.looks.free();
        let is_seen = self.looks.surface() == Surface::Plain && ![".", "·", " "].contains(&glyph);
        is_seen.then(|| Part::Glyph(glyph.to_owned(), hue))
    }

    fn piece(&self, it: &Seen, is_covered: bool, parts: &mut Vec<Part>) {
        if let Some(sprite) = &it.sprite {
            parts.push(Part::Sprite(Arc::clone(sprite)));
            return;
        }
        let (text, hue) = (it.glyph.clone(), it.hue);
        let Some(solid) = it.solid else {
            parts.push(if it.fills { Part::Fill(hue) } else { Part::Glyph(text, hue) });
            return;
        };
        // What is covered is seen around the shape that covers it.
        if is_covered {
            parts.push(Part::Fill(hue));
            return;
        }
        parts.push(Part::Solid(solid, hue));
        if !it.is_said_by_figure {
            parts.push(Part::Inscription(text, hue));
        }
    }
}
