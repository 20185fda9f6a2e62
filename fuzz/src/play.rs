//! Any text as a game, played for a few plies: an error or a state, never a panic, never a hang.

use masume_engine::Game;

use crate::text_of;

pub(crate) fn run(bytes: &[u8]) {
    if let Some(game) = Game::load(text_of(bytes)).game {
        let _ = game.check_play(3, 1);
    }
}
