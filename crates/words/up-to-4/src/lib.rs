//! The executors for sets of up to 4 words: boards of up to 256 cells, built here.

use masume_execute::{Interpreter, Make, lanes, machine as general, portable_lanes};

/// The interpreter of the narrowest sets here that hold so many words; `None` where there are none.
// Where this is inlined, the executors would be built there.
#[inline(never)]
pub fn interpreter(words: usize, has_vectors: bool) -> Option<Interpreter> {
    Some(match (words, has_vectors) {
        (0..=4, _) => Interpreter::new::<
            4,
            { lanes(16) },
            { lanes(16) },
            { portable_lanes(16) },
            { portable_lanes(16) },
        >(),
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
