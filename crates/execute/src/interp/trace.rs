//! Matches that are followed cell by cell along a line that was solved for all boards at once: each is
//! the path that backtracking finds first.

use masume_board::{Bits, Cell, Direction, Grid, Lanes, Steps};
use masume_program::interp::code::SetReg;
use masume_program::interp::trace::Line;
use masume_program::{Next, Start};
use smallvec::SmallVec;

use super::register_file::RegisterFile;

/// A line on one board.
struct OnBoard<'l, const W: usize> {
    line: &'l Line,
    direction: Direction,
    steps: &'l Steps<W>,
    grid: &'l Grid,
    /// Indexed by place.
    solved: SmallVec<[Bits<W>; 8]>,
    last: Bits<W>,
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Follows the matches that begin at some cells, one at each at most: puts down where they begin, and
    /// for each place the cells that they have there.
    #[inline(never)]
    pub(super) fn trace(
        &mut self,
        (steps, grid): (&Steps<W>, &Grid),
        (to, from): (&[SetReg], SetReg),
        line: &Line,
    ) {
        let starts = *self.set(from);
        let mut found: SmallVec<[Lanes<W, L>; 8]> = to.iter().map(|_| Lanes::EMPTY).collect();
        for lane in 0..L {
            let open = starts.lane(lane);
            let direction = self.way_of(line.way, lane);
            let Some(direction) = direction.filter(|_| !open.is_empty()) else { continue };
            let cells_of = |set: SetReg| self.set(set).lane(lane);
            let board = OnBoard {
                line,
                direction,
                steps,
                grid,
                solved: line.places.iter().map(|place| cells_of(place.solved)).collect(),
                last: line.last.map_or(steps.full, cells_of),
            };
            for (found, cells) in found.iter_mut().zip(board.matches(open)) {
                found.set_lane(lane, cells);
            }
        }
        to.iter().zip(found).for_each(|(&to, found)| self.put(to, found));
    }
}

impl<const W: usize> OnBoard<'_, W> {
    /// Cells at which matches begin, and for each place the cells that they have there.
    fn matches(&self, mut open: Bits<W>) -> SmallVec<[Bits<W>; 8]> {
        let direction = self.direction;
        // Along a line cells come in ascending order, or in descending order.
        let rises = direction.down() > 0 || direction.down() == 0 && direction.across() > 0;
        let mut found: SmallVec<[Bits<W>; 8]> =
            SmallVec::from_elem(Bits::EMPTY, self.solved.len() + 1);
        while let Some(start) = if rises { open.first() } else { open.last() } {
            open.remove(start);
            self.follow(start, |place, cell| {
                found[0].insert(start);
                found[place + 1].insert(cell);
                if self.line.is_apart {
                    open.remove(cell);
                }
            });
        }
        found
    }

    /// Shows the cells of the match that begins at a cell, each with its place.
    fn follow(&self, start: Cell, mut visit: impl FnMut(usize, Cell)) {
        let (line, steps) = (self.line, self.steps);
        let behind = steps.edge(self.direction.opposite());
        let begins = |begin: &&Start| {
            self.solved[usize::from(begin.place)].contains(start)
                && (!begin.at_edge || behind.contains(start))
        };
        let Some(first) = line.starts.iter().find(begins) else { return };
        let (mut place, mut cell) = (usize::from(first.place), start);
        loop {
            visit(place, cell);
            let ahead = self.grid.step(cell, self.direction);
            // The first way that goes on is the preferred one: from a cell that is solved the rest matches.
            let next = line.places[place].next.iter().find_map(|next| match *next {
                Next::Accept { at_edge } => {
                    let ends = self.last.contains(cell) && (!at_edge || ahead.is_none());
                    ends.then_some(None)
                }
                Next::Step { place, .. } => {
                    let place = usize::from(place);
                    let ahead = ahead.filter(|&ahead| self.solved[place].contains(ahead))?;
                    Some(Some((place, ahead)))
                }
            });
            let Some(Some(next)) = next else { return };
            (place, cell) = next;
        }
    }
}
