//! Values of positions that are learnt by play, from tuples of cells: for games for one that earns points, with chance.
//!
//! The board after an action, before chance has its part, is worth the sum of a weight for each image of each tuple, looked up
//! by what lies on its cells. Weights are learnt by TD(0) on these afterstates (Szubert and Jaśkowski, 2014), each at a rate of
//! its own if that is wanted (temporal coherence: Beal and Smith, 1999; Jaśkowski, 2018). Images of a tuple under the symmetries
//! that the rules are proved to keep share its weights.
//!
//! A turn is run as the two halves of it: one game in which nothing is drawn, whose states are the afterstates, and one in
//! which only the draw follows. Many boards are played side by side, packed.
//!
//! ```
//! use masume_engine::{Game, Setup, shipped_games};
//! use masume_search::agent::ntuples::{Learner, LearnerForm, Lesson};
//!
//! let shipped = shipped_games().iter().find(|game| game.name == "2048").expect("it is shipped");
//! let game = Game::load(shipped.text).game.expect("shipped games are sound");
//! let form = LearnerForm { tuples: Some(vec![vec![0, 1, 2, 3], vec![0, 1, 4, 5]]), ..LearnerForm::default() };
//! let mut learner = Learner::new(&game, &Setup::default(), form, 1 << 30).expect("2048 can be learnt");
//! let learnt = learner.learn(&game, &Lesson { moves: 1_000, ..Lesson::default() }).expect("nothing goes wrong");
//! assert!(learnt.moves >= 1_000);
//! ```

mod cell_codes;
mod default_tuples;
mod learner;
mod number_table;
mod played_boards;
mod stored;
mod tuple_network;
mod turn_halves;
mod waypoints;

use std::fmt;

use masume_engine::{RunError, SetupError};

pub use learner::{Learner, LearnerForm, Learnt, Lesson, MOST_WEIGHT};
pub use tuple_network::BadTuples;

/// Reason why nothing can be learnt.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum CannotLearn {
    /// The game is for several, can be won or lost, or has no value that counts points.
    NotForPoints,
    /// Chance has a part in the actions themselves, and not only in what follows them.
    ChanceWithin,
    /// A turn has no halves: the game has passes or stages, something else ends it than that nothing can be done, or its
    /// rules ask how far it has come.
    Turns,
    /// A cell can hold more than 255 things, or the board is too large to be packed.
    Contents,
    /// In no game that was begun anything could be done.
    Stuck,
    /// The tuples are none.
    Tuples(BadTuples),
    /// Bytes are no weights of this game.
    Bytes(BadBytes),
    /// A board could not be set up.
    Setup(SetupError),
    /// Error of the rules.
    Rules(RunError),
}

/// Reason why bytes are no weights of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum BadBytes {
    /// They begin otherwise, end too early or late, or say what cannot be.
    Malformed,
    /// They are of other rules, or of a board of another size.
    OtherGame,
}

impl From<RunError> for CannotLearn {
    fn from(error: RunError) -> Self {
        Self::Rules(error)
    }
}

impl fmt::Display for CannotLearn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::NotForPoints => "the game is not one for one player who earns points",
            Self::ChanceWithin => "chance has a part in the actions themselves",
            Self::Turns => {
                "something else ends the game, or its turns, than that nothing can be done"
            }
            Self::Contents => "too many things lie on a board",
            Self::Stuck => "nothing can be done in its games",
            Self::Tuples(BadTuples::Count) => "there are 1 to 4096 tuples",
            Self::Tuples(BadTuples::Length) => "a tuple has 1 to 16 cells",
            Self::Tuples(BadTuples::Cell) => "a tuple has cells of the board, each once",
            Self::Tuples(BadTuples::Weights) => "the tuples have more than 268435456 weights",
            Self::Tuples(BadTuples::Memory { needed }) => {
                return write!(f, "the tuples take {needed} bytes, more than is allowed");
            }
            Self::Bytes(BadBytes::Malformed) => "the bytes are no learnt weights",
            Self::Bytes(BadBytes::OtherGame) => "the weights are of other rules, or another size",
            Self::Setup(_) => "the game cannot be set up",
            Self::Rules(_) => "the rules went wrong",
        })
    }
}

impl std::error::Error for CannotLearn {}
