//! Diagnostics for people, as `error[E0207]: …` with the line underlined, and for programs, as JSON.
//!
//! The only place that knows how a problem looks. Colours are for terminals only: `anstream`
//! takes them out everywhere else, and where `NO_COLOR` is set.

use std::io::Write as _;

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use anstyle::{AnsiColor, Style};
use masume_syntax::{Diagnostic, LineIndex, Severity, Span};
use serde::Serialize;

use crate::complaint::Complaint;
use crate::escape::{escaped, masked};
use crate::locale::Phrases;

/// The longest line, in bytes, that is shown; a longer one is only named.
const LONGEST_LINE: usize = 1000;

/// As the snippets have it.
const ERROR: Style = AnsiColor::BrightRed.on_default().bold();
/// As the snippets have it.
const ASIDE: Style = Style::new().bold();

/// A text and what to call it.
#[derive(Clone, Debug)]
pub(crate) struct Source {
    /// A path, or a name such as `the state`.
    pub(crate) path: String,
    /// The text that the spans are about.
    pub(crate) text: String,
}

/// A diagnostic for programs; the fields are the JSON form.
#[derive(Debug, Serialize)]
pub(crate) struct DiagnosticRecord {
    code: &'static str,
    severity: &'static str,
    message: String,
    file: String,
    /// Counted from 1.
    line: usize,
    /// Characters, counted from 1.
    column: usize,
    label: String,
    /// Another place that belongs to it.
    #[serde(skip_serializing_if = "Option::is_none")]
    elsewhere: Option<PlaceRecord>,
    help: Option<String>,
}

/// Another place for programs.
#[derive(Debug, Serialize)]
struct PlaceRecord {
    /// Counted from 1.
    line: usize,
    /// Characters, counted from 1.
    column: usize,
    label: String,
}

/// Whether this is what rules came to while they ran: its place is in the game's text.
pub(crate) fn is_of_run(diagnostic: &Diagnostic) -> bool {
    diagnostic.code.id().starts_with("E05")
}

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
    let phrases = Phrases::of_command_line();
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
    let label = Phrases::of_command_line().say("complaint-note", &[]);
    let _ = writeln!(anstream::stderr(), "{ASIDE}{label}{ASIDE:#}: {}", escaped(message));
}

/// The diagnostic with its line underlined, without colours and without a line end.
pub(crate) fn render_plain(diagnostic: &Diagnostic, source: &Source) -> String {
    render(&Renderer::plain(), diagnostic, source, &LineIndex::new(&source.text))
}

/// The diagnostics for programs.
pub(crate) fn records(diagnostics: &[Diagnostic], source: &Source) -> Vec<DiagnosticRecord> {
    let lines = LineIndex::new(&source.text);
    diagnostics.iter().map(|diagnostic| record(diagnostic, source, &lines)).collect()
}

fn record(diagnostic: &Diagnostic, source: &Source, lines: &LineIndex<'_>) -> DiagnosticRecord {
    let place = Place::of(diagnostic.span, lines);
    let elsewhere = diagnostic.elsewhere.as_ref().map(|(span, label)| {
        let place = Place::of(*span, lines);
        PlaceRecord { line: place.line, column: place.column, label: label.clone() }
    });
    DiagnosticRecord {
        code: diagnostic.code.id(),
        severity: match diagnostic.severity {
            Severity::Error => "error",
            Severity::Warning => "warning",
        },
        message: diagnostic.message.clone(),
        file: source.path.clone(),
        line: place.line,
        column: place.column,
        label: diagnostic.label.clone(),
        elsewhere,
        help: diagnostic.help.clone(),
    }
}

fn render(
    renderer: &Renderer,
    diagnostic: &Diagnostic,
    source: &Source,
    lines: &LineIndex<'_>,
) -> String {
    let level = match diagnostic.severity {
        Severity::Error => Level::ERROR,
        Severity::Warning => Level::WARNING,
    };
    let place = Place::of(diagnostic.span, lines);
    let (message, label) = (escaped(&diagnostic.message), escaped(&diagnostic.label));
    let (path, help) = (escaped(&source.path), diagnostic.help.as_deref().map(escaped));
    let title = level.primary_title(message).id(diagnostic.code.id());
    let mut group = Group::with_title(title);
    if place.text.len() <= LONGEST_LINE {
        let annotation = AnnotationKind::Primary.span(place.start..place.end);
        group = group.element(
            Snippet::source(masked(place.text))
                .line_start(place.line)
                .path(path.clone())
                .annotation(annotation.label(label)),
        );
    } else {
        let origin = Origin::path(path.clone()).line(place.line);
        group = group.element(Element::from(origin.char_column(place.column)));
        group = group.element(Level::NOTE.message(label));
    }
    if let Some((span, label)) = &diagnostic.elsewhere {
        let place = Place::of(*span, lines);
        if place.text.len() <= LONGEST_LINE {
            let annotation = AnnotationKind::Context.span(place.start..place.end);
            group = group.element(
                Snippet::source(masked(place.text))
                    .line_start(place.line)
                    .path(path)
                    .annotation(annotation.label(escaped(label))),
            );
        }
    }
    if let Some(help) = help {
        group = group.element(Level::HELP.message(help));
    }
    renderer.render(&[group])
}

/// Where a diagnostic points: its first line only, for what follows is seldom what is wrong.
struct Place<'a> {
    /// The line without its end.
    text: &'a str,
    /// Counted from 1.
    line: usize,
    /// Characters, counted from 1.
    column: usize,
    /// Bytes of the line.
    start: usize,
    /// Bytes of the line, not before `start`.
    end: usize,
}

impl<'a> Place<'a> {
    fn of(span: Span, lines: &LineIndex<'a>) -> Self {
        let start = lines.position(span.start);
        let end = lines.position(span.end);
        let text = lines.line(start.line);
        let byte = |column: u32| {
            text.char_indices().nth(column as usize - 1).map_or(text.len(), |(byte, _)| byte)
        };
        let first = byte(start.column);
        let last = if end.line == start.line { byte(end.column) } else { text.len() };
        Self {
            text,
            line: start.line as usize,
            column: start.column as usize,
            start: first,
            end: last.max(first),
        }
    }
}
