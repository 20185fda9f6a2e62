//! Best-first search from one moved thing to the next, in one direction.

use masume_rules::action::Action;

use super::assignment::{Assignment, NEVER};
use super::distance::{FAR, MoverDistances, Side};
use super::frozen::Frozen;
use super::model::{Clause, FactId, Model, Move, Spot};
use super::open_list::{BoardOutline, KindOrder, OpenList};
use super::pair_table::PairTable;
use super::steps::Steps;
use super::stubborn_set::{BoardView, StubbornSet};
use super::target_order::TargetOrder;
use super::walk_adjacency::WalkAdjacency;
use crate::meter::{Exhausted, Meter};
use crate::nodes::Nodes;
use crate::{Budget, Limit, Solution};

/// Words of a node besides its key: parent and move, then depth.
const LINK: usize = 2;

/// Set in the last word of a node that was expanded.
const EXPANDED: u64 = 1 << 63;

/// Nodes that are expanded while kinds are told in one way, before they are told in the other.
const TURN: u64 = 1 << 14;

/// Nodes of kinds, while they are told by what is left to do, for one of what looks best of all.
const SHARE_BY_LEFT: u64 = 2;

/// Amount that a target adds to what is left to do if nothing can come to it any more.
const STRANDED: u32 = 1 << 5;

/// The most such targets that are told apart.
const MOST_STRANDED: u32 = 3;

/// Number of other lists that keep what moves say.
const LISTS_OF_MOVES: u64 = 3;

/// The parent of the start.
const NOBODY: u32 = u32::MAX;

/// The search that comes the other way.
pub(super) type Other<'a> = Option<&'a DirectedSearch>;

/// A search over regions of the walker and what lies where, from the start of a model.
pub(super) struct DirectedSearch {
    pub(super) model: Model,
    /// True if it looks for what its model calls a win, or only for what another search has met.
    seeks_win: bool,
    steps: Steps,
    distances: Option<MoverDistances>,
    frozen: Frozen,
    stubborn: Option<StubbornSet>,
    pairs: Option<PairTable>,
    order: Option<TargetOrder>,
    budget: Budget,
    /// Memory of moves and distances, in bytes.
    table_bytes: u64,
    pub(super) nodes: Nodes,
    open: OpenList,
    /// Moves that go on with a mover, before anything else.
    begun: Vec<Next>,
    /// Nodes that were expanded for what looks best of all, and for the kinds.
    of_all: u64,
    of_kinds: u64,
    beside: WalkAdjacency,
    pub(super) found: Option<Found>,
    pub(super) expanded: u64,
    pub(super) nearest: Option<u32>,
    room: ScratchSpace,
}

/// A node to be expanded.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Next {
    id: u32,
    /// The mover that alone is moved; `None` for all.
    only: Option<FactId>,
    /// True if the mover is moved on in what comes of it.
    goes_on: bool,
}

/// Find of a search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Found {
    /// A win, by one more move in a node.
    Won(u32, u32),
    /// A node that is one of the other search.
    Joined(u32, u32),
}

/// Room for one expansion, kept from one to the next.
#[derive(Default)]
struct ScratchSpace {
    /// Words of facts.
    words: usize,
    facts: Vec<u64>,
    /// Flood that came there last, by spot.
    seen: Vec<u32>,
    flood: u32,
    /// The spots of that flood.
    queue: Vec<Spot>,
    /// Moves that can be done.
    moves: Vec<u32>,
    movers: Vec<FactId>,
    /// Movers that may be frozen, and the same as bits.
    kept: Vec<FactId>,
    kept_facts: Vec<u64>,
    node: Vec<u64>,
    assignment: Assignment,
}

fn holds(facts: &[u64], fact: FactId) -> bool {
    facts[fact as usize / 64] >> (fact % 64) & 1 == 1
}

fn change(facts: &mut [u64], it: &Move) {
    for &fact in &it.clears {
        facts[fact as usize / 64] &= !(1 << (fact % 64));
    }
    for &fact in &it.sets {
        facts[fact as usize / 64] |= 1 << (fact % 64);
    }
}

fn can(facts: &[u64], it: &Move) -> bool {
    it.forbids.iter().all(|&fact| !holds(facts, fact))
        && it.needs.iter().all(|&fact| holds(facts, fact))
}

