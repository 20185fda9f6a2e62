//! `masume watch`: agents play, until the watcher leaves or the game is over.

use crate::arguments::{FaceArguments, WatchArguments};
use crate::dialogue::opponent::Company;
use crate::failure::Failure;
use crate::play::{self, Manner};
use crate::seed::fresh_seed;
use crate::weights_file::WeightsFile;
use crate::{open, tui};

pub(crate) fn run(arguments: &WatchArguments, face: &FaceArguments) -> Result<(), Failure> {
    let game = &open::spelt_out(&arguments.game)?;
    let mut opened = open::open(game)?;
    opened.setup.seed = game.seed.unwrap_or_else(fresh_seed);
    let rules = opened.game.rules();
    let mut company = Company::without_people(rules, &arguments.agents, Some(arguments.speed));
    company.weights = WeightsFile::of_arguments(arguments.weights.as_deref(), &opened)?;
    if !arguments.text && tui::has_screen() {
        return tui::run_game(opened, false, company, face);
    }
    play::play(opened, Manner::default(), company, face)?;
    Ok(())
}
