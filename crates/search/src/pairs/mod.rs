//! Games of taking equal things in pairs: a search over how the tiles of each kind fall into pairs.
//!
//! Once the pairs are chosen the order does not matter, for taking one pair never prevents another. So the search
//! chooses pairs kind by kind, takes what can be taken, and sees what is left at the best: when each kind
//! that is not chosen yet takes every tile that is joined to an equal one. If something is left then,
//! the choices that it is due to exclude each other, here and everywhere else.

mod joins;
mod pair_search;

use masume_engine::Game;
use masume_rules::state::State;

use crate::proof::{ProofStep, Removal};
use crate::{Budget, Search};
use pair_search::PairSearch;

/// A search for a game of pairs.
pub(crate) trait Pairing: Search {
    /// Steps that show that nothing wins, after the search has found so.
    fn no_goods(&self) -> Vec<ProofStep>;
}

/// The search for a game of this structure; `None` for another game, and for a board of more cells than it
/// is made for.
pub(crate) fn search(game: &Game, start: &State, budget: &Budget) -> Option<Box<dyn Pairing>> {
    let removal = Removal::of(game.rules(), start)?;
    match removal.grid.cell_count() {
        0..=192 => Some(Box::new(PairSearch::<3>::new(removal, budget))),
        193..=256 => Some(Box::new(PairSearch::<4>::new(removal, budget))),
        257..=1024 => Some(Box::new(PairSearch::<16>::new(removal, budget))),
        _ => None,
    }
}
