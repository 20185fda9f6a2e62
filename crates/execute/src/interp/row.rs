//! Boards side by side, each in a position of its own, and what can be done on them.

use masume_board::{SetOps, Vectors};
use masume_program::interp::code::Code;
use masume_program::interp::game::GameCode;
use masume_program::interp::registers::{ACTIVE, AGAIN};
use masume_rules::model::EndKind;

use super::Interp;
use super::choose::{Counts, NOTHING, Taken};
use super::play;
use super::register_file::RegisterFile;
use super::retry::learn;
use super::run::Context;
use super::shape::Shape;
use super::slide::Lines;
use crate::general::General;
use crate::run::{Host, Loaded, Position};
use crate::vectors::{self, Arch, Vectorised};

/// Status of a board.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Status {
    /// Its player can be asked to act.
    GoesOn,
    /// The game is over.
    Ended(EndKind),
    /// It cannot be told here: this board is for the general machine.
    NeedsRetry,
}

/// Boards side by side. The first lanes hold boards, the others what lay there before.
#[derive(Debug)]
pub(super) struct BoardRow<const W: usize, const L: usize> {
    pub(super) table: RegisterFile<W, L>,
    /// Number of lanes that hold a board.
    pub(super) boards: usize,
    pub(super) status: [Status; L],
    pub(super) to_act: [usize; L],
    /// Origin of each board: a lane of another row.
    pub(super) parents: [usize; L],
}

impl<const W: usize, const L: usize> BoardRow<W, L> {
    pub(super) fn new(code: &GameCode) -> Self {
        Self {
            table: RegisterFile::new(code),
            boards: 0,
            status: [Status::NeedsRetry; L],
            to_act: [0; L],
            parents: [0; L],
        }
    }

    /// Lanes on which the game goes on and it is the player's turn.
    pub(super) fn lanes_of(&self, player: usize) -> impl Iterator<Item = usize> + use<'_, W, L> {
        (0..self.boards)
            .filter(move |&lane| self.to_act[lane] == player)
            .filter(|&lane| self.status[lane] == Status::GoesOn)
    }

    /// Marks boards for a retry that have ended, and whose points the code of scores could not tell.
    pub(super) fn retry_uncounted(&mut self) {
        for lane in 0..self.boards {
            if matches!(self.status[lane], Status::Ended(_)) && self.table.retry[lane] != 0 {
                self.status[lane] = Status::NeedsRetry;
            }
        }
    }

    /// Number of actions on each board of a player, a pass among them; of other lanes it says
    /// nothing.
    pub(super) fn actions(&self, code: &GameCode, player: usize) -> [u64; L] {
        let picks = &code.players[player].picks;
        let mut totals = match self.boards {
            1 => self.table.counted_on(0, picks).totals,
            _ => self.table.counted(picks).totals,
        };
        for total in totals.iter_mut().take(self.boards) {
            *total += u64::from(code.may_pass(*total));
        }
        totals
    }
}

impl<const W: usize, const L: usize> BoardRow<W, L> {
    /// Puts in all actions of a player, board by board.
    pub(super) fn branches(&self, code: &GameCode, player: usize, into: &mut Vec<Branch>) {
        into.clear();
        if self.lanes_of(player).next().is_none() {
            return;
        }
        let actions = self.actions(code, player);
        for lane in self.lanes_of(player) {
            into.extend((0..actions[lane]).map(|index| (lane, index)));
        }
    }

    /// Puts actions of a player in the order of the declared ones, a pass last.
    pub(super) fn group_by_action(&self, code: &GameCode, player: usize, branches: &mut [Branch]) {
        let picks = &code.players[player].picks;
        let counts = self.table.counted(picks);
        branches.sort_by_cached_key(|&(lane, index)| {
            let mut left = index;
            let is_this = |of_action: &[u64; L]| {
                let is_this = left < of_action[lane];
                left = left.saturating_sub(of_action[lane]);
                is_this
            };
            counts.each().iter().take(picks.len()).position(is_this).unwrap_or(picks.len())
        });
    }
}

/// One action: the lane where it is done, and its place among the legal ones.
pub(super) type Branch = (usize, u64);

/// Runner of code on rows, one after another.
pub(super) struct Rows<'r, 'h, const W: usize> {
    pub(super) run: &'r dyn General,
    pub(super) loaded: &'r Loaded,
    pub(super) host: &'r Host<'h>,
    pub(super) code: &'r GameCode,
    context: Context<'r, 'h, W>,
    arch: Arch,
    interp: &'r Interp<W>,
    /// Slid lines, while no row has them.
    lines: Vec<Lines>,
}

impl<'r, 'h, const W: usize> Rows<'r, 'h, W> {
    pub(super) fn new(interp: &'r Interp<W>, run: &'r dyn General, host: &'r Host<'h>) -> Self {
        let context = interp.context(run, host);
        Self {
            run,
            loaded: run.loaded(),
            host,
            code: &interp.code,
            arch: context.arch,
            context,
            interp,
            lines: interp.lines(),
        }
    }

