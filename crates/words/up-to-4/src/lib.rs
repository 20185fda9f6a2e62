//! The executors for sets of up to 4 words: boards of up to 256 cells, built here.

#[cfg(not(target_arch = "x86_64"))]
use masume_execute::lanes;
use masume_execute::{Interpreter, Make, machine as general};

/// The interpreter of the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn interpreter(words: usize, has_vectors: bool) -> Option<Interpreter> {
    Some(match (words, has_vectors) {
        #[cfg(target_arch = "x86_64")]
        (0..=4, true) => Interpreter::new::<4, 16, 16>(),
        // Only old machines have no vectors.
        #[cfg(target_arch = "x86_64")]
        (0..=4, _) => Interpreter::new::<4, 1, 1>(),
        #[cfg(not(target_arch = "x86_64"))]
        (0..=4, _) => Interpreter::new::<4, { lanes(16) }, { lanes(16) }>(),
        _ => return None,
    })
}

/// The maker of games that the general machine runs over the narrowest sets here that hold so many words; `None` where
/// there are none.
// As above.
#[inline(never)]
pub fn machine(words: usize) -> Option<Make> {
    Some(match words {
        0..=4 => general::<4>,
        _ => return None,
    })
}
