//! What is legal, found by running bodies: boards with a choice fill the lanes of a second table.

use std::sync::Arc;

use masume_board::{Bits, Lanes, Scalar, SetOps};
use masume_rules::action::{Action, Argument};
use masume_rules::model::Player;

use super::Interp;
use super::code::{MaskReg, SetReg};
use super::listing::Listing;
use super::play;
use super::register_file::{RegisterFile, Row};
use super::registers::{ACTIVE, Registers};
use super::run::Context;
use super::shape::Shape;
use super::translate::{GameCode, MOST_RULES, Options, Pick, Trial};
use crate::program::directions;
use crate::run::{Host, Position, Runtime, is_pair_in_order};

/// A choice on a board of the table that asks.
#[derive(Clone, Copy, Debug)]
struct Candidate {
    /// The board.
    lane: usize,
    action: Action,
    /// The number of those that it belongs to in what is listed for the board.
    entry: usize,
    /// The rules that may match it, as bits; all of them where rules are not told apart.
    rules: u32,
}

/// Memory in which choices are tried, kept from one list to the next.
#[derive(Clone, Debug)]
pub(crate) struct Scratch<const W: usize, const L: usize> {
    /// Boards with a choice.
    boards: RegisterFile<W, L>,
    /// First choices whose second one is to be found.
    begun: Vec<Candidate>,
    /// Whole choices, by the first rule that may match: where boards have the same one, the others are
    /// left out.
    whole: [Vec<Candidate>; MOST_RULES],
}

impl<const W: usize, const L: usize> Scratch<W, L> {
    fn new(code: &GameCode) -> Self {
        let (begun, whole) = (Vec::new(), std::array::from_fn(|_| Vec::new()));
        Self { boards: RegisterFile::new(code), begun, whole }
    }

    /// Forgets what a list that was stopped has left.
    fn forget_choices(&mut self) {
        self.begun.clear();
        self.whole.iter_mut().for_each(Vec::clear);
    }
}

/// What is on its way to be tried.
struct Trying<'t, 'g, 'h, const W: usize, const L: usize> {
    context: &'t Context<'g, 'h, W>,
    trial: &'t Trial,
    /// The boards that are asked about.
    asked: &'t RegisterFile<W, L>,
    scratch: Box<Scratch<W, L>>,
    /// Indexed by board that is asked about: what is legal, or which cells are where one cell is chosen.
    found: [Listing<W>; L],
    cells: Lanes<W, L>,
    retry: [u64; L],
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Lists what is legal on the boards of `may`, and nothing on the others of `scope`; gives where
    /// anything is.
    #[inline(never)]
    pub(super) fn list(
        &mut self,
        context: &Context<'_, '_, W>,
        trial: u16,
        firsts: SetReg,
        [scope, may]: [MaskReg; 2],
    ) -> [u64; L] {
        let index = usize::from(trial);
        let trial = &context.code.trials[index];
        let scratch = self.take_scratch(context);
        let (scope, may) = (*self.mask(scope), *self.mask(may));
        let mut found = std::array::from_fn(|_| Listing::default());
        for lane in (0..L).filter(|&lane| scope[lane] != 0) {
            // A list that no other board shares is written over.
            if let Some(listed) = Arc::get_mut(&mut self.listed[index][lane]) {
                found[lane] = std::mem::take(listed);
                found[lane].clear();
            }
        }
        let cells = Lanes::EMPTY;
        let mut trying =
            Trying { context, trial, asked: self, scratch, found, cells, retry: [0; L] };
        for lane in (0..L).filter(|&lane| scope[lane] & may[lane] != 0) {
            trying.begin(lane, trying.asked.set(firsts).lane(lane));
        }
        trying.finish_begun();
        trying.finish_whole();
        let Trying { scratch, mut found, retry, .. } = trying;
        self.give_back(scratch, &retry);
        let mut any = [0; L];
        for lane in 0..L {
            let listed = &mut self.listed[index][lane];
            if scope[lane] != 0 {
                let found = std::mem::take(&mut found[lane]);
                match Arc::get_mut(listed) {
                    Some(listed) => *listed = found,
                    None => *listed = Arc::new(found),
                }
            }
            any[lane] = if listed.len() == 0 { 0 } else { u64::MAX };
        }
        any
    }

    /// Finds the cells that are legal to choose on the boards of `may`, and none on the others of
    /// `scope`; those of further boards are what they were. What is certain is not tried.
    #[inline(never)]
    pub(super) fn try_cells(
        &mut self,
        context: &Context<'_, '_, W>,
        trial: u16,
        [before, firsts, certain]: [SetReg; 3],
        [scope, may]: [MaskReg; 2],
    ) -> Lanes<W, L> {
        let trial = &context.code.trials[usize::from(trial)];
        let (scope, may) = (*self.mask(scope), *self.mask(may));
        let [before, firsts, certain] = [before, firsts, certain].map(|cells| *self.set(cells));
        let mut cells = certain.and(&firsts).only(&may).only(&scope);
        cells = cells.or(&before.only(&scope.map(|scope| !scope)));
        let open = firsts.without(&certain).only(&may).only(&scope);
        if open.has_any() == [0; L] {
            return cells;
        }
        let scratch = self.take_scratch(context);
        let found = std::array::from_fn(|_| Listing::default());
        let mut trying =
            Trying { context, trial, asked: self, scratch, found, cells, retry: [0; L] };
        for lane in 0..L {
            let action = Action::new(trial.action, &[]);
            for cell in open.lane(lane) {
                let action = with(action, 0, Argument::Cell(cell));
                trying.add_whole(Candidate { lane, action, entry: 0, rules: u32::MAX });
            }
        }
        trying.finish_whole();
        let Trying { scratch, cells, retry, .. } = trying;
        self.give_back(scratch, &retry);
        cells
    }

    /// The memory in which choices are tried.
    fn take_scratch(&mut self, context: &Context<'_, '_, W>) -> Box<Scratch<W, L>> {
        let scratch = self.scratch.take();
        let mut scratch = scratch.unwrap_or_else(|| Box::new(Scratch::new(context.code)));
        scratch.forget_choices();
        scratch
    }

    /// Keeps that memory, and marks the boards on which a choice needs a retry.
    fn give_back(&mut self, scratch: Box<Scratch<W, L>>, retry: &[u64; L]) {
        self.scratch = Some(scratch);
        self.retry.iter_mut().zip(retry).for_each(|(marked, retry)| *marked |= retry);
    }
}

