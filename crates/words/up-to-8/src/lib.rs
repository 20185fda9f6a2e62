//! The executors for sets of 6 or 8 words: boards of up to 512 cells, built here.
//!
//! Only machines with vector instructions have sets of these widths.

#![cfg(target_arch = "x86_64")]

use masume_execute::{Interpreter, Make, machine as general};

/// The interpreter of the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn interpreter(words: usize, has_vectors: bool) -> Option<Interpreter> {
    Some(match (words, has_vectors) {
        (0..=6, true) => Interpreter::new::<6, 8, 8>(),
        (7..=8, true) => Interpreter::new::<8, 8, 8>(),
        _ => return None,
    })
}

/// The maker of games that the general machine runs over the narrowest sets here that hold so many words; `None` where
/// there are none.
// As above.
#[inline(never)]
pub fn machine(words: usize) -> Option<Make> {
    Some(match words {
        0..=8 => general::<8>,
        _ => return None,
    })
}
