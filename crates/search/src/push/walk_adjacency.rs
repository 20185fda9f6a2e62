//! Walk adjacency: spots to which one could walk if nothing were in the way.

use super::model::{Model, Spot};

/// Spots that a walk leads to, ascending, side by side in memory, by spot.
#[derive(Clone, Debug)]
pub(super) struct WalkAdjacency {
    /// By spot, and one more: where its list begins.
    first: Vec<u32>,
    spots: Vec<Spot>,
}

impl WalkAdjacency {
    pub(super) fn of(model: &Model) -> Self {
        let mut beside = Self { first: vec![0], spots: Vec::new() };
        for spots in model.beside() {
            beside.spots.extend(spots);
            beside.first.push(beside.spots.len() as u32);
        }
        beside
    }

    pub(super) fn of_spot(&self, spot: Spot) -> &[Spot] {
        let at = usize::from(spot);
        &self.spots[self.first[at] as usize..self.first[at + 1] as usize]
    }
}
