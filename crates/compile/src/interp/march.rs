//! Where those go who march towards a cell, or towards the nearest of several.

use masume_board::{Bits, Cell, Grid, SetOps, VectorSet, Vectors};
use smallvec::{SmallVec, smallvec};

use super::code::SetReg;
use super::register_file::RegisterFile;
use super::run::Context;
use crate::run::step_toward;

/// What lies on which side of a target.
#[derive(Clone, Debug, Default)]
pub(crate) struct TargetSides<const W: usize> {
    /// Indexed by column, those of the rim first: the cells left of it, and right of it.
    beside: Vec<[Bits<W>; 2]>,
    /// Indexed by row, those of the rim first: the cells above it, and below it.
    ahead: Vec<[Bits<W>; 2]>,
}

impl<const W: usize> TargetSides<W> {
    /// For a board of this shape.
    pub(crate) fn new(grid: &Grid) -> Self {
        let sides = |count: u32, place: &dyn Fn(Cell) -> i32| {
            let of = |target: u32| {
                let target = target as i32 - grid.rim() as i32;
                let mut sides = [Bits::EMPTY; 2];
                for cell in grid.cells() {
                    let far = target - place(cell);
                    let is_there = [far > 0, far < 0];
                    sides
                        .iter_mut()
                        .zip(is_there)
                        .filter(|(_, is_there)| *is_there)
                        .for_each(|(cells, _)| cells.insert(cell));
                }
                sides
            };
            (0..count).map(of).collect()
        };
        Self {
            beside: sides(grid.full_width(), &|cell| grid.column(cell)),
            ahead: sides(grid.full_height(), &|cell| grid.row(cell)),
        }
    }

    /// The cells left of a target, right of it, above it and below it.
    fn of<'h>(&'h self, grid: &Grid, target: Cell) -> Option<[&'h Bits<W>; 4]> {
        let place = |place: i32| (place + grid.rim() as i32) as usize;
        let [left, right] = self.beside.get(place(grid.column(target)))?;
        let [above, below] = self.ahead.get(place(grid.row(target)))?;
        Some([left, right, above, below])
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Puts down the cells to which one walker comes at least, two, and so on. On a board with more than one
    /// target walkers are looked at one by one; without one everyone stays.
    #[inline(always)]
    pub(crate) fn march<V: Vectors>(
        &mut self,
        ops: SetOps<V>,
        context: &Context<'_, '_, W>,
        came: &[SetReg],
        (walkers, target): (SetReg, SetReg),
    ) {
        let (walkers, targets) = (*self.set(walkers), *self.set(target));
        let nobody = &Bits::EMPTY;
        let mut from = [[nobody; 4]; L];
        let single = targets.first_only();
        let (has_one, has_more) = (single.has_any(), targets.without(&single).has_any());
        let mut at_once = walkers.and(&single);
        for lane in 0..L {
            if has_one[lane] == 0 {
                at_once.set_lane(lane, walkers.lane(lane));
                continue;
            }
            let cell = single.lane(lane).first().unwrap_or(Cell(0));
            from[lane] = context.target_sides.of(context.run.grid(), cell).unwrap_or([nobody; 4]);
        }
        let mut further: SmallVec<[VectorSet<V::Words, W>; 7]> = SmallVec::new();
        further.resize(came.len().saturating_sub(2), ops.splat(Bits::EMPTY));
        let mut first = 0;
        while first + V::COUNT <= L {
            let walking = ops.load(&walkers, first);
            let staying = ops.load(&at_once, first);
            // Mostly no more than two are told apart, which fit into what the processor holds.
            let (mut one, mut two) = (staying, ops.splat(Bits::EMPTY));
            further.fill(two);
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
                let come = ops.step(context.steps, goes, direction);
                for level in (0..further.len()).rev() {
                    let fewer = if level == 0 { two } else { further[level - 1] };
                    further[level] = ops.or(further[level], ops.and(fewer, come));
                }
                two = ops.or(two, ops.and(one, come));
                one = ops.or(one, come);
            }
            for (&came, cells) in came.iter().zip([one, two].iter().chain(&further)) {
                ops.store(*cells, &mut self.sets[usize::from(came.0)], first);
            }
            first += V::COUNT;
        }
        for lane in (0..L).filter(|&lane| has_more[lane] != 0) {
            let grid = context.run.grid();
            let at_least = arrivals(grid, walkers.lane(lane), targets.lane(lane), came.len());
            for (&came, cells) in came.iter().zip(at_least) {
                self.sets[usize::from(came.0)].set_lane(lane, cells);
            }
        }
    }

    /// How many walkers come to these cells: mostly there are none, so they are looked at one by one.
    pub(crate) fn count_arrivals(
        &self,
        context: &Context<'_, '_, W>,
        (walkers, target): (SetReg, SetReg),
        cells: SetReg,
    ) -> [i64; L] {
        let cells = self.set(cells);
        let has_any = cells.has_any();
        std::array::from_fn(|lane| {
            if has_any[lane] == 0 {
                return 0;
            }
            let (cells, targets) = (cells.lane(lane), self.set(target).lane(lane));
            let grid = context.run.grid();
            let comes = |&walker: &Cell| cells.contains(step_toward(grid, walker, targets));
            self.set(walkers).lane(lane).into_iter().filter(comes).count() as i64
        })
    }
}

/// Cells to which one walker comes at least, two, and so on, to so many.
fn arrivals<const W: usize>(
    grid: &Grid,
    walkers: Bits<W>,
    targets: Bits<W>,
    most: usize,
) -> SmallVec<[Bits<W>; 9]> {
    let mut at_least = smallvec![Bits::EMPTY; most];
    for walker in walkers {
        let to = step_toward(grid, walker, targets);
        if let Some(cells) = at_least.iter_mut().find(|cells: &&mut Bits<W>| !cells.contains(to)) {
            cells.insert(to);
        }
    }
    at_least
}
