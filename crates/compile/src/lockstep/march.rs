//! Where those go who march towards one cell.

#![expect(
    clippy::needless_range_loop,
    reason = "several arrays are read at one lane: iterators over all of them are not vectorised"
)]

use masume_board::{Bits, Cell, Direction, FourBoards, Grid, Lanes, Vectors};

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
    pub(crate) fn march<V: Vectors>(
        &mut self,
        four: FourBoards<V>,
        ground: &Ground<'_, W>,
        walkers: SetReg,
        target: SetReg,
    ) -> (Lanes<W, L>, Lanes<W, L>) {
        let walkers = *self.set(walkers);
        let nobody = &[Bits::EMPTY; 8];
        let mut from = [nobody; L];
        let mut once = walkers;
        for lane in 0..L {
            let targets = self.set(target).lane(lane);
            let Some(cell) = targets.first() else { continue };
            let mut others = targets;
            others.remove(cell);
            if !others.is_empty() {
                self.given_up[lane] = u64::MAX;
            }
            once.set_lane(lane, walkers.lane(lane).and(Bits::of(cell)));
            from[lane] = ground.hunts.0.get(cell.index()).unwrap_or(nobody);
        }
        let mut twice = Lanes::EMPTY;
        if L == 1 {
            let (mut came, mut more) = (once.lane(0), Bits::EMPTY);
            for (direction, from) in Direction::ALL.iter().zip(from[0]) {
                let come = ground.steps.step(walkers.lane(0).and(*from), *direction);
                more = more.or(came.and(come));
                came = came.or(come);
            }
            once.set_lane(0, came);
            twice.set_lane(0, more);
            return (once, twice);
        }
        let mut first = 0;
        while first + V::COUNT <= L {
            let walking = four.load(&walkers, first);
            let mut came = four.load(&once, first);
            let mut more = four.splat(Bits::EMPTY);
            for direction in crate::program::directions(u8::MAX) {
                let mut goes = four.splat(Bits::EMPTY);
                for word in 0..W {
                    let mut row = [0; L];
                    for lane in first..first + V::COUNT {
                        row[lane - first] = from[lane][direction as usize].0[word];
                    }
                    goes.0[word] = four.0.load(&row);
                }
                let come = four.step(ground.steps, four.and(walking, goes), direction);
                more = four.or(more, four.and(came, come));
                came = four.or(came, come);
            }
            four.store(came, &mut once, first);
            four.store(more, &mut twice, first);
            first += V::COUNT;
        }
        (once, twice)
    }
}
