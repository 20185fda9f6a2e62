//! What is legal, found by running bodies: boards with a choice fill the lanes of a second table.

use std::sync::Arc;

use masume_board::{Bits, Scalar, SetOps};
use masume_rules::action::{Action, Argument};
use masume_rules::model::Player;

use super::Lockstep;
use super::code::{MaskReg, SetReg};
use super::play;
use super::registers::{ACTIVE, Registers};
use super::run::Ground;
use super::shape::Shape;
use super::table::{Row, Table};
use super::translate::{MOST_RULES, Options, Pick, Trial};
use crate::program::directions;
use crate::run::{Host, Position, Runtime, is_pair_in_order};

/// A choice on a board of the table that asks.
#[derive(Clone, Copy)]
struct Candidate {
    /// The board.
    lane: usize,
    action: Action,
    /// The rules that may match it, as bits; all of them where rules are not told apart.
    rules: u32,
}

/// What is on its way to be tried.
struct Trying<'t, 'g, 'h, const W: usize, const L: usize> {
    ground: &'t Ground<'g, 'h, W>,
    trial: &'t Trial,
    /// The boards that are asked about.
    asked: &'t Table<W, L>,
    /// Boards with a choice.
    boards: Box<Table<W, L>>,
    /// First choices whose second one is to be found.
    begun: Vec<Candidate>,
    /// Whole choices, by the first rule that may match: where boards have the same one, the others are
    /// left out.
    whole: [Vec<Candidate>; MOST_RULES],
    /// Indexed by board that is asked about: what is legal.
    found: [Vec<Action>; L],
    given_up: [u64; L],
}

impl<const W: usize, const L: usize> Table<W, L> {
    /// Lists what is legal on the boards of `may`, and nothing on the others of `scope`; gives where
    /// anything is.
    #[inline(never)]
    pub(super) fn list(
        &mut self,
        ground: &Ground<'_, '_, W>,
        trial: u16,
        firsts: SetReg,
        [scope, may]: [MaskReg; 2],
    ) -> [u64; L] {
        let index = usize::from(trial);
        let trial = &ground.code.trials[index];
        let boards = self.scratch.take().unwrap_or_else(|| Box::new(Table::new(ground.code)));
        let mut trying = Trying {
            ground,
            trial,
            asked: self,
            boards,
            begun: Vec::new(),
            whole: std::array::from_fn(|_| Vec::new()),
            found: std::array::from_fn(|_| Vec::new()),
            given_up: [0; L],
        };
        for lane in 0..L {
            if self.mask(scope)[lane] & self.mask(may)[lane] != 0 {
                trying.begin(lane, self.set(firsts).lane(lane));
            }
        }
        trying.finish_begun();
        trying.finish_whole();
        let Trying { boards, mut found, given_up, .. } = trying;
        // By rule they were not found in order.
        found.iter_mut().for_each(|found| found.sort_unstable());
        self.scratch = Some(boards);
        let mut any = [0; L];
        for lane in 0..L {
            self.given_up[lane] |= given_up[lane];
            if self.mask(scope)[lane] != 0 {
                self.listed[index][lane] = std::mem::take(&mut found[lane]).into();
            }
            any[lane] = if self.listed[index][lane].is_empty() { 0 } else { u64::MAX };
        }
        any
    }
}

