//! `masume show`: a game's text, or what it means.

use clap::Args;
use clap_complete::engine::ArgValueCompleter;

use crate::arguments::games_and_files;
use crate::failure::Failure;
use crate::{open, output};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ShowArguments {
    /// A game's name, a path to a game file, or an id such as `2048:5x5#7`
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: String,
    /// Print what the text means after all checks
    #[arg(long)]
    pub(crate) meaning: bool,
}

pub(crate) fn run(arguments: &ShowArguments) -> Result<(), Failure> {
    let (_, source) = open::find(&arguments.game)?;
    if !arguments.meaning {
        return output::print_file(&source.text);
    }
    let game = open::load(&source)?;
    output::print(&masume_rules::print(game.rules()))
}
