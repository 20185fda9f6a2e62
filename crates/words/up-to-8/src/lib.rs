//! The executors for sets of 6 or 8 words: boards of up to 512 cells, built here.
//!
//! Only machines with vector instructions have sets of these widths.

#![cfg(target_arch = "x86_64")]

use masume_execute::{Make, made};

/// The maker of programs over the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn make(words: usize, has_vectors: bool) -> Option<Make> {
    Some(match (words, has_vectors) {
        (0..=6, true) => made::<6, 8, 8, 8>,
        (7..=8, true) => made::<8, 8, 8, 8>,
        _ => return None,
    })
}
