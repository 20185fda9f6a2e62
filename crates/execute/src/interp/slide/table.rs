//! Tables of slid lines, for machine code that looks them up.

use masume_program::interp::slide::{AXES, Moves, SlideAxis, SlideTable};

use super::{Lines, LookedUp, SharedLine};

impl LookedUp<'_> {
    /// The same for machine code.
    pub(crate) fn table(self, lines: &Lines) -> SlideTable {
        let known = &lines.known;
        let axis = |nth: usize| SlideAxis {
            count: self.0.shapes[nth].1,
            bits: self.0.bits[nth],
            directions: AXES[nth],
            flags: known.flags[nth].as_ptr().cast(),
            lines: known.lines[nth].as_ptr().cast::<[u64; 2]>(),
        };
        const { assert!(size_of::<SharedLine>() == size_of::<[u64; 2]>()) }
        SlideTable {
            planes: self.0.numbers.planes().collect(),
            looked_at: self.0.planes as usize,
            occupied: self.0.numbers.occupied,
            cells: self.0.cells,
            forth: self.0.moves.each_ref().map(Moves::both),
            back: self.0.back.each_ref().map(Moves::both),
            axes: [axis(0), axis(1)],
            memory: known.clone(),
        }
    }
}
