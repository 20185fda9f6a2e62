//! Commands for programs that play, and for counting.

use clap::{ArgGroup, Args, ValueHint};
use masume_engine::Series;

use super::value::whole;
use super::{ExecutorArguments, GameArguments};

#[derive(Debug, Args)]
#[command(group = ArgGroup::new("actions").args(["moves", "lurd", "moves_file"]))]
pub(crate) struct RunArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Begin with the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<String>,
    /// Actions separated by commas, such as `right, right, up`, or moves as `1. e4 e5`
    #[arg(long, value_name = "LIST", allow_hyphen_values = true)]
    pub(crate) moves: Option<String>,
    /// Actions as letters in the game's `lurd` notation
    #[arg(long, value_name = "LETTERS")]
    pub(crate) lurd: Option<String>,
    /// A file of actions separated by commas or line ends, or `-` for standard input
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) moves_file: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// Print the actions, or the position, in this notation of the game instead of the state
    #[arg(long, value_name = "NAME", conflicts_with = "json")]
    pub(crate) print_notation: Option<String>,
    #[command(flatten)]
    pub(crate) executor: ExecutorArguments,
}

#[derive(Debug, Args)]
pub(crate) struct ActionsArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Look at the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<String>,
    /// Print one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct PerftArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How many plies deep
    #[arg(value_name = "DEPTH", value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true, required_unless_present = "named_depth")]
    depth: Option<u32>,
    /// The same as an option
    #[arg(long = "depth", value_name = "DEPTH", value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true, conflicts_with = "depth")]
    named_depth: Option<u32>,
    /// Print the count below each action first
    #[arg(long)]
    pub(crate) divide: bool,
    /// Count turns as plies where a player may act again
    #[arg(long, conflicts_with = "divide")]
    pub(crate) turns: bool,
    /// Leave out games that end before the last ply, as published tables of chess do
    #[arg(long, conflicts_with_all = ["divide", "turns"])]
    pub(crate) unfinished: bool,
    /// Begin with the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<String>,
    #[command(flatten)]
    pub(crate) executor: ExecutorArguments,
}

impl PerftArguments {
    /// Depth in plies; one of both ways to say it is required.
    pub(crate) fn depth(&self) -> u32 {
        self.depth.or(self.named_depth).unwrap_or_default()
    }
}

#[derive(Debug, Args)]
pub(crate) struct PlayoutArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How many games
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Plies after which a game that is not over is left
    #[arg(long, value_name = "N", default_value_t = Series::MOST_PLIES, value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) plies: u64,
    /// Begin with the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    #[command(flatten)]
    pub(crate) executor: ExecutorArguments,
}
