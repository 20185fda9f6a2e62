//! Looks of a cell: a glyph, what lies under it, and their hues.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use masume_engine::{Board, Cell, Rules};
use masume_rules::model::{
    BoardLook, Content, DisplayInfo, EMPTY, Figure, Layer, LayerKind, LegendEntry, ParamKind, Side,
    Sprite,
};
use masume_rules::text::picture::joined_numbers;

use super::hue::{Ground, Hue};
use super::stencil::{QUARTERS, Solid};
use super::widths::{Abilities, Widths};
use crate::glyph_set::GlyphSet;

/// Glyphs that fill a cell: they are repeated over all of its columns and rows.
const FILLING: [&str; 8] = ["█", "▓", "▒", "░", "#", "■■", "▦", "▩"];
/// Glyphs that are a figure themselves, which need not be written on it.
const DISCS: [&str; 3] = ["●", "⬤", "o"];
const RINGS: [&str; 3] = ["○", "◯", "O"];
const BOXES: [&str; 3] = ["■", "◼", "█"];
/// Signs for marks, of which the first that the game does not use is taken.
const NARROW_MARKS: [&str; 4] = ["•", "◦", "∙", "‧"];
/// The same where only ASCII can be shown.
const PLAIN_MARKS: [&str; 6] = ["*", "+", ":", "~", "'", "^"];
/// Signs on pieces that can never be where they are wanted: one column everywhere.
const CROSSES: [&str; 3] = ["x", "!", "%"];

/// Signs of thick lines, which are used where the terminal shows them all in one column.
pub const HEAVY_SIGNS: [&str; 25] = [
    "━", "┃", "┦", "┞", "┸", "┧", "┟", "┰", "┨", "┠", "╂", "┙", "┕", "┷", "┑", "┍", "┯", "┥", "┝",
    "┿", "┛", "┗", "┻", "┳", "╋",
];

/// Box-drawing signs of diagonal lines: those that rise to the right, those that fall, and both.
pub const DIAGONAL_SIGNS: [&str; 3] = ["╱", "╲", "╳"];

/// Ground on which there is no place for a piece.
const PASSED_OVER: [Figure; 6] =
    [Figure::Bar, Figure::Post, Figure::Slash, Figure::Backslash, Figure::Bare, Figure::Gap];

/// True for a glyph that fills its cell.
///
/// ```
/// use masume_presentation::picture::looks::fills_cell;
///
/// assert!(fills_cell("█") && fills_cell("#") && !fills_cell("x"));
/// ```
pub fn fills_cell(glyph: &str) -> bool {
    FILLING.contains(&glyph)
}

/// Surface of the board that free cells show.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Surface {
    /// One ground, and a sign for each free cell.
    Plain,
    /// Two shades take turns.
    Squares,
    /// Lines cross in each cell.
    Lines,
    /// Cells are points and lines between them.
    Points,
}

/// Look of one cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Look {
    /// The uppermost piece, a number, or the sign of a free cell.
    pub glyph: String,
    /// Columns of the glyph.
    pub width: u16,
    /// The glyph's hue.
    pub hue: Hue,
    /// Glyph of what lies under the uppermost piece and is not in its glyph.
    pub under: Option<(String, Hue)>,
    /// The signs beside the uppermost piece.
    pub sign: Option<(String, Hue)>,
    /// Figure that fills the cell where it is larger than the glyph.
    pub figure: Option<Solid>,
    /// True if the glyph says no more than the figure.
    pub is_said_by_figure: bool,
    /// True if the glyph fills the cell.
    pub fills: bool,
    /// True if no layer holds anything that is shown.
    pub is_free: bool,
}

/// One of several pieces that are seen in a cell.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Seen {
    /// Its glyph, or a number.
    pub glyph: String,
    /// The glyph's hue.
    pub hue: Hue,
    /// The shape that it has where cells are larger than the glyph.
    pub solid: Option<Solid>,
    /// True if the glyph says no more than the shape.
    pub is_said_by_figure: bool,
    /// True if the glyph fills the cell.
    pub fills: bool,
    /// True if it is a small sign beside another piece.
    pub is_sign: bool,
    /// Its picture.
    pub sprite: Option<Arc<Sprite>>,
}

