//! Legal choices, found by running bodies: boards with a choice fill the lanes of a second table.

use std::fmt;
use std::sync::Arc;

use masume_board::{Bits, Lanes, Scalar, SetOps, Vectors};
use masume_program::directions;
use masume_program::interp::code::{MaskReg, NumReg, SetReg};
use masume_program::interp::game::GameCode;
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::{ACTIVE, Registers};
use masume_program::interp::trial::{Ends, MOST_RULES, Options, Trial};
use masume_rules::action::{Action, Argument};
use masume_rules::model::Player;
use smallvec::SmallVec;

use super::Interp;
use super::batch::{Batch, Candidate};
use super::cells::CellBatch;
use super::listing::Listing;
use super::loading::Loading;
use super::play;
use super::register_file::{RegisterFile, Row};
use super::run::Context;
use super::shape::Shape;
use crate::general::General;
use crate::run::{Host, Position, is_pair_in_order};
use crate::vectors::{self, Vectorised};

/// Table that tries the choices of boards, and the memory for it, kept from one list to the next: a
/// trait, for those of one board fill many lanes.
pub(crate) trait Tries<const W: usize, const L: usize>: Send {
    /// Lists what is legal.
    fn find_legal(&mut self, asked: &Asked<'_, '_, '_, W, L>, found: &mut Found<'_, W, L>);

    /// Adds the cells that are legal where one cell is chosen, and marks boards that need a retry.
    fn find_cells(
        &mut self,
        asked: &Asked<'_, '_, '_, W, L>,
        cells: &mut Lanes<W, L>,
        retry: &mut [u64; L],
    );

    /// Another one, with memory of its own.
    fn boxed_clone(&self) -> Box<dyn Tries<W, L>>;
}

impl<const W: usize, const L: usize> fmt::Debug for dyn Tries<W, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Tries").finish_non_exhaustive()
    }
}

impl<const W: usize, const L: usize> Clone for Box<dyn Tries<W, L>> {
    fn clone(&self) -> Self {
        self.as_ref().boxed_clone()
    }
}

/// Question of a list.
pub(crate) struct Asked<'a, 'g, 'h, const W: usize, const L: usize> {
    pub(super) context: &'a Context<'g, 'h, W>,
    pub(super) trial: &'a Trial,
    pub(super) boards: &'a RegisterFile<W, L>,
    /// All bits for each board that is asked about.
    pub(super) scope: [u64; L],
    /// Cells that may be chosen first, where the first choice is a cell.
    pub(super) firsts: Lanes<W, L>,
}

impl<const W: usize, const L: usize> Asked<'_, '_, '_, W, L> {
    pub(super) fn lanes(&self) -> impl Iterator<Item = usize> + use<W, L> {
        let scope = self.scope;
        (0..L).filter(move |&lane| scope[lane] != 0)
    }
}

/// Legal choices that are found.
pub(crate) struct Found<'f, const W: usize, const L: usize> {
    /// Legal actions of each board, where they are asked for.
    listed: [Option<&'f mut Listing<W>>; L],
    /// Boards that need a retry.
    retry: [u64; L],
}

impl<const W: usize, const L: usize> Found<'_, W, L> {
    /// Adds an action to those that a candidate belongs to.
    fn add(&mut self, candidate: Candidate) {
        if let Some(listed) = &mut self.listed[candidate.lane] {
            listed.add(candidate.entry, candidate.action);
        }
    }
}

/// Boards with a choice in as many lanes as this says, whatever boards ask.
#[derive(Clone, Debug)]
pub(crate) struct Scratch<const W: usize, const T: usize> {
    pub(super) boards: RegisterFile<W, T>,
    /// Cells to be tried together, where one cell is chosen.
    pub(super) cells: CellBatch<T>,
    /// By stage and group what is to be tried together.
    batches: [[Batch<T>; GROUPS]; 2],
    /// Second choices, by board and rule.
    seconds: Vec<Bits<W>>,
}

/// Stages of the choices of a batch. Rules that no board of it can do are left out.
#[derive(Clone, Copy, Debug)]
enum Stage {
    /// Second choices of first ones, which are grouped by what lies on the first cell.
    Seconds,
    /// True if whole choices are legal, which are grouped by the first rule that may match.
    Bodies,
}

/// Groups of a stage: as many planes, or rules, are told apart.
const GROUPS: usize = MOST_RULES;
/// Binary digits of the number of a group.
const GROUP_DIGITS: usize = GROUPS.ilog2() as usize;

