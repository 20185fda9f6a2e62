//! Boards that a caller plays, in groups of as many as there are lanes.
//!
//! What a board is stays by group. A group that is worked on lies in a table that all groups share, for most of a table
//! is work space: its planes, values and choices are put there, and are taken back when it has had its step.

mod group;
mod sight;

use std::sync::Arc;

use masume_board::{SetOps, Vectors};
use masume_program::interp::code::{Code, SetReg};
use masume_program::interp::game::GameCode;
use masume_program::interp::registers::{ACTIVE, AGAIN};
use masume_rules::model::{EndKind, Player};
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::Outcome;

use super::Interp;
use super::choose::{Counts, NOTHING, Taken};
use super::outcome::outcome;
use super::play;
use super::register_file::{Before, RegisterFile};
use super::retry::learn;
use crate::board_batch::{BatchForm, BatchView, BoardBatch, Evicted, Trouble};
use crate::general::General;
use crate::packed::{Packed, RANDOM_WORD};
use crate::run::{Host, Position};
use crate::stack::with_room;
use crate::vectors::{self, Vectorised};
use crate::{Fallback, Stop};

use group::{LaneBits, LaneGroup, bits_of, each, on_each};

/// After so many plies a board is loaded anew: whether its numbers leave room to count is asked then.
const MOST_PLIES: u32 = 1 << 26;

/// The boards of a game, `L` of them at a time.
pub(super) struct LaneGroups<const W: usize, const L: usize> {
    interp: Arc<Interp<W>>,
    run: Arc<dyn General>,
    form: BatchForm,
    /// Indexed by plane that is shown: its register; `None` for one in which nothing ever lies.
    sources: Vec<Option<SetReg>>,
    /// Words of a plane that is shown.
    kept: usize,
    table: RegisterFile<W, L>,
    before: Before<W, L>,
    groups: Vec<LaneGroup<W, L>>,
    start: Option<Start<W, L>>,
    /// Position that boards are loaded from and stored to.
    position: Position,
}

/// A board that was put before, with what can be done there: others like it are copies.
struct Start<const W: usize, const L: usize> {
    /// Packed state.
    words: Box<[u64]>,
    /// The board in the first lane.
    table: RegisterFile<W, L>,
    to_act: u8,
    ply: u32,
}

impl<const W: usize, const L: usize> LaneGroups<W, L> {
    pub(super) fn new(interp: Arc<Interp<W>>, run: Arc<dyn General>, form: BatchForm) -> Self {
        let (code, layout) = (&interp.code, &run.loaded().layout);
        let mut table = RegisterFile::new(code);
        table.lines = interp.lines();
        let groups = (0..form.boards).step_by(L);
        let groups = groups.map(|first| LaneGroup::new(&table, code, (form.boards - first).min(L)));
        Self {
            groups: groups.collect(),
            sources: sight::sources(code, layout, &form.digits),
            kept: layout.cells().div_ceil(64),
            before: Before::new(),
            start: None,
            position: run.loaded().blank(),
            table,
            form,
            run,
            interp,
        }
    }

    /// Runs code on the boards of some lanes.
    fn run_code(&mut self, host: &Host<'_>, lanes: LaneBits, of: impl Fn(&GameCode) -> &Code) {
        self.table.masks[usize::from(ACTIVE.0)] = group::masks_of(lanes);
        *self.table.retry = [0; L];
        let context = self.interp.context(&*self.run, host);
        play::run(context.arch, &mut self.table, of(&self.interp.code), &context);
    }

    /// Finds the points of boards; the lanes where that takes the general machine are marked.
    fn run_scores(&mut self, host: &Host<'_>, lanes: LaneBits) {
        if !self.interp.code.points.is_empty() {
            self.run_code(host, lanes, |code| &code.scores);
        }
    }

    /// Makes the spare position what the board of a lane is.
    fn store(&mut self, group: usize, lane: usize) {
        let Self { table, groups, interp, run, position, .. } = self;
        let group = &groups[group];
        table.store(&interp.code, &run.loaded().layout, lane, position);
        position.to_act = Player(group.to_act[lane]);
        position.ply = group.plies[lane];
        position.outcome = group.outcomes[lane];
        position.asked_ends = 0;
    }

