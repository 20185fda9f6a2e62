//! What is known of sets whatever the position.

use super::Translation;
use crate::program::{LayerPlanes, Set, SetId};

impl Translation<'_> {
    /// Whether no cell is in both sets, whatever the position.
    pub(crate) fn are_disjoint(&self, one: SetId, other: SetId) -> bool {
        let sets = &self.program().sets;
        match (&sets[usize::from(one.0)], &sets[usize::from(other.0)]) {
            (Set::Planes(planes), _) => planes.iter().all(|&plane| self.excludes(other, plane)),
            (_, Set::Planes(planes)) => planes.iter().all(|&plane| self.excludes(one, plane)),
            (Set::And(parts), _) => parts.iter().any(|&part| self.are_disjoint(part, other)),
            (_, Set::And(parts)) => parts.iter().any(|&part| self.are_disjoint(one, part)),
            _other => false,
        }
    }

    /// Whether no cell of the set is on the plane.
    pub(crate) fn excludes(&self, set: SetId, plane: u16) -> bool {
        let layers = &self.layout.layers;
        let share_layer = |one: u16, other: u16| {
            layers.iter().any(|layer| match *layer {
                LayerPlanes::Pieces { first, count } => {
                    (first..first + count).contains(&one) && (first..first + count).contains(&other)
                }
                LayerPlanes::Numbers { .. } => false,
            })
        };
        match &self.program().sets[usize::from(set.0)] {
            Set::Planes(planes) => {
                planes.iter().all(|&held| held != plane && share_layer(held, plane))
            }
            Set::NoPlanes(planes) => planes.contains(&plane),
            Set::And(parts) => parts.iter().any(|&part| self.excludes(part, plane)),
            Set::Or(parts) => parts.iter().all(|&part| self.excludes(part, plane)),
            Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Not(_)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }

    /// Whether a set asks for the chosen line.
    pub(super) fn asks_line(&self, set: SetId) -> bool {
        match &self.program().sets[usize::from(set.0)] {
            Set::Line(_) => true,
            Set::And(parts) => parts.iter().any(|&part| self.asks_line(part)),
            Set::Planes(_)
            | Set::NoPlanes(_)
            | Set::Constant(_)
            | Set::Chosen(_)
            | Set::Near(..)
            | Set::Not(_)
            | Set::Or(_)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }
}
