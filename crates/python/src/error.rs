//! Errors as exceptions: each says what is wrong, where, and the way out.

use masume_engine::{Game, Grid, RunError, RunErrorKind, SetupError, run_diagnostic};
use masume_rules::text::ActionTextError;
use masume_syntax::{Diagnostic, LineIndex, Severity};
use pyo3::exceptions::{PyKeyboardInterrupt, PyValueError};
use pyo3::prelude::*;
use pyo3::{create_exception, intern};

create_exception!(
    masume,
    GameError,
    PyValueError,
    "A mistake in a game, a state or a set-up: `message`, `code`, `line`, `column`, `label`, `help`."
);
create_exception!(masume, IllegalActionError, GameError, "An action that cannot be done.");

/// Parts of an exception.
#[derive(Default)]
pub(crate) struct Report {
    pub(crate) code: Option<String>,
    pub(crate) message: String,
    pub(crate) line: Option<u32>,
    pub(crate) column: Option<u32>,
    pub(crate) label: Option<String>,
    pub(crate) help: Option<String>,
}

impl Report {
    /// Of something that is no place in a text.
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), ..Self::default() }
    }

    /// With a way out.
    pub(crate) fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Of a diagnostic of this text.
    pub(crate) fn of(diagnostic: &Diagnostic, text: &str) -> Self {
        let place = LineIndex::new(text).position(diagnostic.span.start);
        Self {
            code: Some(diagnostic.code.to_string()),
            message: diagnostic.message.clone(),
            line: Some(place.line),
            column: Some(place.column),
            label: Some(diagnostic.label.clone()).filter(|label| !label.is_empty()),
            help: diagnostic.help.clone(),
        }
    }

    fn text(&self) -> String {
        let place = match (self.line, self.column) {
            (Some(line), Some(column)) => format!(" (line {line}, column {column})"),
            _ => String::new(),
        };
        let code = self.code.as_ref().map_or_else(String::new, |code| format!("{code}: "));
        let label = self.label.as_ref().map_or_else(String::new, |label| format!("; {label}"));
        let help = self.help.as_ref().map_or_else(String::new, |help| format!("\nhelp: {help}"));
        format!("{code}{}{place}{label}{help}", self.message)
    }

    /// The exception.
    pub(crate) fn raise(self, py: Python<'_>) -> PyErr {
        self.dress(py, GameError::new_err(self.text()))
    }

    /// The exception of an action that cannot be done.
    pub(crate) fn raise_illegal(self, py: Python<'_>) -> PyErr {
        self.dress(py, IllegalActionError::new_err(self.text()))
    }

    fn dress(&self, py: Python<'_>, error: PyErr) -> PyErr {
        let value = error.value(py);
        let put = || -> PyResult<()> {
            value.setattr(intern!(py, "code"), &self.code)?;
            value.setattr(intern!(py, "message"), &self.message)?;
            value.setattr(intern!(py, "line"), self.line)?;
            value.setattr(intern!(py, "column"), self.column)?;
            value.setattr(intern!(py, "label"), &self.label)?;
            value.setattr(intern!(py, "help"), &self.help)
        };
        match put() {
            Ok(()) => error,
            Err(other) => other,
        }
    }
}

/// The exception of the first error among these, or of the first at all.
pub(crate) fn of_diagnostics(py: Python<'_>, all: &[Diagnostic], text: &str) -> PyErr {
    let worst = all.iter().find(|it| it.severity == Severity::Error).or(all.first());
    worst.map_or_else(|| Report::new("the text is no game"), |it| Report::of(it, text)).raise(py)
}

/// The exception of rules that went wrong on a board.
pub(crate) fn of_run(
    py: Python<'_>,
    game: &Game,
    (grid, text): (&Grid, &str),
    error: &RunError,
) -> PyErr {
    if error.kind == RunErrorKind::Stopped {
        // Only Ctrl-C stops calls.
        return PyKeyboardInterrupt::new_err(());
    }
    Report::of(&run_diagnostic(game.rules(), grid, error), text).raise(py)
}

/// The exception of a set-up.
pub(crate) fn of_setup(py: Python<'_>, error: &SetupError, text: &str) -> PyErr {
    match error {
        SetupError::Run { error, .. } if error.kind == RunErrorKind::Stopped => {
            PyKeyboardInterrupt::new_err(())
        }
        SetupError::Size(diagnostic) | SetupError::Run { diagnostic, .. } => {
            Report { line: None, column: None, ..Report::of(diagnostic, text) }.raise(py)
        }
        SetupError::UnknownOption { .. }
        | SetupError::BadOption { .. }
        | SetupError::NoLevel { .. }
        | SetupError::Level { .. }
        | SetupError::NoSolver => Report::new(error.to_string()).raise(py),
    }
}

/// As much of a caller's text as a message shows.
pub(crate) fn shown(text: &str) -> String {
    text.chars().filter(|it| !it.is_control()).take(60).collect()
}

/// The exception of an action's text.
pub(crate) fn of_action_text(py: Python<'_>, error: &ActionTextError) -> PyErr {
    let texts = || "the texts of `legal_action_names` can be done".to_owned();
    Report::new(error.message()).with_help(error.help().unwrap_or_else(texts)).raise_illegal(py)
}
