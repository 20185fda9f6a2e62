//! `masume man`: the manual page of this command line, or of one command.

use clap::Args;
use clap_mangen::Man;
use clap_mangen::roff::{Roff, bold, roman};
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;

use super::completions::COMPLETION_VARIABLE;
use crate::command_line;
use crate::failure::Failure;
use crate::output;

/// Variables of the environment that the program reads, each with the phrase about it.
const ENVIRONMENT: [(&str, &str); 9] = [
    ("MASUME_DATA", "man-masume-data"),
    ("XDG_DATA_HOME", "man-xdg-data-home"),
    ("LC_ALL, LC_MESSAGES, LANG", "man-lang"),
    ("NO_COLOR", "man-no-color"),
    ("CLICOLOR, CLICOLOR_FORCE", "man-clicolor"),
    ("COLORTERM", "man-colorterm"),
    ("TERM", "man-term"),
    ("WT_SESSION", "man-wt-session"),
    (COMPLETION_VARIABLE, "man-complete"),
];

/// Files that the program reads and writes by itself.
const FILES: [(&str, &str); 3] = [
    ("~/.local/share/masume/progress.sqlite", "man-progress"),
    ("~/.local/share/masume/games/NAME.save", "man-games"),
    ("NAME.save", "man-save"),
];

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ManArguments {
    /// The command whose page is meant
    #[arg(value_name = "COMMAND")]
    pub(crate) command: Option<String>,
}

pub(crate) fn run(arguments: &ManArguments, phrases: &Phrases) -> Result<(), Failure> {
    let mut whole = command_line::command(phrases.locale());
    // Each command then knows that it is called `masume-play`.
    whole.build();
    let source = whole.render_version();
    let command = match &arguments.command {
        None => whole,
        Some(name) => whole.find_subcommand(name).cloned().ok_or_else(|| {
            let values = [("name", name.as_str().into())];
            let complaint = Complaint::new(phrases.say("no-such-command", &values));
            Failure::Usage(complaint.with_help(phrases.say("help-lists-commands", &[])))
        })?,
    };
    let mut page = Vec::new();
    Man::new(command).source(source.trim_end()).render(&mut page).map_err(Failure::Output)?;
    section("ENVIRONMENT", &ENVIRONMENT, phrases).to_writer(&mut page).map_err(Failure::Output)?;
    section("FILES", &FILES, phrases).to_writer(&mut page).map_err(Failure::Output)?;
    output::print_raw(&String::from_utf8_lossy(&page))
}

/// A section with a paragraph for each name.
fn section(heading: &str, entries: &[(&str, &str)], phrases: &Phrases) -> Roff {
    let mut roff = Roff::new();
    roff.control("SH", [heading]);
    for (name, id) in entries {
        roff.control("TP", []);
        roff.text([bold(*name)]);
        roff.text([roman(phrases.say(id, &[]))]);
    }
    roff
}
