//! What depends on the choice, or on locals.

use super::Lowering;
use crate::program::{Cond, Num, Set, SetId};

impl Lowering<'_> {
    /// Whether the set depends on what was chosen, or on locals.
    pub(super) fn depends(&self, set: SetId) -> bool {
        match self.set(set) {
            Set::Planes(_) | Set::NoPlanes(_) | Set::Constant(_) => false,
            Set::Chosen(_) | Set::Line(_) | Set::Near(..) => true,
            Set::Not(inner) => self.depends(*inner),
            Set::And(parts) | Set::Or(parts) => parts.iter().any(|&part| self.depends(part)),
            Set::Count { of, .. } => self.depends(*of),
            Set::Sees { scan, dirs } => {
                !dirs.is_fixed()
                    || self.scan(*scan).places.iter().any(|place| self.depends(place.test))
            }
            Set::Numbers { left, right, .. } => {
                self.number_depends(left) || self.number_depends(right)
            }
            Set::Holds(condition) => self.condition_depends(condition),
        }
    }

    pub(super) fn condition_depends(&self, condition: &Cond) -> bool {
        match condition {
            Cond::Some(set) => self.depends(*set),
            Cond::Every(set, has) => self.depends(*set) || self.depends(*has),
            Cond::NoAction(_) | Cond::NobodyCanAct | Cond::EveryonePassed | Cond::Solvable => false,
            Cond::Compare(left, _, right) => {
                self.number_depends(left) || self.number_depends(right)
            }
            Cond::Not(inner) => self.condition_depends(inner),
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().any(|part| self.condition_depends(part))
            }
            Cond::Reference(_) => true,
        }
    }

    pub(super) fn number_depends(&self, number: &Num) -> bool {
        match number {
            Num::Constant(_) | Num::Value(_) | Num::Here(_) | Num::Row | Num::Column | Num::Ply => {
                false
            }
            Num::Local(_)
            | Num::Letter(_)
            | Num::Chosen(_)
            | Num::Across(_)
            | Num::Down(_)
            | Num::Reference(_) => true,
            Num::Count(set) | Num::RowOf(set) | Num::ColumnOf(set) => self.depends(*set),
            Num::Abs(_) | Num::Negate(_) | Num::Min(..) | Num::Max(..) | Num::Binary(..) => {
                number.operands().any(|operand| self.number_depends(operand))
            }
        }
    }
}
