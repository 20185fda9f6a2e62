//! Matches that rules use on every board, where those are not all. What follows looks at one board
//! after another.

use masume_board::{Bits, Cell, Direction, Grid, Lanes};
use masume_program::directions;
use masume_program::interp::code::{MaskReg, SetReg, Way};
use masume_rules::chance::{Chance, Sampling};

use super::register_file::RegisterFile;

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// On every board the first cell of a set, read as a direction goes.
    #[inline(never)]
    pub(super) fn foremost(&self, grid: &Grid, of: SetReg, way: Way) -> Lanes<W, L> {
        let mut found = Lanes::EMPTY;
        for lane in 0..L {
            let cells = self.set(of).lane(lane);
            let first = self.way_of(way, lane).and_then(|it| foremost(grid, cells, it));
            if let Some(cell) = first {
                found.set_lane(lane, Bits::of(cell));
            }
        }
        found
    }

    /// Draws one of the starts, which are sorted by cell and then by way, on the boards of the mask.
    #[inline(never)]
    pub(super) fn pick_start(&mut self, to: &[SetReg], of: &[SetReg], mask: MaskReg) {
        for lane in 0..L {
            let starts = self.lanes_of(of, lane);
            to.iter().for_each(|it| self.sets[usize::from(it.0)].set_lane(lane, Bits::EMPTY));
            if self.mask(mask)[lane] == 0 {
                continue;
            }
            let count: usize = starts.iter().map(|cells| cells.len()).sum();
            let index = match count {
                0 => continue,
                1 => 0,
                _ => self.random[lane].below(count as u64) as usize,
            };
            if let Some((way, cell)) = in_order(&starts).nth(index) {
                self.sets[usize::from(to[way].0)].set_lane(lane, Bits::of(cell));
            }
        }
    }

    /// Draws for each of the starts, sorted by cell and then by way, which of the weights it has: `to`
    /// is indexed [weight][way].
    #[inline(never)]
    pub(super) fn distribute(&mut self, to: &[SetReg], weights: &[u32], of: &[SetReg]) {
        for lane in 0..L {
            let starts = self.lanes_of(of, lane);
            to.iter().for_each(|it| self.sets[usize::from(it.0)].set_lane(lane, Bits::EMPTY));
            for (way, cell) in in_order(&starts) {
                // Sampling refuses nothing.
                let nth = Sampling.weighted(&mut self.random[lane], weights).unwrap_or(0);
                let to = &mut self.sets[usize::from(to[nth * of.len() + way].0)];
                let mut cells = to.lane(lane);
                cells.insert(cell);
                to.set_lane(lane, cells);
            }
        }
    }

    /// Shuffle of what sets say of some cells, on the boards of the mask.
    #[inline(never)]
    pub(super) fn shuffle(&mut self, sets: &[SetReg], cells: SetReg, mask: MaskReg) {
        for lane in 0..L {
            if self.mask(mask)[lane] == 0 {
                continue;
            }
            let places: Vec<Cell> = self.set(cells).lane(lane).iter().collect();
            let mut from: Vec<usize> = (0..places.len()).collect();
            self.random[lane].shuffle(&mut from);
            for set in sets {
                let set = &mut self.sets[usize::from(set.0)];
                let before = set.lane(lane);
                let mut after = before;
                for (&place, &from) in places.iter().zip(&from) {
                    after.remove(place);
                    if before.contains(places[from]) {
                        after.insert(place);
                    }
                }
                set.set_lane(lane, after);
            }
        }
    }

    fn lanes_of(&self, sets: &[SetReg], lane: usize) -> Vec<Bits<W>> {
        sets.iter().map(|&set| self.set(set).lane(lane)).collect()
    }

    /// The direction of a way on one board; `None` where none is chosen.
    pub(super) fn way_of(&self, way: Way, lane: usize) -> Option<Direction> {
        let chosen = || directions(self.way_bits[lane] as u8).next();
        match way {
            Way::Fixed(direction) => Some(direction),
            Way::Chosen => chosen(),
            Way::Against => chosen().map(Direction::opposite),
        }
    }
}

/// The first cell, read as a direction goes: its rows first, and each as its columns go.
fn foremost<const W: usize>(grid: &Grid, cells: Bits<W>, direction: Direction) -> Option<Cell> {
    let (goes_up, goes_left) = (direction.down() < 0, direction.across() < 0);
    let end = if goes_up { cells.last() } else { cells.first() }?;
    if goes_up == goes_left {
        return Some(end);
    }
    let row = grid.row(end);
    let mut of_row = cells.iter().filter(|&cell| grid.row(cell) == row);
    if goes_left { of_row.last() } else { of_row.next() }
}

/// Starts with the index of their way, by cell and then by way.
fn in_order<const W: usize>(starts: &[Bits<W>]) -> impl Iterator<Item = (usize, Cell)> {
    let all = starts.iter().fold(Bits::<W>::EMPTY, |all, &cells| all.or(cells));
    all.iter().flat_map(move |cell| {
        let ways = starts.iter().enumerate().filter(move |(_, cells)| cells.contains(cell));
        ways.map(move |(way, _)| (way, cell))
    })
}
