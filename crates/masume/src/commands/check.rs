//! `masume check`: mistakes in game files.

use std::fmt::Write as _;

use masume_engine::{Diagnostic, Game, Setup, Severity, Slow};

use crate::arguments::CheckArguments;
use crate::failure::Failure;
use crate::locale::Phrases;
use crate::report::{self, DiagnosticRecord, Source};
use crate::{input, output};

use super::slow;

/// How many plies are played at random: enough to run every rule of a small game a few times.
const PLIES: u32 = 60;
/// Checking gives the same answer every time.
const SEED: u64 = 1;

pub(crate) fn run(arguments: &CheckArguments, phrases: &Phrases) -> Result<(), Failure> {
    let mut records: Vec<DiagnosticRecord> = Vec::new();
    let mut summary = String::new();
    let mut failed = false;
    for path in &arguments.files {
        let Checked { source, diagnostics, slow } = match check(path, arguments.advice) {
            Ok(checked) => checked,
            // The other files are looked at all the same.
            Err(failure) => {
                let _ = failure.report();
                failed = true;
                continue;
            }
        };
        let count = |severity| diagnostics.iter().filter(|it| it.severity == severity).count();
        let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
        failed |= errors > 0;
        if arguments.json {
            records.extend(report::records(&diagnostics, &source));
        } else {
            report::print_all(&diagnostics, &source);
            let _ = writeln!(summary, "{path}: {}", verdict(errors, warnings, phrases));
            summary.push_str(&slow::lines(&slow, &source.text, phrases));
        }
    }
    if arguments.json {
        output::print_json(&records)?;
    } else {
        output::print(&summary)?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// What is found in a file.
struct Checked {
    source: Source,
    diagnostics: Vec<Diagnostic>,
    /// Only where advice was asked for.
    slow: Vec<Slow>,
}

fn check(path: &str, wants_advice: bool) -> Result<Checked, Failure> {
    let bytes = input::read_bytes(path, input::MAX_TEXT)?;
    let loaded = Game::load_bytes(&bytes);
    let (mut diagnostics, mut slow) = (loaded.diagnostics, Vec::new());
    if let Some(game) = loaded.game {
        diagnostics.extend(game.check_play(PLIES, SEED));
        if wants_advice {
            // What is wrong with the set-up is among the diagnostics.
            slow = game.slow_parts(&Setup::default()).unwrap_or_default();
        }
    }
    // Bytes that are no text have one diagnostic, before which all is text.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok(Checked { source: Source { path: path.to_owned(), text }, diagnostics, slow })
}

fn verdict(errors: usize, warnings: usize, phrases: &Phrases) -> String {
    let counted = |id, count: usize| phrases.say(id, &[("count", count.into())]);
    let errors = (errors > 0).then(|| counted("check-errors", errors));
    let warnings = (warnings > 0).then(|| counted("check-warnings", warnings));
    let found: Vec<String> = errors.into_iter().chain(warnings).collect();
    match found.is_empty() {
        true => phrases.say("check-nothing", &[]),
        false => found.join(", "),
    }
}
