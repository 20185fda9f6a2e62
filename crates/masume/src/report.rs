//! Problems on standard error.
//!
//! Colours are for terminals only: `anstream` takes them out everywhere else, and where `NO_COLOR`
//! is set.

use std::io::Write as _;

use annotate_snippets::Renderer;
use anstyle::{AnsiColor, Style};
use masume_presentation::complaint::Complaint;
use masume_presentation::diagnostic::{Source, render};
use masume_presentation::escape::escaped;
use masume_syntax::{Diagnostic, LineIndex};

use crate::language;

/// As the snippets have it.
const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// As the snippets have it.
const ASIDE: Style = Style::new().bold();

/// Says all of them on standard error.
pub(crate) fn print_all(diagnostics: &[Diagnostic], source: &Source) {
    let mut output = anstream::stderr();
    let lines = LineIndex::new(&source.text);
    for diagnostic in diagnostics {
        let text = render(&Renderer::styled(), diagnostic, source, &lines);
        // Standard error may be closed; then nobody can be told.
        let _ = writeln!(output, "{text}\n");
    }
}

/// Says it on standard error: a problem without a place in a text has no line to underline.
pub(crate) fn complain(complaint: &Complaint) {
    let phrases = language::phrases();
    let word = |id: &str| phrases.say(id, &[]);
    let code = complaint.code.map(|code| format!("[{code}]")).unwrap_or_default();
    let error = word("complaint-error");
    let mut text = format!("{ERROR}{error}{code}{ERROR:#}: {}\n", escaped(&complaint.message));
    for note in &complaint.notes {
        let label = word("complaint-note");
        text.push_str(&format!("  {ASIDE}{label}{ASIDE:#}: {}\n", escaped(note)));
    }
    if let Some(help) = &complaint.help {
        let label = word("complaint-help");
        text.push_str(&format!("  {ASIDE}{label}{ASIDE:#}: {}\n", escaped(help)));
    }
    // Standard error may be closed; then nobody can be told.
    let _ = anstream::stderr().write_all(text.as_bytes());
}

/// Says on standard error what is no problem, but may surprise.
pub(crate) fn note(message: &str) {
    // Standard error may be closed; then nobody can be told.
    let label = language::phrases().say("complaint-note", &[]);
    let _ = writeln!(anstream::stderr(), "{ASIDE}{label}{ASIDE:#}: {}", escaped(message));
}
