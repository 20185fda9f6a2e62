//! Any text as a game, played for a few plies: an error or a state, never a panic, never a hang.
#![no_main]

use libfuzzer_sys::fuzz_target;
use masume_engine::Game;

fuzz_target!(|text: &str| {
    if let Some(game) = Game::load(text).game {
        let _ = game.check_play(3, 1);
    }
});
