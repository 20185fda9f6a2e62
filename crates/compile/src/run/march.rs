//! Marches: everyone named steps at the same moment.

use masume_board::{Bits, Cell, Direction, Grid};
use masume_rules::model::{Content, EMPTY};
use masume_rules::run_error::RunErrorKind;
use smallvec::SmallVec;

use crate::program::{Aim, MarchOp, Meeting, directions};
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

    /// What is left of those who come to one cell, and of who stands there.
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

/// What is left of those who share a cell, and how often each of the meetings happens; `None` where
/// several are left.
pub(crate) fn left_of(meets: &[Meeting], occupants: Vec<Content>) -> Option<(Content, Vec<u32>)> {
    let mut happen = vec![0; meets.len()];
    let mut occupants: SmallVec<[Content; 10]> = occupants.into();
    occupants.sort_unstable();
    loop {
        let before = occupants.len();
        for (meeting, happen) in meets.iter().zip(&mut happen) {
            while take_pair(&mut occupants, meeting) {
                occupants.extend(meeting.left);
                *happen += 1;
            }
        }
        if occupants.len() == before {
            break;
        }
    }
    occupants.sort_unstable();
    occupants.dedup();
    match occupants[..] {
        [] => Some((EMPTY, happen)),
        [only] => Some((only, happen)),
        [_, _, ..] => None,
    }
}

/// Takes both of a meeting away where both are there.
fn take_pair(occupants: &mut SmallVec<[Content; 10]>, meeting: &Meeting) -> bool {
    let Some(first) = occupants.iter().position(|&one| one == meeting.first) else {
        return false;
    };
    let mut others = (0..occupants.len()).filter(|&other| other != first);
    let Some(second) = others.find(|&other| occupants[other] == meeting.second) else {
        return false;
    };
    occupants.remove(first.max(second));
    occupants.remove(first.min(second));
    true
}

impl<const W: usize> Scene<'_, '_, W> {
    /// Where each walker goes.
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
    let (column, row) = (grid.column(walker), grid.row(walker));
    let offset = |target: Cell| (grid.column(target) - column, grid.row(target) - row);
    // Offsets are below 2048, so their squares fit.
    let mut nearest: Option<(i32, (i32, i32))> = None;
    for target in targets {
        let (across, down) = offset(target);
        let distance = across * across + down * down;
        if nearest.is_none_or(|(least, _)| distance < least) {
            nearest = Some((distance, (across, down)));
        }
    }
    let Some((_, (across, down))) = nearest else { return walker };
    let direction = Direction::from_offset(across.signum(), down.signum());
    direction.and_then(|direction| grid.step(walker, direction)).unwrap_or(walker)
}
