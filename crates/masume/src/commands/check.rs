//! `masume check`: mistakes in game files.

use std::fmt::Write as _;

use masume_engine::{Diagnostic, Game, Severity};

use crate::arguments::CheckArguments;
use crate::failure::Failure;
use crate::locale::Phrases;
use crate::report::{self, DiagnosticRecord, Source};
use crate::{input, output};

/// How many plies are played at random: enough to run every rule of a small game a few times.
const PLIES: u32 = 60;
/// Checking gives the same answer every time.
const SEED: u64 = 1;

pub(crate) fn run(arguments: &CheckArguments, phrases: &Phrases) -> Result<(), Failure> {
    let mut records: Vec<DiagnosticRecord> = Vec::new();
    let mut summary = String::new();
    let mut failed = false;
    for path in &arguments.files {
        let (source, diagnostics) = match check(path) {
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
        }
    }
    if arguments.json {
        output::print_json(&records)?;
    } else {
        output::print(&summary)?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

fn check(path: &str) -> Result<(Source, Vec<Diagnostic>), Failure> {
    let bytes = input::read_bytes(path, input::MAX_TEXT)?;
    let loaded = Game::load_bytes(&bytes);
    let mut diagnostics = loaded.diagnostics;
    if let Some(game) = loaded.game {
        diagnostics.extend(game.check_play(PLIES, SEED));
    }
    // Bytes that are no text have one diagnostic, before which all is text.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    Ok((Source { path: path.to_owned(), text }, diagnostics))
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
