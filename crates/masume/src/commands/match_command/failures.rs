//! Failures of a side, as they are told.

use masume_bots::Fault;
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;

/// Names of the sides, as the command line has them.
const SIDES: [&str; 2] = ["A", "B"];

/// Failure of a program that plays for a side.
pub(super) struct SideFailure<'a> {
    /// Index of the side.
    pub(super) side: usize,
    /// As the command line has it.
    pub(super) command: &'a str,
    /// Its number; none before the first.
    pub(super) game: Option<u64>,
    pub(super) fault: &'a Fault,
    /// Last lines of its standard error.
    pub(super) last_words: Option<&'a str>,
}

impl SideFailure<'_> {
    /// In words.
    pub(super) fn complaint(&self, phrases: &Phrases) -> Complaint {
        let reason = self.fault.said(phrases);
        let values = [
            ("side", SIDES[self.side].into()),
            ("command", self.command.into()),
            ("reason", reason.into()),
            ("game", self.game.unwrap_or_default().to_string().into()),
        ];
        let id = if self.game.is_some() { "match-failed" } else { "match-not-begun" };
        let mut complaint = Complaint::new(phrases.say(id, &values));
        let has_run = !matches!(self.fault, Fault::NotStarted(_) | Fault::Rules(_));
        if let Some(text) = self.last_words {
            let note = phrases.say("match-last-words", &[("text", text.into())]);
            complaint = complaint.with_note(note);
        } else if has_run {
            complaint = complaint.with_note(phrases.say("match-no-last-words", &[]));
        }
        match self.fault.help(phrases) {
            Some(help) => complaint.with_help(help),
            None => complaint,
        }
    }
}

/// True for a program that could not play at all, whatever is on the board: no other game is
/// better.
pub(super) fn ends_match(fault: &Fault, is_mute: bool) -> bool {
    match fault {
        Fault::NotStarted(_) | Fault::Unplayable(_) => true,
        Fault::Died(_) => is_mute,
        Fault::Late(_)
        | Fault::TooLong
        | Fault::Flood
        | Fault::Rubbish(_)
        | Fault::Illegal(_)
        | Fault::OutOfTurn(_)
        | Fault::WrongPly { .. }
        | Fault::Refused(_)
        | Fault::Rules(_)
        | Fault::Stopped => false,
    }
}
