//! Order in which targets are met: what is met early must not be in the way of what is met later.
//!
//! Found backward. All targets are met, and those movers are taken away that could be brought back to where some mover
//! starts, the others where they are; then again with what is left. What is taken away first is met last.

use std::collections::VecDeque;

use super::distance::{FAR, MoverDistances, Reverse};
use super::model::{FactId, Model, Spot};
use super::walk_adjacency::WalkAdjacency;
use crate::meter::Meter;

/// The most boards of one mover and the walker that are looked at.
const MOST_LOOKS: usize = 1 << 22;

/// Bytes that are cleared in about one step of a meter.
const CLEARED: usize = 1024;

/// The most targets of which it is known who can come there last: a bit each.
const MOST_TARGETS: usize = u64::BITS as usize;

/// Targets by when they are met.
#[derive(Clone, Debug)]
pub(super) struct TargetOrder {
    /// Rounds of what is met at the same time, the first first: targets with the facts that meet them.
    rounds: Vec<Vec<(usize, FactId)>>,
    /// By fact: the targets that its mover can come to when all is met that is met before; empty where it is not known.
    comes: Vec<u64>,
}

/// Targets of an order that are met.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct TargetsMet {
    /// Number of targets that are met of those before which nothing is left to be met.
    pub(super) count: usize,
    /// Distance of the nearest mover from one that can be met next; `None` where all are met, or nothing can come
    /// there.
    pub(super) ahead: Option<u32>,
    /// Targets for which no mover is left that can come there when it is their turn.
    pub(super) stranded: u32,
}

impl TargetOrder {
    /// `None` where a target can be met in several ways, or it would take long to find out. Where the walker has to be
    /// in the end is given if that is known. Nor is there an order where the meter met a bound.
    pub(super) fn of(
        model: &Model,
        distances: &MoverDistances,
        walker: Option<Spot>,
        meter: &Meter,
    ) -> Option<Self> {
        let mut left: Vec<(usize, FactId)> = Vec::new();
        for (target, facts) in distances.targets.iter().enumerate() {
            let &[fact] = &facts[..] else { return None };
            left.push((target, fact));
        }
        if !model.is_reversible {
            return None;
        }
        let reverse = Reverse::of(model, meter).ok()?;
        let search =
            OrderBuilder { model, reverse, beside: WalkAdjacency::of(model), walker, meter };
        let mut looks = 0;
        let mut rounds = Vec::new();
        while !left.is_empty() {
            let there: Vec<FactId> = left.iter().map(|it| it.1).collect();
            let (mut free, mut kept) = (Vec::new(), Vec::new());
            for it in left {
                match search.comes_back(it.1, &there, &mut looks)? {
                    true => free.push(it),
                    false => kept.push(it),
                }
            }
            if free.is_empty() {
                rounds.push(kept);
                break;
            }
            rounds.push(free);
            left = kept;
        }
        rounds.reverse();
        let comes = search.comes(&rounds, &mut looks).unwrap_or_default();
        Some(Self { rounds, comes })
    }

    /// Memory that it takes, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let targets = self.rounds.iter().map(Vec::len).sum::<usize>();
        (targets * size_of::<(usize, FactId)>() + self.comes.len() * size_of::<u64>()) as u64
    }

    /// Targets that are met, where these facts hold and these of them are movers.
    pub(super) fn met(
        &self,
        facts: &[u64],
        movers: &[FactId],
        distances: &MoverDistances,
    ) -> TargetsMet {
        let holds = |fact: FactId| facts[fact as usize / 64] >> (fact % 64) & 1 == 1;
        let mut met = 0;
        for (nth, round) in self.rounds.iter().enumerate() {
            let of_round = round.iter().filter(|it| holds(it.1)).count();
            met += of_round;
            if of_round == round.len() {
                continue;
            }
            // What meets a target of those stays there.
            let stays =
                |mover: FactId| self.rounds[..=nth].iter().flatten().any(|it| it.1 == mover);
            let free: Vec<FactId> = movers.iter().copied().filter(|&it| !stays(it)).collect();
            let open = || round.iter().filter(|it| !holds(it.1));
            let far = open().flat_map(|it| free.iter().map(|&mover| distances.get(it.0, mover)));
            let ahead = far.min().filter(|far| *far < FAR).map(u32::from);
            let to_meet = open().chain(self.rounds[nth + 1..].iter().flatten());
            let stranded = self.stranded(to_meet.map(|it| it.0), &free);
            return TargetsMet { count: met, ahead, stranded };
        }
        TargetsMet { count: met, ahead: None, stranded: 0 }
    }

    /// Number of these targets for which none of these movers is left, one each.
    fn stranded(&self, open: impl Iterator<Item = usize>, free: &[FactId]) -> u32 {
        if self.comes.is_empty() {
            return 0;
        }
        let mut taken = [usize::MAX; MOST_TARGETS];
        let mut count = 0;
        for target in open {
            let mut tried = 0;
            count += u32::from(!self.give(target, free, &mut taken, &mut tried));
        }
        count
    }

    /// Gives a target a mover of its own, others another one where that must be; whether there is one. Taken is said by
    /// mover; tried are movers, a bit each.
    fn give(&self, target: usize, free: &[FactId], taken: &mut [usize], tried: &mut u64) -> bool {
        let comes = |at: usize| self.comes[free[at] as usize] >> target & 1 == 1;
        let count = free.len().min(MOST_TARGETS);
        if let Some(at) = (0..count).find(|&at| taken[at] == usize::MAX && comes(at)) {
            taken[at] = target;
            return true;
        }
        for at in 0..count {
            if *tried >> at & 1 == 1 || !comes(at) {
                continue;
            }
            *tried |= 1 << at;
            let before = taken[at];
            if self.give(before, free, taken, tried) {
                taken[at] = target;
                return true;
            }
        }
        false
    }
}

