//! What has no instructions is left to the general machine, board by board.

use std::slice::from_ref;

use masume_rules::model::Statement;

use super::{Translation, Unsupported};
use crate::interp::code::{Instruction, MaskReg, NumReg};
use crate::interp::single::{Part, Single};
use crate::program::{Cond, LayerPlanes, Op, ops};

impl Translation<'_> {
    /// A statement, by itself where it has instructions.
    pub(super) fn statement(
        &mut self,
        op: &Op,
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        let mark = self.emit.mark();
        let why = match self.instructions(op, mask) {
            Err(why) if stands_alone(op) => why,
            done => return done,
        };
        let part = Part::Statement(Box::new(op.clone()));
        let Some(single) = self.single(part, why).filter(|_| self.pending.is_none()) else {
            return Err(why);
        };
        self.emit.back_to(mark);
        let matched = self.emit.loose_mask();
        self.emit.act(Instruction::Statement { matched, single, mask });
        self.emit.forget_all();
        // In a trial it may come to a draw.
        self.may_finish |= self.refused.is_some();
        let locals = self.registers.values..self.registers.values + self.registers.locals;
        locals.for_each(|local| _ = self.bounds.remove(&NumReg(local)));
        Ok(Some(matched))
    }

    /// A condition that has no instructions.
    pub(super) fn asked_condition(
        &mut self,
        condition: &Cond,
        why: Unsupported,
    ) -> Result<MaskReg, Unsupported> {
        if asks_players(condition) || !self.may_retry {
            return Err(why);
        }
        let part = Part::Condition(Box::new(condition.clone()));
        let single = self.single(part, why).ok_or(why)?;
        let mask = self.base;
        Ok(self.emit.mask(|to| Instruction::Ask { to, single, mask }))
    }

    /// The number of a new part for the general machine; `None` where a board's registers do not
    /// hold all of its state.
    fn single(&mut self, part: Part, why: Unsupported) -> Option<u16> {
        let is_number = |planes: &&LayerPlanes| matches!(planes, LayerPlanes::Numbers { .. });
        if self.layout.layers.iter().filter(is_number).count() != self.registers.numbers.len() {
            return None;
        }
        // It may ask for the ply.
        self.registers.ply = Some(NumReg(self.registers.values - 1));
        self.singles.push(Single {
            player: self.player as u8,
            action: self.action,
            is_trial: self.refused.is_some(),
            part,
            why,
        });
        u16::try_from(self.singles.len() - 1).ok()
    }
}

/// Whether a statement can be run without what stands around it: nothing in it says what is legal, sets
/// a board up or asks what players can do.
fn stands_alone(op: &Op) -> bool {
    ops(from_ref(op)).all(|op| match op {
        Op::Reference { statement, .. } => matches!(**statement, Statement::Rule(_)),
        Op::If(condition, ..) => !asks_players(condition),
        Op::Must(_) | Op::Require(..) | Op::Until(..) | Op::Picture(..) => false,
        Op::Rule(_)
        | Op::Relocate { .. }
        | Op::OrElse(_)
        | Op::Simultaneous { .. }
        | Op::Repeat(..)
        | Op::Times(..)
        | Op::March(_)
        | Op::Deal { .. }
        | Op::Shuffle { .. }
        | Op::Let(..)
        | Op::Effects(..) => true,
    })
}

/// Whether a condition asks what players can do, or may.
pub(super) fn asks_players(condition: &Cond) -> bool {
    match condition {
        Cond::NoAction(_) | Cond::NobodyCanAct | Cond::Solvable | Cond::Reference(_) => true,
        Cond::Some(_) | Cond::Every(..) | Cond::EveryonePassed | Cond::Compare(..) => false,
        Cond::Not(inner) => asks_players(inner),
        Cond::And(parts) | Cond::Or(parts) => parts.iter().any(asks_players),
    }
}
