//! `masume show`: a game's text, or what it means.

use crate::arguments::ShowArguments;
use crate::failure::Failure;
use crate::{open, output};

pub(crate) fn run(arguments: &ShowArguments) -> Result<(), Failure> {
    let (_, source) = open::find(&arguments.game)?;
    if !arguments.meaning {
        return output::print_file(&source.text);
    }
    let game = open::load(&source)?;
    output::print(&masume_rules::print(game.rules()))
}
