//! Steps, fills and runs of whole sets: what [`Grid::step`] does for one cell, at once for all.
//!
//! The masks and distances of a board are found once, when [`Steps`] is made; after that a step
//! is two shifts and an `and` for each word. The tests hold it to `Grid::step`.

use std::ops::Range;

use crate::bits::Bits;
use crate::{Direction, Grid};

/// The most words of a set that executors use: boards of up to 404 x 404 cells.
pub const MAX_WORDS: usize = 2560;

/// One step, or several steps at once, in one direction.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<const W: usize> {
    /// Whole words by which cells move, and bits on top of that.
    pub(crate) words: usize,
    pub(crate) bits: u32,
    /// True if cells move to higher numbers.
    pub(crate) rises: bool,
    /// Cells at which a cell can arrive.
    pub(crate) arrivals: Bits<W>,
}

impl<const W: usize> Step<W> {
    fn new(grid: &Grid, direction: Direction, times: i32) -> Self {
        let width = grid.full_width() as i64;
        let one = i64::from(direction.down()) * width + i64::from(direction.across());
        let distance = one * i64::from(times);
        let arrivals = arrivals(grid, [direction.across(), direction.down()].map(|it| it * times));
        let far = distance.unsigned_abs();
        Self { words: (far / 64) as usize, bits: (far % 64) as u32, rises: distance >= 0, arrivals }
    }

    /// Every cell moved; what left the board or went round an edge is still in it.
    #[inline(always)]
    fn moved(&self, set: Bits<W>) -> Bits<W> {
        if const { W == 1 } {
            let word = set.0[0];
            return Bits([if self.rises { word << self.bits } else { word >> self.bits }; W]);
        }
        let mut moved = Bits::EMPTY;
        if self.rises {
            for nth in self.words..W {
                let below = if nth > self.words { set.0[nth - self.words - 1] } else { 0 };
                // In two parts, for no bits would else be a shift by a whole word.
                moved.0[nth] =
                    set.0[nth - self.words] << self.bits | below >> 1 >> (63 - self.bits);
            }
        } else {
            for nth in 0..W.saturating_sub(self.words) {
                let from = nth + self.words;
                let above = if from + 1 < W { set.0[from + 1] } else { 0 };
                moved.0[nth] = set.0[from] >> self.bits | above << 1 << (63 - self.bits);
            }
        }
        moved
    }
}

/// Cells at which a cell arrives that moves by so many columns and rows.
fn arrivals<const W: usize>(grid: &Grid, moved: [i32; 2]) -> Bits<W> {
    let lines = [grid.columns(), grid.rows()];
    let arrived = [0, 1].map(|axis| {
        let (all, by) = (&lines[axis], moved[axis]);
        (all.start + by).max(all.start)..(all.end + by).min(all.end)
    });
    cells_of(grid, arrived)
}

/// Cells in these columns and rows of a board, as the grid counts them: line by line, for a large board has many cells.
fn cells_of<const W: usize>(grid: &Grid, [columns, rows]: [Range<i32>; 2]) -> Bits<W> {
    let mut cells = Bits::EMPTY;
    for row in rows {
        let ends = [columns.start, columns.end - 1].map(|column| grid.at(column, row));
        if let [Some(first), Some(last)] = ends {
            cells.insert_all(first.0..last.0 + 1);
        }
    }
    cells
}

/// Words of a set of `W` that are worked on where a board needs so many: whole strips of eight where there are any.
pub fn used_words<const W: usize>(needed: usize) -> usize {
    needed.next_multiple_of(8).min(W)
}

/// Masks and shifts that a board's sets need for their steps.
#[derive(Clone, Debug)]
pub struct Steps<const W: usize> {
    /// Indexed [direction][k]: 2^k steps at once.
    pub(crate) steps: [Vec<Step<W>>; 8],
    /// Indexed by direction: cells from which a step leaves the board.
    edges: [Bits<W>; 8],
    /// Every cell of the board.
    pub full: Bits<W>,
    /// Every cell inside the rim.
    pub inner: Bits<W>,
    /// The most whole words by which a step moves a cell.
    farthest: usize,
    /// Words that hold cells, in whole strips of eight where sets have as many.
    used_words: usize,
}

