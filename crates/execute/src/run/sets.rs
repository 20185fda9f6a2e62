//! Cells of a set in a position, and the truth of conditions.

use masume_board::{Bits, Cell};
use masume_program::{Cond, LayerPlanes, Num, Set, SetId};
use masume_rules::model::{Compare, Reach, Test};
use masume_rules::run_error::RunError;

use crate::run::Scene;

impl<const W: usize> Scene<'_, '_, W> {
    /// The cells of a set. An error is noted, and the set empty then.
    #[inline]
    pub(crate) fn set(&self, id: SetId) -> Bits<W> {
        let set = &self.program.sets[usize::from(id.0)];
        // By far most sets are planes: the others are a call away.
        if let Set::Planes(planes) = set {
            return self.planes(planes);
        }
        if let Set::NoPlanes(planes) = set {
            return self.run.steps.full.without(self.planes(planes));
        }
        self.other_set(set)
    }

    #[inline(always)]
    fn planes(&self, planes: &[u16]) -> Bits<W> {
        match planes {
            [only] => self.position.plane(*only),
            [one, other] => self.position.plane(*one).or(self.position.plane(*other)),
            more => more.iter().fold(Bits::EMPTY, |all, &it| all.or(self.position.plane(it))),
        }
    }

    fn other_set(&self, set: &Set) -> Bits<W> {
        let steps = &self.run.steps;
        match set {
            Set::Planes(planes) => self.planes(planes),
            Set::NoPlanes(planes) => steps.full.without(self.planes(planes)),
            Set::Constant(index) => {
                let player = usize::from(self.program.player.0);
                self.run.constants[player][usize::from(*index)]
            }
            Set::Chosen(slot) => self.chosen_cell(*slot).map_or(Bits::EMPTY, Bits::of),
            Set::Line(slot) => self.chosen_line(*slot),
            Set::Near(reach, slot) => {
                self.chosen_cell(*slot).map_or(Bits::EMPTY, |cell| self.around(cell, *reach))
            }
            Set::Not(inner) => steps.full.without(self.set(*inner)),
            Set::And(parts) => parts.iter().fold(steps.full, |all, &part| all.and(self.set(part))),
            Set::Or(parts) => parts.iter().fold(Bits::EMPTY, |all, &part| all.or(self.set(part))),
            Set::Count { of, reach, least, greatest } => {
                self.counted(self.set(*of), *reach, *least, *greatest)
            }
            Set::Sees { nfa, dirs } => {
                let mask = dirs.mask(&|slot| self.chosen_direction(slot));
                self.starts(*nfa, mask, None)
            }
            Set::Numbers { left, compare, right, layers } => {
                self.compared(left, *compare, right, layers)
            }
            Set::Holds(condition) => match self.condition(condition) {
                Ok(true) => steps.full,
                Ok(false) => Bits::EMPTY,
                Err(error) => {
                    self.host.note(error);
                    Bits::EMPTY
                }
            },
        }
    }

    fn around(&self, cell: Cell, reach: Reach) -> Bits<W> {
        let one = Bits::of(cell);
        let steps = &self.run.steps;
        let near = Test::directions(reach).iter();
        near.fold(Bits::EMPTY, |all, &direction| all.or(steps.step(one, direction)))
    }

    /// Cells with so many neighbours in the set: the neighbours are added bit by bit, all cells at
    /// once.
    fn counted(&self, of: Bits<W>, reach: Reach, least: u32, greatest: u32) -> Bits<W> {
        let steps = &self.run.steps;
        // Bit k of each cell's count.
        let mut sum = [Bits::<W>::EMPTY; 4];
        for &direction in Test::directions(reach) {
            let mut carry = steps.step(of, direction.opposite());
            for digit in &mut sum {
                let both = digit.and(carry);
                *digit = digit.or(carry).without(both);
                carry = both;
            }
        }
        let mut found = Bits::EMPTY;
        for count in least..=greatest.min(8) {
            let equal = (0..4).fold(steps.full, |all, k| {
                if count >> k & 1 == 1 { all.and(sum[k]) } else { all.without(sum[k]) }
            });
            found = found.or(equal);
        }
        found
    }

