//! Arguments that name a game, its beginning, and the executor of its rules.

use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use masume_engine::{Executor, MOST_CELLS};
use masume_rules::model::Size;

use super::games::{games_and_files, levels};
use super::value::{assignment, size, whole};

/// Which game, and how it begins.
#[derive(Clone, Debug, Args)]
pub(crate) struct GameArguments {
    /// A game's name, a path to a game file, or an id such as `2048:5x5#7`
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: String,
    /// The level to begin with, counted from 1
    #[arg(long, value_name = "N", value_parser = whole::<u32>(1, u32::MAX.into()), allow_negative_numbers = true, add = ArgValueCompleter::new(levels))]
    pub(crate) level: Option<u32>,
    /// Levels from a file instead of the game's own, such as a Sokoban collection (XSB, SOK)
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) levels: Option<String>,
    /// The size of the board, such as 10x8: columns x rows
    #[arg(long, value_name = "CxR", value_parser = size)]
    pub(crate) board: Option<Size>,
    /// An option of the game, such as `two=75%`; may be given several times
    #[arg(long = "option", value_name = "K=V", value_parser = assignment)]
    pub(crate) options: Vec<(String, String)>,
    /// The seed of all chance: the same seed and actions give the same game
    #[arg(long, value_name = "S", value_parser = whole::<u64>(0, u64::MAX), allow_negative_numbers = true)]
    pub(crate) seed: Option<u64>,
}

/// Who runs the rules.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ExecutorArguments {
    /// Who runs the rules: the results are the same, the speed is not [default: the fastest]
    #[arg(long, value_name = "NAME", value_parser = executor(), long_help = executor_help())]
    pub(crate) executor: Option<Executor>,
}

fn executor_help() -> String {
    format!(
        "Who runs the rules: the results are the same, the speed is not [default: the fastest]. \
         Boards of more than {MOST_CELLS} cells are always run by `{}`",
        Executor::Reference
    )
}

/// An executor by its name.
fn executor() -> impl TypedValueParser<Value = Executor> {
    PossibleValuesParser::new(Executor::ALL.map(Executor::name))
        .try_map(|name| name.parse::<Executor>())
}
