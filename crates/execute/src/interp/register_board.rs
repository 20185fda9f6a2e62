//! One board whose turns run as the code of many: what it is stays in registers from ply to ply.

use std::any::Any;
use std::sync::Arc;

use masume_board::{Bits, Cell, Direction};
use masume_program::interp::code::Code;
use masume_program::interp::game::GameCode;
use masume_program::interp::pick::Pick;
use masume_program::interp::registers::{ACTIVE, AGAIN};
use masume_rules::action::{Action, Argument};
use masume_rules::model::Player;
use masume_rules::random::Random;
use masume_rules::run_error::{RunError, Span};
use masume_rules::state::{Outcome, State};

use super::Interp;
use super::choose::{Counts, NOTHING, Taken};
use super::list::Tries;
use super::native::{self, CodeTurn};
use super::register_file::{Before, RegisterFile, Row};
use super::retry::learn;
use super::run::Context;
use super::shape::Shape;
use super::slide::Lines;
use crate::general::General;
use crate::one_board::{OneBoard, Standing};
use crate::packed::Packed;
use crate::run::{Host, Position};
use crate::stack::with_room;
use crate::vectors::{self, Arch};
use crate::{Fallback, Scores, Stop};

/// After so many plies a board is loaded anew: whether its numbers leave room to count is asked then.
const MOST_PLIES: u64 = 1 << 26;

/// Code of a game on a board.
#[derive(Clone, Debug)]
struct CompiledBoard<const W: usize> {
    interp: Arc<Interp<W>>,
    run: Arc<dyn General>,
    arch: Arch,
}

impl<const W: usize> CompiledBoard<W> {
    fn code(&self) -> &GameCode {
        &self.interp.code
    }

    fn run_code<const L: usize>(
        &self,
        table: &mut RegisterFile<W, L>,
        host: &Host<'_>,
        code: &Code,
        turn: Option<CodeTurn<'_, W, L>>,
    ) -> bool {
        let context = Context {
            run: &*self.run,
            host,
            arch: self.arch,
            backend: self.interp.options.native,
            code: self.code(),
            steps: &self.interp.shape.steps,
            shape: &self.interp.shape,
            target_sides: &self.interp.target_sides,
            places: &self.interp.places,
        };
        native::run(self.arch, table, code, &context, turn)
    }

    /// Takes the choice of this index of a player's.
    fn take<const L: usize>(
        &self,
        table: &mut RegisterFile<W, L>,
        found: &Counts<L>,
        (player, index): (usize, u64),
    ) {
        table.clear_choices(self.code());
        let mut indices = [NOTHING; L];
        indices[0] = index;
        let code = &self.code().players[player];
        let steps_in_ways = code.uses_ways && !native::is_made::<W, L>(&code.turn.tier);
        let taken = Taken { code: self.code(), player, steps_in_ways };
        table.take(self.arch, taken, &self.interp.shape, found, indices);
    }

    /// Finds what becomes of lines that were met; says whether there were any.
    fn learns(&self, lines: &mut [Lines], host: &Host<'_>, like: &Position) -> bool {
        let is_any = lines.iter().any(|lines| !lines.missing.is_empty());
        is_any && learn(lines, self.code(), &*self.run, host, like)
    }
}

/// Memory of a board: a new one takes over what another has left, for games are short.
type Memory<const W: usize, const L: usize> = (RegisterFile<W, L>, Before<W, L>);

/// A board in the first lane of a register file.
#[derive(Debug)]
pub(super) struct RegisterBoard<const W: usize, const L: usize> {
    game: CompiledBoard<W>,
    table: RegisterFile<W, L>,
    before: Before<W, L>,
    /// Position of which all is that no register holds.
    like: Arc<Position>,
    to_act: usize,
    ply: u32,
    outcome: Option<Outcome>,
    /// Number of choices.
    found: Counts<L>,
    /// Plies since the board was loaded.
    plies: u64,
    /// The same board, where the code cannot go on from it.
    general: Option<Box<dyn OneBoard>>,
    new_tries: NewTries<W, L>,
}

