//! Commands for people who play.

use clap::{Args, ValueHint};
use masume_search::agent::AgentSpec;

use super::GameArguments;
use super::value::{agent, positive, whole};

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
    /// Play against an opponent: easy, medium, hard, or a number of nodes that it looks at [default: medium]
    #[arg(long, value_name = "STRENGTH", num_args = 0..=1, default_missing_value = "medium", value_parser = agent)]
    pub(crate) opponent: Option<AgentSpec>,
    /// The player that you are, such as `black` [default: the one who begins]
    #[arg(long, value_name = "PLAYER", requires = "opponent")]
    pub(crate) side: Option<String>,
    /// Show how it is won, action by action, or how it is played where nobody knows a way
    #[arg(long, conflicts_with_all = ["opponent", "watch"])]
    pub(crate) autoplay: bool,
    /// Weights that `masume tune` wrote for the rules of this game, for opponents and hints
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath, conflicts_with = "watch")]
    pub(crate) weights: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct WatchArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Who plays, in the order of turn: easy, medium, hard, or numbers of nodes; the last plays for all
    /// who are not named [default: medium; in a game for one the best that is found]
    #[arg(long, value_name = "STRENGTH,STRENGTH", value_delimiter = ',', value_parser = agent)]
    pub(crate) agents: Vec<AgentSpec>,
    /// Actions a second
    #[arg(long, value_name = "S", default_value_t = 2.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) speed: f64,
    /// Weights that `masume tune` wrote for the rules of this game
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) weights: Option<String>,
    /// Print the boards, as in a pipe
    #[arg(long)]
    pub(crate) text: bool,
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
