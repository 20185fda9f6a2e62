//! Any text: checking never panics, and says nothing twice.

use std::collections::BTreeSet;

use masume_engine::Game;

use crate::text_of;

pub(crate) fn run(bytes: &[u8]) {
    let loaded = Game::load(text_of(bytes));
    let mut seen = BTreeSet::new();
    for diagnostic in &loaded.diagnostics {
        assert!(seen.insert((diagnostic.span, diagnostic.code)), "said twice: {diagnostic:?}");
    }
}
