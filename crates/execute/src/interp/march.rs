//! Targets of a march towards a cell, or towards the nearest of several.

use std::ops::Range;

use masume_board::{Bits, Cell, Direction, Grid, Padded, SetOps, Steps, VectorSet, Vectors};
use masume_program::interp::code::SetReg;
use masume_program::interp::native::Arrivals;
use smallvec::{SmallVec, smallvec};

use super::register_file::RegisterFile;
use super::run::Context;
use crate::run::step_toward;
use crate::vectors::{self, Vectorised};

/// The least words of a set that fill vectors by themselves.
const LEAST_WORDS: usize = 8;

/// Cells on each side of a target, and those that a step towards it reaches.
#[derive(Clone, Debug, Default)]
pub(crate) struct TargetSides<const W: usize> {
    columns: Vec<LineTarget<W>>,
    rows: Vec<LineTarget<W>>,
}

/// The same for a target in one column, or in one row, those of the rim first.
#[derive(Clone, Debug)]
struct LineTarget<const W: usize> {
    /// The cells before the target, and behind it.
    sides: [Bits<W>; 2],
    /// Indexed by direction, back, straight on, and forth: the cells inside the rim to which a step goes that
    /// comes nearer, or stays in line.
    arrivals: [Bits<W>; 3],
}

impl<const W: usize> TargetSides<W> {
    /// For a board of this shape.
    pub(crate) fn new(grid: &Grid) -> Self {
        let mut inner = Bits::EMPTY;
        grid.inner_cells().for_each(|cell| inner.insert(cell));
        Self {
            columns: axes(grid, inner, grid.columns(), |cell| grid.column(cell)),
            rows: axes(grid, inner, grid.rows(), |cell| grid.row(cell)),
        }
    }

    /// The column and the row of a target.
    fn axes(&self, grid: &Grid, target: Cell) -> Option<[&LineTarget<W>; 2]> {
        let [column, row] = places(grid, target);
        Some([self.columns.get(column)?, self.rows.get(row)?])
    }

    /// The same for machine code, in so many words.
    pub(super) fn arrivals(&self, grid: &Grid, words: usize) -> Arrivals {
        let of = |axes: &[LineTarget<W>]| {
            let axes = axes.iter();
            axes.map(|axis| axis.arrivals.each_ref().map(|cells| cells.0[..words].to_vec()))
                .collect()
        };
        let places = grid.cells().map(|cell| places(grid, cell)).collect();
        Arrivals { axes: [of(&self.columns), of(&self.rows)], places }
    }

    /// The cells left of a target, right of it, above it and below it.
    fn of<'h>(&'h self, grid: &Grid, target: Cell) -> Option<[&'h Bits<W>; 4]> {
        let [column, row] = self.axes(grid, target)?;
        let ([left, right], [above, below]) = (&column.sides, &row.sides);
        Some([left, right, above, below])
    }
}

/// Indices of the column and of the row of a cell, rim included.
fn places(grid: &Grid, cell: Cell) -> [usize; 2] {
    let (column, row) = (grid.column(cell), grid.row(cell));
    [(column - grid.columns().start) as usize, (row - grid.rows().start) as usize]
}

/// The sides of a target in each of these columns or rows, one line's cells after another: a pass over the cells
/// for each line would take minutes on the largest boards.
fn axes<const W: usize>(
    grid: &Grid,
    inner: Bits<W>,
    numbers: Range<i32>,
    place: impl Fn(Cell) -> i32,
) -> Vec<LineTarget<W>> {
    let (rim, count) = (grid.rim() as usize, numbers.len());
    let mut lines = vec![Bits::<W>::EMPTY; count];
    grid.cells().for_each(|cell| lines[(place(cell) - numbers.start) as usize].insert(cell));
    let (first, last) = (lines[rim], lines[count - 1 - rim]);
    let mut before = Bits::EMPTY;
    let mut behind = lines.iter().fold(Bits::EMPTY, |cells, line| cells.or(*line));
    let of = |line: &Bits<W>| {
        behind = behind.without(*line);
        let arrivals = [behind.or(*line).without(last), *line, before.or(*line).without(first)];
        let axis = LineTarget {
            sides: [before, behind],
            arrivals: arrivals.map(|cells| cells.and(inner)),
        };
        before = before.or(*line);
        axis
    };
    lines.iter().map(of).collect()
}

