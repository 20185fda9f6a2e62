//! In which order targets are met: what is met early must not be in the way of what is met later.
//!
//! Found backward. All targets are met, and those movers are taken away that could be brought back to where some mover
//! starts, the others where they are; then again with what is left. What is taken away first is met last.

use std::collections::VecDeque;

use super::beside::Beside;
use super::distance::{Distances, FAR, Reverse};
use super::model::{Fact, Model, Spot};

/// The most boards of one mover and the walker that are looked at.
const MOST_LOOKS: usize = 1 << 22;

/// Targets by when they are met.
#[derive(Clone, Debug)]
pub(super) struct Order {
    /// What is met at the same time, the first first: targets with the facts that meet them.
    rounds: Vec<Vec<(usize, Fact)>>,
}

impl Order {
    /// `None` where a target can be met in several ways, or it would take long to find out.
    pub(super) fn of(model: &Model, distances: &Distances) -> Option<Self> {
        let mut left: Vec<(usize, Fact)> = Vec::new();
        for (target, facts) in distances.targets.iter().enumerate() {
            let &[fact] = &facts[..] else { return None };
            left.push((target, fact));
        }
        if !model.is_reversible {
            return None;
        }
        let search = Backward { model, reverse: Reverse::of(model), beside: Beside::of(model) };
        let mut looks = 0;
        let mut rounds = Vec::new();
        while !left.is_empty() {
            let there: Vec<Fact> = left.iter().map(|it| it.1).collect();
            let (free, kept): (Vec<_>, Vec<_>) =
                left.iter().partition(|it| search.comes_back(it.1, &there, &mut looks));
            if looks > MOST_LOOKS {
                return None;
            }
            if free.is_empty() {
                rounds.push(kept);
                break;
            }
            rounds.push(free);
            left = kept;
        }
        rounds.reverse();
        Some(Self { rounds })
    }

    /// How many targets are met of those before which nothing is left to be met, and how far the nearest mover is from
    /// one that can be met next; `None` where all are met, or nothing can come there.
    pub(super) fn met(
        &self,
        facts: &[u64],
        movers: &[Fact],
        distances: &Distances,
    ) -> (usize, Option<u32>) {
        let holds = |fact: Fact| facts[fact as usize / 64] >> (fact % 64) & 1 == 1;
        let mut met = 0;
        for (nth, round) in self.rounds.iter().enumerate() {
            let of_round = round.iter().filter(|it| holds(it.1)).count();
            met += of_round;
            if of_round == round.len() {
                continue;
            }
            // What meets a target of those stays there.
            let stays = |mover: Fact| self.rounds[..=nth].iter().flatten().any(|it| it.1 == mover);
            let free: Vec<Fact> = movers.iter().copied().filter(|&it| !stays(it)).collect();
            let open = round.iter().filter(|it| !holds(it.1));
            let far = open.flat_map(|it| free.iter().map(|&mover| distances.get(it.0, mover)));
            return (met, far.min().filter(|far| *far < FAR).map(u32::from));
        }
        (met, None)
    }
}

struct Backward<'m> {
    model: &'m Model,
    reverse: Reverse,
    beside: Beside,
}

impl Backward<'_> {
    /// Whether a mover can come from where some mover starts, others lying where `there` says.
    fn comes_back(&self, fact: Fact, there: &[Fact], looks: &mut usize) -> bool {
        let Self { model, reverse, beside } = self;
        let spots = model.spots;
        let mut is_there = vec![false; model.facts];
        let mut is_taken = vec![false; spots];
        for &other in there.iter().filter(|other| **other != fact) {
            is_there[other as usize] = true;
            is_taken[other as usize % spots] = true;
        }
        let kind = fact as usize / spots * spots;
        let mut seen = vec![false; spots * spots];
        let mut queue: VecDeque<(Fact, Spot)> = VecDeque::new();
        let mut meet = |queue: &mut VecDeque<(Fact, Spot)>, mover: Fact, walker: Spot| {
            let at = (mover as usize - kind) * spots + usize::from(walker);
            let is_free =
                !is_taken[usize::from(walker)] && mover as usize % spots != usize::from(walker);
            if is_free && !seen[at] {
                seen[at] = true;
                queue.push_back((mover, walker));
            }
        };
        (0..spots as Spot).for_each(|walker| meet(&mut queue, fact, walker));
        while let Some((mover, walker)) = queue.pop_front() {
            *looks += 1;
            if model.start.contains(&mover) {
                return true;
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
        false
    }
}