impl<const W: usize> Steps<W> {
    /// For a board of at most `64 * W` cells.
    pub fn new(grid: &Grid) -> Self {
        let doublings = |direction: Direction| {
            // 2^k steps are wanted as long as they stay on some line.
            let longest = grid.longest_line(direction) as i32;
            let times = (0..).map(|k| 1 << k).take_while(move |&times| times < longest.max(2));
            times.map(|times| Step::new(grid, direction, times)).collect()
        };
        let steps = Direction::ALL.map(doublings);
        let full = cells_of(grid, [grid.columns(), grid.rows()]);
        Self {
            farthest: steps.iter().map(|it: &Vec<Step<W>>| it[0].words).max().unwrap_or(0),
            steps,
            edges: Direction::ALL.map(|direction| {
                let goes_on = arrivals(grid, [-direction.across(), -direction.down()]);
                full.without(goes_on)
            }),
            full,
            inner: cells_of(grid, [0..grid.width() as i32, 0..grid.height() as i32]),
            used_words: used_words::<W>(grid.cell_count().div_ceil(64)),
        }
    }

    /// Words that hold cells, in whole strips of eight where sets have as many: those behind are always zero, so that
    /// one width serves boards of many sizes.
    #[inline(always)]
    pub fn used_words(&self) -> usize {
        self.used_words
    }

    /// Cells from which a step in this direction leaves the board.
    #[inline(always)]
    pub fn edge(&self, direction: Direction) -> Bits<W> {
        self.edges[direction as usize]
    }

    /// True if every step moves a cell by less than a word.
    #[inline(always)]
    pub fn are_near(&self) -> bool {
        self.farthest == 0
    }

