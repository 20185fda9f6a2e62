//! `masume actions`: what is legal.

use std::fmt::Write as _;

use crate::arguments::ActionsArguments;
use crate::failure::Failure;
use crate::{open, output};

pub(crate) fn run(arguments: &ActionsArguments) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let state = opened.state(arguments.state.as_deref())?;
    let texts = opened.legal_texts(&state)?;
    if arguments.json {
        return output::print_json(&texts);
    }
    let mut lines = String::new();
    for text in texts {
        let _ = writeln!(lines, "{text}");
    }
    output::print(&lines)
}