/// Movers that lie still while one is moved.
struct Others {
    /// True for each fact that says where another lies.
    is_there: Vec<bool>,
    /// True for each spot on which another lies.
    is_taken: Vec<bool>,
}

struct OrderBuilder<'m> {
    model: &'m Model,
    reverse: Reverse,
    beside: WalkAdjacency,
    /// Spot of the walker when all is met, if that is known.
    walker: Option<Spot>,
    meter: &'m Meter,
}

impl OrderBuilder<'_> {
    /// True if a mover can come from where some mover starts, others lying where `there` says; `None` where that takes
    /// too many looks.
    fn comes_back(&self, fact: FactId, there: &[FactId], looks: &mut usize) -> Option<bool> {
        let starts = |mover: FactId| self.model.start.contains(&mover);
        self.come_from(fact, there, looks, starts)
    }

    /// Targets that its mover can come to when those of earlier rounds are met, by fact.
    fn comes(&self, rounds: &[Vec<(usize, FactId)>], looks: &mut usize) -> Option<Vec<u64>> {
        let count = rounds.iter().map(Vec::len).sum::<usize>();
        if count > MOST_TARGETS || self.model.start.len() > MOST_TARGETS {
            return None;
        }
        let mut comes = vec![0; self.model.facts];
        let mut there: Vec<FactId> = Vec::new();
        for round in rounds {
            for &(target, fact) in round {
                self.come_from(fact, &there, looks, |mover| {
                    comes[mover as usize] |= 1 << target;
                    false
                })?;
            }
            there.extend(round.iter().map(|it| it.1));
        }
        Some(comes)
    }

    /// Goes back from a fact to all from which its mover can come, others lying where `there` says, until one is enough;
    /// `None` where that takes too many looks.
    fn come_from(
        &self,
        fact: FactId,
        there: &[FactId],
        looks: &mut usize,
        mut is_enough: impl FnMut(FactId) -> bool,
    ) -> Option<bool> {
        let Self { model, reverse, beside, meter, .. } = self;
        let spots = model.spots;
        meter.does(1 + (spots * spots / CLEARED) as u64).ok()?;
        let Others { is_there, is_taken } = &self.others(fact, there);
        let kind = fact as usize / spots * spots;
        let mut seen = vec![false; spots * spots];
        let mut queue: VecDeque<(FactId, Spot)> = VecDeque::new();
        let mut meet = |queue: &mut VecDeque<(FactId, Spot)>, mover: FactId, walker: Spot| {
            let at = (mover as usize - kind) * spots + usize::from(walker);
            let is_free =
                !is_taken[usize::from(walker)] && mover as usize % spots != usize::from(walker);
            if is_free && !seen[at] {
                seen[at] = true;
                queue.push_back((mover, walker));
            }
        };
        for walker in self.walkers(fact as usize % spots, is_taken) {
            meet(&mut queue, fact, walker);
        }
        while let Some((mover, walker)) = queue.pop_front() {
            *looks += 1;
            if *looks > MOST_LOOKS {
                return None;
            }
            meter.does(1).ok()?;
            if is_enough(mover) {
                return Some(true);
            }
            beside.of_spot(walker).iter().for_each(|&next| meet(&mut queue, mover, next));
            for &index in &reverse.begins[mover as usize] {
                let it = &model.moves[index as usize];
                let is_prevented = it.forbids.iter().any(|other| is_there[*other as usize]);
                if it.to == walker && !is_prevented && !is_there[it.clears[0] as usize] {
                    meet(&mut queue, it.clears[0], it.from);
                }
            }
        }
        Some(false)
    }

    /// Movers that lie where `there` says, without this fact.
    fn others(&self, fact: FactId, there: &[FactId]) -> Others {
        let Model { facts, spots, .. } = *self.model;
        let mut others = Others { is_there: vec![false; facts], is_taken: vec![false; spots] };
        for &other in there.iter().filter(|other| **other != fact) {
            others.is_there[other as usize] = true;
            others.is_taken[other as usize % spots] = true;
        }
        others
    }

    /// Spots of the walker with a mover there and others where it is said: from where it is when all is met it gets
    /// no further, whatever is moved, as long as they lie there.
    fn walkers(&self, own: usize, is_taken: &[bool]) -> Vec<Spot> {
        let Some(walker) = self.walker else { return (0..self.model.spots as Spot).collect() };
        let mut is_closed = is_taken.to_vec();
        is_closed[own] = true;
        is_closed[usize::from(walker)] = true;
        let mut walkers = vec![walker];
        let mut next = 0;
        while let Some(&spot) = walkers.get(next) {
            next += 1;
            for &beside in self.beside.of_spot(spot) {
                if !std::mem::replace(&mut is_closed[usize::from(beside)], true) {
                    walkers.push(beside);
                }
            }
        }
        walkers
    }
}