/// A march on one board, whose words fill vectors, where up to `N` who come to a cell are told apart.
struct OneMarch<'m, const W: usize, const N: usize> {
    /// Walkers, with nobody before and behind, so that whole vectors are loaded from where a step
    /// leads.
    walkers: &'m Padded<W>,
    axes: [&'m LineTarget<W>; 2],
    steps: &'m Steps<W>,
    /// The cells to which one comes at least, two, and so on.
    came: &'m mut [Bits<W>; N],
}

impl<const W: usize, const N: usize> Vectorised for OneMarch<'_, W, N> {
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        let (walkers, [columns, rows]) = (self.walkers.all(), self.axes);
        let mut shifts = [self.steps.strip_shift(ops, Direction::Up); 8];
        for direction in Direction::ALL {
            shifts[direction as usize] = self.steps.strip_shift(ops, direction);
        }
        let ops = ops.0;
        let mut first = 0;
        while first + V::COUNT <= W {
            let mut at_least = [ops.splat(0); N];
            for direction in Direction::ALL {
                let mut come = shifts[direction as usize].moved(ops, walkers, first);
                let across = &columns.arrivals[(direction.across() + 1) as usize];
                let down = &rows.arrivals[(direction.down() + 1) as usize];
                come = ops.and(come, ops.load(&across.0[first..]));
                come = ops.and(come, ops.load(&down.0[first..]));
                for level in (1..N).rev() {
                    at_least[level] = ops.or(at_least[level], ops.and(at_least[level - 1], come));
                }
                at_least[0] = ops.or(at_least[0], come);
            }
            for (came, cells) in self.came.iter_mut().zip(&at_least) {
                ops.store(*cells, &mut came.0[first..]);
            }
            first += V::COUNT;
        }
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
        let is_wide = const { L == 1 && W >= LEAST_WORDS } && context.steps.farthest() + 1 < W;
        let is_done = match came.len() {
            _ if !is_wide => false,
            // Mostly no more than two are told apart, which fit into what the processor holds.
            0..=2 => self.marches_alone::<2>(context, came, (walkers, target)),
            _more => self.marches_alone::<9>(context, came, (walkers, target)),
        };
        if is_done {
            return;
        }
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
            from[lane] = context.target_sides.of(&context.shape.grid, cell).unwrap_or([nobody; 4]);
        }
        let mut further: SmallVec<[VectorSet<V::Words, W>; 7]> = SmallVec::new();
        further.resize(came.len().saturating_sub(2), ops.splat(Bits::EMPTY));
        let mut first = 0;
        while first + V::COUNT <= L {
            let walking = ops.load(&walkers, first);
            let staying = ops.load(&at_once, first);
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
            for direction in masume_program::directions(u8::MAX) {
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
            let grid = &context.shape.grid;
            let at_least = arrivals(grid, walkers.lane(lane), targets.lane(lane), came.len());
            for (&came, cells) in came.iter().zip(at_least) {
                self.sets[usize::from(came.0)].set_lane(lane, cells);
            }
        }
    }

    /// The same on one board with one target or none, whose words fill vectors; says whether it is such a board.
    fn marches_alone<const N: usize>(
        &mut self,
        context: &Context<'_, '_, W>,
        came: &[SetReg],
        (walkers, target): (SetReg, SetReg),
    ) -> bool {
        let (walkers, targets) = (self.set(walkers).lane(0), self.set(target).lane(0));
        let Some(cell) = targets.first() else {
            let stay = std::iter::once(walkers).chain(std::iter::repeat(Bits::EMPTY));
            for (came, cells) in came.iter().zip(stay) {
                self.sets[usize::from(came.0)].set_lane(0, cells);
            }
            return true;
        };
        let axes = context.target_sides.axes(&context.shape.grid, cell);
        let Some(axes) = axes.filter(|_| targets == Bits::of(cell)) else { return false };
        if walkers.contains(cell) {
            return false;
        }
        let mut padded = Padded::EMPTY;
        padded.put(&walkers.0, context.steps.used_words());
        let mut cells = [Bits::EMPTY; N];
        let march = OneMarch { walkers: &padded, axes, steps: context.steps, came: &mut cells };
        vectors::with_eight::<W>(context.arch, march);
        for (came, cells) in came.iter().zip(cells) {
            self.sets[usize::from(came.0)].set_lane(0, cells);
        }
        true
    }

    /// Number of walkers that come to these cells: mostly there are none, so they are looked at one
    /// by one.
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
            let grid = &context.shape.grid;
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
