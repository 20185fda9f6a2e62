//! Why a command stops early, and the exit status that says so.

use std::io::{self, Write as _};
use std::process::ExitCode;

use crate::report;

/// Exit status: the input was at fault.
pub(crate) const INPUT: u8 = 1;
/// Exit status: the command line was at fault.
pub(crate) const USAGE: u8 = 2;

/// Why a command stops early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// The input was at fault, and everything about it has been said.
    Reported,
    /// The input was at fault.
    Input(Complaint),
    /// The command line was at fault.
    Usage(Complaint),
    /// Standard output could not be written.
    Output(io::Error),
}

/// What is wrong, without a place in a text.
#[derive(Debug)]
pub(crate) struct Complaint {
    /// The code of the manual's page, where there is one.
    pub(crate) code: Option<masume_syntax::Code>,
    /// The problem in one line.
    pub(crate) message: String,
    /// What else is known.
    pub(crate) notes: Vec<String>,
    /// A way out.
    pub(crate) help: Option<String>,
}

impl Complaint {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { code: None, message: message.into(), notes: Vec::new(), help: None }
    }

    pub(crate) fn with_code(mut self, code: masume_syntax::Code) -> Self {
        self.code = Some(code);
        self
    }

    pub(crate) fn with_note(mut self, note: impl Into<String>) -> Self {
        self.notes.push(note.into());
        self
    }

    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

impl Failure {
    pub(crate) fn input(message: impl Into<String>) -> Self {
        Self::Input(Complaint::new(message))
    }

    pub(crate) fn usage(message: impl Into<String>) -> Self {
        Self::Usage(Complaint::new(message))
    }

    /// Says what went wrong on standard error.
    pub(crate) fn report(self) -> ExitCode {
        match self {
            Self::Reported => ExitCode::from(INPUT),
            Self::Input(complaint) => {
                report::complain(&complaint);
                ExitCode::from(INPUT)
            }
            Self::Usage(complaint) => {
                report::complain(&complaint);
                ExitCode::from(USAGE)
            }
            // The reader has gone, as in `masume list | head -1`: a clean end.
            Self::Output(error) if error.kind() == io::ErrorKind::BrokenPipe => ExitCode::SUCCESS,
            Self::Output(error) => {
                let _ = writeln!(anstream::stderr(), "error: cannot write the output: {error}");
                ExitCode::from(INPUT)
            }
        }
    }
}

impl From<io::Error> for Failure {
    /// Only output is written with `?`; input has its own door in `input.rs`.
    fn from(error: io::Error) -> Self {
        Self::Output(error)
    }
}
