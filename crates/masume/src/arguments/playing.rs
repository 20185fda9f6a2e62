//! Commands for people who play.

use clap::{Args, ValueHint};

use super::GameArguments;
use super::value::{positive, whole};

#[derive(Debug, Args)]
pub(crate) struct PlayArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Play as lines of text, as in a pipe
    #[arg(long)]
    pub(crate) text: bool,
    /// As lines of text, say what changed and print the board only when `board` asks for it
    #[arg(long, conflicts_with = "watch")]
    pub(crate) quiet: bool,
    /// Read the file again whenever it is saved, and go on where it can
    #[arg(long, conflicts_with = "text")]
    pub(crate) watch: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ReplayArguments {
    /// A save, as `masume play` writes it
    #[arg(value_name = "SAVE", value_hint = ValueHint::FilePath)]
    pub(crate) save: String,
    /// The game of the save, where it is no shipped one
    #[arg(long, value_name = "GAME", value_hint = ValueHint::FilePath)]
    pub(crate) game: Option<String>,
    /// The file that the levels came from, where they were not the game's own
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) levels: Option<String>,
    /// Stop after so many actions
    #[arg(long, value_name = "N", value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true)]
    pub(crate) to: Option<u32>,
    /// Actions a second
    #[arg(long, value_name = "S", default_value_t = 4.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) speed: f64,
    /// Print the boards, as in a pipe
    #[arg(long)]
    pub(crate) text: bool,
}
