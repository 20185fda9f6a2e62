//! Bits of packed states: where a part of a state lies among them.

use masume_board::Cell;
use masume_engine::{Frontier, PackedPart};
use masume_rules::model::{Content, Layer};

/// Bits in which the number of a cell is packed.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NumberField {
    /// The bit that says that there is one.
    held: (usize, u64),
    /// Start of its 32 bits.
    number: (usize, u32),
}

impl NumberField {
    /// Field of a cell: one bit and a run of thirty-two; `None` where numbers of the layer are packed otherwise.
    pub(crate) fn new(frontier: &Frontier<'_>, layer: Layer, cell: Cell) -> Option<Self> {
        let bits = frontier.bits(PackedPart::Content(layer, cell));
        let of_count = |count| bits.iter().copied().find(|(_, bits)| bits.count_ones() == count);
        let (held, (number, bits)) = (of_count(1)?, of_count(u32::BITS)?);
        Some(Self { held, number: (number, bits.trailing_zeros()) })
    }

    /// The number in a packed state; `None` where there is none.
    #[inline]
    pub(crate) fn read(&self, words: &[u64]) -> Option<Content> {
        let number = (words[self.number.0] >> self.number.1) as u32 as Content;
        (words[self.held.0] & self.held.1 != 0).then_some(number)
    }
}

/// The first word that a part has bits in, and those bits; `None` where it has none.
pub(crate) fn first_bits(frontier: &Frontier<'_>, part: PackedPart) -> Option<(usize, u64)> {
    frontier.bits(part).first().copied()
}

/// Adds bits of a word to masks of several.
pub(crate) fn add_bits(masks: &mut Vec<(usize, u64)>, word: usize, bits: u64) {
    // What is added one after the other mostly lies in one word.
    match masks.iter_mut().rev().find(|(known, _)| *known == word) {
        Some((_, known)) => *known |= bits,
        None => masks.push((word, bits)),
    }
}
