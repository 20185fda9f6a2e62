//! Dependence of sets and numbers on the choice, or on locals.

use masume_program::{Cond, Dirs, Num, Set, SetId};
use masume_rules::model::ParamSlot;

use super::Lowering;

/// Slots that are chosen already; what depends on these alone depends on nothing.
#[derive(Clone, Copy)]
struct BoundSlots(usize);

impl BoundSlots {
    fn lacks(self, slot: ParamSlot) -> bool {
        usize::from(slot.0) >= self.0
    }

    fn lacks_any(self, dirs: &Dirs) -> bool {
        match dirs {
            Dirs::Fixed(_) => false,
            Dirs::Chosen(slot) | Dirs::Against(slot) => self.lacks(*slot),
            Dirs::Union(parts) => parts.iter().any(|part| self.lacks_any(part)),
        }
    }
}

impl Lowering<'_> {
    /// True if the set depends on what was chosen, or on locals.
    pub(super) fn depends(&self, set: SetId) -> bool {
        self.set_needs(set, BoundSlots(0))
    }

    /// True if the set depends on locals, or on what is chosen after so many slots.
    pub(super) fn depends_after(&self, set: SetId, slots: usize) -> bool {
        self.set_needs(set, BoundSlots(slots))
    }

    pub(super) fn condition_depends(&self, condition: &Cond) -> bool {
        self.condition_needs(condition, BoundSlots(0))
    }

    fn set_needs(&self, set: SetId, known: BoundSlots) -> bool {
        match self.set(set) {
            Set::Planes(_) | Set::NoPlanes(_) | Set::Constant(_) => false,
            Set::Chosen(slot) | Set::Line(slot) | Set::Near(_, slot) => known.lacks(*slot),
            Set::Not(inner) => self.set_needs(*inner, known),
            Set::And(parts) | Set::Or(parts) => {
                parts.iter().any(|&part| self.set_needs(part, known))
            }
            Set::Count { of, .. } => self.set_needs(*of, known),
            Set::Sees { nfa, dirs } => {
                let mut places = self.nfa(*nfa).places.iter();
                known.lacks_any(dirs) || places.any(|place| self.set_needs(place.test, known))
            }
            Set::Numbers { left, right, .. } => {
                self.number_needs(left, known) || self.number_needs(right, known)
            }
            Set::Holds(condition) => self.condition_needs(condition, known),
        }
    }

    fn condition_needs(&self, condition: &Cond, known: BoundSlots) -> bool {
        match condition {
            Cond::Some(set) => self.set_needs(*set, known),
            Cond::Every(set, has) => self.set_needs(*set, known) || self.set_needs(*has, known),
            Cond::NoAction(_) | Cond::NobodyCanAct | Cond::EveryonePassed | Cond::Solvable => false,
            Cond::Compare(left, _, right) => {
                self.number_needs(left, known) || self.number_needs(right, known)
            }
            Cond::Not(inner) => self.condition_needs(inner, known),
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().any(|part| self.condition_needs(part, known))
            }
            Cond::Reference(_) => true,
        }
    }

    fn number_needs(&self, number: &Num, known: BoundSlots) -> bool {
        match number {
            Num::Constant(_) | Num::Value(_) | Num::Here(_) | Num::Row | Num::Column | Num::Ply => {
                false
            }
            Num::Local(_) | Num::Letter(_) | Num::Reference(_) => true,
            Num::Chosen(slot) | Num::Across(slot) | Num::Down(slot) => known.lacks(*slot),
            Num::Count(set) | Num::RowOf(set) | Num::ColumnOf(set) => self.set_needs(*set, known),
            Num::Abs(_) | Num::Negate(_) | Num::Min(..) | Num::Max(..) | Num::Binary(..) => {
                number.operands().any(|operand| self.number_needs(operand, known))
            }
        }
    }
}
