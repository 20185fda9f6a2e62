//! Boards as pixels, for faces that show pictures: files, chats, environments for learning.
//!
//! What is painted are the [`shapes`](super::shapes) that the SVG of a play has, and the ground
//! between and around the cells; letters are those of a small bitmap font, and a sign that it lacks
//! is a frame. Start at [`raster`].

use std::collections::BTreeMap;

use font8x8::{BASIC_FONTS, GREEK_FONTS, LATIN_FONTS, UnicodeFonts as _};
use masume_engine::{Board, Cell, Game, State};
use masume_rules::model::Side;
use unicode_width::UnicodeWidthChar as _;
use zeno::{Mask, Stroke, Transform};

use super::Looks;
use super::hue::{Behind, Ground, Hue, Shade};
use super::labels::Labels;
use super::scene::{Drawing, Scene};
use super::shapes::{GRID, Ink, Shape, Shaped, Written, shaped};
use super::svg::{Colours, Scheme};
use super::tone::{Rgb, of_ground, of_lines};
use crate::view::GroundView;

/// The most pixels along a side of an image: cells of larger boards are smaller.
const MOST: u32 = 4096;
/// Height of a row of hexagons, and of their tips, in widths of a cell.
const HEXAGON_ROW: f32 = 0.866_025_4;
const HEXAGON_TIP: f32 = 0.288_675_13;
/// Places and sizes of signs, in units of [`GRID`]: in the middle, below, above.
const GLYPH: (f32, f32, f32) = (24.0, 24.0, 30.0);
const UNDER: (f32, f32, f32) = (40.0, 40.0, 14.0);
const SIGN: (f32, f32, f32) = (40.0, 9.0, 14.0);
/// The same of a name in the margin.
const LABEL: (f32, f32, f32) = (24.0, 24.0, 20.0);
/// Width that signs beside each other have at most, in units of [`GRID`].
const WRITTEN: f32 = 42.0;
/// Coverage from which on a pixel belongs to an area of a picture of squares: those have no rims.
const HALF: u8 = 128;

/// Image of pixels.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Image {
    /// Pixels of a row.
    pub width: u32,
    /// Rows.
    pub height: u32,
    /// Red, green and blue of each pixel, row by row from the top.
    pub rgb: Vec<u8>,
}

/// The board as pixels, as it is seen from the front or from its other side.
///
/// A cell is `side` pixels wide and high, and less on a board that would be more than 4096 pixels
/// wide or high; rows of hexagons are nearer to each other.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_presentation::picture::Looks;
/// use masume_presentation::picture::paint::PaletteChoice;
/// use masume_presentation::picture::raster::raster;
/// use masume_presentation::picture::svg::Scheme;
/// use masume_presentation::picture::tone::Theme;
///
/// let shipped = shipped_games().iter().find(|it| it.name == "othello").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let looks = Looks::of_picture(game.rules());
/// let state = game.start(&Setup::default()).unwrap();
/// let scheme = Scheme { theme: Theme::Light, palette: PaletteChoice::Standard };
/// let image = raster(&looks, &state.board, false, scheme, 16);
/// assert_eq!((image.width, image.height, image.rgb.len()), (128, 128, 3 * 128 * 128));
/// // The middle of d4 is white, that of e4 black.
/// let pixel = |x: usize, y: usize| &image.rgb[3 * (y * 128 + x)..][..3];
/// assert_eq!((pixel(56, 56), pixel(72, 56)), (&[255; 3][..], &[0; 3][..]));
/// ```
pub fn raster(looks: &Looks, board: &Board, is_turned: bool, scheme: Scheme, side: u16) -> Image {
    let grid = board.grid();
    let ground = GroundView::of(looks, grid, is_turned);
    let form = Form::new((grid.width(), grid.height()), ground.slant, side);
    let mut painter = Painter::new(form, scheme, (ground.material, Shade::First));
    let scene = Scene::new(looks, board, is_turned);
    let mut seen: Vec<Cell> = grid.inner_cells().collect();
    if is_turned {
        seen.reverse();
    }
    let places = || (0..grid.height()).flat_map(|row| (0..grid.width()).map(move |it| (it, row)));
    let drawings: Vec<Drawing> = seen.into_iter().map(|cell| scene.drawing(cell)).collect();
    let parts = drawings.iter().zip(places());
    painter.paint_ground(parts.filter_map(|(it, place)| Some((it.behind?, place))));
    painter.paint_lines(&ground);
    // Cells that look alike are made into shapes once.
    let mut known: Vec<(&Drawing, Shaped)> = Vec::new();
    for (drawing, place) in drawings.iter().zip(places()) {
        let index = known.iter().position(|(it, _)| *it == drawing).unwrap_or_else(|| {
            known.push((drawing, shaped(drawing.clone())));
            known.len() - 1
        });
        if let (Some(behind), Some((_, shaped))) = (drawing.behind, known.get(index)) {
            painter.paint_cell(shaped, behind, place);
        }
    }
    painter.image
}