impl DirectedSearch {
    /// Nothing yet.
    ///
    /// # Errors
    /// The bound that the meter met.
    pub(super) fn new(
        model: Model,
        steps: Steps,
        seeks_win: bool,
        (budget, meter): (&Budget, &Meter),
    ) -> Result<Self, Exhausted> {
        // What ends a fact, what is in its way, and where one could walk: lists of the moves again.
        meter.does(LISTS_OF_MOVES * model.moves.len() as u64)?;
        meter.keeps(LISTS_OF_MOVES * model.bytes())?;
        let words = model.facts.div_ceil(64);
        let room = ScratchSpace {
            words,
            facts: vec![0; words],
            seen: vec![0; model.spots],
            node: vec![0; words + 1 + LINK],
            ..ScratchSpace::default()
        };
        let distances = MoverDistances::of(&model, meter);
        let tables = (1 + LISTS_OF_MOVES) * model.bytes() + steps.bytes();
        let stubborn = StubbornSet::of(&model, distances.as_ref()).filter(|_| seeks_win);
        Ok(Self {
            stubborn,
            seeks_win,
            table_bytes: tables + distances.as_ref().map_or(0, MoverDistances::bytes),
            distances,
            frozen: Frozen::of(&model),
            pairs: None,
            order: None,
            budget: budget.clone(),
            nodes: Nodes::new(words + 1, LINK),
            open: OpenList::default(),
            begun: Vec::new(),
            of_all: 0,
            of_kinds: 0,
            beside: WalkAdjacency::of(&model),
            found: None,
            expanded: 0,
            nearest: None,
            room,
            steps,
            model,
        })
    }

    /// Begins with the walker on this spot.
    pub(super) fn begin(&mut self, walker: Spot, other: Other<'_>) -> Result<(), Limit> {
        self.room.facts.fill(0);
        for &fact in &self.model.start {
            self.room.facts[fact as usize / 64] |= 1 << (fact % 64);
        }
        self.list_movers();
        self.meet((NOBODY, 0), walker, None, (0, other))
    }

    pub(super) fn steps(&self) -> &Steps {
        &self.steps
    }

    /// Finds out which pairs of movers are in each other's way, and in which order targets are met.
    pub(super) fn make_tables(&mut self) {
        let Some(distances) = &self.distances else { return };
        let meter = &Meter::of(&self.budget_left());
        self.pairs = PairTable::of(&self.model, distances, meter);
        let walker = (!self.seeks_win).then_some(self.model.walker);
        self.order = TargetOrder::of(&self.model, distances, walker, meter);
        self.table_bytes += self.pairs.as_ref().map_or(0, PairTable::bytes);
        self.table_bytes += self.order.as_ref().map_or(0, TargetOrder::bytes);
    }

    /// The budget without what is kept.
    pub(super) fn budget_left(&self) -> Budget {
        let bytes = self.budget.bytes.saturating_sub(self.bytes());
        Budget { bytes, ..self.budget.clone() }
    }

