//! The command line of Masume, a language for grid games.
//!
//! A thin face: it reads arguments and files, asks `masume_engine` for everything that is about a
//! game, and prints. It must not know how rules run, nor any game by its name.
//!
//! Start with [`arguments`]; each subcommand is one file of `commands`, and playing is `play`.

mod arguments;
mod atomic_file;
mod commands;
mod complaint;
mod dialogue;
mod failure;
mod glyph_set;
mod input;
mod keeper;
mod locale;
mod open;
mod output;
mod play;
mod report;
mod seed;
mod speech;
mod tui;

use std::process::ExitCode;

use clap::Parser as _;

use arguments::Arguments;

fn main() -> ExitCode {
    let arguments = match Arguments::try_parse() {
        Ok(arguments) => arguments,
        Err(error) => {
            // Nobody is left to tell where even this cannot be printed.
            let _ = error.print();
            return ExitCode::from(u8::try_from(error.exit_code()).unwrap_or(failure::USAGE));
        }
    };
    match commands::run(arguments) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
