//! Places of a text in the units of the asker, counted once where they rise.

use masume_engine::Span;

use crate::protocol::{SpanView, Units};

/// Places of one text: each is counted from the one before it, so that all together take as long as
/// the text is. One that lies before the last is counted from the beginning.
pub(super) struct Places<'a> {
    text: &'a str,
    units: Units,
    byte: usize,
    place: usize,
}

impl<'a> Places<'a> {
    pub(super) fn new(text: &'a str, units: Units) -> Self {
        Self { text, units, byte: 0, place: 0 }
    }

    /// The place of a byte.
    pub(super) fn of(&mut self, byte: u32) -> usize {
        let to = (byte as usize).min(self.text.len());
        if to < self.byte {
            (self.byte, self.place) = (0, 0);
        }
        // Within a character is its beginning.
        let to =
            (self.byte..=to).rev().find(|at| self.text.is_char_boundary(*at)).unwrap_or(self.byte);
        self.place += self.units.of_byte(&self.text[self.byte..to], to - self.byte);
        self.byte = to;
        self.place
    }

    pub(super) fn span(&mut self, span: Span) -> SpanView {
        SpanView { start: self.of(span.start), end: self.of(span.end) }
    }
}