impl<const W: usize, const T: usize> Scratch<W, T> {
    fn new(code: &GameCode) -> Self {
        let batches = [[Batch::EMPTY; GROUPS], [Batch::EMPTY; GROUPS]];
        let boards = RegisterFile::new(code);
        Self { boards, cells: CellBatch::EMPTY, batches, seconds: Vec::new() }
    }

    pub(super) fn boxed<const L: usize>(code: &GameCode) -> Box<dyn Tries<W, L>> {
        Box::new(Self::new(code))
    }
}

impl<const W: usize, const L: usize, const T: usize> Tries<W, L> for Scratch<W, T> {
    fn find_legal(&mut self, asked: &Asked<'_, '_, '_, W, L>, found: &mut Found<'_, W, L>) {
        // A list that was stopped has left some.
        self.batches.iter_mut().flatten().for_each(Batch::clear);
        let has_seconds = asked.trial.seconds.is_some();
        let mut kinds = [Lanes::EMPTY; GROUP_DIGITS];
        if has_seconds {
            let planes = usize::from(asked.context.code.registers.chosen[0].0).min(GROUPS);
            let planes = &asked.boards.sets[..planes];
            vectors::with::<W, L>(asked.context.arch, Kinds { planes, digits: &mut kinds });
        }
        let mut trying = Trying { asked, scratch: self, kinds, found };
        for lane in asked.lanes() {
            trying.begin(lane, asked.firsts.lane(lane));
        }
        trying.finish(Stage::Seconds);
        trying.finish(Stage::Bodies);
    }

    fn find_cells(
        &mut self,
        asked: &Asked<'_, '_, '_, W, L>,
        cells: &mut Lanes<W, L>,
        retry: &mut [u64; L],
    ) {
        self.try_each_cell(asked, cells, retry);
    }

    fn boxed_clone(&self) -> Box<dyn Tries<W, L>> {
        Box::new(self.clone())
    }
}

/// Choices on their way to be tried.
struct Trying<'t, 'f, 'a, 'g, 'h, const W: usize, const L: usize, const T: usize> {
    asked: &'t Asked<'a, 'g, 'h, W, L>,
    scratch: &'t mut Scratch<W, T>,
    /// By cell the first plane that has it, in binary digits.
    kinds: [Lanes<W, L>; GROUP_DIGITS],
    found: &'t mut Found<'f, W, L>,
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
        let (scope, mut may, firsts) = (*self.mask(scope), *self.mask(may), *self.set(firsts));
        let begins_with_cell = trial.options.first() == Some(&Options::Cells);
        let can_begin = if begins_with_cell { firsts.has_any() } else { [u64::MAX; L] };
        for (may, (can_begin, scope)) in may.iter_mut().zip(can_begin.iter().zip(&scope)) {
            *may &= can_begin & scope;
        }
        let mut lists = std::mem::take(&mut self.listed[index]);
        let mut found = Found { listed: std::array::from_fn(|_| None), retry: [0; L] };
        let mut is_any = false;
        for (lane, list) in lists.iter_mut().enumerate().filter(|(lane, _)| scope[*lane] != 0) {
            is_any |= may[lane] != 0;
            if may[lane] == 0 && list.len() == 0 {
                continue;
            }
            // A list that no other board shares is written over.
            if Arc::strong_count(list) > 1 {
                *list = self.spare_lists.pop().unwrap_or_default();
            }
            if let Some(list) = Arc::get_mut(list) {
                list.clear();
                found.listed[lane] = Some(list);
            }
        }
        if is_any {
            self.try_choices(context, trial, (may, firsts), |tries, asked| {
                tries.find_legal(asked, &mut found);
                found.retry
            });
        }
        let mut any = [0; L];
        for (any, listed) in any.iter_mut().zip(&lists) {
            *any = if listed.len() == 0 { 0 } else { u64::MAX };
        }
        self.listed[index] = lists;
        any
    }

    /// Finds the cells that are legal to choose on the boards of `may`, and none on the others of
    /// `scope`; those of further boards are what they were. What is certain is not tried.
    #[inline(always)]
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
        let is_open = open.has_any();
        if is_open.iter().any(|is_open| *is_open != 0) {
            self.try_open_cells(context, trial, (is_open, open), &mut cells);
        }
        cells
    }

    #[inline(never)]
    fn try_open_cells(
        &mut self,
        context: &Context<'_, '_, W>,
        trial: &Trial,
        open: ([u64; L], Lanes<W, L>),
        cells: &mut Lanes<W, L>,
    ) {
        self.try_choices(context, trial, open, |tries, asked| {
            let mut retry = [0; L];
            tries.find_cells(asked, cells, &mut retry);
            retry
        });
    }

    /// Tries what may be chosen on the boards of the mask, and marks those on which a choice needs a retry.
    fn try_choices(
        &mut self,
        context: &Context<'_, '_, W>,
        trial: &Trial,
        (scope, firsts): ([u64; L], Lanes<W, L>),
        find: impl FnOnce(&mut dyn Tries<W, L>, &Asked<'_, '_, '_, W, L>) -> [u64; L],
    ) {
        let scratch = self.scratch.take();
        let mut scratch = scratch.unwrap_or_else(|| Scratch::<W, L>::boxed(context.code));
        let asked = Asked { context, trial, boards: self, scope, firsts };
        let retry = find(scratch.as_mut(), &asked);
        self.scratch = Some(scratch);
        self.retry.iter_mut().zip(&retry).for_each(|(marked, retry)| *marked |= retry);
    }
}

