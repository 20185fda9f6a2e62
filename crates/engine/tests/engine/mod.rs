//! The boundary, on games of a few lines: what it loads, starts, plays, counts and refuses.

#![expect(clippy::unwrap_used, reason = "what fails here fails the test")]

#[cfg(feature = "batch")]
mod batch;
mod blame;
mod budgets;
mod errors;
mod executors;
mod explain;
mod games;
mod ids;
mod perft;
mod play;
mod playout;
mod positions;
mod setups;
mod shipped;
mod slow;
mod stops;
mod successors;

use masume_engine::{Diagnostic, Game};

/// The game of a text that is in order.
fn game(text: &str) -> Game {
    let loaded = Game::load(text);
    let problems: Vec<String> =
        loaded.diagnostics.iter().map(|diagnostic| shown(text, diagnostic)).collect();
    loaded.game.unwrap_or_else(|| panic!("{problems:?}"))
}

/// A diagnostic as `E0502 "the text underlined" message: label`.
fn shown(text: &str, diagnostic: &Diagnostic) -> String {
    let found = text.get(diagnostic.span.range()).unwrap_or("(out of the text)");
    format!("{} {found:?} {}: {}", diagnostic.code, diagnostic.message, diagnostic.label)
}
