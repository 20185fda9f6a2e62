//! What a cell can hold that passes a test: the ground of every proof about rules.
//!
//! Always too much rather than too little.

use masume_rules::model::{Content, EMPTY, Layer, Test};

use super::Lowering;

/// Bit 63: nothing. Bit i: piece i; for numbers and kinds bit 0 stands for all of them.
const NOTHING: u64 = 1 << 63;

/// For each layer what it can hold.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Allowed(Vec<u64>);

impl Allowed {
    fn merge(mut self, other: &Self, of: impl Fn(u64, u64) -> u64) -> Self {
        for (mine, theirs) in self.0.iter_mut().zip(&other.0) {
            *mine = of(*mine, *theirs);
        }
        self
    }

    /// Whether no cell can pass both tests.
    pub(crate) fn is_disjoint(&self, other: &Self) -> bool {
        self.0.iter().zip(&other.0).any(|(mine, theirs)| mine & theirs == 0)
    }

    fn on(&self, layer: Layer) -> u64 {
        self.0.get(usize::from(layer.0)).copied().unwrap_or(u64::MAX)
    }

    /// Whether the layer can be free.
    pub(crate) fn may_be_free(&self, layer: Layer) -> bool {
        self.on(layer) & NOTHING != 0
    }

    /// Whether the layer can hold anything.
    pub(crate) fn may_be_occupied(&self, layer: Layer) -> bool {
        self.on(layer) & !NOTHING != 0
    }

    /// Whether the layer can hold this piece.
    pub(crate) fn may_hold(&self, layer: Layer, content: Content) -> bool {
        match u32::try_from(content) {
            Ok(piece) if piece < 63 => self.on(layer) >> piece & 1 == 1,
            _ if content == EMPTY => self.may_be_free(layer),
            _ => true,
        }
    }
}

impl Lowering<'_> {
    /// What a cell can hold that passes.
    pub(crate) fn allowed(&self, test: &Test) -> Allowed {
        let all = || Allowed(vec![u64::MAX; self.rules.layers.len()]);
        let on = |layer: Layer, held: u64| {
            let mut allowed = all();
            if let Some(entry) = allowed.0.get_mut(usize::from(layer.0)) {
                *entry = held;
            }
            allowed
        };
        match test {
            Test::Empty => Allowed(vec![NOTHING; self.rules.layers.len()]),
            Test::Occupied(layer) | Test::Letter { layer, .. } => on(*layer, !NOTHING),
            Test::Piece { layer, pieces } => {
                on(*layer, self.of_player(pieces).unwrap_or_default().0 & !NOTHING)
            }
            Test::Not(inner) => {
                if let Test::Occupied(layer) = inner.as_ref() {
                    return on(*layer, NOTHING);
                }
                if let Test::Piece { layer, pieces } = inner.as_ref() {
                    return on(*layer, !self.of_player(pieces).unwrap_or_default().0 | NOTHING);
                }
                all()
            }
            Test::And(tests) => {
                tests.iter().fold(all(), |sum, test| sum.merge(&self.allowed(test), |a, b| a & b))
            }
            Test::Or(tests) => {
                let none = Allowed(vec![0; self.rules.layers.len()]);
                tests.iter().fold(none, |sum, test| sum.merge(&self.allowed(test), |a, b| a | b))
            }
            Test::Any
            | Test::Chosen(_)
            | Test::InLine(_)
            | Test::Centre
            | Test::Near(..)
            | Test::Neighbours { .. }
            | Test::Sees { .. }
            | Test::Compare(_) => all(),
        }
    }
}
