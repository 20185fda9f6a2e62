//! The executors for sets of 1 or 2 words: boards of up to 128 cells, built here.

use masume_execute::{Make, lanes, made};

/// The maker of programs over the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn make(words: usize, has_vectors: bool) -> Option<Make> {
    Some(match (words, has_vectors) {
        (0..=1, _) => made::<1, { lanes(32) }, { lanes(32) }, { lanes(16) }>,
        #[cfg(target_arch = "x86_64")]
        (2, true) => made::<2, 32, 32, 32>,
        _ => return None,
    })
}
