//! Distances of a mover from where it is wanted when it is alone on the board.
//!
//! Alone it can do whatever it can do among others, as long as what a move needs of others is taken
//! for granted: the distance is never more than what it takes, and a mover that cannot come to any
//! goal alone never will.

use std::collections::VecDeque;

use super::model::{Clause, FactId, Model, Spot};
use crate::meter::{Exhausted, Meter};

/// A distance that no number of moves is.
pub(crate) const FAR: u16 = u16::MAX;

/// The most pairs of mover and walker that are looked at, about a second's work; on larger boards the
/// walker is taken to be wherever it is needed.
const MOST_LOOKS: usize = 1 << 25;

/// Walks that are compared in about one step of a meter.
const FEW_WALKS: u64 = 16;

/// The distances of all facts to what the win asks for.
#[derive(Clone, Debug)]
pub(crate) struct MoverDistances {
    /// By fact, then by target.
    far: Vec<u16>,
    /// Facts that meet it, by target.
    pub(crate) targets: Vec<Vec<FactId>>,
    /// Side that must have partners: targets, or movers.
    pub(crate) side: Side,
    /// Least distance to any target, by fact.
    pub(crate) nearest: Vec<u16>,
}

/// Side that must have a partner.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Side {
    /// Every target, and so every mover, for there are as many.
    Both,
    /// Every target; movers may be left over.
    Targets,
    /// Every mover; targets may be left over.
    Movers,
}

impl MoverDistances {
    /// The distances; `None` where movers are not what the win is about, or do not last, and where the meter met a bound.
    pub(crate) fn of(model: &Model, meter: &Meter) -> Option<Self> {
        if !lasts(model) {
            return None;
        }
        let any_of: Vec<Vec<FactId>> = model
            .goal
            .iter()
            .filter_map(|clause| match clause {
                Clause::AnyOf(facts) => Some(facts.clone()),
                Clause::NoneOf(_) => None,
            })
            .collect();
        let (targets, side) = match any_of.len() {
            0 => (allowed(model), Side::Movers),
            count if count == model.start.len() => (any_of, Side::Both),
            _ => (any_of, Side::Targets),
        };
        // By target while they are found, by fact when they are kept.
        let table = (targets.len() * model.facts * size_of::<u16>()) as u64;
        meter.fits(2 * table).ok()?;
        meter.keeps(table).ok()?;
        let reverse = Reverse::of(model, meter).ok()?;
        let goals: usize = targets.iter().map(Vec::len).sum();
        let looks = goals.saturating_mul(model.spots * model.spots);
        let of_target = |facts: &Vec<FactId>| match looks <= MOST_LOOKS {
            true => reverse.distances(model, facts, meter),
            false => reverse.without_walker(model, facts, meter),
        };
        let far: Vec<Vec<u16>> = targets.iter().map(of_target).collect::<Result<_, _>>().ok()?;
        let of_fact = |fact: usize| far.iter().map(move |of_target| of_target[fact]);
        let nearest = (0..model.facts).map(|fact| of_fact(fact).min().unwrap_or(FAR)).collect();
        let far = (0..model.facts).flat_map(of_fact).collect();
        Some(Self { far, targets, side, nearest })
    }

    /// Distance of a fact from a target.
    pub(crate) fn get(&self, target: usize, fact: FactId) -> u16 {
        self.far[fact as usize * self.targets.len() + target]
    }

    /// Memory of those, in bytes.
    pub(crate) fn bytes(&self) -> u64 {
        ((self.far.len() + self.nearest.len()) * size_of::<u16>()) as u64
    }

    /// True if a mover there can never be where it is wanted, and has to be.
    pub(crate) fn is_dead(&self, fact: FactId) -> bool {
        self.side != Side::Targets && self.is_far(fact)
    }

    /// True if a mover there can never be where a mover is wanted.
    pub(crate) fn is_far(&self, fact: FactId) -> bool {
        self.nearest[fact as usize] == FAR
    }
}

/// True if every move that changes anything takes one mover from one spot to another.
fn lasts(model: &Model) -> bool {
    let kind = |fact: FactId| fact as usize / model.spots;
    model.moves.iter().filter(|it| !it.is_walk()).all(|it| match (&it.clears[..], &it.sets[..]) {
        (&[from], &[to]) => kind(from) == kind(to) && it.needs.contains(&from),
        _ => false,
    })
}

