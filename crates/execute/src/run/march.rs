//! Marches: everyone named steps at the same moment.

use masume_board::{Bits, Cell, Direction, Grid};
use masume_program::{Aim, MarchOp, Meeting, directions, take_pair};
use masume_rules::model::{Content, EMPTY};
use masume_rules::run_error::RunErrorKind;
use smallvec::SmallVec;

use crate::run::machine::Written;
use crate::run::{Machine, Scene, Stop};

impl<const W: usize> Machine<'_, '_, W> {
    /// Runs a march; says whether anyone was asked to walk.
    pub(crate) fn run_march(&mut self, march: &MarchOp) -> Result<bool, Stop> {
        self.begin(march.span)?;
        // Step 1. Who walks, on the board as it stands.
        let scene = self.scene();
        let layout = &self.run.layout;
        let held = layout.occupied(march.layer);
        let held = held.fold(Bits::EMPTY, |all, plane| all.or(self.position.plane::<W>(plane)));
        let walkers = scene.set(march.walkers).and(self.run.steps.inner).and(held);
        scene.host.check()?;
        if walkers.is_empty() {
            return Ok(false);
        }
        // Step 2. Where to: who comes to each cell.
        let mut moves: Vec<(Cell, Cell)> = Vec::with_capacity(walkers.len());
        scene.moves(march, walkers, &mut moves)?;
        let mut arrived = Bits::<W>::EMPTY;
        let mut shared = Bits::<W>::EMPTY;
        for &(_, to) in &moves {
            if arrived.contains(to) {
                shared.insert(to);
            }
            arrived.insert(to);
        }
        let standing = held.without(walkers);
        shared = shared.or(arrived.and(standing));
        // Step 3. What is left where several are; cells in reading order, for effects have one.
        let mut puts: Vec<Written> = Vec::new();
        let layer = march.layer;
        let left = walkers.without(arrived);
        puts.extend(left.iter().map(|cell| Written { cell, layer, content: EMPTY }));
        for &(from, to) in &moves {
            if !shared.contains(to) {
                let content = self.position.content(layout, layer, from);
                puts.push(Written { cell: to, layer, content });
            }
        }
        for cell in shared {
            self.host.stop.check(march.span)?;
            let content = self.left_at(march, cell, &moves, standing.contains(cell))?;
            puts.push(Written { cell, layer, content });
        }
        self.commit(&mut puts)?;
        Ok(true)
    }

    /// Content that is left of those who come to one cell, and of the piece that stands there.
    fn left_at(
        &mut self,
        march: &MarchOp,
        cell: Cell,
        moves: &[(Cell, Cell)],
        has_standing: bool,
    ) -> Result<Content, Stop> {
        let content = |from: Cell| self.position.content(&self.run.layout, march.layer, from);
        let mut occupants: SmallVec<[Content; 10]> =
            moves.iter().filter(|&&(_, to)| to == cell).map(|&(from, _)| content(from)).collect();
        if has_standing {
            occupants.push(content(cell));
        }
        self.meet(&march.meets, &mut occupants)?;
        match occupants[..] {
            [] => Ok(EMPTY),
            [only] => Ok(only),
            [first, second, ..] => Err(self.error(RunErrorKind::Conflict {
                cell,
                layer: march.layer,
                first: first.min(second),
                second: first.max(second),
            })),
        }
    }

    /// Applies the rows in order, each as often as it applies, and from the first again until none
    /// does; of equal contents that are left one stays.
    fn meet(
        &mut self,
        meets: &[Meeting],
        occupants: &mut SmallVec<[Content; 10]>,
    ) -> Result<(), Stop> {
        occupants.sort_unstable();
        loop {
            let before = occupants.len();
            for meeting in meets {
                while take_pair(occupants, meeting) {
                    occupants.extend(meeting.left);
                    self.run_effects(&meeting.effects, &[])?;
                }
            }
            // Every meeting leaves one fewer at least, so this ends.
            if occupants.len() == before {
                occupants.sort_unstable();
                occupants.dedup();
                return Ok(());
            }
        }
    }
}

