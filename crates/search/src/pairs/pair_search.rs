//! The search: choices kind by kind, and what forbids them.

use masume_board::Cell;
use masume_rules::action::{Action, Argument};
use masume_rules::model::Content;

use super::Pairing;
use super::joins::{Joins, Reach, Set, has, insert};
use crate::proof::{NoGood, Pair, ProofStep, Removal, pairings};
use crate::{Budget, Limit, Report, Search, Solution, Status};

/// No-goods before everything is chosen anew for the first time.
const FIRST_RESTART: u64 = 20;

/// A kind of tiles.
struct Kind {
    content: Content,
    tiles: Vec<u32>,
    /// Every way in which they fall into pairs.
    pairings: Vec<Vec<Pair>>,
}

/// The pairs of a kind: its number, and that of the way.
type PairLiteral = (u16, u8);

/// A no-good, ascending, and what it is due to.
struct Learned {
    literals: Vec<PairLiteral>,
    /// The kind and the no-goods that it follows from; none where it holds by itself.
    from: Option<(u16, Vec<u32>)>,
}

/// Tiles that were taken, and what is left.
#[derive(Clone)]
struct Position<const W: usize> {
    /// Cells without a tile.
    free: Set<W>,
    /// By kind: whether tiles are left.
    is_left: Vec<bool>,
    /// Pairs in the order in which they were taken, each from where its walk begins.
    line: Vec<Pair>,
    /// By cell: where walks from a tile led when it was last asked.
    reaches: Vec<Reach<W>>,
}

/// A kind whose pairs are being chosen.
struct PairFrame<const W: usize> {
    kind: u16,
    /// The ways that are still to be tried, the next last.
    ways: Vec<u8>,
    /// No-goods that forbid those that were tried.
    reasons: Vec<u32>,
    /// Position before.
    before: Position<W>,
}

/// Phase of the search: what is done next.
enum Phase {
    /// Take what can be taken, and choose.
    Down,
    /// This no-good forbids what is chosen.
    Up(u32),
    /// Nothing is left.
    Won,
    /// Nothing can be chosen.
    Exhausted,
}

pub(super) struct PairSearch<const W: usize> {
    removal: Removal,
    joins: Joins<W>,
    budget: Budget,
    kinds: Vec<Kind>,
    cells: Vec<Cell>,
    /// Choice for each kind.
    chosen: Vec<Option<u8>>,
    position: Position<W>,
    stack: Vec<PairFrame<W>>,
    learned: Vec<Learned>,
    /// By kind, then by way: no-goods that name it.
    naming: Vec<Vec<Vec<u32>>>,
    /// By kind: in how many no-goods it was, the later ones counting for more.
    activity: Vec<u64>,
    /// Amount that one no-good adds to it.
    weight: u64,
    /// Pairs that are joined, as of the version of the position at which it was asked, by kind.
    joined: Vec<(u64, Vec<Pair>)>,
    version: u64,
    phase: Phase,
    /// Position at the beginning, after what is taken without any choice.
    root: Position<W>,
    /// No-goods until everything is chosen anew, and how many the next time.
    until_restart: u64,
    restart_after: u64,
    best: Option<Solution>,
    expanded: u64,
    /// Literals of all no-goods.
    literals: u64,
}

