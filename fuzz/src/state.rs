//! Any text as a state and as an action of a shipped game, which the first byte chooses: an error or a state that prints
//! and reads back.

use std::sync::LazyLock;

use masume_engine::{Game, Setup, shipped_games};

use crate::{Seed, text_of};

static GAMES: LazyLock<Vec<(&str, Game)>> = LazyLock::new(|| {
    let load = |name, text| Some((name, Game::load(text).game?));
    shipped_games().iter().filter_map(|shipped| load(shipped.name, shipped.text)).collect()
});

pub(crate) fn run(bytes: &[u8]) {
    let Some((choice, text)) = bytes.split_first() else { return };
    let (text, (_, game)) = (text_of(text), &GAMES[usize::from(*choice) % GAMES.len()]);
    if let Ok(state) = game.read_state(text) {
        let printed = game.print_state(&state);
        assert_eq!(game.read_state(&printed).as_ref(), Ok(&state), "{printed}");
        let _ = game.read_action(&state, text);
    }
}

/// Starting positions.
pub(crate) fn seeds() -> Vec<Seed> {
    let seed = |(choice, (name, game)): (usize, &(&str, Game))| {
        let start = game.start(&Setup::default()).ok()?;
        let input = [&[choice as u8], game.print_state(&start).as_bytes()].concat();
        Some(((*name).to_owned(), input))
    };
    GAMES.iter().enumerate().filter_map(seed).collect()
}
