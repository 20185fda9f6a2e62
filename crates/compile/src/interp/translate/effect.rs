//! Effects besides the board's change.

use masume_program::interp::code::{Instruction, MaskReg, NumReg};
use masume_program::{Effect, Num, Unsupported};
use masume_rules::model::{Arithmetic, Assign, EndKind};

use super::Translation;
use super::matches::Matches;

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
        let why = Unsupported("effects of a rule depend on one another");
        if !are_independent(effects) {
            return Err(why);
        }
        let mut count: Option<NumReg> = None;
        for &begun in &matches.begun {
            let here = self.counted(begun);
            count = Some(match count {
                None => here,
                Some(count) => self.calculated(count, Arithmetic::Add, here)?,
            });
        }
        let count = count.ok_or(Unsupported("a rule has no direction"))?;
        for effect in effects {
            let (to, by, number) = self.assignment(effect).ok_or(why)?;
            let each = self.number(number)?;
            let amount = if by == Assign::Set {
                each
            } else if *number == Num::Constant(1) {
                count
            } else {
                self.calculated(count, Arithmetic::Multiply, each)?
            };
            self.assign(to, by, amount, matched)?;
        }
        Ok(())
    }

    /// Effects that come once on the boards of the mask.
    pub(crate) fn plain_effects(
        &mut self,
        effects: &[Effect],
        mask: MaskReg,
    ) -> Result<(), Unsupported> {
        for (nth, effect) in effects.iter().enumerate() {
            match effect {
                Effect::Assign(..) | Effect::AssignLocal(..) => {
                    let Some((to, by, number)) = self.assignment(effect) else { continue };
                    let number = self.number(number)?;
                    self.assign(to, by, number, mask)?;
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

    /// Target of an assignment, its kind and its number, if the effect assigns one.
    pub(super) fn assignment<'e>(&self, effect: &'e Effect) -> Option<(NumReg, Assign, &'e Num)> {
        match effect {
            Effect::Assign(value, by, number) => Some((NumReg(value.0.into()), *by, number)),
            Effect::AssignLocal(local, by, number) => {
                Some((NumReg(self.registers.values + local.0), *by, number))
            }
            Effect::Finish(_) => None,
        }
    }

    /// True if a game that just ends is won by points.
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

/// True if effects come to the same however often they come: nothing that changes is counted with.
pub(super) fn comes_to_the_same(effects: &[Effect]) -> bool {
    effects.iter().all(|effect| match effect {
        Effect::Assign(_, by, number) | Effect::AssignLocal(_, by, number) => {
            *by == Assign::Set && matches!(number, Num::Constant(_))
        }
        Effect::Finish(_) => true,
    })
}

/// True if effects of one match come to the same in whatever order those of several matches come: each
/// counts with what none of them changes, and none changes what another does.
fn are_independent(effects: &[Effect]) -> bool {
    let Some(changed) = changed_by(&mut effects.iter()) else { return false };
    let is_one = |(nth, to): (usize, &Num)| !changed[..nth].contains(to);
    changed.iter().enumerate().all(is_one) && effects.iter().all(|it| is_apart(it, &changed))
}

/// True if effects only add numbers that none of them changes.
pub(super) fn are_sums(effects: &[&Effect]) -> bool {
    let Some(changed) = changed_by(&mut effects.iter().copied()) else { return false };
    let is_sum = |effect: &&Effect| match effect {
        Effect::Assign(_, by, _) | Effect::AssignLocal(_, by, _) => {
            *by != Assign::Set && is_apart(effect, &changed)
        }
        Effect::Finish(_) => false,
    };
    effects.iter().all(is_sum)
}

/// Registers that effects change; `None` where one of them ends the game.
fn changed_by(effects: &mut dyn Iterator<Item = &Effect>) -> Option<Vec<Num>> {
    let changed = |effect: &Effect| match effect {
        Effect::Assign(value, ..) => Some(Num::Value(*value)),
        Effect::AssignLocal(local, ..) => Some(Num::Local(*local)),
        Effect::Finish(_) => None,
    };
    effects.map(changed).collect()
}

/// True if an effect counts with nothing that is changed.
fn is_apart(effect: &Effect, changed: &[Num]) -> bool {
    match effect {
        Effect::Assign(_, _, number) | Effect::AssignLocal(_, _, number) => stays(number, changed),
        Effect::Finish(_) => false,
    }
}

/// True if a number is the same after these numbers changed.
fn stays(number: &Num, changed: &[Num]) -> bool {
    match number {
        Num::Constant(_) | Num::Ply | Num::Chosen(_) | Num::Across(_) | Num::Down(_) => true,
        Num::Value(_) | Num::Local(_) => !changed.contains(number),
        Num::Min(..) | Num::Max(..) | Num::Abs(_) | Num::Negate(_) | Num::Binary(..) => {
            number.operands().all(|operand| stays(operand, changed))
        }
        // Cells may be told by values.
        Num::Count(_) | Num::RowOf(_) | Num::ColumnOf(_) => false,
        Num::Letter(_) | Num::Here(_) | Num::Row | Num::Column | Num::Reference(_) => false,
    }
}
