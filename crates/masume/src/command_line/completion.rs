//! Answers to a shell that asks for the rest of a word.

use std::env;
use std::ffi::{OsStr, OsString};

use clap::{Command, CommandFactory as _};
use clap_complete::CompleteEnv;
use clap_complete::engine::{ArgValueCompleter, SubcommandCandidates};

use super::Arguments;
use crate::arguments::{games, line};
use crate::commands::COMPLETION_VARIABLE;
use crate::open;

/// Answers a shell that asks; whether one did.
///
/// # Errors
/// A shell that is not known, an answer that could not be written.
pub(crate) fn answer(words: &[OsString]) -> Result<bool, clap::Error> {
    let here = env::current_dir().ok();
    CompleteEnv::with_factory(command).var(COMPLETION_VARIABLE).try_complete(words, here.as_deref())
}

/// The command line, with games where a command is expected. A game without a command is played.
fn command() -> Command {
    let games = SubcommandCandidates::new(games);
    let command = Arguments::command().allow_external_subcommands(true).add(games);
    let named = line().into_iter().find(|word| open::names_a_game(word));
    let play = command.find_subcommand("play").cloned();
    let (Some(named), Some(play)) = (named, play) else { return command };
    if command.find_subcommand(&named).is_some() {
        return command;
    }
    // The game is said already.
    let none = ArgValueCompleter::new(|_: &OsStr| Vec::new());
    command.subcommand(play.name(named).mut_arg("game", |game| game.add(none)))
}
