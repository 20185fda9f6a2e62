//! The compiled executor: one state at a time.
//!
//! `loaded.rs` is the game itself, whatever the words of a set. Start with `turn.rs` for the order of things,
//! `scene.rs` for what is asked of a position, `nfa.rs`, `walk.rs`, `corridor.rs` and `matches.rs` for matches,
//! `rule.rs` for what is done with them.

mod brute_force;
mod budget;
mod choices;
mod corridor;
mod decided;
mod effects;
mod follow;
mod graph;
mod legal;
mod loaded;
mod machine;
mod march;
mod matches;
mod nfa;
mod non_overlapping;
mod number;
mod position;
mod potential;
mod prefilter;
mod proof;
mod put;
mod rule;
mod scene;
mod sets;
mod spots;
mod statements;
mod turn;
mod views;
mod walk;

use masume_board::{Bits, Steps};

pub(crate) use choices::{Choices, Legal};
pub(crate) use effects::{most_points, outcome_of};
pub(crate) use legal::is_pair_in_order;
pub(crate) use loaded::Loaded;
pub(crate) use machine::Machine;
pub use machine::Stop;
pub(crate) use march::step_toward;
pub(crate) use position::Position;
pub(crate) use scene::{Host, Scene};

/// A game on a board of at most `64 * W` cells, ready to run.
#[derive(Debug)]
pub(crate) struct Runtime<const W: usize> {
    loaded: Loaded,
    pub(crate) steps: Steps<W>,
    /// Indexed [player][constant].
    pub(crate) constants: Vec<Vec<Bits<W>>>,
}

impl<const W: usize> std::ops::Deref for Runtime<W> {
    type Target = Loaded;

    #[inline(always)]
    fn deref(&self) -> &Loaded {
        &self.loaded
    }
}

impl<const W: usize> Runtime<W> {
    /// A game whose planes have `W` words.
    pub(crate) fn new(loaded: Loaded) -> Self {
        debug_assert!(loaded.layout.words == W && loaded.set_words() <= W);
        let constants = loaded.programs.iter().map(|program| {
            program.constants.iter().map(|cells| {
                let mut bits = Bits::EMPTY;
                cells.iter().for_each(|cell| bits.insert(cell));
                bits
            })
        });
        let constants = constants.map(Iterator::collect).collect();
        Self { constants, steps: Steps::new(loaded.grid()), loaded }
    }
}
