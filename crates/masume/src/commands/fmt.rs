//! `masume fmt`: game files in the usual form.

use std::fmt::Write as _;
use std::path::Path;

use clap::{Args, ValueHint};
use masume_presentation::diagnostic::Source;

use crate::failure::Failure;
use crate::language;
use crate::{atomic_file, input, open, output, report};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct FmtArguments {
    /// Game files, or `-` for standard input to standard output
    #[arg(value_name = "FILE", required = true, value_hint = ValueHint::FilePath)]
    pub(crate) files: Vec<String>,
    /// Change nothing; list the files that are not in the usual form, with exit status 1
    #[arg(long)]
    pub(crate) check: bool,
}

pub(crate) fn run(arguments: &FmtArguments) -> Result<(), Failure> {
    let mut unusual = String::new();
    let mut failed = false;
    for path in &arguments.files {
        match format_file(path, arguments.check) {
            Ok(Form::Usual) => {}
            Ok(Form::Other) => {
                let _ = writeln!(unusual, "{path}");
                failed = true;
            }
            Err(Failure::Output(error)) => return Err(Failure::Output(error)),
            // The other files are formatted all the same.
            Err(failure) => {
                let _ = failure.report();
                failed = true;
            }
        }
    }
    output::print(&unusual)?;
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

enum Form {
    Usual,
    /// Found by `--check` only.
    Other,
}

fn format_file(path: &str, check: bool) -> Result<Form, Failure> {
    let source = open::read_game(path)?;
    let formatted = formatted(&source)?;
    if check {
        return Ok(if formatted == source.text { Form::Usual } else { Form::Other });
    }
    if path == "-" {
        output::print_file(&formatted)?;
    } else if formatted != source.text {
        atomic_file::replace(Path::new(path), &formatted).map_err(|error| {
            let phrases = language::phrases();
            let reason = input::reason(&error, &phrases);
            let values = [("path", path.into()), ("reason", reason.into())];
            Failure::input(phrases.say("cannot-write", &values))
        })?;
    }
    Ok(Form::Usual)
}

/// The text in the usual form; a text that cannot be read is left alone.
fn formatted(source: &Source) -> Result<String, Failure> {
    masume_syntax::format(&source.text).map_err(|diagnostics| {
        report::print_all(&diagnostics, source);
        Failure::Reported
    })
}
