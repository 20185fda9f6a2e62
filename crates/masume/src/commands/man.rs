//! `masume man`: the manual page of this command line, or of one command.

use clap::CommandFactory as _;
use clap_mangen::Man;

use crate::arguments::{Arguments, ManArguments};
use crate::complaint::Complaint;
use crate::failure::Failure;
use crate::output;

pub(crate) fn run(arguments: &ManArguments) -> Result<(), Failure> {
    let mut whole = Arguments::command();
    // Each command then knows that it is called `masume-play`.
    whole.build();
    let source = whole.render_version();
    let command = match &arguments.command {
        None => whole,
        Some(name) => whole.find_subcommand(name).cloned().ok_or_else(|| {
            let complaint = Complaint::new(format!("there is no command `{name}`"));
            Failure::Usage(complaint.with_help("`masume --help` lists them"))
        })?,
    };
    let mut page = Vec::new();
    Man::new(command).source(source.trim_end()).render(&mut page)?;
    output::print(&String::from_utf8_lossy(&page))
}