/// The same with the names of columns above and those of rows at the left, as far as actions name them.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
/// use masume_presentation::picture::Looks;
/// use masume_presentation::picture::paint::PaletteChoice;
/// use masume_presentation::picture::raster::labelled;
/// use masume_presentation::picture::svg::Scheme;
/// use masume_presentation::picture::tone::Theme;
///
/// let shipped = shipped_games().iter().find(|it| it.name == "othello").unwrap();
/// let game = Game::load(shipped.text).game.unwrap();
/// let looks = Looks::of_picture(game.rules());
/// let state = game.start(&Setup::default()).unwrap();
/// let scheme = Scheme { theme: Theme::Light, palette: PaletteChoice::Standard };
/// let image = labelled(&looks, &game, &state, scheme, 16);
/// assert_eq!((image.width, image.height), (144, 144));
/// ```
pub fn labelled(looks: &Looks, game: &Game, state: &State, scheme: Scheme, side: u16) -> Image {
    let board = raster(looks, &state.board, false, scheme, side);
    let (labels, names) = (Labels::of(game.rules()), game.cell_names(state));
    let grid = state.board.grid();
    let ground = GroundView::of(looks, grid, false);
    let form = Form::new((grid.width(), grid.height()), ground.slant, side);
    let column = |it| Some(names.column_name(it)).filter(|_| labels.columns);
    let row = |it| names.row_label(it).filter(|_| labels.rows);
    let margin = |is_there: bool| if is_there { form.side } else { 0 };
    let (left, top) = (margin(labels.rows), margin(labels.columns));
    let page = (Ground::Screen, Shade::First);
    let mut image =
        Image::new(board.width + left, board.height + top, of_ground(page, scheme.theme));
    image.lay(&board, (left, top));
    let ink = Ink::Hue(Hue::Grey);
    let tone = Colours { behind: page, scheme }.of(ink);
    let mut write = |text: String, at: (u32, u32)| {
        let shape = letters(&Written { text, ink }, LABEL);
        let mask = coverage(
            &shape.path,
            form.side as f32 / f32::from(GRID.0),
            None,
            (form.side, form.side),
        );
        image.blend(&mask, (form.side, form.side), at, tone);
    };
    for (text, it) in (0..grid.width()).filter_map(|it| Some((column(it)?, it))) {
        write(text, (left + form.place((it, 0)).0, 0));
    }
    for (text, it) in (0..grid.height()).filter_map(|it| Some((row(it)?, it))) {
        // Beside the first cell of a row, which may be slanted.
        let (x, y) = form.place((0, it));
        write(text, (x, top + y));
    }
    image
}

/// Form of a board in pixels.
#[derive(Clone, Copy, Debug)]
struct Form {
    columns: u32,
    rows: u32,
    slant: i8,
    /// Pixels of a cell.
    side: u32,
}