    /// Puts the spare position on the board of a lane; true if the code can go on from there.
    fn load(&mut self, group: usize, lane: usize) -> bool {
        let Self { table, groups, interp, run, position, .. } = self;
        let (group, loaded) = (&mut groups[group], run.loaded());
        group.to_act[lane] = position.to_act.0;
        group.plies[lane] = position.ply;
        group.age[lane] = 0;
        group.outcomes[lane] = position.outcome;
        table.load(&interp.code, &loaded.layout, lane, position);
        position.outcome.is_some() || loaded.fits_interp(position, MOST_PLIES.into())
    }

    /// Finds what can be done on the boards of some lanes; gives the lanes where that cannot be told here.
    fn find_legal(&mut self, host: &Host<'_>, group: usize, lanes: LaneBits) -> LaneBits {
        let lanes = lanes & self.groups[group].going_on();
        if lanes == 0 {
            return 0;
        }
        // Lines are learnt on a board like these.
        self.store(group, lanes.trailing_zeros() as usize);
        loop {
            let mut unknown = 0;
            for player in 0..self.interp.code.players.len() {
                let asked = lanes & self.groups[group].turn_of(player);
                if asked != 0 {
                    self.run_code(host, asked, |code| &code.players[player].legal);
                    unknown |= asked & bits_of::<L>(|lane| self.table.retry[lane] != 0);
                }
            }
            let Self { table, interp, run, position, .. } = self;
            if !learn(&mut table.lines, &interp.code, &**run, host, position) {
                return unknown;
            }
        }
    }

    /// Gives boards away that cannot be held.
    #[cold]
    fn evict(&mut self, group: usize, lanes: LaneBits, trouble: &mut Trouble) {
        for lane in each(lanes) {
            self.store(group, lane);
            let packed = Packed::new(self.run.loaded());
            let mut words = vec![0; packed.stride()];
            packed.pack(&self.position, &mut words);
            trouble.evicted.push((group * L + lane, words.into_boxed_slice()));
            // Nothing is done there before another board is put.
            self.groups[group].outcomes[lane] = Some(Outcome::Draw);
        }
    }

    /// One step of a group that lies in the table.
    ///
    /// # Errors
    /// The call was stopped.
    fn step_group(
        &mut self,
        host: &Host<'_>,
        group: usize,
        indices: &[u64; L],
        trouble: &mut Trouble,
    ) -> Result<(), RunError> {
        let stepped = bits_of::<L>(|lane| indices[lane] != NOTHING);
        let stepped = stepped & self.groups[group].going_on();
        // Whose turn it is next is said while others still have theirs.
        let acting = self.groups[group].to_act;
        let mut dirty = 0;
        for player in 0..self.interp.code.players.len() {
            let lanes = stepped & bits_of::<L>(|lane| usize::from(acting[lane]) == player);
            if lanes != 0 {
                dirty |= self.turn(host, (group, player), (lanes, indices), trouble)?;
            }
        }
        let of = &self.groups[group];
        let aged = of.going_on() & bits_of::<L>(|lane| of.age[lane] >= MOST_PLIES);
        for lane in each(aged) {
            self.store(group, lane);
            if !self.load(group, lane) {
                self.evict(group, 1 << lane, trouble);
            }
        }
        let unknown = self.find_legal(host, group, dirty | aged);
        host.stop.check(Span::default())?;
        if unknown != 0 {
            self.evict(group, unknown, trouble);
        }
        Ok(())
    }

