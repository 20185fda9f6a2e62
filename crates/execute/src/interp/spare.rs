//! Memory for a board that the general machine works on.

use masume_board::Bits;
use masume_program::Layout;

use super::GameCode;
use super::register_file::RegisterFile;
use crate::run::Position;

/// A position that is handed to the general machine again and again. Trials run on boards that hardly
/// differ, so only those numbers are put there that are not what they were on the board before.
#[derive(Debug)]
pub(crate) struct Spare<const W: usize> {
    position: Option<Position>,
    /// The planes of bits that its numbers were made of.
    planes: Vec<Bits<W>>,
    /// The cells that changed since then.
    changed: Bits<W>,
}

impl<const W: usize> Default for Spare<W> {
    fn default() -> Self {
        Self { position: None, planes: Vec::new(), changed: Bits::EMPTY }
    }
}

// What is in it is of no use to another table.
impl<const W: usize> Clone for Spare<W> {
    fn clone(&self) -> Self {
        Self::default()
    }
}

impl<const W: usize, const L: usize> RegisterFile<W, L> {
    /// A position that is a board, but for whose turn it is; `blank` makes an empty one.
    pub(super) fn take_spare(
        &mut self,
        code: &GameCode,
        layout: &Layout,
        lane: usize,
        blank: impl FnOnce() -> Position,
    ) -> Position {
        let Spare { position, mut planes, changed } = std::mem::take(&mut self.spare);
        let mut position = position.unwrap_or_else(|| {
            planes.clear();
            blank()
        });
        let count = code.registers.numbers.iter().map(|numbers| usize::from(numbers.bits)).sum();
        planes.resize(count, Bits::EMPTY);
        let mut known = planes.iter_mut();
        for numbers in &code.registers.numbers {
            let mut differ = changed;
            for (plane, known) in numbers.planes().zip(known.by_ref()) {
                let now = self.set(plane).lane(lane);
                differ = differ.or(now.without(*known)).or(known.without(now));
                *known = now;
            }
            self.store_numbers(numbers, layout, lane, (differ, &mut position));
        }
        self.store_rest(code, layout, lane, &mut position);
        self.spare.planes = planes;
        position
    }

    /// Takes back the position, in which these cells were changed.
    pub(super) fn give_spare(&mut self, position: Position, changed: Bits<W>) {
        (self.spare.position, self.spare.changed) = (Some(position), changed);
    }
}
