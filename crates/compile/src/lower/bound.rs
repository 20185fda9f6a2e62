//! What is known of the letters of a pattern before anything is matched.

use masume_rules::model::{Expr, Layer, Letter, Rule, Write};

use super::Lowering;
use crate::program::{Binding, Next, Scan};

impl Lowering<'_> {
    /// Whether every match of a rule on one board binds the letter to something that the layer can
    /// hold, and whichever matches put it on one cell, at the same position, put the same there.
    pub(super) fn is_put_safely(&mut self, rule: &Rule, layer: Layer, letter: Letter) -> bool {
        let Ok(lowered) = self.rule(rule) else { return false };
        let binding = lowered.letters.iter().find(|binding| binding.letter == letter);
        let Some(binding) = binding.filter(|binding| binding.layer == layer) else { return false };
        let scan = self.scan(lowered.scan);
        // In a fixed run that goes one way a cell tells all others of its match.
        lowered.is_on_chosen_cell(scan, binding.place)
            || scan.is_fixed_line() && lowered.dirs.is_single()
    }

    /// Whether the number is always the same, and one that the layer can hold.
    pub(super) fn always_fits(&self, layer: Layer, number: &Expr) -> bool {
        let Some((least, greatest)) = self.range(number) else { return false };
        let layer = self.rules.layers.get(usize::from(layer.0));
        let fits = layer.is_some_and(|it| it.kind.content_of_number(least).is_some());
        least == greatest && fits
    }
}

/// Whether the letters are one letter, met at the first and at the last place.
pub(super) fn is_pair_of_letters(letters: &[Binding], scan: &Scan) -> bool {
    let [one, other] = letters else { return false };
    let start = scan.starts.first().map(|start| start.place);
    let (first, last) = if Some(one.place) == start { (one, other) } else { (other, one) };
    one.letter == other.letter
        && one.layer == other.layer
        && Some(first.place) == start
        && scan.places[usize::from(last.place)].next == [Next::Accept { at_edge: false }]
}

/// Whether two writes put the same wherever both come, at two positions of a pattern.
pub(super) fn put_the_same(lowering: &Lowering<'_>, one: &Write, other: &Write) -> bool {
    match (one, other) {
        (Write::Letter(_, one), Write::Letter(_, other)) => one == other,
        (Write::Letter(..) | Write::Number(..), _) | (_, Write::Letter(..) | Write::Number(..)) => {
            false
        }
        (Write::Clear(_) | Write::Piece(..), Write::Clear(_) | Write::Piece(..)) => {
            lowering.written(one) == lowering.written(other)
        }
    }
}
