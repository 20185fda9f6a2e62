//! Contents that letters of a pattern may have, known before anything is matched.

use masume_program::{Binding, Next, Nfa};
use masume_rules::model::{Expr, Layer, Letter, Rule, Write};

use super::Lowering;

impl Lowering<'_> {
    /// Likeness of all that matches of a rule on one board put on a cell where they put the letter,
    /// if the layer can hold it.
    pub(super) fn alike(&mut self, rule: &Rule, layer: Layer, letter: Letter) -> Option<Alike> {
        let lowered = self.rule(rule).ok()?;
        let binding = lowered.letters.iter().find(|binding| binding.letter == letter)?;
        let nfa = self.nfa(lowered.nfa);
        if binding.layer != layer {
            None
        } else if lowered.is_on_chosen_cell(nfa, binding.place) {
            Some(Alike::Everywhere)
        } else {
            (nfa.is_fixed_line() && lowered.dirs.is_single()).then_some(Alike::AtOnePosition)
        }
    }

    /// True if the number is always the same, and one that the layer can hold.
    pub(super) fn always_fits(&self, layer: Layer, number: &Expr) -> bool {
        let Some((least, greatest)) = self.range(number) else { return false };
        let layer = self.rules.layers.get(usize::from(layer.0));
        let fits = layer.is_some_and(|it| it.kind.content_of_number(least).is_some());
        least == greatest && fits
    }
}

/// Matches that put the same where they put a letter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Alike {
    /// All: it is what lies on a cell that was chosen.
    Everywhere,
    /// Those that put it on the cell at the same position: in a fixed run that goes one way a cell
    /// tells all others of its match.
    AtOnePosition,
}

/// True if the letters are one letter, met at the first and at the last place.
pub(super) fn is_pair_of_letters(letters: &[Binding], nfa: &Nfa) -> bool {
    let [one, other] = letters else { return false };
    let start = nfa.starts.first().map(|start| start.place);
    let (first, last) = if Some(one.place) == start { (one, other) } else { (other, one) };
    one.letter == other.letter
        && one.layer == other.layer
        && Some(first.place) == start
        && nfa.places[usize::from(last.place)].next == [Next::Accept { at_edge: false }]
}

/// True if two writes put the same wherever both come, at two positions of a pattern. `chosen` are
/// the letters that are the same in all matches.
pub(super) fn put_the_same(
    lowering: &Lowering<'_>,
    chosen: &[Letter],
    one: &Write,
    other: &Write,
) -> bool {
    match (one, other) {
        (Write::Letter(_, one), Write::Letter(_, other)) => one == other && chosen.contains(one),
        (Write::Letter(..) | Write::Number(..), _) | (_, Write::Letter(..) | Write::Number(..)) => {
            false
        }
        (Write::Clear(_) | Write::Piece(..), Write::Clear(_) | Write::Piece(..)) => {
            lowering.written(one) == lowering.written(other)
        }
    }
}
