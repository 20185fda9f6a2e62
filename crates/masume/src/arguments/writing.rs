//! Commands for those who write games.

use clap::{Args, ValueHint};
use clap_complete::engine::ArgValueCompleter;

use super::completion::games_and_files;

#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Game files, or names of games
    #[arg(value_name = "FILE", required = true, add = ArgValueCompleter::new(games_and_files))]
    pub(crate) files: Vec<String>,
    /// Look at levels from a file too, such as a Sokoban collection: mistakes in it, and levels
    /// that cannot be won
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) levels: Option<String>,
    /// Print the mistakes as one JSON list
    #[arg(long)]
    pub(crate) json: bool,
    /// Say what is slow about each game, too, as `masume explain` does
    #[arg(long, conflicts_with = "json")]
    pub(crate) advice: bool,
}

#[derive(Debug, Args)]
pub(crate) struct FmtArguments {
    /// Game files, or `-` for standard input to standard output
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<String>,
    /// Change nothing; list the files that are not in the usual form, with exit status 1
    #[arg(long)]
    pub(crate) check: bool,
}

#[derive(Debug, Args)]
pub(crate) struct NewArguments {
    /// The game's name, such as tea-time; a folder may stand before it
    #[arg(value_name = "NAME")]
    pub(crate) name: String,
}
