//! Commands in which agents and programs play.

use clap::{Args, ValueEnum, ValueHint};
use masume_search::agent::AgentSpec;

use super::GameArguments;
use super::value::{agent, memory, openings, positive, sprt, whole};

#[derive(Debug, Args)]
pub(crate) struct BotArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How who keeps the game speaks
    #[arg(long, value_enum, value_name = "NAME", default_value = "json")]
    pub(crate) protocol: Protocol,
    /// Who chooses: `easy`, `medium`, `hard`, a number of nodes, or an agent such as `uct:2000`
    #[arg(long, value_name = "AGENT", default_value = "hard", value_parser = agent)]
    pub(crate) agent: AgentSpec,
    /// Seconds for an action, where the agent has no nodes of its own [default: with `json` a little less than it is given,
    /// else 1]
    #[arg(long, value_name = "S", value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: Option<f64>,
    /// The most memory for what it keeps of an action's search, such as `100M` or `2G`
    #[arg(long, value_name = "M", default_value = "512M", value_parser = memory, allow_negative_numbers = true)]
    pub(crate) memory: u64,
    /// Weights that `masume tune` wrote for the rules of this game
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) weights: Option<String>,
}

#[derive(Debug, Args)]
pub(crate) struct TuneArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// How many games are played to learn from
    #[arg(long, value_name = "N", default_value_t = 200, value_parser = whole::<u64>(1, 1_000_000), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// Nodes for an action in these games
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1, u64::MAX), allow_negative_numbers = true)]
    pub(crate) nodes: u64,
    /// Games at the strength of `medium` that tell whether the weights help; 0 for none
    #[arg(long, value_name = "N", default_value_t = 40, value_parser = whole::<u64>(0, 1_000_000), allow_negative_numbers = true)]
    pub(crate) check: u64,
    /// Games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    /// Write the weights to this file, which must not be there
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) output: String,
}

/// How programs that keep a game speak to programs that choose.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(crate) enum Protocol {
    /// One JSON object a line: every game
    Json,
    /// Universal Game Interface: every game
    Ugi,
    /// Go Text Protocol: games for two in which only cells are chosen
    Gtp,
    /// `NBoard`: the same on 8 x 8
    Nboard,
}

#[derive(Debug, Args)]
pub(crate) struct DriveArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// The player for whom the program chooses [default: all, or with --opponent the first]
    #[arg(long, value_name = "PLAYER")]
    pub(crate) player: Option<String>,
    /// Who chooses for the others, such as `medium` or `uct:2000`
    #[arg(long, value_name = "AGENT", value_parser = agent)]
    pub(crate) opponent: Option<AgentSpec>,
    /// Seconds that the program has for an action, and 10 more for its first
    #[arg(long, value_name = "S", default_value_t = 10.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Plies after which the game is left
    #[arg(long, value_name = "N", default_value_t = 10_000, value_parser = whole::<u64>(1, 1 << 20), allow_negative_numbers = true)]
    pub(crate) plies: u64,
    /// Keep the game in this file, which must not be there [default: a new file named after the game, in
    /// `games` of the data folder]
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) save: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
    /// The program and its arguments
    #[arg(value_name = "COMMAND", required = true, last = true, value_hint = ValueHint::CommandWithArguments)]
    pub(crate) command: Vec<String>,
}

#[derive(Debug, Args)]
pub(crate) struct MatchArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// The one side: an agent such as `medium`, `greedy` or `uct:2000`, or a command of several words, or behind `json:`,
    /// `gtp:` or `nboard:`
    #[arg(value_name = "A")]
    pub(crate) one: String,
    /// The other side
    #[arg(value_name = "B")]
    pub(crate) other: String,
    /// How many games, two on each opening
    #[arg(long, value_name = "N", default_value_t = 100, value_parser = whole::<u64>(1, 1_000_000), allow_negative_numbers = true)]
    pub(crate) games: u64,
    /// How games begin: `random:K` for K random plies
    #[arg(long, value_name = "HOW", default_value = "random:4", value_parser = openings)]
    pub(crate) openings: u64,
    /// Stop when it is clear whether A is better by E1 Elo rather than by E0
    #[arg(long, value_name = "E0:E1", num_args = 0..=1, default_missing_value = "0:20", value_parser = sprt, allow_negative_numbers = true)]
    pub(crate) sprt: Option<(f64, f64)>,
    /// Seconds for an action, where an agent has no nodes of its own
    #[arg(long, value_name = "S", default_value_t = 1.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) seconds: f64,
    /// Seconds after which a program that has not answered loses; its first answer may take 10 more
    #[arg(long, value_name = "S", default_value_t = 30.0, value_parser = positive, allow_negative_numbers = true)]
    pub(crate) limit: f64,
    /// Weights for A that `masume tune` wrote for the rules of this game
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) weights: Option<String>,
    /// Plies after which a game is left undecided
    #[arg(long, value_name = "N", default_value_t = 1_000, value_parser = whole::<u64>(1, 1 << 20), allow_negative_numbers = true)]
    pub(crate) plies: u64,
    /// Games at a time [default: one for each core]
    #[arg(long, value_name = "T", value_parser = whole::<u32>(1, 1024), allow_negative_numbers = true)]
    pub(crate) threads: Option<u32>,
    /// Keep every game in this folder, and go on with the match that is there
    #[arg(long, value_name = "FOLDER", value_hint = ValueHint::DirPath)]
    pub(crate) keep: Option<String>,
    /// Print one JSON object
    #[arg(long)]
    pub(crate) json: bool,
}
