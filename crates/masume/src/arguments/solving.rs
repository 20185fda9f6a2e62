//! Commands that look for a way to win, and check that there is none.

use clap::{Args, ValueHint};
use masume_rules::model::Size;

use super::GameArguments;
use super::value::{memory, positive, size, whole};

#[derive(Debug, Args)]
pub(crate) struct SolveArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Begin with the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with_all = ["level", "levels", "id"])]
    pub(crate) state: Option<String>,
    /// The set-up of this id, such as `sokoban/3` or `fifteen:3x3#7`, in place of GAME's
    #[arg(long, value_name = "ID", conflicts_with_all = ["level", "levels"])]
    pub(crate) id: Option<String>,
    /// States of a level whose successors may be asked for
    #[arg(long, value_name = "N", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Seconds after which a level is given up [default: 10, where --nodes is not given]
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// The most memory for what a search keeps, such as `500M` or `8G`
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// Find a line by which this value rises least, with `moves` one of the fewest actions, with `score` one of most points
    #[arg(long, value_name = "VALUE")]
    pub(crate) optimal: Option<String>,
    /// Print one JSON object a level
    #[arg(long)]
    pub(crate) json: bool,
    /// Write the proof that a level cannot be won to this file
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) proof: Option<String>,
    /// Levels that are worked on at a time; they share the memory. A game for two is worked on by one thread
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    pub(crate) threads: u32,
}

#[derive(Debug, Args)]
pub(crate) struct RateArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// States of a level whose successors the search for a solution may ask for
    #[arg(long, value_name = "N", default_value_t = 100_000, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Seconds after which a level is given up
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// The most memory for what a search keeps, such as `500M` or `8G`
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// Print one JSON object a level
    #[arg(long)]
    pub(crate) json: bool,
    /// Levels that are worked on at a time; they share the memory
    #[arg(long, value_name = "T", default_value_t = 1, value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    pub(crate) threads: u32,
}

#[derive(Debug, Args)]
pub(crate) struct GenerateArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// The size of the levels, walls around them included, such as 8x7: columns x rows
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub(crate) level_size: Size,
    /// How many pieces are moved; in a game that moves only one, how many walls stand within
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, 1000), allow_negative_numbers = true)]
    pub(crate) pieces: u32,
    /// How many levels are printed: the hardest
    #[arg(long, value_name = "N", default_value_t = 1, value_parser = whole::<u32>(1, 1000), allow_negative_numbers = true)]
    pub(crate) count: u32,
    /// Nodes of all searches together: the same number and seed make the same levels
    #[arg(long, value_name = "N", value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: Option<u64>,
    /// Seconds for making them [default: 10, where --nodes is not given]
    #[arg(long, value_name = "T", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// The most memory for what a search keeps, such as `500M` or `8G`
    #[arg(long, value_name = "M", default_value = "1G", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// Print one JSON object a level
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// A proof that `masume solve --proof` wrote, or `-` for standard input
    #[arg(value_name = "PROOF", value_hint = ValueHint::FilePath)]
    pub(crate) proof: String,
}
