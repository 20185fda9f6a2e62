//! `masume play`: one game, until the player leaves.

use crate::arguments::{FaceArguments, GameArguments, PlayArguments};
use crate::failure::Failure;
use crate::play::Manner;
use crate::seed::fresh_seed;
use crate::{open, play, tui};

pub(crate) fn run(arguments: &PlayArguments, face: &FaceArguments) -> Result<(), Failure> {
    let game = &open::spelt_out(&arguments.game)?;
    let seed = game.seed.unwrap_or_else(fresh_seed);
    let on_screen = !arguments.text && !arguments.quiet && tui::has_screen();
    if on_screen && arguments.watch && open::is_file(&game.game) {
        let game = GameArguments { seed: Some(seed), ..game.clone() };
        return tui::run_watched(game, face);
    }
    let mut opened = open::open(game)?;
    opened.setup.seed = seed;
    if on_screen {
        return tui::run_game(opened, names_no_beginning(game), face);
    }
    let offers_what_waits = names_no_beginning(game);
    let manner = Manner { offers_what_waits, is_quiet: arguments.quiet };
    play::play(opened, manner, face)?;
    Ok(())
}

/// Whether nothing is said of how the game begins, so that one that waits may be meant.
fn names_no_beginning(arguments: &GameArguments) -> bool {
    let GameArguments { game: _, level, levels, board, options, seed } = arguments;
    level.is_none() && levels.is_none() && board.is_none() && options.is_empty() && seed.is_none()
}
