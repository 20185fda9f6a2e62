//! Commands that tell something about a game, an error or the command line.

use clap::Args;
use clap_complete::engine::ArgValueCompleter;

use super::GameArguments;
use super::completion::games_and_files;
use super::value::whole;

#[derive(Debug, Args)]
pub(crate) struct ListArguments {
    /// Print one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// A game's name, a path to a game file, or an id such as `2048:5x5#7`
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: String,
    /// Print what the text means after all checks
    #[arg(long)]
    pub(crate) meaning: bool,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Print what becomes of these rules when they run: those of an action, of `start` or `then`, or the
    /// one of this number
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<String>,
    /// Print what becomes of all rules, and the code that many boards run side by side, where there is one
    #[arg(long, conflicts_with = "rule")]
    pub(crate) code: bool,
    /// Say which agent plays the game, and why
    #[arg(long, conflicts_with_all = ["rule", "code"])]
    pub(crate) agent: bool,
    /// Say what the rules show that helps a search, and why the rest does not hold
    #[arg(long, conflicts_with_all = ["rule", "code", "agent"])]
    pub(crate) facts: bool,
}

#[derive(Debug, Args)]
pub(crate) struct RegexArguments {
    /// A game's name, a path to a game file, or an id such as `2048:5x5#7`
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: String,
    /// The action whose rules are meant
    #[arg(long, value_name = "NAME")]
    pub(crate) action: String,
    /// Columns of the board
    #[arg(long, value_name = "W", value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true)]
    pub(crate) width: u32,
}

#[derive(Debug, Args)]
pub(crate) struct ExplainErrorArguments {
    /// The error's code, such as E0207
    #[arg(value_name = "CODE")]
    pub(crate) code: String,
}

#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The command whose page is meant
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct StatsArguments {
    /// The game that is meant, by its name or its path; without one all of them
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: Option<String>,
    /// Print JSON: one object for a game, a list for all
    #[arg(long)]
    pub(crate) json: bool,
}