    fn compared(
        &self,
        left: &Num,
        operator: Compare,
        right: &Num,
        layers: &[LayerPlanes],
    ) -> Bits<W> {
        let mut cells = self.run.steps.full;
        for layer in layers {
            cells = match layer {
                LayerPlanes::Numbers { occupied, .. } => cells.and(self.position.plane(*occupied)),
                LayerPlanes::Pieces { first, count } => {
                    let planes: Vec<u16> = (*first..first + count).collect();
                    cells.and(self.planes(&planes))
                }
            };
        }
        let mut found = Bits::EMPTY;
        if let (Num::Here(layer), Num::Constant(number)) = (left, right) {
            let content = |cell: &Cell| self.position.content(&self.run.layout, *layer, *cell);
            let holds = |cell: &Cell| operator.holds(content(cell).into(), *number);
            cells.iter().filter(holds).for_each(|cell| found.insert(cell));
            return found;
        }
        for cell in cells {
            if let Err(error) = self.host.stop.check(self.span) {
                self.host.note(error);
                return Bits::EMPTY;
            }
            let left = self.number_at(left, Some(cell), &[]);
            let right = self.number_at(right, Some(cell), &[]);
            match left.and_then(|left| Ok((left, right?))) {
                Ok((left, right)) if operator.holds(left, right) => found.insert(cell),
                Ok(_) => {}
                Err(error) => {
                    self.host.note(error);
                    return Bits::EMPTY;
                }
            }
        }
        found
    }

    /// True if the condition holds.
    pub(crate) fn condition(&self, condition: &Cond) -> Result<bool, RunError> {
        self.condition_knowing(condition, &mut None)
    }

    /// The same. If the next player can act is known where it was asked before of this position, and noted: where actions are
    /// found by running their bodies, that is most of the work of a turn.
    pub(crate) fn condition_knowing(
        &self,
        condition: &Cond,
        can_act: &mut Option<bool>,
    ) -> Result<bool, RunError> {
        Ok(match condition {
            Cond::Some(set) => {
                let holds = !self.set(*set).and(self.run.steps.inner).is_empty();
                self.host.check()?;
                holds
            }
            Cond::Every(set, has) => {
                let cells = self.set(*set).and(self.run.steps.inner);
                let holds = cells.is_empty() || cells.without(self.set(*has)).is_empty();
                self.host.check()?;
                holds
            }
            Cond::NoAction(None) => !match *can_act {
                Some(known) => known,
                None => *can_act.insert(self.has_action(self.next, None)?),
            },
            Cond::NoAction(action) => !self.has_action(self.next, *action)?,
            Cond::NobodyCanAct => {
                for player in 0..self.run.programs.len() as u8 {
                    if self.has_action(masume_rules::model::Player(player), None)? {
                        return Ok(false);
                    }
                }
                true
            }
            Cond::EveryonePassed => self.position.passes as usize >= self.run.programs.len(),
            Cond::Solvable => {
                self.may_solve && {
                    let state = self.position.to_state(&self.run.layout);
                    self.host.fallback.borrow_mut().is_solvable(&state)
                }
            }
            Cond::Compare(left, operator, right) => {
                let left = self.number_at(left, None, &[])?;
                operator.holds(left, self.number_at(right, None, &[])?)
            }
            Cond::Not(inner) => !self.condition_knowing(inner, can_act)?,
            Cond::And(parts) => {
                for part in parts {
                    if !self.condition_knowing(part, can_act)? {
                        return Ok(false);
                    }
                }
                true
            }
            Cond::Or(parts) => {
                for part in parts {
                    if self.condition_knowing(part, can_act)? {
                        return Ok(true);
                    }
                }
                false
            }
            Cond::Reference(condition) => {
                let state = self.position.to_state(&self.run.layout);
                let frame = self.frame();
                self.host.fallback.borrow_mut().condition(&state, &frame, condition)?
            }
        })
    }
}
