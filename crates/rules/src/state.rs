//! The state of a game as a value: board, numbers, player to act, random generator.

use masume_board::{Cell, Grid};

use crate::model::{Content, EMPTY, Layer, Player};
use crate::random::Random;

/// The contents of all layers of all cells.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Board {
    grid: Grid,
    /// Indexed [layer][cell].
    contents: Vec<Content>,
}

impl Board {
    /// A board whose layers hold nothing.
    #[inline]
    pub fn new(grid: Grid, layers: usize) -> Self {
        Self { grid, contents: vec![EMPTY; layers * grid.cell_count()] }
    }

    /// Shape and adjacency.
    #[inline]
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Number of layers.
    #[inline]
    pub fn layer_count(&self) -> usize {
        self.contents.len() / self.grid.cell_count()
    }

    /// Content of the layer at the cell; [`EMPTY`] for nothing.
    ///
    /// Panics where the layer or the cell is not of this board.
    #[inline]
    pub fn get(&self, layer: Layer, cell: Cell) -> Content {
        self.contents[self.index(layer, cell)]
    }

    /// Contents of a layer, by cell.
    ///
    /// Panics where the layer is not of this board.
    #[inline]
    pub fn contents(&self, layer: Layer) -> &[Content] {
        let cells = self.grid.cell_count();
        &self.contents[usize::from(layer.0) * cells..][..cells]
    }

    /// Puts a content, [`EMPTY`] to free the layer there.
    ///
    /// Panics where the layer or the cell is not of this board.
    #[inline]
    pub fn set(&mut self, layer: Layer, cell: Cell, content: Content) {
        let index = self.index(layer, cell);
        self.contents[index] = content;
    }

    /// True if no layer holds anything at the cell.
    pub fn is_free(&self, cell: Cell) -> bool {
        (0..self.layer_count()).all(|layer| self.get(Layer(layer as u8), cell) == EMPTY)
    }

    #[inline]
    fn index(&self, layer: Layer, cell: Cell) -> usize {
        usize::from(layer.0) * self.grid.cell_count() + cell.index()
    }
}

/// Everything that decides how a game goes on.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct State {
    /// The board.
    pub board: Board,
    /// Indexed like `Rules::values`.
    pub values: Vec<i64>,
    /// Player to act.
    pub to_act: Player,
    /// Actions done, passes included.
    pub ply: u32,
    /// Passes in a row.
    pub passes: u32,
    /// Bit i: the i-th `goal` of the game was reached.
    pub goals: u64,
    /// End of the game; `None` while it goes on.
    pub outcome: Option<Outcome>,
    /// The random generator.
    pub random: Random,
}

/// End of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Outcome {
    /// This player won; in a game of two the other lost.
    Won(Player),
    /// This player lost, and nobody else won: a game of one, or of more than two.
    Lost(Player),
    /// Nobody won.
    Draw,
    /// The game is over, and nothing says who won: a game of one that ends with its score.
    Ended,
}

impl Outcome {
    /// Outcome of a game as a number of 16 bits: 0 while it goes on.
    #[inline]
    pub fn code(outcome: Option<Self>) -> u64 {
        match outcome {
            None => 0,
            Some(Self::Draw) => 1,
            Some(Self::Ended) => 2,
            Some(Self::Won(player)) => 3 | u64::from(player.0) << 8,
            Some(Self::Lost(player)) => 4 | u64::from(player.0) << 8,
        }
    }

    /// Outcome with this [`Outcome::code`]; what is no code is a game that goes on.
    pub fn of_code(code: u64) -> Option<Self> {
        let player = Player((code >> 8) as u8);
        match code & 0xff {
            1 => Some(Self::Draw),
            2 => Some(Self::Ended),
            3 => Some(Self::Won(player)),
            4 => Some(Self::Lost(player)),
            _ => None,
        }
    }
}