/// Looks of a game's cells in one set of glyphs on one terminal.
#[derive(Clone, Debug)]
pub struct Looks {
    set: GlyphSet,
    /// True if frames and lines may be drawn with box-drawing signs.
    has_lines: bool,
    /// True if some of the lines may be thick ones.
    has_heavy_lines: bool,
    /// True if diagonal lines may be drawn with box-drawing signs.
    has_diagonal_lines: bool,
    /// True if figures may be drawn with signs for quarters of a place.
    has_quarters: bool,
    /// The sign on cells that can be chosen.
    mark: &'static str,
    /// The sign on pieces that can never be where they are wanted.
    cross: &'static str,
    free: PieceLook,
    piece_looks: BTreeMap<(Layer, Content), PieceLook>,
    /// Several contents with a glyph of their own.
    together: BTreeMap<Vec<(Layer, Content)>, String>,
    numeric: BTreeMap<Layer, Numbers>,
    glyph_width: u16,
    ground: Ground,
    surface: Surface,
    /// Pieces that are no pieces to the eye, and what they are instead.
    grounds: BTreeMap<(Layer, Content), Figure>,
    /// The ground of cells without such a piece.
    free_figure: Option<Figure>,
    /// The board as a whole.
    board: BoardLook,
    /// True if actions name cells or columns.
    is_named: bool,
    /// Pictures; that of free cells under `None`.
    sprites: BTreeMap<Option<(Layer, Content)>, Arc<Sprite>>,
}

/// Meaning of colours for the numbers of a layer.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Numbers {
    /// Number of times that they were doubled.
    Doubling,
    /// Nothing.
    Counting,
}

/// Look of one content.
#[derive(Clone, Debug)]
struct PieceLook {
    glyph: String,
    width: u16,
    hue: Hue,
    figure: Option<Figure>,
}

