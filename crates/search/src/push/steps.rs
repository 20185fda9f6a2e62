//! The moves of a model as a search asks for them: by spot, walks and changes apart, side by side in memory.
//!
//! In a model the first move of an action that holds is done. Here each says itself that no earlier one holds, so that
//! they can be looked at in any order.

use super::model::{FactId, Model, Move, Spot};
use crate::meter::Meter;

/// The most moves that one may be split into to say that earlier ones do not hold.
const MOST_CASES: usize = 64;

/// Walks and changes by the spot in which they begin.
#[derive(Clone, Debug)]
pub(super) struct Steps {
    walks: BySpot,
    changes: BySpot,
    /// Facts that steps need and forbid.
    facts: Vec<FactId>,
    /// True if moves of one action exclude each other as they are.
    are_plain: bool,
}

#[derive(Clone, Debug)]
struct BySpot {
    /// By spot, and one more: where its steps begin.
    first: Vec<u32>,
    steps: Vec<ModelStep>,
}

/// A move with its conditions.
#[derive(Clone, Copy, Debug)]
pub(super) struct ModelStep {
    pub(super) to: Spot,
    /// Its number in the model.
    pub(super) index: u32,
    /// Start of its conditions: facts that must not hold, then those that must.
    forbids: u32,
    needs: u32,
    end: u32,
}

/// Facts that must not hold, and facts that must.
#[derive(Clone, Debug, Default)]
struct Conditions {
    forbids: Vec<FactId>,
    needs: Vec<FactId>,
}

impl Steps {
    /// `None` where it takes too many conditions to say of moves that no earlier one holds, or the meter met a bound.
    pub(super) fn of(model: &Model, meter: &Meter) -> Option<Self> {
        let mut facts = Vec::new();
        let mut are_plain = true;
        let [mut walks, mut changes] =
            [(); 2].map(|()| BySpot { first: Vec::new(), steps: Vec::new() });
        for choices in &model.choices {
            walks.first.push(walks.steps.len() as u32);
            changes.first.push(changes.steps.len() as u32);
            for &(first, end) in choices {
                let moves = &model.moves[first as usize..end as usize];
                for (nth, it) in moves.iter().enumerate() {
                    let to = if it.is_walk() { &mut walks } else { &mut changes };
                    let cases = without_earlier(&moves[..nth], it, meter)?;
                    let kept: usize = cases.iter().map(Conditions::bytes).sum();
                    meter.keeps(kept as u64).ok()?;
                    are_plain &= matches!(&cases[..], [case] if case.is_of(it));
                    for conditions in cases {
                        let forbids = facts.len() as u32;
                        facts.extend(conditions.forbids);
                        let needs = facts.len() as u32;
                        facts.extend(conditions.needs);
                        let end = facts.len() as u32;
                        let index = first + nth as u32;
                        to.steps.push(ModelStep { to: it.to, index, forbids, needs, end });
                    }
                }
            }
        }
        for by_spot in [&mut walks, &mut changes] {
            by_spot.first.push(by_spot.steps.len() as u32);
        }
        Some(Self { walks, changes, facts, are_plain })
    }

    /// True if a move is done wherever it holds.
    pub(super) fn are_plain(&self) -> bool {
        self.are_plain
    }

    /// The walks from a spot.
    pub(super) fn walks(&self, spot: Spot) -> &[ModelStep] {
        self.walks.of(spot)
    }

    /// Steps on a spot that change facts.
    pub(super) fn changes(&self, spot: Spot) -> &[ModelStep] {
        self.changes.of(spot)
    }

    /// True if a step can be done.
    pub(super) fn can(&self, facts: &[u64], step: &ModelStep) -> bool {
        let holds = |fact: &FactId| facts[*fact as usize / 64] >> (fact % 64) & 1 == 1;
        let of = |from: u32, to: u32| &self.facts[from as usize..to as usize];
        !of(step.forbids, step.needs).iter().any(holds)
            && of(step.needs, step.end).iter().all(holds)
    }

    /// Memory of those, in bytes.
    pub(super) fn bytes(&self) -> u64 {
        let steps = self.walks.steps.len() + self.changes.steps.len();
        (steps * size_of::<ModelStep>() + self.facts.len() * size_of::<FactId>()) as u64
    }
}

impl BySpot {
    fn of(&self, spot: Spot) -> &[ModelStep] {
        let at = usize::from(spot);
        &self.steps[self.first[at] as usize..self.first[at + 1] as usize]
    }
}

impl Conditions {
    /// Bytes of a step with these conditions.
    fn bytes(&self) -> usize {
        size_of::<ModelStep>() + (self.forbids.len() + self.needs.len()) * size_of::<FactId>()
    }

    fn is_of(&self, it: &Move) -> bool {
        self.forbids == it.forbids && self.needs == it.needs
    }
}

/// The conditions under which a move is done: it holds, and none of the earlier ones does. They exclude each other.
/// `None` where they are too many, or the meter met a bound.
fn without_earlier(earlier: &[Move], it: &Move, meter: &Meter) -> Option<Vec<Conditions>> {
    let own = Conditions { forbids: it.forbids.clone(), needs: it.needs.clone() };
    let mut cases = vec![own];
    for other in earlier {
        meter.does(cases.len() as u64).ok()?;
        let mut left = Vec::new();
        for case in cases {
            let is_ruled_out = other.needs.iter().any(|fact| case.forbids.contains(fact))
                || other.forbids.iter().any(|fact| case.needs.contains(fact));
            if is_ruled_out {
                left.push(case);
                continue;
            }
            // One after another of its conditions does not hold, those before it do.
            let mut rest = case;
            for fact in &other.needs {
                if rest.needs.contains(fact) {
                    continue;
                }
                let mut denied = rest.clone();
                denied.forbids.push(*fact);
                left.push(denied);
                rest.needs.push(*fact);
            }
            for fact in &other.forbids {
                if rest.forbids.contains(fact) {
                    continue;
                }
                let mut denied = rest.clone();
                denied.needs.push(*fact);
                left.push(denied);
                rest.forbids.push(*fact);
            }
        }
        if left.len() > MOST_CASES {
            return None;
        }
        cases = left;
    }
    Some(cases)
}
