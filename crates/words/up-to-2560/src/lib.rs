//! The executors for sets of 16, 64 or 2,560 words: boards of up to 163,840 cells, built here.

#[cfg(not(target_arch = "x86_64"))]
use masume_execute::lanes;
use masume_execute::{Make, made};

/// The maker of programs over the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn make(words: usize, has_vectors: bool) -> Option<Make> {
    Some(match (words, has_vectors) {
        #[cfg(target_arch = "x86_64")]
        (0..=16, true) => made::<16, 8, 8, 8>,
        #[cfg(target_arch = "x86_64")]
        (17..=64, true) => made::<64, 1, 1, 1>,
        #[cfg(not(target_arch = "x86_64"))]
        (0..=16, _) => made::<16, { lanes(8) }, { lanes(8) }, { lanes(8) }>,
        (0..=2560, _) => made::<2560, 1, 1, 1>,
        _ => return None,
    })
}
