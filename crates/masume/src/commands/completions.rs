//! `masume completions`: what a shell needs to complete this command line.
//!
//! The script asks the program itself at each completion, so that games, files and levels are those
//! that are there.

use clap::Args;
use clap::ValueEnum as _;
use clap_complete::env::Shells;

use crate::failure::Failure;
use crate::language;
use crate::output;

/// The variable by which the script of a shell says that it asks.
pub(crate) const COMPLETION_VARIABLE: &str = "MASUME_COMPLETE";

/// The program as it is called.
const PROGRAM: &str = "masume";

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct CompletionsArguments {
    /// The shell
    #[arg(value_name = "SHELL")]
    pub(crate) shell: clap_complete::Shell,
}

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let shell = arguments.shell.to_possible_value();
    let shells = Shells::builtins();
    let known = shell.and_then(|shell| shells.completer(shell.get_name()));
    let Some(known) = known else {
        return Err(Failure::usage(language::phrases().say("no-such-shell", &[])));
    };
    // Written to memory first: the reader may have gone.
    let mut script = Vec::new();
    known
        .write_registration(COMPLETION_VARIABLE, PROGRAM, PROGRAM, PROGRAM, &mut script)
        .map_err(Failure::Output)?;
    output::print_raw(&String::from_utf8_lossy(&script))
}
