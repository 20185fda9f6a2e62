//! Where those go who march towards one cell.

use masume_board::{Bits, Cell, Grid, Lanes, SetOps, Vectors};

use super::code::SetReg;
use super::register_file::RegisterFile;
use super::run::Ground;

/// Indexed by target: the cells left of it, right of it, above it and below it.
#[derive(Clone, Debug, Default)]
pub(crate) struct Hunts<const W: usize>(Vec<[Bits<W>; 4]>);

impl<const W: usize> Hunts<W> {
    /// For a board of this shape.
    pub(crate) fn new(grid: &Grid) -> Self {
        let of = |target: Cell| {
            let mut from = [Bits::EMPTY; 4];
            for cell in grid.cells() {
                let across = grid.column(target) - grid.column(cell);
                let down = grid.row(target) - grid.row(cell);
                let sides = [across > 0, across < 0, down > 0, down < 0];
                for (cells, is_there) in from.iter_mut().zip(sides) {
                    if is_there {
                        cells.insert(cell);
                    }
                }
            }
            from
        };
        Self(grid.cells().map(of).collect())
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Cells to which one walker comes at least, and two. A board with more than one target is
    /// given up; without one everyone stays.
    #[inline(always)]
    pub(crate) fn march<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        ground: &Ground<'_, '_, W>,
        walkers: SetReg,
        target: SetReg,
    ) -> (Lanes<W, L>, Lanes<W, L>) {
        let walkers = *self.set(walkers);
        let nobody = &[Bits::EMPTY; 4];
        let mut from = [nobody; L];
        let targets = *self.set(target);
        let single = targets.first_only();
        let (has_one, has_more) = (single.has_any(), targets.without(&single).has_any());
        let mut once = walkers.and(&single);
        for lane in 0..L {
            self.given_up[lane] |= has_more[lane];
            if has_one[lane] == 0 {
                once.set_lane(lane, walkers.lane(lane));
                continue;
            }
            let cell = single.lane(lane).first().unwrap_or(Cell(0));
            from[lane] = ground.hunts.0.get(cell.index()).unwrap_or(nobody);
        }
        let mut twice = Lanes::EMPTY;
        let mut first = 0;
        while first + V::COUNT <= L {
            let walking = ops.load(&walkers, first);
            let mut came = ops.load(&once, first);
            let mut more = ops.splat(Bits::EMPTY);
            let mut sides = [ops.splat(Bits::EMPTY); 4];
            for (nth, side) in sides.iter_mut().enumerate() {
                for word in 0..W {
                    let mut row = [0; L];
                    for lane in first..first + V::COUNT {
                        row[lane - first] = from[lane][nth].0[word];
                    }
                    side.0[word] = ops.0.load(&row);
                }
            }
            let [left, right, above, below] = sides;
            // Those on a side go across or down; on neither side one stays in column or row.
            let beside = ops.or(left, right);
            let ahead = ops.or(above, below);
            for direction in crate::program::directions(u8::MAX) {
                let mut goes = walking;
                goes = match direction.across() {
                    1 => ops.and(goes, left),
                    -1 => ops.and(goes, right),
                    _ => ops.without(goes, beside),
                };
                goes = match direction.down() {
                    1 => ops.and(goes, above),
                    -1 => ops.and(goes, below),
                    _ => ops.without(goes, ahead),
                };
                let come = ops.step(ground.steps, goes, direction);
                more = ops.or(more, ops.and(came, come));
                came = ops.or(came, come);
            }
            ops.store(came, &mut once, first);
            ops.store(more, &mut twice, first);
            first += V::COUNT;
        }
        (once, twice)
    }
}