/// Makes what tries choices.
type NewTries<const W: usize, const L: usize> = fn(&GameCode) -> Box<dyn Tries<W, L>>;

impl<const W: usize, const L: usize> RegisterBoard<W, L> {
    pub(super) fn new(
        interp: Arc<Interp<W>>,
        run: Arc<dyn General>,
        host: &Host<'_>,
        position: Position,
        new_tries: NewTries<W, L>,
    ) -> Self {
        let arch = vectors::arch(interp.options.instructions);
        let game = CompiledBoard { interp, run, arch };
        let mut board = Self::blank(game, Arc::new(position), new_tries);
        board.load(host);
        board
    }

    /// A board that nothing lies on.
    fn blank(game: CompiledBoard<W>, like: Arc<Position>, new_tries: NewTries<W, L>) -> Self {
        let kept = game.interp.board.lock().ok().and_then(|mut kept| kept.take());
        let kept = kept.and_then(|kept| kept.downcast::<Memory<W, L>>().ok());
        let (mut table, before) =
            kept.map_or_else(|| (RegisterFile::new(game.code()), Before::new()), |kept| *kept);
        table.clear_choices(game.code());
        table.lines = game.interp.lines();
        if table.scratch.is_none() && !game.code().trials.is_empty() {
            table.scratch = Some(new_tries(game.code()));
        }
        Self {
            game,
            table,
            before,
            like,
            to_act: 0,
            ply: 0,
            outcome: None,
            found: Counts::NONE,
            plies: 0,
            general: None,
            new_tries,
        }
    }

    /// Puts the position that it is like on the board, and finds what can be done there.
    fn load(&mut self, host: &Host<'_>) {
        let position = &self.like;
        self.table.load(self.game.code(), &self.game.run.loaded().layout, 0, position);
        self.to_act = usize::from(position.to_act.0);
        self.ply = position.ply;
        self.outcome = position.outcome;
        self.plies = 0;
        let may_go_on = self.game.run.loaded().fits_interp(position, MOST_PLIES);
        let is_told = self.outcome.is_none() && may_go_on && self.find_legal(host);
        let is_general = self.outcome.is_none() && !is_told;
        self.general = is_general.then(|| self.general_board());
    }

    fn general_board(&self) -> Box<dyn OneBoard> {
        Arc::clone(&self.game.run).board(self.position())
    }

    /// Finds what can be done; says whether that can be told.
    fn find_legal(&mut self, host: &Host<'_>) -> bool {
        let Self { game, table, like, found, .. } = self;
        let legal = &game.code().players[self.to_act].legal;
        loop {
            *table.retry = [0; L];
            table.masks[usize::from(ACTIVE.0)] = first_lane();
            let turn = CodeTurn { take: None, counts: found };
            let is_counted = game.run_code(table, host, legal, Some(turn));
            if !game.learns(&mut table.lines, host, like) {
                if !is_counted {
                    self.count_choices();
                }
                break;
            }
        }
        // Kernels that are stopped break off.
        self.table.retry[0] == 0 && !host.stop.is_stopped()
    }

    /// Finds the points where the game has ended; says whether they can be told.
    fn finds_points(&mut self, host: &Host<'_>) -> bool {
        let Self { game, table, .. } = self;
        if table.ends[0].is_some() {
            game.run_code(table, host, &game.code().scores, None);
        }
        table.retry[0] == 0
    }

    fn count_choices(&mut self) {
        let Self { game, table, found, .. } = self;
        table.count(&game.code().players[self.to_act].picks, found);
    }

    /// Number of actions, a pass among them.
    fn len(&self) -> u64 {
        if self.outcome.is_some() {
            return 0;
        }
        let total = self.found.totals[0];
        total + u64::from(self.game.code().may_pass(total))
    }

