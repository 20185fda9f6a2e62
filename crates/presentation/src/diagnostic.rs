//! Diagnostics for people, as `error[E0207]: …` with the line underlined, and for programs, as
//! JSON.

use annotate_snippets::{AnnotationKind, Element, Group, Level, Origin, Renderer, Snippet};
use masume_engine::{ShippedGame, shipped_games};
use masume_syntax::{Diagnostic, LineIndex, Severity, Span};
use serde::Serialize;

use crate::escape::{escaped, masked};

/// The longest line, in bytes, that is shown; a longer one is only named.
const LONGEST_LINE: usize = 1000;

/// A text and what to call it.
#[derive(Clone, Debug)]
pub struct Source {
    /// A path, or a name such as `the state`.
    pub path: String,
    /// The text that the spans are about.
    pub text: String,
}

impl Source {
    /// The shipped game that has this text.
    pub fn shipped(&self) -> Option<&'static ShippedGame> {
        shipped_games().iter().find(|game| game.text == self.text)
    }
}

/// A diagnostic for programs; the fields are the JSON form.
#[derive(Debug, Serialize)]
pub struct DiagnosticRecord {
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

/// True if this is what rules came to while they ran: its place is in the game's text.
///
/// ```
/// use masume_engine::Game;
/// use masume_presentation::diagnostic::is_of_run;
///
/// let diagnostics = Game::load("game Tea\nbored 3 x 3\n").diagnostics;
/// assert!(!diagnostics.is_empty() && !diagnostics.iter().any(is_of_run));
/// ```
pub fn is_of_run(diagnostic: &Diagnostic) -> bool {
    diagnostic.code.id().starts_with("E05")
}

/// The diagnostic with its line underlined, without colours and without a line end.
///
/// ```
/// use masume_engine::Game;
/// use masume_presentation::diagnostic::{Source, render_plain};
///
/// let source = Source { path: "tea.masu".into(), text: "game Tea\nbored 3 x 3\n".into() };
/// let diagnostics = Game::load(&source.text).diagnostics;
/// let rendered = diagnostics.iter().map(|it| render_plain(it, &source));
/// let text = rendered.collect::<Vec<_>>().join("\n\n");
/// assert!(text.contains("error[E0106]: expected a section, found `bored`"), "{text}");
/// assert!(text.contains("--> tea.masu:2:1"), "{text}");
/// ```
pub fn render_plain(diagnostic: &Diagnostic, source: &Source) -> String {
    render(&Renderer::plain(), diagnostic, source, &LineIndex::new(&source.text))
}

/// The diagnostics for programs.
///
/// ```
/// use masume_engine::Game;
/// use masume_presentation::diagnostic::{Source, records};
///
/// let source = Source { path: "tea.masu".into(), text: "game Tea\nbored 3 x 3\n".into() };
/// let diagnostics = Game::load(&source.text).diagnostics;
/// let json = serde_json::to_value(records(&diagnostics, &source)).unwrap();
/// let found = json.as_array().unwrap().iter().find(|it| it["code"] == "E0106").unwrap();
/// assert_eq!(found["line"], 2);
/// assert_eq!(found["column"], 1);
/// ```
pub fn records(diagnostics: &[Diagnostic], source: &Source) -> Vec<DiagnosticRecord> {
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

/// The diagnostic with its line underlined, as this renderer has it. `lines` are those of the text.
pub fn render(
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

/// Place that a diagnostic points to: its first line only, for what follows is seldom what is
/// wrong.
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