impl Form {
    fn new((columns, rows): (u32, u32), slant: i8, side: u16) -> Self {
        // A row that is slanted goes half as far again at most.
        let longest = columns.max(rows) + if slant == 0 { 0 } else { rows.div_ceil(2) };
        let side = u32::from(side).min(MOST / longest.max(1)).max(1);
        Self { columns, rows, slant, side }
    }

    /// Width and height in pixels.
    fn size(self) -> (u32, u32) {
        if self.slant == 0 {
            return (self.columns * self.side, self.rows * self.side);
        }
        let side = self.side as f32;
        let width = (self.columns as f32 + (self.rows.max(1) - 1) as f32 / 2.0) * side;
        let height = (self.rows as f32 * HEXAGON_ROW + HEXAGON_TIP) * side;
        (width.ceil() as u32, height.ceil() as u32)
    }

    /// Upper left corner of a cell, in pixels.
    fn corner(self, (column, row): (u32, u32)) -> (f32, f32) {
        let side = self.side as f32;
        let steps = match self.slant {
            0 => return (column as f32 * side, row as f32 * side),
            slant if slant > 0 => row,
            _ => self.rows - 1 - row,
        };
        ((column as f32 + steps as f32 / 2.0) * side, row as f32 * HEXAGON_ROW * side)
    }

    /// Upper left pixel of what a cell shows.
    fn place(self, cell: (u32, u32)) -> (u32, u32) {
        let (x, y) = self.corner(cell);
        let sunk = if self.slant == 0 { 0.0 } else { self.side as f32 * HEXAGON_ROW / 6.0 };
        (x.round() as u32, (y + sunk).round() as u32)
    }
}

/// Image that is being painted.
struct Painter {
    form: Form,
    scheme: Scheme,
    /// Ground of the board where no cell says another.
    ground: Behind,
    image: Image,
    /// Coverage of a cell's pixels by paths that were painted.
    masks: BTreeMap<(String, u16, bool), Vec<u8>>,
}

impl Painter {
    fn new(form: Form, scheme: Scheme, ground: Behind) -> Self {
        let (width, height) = form.size();
        // What is no part of the board is the page that it lies on.
        let page = of_ground((Ground::Screen, Shade::First), scheme.theme);
        let image = Image::new(width, height, page);
        Self { form, scheme, ground, image, masks: BTreeMap::new() }
    }

    /// The ground of the cells that belong to the board.
    fn paint_ground(&mut self, cells: impl Iterator<Item = (Behind, (u32, u32))>) {
        let (side, theme) = (self.form.side, self.scheme.theme);
        if self.form.slant == 0 {
            for (behind, cell) in cells {
                self.paint_area(self.form.place(cell), (side, side), of_ground(behind, theme));
            }
            return;
        }
        let hexagons = cells.map(|(_, cell)| hexagon(self.form.corner(cell), side as f32));
        let path: String = hexagons.collect();
        self.paint_whole(&path, None, of_ground(self.ground, theme));
        self.paint_whole(&path, Some(1.0), of_lines(self.ground, theme));
    }

    /// Lines between the cells, between blocks of them, and along edges of the board.
    fn paint_lines(&mut self, ground: &GroundView) {
        let (side, tone) = (self.form.side, of_lines(self.ground, self.scheme.theme));
        if ground.is_ruled {
            (1..self.form.columns).for_each(|it| self.paint_across(it * side, 1, tone));
            (1..self.form.rows).for_each(|it| self.paint_along(it * side, 1, tone));
        }
        if let Some((columns, rows)) = &ground.blocks {
            let thick = (side / 16).max(2);
            columns.iter().for_each(|it| self.paint_across(it * side, thick, tone));
            rows.iter().for_each(|it| self.paint_along(it * side, thick, tone));
        }
        let colours = Colours { behind: self.ground, scheme: self.scheme };
        for (edge, hue) in Side::ALL.into_iter().zip(ground.edges) {
            let Some(tone) = hue.map(|hue| colours.of(Ink::Hue(hue))) else { continue };
            // Half of the line lies within the board.
            let (width, height) = self.form.size();
            let thick = (side / 5).max(2);
            if self.form.slant != 0 {
                let path = self.edge(edge);
                self.paint_whole(&path, Some(thick as f32), tone);
                continue;
            }
            match edge {
                Side::Left => self.paint_across(0, thick, tone),
                Side::Right => self.paint_across(width, thick, tone),
                Side::Top => self.paint_along(0, thick, tone),
                Side::Bottom => self.paint_along(height, thick, tone),
            }
        }
    }

