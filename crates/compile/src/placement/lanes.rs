//! The macro-operations of a turn, on boards side by side.

use masume_board::Lanes;

use super::{Cells, Kernel, MOST_PLANES, Placement, Turn};
use crate::program::directions;

/// Boards side by side: indexed by plane.
pub(crate) type Boards<const W: usize, const L: usize> = [Lanes<W, L>; MOST_PLANES];

impl<const W: usize> Placement<W> {
    /// The cells on every board.
    #[inline(always)]
    pub(crate) fn cells<const L: usize>(&self, boards: &Boards<W, L>, cells: Cells) -> Lanes<W, L> {
        let mut all = Lanes::EMPTY;
        for (plane, board) in boards.iter().enumerate() {
            if cells.planes >> plane & 1 == 1 {
                all = all.or(board);
            }
        }
        if cells.is_none { Lanes::splat(self.steps.full).without(&all) } else { all }
    }

    /// Where a choice is legal on every board.
    #[inline(always)]
    pub(crate) fn legal<const L: usize>(&self, turn: &Turn, boards: &Boards<W, L>) -> Lanes<W, L> {
        match &turn.kernel {
            Kernel::Cell(only) => self.cells(boards, *only),
            Kernel::Sandwich { end, middle, start, dirs } => {
                let (end, middle) = (self.cells(boards, *end), self.cells(boards, *middle));
                let mut found = Lanes::EMPTY;
                for direction in directions(*dirs) {
                    let back = direction.opposite();
                    let filled = self.steps.fill_lanes(&end, &middle, back);
                    found = found.or(&self.steps.step_lanes(&filled, back));
                }
                found.and(&self.cells(boards, *start))
            }
        }
    }

    /// Does the chosen cells of every board: nothing where none is chosen.
    #[inline(always)]
    pub(crate) fn put<const L: usize>(
        &self,
        turn: &Turn,
        boards: &mut Boards<W, L>,
        chosen: &Lanes<W, L>,
    ) {
        // Step 1. What lies at each place of the pattern.
        let mut places = [Lanes::EMPTY; 3];
        match &turn.kernel {
            Kernel::Cell(_) => places[0] = *chosen,
            Kernel::Sandwich { end, middle, dirs, .. } => {
                let (end, middle) = (self.cells(boards, *end), self.cells(boards, *middle));
                for direction in directions(*dirs) {
                    let filled = self.steps.fill_lanes(chosen, &middle, direction);
                    let ends = self.steps.step_lanes(&filled, direction).and(&end);
                    places[0] = places[0].or(&ends);
                    places[1] = places[1].or(&filled.only(&ends.has_any()));
                }
                places[2] = *chosen;
            }
        }
        // Step 2. What is written there.
        for write in &turn.writes {
            let mut cells = Lanes::EMPTY;
            for (place, set) in places.iter().enumerate() {
                if write.places >> place & 1 == 1 {
                    cells = cells.or(set);
                }
            }
            for (plane, board) in boards.iter_mut().enumerate() {
                if write.puts == Some(plane as u8) {
                    *board = board.or(&cells);
                } else if write.clears >> plane & 1 == 1 {
                    *board = board.without(&cells);
                }
            }
        }
    }

    /// The boards that have a run of so many cells: all bits where there is one.
    #[inline(always)]
    pub(crate) fn has_run<const L: usize>(
        &self,
        boards: &Boards<W, L>,
        cells: Cells,
        count: u32,
        dirs: u8,
    ) -> [u64; L] {
        let set = self.cells(boards, cells);
        let mut found = Lanes::EMPTY;
        for direction in directions(dirs) {
            found = found.or(&self.steps.runs_lanes(&set, count, direction));
        }
        found.has_any()
    }
}