impl Looks {
    /// Looks of the game in this set, which the terminal shows at these widths.
    /// Lines are drawn with box-drawing signs where the terminal shows them right and more than
    /// ASCII is wanted, whatever the set.
    pub fn of(rules: &Rules, set: GlyphSet, abilities: &Abilities<'_>) -> Self {
        let widths = abilities.widths;
        let free = made_piece_look(rules, None, set, widths, Hue::Grey);
        let mut piece_looks = BTreeMap::new();
        let mut numeric = BTreeMap::new();
        let mut rank = 0;
        for (index, info) in rules.layers.iter().enumerate() {
            let layer = Layer(index as u8);
            match &info.kind {
                LayerKind::Range(..) => {
                    numeric.insert(layer, Numbers::Counting);
                }
                LayerKind::Doubling(..) => {
                    numeric.insert(layer, Numbers::Doubling);
                }
                LayerKind::Pieces(_) | LayerKind::Kinds(_) => {
                    for content in info.kind.contents() {
                        let subject = (layer, content);
                        if is_shown(rules, subject) {
                            let hue = Hue::of_rank(rank);
                            piece_looks.insert(
                                subject,
                                made_piece_look(rules, Some(subject), set, widths, hue),
                            );
                            rank += 1;
                        }
                    }
                }
            }
        }
        let of_pieces = piece_looks.values().filter(|look| look.is_of_piece());
        let glyph_width = of_pieces.map(|look| look.width).max().unwrap_or(1).max(free.width);
        let mut used: BTreeSet<&str> =
            piece_looks.values().map(|look| look.glyph.as_str()).collect();
        used.insert(free.glyph.as_str());
        let has_lines =
            abilities.most > GlyphSet::Ascii && widths.are_narrow(&["─", "│", "┌", "┼"]);
        let mark = mark(&used, abilities.most, widths);
        let cross = CROSSES.into_iter().find(|sign| !used.contains(sign)).unwrap_or("x");
        let together = match set {
            GlyphSet::Ascii => together(rules),
            // Richer sets have glyphs for single pieces only; what lies under is drawn beside.
            GlyphSet::Unicode | GlyphSet::Wide => BTreeMap::new(),
        };
        let quarters = QUARTERS.split_first().map_or(&[][..], |(_, signs)| signs);
        let has_quarters = abilities.most > GlyphSet::Ascii && widths.are_narrow(quarters);
        let surface = match line(rules, None).and_then(|line| line.figure) {
            Some(Figure::Squares) if abilities.has_shades => Surface::Squares,
            Some(Figure::Lines) if abilities.has_colours => Surface::Lines,
            _ if rules.display.iter().filter_map(|it| it.figure).any(is_line) => Surface::Points,
            _ => Surface::Plain,
        };
        let ground = ground(rules);
        let sprites = rules
            .display
            .iter()
            .filter_map(|line| Some((line.subject, Arc::new(line.sprite.clone()?))));
        let grounds = rules.display.iter().filter_map(|line| {
            let figure = line.figure.filter(|it| is_of_ground(*it))?;
            Some((line.subject?, figure))
        });
        Self {
            set,
            has_lines,
            has_heavy_lines: has_lines && widths.are_narrow(&HEAVY_SIGNS),
            has_diagonal_lines: has_lines && widths.are_narrow(&DIAGONAL_SIGNS),
            has_quarters,
            mark,
            cross,
            free,
            piece_looks,
            together,
            numeric,
            glyph_width,
            ground,
            surface,
            grounds: grounds.collect(),
            free_figure: line(rules, None).and_then(|line| line.figure),
            board: rules.board_look.clone(),
            is_named: rules.actions.iter().flat_map(|action| &action.params).any(is_name),
            sprites: sprites.collect(),
        }
    }

    /// Looks of the game in a picture, which has every glyph, colour and shade.
    pub fn of_picture(rules: &Rules) -> Self {
        let widths = Widths::of_rules(rules);
        let most = GlyphSet::Wide;
        let abilities = Abilities { widths: &widths, most, has_colours: true, has_shades: true };
        Self::of(rules, GlyphSet::Unicode, &abilities)
    }

    /// The look of the board as a whole.
    pub fn board(&self) -> &BoardLook {
        &self.board
    }

    /// The glyph and the hue of the piece that an edge of the board looks like.
    pub fn edge(&self, side: Side) -> Option<(&str, Hue)> {
        let look = self.piece_looks.get(self.board.edges.get(&side)?)?;
        Some((&look.glyph, look.hue))
    }

    /// True if actions name cells or columns, so that these are to be told from each other.
    pub fn is_named(&self) -> bool {
        self.is_named
    }

    /// True if lines part the cells where there is room: they are named or hold numbers, and neither
    /// shades nor lines of the board itself tell them from each other.
    pub fn is_ruled(&self) -> bool {
        let is_plain = self.surface == Surface::Plain && self.board.slant.is_none();
        (self.is_named || !self.numeric.is_empty()) && is_plain
    }

    /// True if the game has two shades take turns, whether or not the terminal has them.
    pub fn is_chequered(&self) -> bool {
        self.free_figure == Some(Figure::Squares)
    }

    /// True if cells are drawn as lines that join.
    pub fn has_lines_of_cells(&self) -> bool {
        self.surface == Surface::Points
    }

    /// True if the board may have cells that are no part of the picture.
    pub fn is_shaped(&self) -> bool {
        !self.board.outside.is_empty()
            || self.free_figure == Some(Figure::Gap)
            || self.grounds.values().any(|it| *it == Figure::Gap)
    }

    /// True if the cell holds a piece that parts the inside of the board from what is around it.
    pub fn is_rim(&self, board: &Board, cell: Cell) -> bool {
        self.board.outside.iter().any(|(layer, content)| board.get(*layer, cell) == *content)
    }