    /// Upright line around this column of pixels.
    fn paint_across(&mut self, x: u32, thick: u32, tone: Rgb) {
        let left = x.saturating_sub(thick / 2);
        let width = (x + thick.div_ceil(2)).min(self.image.width) - left;
        self.paint_area((left, 0), (width, self.image.height), tone);
    }

    /// Level line around this row of pixels.
    fn paint_along(&mut self, y: u32, thick: u32, tone: Rgb) {
        let top = y.saturating_sub(thick / 2);
        let height = (y + thick.div_ceil(2)).min(self.image.height) - top;
        self.paint_area((0, top), (self.image.width, height), tone);
    }

    fn paint_area(&mut self, at: (u32, u32), (width, height): (u32, u32), tone: Rgb) {
        let full = vec![u8::MAX; width as usize * height as usize];
        self.image.blend(&full, (width, height), at, tone);
    }

    /// Path along an edge of a board of hexagons.
    fn edge(&self, edge: Side) -> String {
        let Form { columns, rows, side, .. } = self.form;
        let (side, last) = (side as f32, (columns.saturating_sub(1), rows.saturating_sub(1)));
        // Corners of a hexagon, in widths of a cell from its upper left corner.
        let (upper, lower, low) = (HEXAGON_TIP, 3.0 * HEXAGON_TIP, 4.0 * HEXAGON_TIP);
        let cells: Vec<(u32, u32)> = match edge {
            Side::Left => (0..rows).map(|row| (0, row)).collect(),
            Side::Right => (0..rows).map(|row| (last.0, row)).collect(),
            Side::Top => (0..columns).map(|column| (column, 0)).collect(),
            Side::Bottom => (0..columns).map(|column| (column, last.1)).collect(),
        };
        let corners: &[(f32, f32)] = match edge {
            Side::Left => &[(0.0, upper), (0.0, lower)],
            Side::Right => &[(1.0, upper), (1.0, lower)],
            Side::Top => &[(0.0, upper), (0.5, 0.0), (1.0, upper)],
            Side::Bottom => &[(0.0, lower), (0.5, low), (1.0, lower)],
        };
        let points = cells.into_iter().flat_map(|cell| {
            let (x, y) = self.form.corner(cell);
            corners.iter().map(move |(right, down)| (x + right * side, y + down * side))
        });
        polyline(points)
    }

    fn paint_cell(&mut self, shaped: &Shaped, behind: Behind, cell: (u32, u32)) {
        let colours = Colours { behind, scheme: self.scheme };
        let at = self.form.place(cell);
        if let Some(hue) = shaped.back {
            let back = Shape {
                path: "M0 0h1v1h-1z".to_owned(),
                grid: (1, 1),
                ink: Ink::Hue(hue),
                is_line: false,
            };
            self.paint_shape(&back, at, &colours);
        }
        for shape in &shaped.shapes {
            self.paint_shape(shape, at, &colours);
        }
        let written = [(&shaped.glyph, GLYPH), (&shaped.under, UNDER), (&shaped.sign, SIGN)];
        for (text, place) in written {
            if let Some(written) = text {
                self.paint_shape(&letters(written, place), at, &colours);
            }
        }
    }

    fn paint_shape(&mut self, shape: &Shape, at: (u32, u32), colours: &Colours) {
        let side = self.form.side;
        let (width, _) = shape.grid;
        let key = (shape.path.clone(), width, shape.is_line);
        let mask = self.masks.entry(key).or_insert_with(|| {
            let scale = side as f32 / f32::from(width.max(1));
            let line = shape.is_line.then_some(2.0 * side as f32 / f32::from(GRID.0));
            let mut mask = coverage(&shape.path, scale, line, (side, side));
            if shape.grid != GRID {
                mask.iter_mut().for_each(|it| *it = if *it >= HALF { u8::MAX } else { 0 });
            }
            mask
        });
        self.image.blend(mask, (side, side), at, colours.of(shape.ink));
    }

