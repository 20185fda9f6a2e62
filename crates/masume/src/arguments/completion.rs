//! What a shell is told when it asks for the rest of a word: games and files, and the levels of the game
//! that stands on the line.

use std::env;
use std::ffi::{OsStr, OsString};

use clap::{Command, CommandFactory as _};
use clap_complete::CompleteEnv;
use clap_complete::engine::{
    ArgValueCompleter, CompletionCandidate, PathCompleter, SubcommandCandidates,
    ValueCompleter as _,
};
use masume_engine::{Game, shipped_games};

use super::Arguments;
use crate::open::{self, ENDING};

/// The variable by which the script of a shell says that it asks.
pub(crate) const VARIABLE: &str = "MASUME_COMPLETE";

/// Answers a shell that asks; whether one did.
///
/// # Errors
/// A shell that is not known, an answer that could not be written.
pub(crate) fn answer(words: &[OsString]) -> Result<bool, clap::Error> {
    let here = env::current_dir().ok();
    CompleteEnv::with_factory(command).var(VARIABLE).try_complete(words, here.as_deref())
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

/// The words of the line behind the program's name; the last is being written.
fn line() -> Vec<String> {
    let words = env::args_os().filter_map(|word| word.into_string().ok());
    // They stand behind two dashes, the program first.
    words.skip_while(|word| word != "--").skip(2).collect()
}

/// The shipped games.
fn games() -> Vec<CompletionCandidate> {
    let candidate = |game: &masume_engine::ShippedGame| {
        let title = Game::load(game.text).game.map(|it| it.rules().title.clone());
        CompletionCandidate::new(game.name).help(title.map(Into::into))
    };
    shipped_games().iter().map(candidate).collect()
}

/// The shipped games that begin so, and game files.
pub(super) fn games_and_files(current: &OsStr) -> Vec<CompletionCandidate> {
    let begins = |candidate: &CompletionCandidate| {
        let value = candidate.get_value().to_string_lossy();
        current.to_str().is_some_and(|current| value.starts_with(current))
    };
    let mut found: Vec<CompletionCandidate> = games().into_iter().filter(begins).collect();
    let is_game =
        |path: &std::path::Path| path.is_dir() || path.to_string_lossy().ends_with(ENDING);
    found.extend(PathCompleter::any().filter(is_game).complete(current));
    found
}

/// The levels of the game that stands on the line, with their titles.
pub(super) fn levels(current: &OsStr) -> Vec<CompletionCandidate> {
    let levels = line().iter().filter(|word| open::names_a_game(word)).find_map(|word| {
        let shipped = shipped_games().iter().find(|game| game.name == word);
        let text = match shipped {
            Some(shipped) => shipped.text.to_owned(),
            // What cannot be read has no levels to offer, and nobody can be told.
            None => std::fs::read_to_string(word).ok()?,
        };
        Some(Game::load(&text).game?.levels().to_vec())
    });
    let numbered = levels.unwrap_or_default().into_iter().enumerate().map(|(index, level)| {
        let title = (!level.title.is_empty()).then(|| level.title.into());
        CompletionCandidate::new((index + 1).to_string()).help(title)
    });
    let begins = |it: &CompletionCandidate| {
        it.get_value().to_string_lossy().starts_with(&*current.to_string_lossy())
    };
    numbered.filter(begins).collect()
}
