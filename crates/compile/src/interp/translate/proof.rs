//! What is known of sets whatever the position.

use masume_rules::model::Layer;

use super::Translation;
use crate::program::{LayerPlanes, Set, SetId};

impl Translation<'_> {
    /// Whether no cell is in both sets, whatever the position.
    pub(crate) fn are_disjoint(&self, one: SetId, other: SetId) -> bool {
        let contents = &self.program().contents;
        let both = contents.get(&one).zip(contents.get(&other));
        both.is_some_and(|(one, other)| one.is_disjoint(other))
    }

    /// Whether no cell of the set is on the plane.
    pub(crate) fn excludes(&self, set: SetId, plane: u16) -> bool {
        let Some(contents) = self.program().contents.get(&set) else { return false };
        let mut layers = (0..).map(Layer).zip(&self.layout.layers);
        layers.any(|(layer, planes)| match *planes {
            LayerPlanes::Pieces { first, count } => {
                let is_piece = (first..first + count).contains(&plane);
                is_piece && !contents.on(layer).may_be(i32::from(plane) - i32::from(first))
            }
            LayerPlanes::Numbers { occupied, .. } => {
                plane == occupied && !contents.on(layer).may_be_occupied()
            }
        })
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
