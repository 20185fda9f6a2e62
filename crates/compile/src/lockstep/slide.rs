//! Lines that are looked up.

use masume_board::Lanes;

/// A slide.
#[derive(Clone, Debug)]
pub(crate) struct Slide;

impl Slide {
    pub(crate) fn run<const W: usize, const L: usize>(&self, _: &mut [Lanes<W, L>], _: [u64; L], _: [u64; L], _: &mut [u64; L]) -> [i64; L] { [0; L] }
    pub(crate) fn ways<const W: usize, const L: usize>(&self, _: &[Lanes<W, L>], _: &mut [u64; L]) -> [[u64; L]; 4] { [[0; L]; 4] }
}