    /// The position that the board is.
    fn position(&self) -> Position {
        let mut position = Position::clone(&self.like);
        self.table.store(self.game.code(), &self.game.run.loaded().layout, 0, &mut position);
        position.to_act = Player(self.to_act as u8);
        position.ply = self.ply;
        position.outcome = self.outcome;
        position.asked_ends = 0;
        position
    }

    /// Runs the turn in which the action of this index is done; says whether it can be told, and whether the choices
    /// of who acts next were counted.
    fn run_turn(&mut self, host: &Host<'_>, index: u64) -> (bool, bool) {
        let player = self.to_act;
        let (may_retry, may_stop) =
            (self.game.code().players[player].may_retry, host.stop.can_stop());
        if may_retry || may_stop {
            self.table.keep(self.game.code(), &mut self.before);
        }
        loop {
            let Self { game, table, like, found, .. } = self;
            let code = &game.code().players[player].turn;
            let take = |table: &mut RegisterFile<W, L>, found: &Counts<L>| {
                game.take(table, found, (player, index));
            };
            let turn = CodeTurn { take: Some((index, &take)), counts: found };
            let is_counted = game.run_code(table, host, code, Some(turn));
            if !game.learns(&mut table.lines, host, like) {
                return (self.table.retry[0] == 0 && !host.stop.is_stopped(), is_counted);
            }
            // What is found of unknown lines is nothing.
            table.take_back(&self.before, 0);
            self.find_legal(host);
        }
    }

    /// Does the turn again by the general machine.
    #[cold]
    fn retry(&mut self, host: &Host<'_>) -> Result<(), Stop> {
        let of = (self.game.code(), self.to_act);
        let action = self.table.chosen(of, &self.game.interp.shape, 0);
        self.table.take_back(&self.before, 0);
        let (position, ran) = self.game.run.turn(host, self.position(), action);
        match ran.and_then(|()| Ok(host.stop.check(Span::default())?)) {
            Ok(()) => {
                self.like = Arc::new(position);
                self.load(host);
                Ok(())
            }
            Err(stop) => {
                // What could be done before can be done again.
                let is_told = self.find_legal(host);
                self.general = (!is_told).then(|| self.general_board());
                Err(stop)
            }
        }
    }
}

impl<const W: usize, const L: usize> OneBoard for RegisterBoard<W, L> {
    fn count(&mut self, fallback: &mut dyn Fallback) -> Result<usize, RunError> {
        with_room::<W, _>(|| match &mut self.general {
            Some(general) => general.count(fallback),
            None => Ok(self.len() as usize),
        })
    }

    fn list(
        &mut self,
        fallback: &mut dyn Fallback,
        into: &mut Vec<Action>,
    ) -> Result<(), RunError> {
        with_room::<W, _>(|| {
            if let Some(general) = &mut self.general {
                return general.list(fallback, into);
            }
            if self.outcome.is_some() {
                return Ok(());
            }
            for of_action in (0u8..).zip(&self.game.code().players[self.to_act].picks) {
                self.table.list_pick(&self.game.interp.shape, 0, of_action, into);
            }
            if self.game.code().may_pass(self.found.totals[0]) {
                into.push(Action::PASS);
            }
            Ok(())
        })
    }

