//! Where those go who march towards one cell.

use masume_board::{Bits, Cell, FourBoards, Grid, Lanes, Vectors};

use super::code::SetReg;
use super::run::Ground;
use super::table::Table;

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
        if L == 1 {
            let (mut came, mut more) = (once.lane(0), Bits::EMPTY);
            let [left, right, above, below] = *from[0];
            for direction in crate::program::directions(u8::MAX) {
                let mut goes = walkers.lane(0);
                goes = side(goes, direction.across(), left, right);
                goes = side(goes, direction.down(), above, below);
                let come = ground.steps.step(goes, direction);
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
            let mut sides = [four.splat(Bits::EMPTY); 4];
            for (nth, side) in sides.iter_mut().enumerate() {
                for word in 0..W {
                    let mut row = [0; L];
                    for lane in first..first + V::COUNT {
                        row[lane - first] = from[lane][nth].0[word];
                    }
                    side.0[word] = four.0.load(&row);
                }
            }
            let [left, right, above, below] = sides;
            // Those on a side go across or down; on neither side one stays in column or row.
            let beside = four.or(left, right);
            let ahead = four.or(above, below);
            for direction in crate::program::directions(u8::MAX) {
                let mut goes = walking;
                goes = match direction.across() {
                    1 => four.and(goes, left),
                    -1 => four.and(goes, right),
                    _ => four.without(goes, beside),
                };
                goes = match direction.down() {
                    1 => four.and(goes, above),
                    -1 => four.and(goes, below),
                    _ => four.without(goes, ahead),
                };
                let come = four.step(ground.steps, goes, direction);
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

/// Those of a set who lie where one goes up, down or not at all from, along one axis.
#[inline(always)]
fn side<const W: usize>(of: Bits<W>, way: i32, before: Bits<W>, behind: Bits<W>) -> Bits<W> {
    match way {
        1 => of.and(before),
        -1 => of.and(behind),
        _ => of.without(before.or(behind)),
    }
}