/// By cell the first plane that has it, in binary digits: found with the vector instructions that the machine has.
struct Kinds<'k, const W: usize, const L: usize> {
    planes: &'k [Lanes<W, L>],
    digits: &'k mut [Lanes<W, L>; GROUP_DIGITS],
}

impl<const W: usize, const L: usize> Vectorised for Kinds<'_, W, L> {
    #[inline(always)]
    fn run<V: Vectors>(self, _ops: SetOps<V>) {
        for (kind, plane) in self.planes.iter().enumerate().rev() {
            for (place, cells) in self.digits.iter_mut().enumerate() {
                let digit = 0u64.wrapping_sub((kind >> place & 1) as u64);
                *cells = cells.merge(plane, |cells, plane| cells & !plane | digit & plane);
            }
        }
    }
}

/// Indexed by action: what a player can do in a position, where that is found by trial; `None` where
/// it cannot be told.
pub(super) fn brute_force<const W: usize, const L: usize>(
    interp: &Interp<W>,
    (run, host): (&dyn General, &Host<'_>),
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
    table.load(code, &run.loaded().layout, 0, position);
    *table.retry = [0; L];
    let mut active = Row([0; L]);
    active[0] = u64::MAX;
    table.masks[usize::from(ACTIVE.0)] = active;
    let context = interp.context(run, host);
    play::run(context.arch, &mut table, &of_player.legal, &context);
    let is_told = table.retry[0] == 0 && !host.stop.is_stopped();
    let listed = (0u8..).zip(&of_player.picks).map(|of_action| {
        is_tried(of_action.1).then(|| {
            let mut listed = Vec::new();
            table.list_pick(&interp.shape, 0, of_action, &mut listed);
            listed
        })
    });
    let listed = is_told.then(|| listed.collect());
    if let Ok(mut kept) = interp.table.lock() {
        *kept = Some(table);
    }
    listed
}

impl<const W: usize, const L: usize, const T: usize> Trying<'_, '_, '_, '_, '_, W, L, T> {
    /// All that can be chosen first on a board.
    fn begin(&mut self, lane: usize, firsts: Bits<W>) {
        let action = Action::new(self.asked.trial.action, &[]);
        let first = self.asked.trial.options.first().copied();
        let candidate = self.candidate(lane, action, (0, first));
        let Some(options) = first else { return self.add_whole(candidate) };
        for argument in self.arguments(options, firsts) {
            if self.asked.context.host.stop.is_stopped() {
                return;
            }
            let action = with(action, 0, argument);
            let Some(&second) = self.asked.trial.options.get(1) else {
                let alone = self.candidate_of((candidate, action), (0, options));
                self.add_whole(alone);
                continue;
            };
            if self.asked.trial.seconds.is_some() {
                let candidate = self.candidate(lane, action, (1, Some(second)));
                self.push(Stage::Seconds, self.kind(candidate), candidate);
            } else {
                self.add_rest(lane, (action, 1));
            }
        }
    }

    /// All that can be chosen from this parameter on.
    fn add_rest(&mut self, lane: usize, (action, slot): (Action, usize)) {
        let Some(&options) = self.asked.trial.options.get(slot) else { return };
        let is_last = slot + 1 == self.asked.trial.options.len();
        let candidate = is_last.then(|| self.candidate(lane, action, (slot, Some(options))));
        for argument in self.arguments(options, self.asked.context.steps.inner) {
            let action = with(action, slot, argument);
            if !is_pair_in_order(self.asked.trial.is_unordered, action) {
                continue;
            }
            if let Some(candidate) = candidate {
                let whole = self.candidate_of((candidate, action), (slot, options));
                self.add_whole(whole);
            } else {
                self.add_rest(lane, (action, slot + 1));
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
        let listed = self.found.listed[lane].as_mut();
        let entry = listed.map_or(0, |listed| listed.begin(action, slot));
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

    /// Arguments that a parameter may have: of these cells, where it is a cell.
    fn arguments(
        &self,
        options: Options,
        cells: Bits<W>,
    ) -> impl Iterator<Item = Argument> + use<W, L, T> {
        let grid = &self.asked.context.shape.grid;
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
        let Some(&options) = self.asked.trial.options.get(1) else { return };
        if options == Options::Cells && cells.is_empty() {
            return;
        }
        for argument in self.arguments(options, cells) {
            let action = with(candidate.action, 1, argument);
            if is_pair_in_order(self.asked.trial.is_unordered, action) {
                let whole = self.candidate_of((candidate, action), (1, options));
                self.add_whole(Candidate { rules: rules(argument), ..whole });
            }
        }
    }

    fn add_whole(&mut self, candidate: Candidate) {
        if self.asked.trial.body.is_none() {
            return self.found.add(candidate);
        }
        let first_rule = candidate.rules.trailing_zeros() as usize % GROUPS;
        self.push(Stage::Bodies, first_rule, candidate);
    }

    fn push(&mut self, stage: Stage, group: usize, candidate: Candidate) {
        if self.scratch.batches[stage as usize][group].push(candidate) {
            self.run(stage, group);
        }
    }

    fn run(&mut self, stage: Stage, group: usize) {
        match stage {
            Stage::Seconds => self.find_seconds(group),
            Stage::Bodies => self.run_bodies(group),
        }
        self.scratch.batches[stage as usize][group].clear();
    }

    /// Runs what is left of a stage, all groups together.
    fn finish(&mut self, stage: Stage) {
        for group in 1..GROUPS {
            for nth in 0..self.scratch.batches[stage as usize][group].len() {
                self.push(stage, 0, self.scratch.batches[stage as usize][group].get(nth));
            }
            self.scratch.batches[stage as usize][group].clear();
        }
        if self.scratch.batches[stage as usize][0].len() > 0 {
            self.run(stage, 0);
        }
    }

    /// The first plane that has the cell that is chosen first.
    fn kind(&self, candidate: Candidate) -> usize {
        let Argument::Cell(cell) = candidate.action.arguments[0] else { return 0 };
        let (word, bit) = (cell.index() / 64, cell.index() % 64);
        let digit = |cells: &Lanes<W, L>| (cells.0[word][candidate.lane] >> bit & 1) as usize;
        self.kinds.iter().enumerate().map(|(place, cells)| digit(cells) << place).sum()
    }

    /// Finds the second choices of the first ones of a group.
    fn find_seconds(&mut self, group: usize) {
        let Some(seconds) = &self.asked.trial.seconds else { return };
        if self.asked.context.host.stop.is_stopped() {
            return;
        }
        let ends = self.asked.trial.untried.ends.iter().flat_map(Ends::sets);
        let ends: SmallVec<[(SetReg, SetReg); 8]> = ends.map(|set| (set, set)).collect();
        self.load((Stage::Seconds, group), &ends, &[]);
        play::run(
            self.asked.context.arch,
            &mut self.scratch.boards,
            &seconds.code,
            self.asked.context,
        );
        let Scratch { boards, batches: [begun, _], seconds: found, .. } = &mut *self.scratch;
        let count = begun[group].len();
        boards.mark_askers(&begun[group].lanes[..count], &mut self.found.retry);
        let all = |all: Lanes<W, T>, set: &SetReg| all.or(boards.set(*set));
        let mut open = seconds.cells.iter().fold(Lanes::EMPTY, all);
        let certain = seconds.certain.filter(|_| self.asked.trial.body.is_some());
        let certain = certain.map(|set| *boards.set(set));
        if let Some(certain) = &certain {
            open = open.without(certain);
        }
        // By board with choices that are to be tried, and rule: running bodies takes the boards for something else.
        let mut found = std::mem::take(found);
        let is_tried = if self.asked.trial.body.is_some() { open.has_any() } else { [0; T] };
        for board in (0..count).filter(|&board| is_tried[board] != 0) {
            found.extend(seconds.cells.iter().map(|&set| boards.set(set).lane(board)));
        }
        let mut tried = found.chunks(seconds.cells.len());
        for (board, is_tried) in is_tried.into_iter().enumerate().take(count) {
            let candidate = self.scratch.batches[Stage::Seconds as usize][group].get(board);
            let told = match &certain {
                Some(certain) => certain.lane(board),
                None if self.asked.trial.body.is_none() => open.lane(board),
                None => Bits::EMPTY,
            };
            let told = self.in_order(candidate.action, told);
            if let Some(listed) = &mut self.found.listed[candidate.lane] {
                listed.add_all(candidate.entry, told);
            }
            let by_rule = if is_tried == 0 { None } else { tried.next() };
            let Some(by_rule) = by_rule else { continue };
            let rules = |argument| {
                let Argument::Cell(cell) = argument else { return u32::MAX };
                if seconds.may_match.is_empty() {
                    return u32::MAX;
                }
                let has = |(nth, cells): (usize, &Bits<W>)| u32::from(cells.contains(cell)) << nth;
                by_rule.iter().enumerate().map(has).sum()
            };
            self.add_seconds(candidate, open.lane(board), &rules);
        }
        found.clear();
        self.scratch.seconds = found;
    }

    /// Those of the cells that can stand behind the first choice.
    fn in_order(&self, action: Action, mut cells: Bits<W>) -> Bits<W> {
        let Argument::Cell(first) = action.arguments[0] else { return cells };
        cells = cells.without(Bits::of(first));
        if self.asked.trial.is_unordered {
            let before = cells.iter().take_while(|cell| *cell < first);
            before.for_each(|cell| cells.remove(cell));
        }
        cells
    }

    /// Runs the body for the whole choices of a group.
    fn run_bodies(&mut self, group: usize) {
        let Some((code, does)) = &self.asked.trial.body else { return };
        if self.asked.context.host.stop.is_stopped() {
            return;
        }
        let kept = &self.asked.trial.kept;
        self.load((Stage::Bodies, group), &kept.sets, &kept.nums);
        let may_match = self.asked.trial.seconds.iter().flat_map(|seconds| &seconds.may_match);
        for (rule, mask) in may_match.enumerate() {
            let Scratch { boards, batches: [_, whole], .. } = &mut *self.scratch;
            boards.masks[usize::from(mask.0)] = Row(whole[group].mask_of_rule(rule));
        }
        play::run(self.asked.context.arch, &mut self.scratch.boards, code, self.asked.context);
        let Scratch { boards, batches: [_, whole], .. } = &*self.scratch;
        let whole = &whole[group];
        boards.mark_askers(&whole.lanes[..whole.len()], &mut self.found.retry);
        let does = boards.mask(*does).iter().enumerate().take(whole.len());
        for (board, _) in does.filter(|(_, does)| **does != 0) {
            self.found.add(whole.get(board));
        }
    }

    /// Puts each choice of a batch on a board of its own, and these sets and numbers in the places of others.
    fn load(
        &mut self,
        (stage, group): (Stage, usize),
        sets: &[(SetReg, SetReg)],
        nums: &[(NumReg, NumReg)],
    ) {
        let Scratch { boards, batches, .. } = &mut *self.scratch;
        let batch = &batches[stage as usize][group];
        let (asked, lanes, len) = (self.asked, &batch.lanes, batch.len());
        Loading { boards, asked, lanes, len, sets, nums }.load();
        let Context { code, shape, .. } = asked.context;
        for (board, action) in batch.actions.iter().enumerate().take(len) {
            boards.choose_action(board, *action, &code.registers, shape);
        }
        boards.picked = batch.actions;
        if asked.trial.uses_ways {
            let way_bits = boards.way_bits;
            for (ways, each) in boards.ways.iter_mut().zip(&shape.ways) {
                ways.choose(SetOps(Scalar), each, &way_bits);
            }
        }
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Marks the boards that ask, one for each of the first of these, where the choice needs a retry.
    pub(super) fn mark_askers(&self, lanes: &[usize], retry: &mut [u64]) {
        for (lane, needs_retry) in lanes.iter().zip(self.retry.iter()) {
            retry[*lane] |= needs_retry;
        }
    }

    /// Registers of a board are set to the choices of an action.
    #[inline(always)]
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
