//! `masume actions`: what is legal.

use std::fmt::Write as _;

use masume_engine::{Code, StopToken};
use masume_presentation::complaint::Complaint;
use masume_presentation::outcome::outcome_text;

use crate::arguments::ActionsArguments;
use crate::failure::Failure;
use crate::language;
use crate::{open, output};

/// Steps that are waited for, some seconds: a list that takes longer is not worth waiting for, and
/// mostly the slip of somebody who writes a game.
const STEPS: u64 = 1 << 27;

pub(crate) fn run(arguments: &ActionsArguments) -> Result<(), Failure> {
    let mut opened = open::open(&arguments.game)?;
    opened.game = opened.game.with_stop(StopToken::with_budget(STEPS));
    let state = opened.state(arguments.state.as_deref())?;
    let texts = opened.legal_texts(&state)?;
    if arguments.json {
        return output::print_json(&texts);
    }
    if let Some(outcome) = state.outcome {
        let phrases = language::phrases();
        let outcome = outcome_text(opened.game.rules(), outcome);
        let complaint = Complaint::new(phrases.say("actions-too-late", &[]));
        let note = phrases.say("ended-with", &[("outcome", outcome.into())]);
        return Err(Failure::Input(complaint.with_code(Code::GameOver).with_note(note)));
    }
    let mut lines = String::new();
    for text in texts {
        let _ = writeln!(lines, "{text}");
    }
    output::print(&lines)
}
