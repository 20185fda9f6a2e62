//! From the words of the command line to what was meant by them.

use std::ffi::OsString;

use clap::error::ErrorKind;
use clap::{CommandFactory as _, FromArgMatches as _};
use masume_presentation::locale::Phrases;

use super::{Arguments, complaint};
use crate::failure::Failure;
use crate::open;

/// The command that is meant where a game stands in its place.
const IMPLIED: &str = "play";

/// Reason for which there is nothing to be done.
#[derive(Debug)]
pub(crate) enum Unread {
    /// Help or the version was asked for, and is to be printed.
    Told(clap::Error),
    /// The command line is at fault.
    Failed(Failure),
}

/// Arguments that the words stand for, the program's name first among them. A game that stands
/// where a command is expected is played.
pub(crate) fn read(words: &[OsString], phrases: &Phrases) -> Result<Arguments, Unread> {
    let command = super::command(phrases.locale());
    let is_asked_for = |error: &clap::Error| {
        use ErrorKind::{DisplayHelp, DisplayHelpOnMissingArgumentOrSubcommand, DisplayVersion};
        let kinds = [DisplayHelp, DisplayVersion, DisplayHelpOnMissingArgumentOrSubcommand];
        kinds.contains(&error.kind())
    };
    let unread = |error: clap::Error| match is_asked_for(&error) {
        true => Unread::Told(error),
        false => Unread::Failed(complaint::of(&error, phrases)),
    };
    let mut matches = match command.clone().try_get_matches_from(words) {
        Ok(matches) => matches,
        Err(error) if error.kind() == ErrorKind::InvalidSubcommand => {
            let Some(meant) = with_implied(words) else { return Err(unread(error)) };
            command.try_get_matches_from(meant).map_err(unread)?
        }
        Err(error) => return Err(unread(error)),
    };
    Arguments::from_arg_matches_mut(&mut matches).map_err(unread)
}

/// The words with the implied command, where a game stands in its place.
fn with_implied(words: &[OsString]) -> Option<Vec<OsString>> {
    // What is no command takes all words behind it: so we know where it stands.
    let lenient = Arguments::command().allow_external_subcommands(true);
    let matches = lenient.try_get_matches_from(words).ok()?;
    let (word, rest) = matches.subcommand()?;
    if !open::names_a_game(word) {
        return None;
    }
    let behind = rest.get_many::<OsString>("").map_or(0, |rest| rest.len());
    let place = words.len().checked_sub(behind + 1)?;
    let mut meant = words.to_vec();
    meant.insert(place, IMPLIED.into());
    Some(meant)
}