    /// True if the ground of the cell is of this kind, whatever stands on it.
    pub fn has_ground(&self, board: &Board, cell: Cell, figure: Figure) -> bool {
        let mut is_own = false;
        for held in held(board, cell) {
            match self.grounds.get(&held) {
                Some(found) if *found == figure => return true,
                Some(Figure::Unseen) | None => {}
                Some(_) => is_own = true,
            }
        }
        !is_own && self.free_figure == Some(figure)
    }

    /// True if the cell is no part of the board: it holds a gap, or nothing where that is one.
    pub fn is_gap(&self, board: &Board, cell: Cell) -> bool {
        self.look(board, cell).is_free && self.has_ground(board, cell, Figure::Gap)
    }

    /// True if the cell is the ground of the board and nothing else.
    pub fn is_bare(&self, board: &Board, cell: Cell) -> bool {
        self.look(board, cell).is_free && self.has_ground(board, cell, Figure::Bare)
    }

    /// True if the cell is no place for a piece, so that there is nothing to point at.
    pub fn is_passed_over(&self, board: &Board, cell: Cell) -> bool {
        let has = |figure| self.has_ground(board, cell, figure);
        self.look(board, cell).is_free
            && ![Figure::Joint, Figure::Star].into_iter().any(has)
            && PASSED_OVER.into_iter().any(has)
    }

