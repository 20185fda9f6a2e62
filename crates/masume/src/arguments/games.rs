//! Games, game files and levels, as a shell completes them.

use std::env;
use std::ffi::OsStr;

use clap_complete::engine::{CompletionCandidate, PathCompleter, ValueCompleter as _};
use masume_engine::{Game, shipped_games};

use crate::open::{self, ENDING};

/// The words of the line behind the program's name; the last is being written.
pub(crate) fn line() -> Vec<String> {
    let words = env::args_os().filter_map(|word| word.into_string().ok());
    // They stand behind two dashes, the program first.
    words.skip_while(|word| word != "--").skip(2).collect()
}

/// The shipped games.
pub(crate) fn games() -> Vec<CompletionCandidate> {
    let candidate = |game: &masume_engine::ShippedGame| {
        let title = Game::load(game.text).game.map(|it| it.rules().title.clone());
        CompletionCandidate::new(game.name).help(title.map(Into::into))
    };
    shipped_games().iter().map(candidate).collect()
}

/// The shipped games that begin so, and game files.
pub(crate) fn games_and_files(current: &OsStr) -> Vec<CompletionCandidate> {
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
