//! A model run backward: from the win to the start.

use super::model::{Clause, FactId, Model, Move};
use super::steps::Steps;

/// A model whose moves take back those of another.
pub(super) struct Reversed {
    pub(super) model: Model,
    /// Number of the one that it takes back, by move.
    pub(super) forward: Vec<u32>,
}

impl Reversed {
    /// `None` where the win is not one board, a walk is not taken back by a walk, or what can be done depends on what
    /// else could be.
    ///
    /// The start is the win, with the walker wherever it stood before: that is for the search to try.
    pub(super) fn of(model: &Model, steps: &Steps) -> Option<Self> {
        let mut won: Vec<FactId> = Vec::new();
        for clause in &model.goal {
            let Clause::AnyOf(facts) = clause else { return None };
            let &[fact] = &facts[..] else { return None };
            won.push(fact);
        }
        won.sort_unstable();
        won.dedup();
        if !model.is_reversible || !steps.are_plain() || won.len() != model.start.len() {
            return None;
        }
        let mut moves: Vec<(Move, u32)> = Vec::new();
        for (index, it) in model.moves.iter().enumerate() {
            let taken_back = if it.is_walk() { it.clone() } else { taken_back(model, it)? };
            moves.push((taken_back, index as u32));
        }
        moves.sort_by_key(|it| it.0.from);
        let mut choices = vec![Vec::new(); model.spots];
        for (index, (it, _)) in moves.iter().enumerate() {
            choices[usize::from(it.from)].push((index as u32, index as u32 + 1));
        }
        let (moves, forward): (Vec<Move>, Vec<u32>) = moves.into_iter().unzip();
        let goal = model.start.iter().map(|fact| Clause::AnyOf(vec![*fact])).collect();
        let model = Model { moves, choices, goal, start: won, ..model.clone() };
        Some(Self { model, forward })
    }
}

/// Move that takes a change back.
fn taken_back(model: &Model, it: &Move) -> Option<Move> {
    if it.needs != it.clears {
        return None;
    }
    // Before it the walker stood where it came from, and nothing that cannot be there with it.
    let mut forbids: Vec<FactId> = model.absent[usize::from(it.from)].clone();
    forbids.extend(it.forbids.iter().filter(|fact| !it.sets.contains(fact)));
    forbids.extend(&it.clears);
    forbids.sort_unstable();
    forbids.dedup();
    forbids.retain(|fact| !it.sets.contains(fact) && model.said[*fact as usize].is_some());
    Some(Move {
        action: it.action,
        from: it.to,
        to: it.from,
        needs: it.sets.clone(),
        forbids,
        clears: it.sets.clone(),
        sets: it.clears.clone(),
    })
}
