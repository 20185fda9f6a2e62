//! `masume regex`: an action's rules as one regular expression.

use std::io::Write as _;

use clap::Args;
use clap_complete::engine::ArgValueCompleter;
use masume_engine::regex::{RegexError, action_regex};
use masume_presentation::complaint::Complaint;
use masume_presentation::diagnostic::Source;
use masume_presentation::speech::errors;
use masume_syntax::LineIndex;

use crate::arguments::games_and_files;
use crate::arguments::value::whole;
use crate::failure::Failure;
use crate::language;
use crate::{open, output};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct RegexArguments {
    /// A game's name, a path to a game file, or an id such as `2048:5x5#7`
    #[arg(value_name = "GAME", add = ArgValueCompleter::new(games_and_files))]
    pub(crate) game: String,
    /// The action whose rules are meant
    #[arg(long, value_name = "NAME")]
    pub(crate) action: String,
    /// Columns of the board
    #[arg(long, value_name = "W", value_parser = whole::<u32>(0, u32::MAX.into()), allow_negative_numbers = true)]
    pub(crate) width: u32,
}

/// The expression goes to standard output, alone, so that a program can take it; what its
/// characters mean goes to standard error.
pub(crate) fn run(arguments: &RegexArguments) -> Result<(), Failure> {
    let (_, source) = open::find(&arguments.game)?;
    let game = open::load(&source)?;
    let found = action_regex(game.rules(), &arguments.action, arguments.width)
        .map_err(|error| failure(&error, &source))?;
    output::print(&format!("{}\n", found.expression))?;

    let mut notes = anstream::stderr();
    for (character, meaning) in &found.alphabet {
        // Standard error may be closed; the expression has been printed.
        let _ = writeln!(notes, "{character}  {meaning}");
    }
    for note in &found.notes {
        let _ = writeln!(notes, "{note}");
    }
    Ok(())
}

fn failure(error: &RegexError, source: &Source) -> Failure {
    let phrases = &language::phrases();
    let mut complaint = Complaint::new(errors::regex(error, phrases));
    complaint.help = errors::regex_help(error, phrases);
    let label = errors::regex_label(error, phrases);
    match error.span {
        Some(span) => {
            let place = LineIndex::new(&source.text).position(span.start);
            let (line, column) = (place.line, place.column);
            let note = format!("{}:{line}:{column}: {label}", source.path);
            Failure::Input(complaint.with_note(note))
        }
        // The request is at fault, not the game.
        None => Failure::Usage(complaint.with_note(label)),
    }
}