impl<const W: usize> PairSearch<W> {
    pub(super) fn new(removal: Removal, budget: &Budget) -> Self {
        let kinds: Vec<Kind> = removal
            .kinds
            .iter()
            .map(|(content, tiles)| Kind {
                content: *content,
                tiles: tiles.clone(),
                pairings: pairings(tiles),
            })
            .collect();
        let cells: Vec<Cell> = removal.grid.cells().collect();
        let mut free = [0; W];
        let is_tile = |cell: &u32| kinds.iter().any(|kind| kind.tiles.contains(cell));
        (0..cells.len() as u32).filter(|cell| !is_tile(cell)).for_each(|it| insert(&mut free, it));
        let count = kinds.len();
        let position = Position {
            free,
            is_left: vec![true; count],
            line: Vec::new(),
            reaches: vec![Reach::UNKNOWN; cells.len()],
        };
        let mut search = Self {
            joins: Joins::new(&removal),
            removal,
            budget: budget.clone(),
            chosen: vec![None; count],
            root: position.clone(),
            position,
            until_restart: FIRST_RESTART,
            restart_after: FIRST_RESTART,
            cells,
            stack: Vec::new(),
            learned: Vec::new(),
            naming: kinds.iter().map(|kind| vec![Vec::new(); kind.pairings.len()]).collect(),
            activity: vec![0; count],
            weight: 1,
            joined: vec![(0, Vec::new()); count],
            version: 1,
            phase: Phase::Down,
            best: None,
            expanded: 0,
            literals: 0,
            kinds,
        };
        // An odd number does not fall into pairs at all.
        let odd = search.kinds.iter().position(|kind| kind.pairings.is_empty());
        if let Some(odd) = odd {
            let id = search.learn(Vec::new(), Some((odd as u16, Vec::new())));
            search.phase = Phase::Up(id);
        }
        search
    }

    /// The pairs of a kind that are joined now, among these, where all is free that was free when
    /// `reaches` were last asked, and perhaps more.
    fn joined_of(&mut self, pairs: &[Pair], free: &Set<W>, reaches: &mut [Reach<W>]) -> Vec<Pair> {
        let mut found = Vec::new();
        for &(one, other) in pairs {
            let reach = &mut reaches[one as usize];
            self.joins.update(reach, one, free);
            if has(&reach.ends, other) {
                found.push((one, other));
                continue;
            }
            if !self.removal.unordered {
                let reach = &mut reaches[other as usize];
                self.joins.update(reach, other, free);
                if has(&reach.ends, one) {
                    found.push((other, one));
                }
            }
        }
        found
    }

    /// The pairs of a kind that are joined in the position, among these.
    fn joined_now(&mut self, pairs: &[Pair]) -> Vec<Pair> {
        let mut reaches = std::mem::take(&mut self.position.reaches);
        let free = self.position.free;
        let found = self.joined_of(pairs, &free, &mut reaches);
        self.position.reaches = reaches;
        found
    }

    fn take(&mut self, pair: Pair) {
        insert(&mut self.position.free, pair.0);
        insert(&mut self.position.free, pair.1);
        self.position.line.push(pair);
        self.version += 1;
    }

    /// Takes what can be taken without a choice: the pairs that were chosen, and kinds that can be taken
    /// whole.
    fn propagate(&mut self) {
        let mut has_taken = true;
        while has_taken {
            has_taken = false;
            for kind in 0..self.kinds.len() {
                if !self.position.is_left[kind] || self.joined[kind].0 == self.version {
                    continue;
                }
                let before = self.version;
                match self.chosen[kind] {
                    Some(way) => self.take_chosen(kind, way),
                    None => self.take_whole(kind),
                }
                if self.version > before {
                    has_taken = true;
                } else {
                    self.joined[kind].0 = self.version;
                }
            }
        }
    }

    fn take_chosen(&mut self, kind: usize, way: u8) {
        let free = self.position.free;
        let pairs: Vec<Pair> = self.kinds[kind].pairings[usize::from(way)]
            .iter()
            .copied()
            .filter(|pair| !has(&free, pair.0))
            .collect();
        let joined = self.joined_now(&pairs);
        self.position.is_left[kind] = joined.len() < pairs.len();
        joined.into_iter().for_each(|pair| self.take(pair));
    }

