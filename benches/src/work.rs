//! Work that a row lets both sides do, and what both must find.

use std::fmt;

use masume_engine::Game;

use crate::baselines::sokoban::Level;
use crate::play::Tally;

/// Amount of a work: two, for sides that differ in speed by thousands.
#[derive(Clone, Copy, Debug)]
pub struct Amount {
    /// Amount where the reference executor takes part, or another that is no faster.
    pub small: u64,
    /// Amount where both sides are fast.
    pub full: u64,
}

/// Random playouts; the playout's number decides what agent and rules draw
/// ([`Stream`](crate::stream::Stream)).
#[derive(Clone, Copy, Debug)]
pub struct Games {
    /// Start of the playouts.
    pub start: Start,
    /// Playouts, of each start.
    pub games: Amount,
    /// Plies after which a game is left.
    pub most_plies: u64,
    /// The same by hand; `None` where there is only a figure to compare with.
    pub by_hand: Option<fn(games: u64, most_plies: u64) -> Tally>,
}

/// Start of playouts.
#[derive(Clone, Copy, Debug)]
pub enum Start {
    /// The first state of seed 0.
    First,
    /// The same on a board of so many columns, and rows.
    Side(u32),
    /// Each level.
    Levels,
    /// A board as a picture.
    Picture(fn() -> String),
}

/// A work that both sides can do.
#[derive(Clone, Copy, Debug)]
pub enum Work {
    /// Counting leaves from the start.
    Perft {
        /// Plies.
        depth: Amount,
        /// The same by hand.
        by_hand: fn(depth: u32) -> u64,
    },
    /// Random playouts, many at a time.
    Playouts(Games),
    /// The same one at a time, as an agent that thinks between actions asks for them: the legal
    /// actions of a state are listed, one of them is drawn and done.
    OneByOne(Games),
    /// Random playouts of each level.
    Levels {
        /// Playouts of a level.
        games: u64,
        /// Plies after which a level is left.
        most_plies: Amount,
        /// The same by hand.
        by_hand: fn(levels: &[Level], games: u64, most_plies: u64) -> Tally,
    },
    /// Listing the legal pairs of full boards.
    Pairs {
        /// Boards.
        boards: Amount,
        /// The boards as pictures, by their number.
        picture: fn(u64) -> String,
        /// Lists the pairs of each board, and counts them; the boards are dealt beforehand.
        by_hand: fn(boards: u64) -> Box<dyn FnMut() -> u64>,
    },
}

impl Work {
    /// The larger or the smaller amount of it.
    pub fn amount(&self, is_small: bool) -> u64 {
        let (Self::Perft { depth: amount, .. }
        | Self::Playouts(Games { games: amount, .. })
        | Self::OneByOne(Games { games: amount, .. })
        | Self::Levels { most_plies: amount, .. }
        | Self::Pairs { boards: amount, .. }) = self;
        if is_small { amount.small } else { amount.full }
    }
}

/// Numbers that were computed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Numbers {
    /// Leaves of a perft.
    Leaves(u64),
    /// Tally of playouts.
    Tally(Tally),
    /// Legal pairs on so many boards.
    Pairs {
        /// Boards.
        boards: u64,
        /// Pairs of all of them.
        pairs: u64,
    },
}

impl fmt::Display for Numbers {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Leaves(leaves) => write!(f, "{leaves} leaves"),
            Self::Tally(tally) => write!(
                f,
                "{} games, {} plies, won {} and {}, {} lost, {} drawn, {} ended, {} left, \
                 points {} and {}",
                tally.games,
                tally.plies,
                tally.won[0],
                tally.won[1],
                tally.lost,
                tally.drawn,
                tally.ended,
                tally.unfinished,
                tally.scores[0],
                tally.scores[1]
            ),
            Self::Pairs { boards, pairs } => write!(f, "{pairs} pairs on {boards} boards"),
        }
    }
}

/// Unit that a row counts.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Unit {
    /// Leaves of a perft.
    Leaves,
    /// Whole games.
    Playouts,
    /// Actions listed, chosen and done.
    Plies,
    /// Boards whose actions were listed.
    Boards,
}

impl Unit {
    /// Number of these that the work came to.
    pub fn of(self, numbers: &Numbers) -> u64 {
        match (self, numbers) {
            (Self::Leaves, Numbers::Leaves(leaves)) => *leaves,
            (Self::Plies, Numbers::Tally(tally)) => tally.plies,
            (Self::Boards, Numbers::Pairs { boards, .. }) => *boards,
            (_, Numbers::Tally(tally)) => tally.games,
            // One run of the work is the unit of what has no such count.
            (_, Numbers::Leaves(_) | Numbers::Pairs { .. }) => 1,
        }
    }

    /// The plural.
    pub fn name(self) -> &'static str {
        match self {
            Self::Leaves => "leaves",
            Self::Playouts => "playouts",
            Self::Plies => "plies",
            Self::Boards => "boards",
        }
    }
}

/// The levels of a game as the baseline reads them.
pub(crate) fn levels_by_hand(game: &Game) -> Vec<Level> {
    let pictures = (1..=game.level_count()).filter_map(|number| {
        let setup = masume_engine::Setup { level: Some(number), ..Default::default() };
        game.start(&setup).ok().map(|state| game.print_board(&state))
    });
    pictures.filter_map(|picture| Level::read(&picture)).collect()
}
