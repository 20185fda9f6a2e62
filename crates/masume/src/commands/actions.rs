//! `masume actions`: what is legal.

use std::fmt::Write as _;

use clap::{Args, ValueHint};
use masume_engine::{Code, StopToken};
use masume_presentation::complaint::Complaint;
use masume_presentation::outcome::outcome_text;

use crate::arguments::GameArguments;
use crate::failure::Failure;
use crate::language;
use crate::{open, output};

/// Steps that are waited for, some seconds: a list that takes longer is not worth waiting for, and
/// mostly a slip of the author of a game.
const STEPS: u64 = 1 << 27;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ActionsArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Look at the state in this file, `-` for standard input, or a position on a line such as FEN
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) state: Option<String>,
    /// Print one JSON list
    #[arg(long)]
    pub(crate) json: bool,
}

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