    /// Memory that is taken, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let begun = (self.begun.capacity() * size_of::<Next>()) as u64;
        self.nodes.bytes() + self.open.bytes() + begun + self.table_bytes
    }

    /// Follows the walks from a spot, the facts as they are; the least spot of the region.
    fn flood(&mut self, from: Spot) -> Spot {
        let Self { room, steps, .. } = self;
        room.flood += 1;
        room.queue.clear();
        room.queue.push(from);
        room.seen[usize::from(from)] = room.flood;
        let mut least = from;
        let mut next = 0;
        while let Some(&spot) = room.queue.get(next) {
            next += 1;
            least = least.min(spot);
            for step in steps.walks(spot) {
                let seen = &mut room.seen[usize::from(step.to)];
                if *seen != room.flood && steps.can(&room.facts, step) {
                    *seen = room.flood;
                    room.queue.push(step.to);
                }
            }
        }
        if self.model.is_reversible { least } else { from }
    }

    /// Lists what else can be done in the region that was just followed.
    fn list_moves(&mut self) {
        let Self { room, steps, .. } = self;
        room.moves.clear();
        for &spot in &room.queue {
            let can = steps.changes(spot).iter().filter(|step| steps.can(&room.facts, step));
            room.moves.extend(can.map(|step| step.index));
        }
    }

    /// Keeps what `room.facts` and `room.movers` say, unless it is known or dead. `moved` is the number of the
    /// mover that came to lie elsewhere, and where.
    fn meet(
        &mut self,
        (parent, by): (u32, u32),
        walker: Spot,
        moved: Option<(usize, FactId)>,
        (depth, other): (u32, Other<'_>),
    ) -> Result<(), Limit> {
        if moved.is_some_and(|(_, fact)| self.is_stuck(fact, walker)) {
            return Ok(());
        }
        let region = self.flood(walker);
        let words = self.room.words;
        self.room.node[..words].copy_from_slice(&self.room.facts);
        self.room.node[words] = u64::from(region);
        if self.nodes.find(&self.room.node[..=words]).is_some() {
            return Ok(());
        }
        let Some(left) = self.left(moved.map(|(row, _)| row)) else { return Ok(()) };
        self.room.node[words + 1] = u64::from(parent) << 32 | u64::from(by);
        self.room.node[words + 2] = u64::from(depth) << 32 | u64::from(walker);
        let besides = self.bytes() - self.nodes.bytes() + other.map_or(0, DirectedSearch::bytes);
        let rest = self.budget.bytes.saturating_sub(besides);
        let met = self.nodes.insert(&self.room.node, rest).map_err(|_| Limit::Memory)?;
        self.nearest = Some(self.nearest.map_or(left, |nearest| nearest.min(left)));
        let look = self.look(left);
        self.open.push(look, met.0);
        let known = other.and_then(|other| other.nodes.find(&self.room.node[..=words]));
        self.found = self.found.or(known.map(|known| Found::Joined(met.0, known)));
        Ok(())
    }

    /// The movers there are.
    fn list_movers(&mut self) {
        let room = &mut self.room;
        room.movers.clear();
        for (index, &word) in room.facts.iter().enumerate() {
            let mut word = word;
            while word != 0 {
                room.movers.push((index * 64) as FactId + word.trailing_zeros());
                word &= word - 1;
            }
        }
    }

    /// True if what was moved here, or others because of it, stay for ever where they must not.
    fn is_stuck(&mut self, moved: FactId, walker: Spot) -> bool {
        let Some(distances) = &self.distances else { return false };
        if distances.is_dead(moved) {
            return true;
        }
        if distances.side == Side::Targets {
            return false;
        }
        if let Some(pairs) = &self.pairs
            && self.room.movers.iter().any(|&it| it != moved && !pairs.can_win(it, moved, walker))
        {
            return true;
        }
        let Some(distances) = &self.distances else { return false };
        let room = &mut self.room;
        // Without it those that are frozen were so before.
        if self.frozen.can_move(moved, &room.facts) {
            return false;
        }
        room.kept.clone_from(&room.movers);
        room.kept_facts.clone_from(&room.facts);
        self.frozen.keep_frozen(&mut room.kept, &mut room.kept_facts);
        room.kept.iter().any(|&fact| distances.nearest[fact as usize] > 0)
    }

    /// Outline of `room.facts`, where so much is left to do; movers are listed and the region of the walker was
    /// just followed.
    fn look(&mut self, left: u32) -> BoardOutline {
        let Self { model, distances, order, room, .. } = self;
        let mut ahead = left;
        let met = match distances {
            Some(distances) if let Some(order) = order => {
                let met = order.met(&room.facts, &room.movers, distances);
                ahead =
                    met.ahead.map_or(left, |it| it + STRANDED * met.stranded.min(MOST_STRANDED));
                met.count
            }
            Some(distances) => {
                let is_met = |fact: &&FactId| distances.nearest[**fact as usize] == 0;
                room.movers.iter().filter(is_met).count()
            }
            None => model.goal.iter().filter(|clause| is_met(&room.facts, clause)).count(),
        };
        BoardOutline { left, ahead, met: met as u16, parts: self.parts() }
    }

    /// Number of parts into which the board falls besides the region of the walker, which was just followed.
    fn parts(&mut self) -> u16 {
        let Self { model, room, beside, .. } = self;
        // Spots of the walker's region are marked already, and those of other parts are marked alike.
        for &fact in &room.movers {
            room.seen[fact as usize % model.spots] = room.flood;
        }
        let mut parts = 0;
        for spot in 0..model.spots {
            if room.seen[spot] == room.flood {
                continue;
            }
            parts += 1;
            room.seen[spot] = room.flood;
            room.queue.clear();
            room.queue.push(spot as Spot);
            while let Some(spot) = room.queue.pop() {
                for &next in beside.of_spot(spot) {
                    if room.seen[usize::from(next)] != room.flood {
                        room.seen[usize::from(next)] = room.flood;
                        room.queue.push(next);
                    }
                }
            }
        }
        parts
    }

    /// The next node that was not expanded yet, marked as expanded.
    ///
    /// What looks best of all is done step by step. Of kinds, one after another in turn, a mover is taken
    /// everywhere it can go: with a step in each turn it would come nowhere.
    pub(super) fn next(&mut self) -> Option<Next> {
        if let Some(next) = self.begun.pop() {
            self.of_kinds += 1;
            return Some(next);
        }
        let link = self.room.words + 2;
        let by = if (self.expanded / TURN).is_multiple_of(2) {
            KindOrder::Parts
        } else {
            KindOrder::Left
        };
        let share = match by {
            KindOrder::Parts => 1,
            KindOrder::Left => SHARE_BY_LEFT,
        };
        let goes_on = self.of_kinds <= self.of_all * share;
        loop {
            let id = if goes_on { self.open.pop_of_kind(by)? } else { self.open.pop()? };
            let word = &mut self.nodes.get_mut(id)[link];
            if *word & EXPANDED == 0 {
                *word |= EXPANDED;
                *if goes_on { &mut self.of_kinds } else { &mut self.of_all } += 1;
                return Some(Next { id, only: None, goes_on });
            }
        }
    }

    /// Estimate of what is left to do; `None` where it cannot be done. Of a mover that alone is elsewhere than in
    /// the node that is expanded, the number is given.
    fn left(&mut self, moved: Option<usize>) -> Option<u32> {
        let Self { distances, room, model, .. } = self;
        let Some(distances) = distances else {
            let open = model.goal.iter().filter(|clause| !is_met(&room.facts, clause));
            return Some(open.count() as u32);
        };
        let ScratchSpace { movers, assignment, .. } = room;
        let cost = |mover: usize, target: usize| match distances.get(target, movers[mover]) {
            FAR => NEVER,
            far => u32::from(far),
        };
        let (targets, movers) = (distances.targets.len(), movers.len());
        match (moved, distances.side) {
            (_, Side::Targets) => {
                assignment.least(targets, movers, |target, mover| cost(mover, target))
            }
            (Some(row), Side::Both | Side::Movers) if targets == movers => {
                assignment.least_with(row, cost)
            }
            (_, Side::Both | Side::Movers) => assignment.least(movers, targets, cost),
        }
    }

    /// Meets what comes of a node; of the other search, what it has met ends this one.
    pub(super) fn expand(&mut self, next: Next, other: Other<'_>) -> Result<(), Limit> {
        let Next { id, only, goes_on } = next;
        self.expanded += 1;
        let words = self.room.words;
        let node = self.nodes.get(id);
        let depth = ((node[words + 2] & !EXPANDED) >> 32) as u32;
        let walker = node[words] as Spot;
        self.room.facts.copy_from_slice(&node[..words]);
        self.flood(walker);
        self.list_moves();
        self.list_movers();
        let mut moves = std::mem::take(&mut self.room.moves);
        if let Some(only) = only {
            moves.retain(|&index| self.model.moves[index as usize].clears[..] == [only]);
        } else if let Some(forced) = self.forced() {
            moves.clear();
            moves.extend_from_slice(forced);
        }
        // What the node costs is where the costs of its children are found from.
        self.left(None);
        let mut done = Ok(());
        for &index in &moves {
            done = self.budget.check_stop();
            if done.is_err() {
                break;
            }
            let count = self.nodes.len();
            done = self.follow((id, index), (depth + 1, other));
            if goes_on
                && self.nodes.len() > count
                && let [only] = self.model.moves[index as usize].sets[..]
            {
                self.begun.push(Next { id: count, only: Some(only), goes_on });
            }
            if done.is_err() || self.found.is_some() {
                break;
            }
        }
        self.room.moves = moves;
        done
    }

    /// Does one move in the node that is expanded, and keeps what comes of it.
    fn follow(
        &mut self,
        (id, index): (u32, u32),
        (depth, other): (u32, Other<'_>),
    ) -> Result<(), Limit> {
        let words = self.room.words;
        let it = &self.model.moves[index as usize];
        change(&mut self.room.facts, it);
        let to = it.to;
        // One mover goes from one spot to another, where movers last.
        let moved = self.distances.as_ref().and_then(|_| {
            let row = self.room.movers.iter().position(|fact| *fact == it.clears[0])?;
            Some((row, it.clears[0], it.sets[0]))
        });
        match moved {
            Some((row, _, fact)) => self.room.movers[row] = fact,
            None => self.list_movers(),
        }
        if self.seeks_win && self.is_won(moved.map(|it| it.2)) {
            self.nearest = Some(0);
            self.found = Some(Found::Won(id, index));
            return Ok(());
        }
        let moved_to = moved.map(|it| (it.0, it.2));
        let met = self.meet((id, index), to, moved_to, (depth, other));
        if let Some((row, before, _)) = moved {
            self.room.movers[row] = before;
        }
        self.room.facts.copy_from_slice(&self.nodes.get(id)[..words]);
        met
    }

    /// True if `room.facts` is a win; what came to lie elsewhere is given where it is one thing alone.
    fn is_won(&self, moved: Option<FactId>) -> bool {
        let is_near = |distances: &MoverDistances, fact: FactId| {
            distances.side == Side::Targets || distances.nearest[fact as usize] == 0
        };
        if let (Some(fact), Some(distances)) = (moved, &self.distances)
            && !is_near(distances, fact)
        {
            return false;
        }
        self.model.goal.iter().all(|clause| is_met(&self.room.facts, clause))
    }

    /// The moves among which the next can be sought, where an enclosed part says so; the region of the
    /// walker was just followed, and movers listed.
    fn forced(&mut self) -> Option<&[u32]> {
        let Self { model, distances, stubborn, room, .. } = self;
        let (seen, flood) = (&room.seen, room.flood);
        let (distances, movers, facts) = (distances.as_ref()?, &room.movers, &room.facts);
        stubborn.as_mut()?.moves(&BoardView { model, distances, movers, facts, seen, flood })
    }

    /// The moves that led to a node, the last first, each with the node in which it was done.
    pub(super) fn moves_to(&self, id: u32) -> Vec<(u32, u32)> {
        let words = self.room.words;
        let mut moves = Vec::new();
        let mut at = id;
        loop {
            let link = self.nodes.get(at)[words + 1];
            if (link >> 32) as u32 == NOBODY {
                return moves;
            }
            at = (link >> 32) as u32;
            moves.push((at, link as u32));
        }
    }

    /// The actions that these moves are, done one after another from the start, walks filled in.
    pub(super) fn line(&self, moves: &[u32]) -> Solution {
        let mut facts = vec![0; self.room.words];
        for &fact in &self.model.start {
            facts[fact as usize / 64] |= 1 << (fact % 64);
        }
        let mut walker = self.model.walker;
        let mut actions = Vec::new();
        for &index in moves {
            let it = &self.model.moves[index as usize];
            actions.extend(self.walk(&facts, walker, it.from));
            actions.push(it.action);
            change(&mut facts, it);
            walker = it.to;
        }
        Solution { actions }
    }

    /// The shortest walk from one spot to another.
    fn walk(&self, facts: &[u64], from: Spot, to: Spot) -> Vec<Action> {
        let mut came: Vec<Option<u32>> = vec![None; self.model.spots];
        let mut queue = vec![from];
        let mut next = 0;
        while let Some(&spot) = queue.get(next).filter(|spot| **spot != to) {
            next += 1;
            for &(first, end) in &self.model.choices[usize::from(spot)] {
                let moves = &self.model.moves[first as usize..end as usize];
                let Some(index) = moves.iter().position(|it| can(facts, it)) else { continue };
                let it = &moves[index];
                if it.is_walk() && it.to != from && came[usize::from(it.to)].is_none() {
                    came[usize::from(it.to)] = Some(first + index as u32);
                    queue.push(it.to);
                }
            }
        }
        let mut actions = Vec::new();
        let mut spot = to;
        while let Some(index) = came[usize::from(spot)].filter(|_| spot != from) {
            let it = &self.model.moves[index as usize];
            actions.push(it.action);
            spot = it.from;
        }
        actions.reverse();
        actions
    }
}

fn is_met(facts: &[u64], clause: &Clause) -> bool {
    match clause {
        Clause::AnyOf(any) => any.iter().any(|&fact| holds(facts, fact)),
        Clause::NoneOf(none) => !none.iter().any(|&fact| holds(facts, fact)),
    }
}