    /// A turn of a player on the boards of these lanes, where it is theirs; gives the lanes where what can be done is
    /// still to be found.
    ///
    /// # Errors
    /// The call was stopped.
    fn turn(
        &mut self,
        host: &Host<'_>,
        (group, player): (usize, usize),
        (lanes, indices): (LaneBits, &[u64; L]),
        trouble: &mut Trouble,
    ) -> Result<LaneBits, RunError> {
        self.act(host, player, (lanes, indices));
        host.stop.check(Span::default())?;
        let mut redone = lanes & bits_of::<L>(|lane| self.table.retry[lane] != 0);
        let ended = lanes & !redone & bits_of::<L>(|lane| self.table.ends[lane].is_some());
        let is_missed = self.table.lines.iter().any(|lines| !lines.missing.is_empty());
        if ended != 0 {
            // Points decide how a game has ended.
            self.run_scores(host, ended);
            if !self.interp.code.points.is_empty() {
                redone |= ended & bits_of::<L>(|lane| self.table.retry[lane] != 0);
            }
        }
        let done = lanes & !redone;
        self.pass_on((group, player), done);
        for lane in each(ended & done) {
            let Some(kind) = self.table.ends[lane] else { continue };
            self.groups[group].outcomes[lane] = self.ended(lane, (kind, player));
        }
        for lane in each(redone) {
            self.redo(host, (group, lane), player, trouble);
        }
        Ok(if is_missed { lanes } else { redone })
    }

    /// Counts a turn that was done, and says who is next.
    fn pass_on(&mut self, (group, player): (usize, usize), lanes: LaneBits) {
        let next = self.interp.code.player_after(player) as u8;
        let again = self.table.mask(AGAIN);
        let LaneGroup { to_act, plies, age, .. } = &mut self.groups[group];
        on_each::<L>(lanes, |lane| {
            plies[lane] = plies[lane].saturating_add(1);
            age[lane] += 1;
            to_act[lane] = if again[lane] == 0 { next } else { to_act[lane] };
        });
    }

    fn ended(&self, lane: usize, end: (EndKind, usize)) -> Option<Outcome> {
        outcome(self.run.loaded(), end, || self.table.points(&self.interp.code, lane))
    }

    /// Takes choices of a player, and runs the turn.
    fn act(&mut self, host: &Host<'_>, player: usize, (lanes, indices): (LaneBits, &[u64; L])) {
        let Self { table, before, interp, run, .. } = self;
        let code = &interp.code;
        let of_player = &code.players[player];
        if of_player.may_retry || !code.points.is_empty() {
            table.keep(code, before);
        }
        table.clear_choices(code);
        let context = interp.context(&**run, host);
        let is_taken = |lane: usize| lanes >> lane & 1 != 0;
        let choosing = Choosing {
            table,
            taken: Taken { code, player, steps_in_ways: of_player.uses_ways },
            interp,
            arch: context.arch,
            indices: std::array::from_fn(|it| if is_taken(it) { indices[it] } else { NOTHING }),
        };
        vectors::with_lanes::<W, L>(context.arch, choosing);
        play::run(context.arch, table, &of_player.turn, &context);
    }

    /// Does a turn again by the general machine: where that goes wrong the board stays as it was.
    #[cold]
    fn redo(
        &mut self,
        host: &Host<'_>,
        (group, lane): (usize, usize),
        player: usize,
        trouble: &mut Trouble,
    ) {
        self.table.take_back(&self.before, lane);
        self.store(group, lane);
        let action = self.table.chosen((&self.interp.code, player), &self.interp.shape, lane);
        match self.run.turn(host, self.position.clone(), action) {
            (position, Ok(())) => {
                self.position = position;
                if !self.load(group, lane) {
                    self.evict(group, 1 << lane, trouble);
                }
            }
            (_, Err(Stop::Run(error))) => trouble.note(group * L + lane, error),
            // Only listed actions are done, and nothing refuses draws.
            (_, Err(Stop::Illegal | Stop::Drawn)) => {}
        }
    }

    /// Puts a packed state on the board of a lane; gives the lane if what can be done there is to be found.
    fn put_lane(
        &mut self,
        (group, lane): (usize, usize),
        words: &[u64],
        trouble: &mut Trouble,
    ) -> LaneBits {
        if let Some(start) = &self.start
            && is_but_for_random(&start.words, words)
        {
            self.table.copy_lane(lane, (&start.table, 0), &self.interp.code);
            self.table.random[lane] = Random(words[RANDOM_WORD]);
            let group = &mut self.groups[group];
            (group.to_act[lane], group.plies[lane]) = (start.to_act, start.ply);
            (group.age[lane], group.outcomes[lane]) = (0, None);
            return 0;
        }
        Packed::new(self.run.loaded()).unpack(words, &mut self.position);
        if self.load(group, lane) {
            return 1 << lane;
        }
        self.evict(group, 1 << lane, trouble);
        0
    }

