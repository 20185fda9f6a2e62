//! What rules put on cells.

use masume_rules::chance::CERTAIN;
use masume_rules::model::{Content, EMPTY, Layer};

use super::{NumberPlanes, Translation, Unsupported};
use crate::interp::code::{Instruction, SetReg};
use crate::program::{Alternative, LayerPlanes, SetId};

impl Translation<'_> {
    /// A plane's own register stays what it is only until the plane is written.
    pub(crate) fn loosened(&mut self, set: SetReg) -> SetReg {
        if self.registers.is_plane(set) {
            return self.emit.set(|to| Instruction::Copy(to, set));
        }
        set
    }

    /// Weights that are the same in every state and come to a whole.
    pub(super) fn weights(&self, alternatives: &[Alternative]) -> Result<Vec<u32>, Unsupported> {
        let why = Unsupported("what is put is drawn with chances that change");
        let mut weights = Vec::new();
        let mut rest = CERTAIN;
        for (index, alternative) in alternatives.iter().enumerate() {
            let weight = match &alternative.chance {
                Some(chance) => {
                    u32::try_from(self.constant_of(chance).ok_or(why)?).map_err(|_| why)?
                }
                None if index + 1 == alternatives.len() => rest,
                None => 0,
            };
            rest = rest.checked_sub(weight).ok_or(why)?;
            weights.push(weight);
        }
        if rest == 0 { Ok(weights) } else { Err(why) }
    }

    /// Puts a content on a layer of cells, each of which passes one of the tests.
    pub(crate) fn put(
        &mut self,
        layer: Layer,
        content: Content,
        cells: SetReg,
        tests: &[SetId],
    ) -> Result<(), Unsupported> {
        match self.layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                for piece in 0..count {
                    let plane = first + piece;
                    if Content::from(piece) == content {
                        self.gain(SetReg(plane), cells);
                    } else if !self.is_free_of(plane, tests) {
                        self.lose(SetReg(plane), cells);
                    }
                }
            }
            LayerPlanes::Numbers { occupied, .. } => {
                let numbers = self.numbers_on(layer)?.clone();
                let code = match content {
                    EMPTY => 0,
                    content => numbers
                        .code(content)
                        .ok_or(Unsupported("a layer holds too many numbers"))?,
                };
                let is_free = self.is_free_of(occupied, tests);
                for (bit, plane) in (0u32..).zip(numbers.planes()) {
                    if code >> bit & 1 == 1 {
                        self.gain(plane, cells);
                    } else if !is_free {
                        self.lose(plane, cells);
                    }
                }
                if code == 0 {
                    self.lose(SetReg(occupied), cells);
                } else {
                    self.gain(SetReg(occupied), cells);
                }
            }
        }
        Ok(())
    }

    /// Whether no cell that passes one of the tests is on the plane.
    pub(super) fn is_free_of(&self, plane: u16, tests: &[SetId]) -> bool {
        !tests.is_empty() && tests.iter().all(|&test| self.excludes(test, plane))
    }

    /// The planes of a layer of numbers.
    pub(super) fn numbers_on(&self, layer: Layer) -> Result<&NumberPlanes, Unsupported> {
        let numbers = self.registers.numbers.iter().find(|it| it.layer == layer);
        numbers.ok_or(Unsupported("a layer holds too many numbers"))
    }

    pub(crate) fn gain(&mut self, plane: SetReg, cells: SetReg) {
        self.emit.act(Instruction::Or(plane, plane, cells));
        self.emit.forget_plane(plane);
    }

    pub(crate) fn lose(&mut self, plane: SetReg, cells: SetReg) {
        self.emit.act(Instruction::Without(plane, plane, cells));
        self.emit.forget_plane(plane);
    }
}