    /// Runs code on a row.
    pub(super) fn run<const L: usize>(&mut self, row: &mut BoardRow<W, L>, code: &Code) {
        std::mem::swap(&mut row.table.lines, &mut self.lines);
        play::run(self.arch, &mut row.table, code, &self.context);
        std::mem::swap(&mut row.table.lines, &mut self.lines);
    }

    /// Finds what becomes of lines that were met; says whether there were any.
    fn learns(&mut self, position: &Position) -> bool {
        learn(&mut self.lines, self.code, self.run, self.host, position)
    }

    /// Puts positions on the boards of a row, at most one a lane, and finds what can be done.
    pub(super) fn load<const L: usize>(
        &mut self,
        row: &mut BoardRow<W, L>,
        positions: &[Position],
    ) {
        row.boards = positions.len().min(L);
        for (lane, position) in positions.iter().enumerate().take(L) {
            row.table.load(self.code, &self.loaded.layout, lane, position);
            row.to_act[lane] = usize::from(position.to_act.0);
            row.parents[lane] = lane;
        }
        let Some(first) = positions.first() else { return };
        loop {
            *row.table.retry = [0; L];
            for (index, player) in self.code.players.iter().enumerate() {
                let active = &mut row.table.masks[usize::from(ACTIVE.0)];
                let mut is_any = false;
                for lane in 0..L {
                    let is_asked = lane < row.boards && row.to_act[lane] == index;
                    active[lane] = if is_asked { u64::MAX } else { 0 };
                    is_any |= is_asked;
                }
                if is_any {
                    self.run(row, &player.legal);
                }
            }
            if !self.learns(first) {
                break;
            }
        }
        for lane in 0..row.boards {
            let needs_retry = row.table.retry[lane] != 0;
            row.status[lane] = if needs_retry { Status::NeedsRetry } else { Status::GoesOn };
        }
    }

    pub(super) fn shape(&self) -> &'r Shape<W> {
        &self.interp.shape
    }

    fn take<const L: usize>(
        &self,
        table: &mut RegisterFile<W, L>,
        player: usize,
        found: &Counts<L>,
        indices: [u64; L],
    ) {
        let code = self.code;
        let steps_in_ways = code.players[player].uses_ways;
        let taken = Taken { code, player, steps_in_ways };
        table.take(self.arch, taken, self.shape(), found, indices);
    }

    /// Does actions of one player, at most one a lane, on boards of the one row; what comes of them
    /// lies in the other, in their order. What can be done there is found out where it is asked for.
    pub(super) fn branch<const L: usize>(
        &mut self,
        (from, to): (&BoardRow<W, L>, &mut BoardRow<W, L>),
        (player, asks_choices): (usize, bool),
        branches: &[Branch],
        known: &Position,
    ) {
        let code = &self.code.players[player];
        to.boards = branches.len().min(L);
        let mut indices = [NOTHING; L];
        for (lane, &(parent, index)) in branches.iter().enumerate().take(L) {
            (to.parents[lane], indices[lane]) = (parent, index);
        }
        let first = to.parents[0];
        let are_siblings = to.boards > 1 && to.parents[..to.boards].iter().all(|it| *it == first);
        loop {
            to.table.clear_choices(self.code);
            let found = if are_siblings {
                let (table, of) = (&mut to.table, (&from.table, first));
                vectors::with::<W, L>(self.arch, Splatting { table, of, code: self.code });
                from.table.counted_on(first, &code.picks).splat(first)
            } else {
                for (lane, &parent) in to.parents.iter().enumerate().take(to.boards) {
                    to.table.copy_lane(lane, (&from.table, parent), self.code);
                }
                to.table.counted(&code.picks)
            };
            self.take(&mut to.table, player, &found, indices);
            self.run(to, if asks_choices { &code.turn } else { &code.turn_alone });
            // Boards whose lines were not known need a retry, unless they are known now.
            if !self.learns(known) {
                break;
            }
        }
        let next = self.code.player_after(player);
        let (active, again) = (*to.table.mask(ACTIVE), *to.table.mask(AGAIN));
        for lane in 0..to.boards {
            let needs_retry = active[lane] == 0 || to.table.retry[lane] != 0;
            to.to_act[lane] = if again[lane] != 0 { player } else { next };
            to.status[lane] = match to.table.ends[lane] {
                _ if needs_retry => Status::NeedsRetry,
                Some(kind) => Status::Ended(kind),
                None => Status::GoesOn,
            };
        }
    }
}

/// One board that is put on all lanes.
struct Splatting<'s, const W: usize, const L: usize> {
    table: &'s mut RegisterFile<W, L>,
    of: (&'s RegisterFile<W, L>, usize),
    code: &'s GameCode,
}

impl<const W: usize, const L: usize> Vectorised for Splatting<'_, W, L> {
    #[inline(always)]
    fn run<V: Vectors>(self, _ops: SetOps<V>) {
        self.table.splat(self.of, self.code);
    }
}