    /// Shifts of cells in this direction, in 1, 2, 4, … steps at once: by how much their numbers grow,
    /// and where they can arrive.
    pub fn shifts(&self, direction: Direction) -> impl Iterator<Item = (i64, Bits<W>)> + '_ {
        self.steps[direction as usize].iter().map(|step| {
            let far = 64 * step.words as i64 + i64::from(step.bits);
            (if step.rises { far } else { -far }, step.arrivals)
        })
    }

    /// The most whole words by which a step moves a cell.
    #[inline(always)]
    pub fn farthest(&self) -> usize {
        self.farthest
    }

    /// Shift of cells in this direction: whether to higher numbers, by how many places of less than
    /// a word, and where they can arrive.
    #[inline(always)]
    pub(crate) fn shift(&self, direction: Direction) -> (bool, u32, Bits<W>) {
        let step = &self.steps[direction as usize][0];
        (step.rises, step.bits, step.arrivals)
    }

    /// The cells one step further; what leaves the board is gone.
    #[inline(always)]
    pub fn step(&self, set: Bits<W>, direction: Direction) -> Bits<W> {
        let step = &self.steps[direction as usize][0];
        step.moved(set).and(step.arrivals)
    }

    /// The cells of `through` that steps lead to from `set`, each step within `through`. The cells
    /// of `set` themselves are in it only where a step leads to them.
    #[inline(always)]
    pub fn fill(&self, set: Bits<W>, through: Bits<W>, direction: Direction) -> Bits<W> {
        let steps = &self.steps[direction as usize];
        // Where the chain comes from the other side of the board is no way through: masked once,
        // no later step needs it.
        let mut ways = through.and(steps[0].arrivals);
        let mut filled = steps[0].moved(set).and(ways);
        for step in steps {
            filled = filled.or(step.moved(filled).and(ways));
            ways = ways.and(step.moved(ways));
        }
        filled
    }

    /// As [`Steps::fill`], a step at a time until nothing is new.
    pub fn fill_slowly(&self, set: Bits<W>, through: Bits<W>, direction: Direction) -> Bits<W> {
        let mut filled = Bits::EMPTY;
        let mut ahead = self.step(set, direction).and(through);
        while !ahead.is_empty() {
            filled = filled.or(ahead);
            ahead = self.step(ahead, direction).and(through);
        }
        filled
    }

    /// Cells from which `count` cells in a row, this one first, are all in `set`. A count of 0
    /// gives every cell.
    #[inline(always)]
    pub fn runs(&self, set: Bits<W>, count: u32, direction: Direction) -> Bits<W> {
        if count == 0 {
            return self.full;
        }
        let steps = &self.steps[direction.opposite() as usize];
        // Runs of doubled length as long as they fit, then the overlap of two of them.
        let mut runs = set;
        let mut length = 1;
        for step in steps {
            if length * 2 > count {
                break;
            }
            runs = runs.and(step.moved(runs).and(step.arrivals));
            length *= 2;
        }
        while length < count {
            // What is missing is less than what is there, or the line is too short for any run.
            let missing = (count - length).min(length);
            let mut further = runs;
            for (k, step) in steps.iter().enumerate() {
                if missing >> k & 1 == 1 {
                    further = step.moved(further).and(step.arrivals);
                }
            }
            if missing >> steps.len() != 0 {
                return Bits::EMPTY;
            }
            runs = runs.and(further);
            length += missing;
        }
        runs
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Cell;

    const SHAPES: [(u32, u32, u32); 8] = [
        (8, 8, 0),
        (7, 6, 0),
        (1, 40, 0),
        (64, 1, 0),
        (9, 7, 0),
        (13, 13, 0),
        (17, 8, 1),
        (70, 3, 0),
    ];

    /// Different sets for different numbers, about half full.
    fn scattered<const W: usize>(full: Bits<W>, seed: u64) -> Bits<W> {
        let mut bits = full;
        for (nth, word) in bits.0.iter_mut().enumerate() {
            let mixed = (seed + 1 + nth as u64).wrapping_mul(0x9e37_79b9_7f4a_7c15);
            *word &= mixed ^ mixed >> 29 | mixed << 31;
        }
        bits
    }

    fn check_with(mut check: impl FnMut(&Grid, &Steps<4>, Bits<4>, Bits<4>, Direction)) {
        for (width, height, rim) in SHAPES {
            let grid = Grid::with_rim(width, height, rim).unwrap();
            let steps = Steps::<4>::new(&grid);
            for (seed, direction) in (0..4).flat_map(|seed| Direction::ALL.map(|d| (seed, d))) {
                let set = scattered(steps.full, seed);
                let other = scattered(steps.full, seed + 100);
                check(&grid, &steps, set, other, direction);
            }
        }
    }

    fn collect(cells: impl Iterator<Item = Cell>) -> Bits<4> {
        let mut bits = Bits::EMPTY;
        cells.for_each(|cell| bits.insert(cell));
        bits
    }

    #[test]
    fn sets_of_a_board_are_those_of_its_cells() {
        check_with(|grid, steps, _, _, direction| {
            assert_eq!(steps.full, collect(grid.cells()));
            assert_eq!(steps.inner, collect(grid.inner_cells()));
            let leaves = |cell: &Cell| grid.step(*cell, direction).is_none();
            assert_eq!(
                steps.edge(direction),
                collect(grid.cells().filter(leaves)),
                "{direction:?}"
            );
            for (nth, (_, arrivals)) in steps.shifts(direction).enumerate() {
                let arrive = |at| (0..1 << nth).try_fold(at, |at, _| grid.step(at, direction));
                let expected = collect(grid.cells().filter_map(arrive));
                assert_eq!(arrivals, expected, "{grid:?} {direction:?} {nth}");
            }
        });
    }

    #[test]
    fn a_set_steps_as_its_cells_do() {
        check_with(|grid, steps, set, _, direction| {
            let expected = collect(set.iter().filter_map(|cell| grid.step(cell, direction)));
            assert_eq!(steps.step(set, direction), expected, "{grid:?} {direction:?}");
        });
    }

    #[test]
    fn a_fill_is_a_step_again_and_again() {
        check_with(|grid, steps, set, through, direction| {
            let through = through.or(scattered(steps.full, 7));
            let slow = steps.fill_slowly(set, through, direction);
            assert_eq!(steps.fill(set, through, direction), slow, "{grid:?} {direction:?}");
            assert_eq!(
                steps.fill(set, steps.full, direction),
                steps.fill_slowly(set, steps.full, direction)
            );
        });
    }

    #[test]
    fn a_run_is_so_many_cells_in_a_row() {
        check_with(|grid, steps, set, other, direction| {
            let set = set.or(other);
            for count in [0, 1, 2, 3, 4, 5, 7, 9, 40, 80] {
                let expected = grid.cells().filter(|&cell| {
                    let mut line = grid.line_from(cell, direction);
                    (0..count).all(|_| line.next().is_some_and(|cell| set.contains(cell)))
                });
                let expected = collect(expected);
                assert_eq!(steps.runs(set, count, direction), expected, "{count} {direction:?}");
            }
        });
    }
}