    /// The sign on cells that can be chosen: one column, and no glyph of the game.
    pub fn mark(&self) -> &'static str {
        self.mark
    }

    /// The sign on pieces that can never be where they are wanted: one column, and no glyph of the
    /// game.
    pub fn cross(&self) -> &'static str {
        self.cross
    }

    /// True if frames and lines may be drawn with box-drawing signs.
    ///
    /// ```
    /// use masume_engine::{Game, shipped_games};
    /// use masume_presentation::glyph_set::GlyphSet;
    /// use masume_presentation::picture::widths::Widths;
    /// use masume_presentation::picture::{Abilities, Looks};
    ///
    /// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
    /// let game = Game::load(shipped.text).game.unwrap();
    /// let has_lines = |widths: &Widths| {
    ///     let abilities =
    ///         Abilities { widths, most: GlyphSet::Wide, has_colours: true, has_shades: true };
    ///     Looks::of(game.rules(), GlyphSet::Ascii, &abilities).has_lines()
    /// };
    /// assert!(has_lines(&Widths::by_table(["─", "│", "┌", "┼"])));
    /// assert!(!has_lines(&Widths::default()));
    /// ```
    pub fn has_lines(&self) -> bool {
        self.has_lines
    }

    /// True if some of the lines may be thick ones.
    pub fn has_heavy_lines(&self) -> bool {
        self.has_heavy_lines
    }

    /// True if diagonal lines may be drawn with box-drawing signs.
    pub fn has_diagonal_lines(&self) -> bool {
        self.has_diagonal_lines
    }

    /// True if figures may be drawn with signs for quarters of a place.
    pub fn has_quarters(&self) -> bool {
        self.has_quarters
    }

    /// Material of the board.
    pub fn ground(&self) -> Ground {
        self.ground
    }

    /// Signs of thick lines, which are used where the terminal shows them all in one column.
    pub const HEAVY_SIGNS: [&str; 25] = [
        "━", "┃", "┦", "┞", "┸", "┧", "┟", "┰", "┨", "┠", "╂", "┙", "┕", "┷", "┑", "┍", "┯", "┥",
        "┝", "┿", "┛", "┗", "┻", "┳", "╋",
    ];

    /// Surface that free cells show of the board.
    pub fn surface(&self) -> Surface {
        self.surface
    }

    /// True if pieces fill their cells, however large these are.
    pub fn fill_cells(&self) -> bool {
        !self.numeric.is_empty()
            || !self.sprites.is_empty()
            || self.piece_looks.values().any(|it| it.figure.is_some() && it.is_of_piece())
    }

    /// Set of glyphs.
    pub fn set(&self) -> GlyphSet {
        self.set
    }

    /// The columns that any cell of this board needs for its glyph: more than one or two where
    /// numbers are long.
    pub fn glyph_width(&self, board: &Board) -> u16 {
        let is_numbered =
            |cell: &Cell| self.numeric.keys().any(|&layer| board.get(layer, *cell) != EMPTY);
        let cells = board.grid().inner_cells().filter(is_numbered);
        let widths = cells.map(|cell| self.look(board, cell).written_width());
        widths.max().unwrap_or(0).max(self.glyph_width)
    }

    /// Look of the cell.
    pub fn look(&self, board: &Board, cell: Cell) -> Look {
        let seen: Vec<(Layer, Content)> =
            held(board, cell).filter(|it| self.grounds.get(it) != Some(&Figure::Unseen)).collect();
        let piece_looks = self.piece_looks(board, cell).into_iter().map(|(look, _)| look);
        let (mut signs, mut shown): (Vec<PieceLook>, Vec<PieceLook>) =
            piece_looks.partition(|look| look.figure == Some(Figure::Sign));
        // A sign alone is what is in the cell.
        let Some(top) = shown.pop().or_else(|| signs.pop()) else {
            return Look { is_free: true, ..Look::of(self.free.clone()) };
        };
        let named = |look: PieceLook| (look.glyph, look.hue);
        let (under, sign) = (shown.pop().map(named), signs.pop().map(named));
        match self.together.get(&seen).filter(|_| under.is_some() || sign.is_some()) {
            Some(glyph) => {
                let top = PieceLook { glyph: glyph.clone(), width: 1, ..top };
                // This glyph says what lies under the piece, which no figure does.
                Look { is_said_by_figure: false, sign, ..Look::of(top) }
            }
            None => Look { under, sign, ..Look::of(top) },
        }
    }

    /// All pieces that are seen in the cell, from the lowest to the uppermost: those that are lines or
    /// ground of the board are not among them.
    pub fn seen(&self, board: &Board, cell: Cell) -> Vec<Seen> {
        let piece_looks = self.piece_looks(board, cell);
        piece_looks
            .into_iter()
            .map(|(look, subject)| {
                let is_sign = look.figure == Some(Figure::Sign);
                let Look { glyph, hue, figure: solid, is_said_by_figure, fills, .. } =
                    Look::of(look);
                Seen {
                    glyph,
                    hue,
                    solid,
                    is_said_by_figure,
                    fills,
                    is_sign,
                    sprite: self.sprite(Some(subject)),
                }
            })
            .collect()
    }

    /// The picture of a piece, or of free cells, which lies under all pieces.
    pub fn sprite(&self, subject: Option<(Layer, Content)>) -> Option<Arc<Sprite>> {
        self.sprites.get(&subject).cloned()
    }

    /// Columns and rows that every picture of the game has room in; none where there are none.
    pub fn sprite_extent(&self) -> Option<(usize, usize)> {
        let width = self.sprites.values().map(|it| it.width).max()?;
        let height = self.sprites.values().map(|it| it.height()).max()?;
        Some((width, height))
    }

    /// The glyph of a free cell and its hue.
    pub fn free(&self) -> (&str, Hue) {
        (&self.free.glyph, self.free.hue)
    }

    /// The glyph of a named piece or a kind; `None` for what the game never shows.
    pub fn glyph(&self, layer: Layer, content: Content) -> Option<&str> {
        let is_gap = self.grounds.get(&(layer, content)) == Some(&Figure::Gap);
        let look = self.piece_looks.get(&(layer, content)).filter(|_| !is_gap);
        look.map(|look| look.glyph.as_str())
    }

    /// Looks of what is in a cell, each with its subject, from the lowest to the uppermost: lines and ground are not
    /// among them. Numbers of several layers are one look, where the uppermost of them is.
    fn piece_looks(&self, board: &Board, cell: Cell) -> Vec<(PieceLook, (Layer, Content))> {
        let is_numeric = |(layer, _): &(Layer, Content)| self.numeric.contains_key(layer);
        let top = held(board, cell).filter(is_numeric).last();
        let one_number = |it: &(Layer, Content)| !is_numeric(it) || Some(*it) == top;
        let seen = held(board, cell).filter(|it| !self.grounds.contains_key(it));
        let piece_looks = seen.filter(one_number).filter_map(|it| match self.numeric.get(&it.0) {
            Some(numbers) => Some((numbers.look(it.1, self.numbers(board, cell)), it)),
            None => Some((self.piece_looks.get(&it).cloned()?, it)),
        });
        piece_looks.collect()
    }

    /// The numbers of a cell, as in the text of a board.
    fn numbers(&self, board: &Board, cell: Cell) -> String {
        let held = |layer: &Layer| Some(board.get(*layer, cell)).filter(|it| *it != EMPTY);
        joined_numbers(self.numeric.keys().map(held))
    }
}