    /// Keeps the first board that was ever put, for others like it.
    fn keep_start(&mut self, (group, lane): (usize, usize), words: &[u64]) {
        let of = &self.groups[group];
        if self.start.is_some() || of.going_on() >> lane & 1 == 0 {
            return;
        }
        let mut table = RegisterFile::new(&self.interp.code);
        table.copy_lane(0, (&self.table, lane), &self.interp.code);
        let (to_act, ply) = (of.to_act[lane], of.plies[lane]);
        self.start = Some(Start { words: words.into(), table, to_act, ply });
    }
}

impl<const W: usize, const L: usize> BoardBatch for LaneGroups<W, L> {
    fn put(
        &mut self,
        boards: &[usize],
        words: &[u64],
        fallback: &mut dyn Fallback,
        seen: &mut BatchView<'_>,
    ) -> Result<Vec<Evicted>, RunError> {
        with_room::<W, _>(|| {
            let host = &Host::new(fallback, W);
            let stride = Packed::new(self.run.loaded()).stride();
            let mut trouble = Trouble::default();
            let mut words = words.chunks_exact(stride);
            for boards in boards.chunk_by(|one, other| one / L == other / L) {
                let group = boards[0] / L;
                self.put_in(group);
                let (mut lanes, mut dirty, mut new) = (0, 0, None);
                for (board, words) in boards.iter().zip(words.by_ref()) {
                    let lane = board % L;
                    lanes |= 1 << lane;
                    let found = self.put_lane((group, lane), words, &mut trouble);
                    dirty |= found;
                    new = new.or((found != 0).then_some((lane, words)));
                }
                let unknown = self.find_legal(host, group, dirty);
                host.stop.check(Span::default())?;
                if unknown != 0 {
                    self.evict(group, unknown, &mut trouble);
                }
                if let Some((lane, words)) = new {
                    self.keep_start((group, lane), words);
                }
                self.show(host, group, lanes, seen);
                self.take_out(group);
            }
            Ok(trouble.evicted)
        })
    }

    fn step(
        &mut self,
        indices: &[u64],
        fallback: &mut dyn Fallback,
        seen: &mut BatchView<'_>,
    ) -> Result<Trouble, RunError> {
        with_room::<W, _>(|| {
            let host = &Host::new(fallback, W);
            let mut trouble = Trouble::default();
            for (group, given) in indices.chunks(L).enumerate() {
                let mut indices = [NOTHING; L];
                indices[..given.len()].copy_from_slice(given);
                let stepped = bits_of::<L>(|lane| indices[lane] != NOTHING);
                if stepped == 0 {
                    continue;
                }
                self.put_in(group);
                self.step_group(host, group, &indices, &mut trouble)?;
                self.show(host, group, stepped, seen);
                self.take_out(group);
            }
            Ok(trouble)
        })
    }

    fn pack(&mut self, board: usize, words: &mut [u64]) {
        with_room::<W, _>(|| {
            self.put_in(board / L);
            self.store(board / L, board % L);
            Packed::new(self.run.loaded()).pack(&self.position, words);
            self.take_out(board / L);
        })
    }
}

/// Choices that are counted and taken, dispatched to the vector instructions that the machine has.
struct Choosing<'c, const W: usize, const L: usize> {
    table: &'c mut RegisterFile<W, L>,
    taken: Taken<'c>,
    interp: &'c Interp<W>,
    arch: vectors::Arch,
    indices: [u64; L],
}

impl<const W: usize, const L: usize> Vectorised for Choosing<'_, W, L> {
    #[inline(always)]
    fn run<V: Vectors>(self, ops: SetOps<V>) {
        let Self { table, taken, interp, arch, indices } = self;
        let mut found = Counts::NONE;
        table.count(&taken.code.players[taken.player].picks, &mut found);
        table.take_with((arch, ops), taken, &interp.shape, &found, indices);
    }
}

/// True if packed states differ in nothing but their generators.
fn is_but_for_random(one: &[u64], other: &[u64]) -> bool {
    one.len() == other.len()
        && one[..RANDOM_WORD] == other[..RANDOM_WORD]
        && one[RANDOM_WORD + 1..] == other[RANDOM_WORD + 1..]
}