    /// Takes all tiles of a kind, if in some way all pairs can be taken one after another: whatever else
    /// is taken, and how, can still be taken then.
    fn take_whole(&mut self, kind: usize) {
        let all = all_pairs(&self.kinds[kind].tiles);
        let joined = self.joined_now(&all);
        self.joined[kind].1.clone_from(&joined);
        if joined.is_empty() {
            return;
        }
        // What is asked while they are taken is of a board that is none yet.
        let known: Vec<Reach<W>> = self.kinds[kind]
            .tiles
            .iter()
            .map(|&tile| self.position.reaches[tile as usize])
            .collect();
        for way in 0..self.kinds[kind].pairings.len() {
            let line = self.taken_whole(self.kinds[kind].pairings[way].clone(), &joined);
            for (&tile, reach) in self.kinds[kind].tiles.iter().zip(&known) {
                self.position.reaches[tile as usize] = *reach;
            }
            if let Some(line) = line {
                self.position.is_left[kind] = false;
                line.into_iter().for_each(|pair| self.take(pair));
                return;
            }
        }
    }

    /// All of these pairs, in an order in which they can be taken, where there is one; those that are joined now are
    /// given.
    fn taken_whole(&mut self, mut pairs: Vec<Pair>, joined: &[Pair]) -> Option<Vec<Pair>> {
        let mut free = self.position.free;
        let mut reaches = std::mem::take(&mut self.position.reaches);
        let mut taken: Vec<Pair> =
            joined.iter().copied().filter(|it| is_one_of(&pairs, *it)).collect();
        let mut line = Vec::new();
        while !taken.is_empty() {
            pairs.retain(|pair| !is_one_of(&taken, *pair));
            for &pair in &taken {
                insert(&mut free, pair.0);
                insert(&mut free, pair.1);
            }
            line.extend(taken);
            taken = self.joined_of(&pairs, &free, &mut reaches);
        }
        self.position.reaches = reaches;
        pairs.is_empty().then_some(line)
    }

    /// The choices that leave something at the best; `None` where everything may be taken.
    fn conflict(&mut self) -> Option<Vec<PairLiteral>> {
        let mut free = self.position.free;
        let mut reaches = self.position.reaches.clone();
        let kinds: Vec<usize> =
            (0..self.kinds.len()).filter(|&kind| self.position.is_left[kind]).collect();
        // Pairs that still take something.
        let mut open: Vec<(usize, Vec<Pair>)> = kinds
            .iter()
            .map(|&kind| match self.chosen[kind] {
                Some(way) => (kind, self.kinds[kind].pairings[usize::from(way)].clone()),
                None => (kind, all_pairs(&self.kinds[kind].tiles)),
            })
            .collect();
        let mut has_taken = true;
        while has_taken && !open.is_empty() {
            has_taken = false;
            for (_, pairs) in &mut open {
                pairs.retain(|pair| !has(&free, pair.0) || !has(&free, pair.1));
                let joined = self.joined_of(pairs, &free, &mut reaches);
                has_taken |= !joined.is_empty();
                for pair in joined {
                    insert(&mut free, pair.0);
                    insert(&mut free, pair.1);
                }
            }
            open.retain(|(_, pairs)| {
                pairs.iter().any(|pair| !has(&free, pair.0) || !has(&free, pair.1))
            });
        }
        if open.is_empty() {
            return None;
        }
        // Whose tiles are left, and would not be if its pairs were others.
        let mut literals = Vec::new();
        for (kind, _) in open {
            let Some(way) = self.chosen[kind] else { continue };
            let pairs = all_pairs(&self.kinds[kind].tiles);
            let left = |pair: &Pair| !has(&free, pair.0) || !has(&free, pair.1);
            let pairs: Vec<Pair> = pairs.into_iter().filter(left).collect();
            if !self.joined_of(&pairs, &free, &mut reaches).is_empty() {
                literals.push((kind as u16, way));
            }
        }
        Some(literals)
    }

