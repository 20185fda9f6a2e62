//! Trees of play from positions: counting leaves, and the children that a search asks for.
//!
//! The children of all boards of a row are the boards of the next rows, so a turn of many siblings
//! and cousins costs what one turn of a row costs.

use masume_program::interp::game::GameCode;
use masume_rules::action::Action;
use masume_rules::model::Player;
use masume_rules::run_error::{RunError, Span};

use super::Interp;
use super::row::{BoardRow, Branch, Rows, Status};
use crate::Ply;
use crate::general::General;
use crate::run::{Host, Loaded, Position};
use crate::tree::{Child, Parents, child_of};

/// Counts the leaves of a position from which turns can follow.
///
/// # Errors
/// What goes wrong in any game; not always what goes wrong in the first.
pub(super) fn perft<const W: usize, const L: usize>(
    interp: &Interp<W>,
    (run, host): (&dyn General, &Host<'_>),
    start: &Position,
    (depth, ply): (u32, Ply),
) -> Result<u64, RunError> {
    let mut counting = Counting { rows: Rows::new(interp, run, host), start, ply };
    let mut levels: Vec<BoardRow<W, L>> =
        (0..depth.max(1)).map(|_| BoardRow::new(&interp.code)).collect();
    counting.rows.load(&mut levels[0], std::slice::from_ref(start));
    if levels[0].status[0] == Status::NeedsRetry {
        return counting.alone(start.clone(), None, depth);
    }
    counting.leaves(&mut levels, depth)
}

/// A child that waits for those of actions that come before its own.
type Waiting = (Branch, Action, Position);

/// Sorts children by the actions that they come of. Called: to sort is much code, and would be built for each width of a
/// set.
fn sort_by_branch(waiting: &mut [Waiting]) {
    waiting.sort_by_key(|it| it.0);
}

struct Counting<'c, 'h, const W: usize> {
    rows: Rows<'c, 'h, W>,
    start: &'c Position,
    ply: Ply,
}

impl<const W: usize> Counting<'_, '_, W> {
    /// Leaves of the boards of the first row; what needs a retry there was counted before.
    fn leaves<const L: usize>(
        &mut self,
        levels: &mut [BoardRow<W, L>],
        depth: u32,
    ) -> Result<u64, RunError> {
        let Some((row, rest)) = levels.split_first_mut() else { return Ok(0) };
        let of_end = self.ply.leaves_of_end();
        let is_over = |lane: &usize| matches!(row.status[*lane], Status::Ended(_));
        let mut sum = (0..row.boards).filter(is_over).count() as u64 * of_end;
        for player in 0..self.rows.code.players.len() {
            let actions = row.actions(self.rows.code, player);
            let mut branches: Vec<Branch> = Vec::new();
            for lane in row.lanes_of(player) {
                match actions[lane] {
                    0 => sum = sum.saturating_add(of_end),
                    count if depth == 1 => sum = sum.saturating_add(count),
                    count => branches.extend((0..count).map(|index| (lane, index))),
                }
            }
            for branches in branches.chunks(L) {
                self.rows.host.stop.check(Span::default())?;
                let Some(next) = rest.first_mut() else { return Ok(sum) };
                self.rows.branch((row, next), (player, true), branches, self.start);
                sum = sum.saturating_add(self.retried(row, next, player, depth - 1)?);
                sum = sum.saturating_add(self.leaves(rest, depth - 1)?);
            }
        }
        Ok(sum)
    }

    /// Leaves of the boards that need a retry of a turn of a player.
    fn retried<const L: usize>(
        &mut self,
        from: &BoardRow<W, L>,
        to: &BoardRow<W, L>,
        player: usize,
        depth: u32,
    ) -> Result<u64, RunError> {
        let mut sum: u64 = 0;
        for lane in (0..to.boards).filter(|&lane| to.status[lane] == Status::NeedsRetry) {
            let mut position = self.start.clone();
            self.rows.put((from, to.parents[lane]), &mut position);
            let action = to.table.chosen((self.rows.code, player), self.rows.shape(), lane);
            sum = sum.saturating_add(self.alone(position, Some(action), depth)?);
        }
        Ok(sum)
    }

    /// Leaves of one position, or of what comes of an action there, by the general machine.
    fn alone(
        &self,
        position: Position,
        action: Option<Action>,
        depth: u32,
    ) -> Result<u64, RunError> {
        self.rows.run.leaves(self.rows.host, position, action, (depth, self.ply))
    }
}

/// Gives the children of positions, each with the number of its parent; those of one parent in the
/// order of their actions. What has ended has none.
///
/// # Errors
/// What goes wrong in any; not always what goes wrong in the first.
pub(super) fn children<const W: usize, const L: usize>(
    interp: &Interp<W>,
    (run, host): (&dyn General, &Host<'_>),
    parents: &dyn Parents,
    done: &mut dyn FnMut(Child<'_>),
) -> Result<(), RunError> {
    with_memory(interp, run.loaded(), |memory: &mut Expanding<W, L>| {
        memory.expand(interp, (run, host), parents, done)
    })
}

/// Gives how many actions each position has, with its number.
///
/// # Errors
/// What goes wrong in any; not always what goes wrong in the first.
pub(super) fn action_counts<const W: usize, const L: usize>(
    interp: &Interp<W>,
    (run, host): (&dyn General, &Host<'_>),
    positions: &dyn Parents,
    done: &mut dyn FnMut(usize, u32),
) -> Result<(), RunError> {
    with_memory(interp, run.loaded(), |memory: &mut Expanding<W, L>| {
        memory.count(interp, (run, host), positions, done)
    })
}

/// Asks with the memory that is kept, unless another call has it.
fn with_memory<const W: usize, const L: usize, T>(
    interp: &Interp<W>,
    loaded: &Loaded,
    ask: impl FnOnce(&mut Expanding<W, L>) -> T,
) -> T {
    let kept = interp.rows.lock().ok().and_then(|mut rows| rows.take());
    let kept = kept.and_then(|rows| rows.downcast::<Expanding<W, L>>().ok());
    let mut memory = kept.unwrap_or_else(|| Box::new(Expanding::new(loaded, &interp.code)));
    let found = ask(&mut memory);
    if let Ok(mut rows) = interp.rows.lock() {
        *rows = Some(memory);
    }
    found
}

/// Memory for the children of some positions: a search asks for those of one position a million times.
#[derive(Debug)]
struct Expanding<const W: usize, const L: usize> {
    row: BoardRow<W, L>,
    next: BoardRow<W, L>,
    /// The positions of the first row, and their numbers.
    held: Vec<Position>,
    numbers: Vec<usize>,
    branches: Vec<Branch>,
    child: Position,
}

impl<const W: usize, const L: usize> Expanding<W, L> {
    fn new(loaded: &Loaded, code: &GameCode) -> Self {
        Self {
            row: BoardRow::new(code),
            next: BoardRow::new(code),
            held: vec![loaded.blank(); L],
            numbers: Vec::new(),
            branches: Vec::new(),
            child: loaded.blank(),
        }
    }

    fn count(
        &mut self,
        interp: &Interp<W>,
        (run, host): (&dyn General, &Host<'_>),
        positions: &dyn Parents,
        done: &mut dyn FnMut(usize, u32),
    ) -> Result<(), RunError> {
        let Self { row, held, numbers, .. } = self;
        let mut rows = Rows::new(interp, run, host);
        let mut asked = 0..positions.count();
        loop {
            numbers.clear();
            while numbers.len() < L
                && let Some(number) = asked.next()
            {
                let to = &mut held[numbers.len()];
                positions.put(number, to);
                if rows.loaded.fits_interp(to, 1) {
                    numbers.push(number);
                } else {
                    done(number, run.action_count(host, to)?);
                }
            }
            if numbers.is_empty() {
                return Ok(());
            }
            rows.load(row, &held[..numbers.len()]);
            // Kernels that are stopped break off.
            host.stop.check(Span::default())?;
            for player in 0..rows.code.players.len() {
                let actions = row.actions(rows.code, player);
                row.lanes_of(player).for_each(|lane| done(numbers[lane], actions[lane] as u32));
            }
            for lane in (0..row.boards).filter(|&lane| row.status[lane] == Status::NeedsRetry) {
                done(numbers[lane], run.action_count(host, &held[lane])?);
            }
        }
    }

    fn expand(
        &mut self,
        interp: &Interp<W>,
        (run, host): (&dyn General, &Host<'_>),
        parents: &dyn Parents,
        done: &mut dyn FnMut(Child<'_>),
    ) -> Result<(), RunError> {
        let Self { row, next, held, numbers, branches, child } = self;
        let mut rows = Rows::new(interp, run, host);
        let code = rows.code;
        let mut asked = 0..parents.count();
        loop {
            numbers.clear();
            while numbers.len() < L
                && let Some(number) = asked.next()
            {
                let to = &mut held[numbers.len()];
                parents.put(number, to);
                if rows.loaded.fits_interp(to, 1) {
                    numbers.push(number);
                } else {
                    run.children(host, (number, to), done)?;
                }
            }
            if numbers.is_empty() {
                return Ok(());
            }
            rows.load(row, &held[..numbers.len()]);
            for lane in (0..row.boards).filter(|&lane| row.status[lane] == Status::NeedsRetry) {
                run.children(host, (numbers[lane], &held[lane]), done)?;
            }
            for player in 0..code.players.len() {
                row.branches(code, player, branches);
                // Boards go through the rounds of a loop together: what is done is done on all of them.
                let is_grouped = L > 1 && code.players[player].turn_alone.has_loops();
                let mut waiting: Vec<Waiting> = Vec::new();
                if is_grouped {
                    row.group_by_action(code, player, branches);
                }
                for branches in branches.chunks(L) {
                    rows.branch((row, next), (player, false), branches, &held[0]);
                    if next.status[..next.boards].iter().any(|it| matches!(it, Status::Ended(_))) {
                        rows.run(next, &code.scores);
                        next.retry_uncounted();
                    }
                    // Kernels that are stopped break off.
                    host.stop.check(Span::default())?;
                    // What turns do not change is the same in all children of a parent.
                    let mut like = None;
                    for (lane, &branch) in branches.iter().enumerate() {
                        let parent = branch.0;
                        let action = next.table.chosen((code, player), rows.shape(), lane);
                        if like != Some(parent) {
                            child.clone_from(&held[parent]);
                            like = Some(parent);
                        }
                        if next.status[lane] == Status::NeedsRetry {
                            *child = child_of(run, host, &held[parent], action)?;
                            like = None;
                        } else {
                            rows.child((next, lane), player, held[parent].ply, child);
                        }
                        if is_grouped {
                            waiting.push((branch, action, child.clone()));
                        } else {
                            done(Child { parent: numbers[parent], action, position: child });
                        }
                    }
                }
                sort_by_branch(&mut waiting);
                for ((parent, _), action, position) in &waiting {
                    done(Child { parent: numbers[*parent], action: *action, position });
                }
            }
        }
    }
}

impl<const W: usize> Rows<'_, '_, W> {
    /// Makes a position, which is one of the game, what a board is; what no board holds stays.
    fn put<const L: usize>(&self, (row, lane): (&BoardRow<W, L>, usize), to: &mut Position) {
        row.table.store(self.code, &self.loaded.layout, lane, to);
        to.to_act = Player(row.to_act[lane] as u8);
        to.asked_ends = 0;
    }

    /// Makes a position, which was like the parent at so many plies, what came of a turn of a player.
    fn child<const L: usize>(
        &self,
        (row, lane): (&BoardRow<W, L>, usize),
        player: usize,
        ply: u32,
        position: &mut Position,
    ) {
        self.put((row, lane), position);
        position.ply = ply + 1;
        position.outcome = match row.status[lane] {
            Status::Ended(kind) => row.table.outcome(self.loaded, self.code, lane, (kind, player)),
            Status::GoesOn | Status::NeedsRetry => None,
        };
    }
}
