//! Marches with a line for every meeting.

use crate::Feature;
use crate::tree::{LayerShape, Statement, Term};

use super::maker::{Maker, line};

impl Maker<'_> {
    /// A march of a piece; `None` where there is no piece by name.
    pub(super) fn march(&mut self) -> Option<Statement> {
        if self.world.pieces.is_empty() {
            return None;
        }
        self.note(Feature::March);
        let (walker, layer) = self.dice.pick(&self.world.pieces);
        let heading = if self.dice.percent(65) {
            let others: Vec<String> =
                self.world.pieces.iter().map(|(name, _)| name.clone()).collect();
            format!("march {walker} toward {}", self.dice.pick(&others))
        } else {
            let way = match self.site.direction {
                Some(direction) => direction.to_owned(),
                None => self.dice.pick(&["up", "right", "down-left", "left"]).to_owned(),
            };
            format!("march {walker} in {way}")
        };
        let mates = self.mates(layer);
        let mut meets: Vec<Term> = Vec::new();
        for (index, one) in mates.iter().enumerate() {
            for other in &mates[index..] {
                // Who is left never walks on, so that few meetings follow from others.
                let left = self.dice.weighted(&[(70, other.as_str()), (20, one), (10, "_")]);
                let effect = if self.dice.percent(15) {
                    format!(", {}", self.effect())
                } else {
                    String::new()
                };
                meets.push(line(format!("{one} meets {other} -> {left}{effect}")));
            }
        }
        Some(Statement::March { heading: line(heading), meets })
    }

    /// Every piece of the layer.
    fn mates(&self, layer: usize) -> Vec<String> {
        let is_named = match self.world.layers[layer].shape {
            LayerShape::Pieces(_) | LayerShape::Owned(_) => true,
            LayerShape::Kinds(_) | LayerShape::Range(..) | LayerShape::Doubling(..) => false,
        };
        let mates = self.world.pieces.iter().filter(|(_, it)| is_named && *it == layer);
        mates.map(|(name, _)| name.clone()).collect()
    }
}
