//! Failures of commands, each with its exit status.

use std::io;
use std::process::ExitCode;

use masume_bots::INTERRUPTED;
use masume_presentation::complaint::Complaint;

use crate::language;
use crate::{input, report};

/// Exit status: the input was at fault.
pub(crate) const INPUT: u8 = 1;
/// Exit status: the command line was at fault.
pub(crate) const USAGE: u8 = 2;

/// Reason for which a command stops early.
#[derive(Debug)]
pub(crate) enum Failure {
    /// It was asked to end, and what it had is told.
    Interrupted,
    /// The input was at fault, and everything about it has been said.
    Reported,
    /// The input was at fault.
    Input(Complaint),
    /// The command line was at fault.
    Usage(Complaint),
    /// Standard output could not be written.
    Output(io::Error),
    /// The terminal could not be used as a screen.
    Terminal(io::Error),
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
            Self::Interrupted => ExitCode::from(INTERRUPTED),
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
            Self::Output(error) => say_why("cannot-write-output", &error),
            Self::Terminal(error) => say_why("cannot-use-terminal", &error),
        }
    }
}

/// Says a phrase with the reason of the system.
fn say_why(id: &str, error: &io::Error) -> ExitCode {
    let phrases = language::phrases();
    let values = [("reason", input::reason(error, &phrases).into())];
    report::complain(&Complaint::new(phrases.say(id, &values)));
    ExitCode::from(INPUT)
}
