//! Turns that choose one cell and put something there: a whole turn as one macro-operation.
//!
//! Games of placing stones (with or without turning others over) have turns of one shape: a set of
//! legal cells from one pattern, a few planes that change, ends that ask for a run of cells or for
//! legal choices. A program of that shape runs here with its planes in registers, for one board or
//! for many side by side. What shape a program has is read from the program; the answers are those
//! of the general executor.

mod expand;
mod packed;
mod perft;
mod recognise;
mod small;

use masume_board::{Bits, Grid, Steps};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{EndKind, PassRule};
use masume_rules::stop::StopToken;

use crate::run::{Loaded, Position};
use crate::vectors::Arch;

pub use small::{SmallBoard, SmallTurns};

/// The most planes of a game whose turns run here.
pub const MOST_PLANES: usize = 4;

/// Cells of some planes, or of none of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Cells {
    /// Bit i: plane i.
    pub(crate) planes: u8,
    /// True if cells of none of them are meant.
    pub(crate) is_none: bool,
}

/// Pattern that says where a choice is legal, and what lies on its matches.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) enum Kernel {
    /// The cell itself.
    Cell(Cells),
    /// From the cell through some of the middle to an end, in these directions.
    Flanking {
        /// Behind the middle.
        end: Cells,
        /// At least one, in a row.
        middle: Cells,
        /// The chosen cell.
        start: Cells,
        /// Directions as bits.
        dirs: u8,
    },
}

/// Choice of a turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Choice {
    /// A cell.
    Cell,
    /// A column: of its legal cells the lowest, or the highest.
    Column {
        /// True if it is the lowest.
        is_lowest: bool,
    },
}

/// Write to some cells.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Write {
    /// The plane that gains the cells; none where they are freed.
    pub(crate) puts: Option<u8>,
    /// The planes of the layer that lose them, as bits.
    pub(crate) clears: u8,
    /// Places of the pattern as bits.
    pub(crate) places: u8,
}

/// Question of an end.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Ask {
    /// So many cells in a row.
    Run {
        /// Of these.
        cells: Cells,
        /// Number of cells.
        count: u32,
        /// One direction of each line, as bits.
        dirs: u8,
    },
    /// The next player has no choice.
    NoAction,
    /// Nobody has.
    Nobody,
}

/// One player's turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Turn {
    pub(crate) kernel: Kernel,
    pub(crate) choice: Choice,
    pub(crate) writes: Vec<Write>,
    /// Ends of the game, with their kinds.
    pub(crate) ends: Vec<(Ask, EndKind)>,
}

/// A game whose turns run here.
#[derive(Clone, Debug)]
pub(crate) struct Placement<const W: usize> {
    /// Indexed by player.
    pub(crate) turns: Vec<Turn>,
    /// Number of planes.
    pub(crate) planes: usize,
    /// Words of a plane of a position, of which sets have the first.
    pub(crate) plane_words: usize,
    pub(crate) pass: PassRule,
    pub(crate) grid: Grid,
    pub(crate) steps: Steps<W>,
    /// Vector instructions of the machine.
    pub(crate) arch: Arch,
    /// The cells of the first row, on a board of one word.
    pub(crate) row: u64,
    /// The cells of the first column, on a board of one word.
    pub(crate) column: u64,
}

/// The macro-operations of a game on a board of some width. Wide boards have none: their sets do
/// not stay in registers.
#[derive(Clone, Debug)]
pub(crate) enum Placements {
    /// Boards of up to 64 cells.
    One(Placement<1>),
    /// Boards of up to 128.
    Two(Placement<2>),
    /// Boards of up to 256.
    Four(Placement<4>),
}

/// Rules for counting leaves.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Counted<'c> {
    /// Leaves of a game that ends before the last ply.
    pub(crate) end_leaves: u64,
    /// Token that stops the count: it is cut short then and means nothing.
    pub(crate) stop: &'c StopToken,
}

/// A board of the planes.
pub(crate) type Planes<const W: usize> = [Bits<W>; MOST_PLANES];

impl<const W: usize> Placement<W> {
    /// The planes of a position.
    pub(crate) fn planes_of(&self, position: &Position) -> Planes<W> {
        let mut planes = [Bits::EMPTY; MOST_PLANES];
        let words = position.planes.chunks_exact(self.plane_words);
        for (plane, words) in planes.iter_mut().zip(words).take(self.planes) {
            *plane = Bits::read(words);
        }
        planes
    }

    /// Player who acts after another.
    pub(crate) fn player_after(&self, player: usize) -> usize {
        if player + 1 < self.turns.len() { player + 1 } else { 0 }
    }

    /// The action of a player that puts something on this cell, or on none for a pass.
    pub(crate) fn action(&self, player: usize, chosen: Bits<W>) -> Action {
        match (chosen.first(), self.turns[player].choice) {
            (None, _) => Action::PASS,
            (Some(cell), Choice::Cell) => Action::new(0, &[Argument::Cell(cell)]),
            (Some(cell), Choice::Column { .. }) => {
                Action::new(0, &[Argument::Column(self.grid.column(cell) as u32)])
            }
        }
    }
}

impl Placements {
    /// Leaves behind a position after so many plies.
    pub(crate) fn leaves(&self, position: &Position, depth: u32, counted: Counted<'_>) -> u64 {
        match self {
            Self::One(it) => it.leaves(position, depth, counted),
            Self::Two(it) => it.leaves(position, depth, counted),
            Self::Four(it) => it.leaves(position, depth, counted),
        }
    }

    /// The turns on boards that are held by value, which are the small ones.
    pub(crate) fn small(&self, loaded: &Loaded) -> Option<SmallTurns> {
        match self {
            Self::One(it) => Some(SmallTurns::new(loaded, it)),
            Self::Two(_) | Self::Four(_) => None,
        }
    }
}
