//! Arguments of the command line.

use std::path::PathBuf;

use clap::Parser;

/// Plays random games on all executors of the engine and says where they differ.
///
/// A game on which they differ is made small and kept as a file. The exit status is 1 if there was
/// one.
#[derive(Debug, Parser)]
#[command(name = "agreement", max_term_width = 100)]
pub(crate) struct Arguments {
    /// Games to play; without this and --seconds, a thousand
    #[arg(long)]
    pub(crate) games: Option<usize>,
    /// Seconds after which no further game is begun
    #[arg(long)]
    pub(crate) seconds: Option<u64>,
    /// Seed of the first game; each game after it has the next
    #[arg(long, default_value_t = 0)]
    pub(crate) seed: u64,
    /// Actions of a play
    #[arg(long, default_value_t = 20)]
    pub(crate) plies: u32,
    /// Failures after which it stops
    #[arg(long, default_value_t = 10)]
    pub(crate) failures: usize,
    /// Folder for the games that fail
    #[arg(long, default_value = "tests/agreement")]
    pub(crate) out: PathBuf,
    /// Draw games of plain turns only, most of which are played side by side
    #[arg(long)]
    pub(crate) plain: bool,
    /// Print the games instead of playing them
    #[arg(long)]
    pub(crate) print: bool,
    /// Play the game that is drawn from the bytes of this file, as the fuzz target of agreement keeps it
    #[arg(long, value_name = "FILE")]
    pub(crate) bytes: Option<PathBuf>,
    /// Files of games to play instead, as those that failed are kept
    pub(crate) files: Vec<PathBuf>,
}

/// Games where neither their number nor a time is given.
const GAMES: usize = 1_000;

impl Arguments {
    /// Greatest number of games.
    pub(crate) fn most_games(&self) -> usize {
        match (self.games, self.seconds) {
            (Some(games), _) => games,
            (None, Some(_)) => usize::MAX,
            (None, None) => GAMES,
        }
    }
}