impl Numbers {
    /// Look of the numbers of a cell, of which this is the uppermost.
    fn look(&self, number: Content, glyph: String) -> PieceLook {
        let rank = match self {
            Self::Doubling => number.unsigned_abs().checked_ilog2().unwrap_or(0) as usize,
            Self::Counting => 0,
        };
        let (width, hue) = (glyph.len() as u16, Hue::of_rank(rank));
        PieceLook { width, glyph, hue, figure: Some(Figure::Tile) }
    }
}

impl PieceLook {
    /// True if it is that of a piece, not that of the ground or of a sign on a piece.
    fn is_of_piece(&self) -> bool {
        self.figure.is_none_or(|it| Solid::of(it).is_some())
    }
}

/// True if this names a cell or a column.
fn is_name(param: &ParamKind) -> bool {
    match param {
        ParamKind::Cell | ParamKind::Column => true,
        ParamKind::Row | ParamKind::Direction(_) => false,
    }
}

/// True if a piece of this figure is ground to the eye, or nothing at all.
fn is_of_ground(figure: Figure) -> bool {
    is_line(figure) || matches!(figure, Figure::Bare | Figure::Gap | Figure::Unseen)
}

/// True if cells of this figure are lines that join.
fn is_line(figure: Figure) -> bool {
    let is_joint = matches!(figure, Figure::Joint | Figure::Star);
    is_joint || matches!(figure, Figure::Bar | Figure::Post | Figure::Slash | Figure::Backslash)
}

/// The pieces of the cell, from the lowest layer to the uppermost.
fn held(board: &Board, cell: Cell) -> impl Iterator<Item = (Layer, Content)> {
    (0..board.layer_count())
        .map(|index| Layer(index as u8))
        .map(move |layer| (layer, board.get(layer, cell)))
        .filter(|(_, content)| *content != EMPTY)
}

impl Look {
    /// The columns of what is written in the cell: of the glyph, and of a number under it.
    pub fn written_width(&self) -> u16 {
        self.width + self.number_under().map_or(0, |number| number.len() as u16)
    }

    /// A number under the piece, all of which must be seen.
    fn number_under(&self) -> Option<&str> {
        let is_number = |glyph: &&str| glyph.len() > 1 && glyph.is_ascii();
        self.under.as_ref().map(|(glyph, _)| glyph.as_str()).filter(is_number)
    }

    /// That of one look alone.
    fn of(PieceLook { glyph, width, hue, figure }: PieceLook) -> Self {
        // Only pieces fill their cells.
        let figure = figure.and_then(Solid::of);
        let is_said_by_figure = match figure {
            // Of black and white no sign is needed to tell them apart.
            Some(Solid::Disc) if hue.is_fixed() => {
                DISCS.contains(&glyph.as_str()) || RINGS.contains(&glyph.as_str())
            }
            Some(Solid::Disc) => DISCS.contains(&glyph.as_str()),
            Some(Solid::Box | Solid::Tile) => BOXES.contains(&glyph.as_str()),
            Some(Solid::Ring | Solid::Cross) => true,
            None => false,
        };
        let fills = figure.is_none() && fills_cell(&glyph);
        Self {
            glyph,
            width,
            hue,
            under: None,
            sign: None,
            figure,
            is_said_by_figure,
            fills,
            is_free: false,
        }
    }
}

