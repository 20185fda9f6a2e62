//! Contents that change places, or are dealt.

use masume_program::interp::code::{Instruction, MaskReg, SetReg};
use masume_program::{LayerPlanes, Num, SetId, Unsupported};
use masume_rules::model::{Compare, Layer};

use super::Translation;

impl Translation<'_> {
    /// The contents of a layer change places on the boards of the mask; where there are any.
    pub(super) fn shuffle(&mut self, layer: Layer, mask: MaskReg) -> Result<MaskReg, Unsupported> {
        let (planes, held): (Vec<SetReg>, SetReg) = match self.layout.layer(layer) {
            LayerPlanes::Pieces { first, count } => {
                let planes: Vec<SetReg> = (first..first + count).map(SetReg).collect();
                let held = planes.iter().fold(None, |all, &plane| Some(self.or(all, plane)));
                (planes, held.ok_or(Unsupported("a layer holds nothing"))?)
            }
            LayerPlanes::Numbers { occupied, .. } => {
                (self.numbers_on(layer)?.planes().collect(), SetReg(occupied))
            }
        };
        let cells = self.within(held);
        let some = self.has_any(cells);
        let matched = self.both(mask, some);
        if self.refused.is_some() {
            let several = self.has_several(cells);
            let drawn = self.both(mask, several);
            self.draw_refused(drawn);
            return Ok(matched);
        }
        let of: Box<[SetReg]> = planes.into();
        self.emit.act(Instruction::Shuffle { to: of.clone(), of, cells, mask });
        self.emit.forget_all();
        Ok(matched)
    }

    /// In a trial contents are dealt on the boards of the mask, or are not; where they are.
    pub(super) fn deal(
        &mut self,
        each: &Num,
        over: SetId,
        mask: MaskReg,
    ) -> Result<MaskReg, Unsupported> {
        if self.refused.is_none() {
            return Err(Unsupported("contents are dealt"));
        }
        let (cells, each) = (self.set(over)?, self.number(each)?);
        let cells = self.within(cells);
        let (count, one) = (self.counted(cells), self.registers.constant(1));
        let is_some =
            self.emit.mask(|to| Instruction::Compare(to, each, Compare::GreaterOrEqual, one));
        let fits = self.emit.mask(|to| Instruction::Compare(to, each, Compare::LessOrEqual, count));
        let dealt = self.both(is_some, fits);
        let dealt = self.both(mask, dealt);
        let several = self.has_several(cells);
        let drawn = self.both(dealt, several);
        self.draw_refused(drawn);
        // What is dealt to one cell is no draw, and seldom.
        let certain = self.only_without(dealt, several);
        self.emit.act(Instruction::Retry(certain));
        Ok(dealt)
    }

    /// The boards where a set has more than one cell.
    pub(super) fn has_several(&mut self, cells: SetReg) -> MaskReg {
        let (count, one) = (self.counted(cells), self.registers.constant(1));
        self.emit.mask(|to| Instruction::Compare(to, count, Compare::Greater, one))
    }
}
