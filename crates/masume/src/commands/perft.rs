//! `masume perft`: the number of positions at a depth.

use std::fmt::Write as _;

use clap::{Args, ValueHint};

use crate::arguments::ExecutorArguments;
use crate::arguments::GameArguments;
use crate::arguments::value::whole;
use crate::failure::Failure;
use crate::{open, output};

/// Arguments of the command.
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

pub(crate) fn run(arguments: &PerftArguments) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?.run_in_bulk_by(arguments.executor);
    let state = opened.state(arguments.state.as_deref())?;
    opened.say_who_runs(arguments.executor, state.board.grid());
    let game = &opened.game;
    let failure = |error| opened.run_failure(state.board.grid(), &error);

    let mut text = String::new();
    let count = if arguments.turns {
        game.perft_turns(&state, arguments.depth()).map_err(failure)?
    } else if arguments.unfinished {
        game.perft_unfinished(&state, arguments.depth()).map_err(failure)?
    } else if arguments.divide && arguments.depth() > 0 {
        let parts = game.perft_divide(&state, arguments.depth()).map_err(failure)?;
        for (action, count) in &parts {
            let _ = writeln!(text, "{}: {count}", game.action_text(&state, *action));
        }
        if parts.is_empty() { 1 } else { parts.iter().map(|part| part.1).sum() }
    } else {
        game.perft(&state, arguments.depth()).map_err(failure)?
    };
    let _ = writeln!(text, "{count}");
    output::print(&text)
}
