//! `masume explain`: what becomes of each rule when it runs.

use masume_engine::ExplainError;

use crate::arguments::ExplainArguments;
use crate::complaint::Complaint;
use crate::failure::Failure;
use crate::locale::Phrases;
use crate::{open, output};

pub(crate) fn run(arguments: &ExplainArguments) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    let explained = opened.game.explain(&opened.setup, arguments.rule.as_deref());
    let explained = explained.and_then(|text| {
        let code = arguments.lockstep.then(|| opened.game.explain_lockstep(&opened.setup));
        Ok(text + &code.transpose()?.unwrap_or_default())
    });
    match explained {
        Ok(text) => output::print(&text),
        Err(ExplainError::Setup(error)) => Err(opened.setup_failure(error)),
        Err(ExplainError::UnknownRule { asked, known }) => {
            let phrases = Phrases::of_command_line();
            let complaint = Complaint::new(phrases.say("no-such-rule", &[("name", asked.into())]));
            Err(Failure::Usage(complaint.with_note(match known.as_slice() {
                [] => phrases.say("has-no-rules", &[]),
                known => phrases.say("its-rules", &[("places", known.join(", ").into())]),
            })))
        }
    }
}
