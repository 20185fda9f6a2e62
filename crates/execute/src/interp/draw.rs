//! Draws of rules on every board, from its own generator.

use masume_board::{Bits, Lanes, SetOps, Vectors, nth_cell};
use masume_program::interp::code::{MaskReg, NumReg, SetReg};
use masume_rules::chance::{CERTAIN, Draw};
use masume_rules::random::Random;

use super::choose::{NOTHING, count_cells, nth_cells};
use super::register_file::RegisterFile;

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    #[inline(always)]
    pub(super) fn pick_one<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        of: SetReg,
        mask: MaskReg,
    ) -> Lanes<W, L> {
        let (cells, mask) = (*self.set(of), *self.mask(mask));
        let mut held = [0; L];
        count_cells(0..L, &mut held, &cells);
        nth_cells(ops, &cells, &indices(&mut self.random, held, &mask))
    }

    /// The same on one board of many words.
    #[inline(always)]
    pub(super) fn pick_one_wide(&mut self, to: SetReg, of: SetReg, mask: MaskReg) {
        let used = self.words_end();
        let words = self.sets[usize::from(of.0)].0[..used].as_flattened();
        let held = words.iter().map(|word| u64::from(word.count_ones())).sum();
        let mask = *self.mask(mask);
        let nth = indices(&mut self.random, [held; L], &mask)[0];
        let cell = nth_cell(self.sets[usize::from(of.0)].0[..used].as_flattened(), nth);
        let to = &mut self.sets[usize::from(to.0)];
        to.0[..used].fill([0; L]);
        if let Some(cell) = cell {
            to.insert_where(0, cell, u64::MAX);
        }
    }

    #[inline(always)]
    pub(super) fn pick_many(&mut self, of: SetReg, count: NumReg, mask: MaskReg) -> Lanes<W, L> {
        let mut picked = Lanes::EMPTY;
        for lane in 0..L {
            if self.mask(mask)[lane] == 0 {
                continue;
            }
            let mut left = self.set(of).lane(lane);
            let mut chosen = Bits::EMPTY;
            let mut held = left.len() as u64;
            let mut wanted = self.num(count)[lane];
            while wanted > 0 && held > 0 {
                let index = self.random[lane].below(held);
                if let Some(cell) = left.nth(index as usize) {
                    left.remove(cell);
                    chosen.insert(cell);
                }
                wanted -= 1;
                held -= 1;
            }
            picked.set_lane(lane, chosen);
        }
        picked
    }

    #[inline(always)]
    pub(super) fn pick_weighted(&mut self, to: &[MaskReg], weights: &[u32], mask: MaskReg) {
        let certain = Draw::Weighted(weights).certain();
        let mask = *self.mask(mask);
        let mut left = [0; L];
        if certain.is_none() {
            for lane in 0..L {
                left[lane] = u64::from(CERTAIN) & mask[lane];
            }
            left = Random::below_each(&mut self.random, &left);
        }
        // The first that is not past its weight has it, and the last in any case.
        let mut open = mask;
        for (nth, (&to, &weight)) in to.iter().zip(weights).enumerate() {
            let takes_all = certain.map_or(nth + 1 == weights.len(), |certain| nth == certain);
            let to = &mut self.masks[usize::from(to.0)];
            for lane in 0..L {
                let is_this = takes_all | (left[lane] < u64::from(weight));
                to[lane] = if is_this { open[lane] } else { 0 };
                open[lane] &= !to[lane];
                left[lane] = left[lane].wrapping_sub(weight.into());
            }
        }
    }
}

/// On the boards of the mask an index below the count, drawn from their generators; elsewhere
/// [`NOTHING`], and nothing is drawn.
#[inline(always)]
pub(super) fn indices<const L: usize>(
    random: &mut [Random; L],
    mut counts: [u64; L],
    mask: &[u64; L],
) -> [u64; L] {
    for lane in 0..L {
        counts[lane] &= mask[lane];
    }
    let mut found = Random::below_each(random, &counts);
    // All bits are nothing: a choice between two numbers would be stored lane by lane, and the next read would wait.
    const { assert!(NOTHING == u64::MAX) };
    for lane in 0..L {
        found[lane] |= !mask[lane];
    }
    found
}