/// Indexed by action: what a player can do in a position, where that is found by trial; `None` where
/// it cannot be told.
pub(super) fn tried<const W: usize, const L: usize>(
    lockstep: &Lockstep<W>,
    (run, host): (&Runtime<W>, &Host<'_>),
    position: &Position,
    player: Player,
) -> Option<Vec<Option<Arc<[Action]>>>> {
    let code = &lockstep.code;
    let of_player = code.players.get(usize::from(player.0))?;
    // Lines are looked up by who plays whole games.
    if !code.slides.is_empty() || !of_player.picks.iter().any(|it| matches!(it, Pick::Listed(..))) {
        return None;
    }
    let kept = lockstep.table.lock().ok().and_then(|mut table| table.take());
    let kept = kept.and_then(|table| table.downcast::<Table<W, L>>().ok());
    let mut table = kept.unwrap_or_else(|| Box::new(Table::new(code)));
    table.load(code, &run.layout, 0, position);
    table.given_up = [0; L];
    let mut active = Row([0; L]);
    active[0] = u64::MAX;
    table.masks[usize::from(ACTIVE.0)] = active;
    let ground = lockstep.ground(run, host);
    play::run(ground.arch, &mut table, &of_player.legal, &ground);
    let is_told = table.given_up[0] == 0;
    let listed = of_player.picks.iter().map(|pick| match pick {
        Pick::Listed(trial, _) => Some(Arc::clone(&table.listed[usize::from(*trial)][0])),
        _other => None,
    });
    let listed = is_told.then(|| listed.collect());
    if let Ok(mut kept) = lockstep.table.lock() {
        *kept = Some(table);
    }
    listed
}

impl<const W: usize, const L: usize> Trying<'_, '_, '_, W, L> {
    /// All that can be chosen first on a board.
    fn begin(&mut self, lane: usize, firsts: Bits<W>) {
        let candidate =
            Candidate { lane, action: Action::new(self.trial.action, &[]), rules: u32::MAX };
        let Some(&options) = self.trial.options.first() else {
            return self.add_whole(candidate);
        };
        for argument in self.arguments(options, firsts) {
            if self.ground.host.stop.is_stopped() {
                return;
            }
            let candidate = candidate.with(0, argument);
            if self.trial.options.len() == 1 {
                self.add_whole(candidate);
            } else if self.trial.seconds.is_some() {
                self.begun.push(candidate);
                if self.begun.len() == L {
                    self.finish_begun();
                }
            } else {
                self.add_seconds(candidate, self.ground.steps.inner, &|_| u32::MAX);
            }
        }
    }

    fn arguments(&self, options: Options, cells: Bits<W>) -> Vec<Argument> {
        let grid = &self.ground.shape.grid;
        match options {
            Options::Directions(ways) => directions(ways).map(Argument::Direction).collect(),
            Options::Cells => cells.iter().map(Argument::Cell).collect(),
            Options::Columns => (0..grid.width()).map(Argument::Column).collect(),
            Options::Rows => (0..grid.height()).map(Argument::Row).collect(),
        }
    }

    /// All that can be chosen second, of these cells where it is a cell, and the rules that may match
    /// then.
    fn add_seconds(
        &mut self,
        candidate: Candidate,
        cells: Bits<W>,
        rules: &dyn Fn(Argument) -> u32,
    ) {
        let Some(&options) = self.trial.options.get(1) else { return };
        for argument in self.arguments(options, cells) {
            let whole = Candidate { rules: rules(argument), ..candidate.with(1, argument) };
            if is_pair_in_order(self.trial.is_unordered, whole.action) {
                self.add_whole(whole);
            }
        }
    }

    fn add_whole(&mut self, candidate: Candidate) {
        let first = candidate.rules.trailing_zeros() as usize % MOST_RULES;
        self.whole[first].push(candidate);
        if self.whole[first].len() == L {
            let mut whole = std::mem::take(&mut self.whole[first]);
            self.run_bodies(&whole);
            whole.clear();
            self.whole[first] = whole;
        }
    }

    /// Finds the second choices.
    fn finish_begun(&mut self) {
        let Some(seconds) = &self.trial.seconds else { return };
        let begun = std::mem::take(&mut self.begun);
        if begun.is_empty() {
            return;
        }
        self.load(&begun);
        play::run(self.ground.arch, &mut self.boards, &seconds.code, self.ground);
        self.give_up(&begun);
        let is_told = !seconds.may_match.is_empty();
        let mut by_rule: Vec<Vec<Bits<W>>> = Vec::new();
        for board in 0..begun.len() {
            let cells = seconds.cells.iter();
            by_rule.push(cells.map(|&set| self.boards.set(set).lane(board)).collect());
        }
        for (candidate, by_rule) in begun.into_iter().zip(by_rule) {
            let all = by_rule.iter().fold(Bits::EMPTY, |all, &cells| all.or(cells));
            let rules = |argument| match argument {
                Argument::Cell(cell) if is_told => {
                    let has =
                        |(nth, cells): (usize, &Bits<W>)| u32::from(cells.contains(cell)) << nth;
                    by_rule.iter().enumerate().map(has).sum()
                }
                _ => u32::MAX,
            };
            self.add_seconds(candidate, all, &rules);
        }
    }

    /// Runs the body for the whole choices that are left.
    fn finish_whole(&mut self) {
        let whole = std::mem::take(&mut self.whole).concat();
        whole.chunks(L).for_each(|whole| self.run_bodies(whole));
    }

    /// Runs the body for whole choices.
    fn run_bodies(&mut self, whole: &[Candidate]) {
        self.load(whole);
        let (code, does) = &self.trial.body;
        play::run(self.ground.arch, &mut self.boards, code, self.ground);
        self.give_up(whole);
        let does = *self.boards.mask(*does);
        for (board, candidate) in whole.iter().enumerate() {
            if does[board] != 0 {
                self.found[candidate.lane].push(candidate.action);
            }
        }
    }

    fn give_up(&mut self, candidates: &[Candidate]) {
        for (board, candidate) in candidates.iter().enumerate() {
            self.given_up[candidate.lane] |= self.boards.given_up[board];
        }
    }

    /// Puts each choice on a board of its own.
    fn load(&mut self, candidates: &[Candidate]) {
        self.boards.clear_choices(self.ground.code);
        let code = self.ground.code;
        let mut active = Row([0; L]);
        for (board, Candidate { lane, action, .. }) in candidates.iter().enumerate() {
            active[board] = u64::MAX;
            self.boards.copy_board(board, (self.asked, *lane), self.ground.code);
            for (set, kept) in &self.trial.kept.sets {
                let cells = self.asked.set(*set).lane(*lane);
                self.boards.sets[usize::from(kept.0)].set_lane(board, cells);
            }
            for (num, kept) in &self.trial.kept.nums {
                self.boards.nums[usize::from(kept.0)][board] = self.asked.num(*num)[*lane];
            }
            self.boards.choose_action(board, *action, &code.registers, self.ground.shape);
            self.boards.picked[board] = *action;
        }
        self.boards.masks[usize::from(ACTIVE.0)] = active;
        let may_match = self.trial.seconds.iter().flat_map(|seconds| &seconds.may_match);
        for (nth, mask) in may_match.enumerate() {
            let may =
                |candidate: &Candidate| 0u64.wrapping_sub(u64::from(candidate.rules >> nth & 1));
            let mut masks = Row([0; L]);
            masks.iter_mut().zip(candidates).for_each(|(mask, it)| *mask = may(it));
            self.boards.masks[usize::from(mask.0)] = masks;
        }
        if self.trial.uses_ways {
            let way_bits = self.boards.way_bits;
            for (ways, each) in self.boards.ways.iter_mut().zip(&self.ground.shape.ways) {
                ways.choose(SetOps(Scalar), each, &way_bits);
            }
        }
    }
}

impl<const W: usize, const L: usize> Table<W, L> {
    /// What an action chooses lies in the registers of a board.
    pub(super) fn choose_action(
        &mut self,
        lane: usize,
        action: Action,
        registers: &Registers,
        shape: &Shape<W>,
    ) {
        for (register, argument) in registers.chosen.into_iter().zip(action.arguments) {
            let cells = match argument {
                Argument::Cell(cell) => Bits::of(cell),
                Argument::Column(column) => {
                    shape.columns.get(column as usize).copied().unwrap_or(Bits::EMPTY)
                }
                Argument::Row(row) => shape.row(row),
                Argument::Direction(direction) => {
                    self.way_bits[lane] |= 1 << direction as u8;
                    continue;
                }
                Argument::None => continue,
            };
            self.sets[usize::from(register.0)].set_lane(lane, cells);
        }
    }
}

impl Candidate {
    fn with(mut self, slot: usize, argument: Argument) -> Self {
        self.action.arguments[slot] = argument;
        self
    }
}
