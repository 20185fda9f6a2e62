//! States, actions, levels and notations as text: what is printed is read back, what is wrong is
//! located, and nothing that anyone may write makes a reader panic.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

mod actions;
mod collection_forms;
mod collections;
mod games;
mod moves;
mod notations;
mod required;
mod states;

use masume_syntax::Diagnostic;

/// A diagnostic as `E0402 "the text underlined" message`.
fn shown(text: &str, diagnostic: &Diagnostic) -> String {
    let found = text.get(diagnostic.span.range()).unwrap_or("(out of the text)");
    format!("{} {found:?} {}", diagnostic.code, diagnostic.message)
}
