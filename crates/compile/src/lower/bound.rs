//! What is known of the letters of a pattern before anything is matched.

use masume_rules::model::{Layer, Letter, Rule, Write};

use super::Lowering;
use crate::program::{Binding, Next, RuleOp, Scan, Shape};

impl Lowering<'_> {
    /// Whether every match of a rule on one board binds the letter to something that the layer can
    /// hold, and whichever matches put it on one cell, at the same position, put the same there.
    pub(super) fn is_put_safely(&mut self, rule: &Rule, layer: Layer, letter: Letter) -> bool {
        let Ok(lowered) = self.rule(rule) else { return false };
        let binding = lowered.letters.iter().find(|binding| binding.letter == letter);
        let Some(binding) = binding.filter(|binding| binding.layer == layer) else { return false };
        let scan = self.scan(lowered.scan);
        is_on_chosen_cell(&lowered, scan, binding.place) || is_told_by_any_cell(&lowered, scan)
    }
}

/// Whether every match has a cell that was chosen at this place, so that there is one content.
fn is_on_chosen_cell(rule: &RuleOp, scan: &Scan, place: u16) -> bool {
    let goes_to = |next: &Next| matches!(next, Next::Step { place: to, .. } if *to == place);
    let is_never_again = !scan.places.iter().any(|from| from.next.iter().any(goes_to));
    let is_first = matches!(scan.starts[..], [start] if start.place == place) && is_never_again;
    let ends = |place: &crate::program::Place| {
        place.next.iter().any(|it| matches!(it, Next::Accept { .. }))
    };
    let is_last = scan.places.iter().enumerate().all(|(nth, it)| {
        let is_here = nth == usize::from(place);
        ends(it) == is_here && (!is_here || it.next.len() == 1)
    });
    rule.from.is_some() && is_first || rule.to.is_some() && is_last
}

/// Whether one cell of a match, and its place, tell all the others.
fn is_told_by_any_cell(rule: &RuleOp, scan: &Scan) -> bool {
    let is_chain = matches!(scan.shape, Shape::Cell | Shape::Chain | Shape::Run(_));
    is_chain && scan.is_line && rule.dirs.is_single()
}

/// Whether a letter is bound at one place and compared at another.
pub(super) fn are_met_again(letters: &[Binding]) -> bool {
    let is_again = |(nth, binding): (usize, &Binding)| {
        letters[nth + 1..].iter().any(|other| other.letter == binding.letter)
    };
    letters.iter().enumerate().any(is_again)
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