/// Indexed by action: what a player can do in a position, where that is found by trial; `None` where
/// it cannot be told.
pub(super) fn brute_force<const W: usize, const L: usize>(
    interp: &Interp<W>,
    (run, host): (&Runtime<W>, &Host<'_>),
    position: &Position,
    player: Player,
) -> Option<Vec<Option<Vec<Action>>>> {
    let code = &interp.code;
    let of_player = code.players.get(usize::from(player.0))?;
    // Lines are looked up by who plays whole games.
    let is_tried = |pick: &Pick| matches!(pick, Pick::Listed(..) | Pick::Tried(..));
    if !code.slides.is_empty() || !of_player.picks.iter().any(is_tried) {
        return None;
    }
    let kept = interp.table.lock().ok().and_then(|mut table| table.take());
    let kept = kept.and_then(|table| table.downcast::<RegisterFile<W, L>>().ok());
    let mut table = kept.unwrap_or_else(|| Box::new(RegisterFile::new(code)));
    table.load(code, &run.layout, 0, position);
    table.retry = [0; L];
    let mut active = Row([0; L]);
    active[0] = u64::MAX;
    table.masks[usize::from(ACTIVE.0)] = active;
    let context = interp.context(run, host);
    play::run(context.arch, &mut table, &of_player.legal, &context);
    let is_told = table.retry[0] == 0 && !host.stop.is_stopped();
    let listed = (0u8..).zip(&of_player.picks).map(|of_action| {
        is_tried(of_action.1).then(|| {
            let mut listed = Vec::new();
            table.list_pick(&interp.shape, of_action, &mut listed);
            listed
        })
    });
    let listed = is_told.then(|| listed.collect());
    if let Ok(mut kept) = interp.table.lock() {
        *kept = Some(table);
    }
    listed
}

impl<const W: usize, const L: usize> Trying<'_, '_, '_, W, L> {
    /// All that can be chosen first on a board.
    fn begin(&mut self, lane: usize, firsts: Bits<W>) {
        let action = Action::new(self.trial.action, &[]);
        let first = self.trial.options.first().copied();
        let candidate = self.candidate(lane, action, (0, first));
        let Some(options) = first else { return self.add_whole(candidate) };
        for argument in self.arguments(options, firsts) {
            if self.context.host.stop.is_stopped() {
                return;
            }
            let action = with(action, 0, argument);
            let Some(&second) = self.trial.options.get(1) else {
                let alone = self.candidate_of((candidate, action), (0, options));
                self.add_whole(alone);
                continue;
            };
            let candidate = self.candidate(lane, action, (1, Some(second)));
            if self.trial.seconds.is_some() {
                self.scratch.begun.push(candidate);
                if self.scratch.begun.len() == L {
                    self.finish_begun();
                }
            } else {
                self.add_seconds(candidate, self.context.steps.inner, &|_| u32::MAX);
            }
        }
    }

    /// Actions to come that differ in what is chosen for a parameter.
    fn candidate(
        &mut self,
        lane: usize,
        action: Action,
        (slot, options): (usize, Option<Options>),
    ) -> Candidate {
        let slot = matches!(options, Some(Options::Cells)).then_some(slot);
        let entry = self.found[lane].begin(action, slot);
        Candidate { lane, action, entry, rules: u32::MAX }
    }

    /// One of them: what differs in anything but a cell is listed by itself.
    fn candidate_of(
        &mut self,
        (candidate, action): (Candidate, Action),
        (slot, options): (usize, Options),
    ) -> Candidate {
        match options {
            Options::Cells => Candidate { action, ..candidate },
            Options::Directions(_) | Options::Columns | Options::Rows => {
                self.candidate(candidate.lane, action, (slot, None))
            }
        }
    }

    /// What can be chosen for a parameter: of these cells, where it is a cell.
    fn arguments(
        &self,
        options: Options,
        cells: Bits<W>,
    ) -> impl Iterator<Item = Argument> + use<W, L> {
        let grid = &self.context.shape.grid;
        let (ways, cells, columns, rows) = match options {
            Options::Directions(ways) => (ways, Bits::EMPTY, 0, 0),
            Options::Cells => (0, cells, 0, 0),
            Options::Columns => (0, Bits::EMPTY, grid.width(), 0),
            Options::Rows => (0, Bits::EMPTY, 0, grid.height()),
        };
        let lines = (0..columns).map(Argument::Column).chain((0..rows).map(Argument::Row));
        let cells = cells.iter().map(Argument::Cell);
        directions(ways).map(Argument::Direction).chain(cells).chain(lines)
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
            let action = with(candidate.action, 1, argument);
            if is_pair_in_order(self.trial.is_unordered, action) {
                let whole = self.candidate_of((candidate, action), (1, options));
                self.add_whole(Candidate { rules: rules(argument), ..whole });
            }
        }
    }

    fn add_whole(&mut self, candidate: Candidate) {
        if self.trial.body.is_none() {
            return self.found[candidate.lane].add(candidate.entry, candidate.action);
        }
        let first = candidate.rules.trailing_zeros() as usize % MOST_RULES;
        self.scratch.whole[first].push(candidate);
        if self.scratch.whole[first].len() == L {
            let mut whole = std::mem::take(&mut self.scratch.whole[first]);
            self.run_bodies(&whole);
            whole.clear();
            self.scratch.whole[first] = whole;
        }
    }

    /// Finds the second choices.
    fn finish_begun(&mut self) {
        let Some(seconds) = &self.trial.seconds else { return };
        let mut begun = std::mem::take(&mut self.scratch.begun);
        if begun.is_empty() {
            return;
        }
        self.load(&begun);
        play::run(self.context.arch, &mut self.scratch.boards, &seconds.code, self.context);
        self.mark_for_retry(&begun);
        let is_told = !seconds.may_match.is_empty();
        // Indexed [board][rule]: running bodies takes the boards for something else.
        let mut found: Vec<Bits<W>> = Vec::with_capacity(begun.len() * seconds.cells.len());
        for board in 0..begun.len() {
            found.extend(seconds.cells.iter().map(|&set| self.scratch.boards.set(set).lane(board)));
        }
        for (candidate, by_rule) in begun.drain(..).zip(found.chunks(seconds.cells.len())) {
            let all = by_rule.iter().fold(Bits::EMPTY, |all, &cells| all.or(cells));
            if self.trial.body.is_none() {
                let all = self.in_order(candidate.action, all);
                self.found[candidate.lane].add_all(candidate.entry, all);
                continue;
            }
            let rules = |argument| {
                let Argument::Cell(cell) = argument else { return u32::MAX };
                if !is_told {
                    return u32::MAX;
                }
                let has = |(nth, cells): (usize, &Bits<W>)| u32::from(cells.contains(cell)) << nth;
                by_rule.iter().enumerate().map(has).sum()
            };
            self.add_seconds(candidate, all, &rules);
        }
        self.scratch.begun = begun;
    }

    /// Those of the cells that can stand behind the first choice.
    fn in_order(&self, action: Action, mut cells: Bits<W>) -> Bits<W> {
        let Argument::Cell(first) = action.arguments[0] else { return cells };
        cells = cells.without(Bits::of(first));
        if self.trial.is_unordered {
            let before = cells.iter().take_while(|cell| *cell < first);
            before.for_each(|cell| cells.remove(cell));
        }
        cells
    }

    /// Runs the body for the whole choices that are left.
    fn finish_whole(&mut self) {
        let [first, rest @ ..] = &mut self.scratch.whole;
        for rest in rest {
            first.append(rest);
        }
        let mut whole = std::mem::take(first);
        whole.chunks(L).for_each(|whole| self.run_bodies(whole));
        whole.clear();
        self.scratch.whole[0] = whole;
    }

    /// Runs the body for whole choices.
    fn run_bodies(&mut self, whole: &[Candidate]) {
        let Some((code, does)) = &self.trial.body else { return };
        if self.context.host.stop.is_stopped() {
            return;
        }
        self.load(whole);
        play::run(self.context.arch, &mut self.scratch.boards, code, self.context);
        self.mark_for_retry(whole);
        let does = *self.scratch.boards.mask(*does);
        for (board, candidate) in whole.iter().enumerate() {
            if does[board] == 0 {
                continue;
            }
            if let (true, Argument::Cell(cell)) =
                (self.trial.is_of_one_cell(), candidate.action.arguments[0])
            {
                let cells = self.cells.lane(candidate.lane).or(Bits::of(cell));
                self.cells.set_lane(candidate.lane, cells);
            } else {
                self.found[candidate.lane].add(candidate.entry, candidate.action);
            }
        }
    }

    fn mark_for_retry(&mut self, candidates: &[Candidate]) {
        for (board, candidate) in candidates.iter().enumerate() {
            self.retry[candidate.lane] |= self.scratch.boards.retry[board];
        }
    }

    /// Puts each choice on a board of its own.
    fn load(&mut self, candidates: &[Candidate]) {
        self.scratch.boards.clear_choices(self.context.code);
        let code = self.context.code;
        let (mut active, mut from) = (Row([0; L]), [0; L]);
        for (board, candidate) in candidates.iter().enumerate() {
            (active[board], from[board]) = (u64::MAX, candidate.lane);
        }
        self.scratch.boards.gather(self.asked, &from, code);
        for (set, kept) in &self.trial.kept.sets {
            self.scratch.boards.sets[usize::from(kept.0)].gather(self.asked.set(*set), &from);
        }
        for (num, kept) in &self.trial.kept.nums {
            let num = &self.asked.nums[usize::from(num.0)];
            self.scratch.boards.nums[usize::from(kept.0)].gather(num, &from);
        }
        for (board, Candidate { action, .. }) in candidates.iter().enumerate() {
            self.scratch.boards.choose_action(board, *action, &code.registers, self.context.shape);
            self.scratch.boards.picked[board] = *action;
        }
        self.scratch.boards.masks[usize::from(ACTIVE.0)] = active;
        let may_match = self.trial.seconds.iter().flat_map(|seconds| &seconds.may_match);
        for (nth, mask) in may_match.enumerate() {
            let may =
                |candidate: &Candidate| 0u64.wrapping_sub(u64::from(candidate.rules >> nth & 1));
            let mut masks = Row([0; L]);
            masks.iter_mut().zip(candidates).for_each(|(mask, it)| *mask = may(it));
            self.scratch.boards.masks[usize::from(mask.0)] = masks;
        }
        if self.trial.uses_ways {
            let way_bits = self.scratch.boards.way_bits;
            for (ways, each) in self.scratch.boards.ways.iter_mut().zip(&self.context.shape.ways) {
                ways.choose(SetOps(Scalar), each, &way_bits);
            }
        }
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
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
                Argument::Row(row) => shape.rows.get(row as usize).copied().unwrap_or(Bits::EMPTY),
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

fn with(mut action: Action, slot: usize, argument: Argument) -> Action {
    action.arguments[slot] = argument;
    action
}
