//! Diagnostics: the problem, its place, and a way out. Data only, rendered by the faces.

use crate::{Code, Span};

/// Severity of a diagnostic.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Severity {
    /// The game cannot be played as it stands.
    Error,
    /// The game can be played, and something in it is probably not meant.
    Warning,
}

/// One problem of one text.
///
/// The wording is the user's own: lower case, no full stop, no blame; what was found and what was
/// expected, in the names of the game.
#[derive(Clone, Debug, PartialEq, Eq, Hash)]
pub struct Diagnostic {
    /// Code of the problem; the manual has a page for it.
    pub code: Code,
    /// Severity.
    pub severity: Severity,
    /// The problem in one line, such as `pattern is longer than any line of the board`.
    pub message: String,
    /// The place to underline.
    pub span: Span,
    /// Text at that place, such as `9 cells, but the longest line has 8`.
    pub label: String,
    /// Another place of the same text that belongs to it, with what is said there.
    pub elsewhere: Option<(Span, String)>,
    /// A way out, where there is one.
    pub help: Option<String>,
}

impl Diagnostic {
    /// An error without help.
    pub fn error(
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self {
            code,
            severity: Severity::Error,
            message: message.into(),
            span,
            label: label.into(),
            elsewhere: None,
            help: None,
        }
    }

    /// A warning without help.
    pub fn warning(
        code: Code,
        span: Span,
        message: impl Into<String>,
        label: impl Into<String>,
    ) -> Self {
        Self { severity: Severity::Warning, ..Self::error(code, span, message, label) }
    }

    /// The same with another place.
    #[must_use]
    pub fn with_place(mut self, span: Span, label: impl Into<String>) -> Self {
        self.elsewhere = Some((span, label.into()));
        self
    }

    /// The same with a way out.
    #[must_use]
    pub fn with_help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }
}

/// Puts diagnostics in the order of the text and drops those said before: the same code at the
/// same place is the same problem.
pub fn sort_and_dedup(diagnostics: &mut Vec<Diagnostic>) {
    diagnostics.sort_by_key(|it| (it.span.start, it.span.end, it.code, it.severity));
    diagnostics.dedup_by_key(|it| (it.span, it.code));
}