    /// Paints a path of the whole image: an area, or a line of this width.
    fn paint_whole(&mut self, path: &str, line: Option<f32>, tone: Rgb) {
        let size = (self.image.width, self.image.height);
        let mask = coverage(path, 1.0, line, size);
        self.image.blend(&mask, size, (0, 0), tone);
    }
}

impl Image {
    /// The image as a file.
    ///
    /// ```
    /// use masume_presentation::picture::raster::Image;
    ///
    /// let image = Image { width: 1, height: 1, rgb: vec![255, 0, 0] };
    /// assert!(image.to_png()?.starts_with(b"\x89PNG\r\n"));
    /// # Ok::<(), png::EncodingError>(())
    /// ```
    ///
    /// # Errors
    /// An image without pixels, or with another number of them than its width and height say.
    pub fn to_png(&self) -> Result<Vec<u8>, png::EncodingError> {
        let mut bytes = Vec::new();
        let mut encoder = png::Encoder::new(&mut bytes, self.width, self.height);
        encoder.set_color(png::ColorType::Rgb);
        encoder.set_depth(png::BitDepth::Eight);
        let mut writer = encoder.write_header()?;
        writer.write_image_data(&self.rgb)?;
        writer.finish()?;
        Ok(bytes)
    }

    /// An image of one colour.
    fn new(width: u32, height: u32, tone: Rgb) -> Self {
        let pixels = width as usize * height as usize;
        Self { width, height, rgb: [tone.0, tone.1, tone.2].repeat(pixels) }
    }

    /// Lays an image over this one, in which it has room.
    fn lay(&mut self, other: &Self, (left, top): (u32, u32)) {
        let rows = other.rgb.chunks_exact(3 * other.width.max(1) as usize);
        for (row, y) in rows.zip(top as usize..) {
            let begin = 3 * (y * self.width as usize + left as usize);
            if let Some(place) = self.rgb.get_mut(begin..begin + row.len()) {
                place.copy_from_slice(row);
            }
        }
    }

    /// Lays a colour over the pixels that a mask covers.
    fn blend(&mut self, mask: &[u8], (width, _): (u32, u32), (left, top): (u32, u32), tone: Rgb) {
        let tone = [tone.0, tone.1, tone.2];
        let across = self.width as usize;
        let painted = tone.repeat(width as usize);
        for (row, covered) in mask.chunks_exact(width.max(1) as usize).enumerate() {
            let begin = (row + top as usize) * across + left as usize;
            // Hexagons at the rim may reach beyond it by a rounded pixel.
            let within = across.saturating_sub(left as usize);
            let covered = &covered[..covered.len().min(within)];
            let Some(pixels) = self.rgb.get_mut(3 * begin..) else { return };
            let Some(mut pixels) = pixels.get_mut(..3 * covered.len()) else { return };
            // Most pixels lie in long runs that are covered alike: one copy paints all of them.
            for run in covered.chunk_by(|one, other| one == other) {
                let (parts, rest) = pixels.split_at_mut(3 * run.len());
                pixels = rest;
                match run.first() {
                    None | Some(0) => {}
                    Some(&u8::MAX) => parts.copy_from_slice(&painted[..parts.len()]),
                    Some(cover) => mix(parts, *cover, tone),
                }
            }
        }
    }
}

/// Lays a colour over pixels, of each of which it covers this share.
fn mix(pixels: &mut [u8], cover: u8, tone: [u8; 3]) {
    let (cover, rest) = (u32::from(cover), u32::from(u8::MAX - cover));
    for pixel in pixels.chunks_exact_mut(3) {
        for (part, over) in pixel.iter_mut().zip(tone) {
            let mixed = u32::from(over) * cover + u32::from(*part) * rest;
            *part = (mixed / u32::from(u8::MAX)) as u8;
        }
    }
}

