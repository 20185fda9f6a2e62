//! Set operations of instructions, cell by cell, of several boards at once.

use masume_board::{Bits, Group, SetOps, Steps, Strip, Vectors};
use masume_program::interp::code::{MaskReg, SetReg};
use masume_program::interp::registers::ALL;

use super::kernels::{for_each_vector, is_wide};
use super::register_file::RegisterFile;

/// Does the same to each part of the sets of a table: to those of several boards, or to strips of the words
/// of a board alone that has many.
macro_rules! by_parts {
    ($boards:ident, $simd:ident, $part:ident => $done:expr) => {
        if const { is_wide::<W, L>() } {
            let ($simd, end, mut first) = (SetOps($simd.0.strip()), $boards.words_end(), 0);
            while first + V::Strip::COUNT <= end {
                let $part = Strip(first);
                $done;
                first += V::Strip::COUNT;
            }
        } else {
            for_each_vector!(first in L => {
                let $part = Group(first);
                $done;
            });
        }
    };
}

/// Cells of one set only of any pair, in a part of the sets of a table.
macro_rules! differences {
    ($boards:ident, $simd:ident, $part:expr, $of:ident, $others:ident) => {{
        let mut all = $simd.splat(Bits::EMPTY);
        for nth in 0..$of.len() {
            let one = $part.load($simd, $boards.set($of[nth]));
            let other = $part.load($simd, $boards.set($others[nth]));
            all = $simd.or(all, $simd.or($simd.without(one, other), $simd.without(other, one)));
        }
        all
    }};
}

