//! `masume explain`: what is slow about a game; what becomes of each rule when it runs.

use clap::Args;
use masume_engine::ExplainError;
use masume_presentation::complaint::Complaint;
use masume_presentation::locale::Phrases;
use masume_search::Budget;
use masume_search::agent::{Strength, for_game, has_threats};

use super::slow;
use crate::arguments::GameArguments;
use crate::failure::Failure;
use crate::language;
use crate::open::Opened;
use crate::{open, output};

/// Nodes for finding out what rules show, a few seconds: nobody gives a bound, and no search waits for it.
const NODES_OF_FACTS: u64 = 100_000;

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct ExplainArguments {
    #[command(flatten)]
    pub(crate) game: GameArguments,
    /// Print what becomes of these rules when they run: those of an action, of `start` or `then`, or the
    /// one of this number
    #[arg(long, value_name = "RULE")]
    pub(crate) rule: Option<String>,
    /// Print what becomes of all rules, and the code that many boards run side by side, where there is one
    #[arg(long, conflicts_with = "rule")]
    pub(crate) code: bool,
    /// Say which agent plays the game, and why
    #[arg(long, conflicts_with_all = ["rule", "code"])]
    pub(crate) agent: bool,
    /// Say what the rules show that helps a search, and why the rest does not hold
    #[arg(long, conflicts_with_all = ["rule", "code", "agent"])]
    pub(crate) facts: bool,
}

pub(crate) fn run(arguments: &ExplainArguments, phrases: &Phrases) -> Result<(), Failure> {
    let opened = open::open(&arguments.game)?;
    if arguments.agent {
        return output::print(&agent(&opened, phrases)?);
    }
    if arguments.facts {
        return output::print(&facts(&opened, phrases)?);
    }
    if arguments.rule.is_none() && !arguments.code {
        return output::print(&summary(&opened, phrases)?);
    }
    let explained = opened.game.explain(&opened.setup, arguments.rule.as_deref());
    let explained = explained.and_then(|text| {
        let code = arguments.code.then(|| opened.game.explain_code(&opened.setup));
        Ok(text + &code.transpose()?.unwrap_or_default())
    });
    match explained {
        Ok(text) => output::print(&text),
        Err(ExplainError::Setup(error)) => Err(opened.setup_failure(error)),
        Err(ExplainError::UnknownRule { asked, known }) => {
            let phrases = language::phrases();
            let complaint = Complaint::new(phrases.say("no-such-rule", &[("name", asked.into())]));
            Err(Failure::Usage(complaint.with_note(match known.as_slice() {
                [] => phrases.say("has-no-rules", &[]),
                known => phrases.say("its-rules", &[("places", known.join(", ").into())]),
            })))
        }
    }
}

/// Agent that plays, the reason for it, and its nodes at each level.
fn agent(opened: &Opened, phrases: &Phrases) -> Result<String, Failure> {
    let state = opened.start()?;
    let mut lines = Vec::new();
    for strength in [Strength::Easy, Strength::Medium, Strength::Hard] {
        let pick = for_game(&opened.game, &state, strength.into(), opened.setup.seed);
        let pick = pick.map_err(|it| super::drive::unsuited(&it, phrases))?;
        if lines.is_empty() {
            let does = phrases.say(&format!("agent-does-{}", pick.kind.name()), &[]);
            let because = phrases.say(&format!("agent-because-{}", pick.reason.word()), &[]);
            let title = opened.game.rules().title.as_str();
            let values = [("title", title.into()), ("agent", pick.kind.name().into())];
            let mut text =
                format!("{}\n{does}\n{because}\n", phrases.say("explain-agent", &values));
            if pick.proves {
                if has_threats(&opened.game, &state) {
                    text += &format!("{}\n", phrases.say("agent-beside-threats", &[]));
                }
                text += &format!("{}\n", phrases.say("agent-beside-ends", &[]));
            }
            lines.push(text);
        }
        let level = strength.to_string();
        lines.push(match pick.nodes {
            Some(nodes) => {
                let values = [("level", level.into()), ("nodes", nodes.to_string().into())];
                phrases.say("explain-agent-level", &values)
            }
            None => phrases.say("explain-agent-clock", &[("level", level.into())]),
        });
    }
    Ok(lines.join("\n") + "\n")
}

/// Facts that the rules show, each with its reason.
fn facts(opened: &Opened, phrases: &Phrases) -> Result<String, Failure> {
    let state = opened.start()?;
    let grid = state.board.grid();
    let values = [
        ("title", opened.game.rules().title.as_str().into()),
        ("columns", grid.width().to_string().into()),
        ("rows", grid.height().to_string().into()),
    ];
    let mut text = format!("{}\n", phrases.say("explain-facts", &values));
    let budget = Budget { nodes: NODES_OF_FACTS, ..Budget::default() };
    for fact in masume_search::facts::facts(&opened.game, &state, &budget) {
        let holds = phrases.say(if fact.holds { "fact-yes" } else { "fact-no" }, &[]);
        let kind = phrases.say(&format!("fact-kind-{}", fact.kind.word()), &[]);
        let values = [("names", fact.names.join(", ").into()), ("count", fact.count.into())];
        let reason = phrases.say(&format!("fact-because-{}", fact.reason.word()), &values);
        text.push_str(&format!("  {holds}  {kind}: {reason}\n"));
    }
    Ok(text)
}

/// Summary of what is slow, on one screen.
fn summary(opened: &Opened, phrases: &Phrases) -> Result<String, Failure> {
    let failed = |error| opened.setup_failure(error);
    let grid = opened.game.grid_of(&opened.setup).map_err(failed)?;
    let slow = opened.game.slow_parts(&opened.setup).map_err(failed)?;
    let title = opened.game.rules().title.as_str();
    let values = [
        ("title", title.into()),
        ("columns", grid.width().to_string().into()),
        ("rows", grid.height().to_string().into()),
        ("count", slow::together(&slow).len().into()),
    ];
    let heading = if slow.is_empty() { "explain-nothing" } else { "explain-slow" };
    let mut text = format!("{}\n", phrases.say(heading, &values));
    if !slow.is_empty() {
        text.push_str(&format!("\n{}", slow::lines(&slow, &opened.source.text, phrases)));
    }
    text.push_str(&format!("\n{}\n", phrases.say("explain-details", &[])));
    Ok(text)
}
