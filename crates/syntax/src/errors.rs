//! The diagnostics found so far, and their bound.

use crate::{Code, Diagnostic, diagnostic::sort_and_dedup};

/// The most errors of one file, as in the grammar: more are of no use to anybody.
pub const MOST_ERRORS: usize = 100;

/// Diagnostics in the order of the text.
#[derive(Debug, Default)]
pub(crate) struct Errors {
    found: Vec<Diagnostic>,
}

impl Errors {
    /// Adds one. It is made only where it may be shown, so that a text of errors alone costs
    /// little.
    pub(crate) fn add(&mut self, diagnostic: impl FnOnce() -> Diagnostic) {
        // One more than is shown, to know that there are more.
        if self.found.len() <= MOST_ERRORS {
            self.found.push(diagnostic());
        }
    }

    /// All that are shown, of two passes over the text, in its order.
    pub(crate) fn merge(self, other: Self) -> Vec<Diagnostic> {
        let mut all = self.found;
        all.extend(other.found);
        bounded(all)
    }
}

/// Diagnostics in the order of their text, each once; of more than [`MOST_ERRORS`] the first, and that
/// there are more.
pub fn bounded(mut all: Vec<Diagnostic>) -> Vec<Diagnostic> {
    sort_and_dedup(&mut all);
    if all.len() > MOST_ERRORS {
        let next = all[MOST_ERRORS].span;
        all.truncate(MOST_ERRORS);
        all.push(Diagnostic::error(
            Code::TooManyErrors,
            next,
            format!("more than {MOST_ERRORS} errors"),
            "what follows is not shown",
        ));
    }
    all
}
