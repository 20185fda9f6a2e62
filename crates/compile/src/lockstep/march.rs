//! Where those go who march towards one cell.

use masume_board::{Bits, Cell, Direction, Grid, Lanes};

use super::code::SetReg;
use super::run::Ground;
use super::table::Table;

/// Indexed by target: those cells from which one goes in each direction.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hunts<const W: usize>(Vec<[Bits<W>; 8]>);

impl<const W: usize> Hunts<W> {
    /// For a board of this shape.
    pub(crate) fn new(grid: &Grid) -> Self {
        let of = |target: Cell| {
            let mut from = [Bits::EMPTY; 8];
            for cell in grid.cells() {
                let across = (grid.column(target) - grid.column(cell)).signum();
                let down = (grid.row(target) - grid.row(cell)).signum();
                if let Some(direction) = Direction::from_offset(across, down) {
                    from[direction as usize].insert(cell);
                }
            }
            from
        };
        Self(grid.cells().map(of).collect())
    }
}

impl<const W: usize, const L: usize> Table<W, L> {
    /// Cells to which one walker comes at least, and two. A board with more than one target is
    /// given up; without one everyone stays.
    #[inline(always)]
    pub(crate) fn march(
        &mut self,
        ground: &Ground<'_, W>,
        walkers: SetReg,
        target: SetReg,
    ) -> (Lanes<W, L>, Lanes<W, L>) {
        let walkers = *self.set(walkers);
        let mut goes = [Lanes::<W, L>::EMPTY; 8];
        let mut stays = walkers;
        for lane in 0..L {
            let targets = self.set(target).lane(lane);
            let Some(cell) = targets.first() else { continue };
            let mut others = targets;
            others.remove(cell);
            if !others.is_empty() {
                self.given_up[lane] = u64::MAX;
            }
            stays.set_lane(lane, walkers.lane(lane).and(Bits::of(cell)));
            if let Some(from) = ground.hunts.0.get(cell.index()) {
                for (goes, from) in goes.iter_mut().zip(from) {
                    goes.set_lane(lane, *from);
                }
            }
        }
        let (mut once, mut twice) = (stays, Lanes::EMPTY);
        for (direction, from) in Direction::ALL.into_iter().zip(&goes) {
            let come = ground.steps.step_lanes(&walkers.and(from), direction);
            twice = twice.or(&once.and(&come));
            once = once.or(&come);
        }
        (once, twice)
    }
}
