//! Cells that may be chosen, found by running bodies: boards with a cell each fill the lanes of a
//! second table.

use masume_board::{Cell, Lanes};
use masume_rules::action::{Action, Argument};

use super::list::{Asked, Scratch};
use super::loading::Loading;
use super::play;

/// As many cells as there are boards, at most, each of a board of the table that asks.
#[derive(Clone, Debug)]
pub(super) struct CellBatch<const T: usize> {
    len: usize,
    /// Board of each place; what is behind the last one is any board.
    lanes: [usize; T],
    cells: [Cell; T],
}

impl<const T: usize> CellBatch<T> {
    pub(super) const EMPTY: Self = Self { len: 0, lanes: [0; T], cells: [Cell(0); T] };
}

impl<const W: usize, const T: usize> Scratch<W, T> {
    /// Adds the cells that are legal, and marks boards that need a retry.
    pub(super) fn try_each_cell<const L: usize>(
        &mut self,
        asked: &Asked<'_, '_, '_, W, L>,
        found: &mut Lanes<W, L>,
        retry: &mut [u64; L],
    ) {
        // Cells that were stopped may be left.
        self.cells.len = 0;
        for lane in asked.lanes() {
            for cell in asked.firsts.lane(lane) {
                let batch = &mut self.cells;
                (batch.lanes[batch.len], batch.cells[batch.len]) = (lane, cell);
                batch.len += 1;
                if batch.len == T {
                    self.try_batch(asked, found, retry);
                }
            }
        }
        if self.cells.len > 0 {
            self.try_batch(asked, found, retry);
        }
    }

    /// Runs the body for the cells of the batch, and empties it.
    fn try_batch<const L: usize>(
        &mut self,
        asked: &Asked<'_, '_, '_, W, L>,
        found: &mut Lanes<W, L>,
        retry: &mut [u64; L],
    ) {
        let Self { boards, cells: batch, .. } = self;
        let len = std::mem::take(&mut batch.len);
        let Some((code, does)) = &asked.trial.body else { return };
        let context = asked.context;
        if context.host.stop.is_stopped() {
            return;
        }
        let kept = &asked.trial.kept;
        let (lanes, sets, nums) = (&batch.lanes, &kept.sets[..], &kept.nums[..]);
        Loading { boards, asked, lanes, len, sets, nums }.load();
        let chosen = &mut boards.sets[usize::from(context.code.registers.chosen[0].0)];
        for (board, cell) in batch.cells.iter().enumerate().take(len) {
            chosen.insert_where(board, *cell, u64::MAX);
        }
        if !context.code.singles.is_empty() {
            for (picked, cell) in boards.picked.iter_mut().zip(batch.cells) {
                *picked = Action::new(asked.trial.action, &[Argument::Cell(cell)]);
            }
        }
        play::run(context.arch, boards, code, context);
        for (board, &does) in boards.mask(*does).iter().enumerate().take(len) {
            let (lane, cell) = (batch.lanes[board] % L, batch.cells[board]);
            // Whether a cell is legal is as good as random: no branch foresees it.
            found.insert_where(lane, cell, does);
        }
        boards.mark_askers(&batch.lanes[..len], retry);
    }
}
