//! Statements, one after another.

use masume_program::interp::code::{Instruction, MaskReg, NumReg};
use masume_program::interp::registers::{ALL, OVER};
use masume_program::{Effect, Op, RuleOp, Unsupported};

use super::Translation;
use super::letters::is_at_once;

/// The most statements of a turn: far fewer than its fuel.
const MOST_STATEMENTS: u32 = 500;

impl Translation<'_> {
    /// Statements run on the boards of the mask; where any of them matched.
    pub(crate) fn block(
        &mut self,
        block: &[Op],
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        let (mut left, mut any) = (mask, None);
        for op in block {
            self.statements += 1;
            if self.statements > MOST_STATEMENTS {
                return Err(Unsupported("there are too many statements"));
            }
            let mask = self.running(left);
            let matched = if matches!(op, Op::Must(_) | Op::Require(..)) && self.action.is_none() {
                let (matched, holds) = self.required(op, mask)?;
                // Outside an action nothing is refused: the rest of the block does not run.
                left = self.both(left, holds);
                matched
            } else {
                self.statement(op, mask)?
            };
            if let Some(matched) = matched {
                any = Some(match any {
                    None => matched,
                    Some(any) => self.either(any, matched),
                });
            }
        }
        Ok(any)
    }

    /// Boards of the mask on which a requirement matched, if it is rules, and those on which it
    /// holds.
    fn required(
        &mut self,
        op: &Op,
        mask: MaskReg,
    ) -> Result<(Option<MaskReg>, MaskReg), Unsupported> {
        if let Op::Require(condition, _) = op {
            return Ok((None, self.condition(condition)?));
        }
        let none = self.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL));
        let Op::Must(block) = op else { return Ok((None, ALL)) };
        let matched = self.block(block, mask)?.unwrap_or(none);
        Ok((Some(matched), matched))
    }

    /// The boards of the mask on which statements still run: the game is not over there, and the
    /// action not refused.
    pub(super) fn running(&mut self, mask: MaskReg) -> MaskReg {
        let mask = if self.may_finish { self.only_without(mask, OVER) } else { mask };
        match self.refused {
            Some(refused) if self.may_refuse => self.only_without(mask, refused),
            Some(_) | None => mask,
        }
    }

    /// A statement on the boards of the mask; where it matched, if it is one that looks for
    /// anything.
    pub(super) fn instructions(
        &mut self,
        op: &Op,
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        match op {
            Op::Rule(rule) => self.rule(rule, mask).map(Some),
            Op::OrElse(blocks) => {
                if let Some(rules) = self.plain_rules(blocks) {
                    return self.first_that_matches(&rules, mask).map(Some);
                }
                let (mut left, mut any) = (mask, None);
                for block in blocks {
                    let Some(matched) = self.block(block, left)? else { continue };
                    left = self.only_without(left, matched);
                    any = Some(match any {
                        None => matched,
                        Some(any) => self.either(any, matched),
                    });
                }
                Ok(any)
            }
            // Only legal actions are done: what their bodies require holds, whatever is drawn.
            Op::Must(block) if self.is_decided_body => self.block(block, mask),
            Op::Require(..) if self.is_decided_body => Ok(None),
            Op::Must(block) if self.refused.is_some() => {
                let none = self.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL));
                let matched = self.block(block, mask)?.unwrap_or(none);
                self.refuse_unless(matched, mask);
                Ok(Some(matched))
            }
            Op::Require(condition, _) if self.refused.is_some() => {
                let holds = self.condition(condition)?;
                self.refuse_unless(holds, mask);
                Ok(None)
            }
            // Outside an action its block asks for it.
            Op::Must(_) | Op::Require(..) => Ok(None),
            Op::If(condition, then, otherwise, _) => {
                let holds = self.condition(condition)?;
                let (yes, no) = (self.both(mask, holds), self.only_without(mask, holds));
                // What the one block changes, the boards of the other still have.
                let before = self.emit.known();
                let [yes_branch, no_branch] =
                    self.branches.take().map_or([None, None], |it| it.map(Some));
                let then = self.branch(then, yes, yes_branch)?;
                let known = self.emit.switch(before);
                let otherwise = self.branch(otherwise, no, no_branch)?;
                self.emit.join(&known);
                Ok(match (then, otherwise) {
                    (Some(then), Some(otherwise)) => Some(self.either(then, otherwise)),
                    (matched, None) | (None, matched) => matched,
                })
            }
            Op::Let(local, number, _) => {
                let number = self.number(number)?;
                let local = NumReg(self.registers.values + local.0);
                self.emit.act(Instruction::Assign(local, number, mask));
                self.emit.forget_table();
                self.bound_local(local, number);
                Ok(None)
            }
            Op::Effects(effects, _) => {
                self.plain_effects(effects, mask)?;
                Ok(None)
            }
            Op::Relocate { .. } | Op::March(_) | Op::Repeat(..) if self.pending.is_some() => {
                Err(Unsupported("more than plain rules see the same board"))
            }
            Op::Relocate { from, layers, to, .. } => {
                self.relocate(*from, layers, *to, mask).map(Some)
            }
            Op::March(march) => self.march(march, mask).map(Some),
            Op::Simultaneous { block, is_one_rule: true, .. } => self.rule_by_content(block, mask),
            Op::Simultaneous { block, .. } => self.simultaneous(block, mask),
            Op::Repeat(block, ..) => self.repeat(block, mask),
            Op::Times(times, block, ..) => self.times(times, block, mask),
            Op::Deal { .. } | Op::Shuffle { .. } if self.pending.is_some() => {
                Err(Unsupported("more than plain rules see the same board"))
            }
            Op::Shuffle { layer, .. } => self.shuffle(*layer, mask).map(Some),
            Op::Deal { each, over, .. } => self.deal(each, *over, mask).map(Some),
            Op::Until(..) | Op::Picture(..) => Err(Unsupported("a board is set up")),
            Op::Reference { .. } => Err(Unsupported("a statement goes to the reference executor")),
        }
    }

    /// The rules of blocks, each of which is one that is done all at once.
    fn plain_rules<'b>(&self, blocks: &'b [Vec<Op>]) -> Option<Vec<&'b RuleOp>> {
        let rule = |block: &'b Vec<Op>| match &block[..] {
            [Op::Rule(rule)] if is_at_once(rule) => Some(&**rule),
            _other => None,
        };
        let rules: Vec<&RuleOp> = blocks.iter().map(rule).collect::<Option<_>>()?;
        let finishes =
            |rule: &&RuleOp| rule.effects.iter().any(|effect| matches!(effect, Effect::Finish(_)));
        (!rules.iter().any(finishes)).then_some(rules)
    }

    /// Rules of which on each board the first that matches is done: all look at the board before any
    /// of them changes it, for none changes a board on which a later one is done.
    fn first_that_matches(
        &mut self,
        rules: &[&RuleOp],
        mask: MaskReg,
    ) -> Result<MaskReg, Unsupported> {
        let may_match: Option<Vec<MaskReg>> = rules.iter().map(|it| self.may_match(it)).collect();
        if let Some(may_match) = may_match {
            return self.first_that_may_match(rules, &may_match, mask);
        }
        let (mut left, mut any): (MaskReg, Option<MaskReg>) = (mask, None);
        let mut found = Vec::new();
        for rule in rules {
            let matches = self.find(rule, left)?;
            left = self.only_without(left, matches.matched);
            any = Some(any.map_or(matches.matched, |any| self.either(any, matches.matched)));
            found.push(matches);
        }
        for (rule, matches) in rules.iter().zip(found) {
            self.do_all(rule, matches)?;
        }
        any.ok_or(Unsupported("there is no rule to try"))
    }

    /// The boards where a rule may match, where that is known before.
    fn may_match(&self, rule: &RuleOp) -> Option<MaskReg> {
        let known = self.may_match.iter().find(|(known, _)| std::ptr::eq(*known, rule));
        known.map(|(_, mask)| *mask)
    }

    /// The same where each rule may match on few boards: one that may match on none is left out.
    fn first_that_may_match(
        &mut self,
        rules: &[&RuleOp],
        may_match: &[MaskReg],
        mask: MaskReg,
    ) -> Result<MaskReg, Unsupported> {
        let any = self.registers.work_mask();
        let none = self.emit.mask(|to| Instruction::MaskWithout(to, ALL, ALL));
        self.emit.keep_mask(none, any);
        self.emit.forget_table();
        for (rule, may) in rules.iter().zip(may_match) {
            let left = self.both(mask, *may);
            let left = self.only_without(left, any);
            let region = self.emit.enter(left);
            let found = self.find(rule, left)?;
            self.emit.act(Instruction::MaskOr(any, any, found.matched));
            self.do_all(rule, found)?;
            self.emit.leave(region);
            self.emit.forget_table();
        }
        Ok(any)
    }

    /// A block that runs a number of times.
    fn times(
        &mut self,
        times: &masume_program::Num,
        block: &[Op],
        mask: MaskReg,
    ) -> Result<Option<MaskReg>, Unsupported> {
        let Some(times) = self.constant_of(times) else {
            return self.counted_rounds(times, block, mask);
        };
        let mut any = None;
        for _ in 0..times.clamp(0, i64::from(MOST_STATEMENTS) + 1) {
            // Where nothing is in the block nothing would count it.
            self.statements += 1;
            if self.statements > MOST_STATEMENTS {
                return Err(Unsupported("there are too many statements"));
            }
            let mask = self.running(mask);
            if let Some(matched) = self.block(block, mask)? {
                any = Some(match any {
                    None => matched,
                    Some(any) => self.either(any, matched),
                });
            }
        }
        Ok(any)
    }
}
