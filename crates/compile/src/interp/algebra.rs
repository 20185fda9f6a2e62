//! What instructions do with sets cell by cell, of several boards at once.

use masume_board::{Bits, SetOps, Steps, VectorSet, Vectors};

use super::code::{MaskReg, SetReg};
use super::kernels::by_vectors;
use super::register_file::RegisterFile;
use super::registers::ALL;

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
            by_vectors!(
                self,
                to,
                ops,
                first => {
                    let one = ops.load(self.set(one), first);
                    ops.$operation(one, ops.load(self.set(other), first))
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
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let mut cells = ops.load(self.set(of[0]), first);
            for &set in &of[1..] {
                cells = ops.and(cells, ops.load(self.set(set), first));
            }
            for &set in without {
                cells = ops.without(cells, ops.load(self.set(set), first));
            }
            if mask == ALL {
                cells
            } else {
                ops.only(cells, ops.0.load(&self.mask(mask)[first..first + V::COUNT]))
            }
        });
    }

    #[inline(always)]
    pub(crate) fn exchange<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: &[SetReg],
        (of, gone, come): (&[SetReg], SetReg, &[SetReg]),
    ) {
        let mut first = 0;
        while first + V::COUNT <= L {
            let gone = ops.load(self.set(gone), first);
            for nth in 0..to.len() {
                let left = ops.without(ops.load(self.set(of[nth]), first), gone);
                let both = ops.or(left, ops.load(self.set(come[nth]), first));
                ops.store(both, &mut self.sets[usize::from(to[nth].0)], first);
            }
            first += V::COUNT;
        }
    }

    #[inline(always)]
    pub(crate) fn union<V: Vectors>(&mut self, ops: SetOps<V>, to: SetReg, of: &[SetReg]) {
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let mut all = ops.splat(Bits::EMPTY);
            for &set in of {
                all = ops.or(all, ops.load(self.set(set), first));
            }
            all
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
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let mut left = ops.splat(steps.full);
            for &set in of {
                left = ops.without(left, ops.load(self.set(set), first));
            }
            left
        });
    }

    #[inline(always)]
    pub(crate) fn unlike<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: SetReg,
        of: &[SetReg],
        others: &[SetReg],
    ) {
        by_vectors!(self, to, ops, first => self.differences(ops, (of, others), first));
    }

    /// Cells of one set only of any pair, on the boards from this one on.
    #[inline(always)]
    fn differences<V: Vectors>(
        &self,
        ops: SetOps<V>,
        (of, others): (&[SetReg], &[SetReg]),
        first: usize,
    ) -> VectorSet<V::Words, W> {
        let mut all = ops.splat(Bits::EMPTY);
        for nth in 0..of.len() {
            let one = ops.load(self.set(of[nth]), first);
            let other = ops.load(self.set(others[nth]), first);
            all = ops.or(all, ops.or(ops.without(one, other), ops.without(other, one)));
        }
        all
    }

    #[inline(always)]
    pub(crate) fn carry<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: &[SetReg],
        of: &[SetReg],
        [source, cells]: [SetReg; 2],
    ) {
        let mut first = 0;
        while first + V::COUNT <= L {
            let from = ops.load(self.set(source), first);
            let at = ops.load(self.set(cells), first);
            for (to, of) in to.iter().zip(of) {
                let held = ops.and(ops.load(self.set(*of), first), from);
                let arrives = ops.unless(at, ops.is_empty(held));
                ops.store(arrives, &mut self.sets[usize::from(to.0)], first);
            }
            first += V::COUNT;
        }
    }

    #[inline(always)]
    pub(crate) fn without_each<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        to: &[SetReg],
        of: &[SetReg],
        cells: SetReg,
    ) {
        let mut first = 0;
        while first + V::COUNT <= L {
            let cells = ops.load(self.set(cells), first);
            for nth in 0..to.len() {
                let left = ops.without(ops.load(self.set(of[nth]), first), cells);
                ops.store(left, &mut self.sets[usize::from(to[nth].0)], first);
            }
            first += V::COUNT;
        }
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
        by_vectors!(
        self,
        to,
        ops,
        first => {
            let masks = ops.0.load(&self.mask(mask)[first..first + V::COUNT]);
            ops.only(ops.load(self.set(of), first), masks)
        });
    }

    #[inline(always)]
    pub(crate) fn has_any<V: Vectors>(&mut self, ops: SetOps<V>, to: MaskReg, of: SetReg) {
        let to = usize::from(to.0);
        let mut first = 0;
        while first + V::COUNT <= L {
            let none = ops.is_empty(ops.load(self.set(of), first));
            ops.0.store(ops.0.is_zero(none), &mut self.masks[to][first..first + V::COUNT]);
            first += V::COUNT;
        }
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
        let mut first = 0;
        while first + V::COUNT <= L {
            let all = self.differences(ops, (of, before), first);
            let none = ops.is_empty(all);
            ops.0.store(ops.0.is_zero(none), &mut self.masks[to][first..first + V::COUNT]);
            first += V::COUNT;
        }
    }
}
