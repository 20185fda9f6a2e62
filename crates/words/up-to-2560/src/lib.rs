//! The executors for sets of 16, 64 or 2,560 words: boards of up to 163,840 cells, built here.

#[cfg(not(target_arch = "x86_64"))]
use masume_execute::lanes;
use masume_execute::{Interpreter, Make, machine as general};

/// The interpreter of the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn interpreter(words: usize, has_vectors: bool) -> Option<Interpreter> {
    Some(match (words, has_vectors) {
        #[cfg(target_arch = "x86_64")]
        (0..=16, true) => Interpreter::new::<16, 8, 8>(),
        #[cfg(target_arch = "x86_64")]
        (17..=64, true) => Interpreter::new::<64, 1, 1>(),
        #[cfg(not(target_arch = "x86_64"))]
        (0..=16, _) => Interpreter::new::<16, { lanes(8) }, { lanes(8) }>(),
        (0..=2560, _) => Interpreter::new::<2560, 1, 1>(),
        _ => return None,
    })
}

/// The maker of games that the general machine runs over the narrowest sets here that hold so many words; `None` where
/// there are none.
// As above.
#[inline(never)]
pub fn machine(words: usize) -> Option<Make> {
    Some(match words {
        0..=16 => general::<16>,
        #[cfg(target_arch = "x86_64")]
        17..=64 => general::<64>,
        0..=2560 => general::<2560>,
        _ => return None,
    })
}
