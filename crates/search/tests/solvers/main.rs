//! The solvers from outside, on small games of their own and on the shipped ones.

mod agents;
mod arrangements;
mod boxes;
mod budgets;
mod deadlocks;
mod endgame;
mod exact;
mod facts;
mod forced;
mod guided;
mod pairs;
mod points;
mod proofs;
mod reachable;
mod relevance;
mod setups;
mod slides;
mod state_codec;
mod sums;
mod symmetries;
mod verdicts;

use masume_engine::{Game, Setup, State, shipped_games};

/// The game of this text, which has to be one.
#[track_caller]
pub(crate) fn game(text: &str) -> Game {
    let loaded = Game::load(text);
    loaded.game.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

/// Its first state.
#[track_caller]
pub(crate) fn start(game: &Game) -> State {
    game.start(&Setup::default()).expect("it can be set up")
}

/// A shipped game by its name.
pub(crate) fn shipped(name: &str) -> Game {
    game(shipped_games().iter().find(|game| game.name == name).expect("it is shipped").text)
}

/// Number of random levels that a test tries: more where `MASUME_RANDOM_LEVELS` says so.
pub(crate) fn random_levels(least: u64) -> u64 {
    let asked = std::env::var("MASUME_RANDOM_LEVELS").ok().and_then(|count| count.parse().ok());
    asked.unwrap_or(least).max(least)
}
