//! Facts about sets that hold whatever the position.

use masume_program::{LayerPlanes, Set, SetId};
use masume_rules::model::Layer;

use super::Translation;

impl Translation<'_> {
    /// True if no cell is in both sets, whatever the position.
    pub(crate) fn are_disjoint(&self, one: SetId, other: SetId) -> bool {
        let contents = &self.program().contents;
        let both = contents.get(&one).zip(contents.get(&other));
        if both.is_some_and(|(one, other)| one.is_disjoint(other)) {
            return true;
        }
        let set = |id: SetId| &self.program().sets[usize::from(id.0)];
        match (set(one), set(other)) {
            (Set::And(parts), _) => parts.iter().any(|&part| self.are_disjoint(part, other)),
            (_, Set::And(parts)) => parts.iter().any(|&part| self.are_disjoint(one, part)),
            (Set::Planes(one), Set::Planes(other)) => one.iter().all(|&one| {
                other.iter().all(|&other| one != other && self.are_of_layer(one, other))
            }),
            _other => false,
        }
    }

    /// True if both planes are of one layer of pieces, of which a cell holds one at most.
    fn are_of_layer(&self, one: u16, other: u16) -> bool {
        self.layout.layers.iter().any(|planes| match *planes {
            LayerPlanes::Pieces { first, count } => {
                [one, other].iter().all(|plane| (first..first + count).contains(plane))
            }
            LayerPlanes::Numbers { .. } => false,
        })
    }

    /// True if no cell of the set is on the plane.
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

    /// True if a set asks for the chosen line.
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
