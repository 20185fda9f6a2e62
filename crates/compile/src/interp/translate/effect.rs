//! What happens besides the board's change.

use masume_rules::model::{Arithmetic, Assign, EndKind};

use super::matches::Matches;
use super::{Translation, Unsupported};
use crate::interp::code::{Instruction, MaskReg, NumReg};
use crate::program::{Effect, Num};

/// A value whose amount comes to this is for one board at a time.
pub const FAR: i64 = 1 << 61;

impl Translation<'_> {
    /// Effects that come once for each match.
    pub(super) fn match_effects(
        &mut self,
        effects: &[Effect],
        matches: &Matches,
        matched: MaskReg,
    ) -> Result<(), Unsupported> {
        if matches.is_single || comes_to_the_same(effects) {
            return self.plain_effects(effects, matched);
        }
        let [Effect::Assign(value, by @ (Assign::Add | Assign::Subtract), Num::Constant(each))] =
            effects
        else {
            return Err(Unsupported("effects of a rule depend on one another"));
        };
        let mut count: Option<NumReg> = None;
        for &begun in &matches.begun {
            let here = self.counted(begun);
            count = Some(match count {
                None => here,
                Some(count) => self.calculated(count, Arithmetic::Add, here)?,
            });
        }
        let mut amount = count.ok_or(Unsupported("a rule has no direction"))?;
        if *each != 1 {
            let each = self.registers.constant(*each);
            amount = self.calculated(amount, Arithmetic::Multiply, each)?;
        }
        self.assign(NumReg(u16::from(value.0)), *by, amount, matched)
    }

    /// Effects that come once on the boards of the mask.
    pub(crate) fn plain_effects(
        &mut self,
        effects: &[Effect],
        mask: MaskReg,
    ) -> Result<(), Unsupported> {
        for (nth, effect) in effects.iter().enumerate() {
            match effect {
                Effect::Assign(value, by, number) => {
                    let number = self.number(number)?;
                    self.assign(NumReg(u16::from(value.0)), *by, number, mask)?;
                }
                Effect::AssignLocal(local, by, number) => {
                    let number = self.number(number)?;
                    let local = NumReg(self.registers.values + local.0);
                    self.assign(local, *by, number, mask)?;
                }
                // Points are counted before the rule puts anything, and not after the turn.
                Effect::Finish(EndKind::End) if self.compares_points() => {
                    return Err(Unsupported("an effect ends the game by points"));
                }
                Effect::Finish(kind) if nth + 1 == effects.len() => {
                    self.emit.act(Instruction::End(mask, *kind));
                    self.emit.forget_table();
                    self.may_finish = true;
                }
                Effect::Finish(_) => return Err(Unsupported("effects follow the end of the game")),
            }
        }
        Ok(())
    }

    /// Whether a game that just ends is won by points.
    pub(super) fn compares_points(&self) -> bool {
        self.programs.len() > 1 && self.programs.iter().all(|program| program.score.is_some())
    }

    pub(crate) fn assign(
        &mut self,
        value: NumReg,
        by: Assign,
        number: NumReg,
        mask: MaskReg,
    ) -> Result<(), Unsupported> {
        let after = match by {
            Assign::Set => number,
            Assign::Add => self.calculated(value, Arithmetic::Add, number)?,
            Assign::Subtract => self.calculated(value, Arithmetic::Subtract, number)?,
        };
        self.emit.act(Instruction::Assign(value, after, mask));
        self.emit.forget_table();
        if value.0 >= self.registers.values {
            self.bound_local(value, after);
        }
        Ok(())
    }
}

/// Whether effects come to the same however often they come: nothing that changes is counted with.
pub(super) fn comes_to_the_same(effects: &[Effect]) -> bool {
    effects.iter().all(|effect| match effect {
        Effect::Assign(_, by, number) | Effect::AssignLocal(_, by, number) => {
            *by == Assign::Set && matches!(number, Num::Constant(_))
        }
        Effect::Finish(_) => true,
    })
}
