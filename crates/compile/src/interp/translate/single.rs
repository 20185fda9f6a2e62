//! Parts that have no instructions are left to the general machine, board by board.

use std::slice::from_ref;

use masume_program::interp::code::{Instruction, MaskReg, NumReg};
use masume_program::interp::single::{Single, SinglePart};
use masume_program::{Cond, LayerPlanes, Next, NfaState, Op, RuleOp, Strategy, Unsupported, ops};
use masume_rules::model::{ParamSlot, Statement};

use super::Translation;

impl Translation<'_> {
    /// A statement, by itself where it has instructions.
    pub(super) fn statement(
        &mut self,
        op: &Op,
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        let mark = self.emit.mark();
        self.span = op.span().or(self.span);
        let span = self.span;
        let why = match self.instructions(op, mask) {
            Err(why) if stands_alone(op) => why,
            done => return done,
        };
        let part = SinglePart::Statement(Box::new(op.clone()));
        self.span = span;
        let Some(single) = self.single(part, why).filter(|_| self.pending.is_none()) else {
            return Err(why);
        };
        self.emit.back_to(mark);
        let mask = self.where_begun(op, mask).unwrap_or_else(|Unsupported(_)| {
            self.emit.back_to(mark);
            mask
        });
        let matched = self.emit.loose_mask();
        self.emit.act(Instruction::Statement { matched, single, mask });
        self.emit.forget_all();
        // In a trial it may come to a draw.
        self.may_finish |= self.refused.is_some();
        let locals = self.registers.values..self.registers.values + self.registers.locals;
        locals.for_each(|local| _ = self.bounds.remove(&NumReg(local)));
        Ok(Some(matched))
    }

    /// The boards of a mask on which a statement may do anything: where it consists of rules, those with a
    /// cell at which one of them may begin, and end.
    fn where_begun(&mut self, op: &Op, mask: MaskReg) -> Result<MaskReg, Unsupported> {
        let Some(rules) = plain_rules(op) else { return Ok(mask) };
        let mut may = None;
        for rule in rules {
            let nfa = self.nfa(rule.nfa);
            let starts = nfa.starts.iter().map(|start| &nfa.places[usize::from(start.place)]);
            let begins = self.any_at(starts, rule.from)?;
            let is_last = |place: &&NfaState| {
                place.next.iter().any(|next| matches!(next, Next::Accept { .. }))
            };
            let holds = match rule.to {
                Some(_) => {
                    let ends = self.any_at(nfa.places.iter().filter(is_last), rule.to)?;
                    self.both(begins, ends)
                }
                None => begins,
            };
            may = Some(match may {
                Some(may) => self.either(may, holds),
                None => holds,
            });
        }
        Ok(may.map_or(mask, |may| self.both(mask, may)))
    }

    /// True if any cell passes the test of one of these places: the one that is chosen, if one is.
    fn any_at<'n>(
        &mut self,
        places: impl Iterator<Item = &'n NfaState>,
        slot: Option<ParamSlot>,
    ) -> Result<MaskReg, Unsupported> {
        let mut all = None;
        for place in places {
            let cells = self.set(place.test)?;
            all = Some(self.or(all, cells));
        }
        let mut cells = all.unwrap_or_else(|| self.nothing());
        if let Some(slot) = slot {
            let chosen = self.chosen(slot);
            cells = self.and(chosen, cells);
        }
        Ok(self.has_any(cells))
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
        let part = SinglePart::Condition(Box::new(condition.clone()));
        let single = self.single(part, why).ok_or(why)?;
        let mask = self.base;
        Ok(self.emit.mask(|to| Instruction::Ask { to, single, mask }))
    }

    /// The number of a new part for the general machine; `None` where a board's registers do not
    /// hold all of its state.
    fn single(&mut self, part: SinglePart, why: Unsupported) -> Option<u16> {
        let is_number = |planes: &&LayerPlanes| matches!(planes, LayerPlanes::Numbers { .. });
        if self.layout.layers.iter().filter(is_number).count() != self.registers.numbers.len() {
            return None;
        }
        let choosing = self.choosing.and_then(|index| u8::try_from(index).ok());
        // It may ask for the ply.
        self.registers.ply = Some(NumReg(self.registers.values - 1));
        self.singles.push(Single {
            player: self.player as u8,
            action: self.action.or(choosing),
            is_trial: self.refused.is_some(),
            part,
            span: self.span,
            why,
        });
        u16::try_from(self.singles.len() - 1).ok()
    }
}

/// True if a statement can be run without what stands around it: nothing in it says what is legal, sets
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

/// The rules that a statement consists of, where it does nothing unless one of them matches, and asking for
/// matches cannot fail.
fn plain_rules(op: &Op) -> Option<Vec<&RuleOp>> {
    let mut rules = Vec::new();
    for part in ops(from_ref(op)) {
        if let Op::Rule(rule) = part {
            let is_plain = !matches!(rule.strategy, Strategy::Random(Some(_)))
                && rule.graph().is_none_or(|graph| !graph.compares());
            rules.push(is_plain.then_some(&**rule)?);
        } else if !matches!(part, Op::OrElse(_) | Op::Simultaneous { .. }) {
            return None;
        }
    }
    Some(rules)
}

/// True if a condition asks what players can do, or may, or have passed.
pub(super) fn asks_players(condition: &Cond) -> bool {
    match condition {
        Cond::NoAction(_)
        | Cond::NobodyCanAct
        | Cond::EveryonePassed
        | Cond::Solvable
        | Cond::Reference(_) => true,
        Cond::Some(_) | Cond::Every(..) | Cond::Compare(..) => false,
        Cond::Not(inner) => asks_players(inner),
        Cond::And(parts) | Cond::Or(parts) => parts.iter().any(asks_players),
    }
}