/// A target for each fact that no clause rules out.
fn allowed(model: &Model) -> Vec<Vec<FactId>> {
    let is_ruled_out = |fact: &FactId| {
        model.goal.iter().any(|clause| match clause {
            Clause::NoneOf(facts) => facts.contains(fact),
            Clause::AnyOf(_) => false,
        })
    };
    (0..model.facts as FactId).filter(|fact| !is_ruled_out(fact)).map(|fact| vec![fact]).collect()
}

/// Moves by where they lead.
pub(super) struct Reverse {
    /// Moves that lead there, by spot of the walker.
    pub(super) into: Vec<Vec<u32>>,
    /// Moves that make it begin, by fact.
    pub(super) begins: Vec<Vec<u32>>,
}

impl Reverse {
    pub(super) fn of(model: &Model, meter: &Meter) -> Result<Self, Exhausted> {
        meter.does(model.moves.len() as u64)?;
        let mut into: Vec<Vec<u32>> = vec![Vec::new(); model.spots];
        let mut begins = vec![Vec::new(); model.facts];
        for (index, it) in model.moves.iter().enumerate() {
            if it.from != it.to {
                into[usize::from(it.to)].push(index as u32);
            }
            for &fact in &it.sets {
                begins[fact as usize].push(index as u32);
            }
        }
        // Where a walker can step, what else leads there adds nothing.
        for moves in &mut into {
            let walks: Vec<Spot> = moves
                .iter()
                .map(|&it| &model.moves[it as usize])
                .filter(|it| {
                    it.is_walk() && it.forbids.iter().all(|fact| is_at(model, *fact, it.to))
                })
                .map(|it| it.from)
                .collect();
            meter.does(moves.len() as u64 * (1 + walks.len() as u64 / FEW_WALKS))?;
            moves.retain(|&it| {
                let it = &model.moves[it as usize];
                it.is_walk() || !walks.contains(&it.from)
            });
        }
        Ok(Self { into, begins })
    }

    /// By fact, the least moves of its mover until one of these facts holds, with the walker wherever it is
    /// needed.
    fn without_walker(
        &self,
        model: &Model,
        goals: &[FactId],
        meter: &Meter,
    ) -> Result<Vec<u16>, Exhausted> {
        let mut least = vec![FAR; model.facts];
        let mut queue: VecDeque<FactId> = goals.iter().copied().collect();
        goals.iter().for_each(|&goal| least[goal as usize] = 0);
        while let Some(fact) = queue.pop_front() {
            meter.does(1)?;
            for &index in &self.begins[fact as usize] {
                let before = model.moves[index as usize].clears[0];
                if least[before as usize] == FAR {
                    least[before as usize] = least[fact as usize].saturating_add(1);
                    queue.push_back(before);
                }
            }
        }
        Ok(least)
    }

    /// Least moves of its mover until one of these facts holds, by fact.
    fn distances(
        &self,
        model: &Model,
        goals: &[FactId],
        meter: &Meter,
    ) -> Result<Vec<u16>, Exhausted> {
        let spots = model.spots;
        let mut least = vec![FAR; model.facts];
        for &goal in goals {
            let kind = goal as usize / spots * spots;
            let mut far = vec![FAR; spots * spots];
            let mut queue: VecDeque<(usize, usize)> = VecDeque::new();
            for walker in 0..spots {
                if !model.absent[walker].contains(&goal) {
                    far[(goal as usize - kind) * spots + walker] = 0;
                    queue.push_back((goal as usize - kind, walker));
                }
            }
            while let Some((spot, walker)) = queue.pop_front() {
                let fact = (kind + spot) as FactId;
                meter.does(1)?;
                let here = far[spot * spots + walker];
                least[fact as usize] = least[fact as usize].min(here);
                for &index in &self.into[walker] {
                    let it = &model.moves[index as usize];
                    let from = usize::from(it.from);
                    let is_own = it.sets.contains(&fact) || it.clears.contains(&fact);
                    let at = spot * spots + from;
                    if !is_own
                        && far[at] > here
                        && !it.forbids.contains(&fact)
                        && !model.absent[from].contains(&fact)
                    {
                        far[at] = here;
                        queue.push_front((spot, from));
                    }
                }
                for &index in &self.begins[fact as usize] {
                    let it = &model.moves[index as usize];
                    let (from, before) = (usize::from(it.from), it.clears[0] as usize - kind);
                    let at = before * spots + from;
                    if usize::from(it.to) == walker && far[at] > here.saturating_add(1) {
                        far[at] = here + 1;
                        queue.push_back((before, from));
                    }
                }
            }
        }
        Ok(least)
    }
}

/// True if a fact is of this spot.
fn is_at(model: &Model, fact: FactId, spot: Spot) -> bool {
    fact as usize % model.spots == usize::from(spot)
}
