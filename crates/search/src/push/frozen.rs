//! Movers that can never be moved again, whatever is done with the others.

use super::model::{FactId, Model};

/// For each fact, what would have to be out of the way so that its mover can be moved.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Frozen {
    /// By fact: for each move that ends it, the facts that prevent it, without the fact itself.
    obstacles: Vec<Vec<Vec<FactId>>>,
}

impl Frozen {
    pub(crate) fn of(model: &Model) -> Self {
        let mut obstacles: Vec<Vec<Vec<FactId>>> = vec![Vec::new(); model.facts];
        for it in model.moves.iter().filter(|it| !it.is_walk()) {
            let mut facts = it.forbids.clone();
            facts.extend(&model.absent[usize::from(it.from)]);
            facts.sort_unstable();
            facts.dedup();
            for &fact in &it.clears {
                if !facts.contains(&fact) {
                    obstacles[fact as usize].push(facts.clone());
                }
            }
        }
        for ways in &mut obstacles {
            ways.sort_unstable();
            ways.dedup();
        }
        Self { obstacles }
    }

    /// True if a mover can be moved while all others stay.
    pub(crate) fn can_move(&self, fact: FactId, facts: &[u64]) -> bool {
        let is_there = |it: &FactId| facts[*it as usize / 64] >> (it % 64) & 1 == 1;
        self.obstacles[fact as usize].iter().any(|way| !way.iter().any(is_there))
    }

    /// Keeps of these movers, each a bit of `facts`, the greatest set of which none can be moved while the
    /// others of the set stay: each of them stays for ever.
    pub(crate) fn keep_frozen(&self, movers: &mut Vec<FactId>, facts: &mut [u64]) {
        loop {
            let before = movers.len();
            let mut index = 0;
            while index < movers.len() {
                let fact = movers[index];
                if self.can_move(fact, facts) {
                    movers.swap_remove(index);
                    facts[fact as usize / 64] &= !(1 << (fact % 64));
                } else {
                    index += 1;
                }
            }
            if movers.len() == before {
                return;
            }
        }
    }
}
