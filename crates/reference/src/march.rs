//! Marches: everyone named steps at the same moment.

use std::collections::BTreeMap;

use masume_board::{Cell, Direction, Grid};
use masume_rules::model::{Content, EMPTY, March, MarchAim, Meeting};
use masume_rules::run_error::RunErrorKind;

use crate::machine::{Machine, Put, Stop};
use crate::scene::Letters;

impl<'a> Machine<'_, 'a> {
    /// Runs a march; says whether anyone was asked to walk.
    pub(crate) fn run_march(&mut self, march: &'a March) -> Result<bool, Stop> {
        self.begin(march.span)?;
        // Step 1. Who walks, and where to, on the board as it stands.
        let board = &self.state.board;
        let mut walkers = self.scene().inner_cells(&march.walkers, &Letters::default())?;
        walkers.retain(|&cell| board.get(march.layer, cell) != EMPTY);
        if walkers.is_empty() {
            return Ok(false);
        }
        let goals = self.goals(march, &walkers)?;
        // Step 2. Who is on each cell that a walker left or came to.
        let mut occupants: BTreeMap<Cell, Vec<Content>> = BTreeMap::new();
        for (&from, &to) in walkers.iter().zip(&goals) {
            occupants.entry(from).or_default();
            occupants.entry(to).or_default().push(board.get(march.layer, from));
        }
        for (cell, occupants) in &mut occupants {
            let standing = board.get(march.layer, *cell);
            // The cells of the walkers are in ascending order, being read in that order.
            if standing != EMPTY && walkers.binary_search(cell).is_err() {
                occupants.push(standing);
            }
        }
        // Step 3. What is left where several are.
        let mut puts = Vec::new();
        for (cell, mut occupants) in occupants {
            self.meet(&march.meets, &mut occupants)?;
            let content = match occupants[..] {
                [] => EMPTY,
                [only] => only,
                [first, second, ..] => {
                    let (layer, least) = (march.layer, first.min(second));
                    let second = first.max(second);
                    let kind = RunErrorKind::Conflict { cell, layer, first: least, second };
                    return Err(self.error(kind));
                }
            };
            puts.push(Put { cell, layer: march.layer, content });
        }
        self.commit(march.id, march.span, puts)?;
        Ok(true)
    }

    /// Goal of each walker.
    fn goals(&self, march: &'a March, walkers: &[Cell]) -> Result<Vec<Cell>, Stop> {
        let scene = self.scene();
        let grid = *scene.grid();
        let goals = match &march.aim {
            MarchAim::Toward(target) => {
                let targets = scene.inner_cells(target, &Letters::default())?;
                let mut goals = Vec::with_capacity(walkers.len());
                for &walker in walkers {
                    self.context.check_stop(march.span)?;
                    goals.push(step_toward(&grid, walker, &targets));
                }
                goals
            }
            MarchAim::In(ways) => {
                let direction = scene.directions(ways).first().copied();
                let step = |walker| direction.and_then(|direction| grid.step(walker, direction));
                let inner = |cell: &Cell| grid.is_inner(*cell);
                walkers.iter().map(|&walker| step(walker).filter(inner).unwrap_or(walker)).collect()
            }
        };
        Ok(goals)
    }

    /// Applies the rows in order, each as often as it applies, and from the first again until none
    /// does; of equal contents that are left one stays.
    fn meet(&mut self, meets: &'a [Meeting], occupants: &mut Vec<Content>) -> Result<(), Stop> {
        occupants.sort_unstable();
        loop {
            let before = occupants.len();
            for meeting in meets {
                while take_pair(occupants, meeting) {
                    occupants.extend(meeting.left);
                    self.run_effects(&meeting.effects, &Letters::default())?;
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

/// Takes both of a meeting away where both are there.
fn take_pair(occupants: &mut Vec<Content>, meeting: &Meeting) -> bool {
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

/// The cell one step nearer to the nearest target; of several the first in reading order.
fn step_toward(grid: &Grid, walker: Cell, targets: &[Cell]) -> Cell {
    let offset = |target: Cell| {
        (grid.column(target) - grid.column(walker), grid.row(target) - grid.row(walker))
    };
    // Offsets are below 2048, so their squares fit.
    let distance = |target: &Cell| {
        let (across, down) = offset(*target);
        across * across + down * down
    };
    let Some(&nearest) = targets.iter().min_by_key(|target| distance(target)) else {
        return walker;
    };
    let (across, down) = offset(nearest);
    let direction = Direction::from_offset(across, down);
    direction.and_then(|direction| grid.step(walker, direction)).unwrap_or(walker)
}
