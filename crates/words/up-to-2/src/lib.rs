//! The executors for sets of 1 or 2 words: boards of up to 128 cells, built here.

use masume_execute::{Interpreter, Make, lanes, machine as general, tries};

/// The interpreter of the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn interpreter(words: usize, has_vectors: bool) -> Option<Interpreter> {
    Some(match (words, has_vectors) {
        #[cfg(target_arch = "x86_64")]
        (0..=1, true) => Interpreter::new::<1, 32, 16>(),
        (0..=1, _) => Interpreter::new::<1, { lanes(32) }, { tries(32) }>(),
        #[cfg(target_arch = "x86_64")]
        (2, true) => Interpreter::new::<2, 32, 32>(),
        _ => return None,
    })
}

/// The maker of games that the general machine runs over the narrowest sets here that hold so many words; `None` where
/// there are none.
// As above.
#[inline(never)]
pub fn machine(words: usize) -> Option<Make> {
    Some(match words {
        0..=1 => general::<1>,
        _ => return None,
    })
}
