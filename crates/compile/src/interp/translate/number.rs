//! Numbers and conditions.

use masume_program::interp::code::{FAR, Instruction, MaskReg, NumReg, SetReg};
use masume_program::interp::operand::Axis;
use masume_program::interp::registers::ALL;
use masume_program::{Cond, Num, SetId, Unsupported};
use masume_rules::model::{Arithmetic, Compare, ParamKind, ParamSlot};

use super::Translation;

/// The same in a loop, of which there are fewer than 2^12 rounds in a turn.
const SMALL_IN_LOOPS: i64 = 1 << 12;

/// Numbers no further from zero than this are added to values without asking for overflow: it would
/// take 2^27 turns of hundreds of such sums to come near it.
const SMALL: i64 = 1 << 24;

impl Translation<'_> {
    /// The number, where it is the same in every state.
    pub(crate) fn constant_of(&self, number: &Num) -> Option<i64> {
        if let Num::Constant(number) = number {
            return Some(*number);
        }
        number.worked_out(|operand| self.constant_of(operand))
    }

    /// The register of a number that is asked outside any match.
    pub(crate) fn number(&mut self, number: &Num) -> Result<NumReg, Unsupported> {
        self.has_room()?;
        if let Some(constant) = self.constant_of(number) {
            if !(-FAR..FAR).contains(&constant) {
                return Err(Unsupported("a number leaves no room to count"));
            }
            return Ok(self.registers.constant(constant));
        }
        match number {
            Num::Value(value) => Ok(NumReg(u16::from(value.0))),
            Num::Local(local) => Ok(NumReg(self.registers.values + local.0)),
            Num::Count(set) => {
                let cells = self.set(*set)?;
                let cells = self.within(cells);
                Ok(self.counted(cells))
            }
            Num::Min(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Ok(self.emit.num(|to| Instruction::Min(to, left, right)))
            }
            Num::Max(left, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Ok(self.emit.num(|to| Instruction::Max(to, left, right)))
            }
            Num::Negate(inner) => {
                let (zero, inner) = (self.registers.constant(0), self.number(inner)?);
                self.calculated(zero, Arithmetic::Subtract, inner)
            }
            Num::Binary(left, by, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                self.calculated(left, *by, right)
            }
            Num::Constant(_) => Err(Unsupported("a number is out of bounds")),
            Num::Letter(_) | Num::Here(_) | Num::Row | Num::Column => {
                Err(Unsupported("a number depends on the cell"))
            }
            Num::Ply => {
                let ply = NumReg(self.registers.values - 1);
                self.registers.ply = Some(ply);
                Ok(ply)
            }
            Num::Chosen(slot) => self.chosen_line_number(*slot),
            Num::Across(_) => self.toward(Axis::Row),
            Num::Down(_) => self.toward(Axis::Column),
            Num::RowOf(set) => self.place_of(*set, Axis::Row),
            Num::ColumnOf(set) => self.place_of(*set, Axis::Column),
            Num::Abs(inner) => {
                let (zero, inner) = (self.registers.constant(0), self.number(inner)?);
                let negated = self.calculated(zero, Arithmetic::Subtract, inner)?;
                let bound = self.bound_of(inner);
                let found = self.emit.num(|to| Instruction::Max(to, inner, negated));
                self.note_bound(found, bound);
                Ok(found)
            }
            Num::Reference(_) => Err(Unsupported("a number goes to the reference executor")),
        }
    }

    /// The column or the row that was chosen, from 1.
    fn chosen_line_number(&mut self, slot: ParamSlot) -> Result<NumReg, Unsupported> {
        let action = self.action.ok_or(Unsupported("a number depends on the choice"))?;
        let axis = match self.rules.actions[usize::from(action)].params.get(usize::from(slot.0)) {
            Some(ParamKind::Column) => Axis::Column,
            Some(ParamKind::Row) => Axis::Row,
            Some(ParamKind::Cell | ParamKind::Direction(_)) | None => {
                return Ok(self.registers.constant(0));
            }
        };
        let chosen = self.chosen(slot);
        Ok(self.placed(chosen, axis))
    }

    /// Columns or rows by which the chosen direction goes.
    fn toward(&mut self, axis: Axis) -> Result<NumReg, Unsupported> {
        if self.chosen_ways == 0 {
            return Err(Unsupported("a number depends on the choice"));
        }
        let far = self.emit.num(|to| Instruction::Toward(to, axis));
        self.note_bound(far, Some(1));
        Ok(far)
    }

    /// The row or the column of the first cell of a set.
    fn place_of(&mut self, set: SetId, axis: Axis) -> Result<NumReg, Unsupported> {
        let cells = self.set(set)?;
        let cells = self.within(cells);
        Ok(self.placed(cells, axis))
    }

    fn placed(&mut self, cells: SetReg, axis: Axis) -> NumReg {
        let place = self.emit.num(|to| Instruction::PlaceOf(to, cells, axis));
        let grid = &self.layout.grid;
        self.note_bound(place, Some(i64::from(grid.longest_side())));
        place
    }

    /// Notes how far from zero a number can be, if that is known.
    fn note_bound(&mut self, number: NumReg, bound: Option<i64>) {
        if let Some(bound) = bound {
            self.bounds.insert(number, bound);
        }
    }

    /// Number of cells of a set.
    pub(crate) fn counted(&mut self, cells: SetReg) -> NumReg {
        let count = self.emit.num(|to| Instruction::CountCells(to, cells));
        self.bounds.insert(count, self.layout.cells() as i64);
        count
    }

    pub(crate) fn calculated(
        &mut self,
        left: NumReg,
        by: Arithmetic,
        right: NumReg,
    ) -> Result<NumReg, Unsupported> {
        if by == Arithmetic::Multiply {
            // Mostly a meeting counts once.
            for (one, other) in [(left, right), (right, left)] {
                if self.registers.constant_of(one) == Some(1) {
                    return Ok(other);
                }
            }
        }
        let (one, other) = (self.bound_of(left), self.bound_of(right));
        let divisor = self.registers.constant_of(right).filter(|it| *it != 0);
        let bound = match by {
            Arithmetic::Add | Arithmetic::Subtract => one.and_then(|one| Some(one + other?)),
            Arithmetic::Multiply => one.and_then(|one| one.checked_mul(other?)),
            Arithmetic::Divide => divisor.and(one),
            Arithmetic::Modulo => divisor.and(other),
        };
        let small = if self.rounds > 1 { SMALL_IN_LOOPS } else { SMALL };
        let bound = bound.filter(|bound| *bound <= small);
        let is_small = other.is_some_and(|other| other <= small);
        // A value is far from overflow, and what is small does not bring it there in any number of
        // turns that can be played.
        let is_sum = matches!(by, Arithmetic::Add | Arithmetic::Subtract);
        let is_safe = bound.is_some() || self.is_value(left) && is_small && is_sum;
        if !is_safe && !self.may_retry && !self.is_scoring {
            return Err(Unsupported("the arithmetic of a question may fail"));
        }
        let found = match by {
            Arithmetic::Add if is_safe => self.emit.num(|to| Instruction::Add(to, left, right)),
            Arithmetic::Subtract if is_safe => {
                self.emit.num(|to| Instruction::Subtract(to, left, right))
            }
            Arithmetic::Add | Arithmetic::Subtract | Arithmetic::Multiply => {
                self.emit.num(|to| Instruction::Calculate(to, left, by, right))
            }
            Arithmetic::Divide | Arithmetic::Modulo if is_safe => {
                self.emit.num(|to| Instruction::Divide(to, left, by, right))
            }
            Arithmetic::Divide | Arithmetic::Modulo => {
                self.emit.num(|to| Instruction::Calculate(to, left, by, right))
            }
        };
        if let Some(bound) = bound {
            self.bounds.insert(found, bound);
        }
        Ok(found)
    }

    /// Bound of a number's distance from zero, where that is known to be little.
    pub(super) fn bound_of(&self, number: NumReg) -> Option<i64> {
        if let Some(constant) = self.registers.constant_of(number) {
            return constant.checked_abs().filter(|it| *it <= SMALL);
        }
        self.bounds.get(&number).copied()
    }

    /// A local takes over a number, or keeps the one it has.
    pub(crate) fn bound_local(&mut self, local: NumReg, number: NumReg) {
        let bound = self.bound_of(number).and_then(|new| Some(new.max(self.bound_of(local)?)));
        match bound {
            Some(bound) => self.bounds.insert(local, bound),
            None => self.bounds.remove(&local),
        };
    }

    fn is_value(&self, number: NumReg) -> bool {
        number.0 < self.registers.values
    }

    /// The boards on which a condition holds.
    pub(crate) fn condition(&mut self, condition: &Cond) -> Result<MaskReg, Unsupported> {
        self.has_room()?;
        let mark = self.emit.mark();
        self.condition_by_instructions(condition).or_else(|why| {
            self.emit.back_to(mark);
            self.asked_condition(condition, why)
        })
    }

    fn condition_by_instructions(&mut self, condition: &Cond) -> Result<MaskReg, Unsupported> {
        match condition {
            Cond::Some(set) => {
                let cells = match self.runs_one_way(*set)? {
                    Some(cells) => cells,
                    None => self.set(*set)?,
                };
                let cells = self.within(cells);
                Ok(self.has_any(cells))
            }
            Cond::Every(set, has) => {
                let (cells, has) = (self.set(*set)?, self.set(*has)?);
                let cells = self.within(cells);
                let lacking = self.without(cells, has);
                let some = self.has_any(lacking);
                Ok(self.not(some))
            }
            Cond::NoAction(action) => {
                let any = self.next_can_act(*action)?;
                Ok(self.not(any))
            }
            Cond::NobodyCanAct => {
                let players: Vec<usize> = (0..self.programs.len()).collect();
                self.nobody_of(&players)
            }
            // Passes are counted as choices are taken.
            Cond::EveryonePassed if self.action.is_some() => {
                Err(Unsupported("an action asks who passed before it"))
            }
            Cond::EveryonePassed => Ok(self.emit.mask(Instruction::EveryonePassed)),
            Cond::Solvable => Err(Unsupported("a condition asks a solver")),
            Cond::Compare(left, operator, right) => {
                let (left, right) = (self.number(left)?, self.number(right)?);
                Ok(self.compared(left, *operator, right))
            }
            Cond::Not(inner) => {
                let inner = self.condition(inner)?;
                Ok(self.not(inner))
            }
            Cond::And(parts) => {
                let mut all = ALL;
                for part in parts {
                    let part = self.condition(part)?;
                    all = self.both(all, part);
                }
                Ok(all)
            }
            Cond::Or(parts) => {
                let mut any: Option<MaskReg> = None;
                for part in parts {
                    let part = self.condition(part)?;
                    any = Some(any.map_or(part, |any| self.either(any, part)));
                }
                any.ok_or(Unsupported("a condition is empty"))
            }
            Cond::Reference(..) => Err(Unsupported("a condition goes to the reference executor")),
        }
    }

    pub(crate) fn compared(&mut self, left: NumReg, by: Compare, right: NumReg) -> MaskReg {
        self.emit.mask(|to| Instruction::Compare(to, left, by, right))
    }

    pub(crate) fn has_any(&mut self, cells: SetReg) -> MaskReg {
        if self.registers.held(cells).is_some_and(|cells| !cells.is_empty()) {
            return ALL;
        }
        self.emit.mask(|to| Instruction::HasAny(to, cells))
    }

    pub(crate) fn not(&mut self, mask: MaskReg) -> MaskReg {
        self.only_without(ALL, mask)
    }

    pub(crate) fn both(&mut self, one: MaskReg, other: MaskReg) -> MaskReg {
        if one == ALL || one == other {
            return other;
        }
        self.emit.mask(|to| Instruction::MaskAnd(to, one, other))
    }

    pub(crate) fn either(&mut self, one: MaskReg, other: MaskReg) -> MaskReg {
        if [one, other].contains(&ALL) {
            return ALL;
        }
        self.emit.mask(|to| Instruction::MaskOr(to, one, other))
    }

    pub(crate) fn only_without(&mut self, one: MaskReg, other: MaskReg) -> MaskReg {
        self.emit.mask(|to| Instruction::MaskWithout(to, one, other))
    }
}
