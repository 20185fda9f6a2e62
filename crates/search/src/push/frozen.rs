//! Movers that can never be moved again, whatever is done with the others.

use super::model::{Fact, Model};

/// For each fact, what would have to be out of the way so that its mover can be moved.
#[derive(Clone, Debug)]
pub(crate) struct Frozen {
    /// By fact: for each move that ends it, the facts that prevent it, without the fact itself.
    obstacles: Vec<Vec<Vec<Fact>>>,
}

impl Frozen {
    pub(crate) fn of(model: &Model) -> Self {
        let mut obstacles: Vec<Vec<Vec<Fact>>> = vec![Vec::new(); model.facts];
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

    /// Keeps of these movers the greatest set of which none can be moved while the others of the set
    /// stay: each of them stays for ever.
    pub(crate) fn keep_frozen(&self, movers: &mut Vec<Fact>) {
        loop {
            let before = movers.len();
            let mut index = 0;
            while index < movers.len() {
                let ways = &self.obstacles[movers[index] as usize];
                let can_move =
                    ways.iter().any(|facts| !facts.iter().any(|fact| movers.contains(fact)));
                if can_move {
                    movers.swap_remove(index);
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
