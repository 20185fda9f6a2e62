//! Any text as a state and as an action of shipped games: an error or a state that prints and reads back.
#![no_main]

use std::sync::LazyLock;

use libfuzzer_sys::fuzz_target;
use masume_engine::{Game, shipped_games};

static GAMES: LazyLock<Vec<Game>> = LazyLock::new(|| {
    shipped_games().iter().filter_map(|shipped| Game::load(shipped.text).game).collect()
});

fuzz_target!(|input: (u8, &str)| {
    let (choice, text) = input;
    let game = &GAMES[usize::from(choice) % GAMES.len()];
    if let Ok(state) = game.read_state(text) {
        let printed = game.print_state(&state);
        assert_eq!(game.read_state(&printed).as_ref(), Ok(&state), "{printed}");
        let _ = game.read_action(&state, text);
    }
});
