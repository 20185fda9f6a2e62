//! Boards with a choice each, put into a table with the vector instructions that the machine has.

use masume_board::{SetOps, Vectors};
use masume_program::interp::code::{NumReg, SetReg};
use masume_program::interp::registers::ACTIVE;

use super::list::Asked;
use super::register_file::{RegisterFile, Row};
use crate::vectors::{self, Vectorised};

/// Boards of the table that asks, put next to each other. Nothing is chosen on them yet.
pub(super) struct Loading<'l, 'a, 'g, 'h, const W: usize, const L: usize, const T: usize> {
    pub(super) boards: &'l mut RegisterFile<W, T>,
    pub(super) asked: &'l Asked<'a, 'g, 'h, W, L>,
    /// Board of each place; what is behind the last one is any board.
    pub(super) lanes: &'l [usize; T],
    /// Number of positions.
    pub(super) len: usize,
    /// Registers that are copied besides: from which to which.
    pub(super) sets: &'l [(SetReg, SetReg)],
    pub(super) nums: &'l [(NumReg, NumReg)],
}

impl<const W: usize, const L: usize, const T: usize> Loading<'_, '_, '_, '_, W, L, T> {
    /// Puts them there.
    pub(super) fn load(self) {
        vectors::with::<W, T>(self.asked.context.arch, self);
    }
}

impl<const W: usize, const L: usize, const T: usize> Vectorised
    for Loading<'_, '_, '_, '_, W, L, T>
{
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        let Self { boards, asked, lanes, len, sets, nums } = self;
        let code = asked.context.code;
        boards.clear_choices(code);
        boards.gather(ops, asked.boards, lanes, code);
        let planes = code.registers.chosen[0];
        for (set, to) in sets {
            boards.sets[usize::from(to.0)] = if *set < planes {
                *boards.set(*set)
            } else {
                ops.gather(asked.boards.set(*set), lanes)
            };
        }
        for (num, to) in nums {
            boards.nums[usize::from(to.0)].gather(&asked.boards.nums[usize::from(num.0)], lanes);
        }
        let active = |board| if board < len { u64::MAX } else { 0 };
        boards.masks[usize::from(ACTIVE.0)] = Row(std::array::from_fn(active));
    }
}
