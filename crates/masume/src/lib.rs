//! The command line of Masume, a language for grid games.
//!
//! A thin face: it reads arguments and files, asks `masume_engine` for everything that is about a
//! game, and prints. It must not know how rules run, nor any game by its name.
//!
//! Start with `command_line`; each subcommand is one file of `commands`, and playing is `play`. The
//! program itself is only linked: what stands here is built beside the executors.

mod analysis_thread;
mod arguments;
mod atomic_file;
mod clock;
mod command_line;
mod commands;
mod data_folder;
mod failure;
mod input;
mod language;
mod mistaken_file;
mod open;
mod output;
mod play;
mod report;
mod save_file;
mod tui;
mod weights_file;

use std::env;
use std::process::ExitCode;

use command_line::Unread;
use masume_presentation::locale::{self, Locale};

/// Phrases that a language other than English does not have, each with its file: English stands for
/// them.
pub fn untranslated() -> Vec<String> {
    let others = Locale::ALL.into_iter().filter(|locale| *locale != Locale::English);
    others
        .flat_map(|locale| {
            [locale::missing(locale), command_line::untranslated_help(locale)].concat()
        })
        .collect()
}

/// Does what the words of the command line say, and tells how it ended.
pub fn run() -> ExitCode {
    let words: Vec<_> = env::args_os().collect();
    match command_line::answer_shell(&words) {
        Ok(false) => {}
        Ok(true) => return ExitCode::SUCCESS,
        Err(error) => {
            // Nobody is left to tell where even this cannot be printed.
            let _ = error.print();
            return ExitCode::from(failure::USAGE);
        }
    }
    let phrases = language::phrases();
    let arguments = match command_line::read(&words, &phrases) {
        Ok(arguments) => arguments,
        Err(Unread::Failed(failure)) => return failure.report(),
        Err(Unread::Told(told)) => {
            // Nobody is left to tell where even this cannot be printed.
            let _ = told.print();
            return ExitCode::from(u8::try_from(told.exit_code()).unwrap_or(failure::USAGE));
        }
    };
    match commands::run(arguments, &phrases) {
        Ok(()) => ExitCode::SUCCESS,
        Err(failure) => failure.report(),
    }
}