    fn learn(&mut self, literals: Vec<PairLiteral>, from: Option<(u16, Vec<u32>)>) -> u32 {
        /// Factor by which the later count for more.
        const GROWTH: u64 = 10;
        let id = self.learned.len() as u32;
        self.until_restart = self.until_restart.saturating_sub(1);
        self.literals += literals.len() as u64 + from.as_ref().map_or(0, |it| it.1.len() as u64);
        for &(kind, way) in &literals {
            self.naming[usize::from(kind)][usize::from(way)].push(id);
            self.activity[usize::from(kind)] += self.weight;
        }
        self.weight += self.weight / GROWTH + 1;
        if self.weight > 1 << 40 {
            self.weight >>= 30;
            self.activity.iter_mut().for_each(|activity| *activity >>= 30);
        }
        self.learned.push(Learned { literals, from });
        id
    }

    /// Takes what can be taken, and chooses a kind; or what forbids that.
    fn down(&mut self) -> Phase {
        self.expanded += 1;
        self.propagate();
        if !self.position.is_left.contains(&true) {
            self.best = Some(self.line());
            return Phase::Won;
        }
        let can_be_chosen = |kind: &usize| {
            self.position.is_left[*kind]
                && self.chosen[*kind].is_none()
                && !self.joined[*kind].1.is_empty()
        };
        let kinds = (0..self.kinds.len()).filter(can_be_chosen);
        let kind = kinds.max_by_key(|&kind| (self.activity[kind], std::cmp::Reverse(kind)));
        // Most boards are cleared at the first try: what is left at the best is asked at the start, where
        // nothing can be chosen, and once a try has failed.
        let is_asked = kind.is_none() || self.stack.is_empty() || !self.learned.is_empty();
        if let Some(literals) = is_asked.then(|| self.conflict()).flatten() {
            return Phase::Up(self.learn(literals, None));
        }
        // Where nothing can be chosen something is left.
        let Some(kind) = kind else { return Phase::Exhausted };
        let joined = &self.joined[kind].1;
        let takes = |way: &u8| {
            let pairing = &self.kinds[kind].pairings[usize::from(*way)];
            joined.iter().filter(|pair| is_one_of(pairing, **pair)).count()
        };
        let mut ways: Vec<u8> = (0..self.kinds[kind].pairings.len() as u8).collect();
        ways.sort_by_key(takes);
        let before = self.position.clone();
        self.stack.push(PairFrame { kind: kind as u16, ways, reasons: Vec::new(), before });
        self.choose()
    }

    /// Tries the next way of the last kind.
    fn choose(&mut self) -> Phase {
        let Some(mut frame) = self.stack.pop() else { return Phase::Exhausted };
        let kind = frame.kind;
        let Some(way) = frame.ways.pop() else {
            // Every way is forbidden.
            let reasons = frame.reasons;
            let of = reasons.iter().flat_map(|&id| &self.learned[id as usize].literals);
            let mut literals: Vec<PairLiteral> = of.copied().filter(|it| it.0 != kind).collect();
            literals.sort_unstable();
            literals.dedup();
            return Phase::Up(self.learn(literals, Some((kind, reasons))));
        };
        self.chosen[usize::from(kind)] = Some(way);
        let is_chosen =
            |literal: &PairLiteral| self.chosen[usize::from(literal.0)] == Some(literal.1);
        let forbids = |id: &&u32| self.learned[**id as usize].literals.iter().all(is_chosen);
        let known = &self.naming[usize::from(kind)][usize::from(way)];
        let next = match known.iter().find(forbids) {
            Some(&id) => Phase::Up(id),
            None => {
                self.position.clone_from(&frame.before);
                self.version += 1;
                Phase::Down
            }
        };
        self.stack.push(frame);
        next
    }

    /// Begins anew, with the kinds first that were in the way most; what was learned stays.
    fn restart(&mut self) -> Phase {
        self.restart_after += self.restart_after / 2;
        self.until_restart = self.restart_after;
        self.stack.clear();
        self.chosen.fill(None);
        self.position.clone_from(&self.root);
        self.version += 1;
        Phase::Down
    }

