//! Records of what is kept, whatever keeps them.

use std::fmt;

use masume_engine::parse_id;
use masume_session::SaveError;

use crate::StoreError;

/// The number of a play in the file.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct PlayNumber(pub i64);

/// A play that can be gone on with, for a list.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PlayRecord {
    /// Its number.
    pub number: PlayNumber,
    /// Source that the face opens the game from: a name, or the path of a file.
    pub source: String,
    /// Set-up that the game began with: `masume_engine::parse_id` says the level.
    pub id: String,
    /// The game's title.
    pub title: String,
    /// The hash of what is played of the game's text, as text.
    pub hash: String,
    /// The hash of the levels, where they are not those of the game's text, as text.
    pub levels_hash: Option<String>,
    /// Actions done in the present state.
    pub ply: u32,
    /// Points in the present state, of a game of one that has points.
    pub score: Option<i64>,
    /// True if the game is over.
    pub is_over: bool,
    /// Time of the last change, in seconds since 1970, where the face said so.
    pub changed: Option<i64>,
    /// True if it was left for another one, so that it does not wait.
    pub is_aside: bool,
}

impl PlayRecord {
    /// The level that the play is of.
    pub fn level(&self) -> Option<usize> {
        parse_id(&self.id).ok()?.setup.level
    }
}

/// Counts of what was played of a game.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub struct Statistics {
    /// Games in which something was done.
    pub games: u64,
    /// Those that came to an end.
    pub ended: u64,
    /// Those that were won by the one who plays alone, or against opponents.
    pub won: u64,
    /// Those that were lost by that one.
    pub lost: u64,
    /// Victories since the last game that ended otherwise.
    pub streak: u64,
    /// The most victories one after another.
    pub longest_streak: u64,
    /// The time that was played.
    pub seconds: u64,
}

/// Record of one level.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct LevelRecord {
    /// True if it was ever won.
    pub is_solved: bool,
    /// The fewest moves of a victory.
    pub best: Option<i64>,
    /// The play that was left before its end last.
    pub waiting: Option<PlayRecord>,
}

/// Reason why a play cannot be gone on with.
#[derive(Debug)]
pub enum ResumeError {
    /// The file cannot be read.
    Store(StoreError),
    /// The play does not fit the game; it stays in the file as it is.
    Save(SaveError),
}

impl fmt::Display for ResumeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Store(error) => error.fmt(f),
            Self::Save(error) => error.fmt(f),
        }
    }
}

impl std::error::Error for ResumeError {}

impl From<StoreError> for ResumeError {
    fn from(error: StoreError) -> Self {
        Self::Store(error)
    }
}
