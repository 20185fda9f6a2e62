//! Any text: checking never panics, and says nothing twice.
#![no_main]

use libfuzzer_sys::fuzz_target;

fuzz_target!(|text: &str| {
    let loaded = masume_engine::Game::load(text);
    let mut seen = std::collections::BTreeSet::new();
    for diagnostic in &loaded.diagnostics {
        assert!(seen.insert((diagnostic.span, diagnostic.code)), "said twice: {diagnostic:?}");
    }
});