/// A board with black or white pieces has a ground on which both are seen, in green if free cells
/// are green.
fn ground(rules: &Rules) -> Ground {
    let hue = |line: &DisplayInfo| line.colour.as_deref().map(Hue::named);
    let pieces = || rules.display.iter().filter(|line| line.subject.is_some());
    if !pieces().filter_map(hue).any(Hue::is_fixed) {
        return Ground::Screen;
    }
    match line(rules, None).and_then(hue) {
        Some(Hue::Green) => Ground::Felt,
        _ => Ground::Wood,
    }
}

/// True if the game shows this piece anywhere: a layer for the rules alone has no glyph.
fn is_shown(rules: &Rules, subject: (Layer, Content)) -> bool {
    match line(rules, Some(subject)) {
        Some(line) => line.figure != Some(Figure::Unseen),
        None => entry(rules, Some(subject)).is_some(),
    }
}

fn line(rules: &Rules, subject: Option<(Layer, Content)>) -> Option<&DisplayInfo> {
    rules.display.iter().find(|line| line.subject == subject)
}

/// The entry of the game's legend for this content alone, or the first with it among others.
fn entry(rules: &Rules, subject: Option<(Layer, Content)>) -> Option<&LegendEntry> {
    let entries = &rules.legends.first()?.entries;
    match subject {
        None => entries.iter().find(|entry| entry.contents.is_empty()),
        Some(subject) => entries.iter().find(|entry| entry.contents == [subject]),
    }
}

/// Look of a piece in a set of glyphs; of a free cell without one.
fn made_piece_look(
    rules: &Rules,
    subject: Option<(Layer, Content)>,
    set: GlyphSet,
    widths: &Widths,
    unnamed: Hue,
) -> PieceLook {
    let line = line(rules, subject);
    let shown = line.and_then(|line| set.of(&line.glyphs)).map(str::to_owned);
    let written = entry(rules, subject).and_then(|it| it.glyphs.first()).map(char::to_string);
    let glyph = shown.or(written).unwrap_or_else(|| ".".to_owned());
    let hue = line.and_then(|line| line.colour.as_deref()).map_or(unnamed, Hue::named);
    let figure = line.and_then(|line| line.figure);
    match widths.of(&glyph) {
        Some(width) => PieceLook { glyph, width, hue, figure },
        // A sign of the legend that this terminal shows at no known width.
        None => PieceLook { glyph: "?".to_owned(), width: 1, hue, figure },
    }
}

/// Several contents in one cell with a glyph of their own.
fn together(rules: &Rules) -> BTreeMap<Vec<(Layer, Content)>, String> {
    let Some(legend) = rules.legends.first() else { return BTreeMap::new() };
    let several = legend.entries.iter().filter(|entry| entry.contents.len() > 1);
    several
        .filter_map(|entry| {
            let glyph = entry.glyphs.first().filter(|glyph| glyph.is_ascii_graphic())?;
            Some((entry.contents.clone(), glyph.to_string()))
        })
        .collect()
}

fn mark(used: &BTreeSet<&str>, set: GlyphSet, widths: &Widths) -> &'static str {
    let is_unused = |sign: &&&str| !used.contains(**sign);
    let narrow = NARROW_MARKS.iter().filter(|sign| widths.of(sign) == Some(1));
    let rich = narrow.filter(|_| set > GlyphSet::Ascii).find(is_unused);
    let plain = || PLAIN_MARKS.iter().find(is_unused);
    rich.or_else(plain).copied().unwrap_or("*")
}