    fn apply_nth(
        &mut self,
        index: usize,
        fallback: &mut dyn Fallback,
        standing: &mut Standing,
    ) -> Result<(), Stop> {
        with_room::<W, _>(|| {
            if let Some(general) = &mut self.general {
                return general.apply_nth(index, fallback, standing);
            }
            let index = u64::try_from(index).ok().filter(|&index| index < self.len());
            let Some(index) = index else { return Err(Stop::Illegal) };
            let host = Host::new(fallback, W);
            let (is_told, is_counted) = self.run_turn(&host, index);
            if !is_told || !self.finds_points(&host) {
                self.retry(&host)?;
                *standing = self.standing();
                return Ok(());
            }
            let player = self.to_act;
            let Self { game, table, .. } = self;
            let is_again = table.mask(AGAIN)[0] != 0;
            self.to_act = if is_again { player } else { game.code().player_after(player) };
            self.ply += 1;
            self.plies += 1;
            if let Some(kind) = table.ends[0] {
                self.outcome = table.outcome(game.run.loaded(), game.code(), 0, (kind, player));
            } else if self.plies >= MOST_PLIES {
                self.like = Arc::new(self.position());
                self.load(&host);
            } else if !is_counted {
                self.count_choices();
            }
            if self.general.is_some() {
                *standing = self.standing();
            } else {
                // In its place: a copy of the whole would be read before it has arrived.
                standing.outcome = self.outcome;
                standing.actions = Some(self.len() as usize);
            }
            Ok(())
        })
    }

    fn standing(&self) -> Standing {
        match &self.general {
            Some(general) => general.standing(),
            None => Standing { outcome: self.outcome, actions: Some(self.len() as usize) },
        }
    }

    fn reseed(&mut self, random: Random) {
        self.table.random[0] = random;
        if let Some(general) = &mut self.general {
            general.reseed(random);
        }
    }

    fn copy_from(&mut self, other: &dyn OneBoard) -> bool {
        with_room::<W, _>(|| {
            let Some(other) = other.as_any().downcast_ref::<Self>() else { return false };
            if !Arc::ptr_eq(&self.game.interp, &other.game.interp) {
                return false;
            }
            self.table.copy_lane(0, (&other.table, 0), self.game.code());
            if !Arc::ptr_eq(&self.like, &other.like) {
                self.like = Arc::clone(&other.like);
            }
            self.to_act = other.to_act;
            self.ply = other.ply;
            self.outcome = other.outcome;
            self.found = other.found;
            self.plies = other.plies;
            let is_copied = match (&mut self.general, &other.general) {
                (Some(mine), Some(theirs)) => mine.copy_from(&**theirs),
                (mine, theirs) => mine.is_none() && theirs.is_none(),
            };
            if !is_copied {
                self.general = other.general.as_ref().map(|it| it.boxed_clone());
            }
            true
        })
    }

    fn unpack(&mut self, words: &[u64], fallback: &mut dyn Fallback) {
        with_room::<W, _>(|| {
            let host = Host::new(fallback, W);
            Packed::new(self.game.run.loaded()).unpack(words, Arc::make_mut(&mut self.like));
            self.load(&host);
        })
    }

    fn boxed_clone(&self) -> Box<dyn OneBoard> {
        with_room::<W, _>(|| {
            let mut board = Self::blank(self.game.clone(), Arc::clone(&self.like), self.new_tries);
            board.copy_from(self);
            Box::new(board)
        })
    }

    fn to_act(&self) -> Player {
        self.general.as_ref().map_or(Player(self.to_act as u8), |general| general.to_act())
    }

    fn state(&self) -> State {
        match &self.general {
            Some(general) => general.state(),
            None => self.position().to_state(&self.game.run.loaded().layout),
        }
    }

    fn scores(&mut self, fallback: &mut dyn Fallback) -> Result<Scores, RunError> {
        with_room::<W, _>(|| {
            if let Some(general) = &mut self.general {
                return general.scores(fallback);
            }
            let host = Host::new(fallback, W);
            let Self { game, table, .. } = self;
            table.masks[usize::from(ACTIVE.0)] = first_lane();
            *table.retry = [0; L];
            game.run_code(table, &host, &game.code().scores, None);
            let (code, run) = (self.game.code(), (&*self.game.run, &host));
            self.table.scores(code, 0, run, || self.position())
        })
    }

