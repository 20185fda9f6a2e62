//! `masume check`: mistakes in game files and in collections of levels.

use std::fmt::Write as _;

use clap::{Args, ValueHint};
use clap_complete::engine::ArgValueCompleter;
use masume_engine::{Code, Diagnostic, Game, Setup, Severity, Slow, Span};
use masume_presentation::diagnostic;
use masume_presentation::diagnostic::{DiagnosticRecord, Source};
use masume_presentation::locale::Phrases;
use masume_rules::text::{CannotBeWon, Collection};
use masume_service::played;

use super::slow;
use crate::arguments::games_and_files;
use crate::failure::Failure;
use crate::report;
use crate::{input, open, output};

/// Arguments of the command.
#[derive(Debug, Args)]
pub(crate) struct CheckArguments {
    /// Game files, or names of games
    #[arg(value_name = "FILE", required = true, add = ArgValueCompleter::new(games_and_files))]
    pub(crate) files: Vec<String>,
    /// Look at levels from a file too, such as a Sokoban collection: mistakes in it, and levels
    /// that cannot be won
    #[arg(long, value_name = "FILE", value_hint = ValueHint::FilePath)]
    pub(crate) levels: Option<String>,
    /// Print the mistakes as one JSON list
    #[arg(long)]
    pub(crate) json: bool,
    /// Say what is slow about each game, too, as `masume explain` does
    #[arg(long, conflicts_with = "json")]
    pub(crate) advice: bool,
}

pub(crate) fn run(arguments: &CheckArguments, phrases: &Phrases) -> Result<(), Failure> {
    let mut records: Vec<DiagnosticRecord> = Vec::new();
    let mut summary = String::new();
    let mut failed = false;
    for path in &arguments.files {
        let checked = match check(path, arguments) {
            Ok(checked) => checked,
            // The other files are looked at all the same.
            Err(failure) => {
                let _ = failure.report();
                failed = true;
                continue;
            }
        };
        for Checked { source, diagnostics, slow } in checked {
            let count = |severity| diagnostics.iter().filter(|it| it.severity == severity).count();
            let (errors, warnings) = (count(Severity::Error), count(Severity::Warning));
            failed |= errors > 0;
            if arguments.json {
                records.extend(diagnostic::records(&diagnostics, &source));
            } else {
                report::print_all(&diagnostics, &source);
                let verdict = verdict(errors, warnings, phrases);
                let _ = writeln!(summary, "{}: {verdict}", source.path);
                summary.push_str(&slow::lines(&slow, &source.text, phrases));
            }
        }
    }
    if arguments.json {
        output::print_json(&records)?;
    } else {
        output::print(&summary)?;
    }
    if failed { Err(Failure::Reported) } else { Ok(()) }
}

/// A text, and what is found in it.
struct Checked {
    source: Source,
    diagnostics: Vec<Diagnostic>,
    /// Only where advice was asked for.
    slow: Vec<Slow>,
}

/// Looks at a game, and at levels for it where a file of them is named.
fn check(path: &str, arguments: &CheckArguments) -> Result<Vec<Checked>, Failure> {
    let (path, bytes) = match open::looks_like_a_path(path) {
        true => (path.to_owned(), input::read_bytes(path, input::MAX_TEXT)?),
        false => {
            let (_, source) = open::find(path)?;
            (source.path, source.text.into_bytes())
        }
    };
    let loaded = Game::load_bytes(&bytes);
    let (mut diagnostics, mut slow) = (loaded.diagnostics, Vec::new());
    let mut collection = None;
    if let Some(game) = loaded.game {
        diagnostics.extend(played(&game));
        if arguments.advice {
            // What is wrong with the set-up is among the diagnostics.
            slow = game.slow_parts(&Setup::default()).unwrap_or_default();
        }
        if let Some(levels) = &arguments.levels {
            let (checked, run) = check_levels(game, levels)?;
            // What rules came to on a level has its place in the game.
            for diagnostic in run {
                if !diagnostics.contains(&diagnostic) {
                    diagnostics.push(diagnostic);
                }
            }
            collection = Some(checked);
        }
    }
    // Bytes that are no text have one diagnostic, before which all is text.
    let text = String::from_utf8_lossy(&bytes).into_owned();
    let game = Checked { source: Source { path, text }, diagnostics, slow };
    Ok([game].into_iter().chain(collection).collect())
}

/// Errors in the levels of a file, and what the rules came to on them.
fn check_levels(game: Game, path: &str) -> Result<(Checked, Vec<Diagnostic>), Failure> {
    let (text, foreign) = input::read_levels(path, input::MAX_BOARDS)?;
    let source = Source { path: path.to_owned(), text };
    let (mut diagnostics, mut run) = (Vec::new(), Vec::new());
    diagnostics.extend(foreign.map(not_utf8));
    match game.read_level_file(&source.text) {
        Ok(Collection { levels, warnings }) => {
            diagnostics.extend(warnings);
            let rules = game.rules();
            let hopeless = |level| Some(CannotBeWon::of(rules, level)?.diagnostic(rules, level));
            diagnostics.extend(levels.iter().filter_map(hopeless));
            let (of_run, of_levels): (Vec<_>, Vec<_>) =
                played(&game.with_levels(levels)).into_iter().partition(diagnostic::is_of_run);
            diagnostics.extend(of_levels);
            run = of_run;
        }
        Err(wrong) => diagnostics.extend(wrong),
    }
    Ok((Checked { source, diagnostics, slow: Vec::new() }, run))
}

/// The warning of levels that are not UTF-8 from this byte on.
fn not_utf8(at: u32) -> Diagnostic {
    let message = "not UTF-8 text: read as Windows-1252, of which Latin-1 is a part";
    Diagnostic::warning(Code::NotText, Span::new(at, at), message, "titles may have other letters")
        .with_help("save the file as UTF-8 text")
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
