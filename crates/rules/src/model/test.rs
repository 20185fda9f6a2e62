//! A condition on one cell.

use masume_board::Direction;

use super::{Comparison, Content, Layer, ParamSlot, Pattern, Reach, Ways};

/// Index of a letter: a number or kind that a pattern binds. Unique within one rule, condition or
/// expression, letters of inner `sees` included.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Letter(pub u8);

/// A set of the pieces of one layer: bit i is the piece of index i.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash)]
pub struct PieceSet(pub u64);

impl PieceSet {
    /// True if the piece is in the set; never for a number outside 0 to 63.
    pub fn contains(self, piece: Content) -> bool {
        (0..64).contains(&piece) && self.0 >> piece & 1 == 1
    }
}

/// A condition on one cell.
#[derive(Clone, Debug, PartialEq)]
pub enum Test {
    /// Holds everywhere.
    Any,
    /// No layer holds anything.
    Empty,
    /// The layer holds something.
    Occupied(Layer),
    /// The layer holds one of these pieces. One set for each acting player, or one for all.
    Piece {
        /// Layer to look at.
        layer: Layer,
        /// Indexed by the acting player; a single entry serves every player.
        pieces: Vec<PieceSet>,
    },
    /// The layer holds something, equal to the letter if that is bound already; binds it otherwise.
    ///
    /// A letter bound inside `Not`, `Neighbours` or `Sees` is forgotten outside; in `Or` the first
    /// branch that holds binds.
    Letter {
        /// Layer to look at.
        layer: Layer,
        /// Letter to bind.
        letter: Letter,
    },
    /// The cell that the player chose.
    Chosen(ParamSlot),
    /// A cell of the column or row that the player chose.
    InLine(ParamSlot),
    /// The cell at width / 2, height / 2, counted from 0 at the top left.
    Centre,
    /// A neighbour of the cell that the player chose.
    Near(Reach, ParamSlot),
    /// So many of the neighbours pass the test. Cells off the board do not count.
    Neighbours {
        /// Least number.
        least: u32,
        /// Greatest number; absent for no bound.
        greatest: Option<u32>,
        /// Test that the neighbours must pass.
        test: Box<Test>,
        /// Neighbours that are asked.
        reach: Reach,
    },
    /// The pattern matches from this cell in one of the directions.
    Sees {
        /// The directions asked for.
        ways: Ways,
        /// Pattern that must match, this cell first.
        pattern: Box<Pattern>,
    },
    /// Two numbers compare so; `row`, `column` and numeric layers are this cell's. A number read
    /// from a layer that holds nothing here makes the comparison false.
    Compare(Comparison),
    /// The test does not hold.
    Not(Box<Test>),
    /// All hold, asked in order.
    And(Vec<Test>),
    /// One holds, asked in order.
    Or(Vec<Test>),
}

impl Test {
    /// The directions of a reach, in canonical order.
    pub fn directions(reach: Reach) -> &'static [Direction] {
        match reach {
            Reach::Beside => &Direction::ORTHOGONAL,
            Reach::Around => &Direction::ALL,
        }
    }
}