    /// Goes back to a choice that a no-good is about.
    fn up(&mut self, id: u32) -> Phase {
        if self.until_restart == 0 && !self.learned[id as usize].literals.is_empty() {
            return self.restart();
        }
        let Some(frame) = self.stack.last_mut() else { return Phase::Exhausted };
        self.chosen[usize::from(frame.kind)] = None;
        if self.learned[id as usize].literals.iter().any(|literal| literal.0 == frame.kind) {
            frame.reasons.push(id);
            self.choose()
        } else {
            self.stack.pop();
            Phase::Up(id)
        }
    }

    fn line(&self) -> Solution {
        let cell = |index: u32| Argument::Cell(self.cells[index as usize]);
        let action = |&(from, to): &Pair| Action::new(self.removal.action, &[cell(from), cell(to)]);
        Solution { actions: self.position.line.iter().map(action).collect() }
    }

    fn bytes(&self) -> u64 {
        let learned = self.learned.len() * (size_of::<Learned>() + size_of::<Vec<u32>>());
        let frames = self.stack.len() * (size_of::<PairFrame<W>>() + 16 * self.kinds.len());
        learned as u64 + frames as u64 + 16 * self.literals
    }

    fn named(&self, literals: &[PairLiteral]) -> NoGood {
        let named = literals.iter().map(|&(kind, way)| {
            let kind = &self.kinds[usize::from(kind)];
            (kind.content, kind.pairings[usize::from(way)].clone())
        });
        let mut named: NoGood = named.collect();
        named.sort_unstable();
        named
    }
}

fn is_one_of(pairs: &[Pair], pair: Pair) -> bool {
    pairs.contains(&pair) || pairs.contains(&(pair.1, pair.0))
}

/// Every two tiles, those of the first tile first.
fn all_pairs(tiles: &[u32]) -> Vec<Pair> {
    let pairs = tiles.iter().enumerate();
    pairs.flat_map(|(at, &one)| tiles[at + 1..].iter().map(move |&other| (one, other))).collect()
}

impl<const W: usize> Search for PairSearch<W> {
    fn step(&mut self, nodes: u64) -> Status {
        let end = self.expanded.saturating_add(nodes);
        loop {
            if let Err(limit) = self.budget.check_stop() {
                return Status::Limited(limit);
            }
            if self.bytes() > self.budget.bytes {
                return Status::Limited(Limit::Memory);
            }
            self.phase = match self.phase {
                Phase::Won => return Status::Done,
                Phase::Exhausted => return Status::Exhausted,
                Phase::Up(id) => self.up(id),
                Phase::Down if self.expanded >= end => return Status::Running,
                Phase::Down => self.down(),
            };
        }
    }

    fn best(&mut self) -> Option<&Solution> {
        self.best.as_ref()
    }

    fn report(&self) -> Report {
        let left = self.position.is_left.iter().filter(|is_left| **is_left).count();
        Report {
            nodes: self.expanded,
            kept: self.learned.len() as u64,
            bytes: self.bytes(),
            nearest: Some(left as u32),
        }
    }
}

impl<const W: usize> Pairing for PairSearch<W> {
    fn no_goods(&self) -> Vec<ProofStep> {
        let Some(last) = self.learned.len().checked_sub(1) else { return Vec::new() };
        // What the last follows from, and that in turn: what is used stands before what uses it.
        let mut is_used = vec![false; self.learned.len()];
        is_used[last] = true;
        for id in (0..=last).rev() {
            if let (true, Some((_, reasons))) = (is_used[id], &self.learned[id].from) {
                reasons.iter().for_each(|&reason| is_used[reason as usize] = true);
            }
        }
        let mut numbers = vec![0; self.learned.len()];
        let mut steps = Vec::new();
        for (id, learned) in self.learned.iter().enumerate().filter(|(id, _)| is_used[*id]) {
            numbers[id] = steps.len() as u32;
            steps.push(match &learned.from {
                None => ProofStep::Alone(self.named(&learned.literals)),
                Some((kind, reasons)) => {
                    let kind = self.kinds[usize::from(*kind)].content;
                    ProofStep::From(kind, reasons.iter().map(|&id| numbers[id as usize]).collect())
                }
            });
        }
        steps
    }
}
