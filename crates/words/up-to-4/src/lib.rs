//! The executors for sets of up to 4 words: boards of up to 256 cells, built here.

use masume_execute::{Make, lanes, made, portable_lanes};

/// The maker of programs over the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn make(words: usize, has_vectors: bool) -> Option<Make> {
    Some(match (words, has_vectors) {
        (0..=4, _) => made::<4, { lanes(16) }, { portable_lanes(16) }, { lanes(16) }>,
        _ => return None,
    })
}
