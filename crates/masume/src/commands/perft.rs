//! `masume perft`: the number of positions at a depth.

use std::fmt::Write as _;

use crate::arguments::PerftArguments;
use crate::failure::Failure;
use crate::{open, output};

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
