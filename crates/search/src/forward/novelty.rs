//! Novelty: what a state shows that no state before it showed.

use crate::nodes::hash;
use crate::positions::Positions;

/// Bits of the table: a megabyte. Facts that share a bit are taken for one, which changes the
/// order of a search and nothing else.
const BITS: u64 = 1 << 23;

/// Facts that were seen: what lies where, among states of which equally much is open.
#[derive(Debug, Default)]
pub(crate) struct Novelty {
    /// Empty until something is added.
    seen: Vec<u64>,
}

impl Novelty {
    /// Adds the facts of a position; whether one was new.
    pub(crate) fn add(&mut self, open: u32, positions: &Positions, key: &[u64]) -> bool {
        self.seen.resize((BITS / 64) as usize, 0);
        let mut is_novel = false;
        positions.atoms(key, None, |place, code| {
            let bit = hash(&[u64::from(open) << 32 | place as u64, code]) % BITS;
            let word = &mut self.seen[(bit / 64) as usize];
            is_novel |= *word >> (bit % 64) & 1 == 0;
            *word |= 1 << (bit % 64);
        });
        is_novel
    }

    pub(crate) fn bytes(&self) -> u64 {
        self.seen.len() as u64 * 8
    }
}
