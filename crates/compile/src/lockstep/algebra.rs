//! What instructions do with sets cell by cell, of several boards at once.

use masume_board::{Bits, FourBoards, Steps, Vectors};

use super::code::{MaskReg, SetReg};
use super::kernels::by_fours;
use super::table::Table;

/// Methods that make one set of two.
macro_rules! of_two {
    ($($name:ident: $operation:ident;)*) => {$(
        #[inline(always)]
        pub(crate) fn $name<V: Vectors>(
            &mut self,
            four: FourBoards<V>,
            to: SetReg,
            one: SetReg,
            other: SetReg,
        ) {
            by_fours!(
                self,
                to,
                four,
                first => {
                    let one = four.load(self.set(one), first);
                    four.$operation(one, four.load(self.set(other), first))
                },
                self.set(one).lane(0).$operation(self.set(other).lane(0))
            );
        }
    )*};
}

impl<const W: usize, const L: usize> Table<W, L> {
    of_two! {
        both: and;
        either: or;
        without: without;
    }

    #[inline(always)]
    pub(crate) fn union<V: Vectors>(&mut self, four: FourBoards<V>, to: SetReg, of: &[SetReg]) {
        by_fours!(
            self,
            to,
            four,
            first => {
                let mut all = four.splat(Bits::EMPTY);
                for &set in of {
                    all = four.or(all, four.load(self.set(set), first));
                }
                all
            },
            {
                let mut all = Bits::EMPTY;
                for &set in of {
                    all = all.or(self.set(set).lane(0));
                }
                all
            }
        );
    }

    #[inline(always)]
    pub(crate) fn free<V: Vectors>(
        &mut self,
        four: FourBoards<V>,
        steps: &Steps<W>,
        to: SetReg,
        of: &[SetReg],
    ) {
        by_fours!(
            self,
            to,
            four,
            first => {
                let mut left = four.splat(steps.full);
                for &set in of {
                    left = four.without(left, four.load(self.set(set), first));
                }
                left
            },
            {
                let mut left = steps.full;
                for &set in of {
                    left = left.without(self.set(set).lane(0));
                }
                left
            }
        );
    }

    #[inline(always)]
    pub(crate) fn only<V: Vectors>(
        &mut self,
        four: FourBoards<V>,
        to: SetReg,
        of: SetReg,
        mask: MaskReg,
    ) {
        by_fours!(
            self,
            to,
            four,
            first => {
                let masks = four.0.load(&self.mask(mask)[first..first + V::COUNT]);
                four.only(four.load(self.set(of), first), masks)
            },
            if self.mask(mask)[0] == 0 { Bits::EMPTY } else { self.set(of).lane(0) }
        );
    }

    #[inline(always)]
    pub(crate) fn has_any<V: Vectors>(&mut self, four: FourBoards<V>, to: MaskReg, of: SetReg) {
        let to = usize::from(to.0);
        if L == 1 {
            let is_empty = self.set(of).lane(0).is_empty();
            self.masks[to][0] = if is_empty { 0 } else { u64::MAX };
            return;
        }
        let mut first = 0;
        while first + V::COUNT <= L {
            let none = four.is_empty(four.load(self.set(of), first));
            four.0.store(four.0.is_zero(none), &mut self.masks[to][first..first + V::COUNT]);
            first += V::COUNT;
        }
    }
}
