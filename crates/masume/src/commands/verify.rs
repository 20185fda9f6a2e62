//! `masume verify`: whether a proof is one.

use clap::{Args, ValueHint};
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_search::{Proof, ProofError, verify};

use crate::arguments::GameArguments;
use crate::failure::Failure;
use crate::{input, open, output};

/// The most bytes of a proof: 4 GiB.
const MAX_PROOF: u64 = 4 << 30;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct VerifyArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// A proof that `masume solve --proof` wrote, or `-` for standard input
    #[arg(value_name = "PROOF", value_hint = ValueHint::FilePath)]
    pub(crate) proof: String,
}

pub(crate) fn run(arguments: &VerifyArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let text = input::read_text(&arguments.proof, MAX_PROOF)?;
    let failed = |error| failure(&error, phrases);
    let proof = Proof::read(&opened.game, &text).map_err(failed)?;
    verify(&opened.game, &proof).map_err(failed)?;
    // A level that is named is the one that is asked about.
    if let Some(level) = arguments.game.level
        && opened.start()?.board != proof.start().board
    {
        let reason = phrases.say("verify-other-level", &[("level", level.to_string().into())]);
        return Err(fails(reason, phrases));
    }
    let board = opened.game.print_board(proof.start());
    output::print(&format!("{}\n{board}\n", phrases.say("verify-holds", &[])))
}

/// Fault of the proof, in words.
fn failure(error: &ProofError, phrases: &Phrases) -> Failure {
    let say = |id: &str| phrases.say(id, &[]);
    let reason = match error {
        ProofError::Text { line } => {
            phrases.say("verify-text", &[("line", line.to_string().into())])
        }
        ProofError::OtherGame => say("verify-other-game"),
        ProofError::Forgets => say("verify-forgets"),
        ProofError::Over => say("verify-over"),
        ProofError::NoStart => say("verify-no-start"),
        ProofError::Wins => say("verify-wins"),
        ProofError::Open => say("verify-open"),
        ProofError::Changes => say("verify-changes"),
        ProofError::Rules(_) => say("verify-rules"),
    };
    fails(reason, phrases)
}

fn fails(reason: String, phrases: &Phrases) -> Failure {
    Failure::Input(Complaint::new(phrases.say("verify-fails", &[("reason", reason.into())])))
}