/// Share of each pixel that an area, or a line of so many pixels, covers.
fn coverage(path: &str, scale: f32, line: Option<f32>, (width, height): (u32, u32)) -> Vec<u8> {
    let mut covered = vec![0; width as usize * height as usize];
    let mut mask = Mask::new(path);
    mask.size(width, height).transform(Some(Transform::scale(scale, scale)));
    if let Some(width) = line {
        mask.style(Stroke::new(width / scale));
    }
    mask.render_into(&mut covered, None);
    covered
}

/// Signs as an area of squares, around a place and of a size in units of [`GRID`].
fn letters(written: &Written, (x, y, size): (f32, f32, f32)) -> Shape {
    let signs: Vec<char> =
        written.text.chars().filter(|it| it.width().is_some_and(|width| width > 0)).collect();
    let count = signs.len().max(1) as f32;
    // A sign is eight squares wide and high.
    let square = (size / 10.0).min(WRITTEN / (8.0 * count));
    let (left, top) = (x - 4.0 * square * count, y - 4.0 * square);
    let mut path = String::new();
    for (index, sign) in signs.iter().enumerate() {
        for (row, column, length) in runs(*sign) {
            let x = left + (8.0 * index as f32 + column as f32) * square;
            let y = top + row as f32 * square;
            let (x, y, length) = (x, y, length as f32 * square);
            path.push_str(&format!("M{x} {y}h{length}v{square}h-{length}z"));
        }
    }
    Shape { path, grid: GRID, ink: written.ink, is_line: false }
}

/// Rows of squares of a sign: row, column and length of each.
fn runs(sign: char) -> Vec<(u32, u32, u32)> {
    /// Sign in place of one that the font lacks.
    const FRAME: [u8; 8] = [0x7e, 0x42, 0x42, 0x42, 0x42, 0x42, 0x7e, 0];
    let found = BASIC_FONTS.get(sign).or_else(|| LATIN_FONTS.get(sign));
    let rows = found.or_else(|| GREEK_FONTS.get(sign)).unwrap_or(FRAME);
    let mut runs = Vec::new();
    for (row, bits) in (0..).zip(rows) {
        let mut column = 0;
        while column < 8 {
            let rest = bits >> column;
            let length = rest.trailing_ones();
            if length > 0 {
                runs.push((row, column, length));
            }
            column += length.max(1);
        }
    }
    runs
}

/// Path around a hexagon that stands on a tip.
fn hexagon((x, y): (f32, f32), side: f32) -> String {
    let corners = [
        (0.0, HEXAGON_TIP),
        (0.5, 0.0),
        (1.0, HEXAGON_TIP),
        (1.0, 3.0 * HEXAGON_TIP),
        (0.5, 4.0 * HEXAGON_TIP),
        (0.0, 3.0 * HEXAGON_TIP),
    ];
    let points = corners.into_iter().map(|(right, down)| (x + right * side, y + down * side));
    polyline(points) + "z"
}

/// Path through points.
fn polyline(points: impl Iterator<Item = (f32, f32)>) -> String {
    let mut path = String::new();
    for (x, y) in points {
        let sign = if path.is_empty() { 'M' } else { 'L' };
        path.push_str(&format!("{sign}{x} {y}"));
    }
    path
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_sign_that_the_font_lacks_is_a_frame() {
        assert_eq!(runs('\u{e000}').len(), 12);
        assert_ne!(runs('8'), runs('\u{e000}'));
        let of = |text: &str| letters(&Written { text: text.to_owned(), ink: Ink::Line }, GLYPH);
        // What has no width is not drawn, and a long text stays in its cell.
        assert_eq!(of("8"), of("8\u{301}"));
        assert!(of(&"8".repeat(99)).path.starts_with("M3"), "{}", of(&"8".repeat(99)).path);
    }
}