impl<const W: usize> Scene<'_, '_, W> {
    /// Targets of the walkers.
    fn moves(
        &self,
        march: &MarchOp,
        walkers: Bits<W>,
        moves: &mut Vec<(Cell, Cell)>,
    ) -> Result<(), Stop> {
        let grid = self.run.grid();
        match &march.aim {
            Aim::Toward(target) => {
                let targets = self.set(*target).and(self.run.steps.inner);
                self.host.check()?;
                for from in walkers {
                    self.host.stop.check(march.span)?;
                    moves.push((from, step_toward(grid, from, targets)));
                }
            }
            Aim::In(dirs) => {
                let mask = dirs.mask(&|slot| self.chosen_direction(slot));
                let direction = directions(mask).next();
                let step = |from| direction.and_then(|direction| grid.step(from, direction));
                let inner = |cell: &Cell| grid.is_inner(*cell);
                moves.extend(
                    walkers.iter().map(|from| (from, step(from).filter(inner).unwrap_or(from))),
                );
            }
        }
        Ok(())
    }
}

/// The cell one step nearer to the nearest target; of several the first in reading order.
pub(crate) fn step_toward<const W: usize>(grid: &Grid, walker: Cell, targets: Bits<W>) -> Cell {
    let Some(target) = nearest(grid, walker, &targets) else { return walker };
    let across = (grid.column(target) - grid.column(walker)).signum();
    let down = (grid.row(target) - grid.row(walker)).signum();
    let direction = Direction::from_offset(across, down);
    direction.and_then(|direction| grid.step(walker, direction)).unwrap_or(walker)
}

/// The nearest target in a straight line; of several the first in reading order. Rows are looked at from
/// the walker's own on, as long as any cell of theirs may be nearer.
fn nearest<const W: usize>(grid: &Grid, walker: Cell, targets: &Bits<W>) -> Option<Cell> {
    if targets.is_empty() {
        return None;
    }
    let (row, column) = (grid.row(walker), grid.column(walker));
    let mut best: Option<(u32, Cell)> = None;
    // A board has at most 1024 rows and columns, so that squares fit.
    for far in 0..grid.rows().len() as u32 {
        if best.is_some_and(|(least, _)| far * far > least) {
            break;
        }
        let below = (far > 0).then_some(row + far as i32);
        for row in [row - far as i32].into_iter().chain(below) {
            let Some(([first, last], here)) = grid.row_ends(row).zip(grid.at(column, row)) else {
                continue;
            };
            let [left, right] =
                [targets.last_within(first, here), targets.first_within(here, last)];
            for target in left.into_iter().chain(right) {
                let across = here.0.abs_diff(target.0);
                let found = (across * across + far * far, target);
                best = Some(best.map_or(found, |best| best.min(found)));
            }
        }
    }
    best.map(|(_, target)| target)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_nearest_is_that_of_all() {
        for (width, height, rim) in [(8, 8, 0), (1, 9, 0), (13, 5, 1), (30, 4, 2)] {
            let grid = Grid::with_rim(width, height, rim).unwrap();
            for seed in 0..40u32 {
                let mut targets = Bits::<8>::EMPTY;
                let mixed = |cell: Cell| (cell.0 + 1).wrapping_mul(2_654_435_761 + 2 * seed) >> 16;
                let chosen = grid.inner_cells().filter(|&cell| mixed(cell) % 40 < seed);
                chosen.for_each(|cell| targets.insert(cell));
                for walker in grid.inner_cells() {
                    let expected = targets.iter().min_by_key(|&target| {
                        let across = grid.column(target) - grid.column(walker);
                        let down = grid.row(target) - grid.row(walker);
                        (across * across + down * down, target)
                    });
                    assert_eq!(nearest(&grid, walker, &targets), expected);
                }
            }
        }
    }
}
