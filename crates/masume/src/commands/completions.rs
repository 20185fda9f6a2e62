//! `masume completions`: what a shell needs to complete this command line.

use clap::CommandFactory as _;

use crate::arguments::{Arguments, CompletionsArguments};
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &CompletionsArguments) -> Result<(), Failure> {
    let mut command = Arguments::command();
    let name = command.get_name().to_owned();
    // Written to memory first: the library panics where the output has gone.
    let mut script = Vec::new();
    clap_complete::generate(arguments.shell, &mut command, name, &mut script);
    output::print(&String::from_utf8_lossy(&script))
}