    fn as_any(&self) -> &dyn Any {
        self
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// Adds the choices that an action has on the first board, sorted.
    pub(super) fn list_pick(
        &self,
        shape: &Shape<W>,
        lane: usize,
        (index, pick): (u8, &Pick),
        into: &mut Vec<Action>,
    ) {
        match pick {
            Pick::Plain(mask) => {
                into.extend((self.mask(*mask)[lane] != 0).then(|| Action::new(index, &[])));
            }
            Pick::Directions(ways, _) => {
                let ways = masume_program::directions(self.mask(*ways)[lane] as u8);
                into.extend(ways.map(|way| Action::new(index, &[Argument::Direction(way)])));
            }
            Pick::Cells(cells) | Pick::Tried(_, cells) => {
                let cells = self.set(*cells).lane(lane).iter();
                into.extend(cells.map(|cell| Action::new(index, &[Argument::Cell(cell)])));
            }
            Pick::Columns(columns) => {
                let columns = Bits([self.mask(*columns)[lane]]).iter();
                into.extend(columns.map(|it| Action::new(index, &[Argument::Column(it.0)])));
            }
            Pick::Listed(trial, _) => {
                into.extend(self.listed[usize::from(*trial)][lane].actions());
            }
            Pick::Steps { starts, steps } => {
                let starts = starts.iter().map(|&(way, cells)| (way, self.set(cells).lane(lane)));
                let starts: smallvec::SmallVec<[(Direction, Bits<W>); 8]> = starts.collect();
                let all = starts.iter().fold(Bits::EMPTY, |all, (_, cells)| all.or(*cells));
                let second = |first: Cell, way: Direction| match steps {
                    None => Argument::Direction(way),
                    Some(steps) => {
                        let by = shape.offsets[way as usize].wrapping_mul((*steps).into());
                        Argument::Cell(Cell(u64::from(first.0).wrapping_add(by) as u32))
                    }
                };
                for first in all {
                    for (way, _) in starts.iter().filter(|(_, cells)| cells.contains(first)) {
                        let arguments = [Argument::Cell(first), second(first, *way)];
                        into.push(Action::new(index, &arguments));
                    }
                }
            }
            Pick::Pairs(pairs) => {
                let all = pairs
                    .iter()
                    .fold(Bits::EMPTY, |all, (_, cells)| all.or(self.set(*cells).lane(lane)));
                for first in all {
                    let is_there = |cells| self.set(cells).lane(lane).contains(first);
                    for (by, _) in pairs.iter().filter(|(_, cells)| is_there(*cells)) {
                        into.push(pair_of(index, first, Cell(first.0.wrapping_add_signed(*by))));
                    }
                }
            }
            Pick::Rays(_, rays) => {
                for first in self.set(rays.starts).lane(lane) {
                    let ends = self.ray_ends(&shape.steps, rays, lane, first);
                    into.extend(ends.iter().map(|last| pair_of(index, first, last)));
                }
            }
            Pick::Each([firsts, seconds]) => {
                let seconds = self.set(*seconds).lane(lane);
                for first in self.set(*firsts).lane(lane) {
                    into.extend(seconds.iter().map(|last| pair_of(index, first, last)));
                }
            }
            Pick::OneOf(kinds) => {
                kinds.iter().for_each(|kind| self.list_pick(shape, lane, (index, kind), into));
            }
        }
    }
}

fn pair_of(index: u8, first: Cell, last: Cell) -> Action {
    Action::new(index, &[Argument::Cell(first), Argument::Cell(last)])
}

/// The first lane alone.
fn first_lane<const L: usize>() -> Row<u64, L> {
    let mut lanes = Row([0; L]);
    lanes[0] = u64::MAX;
    lanes
}

/// The memory is there for others.
impl<const W: usize, const L: usize> Drop for RegisterBoard<W, L> {
    fn drop(&mut self) {
        if let Ok(mut kept) = self.game.interp.board.lock()
            && kept.is_none()
        {
            let memory: Memory<W, L> = (
                std::mem::take(&mut self.table),
                std::mem::replace(&mut self.before, Before::new()),
            );
            *kept = Some(Box::new(memory));
        }
    }
}
