//! A game on screen as one value: the board as it is seen, what each cell looks like and is called,
//! and the keys that mean something. A page draws it without knowing the game.
//!
//! Start with [`View::of`].

mod cells;
mod ground;
mod keys;

use crate::locale::Phrases;
use crate::picture::labels::Labels;
use crate::picture::shapes::Shaped;
use crate::play::Play;
use masume_engine::{Cell, Direction};

pub use ground::{GroundKind, GroundView};
pub use keys::{KeyKind, KeyView};

/// A game as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct View {
    /// Columns of the board.
    pub columns: u32,
    /// Rows of the board.
    pub rows: u32,
    /// Names of the columns from the left; empty where nothing names them.
    pub column_names: Vec<String>,
    /// Names of the rows from the top; empty where nothing names them.
    pub row_names: Vec<String>,
    /// Ground of the board.
    pub ground: GroundView,
    /// The looks that cells have, each once.
    pub looks: Vec<Shaped>,
    /// The cells row by row, as they are seen.
    pub cells: Vec<CellView>,
    /// The cell that the keyboard points at.
    pub cursor: Option<String>,
    /// The line along which the last action joined two cells, as places from the upper left cell:
    /// column, row. It may lead round the board, one cell outside.
    pub joined: Option<Vec<(i32, i32)>>,
    /// The keys that mean something now, and what.
    pub keys: Vec<KeyView>,
    /// The directions that the game's keys use.
    pub pad: Vec<Direction>,
    /// Lines below the board: whose turn it is, values, what is gone.
    pub lines: Vec<String>,
}

/// A cell as it is seen.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct CellView {
    /// Its name.
    pub name: String,
    /// Everything that is to be known of it, for people who do not see it.
    pub label: String,
    /// Index of its look.
    pub look: usize,
    /// Its marks.
    pub marks: Vec<Mark>,
}

/// A mark on a cell.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Mark {
    /// It was chosen first.
    Selected,
    /// It can be chosen.
    Choosable,
    /// It can be chosen, and that is shown: something was chosen before, or the player asked.
    Target,
    /// A hint is about it.
    Hinted,
    /// The last action changed it.
    Fresh,
    /// Its piece can never be where it is wanted.
    Dead,
    /// It is no place for a piece.
    Bare,
    /// It is no part of the board.
    Gap,
}

impl Mark {
    /// All marks, in the order in which they are told.
    pub const ALL: [Self; 8] = [
        Self::Selected,
        Self::Choosable,
        Self::Target,
        Self::Hinted,
        Self::Fresh,
        Self::Dead,
        Self::Bare,
        Self::Gap,
    ];

    /// Its word.
    ///
    /// ```
    /// use masume_presentation::view::Mark;
    ///
    /// assert_eq!(Mark::Choosable.name(), "choosable");
    /// ```
    pub fn name(self) -> &'static str {
        match self {
            Self::Selected => "selected",
            Self::Choosable => "choosable",
            Self::Target => "target",
            Self::Hinted => "hinted",
            Self::Fresh => "fresh",
            Self::Dead => "dead",
            Self::Bare => "bare",
            Self::Gap => "gap",
        }
    }

    /// The phrase that tells it; `None` where it is seen only.
    fn phrase(self) -> Option<&'static str> {
        match self {
            Self::Selected => Some("cell-selected"),
            Self::Choosable => Some("cell-choosable"),
            Self::Hinted => Some("cell-hinted"),
            Self::Fresh => Some("cell-fresh"),
            Self::Dead => Some("cell-dead"),
            Self::Target | Self::Bare | Self::Gap => None,
        }
    }
}

impl View {
    /// The game as it is seen now.
    ///
    /// ```
    /// use masume_engine::{Game, Setup, shipped_games};
    /// use masume_presentation::diagnostic::Source;
    /// use masume_presentation::glyph_set::GlyphSet;
    /// use masume_presentation::locale::{Locale, Phrases};
    /// use masume_presentation::picture::Abilities;
    /// use masume_presentation::picture::widths::Widths;
    /// use masume_presentation::play::Play;
    /// use masume_presentation::view::View;
    /// use masume_session::{Edition, Session};
    ///
    /// let shipped = shipped_games().iter().find(|it| it.name == "tic-tac-toe").unwrap();
    /// let game = Game::load(shipped.text).game.unwrap();
    /// let session = Session::new(Edition::new(shipped.name, shipped.text, game), Setup::default());
    /// let phrases = Phrases::new(Locale::English);
    /// let source = Source { path: shipped.name.to_owned(), text: shipped.text.to_owned() };
    /// let abilities = Abilities {
    ///     widths: &Widths::default(),
    ///     most: GlyphSet::Ascii,
    ///     has_colours: true,
    ///     has_shades: true,
    /// };
    /// let play = Play::new(session.unwrap(), source, &abilities, &phrases);
    /// let view = View::of(&play, &phrases);
    /// assert_eq!((view.columns, view.rows, view.looks.len()), (3, 3, 1));
    /// assert_eq!(view.cells[4].label, "b2, nothing, can be chosen");
    /// assert_eq!(view.lines, ["cross to act"]);
    /// ```
    pub fn of(play: &Play, phrases: &Phrases) -> Self {
        let session = &play.dialogue.session;
        let (game, state) = (session.game(), session.state());
        let grid = *state.board.grid();
        let names = game.cell_names(state);
        let labels = Labels::of(game.rules());
        let is_turned = play.dialogue.is_turned();
        let (columns, rows) = (grid.width(), grid.height());
        let of_columns = if labels.columns { seen(columns, is_turned) } else { Vec::new() };
        let of_rows = if labels.rows { seen(rows, is_turned) } else { Vec::new() };
        let place = |cell: &Cell| {
            let (column, row) = (grid.column(*cell), grid.row(*cell));
            match is_turned {
                true => (columns as i32 - 1 - column, rows as i32 - 1 - row),
                false => (column, row),
            }
        };
        let cells::Cells { looks, cells } = cells::Cells::of(play, phrases);
        let status = Some(play.status(phrases)).filter(|it| !it.is_empty());
        Self {
            columns,
            rows,
            column_names: of_columns.into_iter().map(|it| names.column_name(it)).collect(),
            row_names: of_rows
                .into_iter()
                .map(|it| names.row_label(it).unwrap_or_default())
                .collect(),
            ground: GroundView::of(&play.looks, &grid, is_turned),
            looks,
            cells,
            cursor: play.cursor.and_then(|cell| names.name(cell)),
            joined: play.joined.as_ref().map(|line| line.path.iter().map(place).collect()),
            keys: keys::keys(play, phrases),
            pad: keys::pad(play),
            lines: status.into_iter().chain(play.gone(phrases)).collect(),
        }
    }
}

impl View {
    /// The board alone, as a picture: nothing is said, marked or pressed in it.
    pub fn into_picture(self) -> Self {
        let unmarked = |mut cell: CellView| {
            cell.label.clear();
            cell.marks.retain(|mark| matches!(mark, Mark::Bare | Mark::Gap));
            cell
        };
        Self {
            cells: self.cells.into_iter().map(unmarked).collect(),
            cursor: None,
            joined: None,
            keys: Vec::new(),
            pad: Vec::new(),
            lines: Vec::new(),
            ..self
        }
    }
}

/// Columns or rows as they are seen from the left or from the top.
fn seen(length: u32, is_turned: bool) -> Vec<u32> {
    if is_turned { (0..length).rev().collect() } else { (0..length).collect() }
}