/// Methods that make one set of two.
macro_rules! of_two {
    ($($name:ident: $operation:ident;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name<V: Vectors>(
            &mut self,
            ops: SetOps<V>,
            to: SetReg,
            one: SetReg,
            other: SetReg,
        ) {
            by_parts!(self, ops, part => {
                let one = part.load(ops, self.set(one));
                let both = ops.$operation(one, part.load(ops, self.set(other)));
                part.store(ops, both, &mut self.sets[usize::from(to.0)]);
            });
        }
    )*};
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    of_two! {
        both: and;
        either: or;
        without: without;
    }

    #[inline(always)]
    pub(crate) fn common<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: SetReg,
        (of, without): (&[SetReg], &[SetReg]),
        mask: MaskReg,
    ) {
        by_parts!(self, ops, part => {
            let mut cells = part.load(ops, self.set(of[0]));
            for &set in &of[1..] {
                cells = ops.and(cells, part.load(ops, self.set(set)));
            }
            for &set in without {
                cells = ops.without(cells, part.load(ops, self.set(set)));
            }
            if mask != ALL {
                cells = ops.only(cells, part.masks(ops, self.mask(mask)));
            }
            part.store(ops, cells, &mut self.sets[usize::from(to.0)]);
        });
    }

    #[inline(always)]
    pub(crate) fn exchange<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: &[SetReg],
        (of, gone, come): (&[SetReg], SetReg, &[SetReg]),
    ) {
        by_parts!(self, ops, part => {
            let gone = part.load(ops, self.set(gone));
            for nth in 0..to.len() {
                let left = ops.without(part.load(ops, self.set(of[nth])), gone);
                let both = ops.or(left, part.load(ops, self.set(come[nth])));
                part.store(ops, both, &mut self.sets[usize::from(to[nth].0)]);
            }
        });
    }

    #[inline(always)]
    pub(crate) fn union<V: Vectors>(&mut self, ops: SetOps<V>, to: SetReg, of: &[SetReg]) {
        by_parts!(self, ops, part => {
            let mut all = ops.splat(Bits::EMPTY);
            for &set in of {
                all = ops.or(all, part.load(ops, self.set(set)));
            }
            part.store(ops, all, &mut self.sets[usize::from(to.0)]);
        });
    }

    #[inline(always)]
    pub(crate) fn free<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        of: &[SetReg],
    ) {
        by_parts!(self, ops, part => {
            let mut left = part.same(ops, &steps.full);
            for &set in of {
                left = ops.without(left, part.load(ops, self.set(set)));
            }
            part.store(ops, left, &mut self.sets[usize::from(to.0)]);
        });
    }

    /// Every cell on the boards of the mask.
    #[inline(always)]
    pub(crate) fn spread<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        steps: &Steps<W>,
        to: SetReg,
        mask: MaskReg,
    ) {
        by_parts!(self, ops, part => {
            let full = part.same(ops, &steps.full);
            let kept = ops.only(full, part.masks(ops, self.mask(mask)));
            part.store(ops, kept, &mut self.sets[usize::from(to.0)]);
        });
    }

    /// The first cell of one board of many words.
    #[inline(always)]
    pub(crate) fn first_wide(&mut self, to: SetReg, of: SetReg) {
        let end = self.words_end();
        let words = &self.set(of).0.as_flattened()[..end];
        let first = words.iter().position(|&word| word != 0).map(|at| (at, words[at]));
        let to = self.sets[usize::from(to.0)].0.as_flattened_mut();
        to[..end].fill(0);
        if let Some((at, word)) = first {
            to[at] = word & word.wrapping_neg();
        }
    }

    /// Cells of one set only of any pair.
    #[inline(always)]
    pub(crate) fn unlike<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: SetReg,
        of: &[SetReg],
        others: &[SetReg],
    ) {
        by_parts!(self, ops, part => {
            let all = differences!(self, ops, part, of, others);
            part.store(ops, all, &mut self.sets[usize::from(to.0)]);
        });
    }

    #[inline(always)]
    pub(crate) fn carry<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: &[SetReg],
        of: &[SetReg],
        [source, cells]: [SetReg; 2],
    ) {
        for_each_vector!(first in L => {
            let from = ops.load(self.set(source), first);
            let at = ops.load(self.set(cells), first);
            for (to, of) in to.iter().zip(of) {
                let held = ops.and(ops.load(self.set(*of), first), from);
                let arrives = ops.unless(at, ops.is_empty(held));
                ops.store(arrives, &mut self.sets[usize::from(to.0)], first);
            }
        });
    }

    #[inline(always)]
    pub(crate) fn without_each<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: &[SetReg],
        of: &[SetReg],
        cells: SetReg,
    ) {
        by_parts!(self, ops, part => {
            let cells = part.load(ops, self.set(cells));
            for nth in 0..to.len() {
                let left = ops.without(part.load(ops, self.set(of[nth])), cells);
                part.store(ops, left, &mut self.sets[usize::from(to[nth].0)]);
            }
        });
    }

    #[inline(always)]
    pub(crate) fn or_each<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: &[SetReg],
        of: &[SetReg],
        more: &[SetReg],
    ) {
        for nth in 0..to.len() {
            self.either(ops, to[nth], of[nth], more[nth]);
        }
    }

    #[inline(always)]
    pub(crate) fn only<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: SetReg,
        of: SetReg,
        mask: MaskReg,
    ) {
        by_parts!(self, ops, part => {
            let cells = part.load(ops, self.set(of));
            let kept = ops.only(cells, part.masks(ops, self.mask(mask)));
            part.store(ops, kept, &mut self.sets[usize::from(to.0)]);
        });
    }

    #[inline(always)]
    pub(crate) fn has_any<V: Vectors>(&mut self, ops: SetOps<V>, to: MaskReg, of: SetReg) {
        let to = usize::from(to.0);
        if const { is_wide::<W, L>() } {
            // Mostly there is a cell, and it is found soon.
            let words = &self.set(of).0.as_flattened()[..self.words_end()];
            let is_any = words.iter().any(|&word| word != 0);
            self.masks[to][0] = if is_any { u64::MAX } else { 0 };
            return;
        }
        for_each_vector!(first in L => {
            let none = ops.is_empty(ops.load(self.set(of), first));
            ops.0.store(ops.0.is_zero(none), &mut self.masks[to][first..first + V::COUNT]);
        });
    }

    #[inline(always)]
    pub(crate) fn differ<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: MaskReg,
        of: &[SetReg],
        before: &[SetReg],
    ) {
        let to = usize::from(to.0);
        if const { is_wide::<W, L>() } {
            let used = self.words_end();
            let words = |set: SetReg| &self.set(set).0.as_flattened()[..used];
            let differs = of.iter().zip(before).any(|(&one, &other)| words(one) != words(other));
            self.masks[to][0] = if differs { u64::MAX } else { 0 };
            return;
        }
        for_each_vector!(first in L => {
            let none = ops.is_empty(differences!(self, ops, Group(first), of, before));
            ops.0.store(ops.0.is_zero(none), &mut self.masks[to][first..first + V::COUNT]);
        });
    }
}
