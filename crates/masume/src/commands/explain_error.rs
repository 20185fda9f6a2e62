//! `masume explain-error`: the manual's page about an error.

use clap::Args;
use masume_presentation::complaint::Complaint;
use masume_presentation::manual;
use masume_syntax::Code;

use crate::failure::Failure;
use crate::language;
use crate::output;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ExplainErrorArguments {
    /// The error's code, such as E0207
    #[arg(value_name = "CODE")]
    pub(crate) code: String,
}

pub(crate) fn run(arguments: &ExplainErrorArguments) -> Result<(), Failure> {
    let asked = code(&arguments.code);
    if let Some(page) = manual::page(&asked) {
        return output::print(page);
    }
    let Some(code) = Code::ALL.iter().find(|code| code.id() == asked) else {
        let phrases = language::phrases();
        let values = [("code", arguments.code.as_str().into())];
        let complaint = Complaint::new(phrases.say("no-such-error", &values));
        return Err(Failure::Usage(complaint.with_help(phrases.say("codes-look", &[]))));
    };
    output::print(&format!("{}: {}\n", code.id(), code.title()))
}

/// The code as the manual writes it: `e301`, `301` and `E0301` are one.
fn code(asked: &str) -> String {
    let asked = asked.trim().to_uppercase();
    match asked.strip_prefix('E').unwrap_or(&asked) {
        digits if digits.bytes().all(|it| it.is_ascii_digit()) => format!("E{digits:0>4}"),
        _ => asked,
    }
}
