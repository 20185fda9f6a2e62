//! The answer to `until solvable`.

use masume_engine::SetupSolver;

use crate::{Aim, Budget, Limit, Solved, Verdict, pairs, solve};

/// Nodes for what is decided by choosing pairs: many times what the hardest of ten thousand deals of 136
/// tiles takes.
const NODES_OF_PAIRS: u64 = 1_000_000;

/// Nodes for other games: what is not decided soon is left to the engine's own search, or another set-up is
/// tried.
const NODES: u64 = 500;

/// Memory of a search, in bytes.
const BYTES: u64 = 256 << 20;

/// Solver that decides if a set-up can be won, for [`Game::with_solver`](masume_engine::Game::with_solver): a win
/// is one that was played, and that there is none was proved. Set-ups that are not decided within a fixed number of
/// nodes are left to the engine.
///
/// ```
/// use masume_engine::{Game, Setup, shipped_games};
///
/// let shipped = shipped_games().iter().find(|game| game.name == "shisen-sho").expect("it is shipped");
/// let game = Game::load(shipped.text).game.expect("shipped games are sound");
/// let game = game.with_solver(masume_search::setup_solver());
/// assert_eq!(game.id("shisen-sho", &Setup { seed: 7, ..Setup::default() }), "shisen-sho#7v2");
/// ```
pub fn setup_solver() -> SetupSolver {
    SetupSolver::new(|game, state| {
        let mut budget = Budget { nodes: NODES, bytes: BYTES, stop: game.stop_token().clone() };
        if pairs::search(game, state, &budget).is_some() {
            budget.nodes = NODES_OF_PAIRS;
        }
        let Ok(Solved { verdict, .. }) = solve(game, state, Aim::Any, &budget) else { return None };
        match verdict {
            Verdict::Won(_) => Some(true),
            Verdict::Impossible(_) => Some(false),
            // The set-up is not used: the call ends with an error.
            Verdict::GaveUp(Limit::Stopped) => Some(true),
            Verdict::Scored(_) | Verdict::GaveUp(_) => None,
        }
    })
}
