//! Bounds of local numbers: what is counted with them then cannot overflow.

use std::collections::BTreeMap;

use masume_program::{Cond, Effect, Num};
use masume_rules::model::{Arithmetic, Assign, Local};

/// The most that anything counted here may come to: sums and products of two are checked against it before they
/// are believed, far from the bounds of 64 bits.
const MOST: i64 = 1 << 48;

/// Cells of a board, its rows and its columns are fewer.
const MOST_CELLS: i64 = 1 << 32;

/// Bounds of local numbers where a statement runs.
#[derive(Clone, Debug, Default)]
pub(super) struct Locals {
    /// Most that each is from zero; the others may be anything.
    most: BTreeMap<Local, i64>,
    /// True if their changes are followed.
    are_followed: bool,
}

impl Locals {
    /// Locals whose changes are followed, one statement after another.
    pub(super) fn followed() -> Self {
        Self { most: BTreeMap::new(), are_followed: true }
    }

    /// Notes that a local becomes a number; whether that cannot end in an error.
    pub(super) fn set(&mut self, local: Local, number: &Num) -> bool {
        let is_plain = self.is_plain_number(number);
        match self.most(number) {
            Some(most) => self.most.insert(local, most),
            None => self.most.remove(&local),
        };
        is_plain
    }

    /// Leaves what holds here and there.
    pub(super) fn or(&mut self, other: &Self) {
        self.most.retain(|local, most| match other.most.get(local) {
            Some(there) => {
                *most = (*most).max(*there);
                true
            }
            None => false,
        });
    }

    /// True if a condition is asked without an error.
    pub(super) fn is_plain(&self, condition: &Cond) -> bool {
        match condition {
            Cond::Some(_) | Cond::Every(..) | Cond::EveryonePassed => true,
            Cond::Compare(left, _, right) => {
                self.is_plain_number(left) && self.is_plain_number(right)
            }
            Cond::Not(inner) => self.is_plain(inner),
            Cond::And(parts) | Cond::Or(parts) => parts.iter().all(|part| self.is_plain(part)),
            Cond::NoAction(_) | Cond::NobodyCanAct | Cond::Solvable | Cond::Reference(_) => false,
        }
    }

    /// True if a number is read as it is, or nothing that it is made of can come near an overflow.
    fn is_plain_number(&self, number: &Num) -> bool {
        matches!(number, Num::Value(_) | Num::Local(_) | Num::Constant(_))
            || self.most(number).is_some()
    }

    /// True if an effect outside of rules ends nothing, and its sum is far from overflow; notes what it changes.
    pub(super) fn is_plain_effect(&mut self, effect: &Effect) -> bool {
        match effect {
            Effect::Assign(_, Assign::Set, number) => self.is_plain_number(number),
            Effect::Assign(..) => is_plain_in_rule(effect),
            Effect::AssignLocal(..) if !self.are_followed => false,
            Effect::AssignLocal(local, Assign::Set, number) => self.set(*local, number),
            Effect::AssignLocal(local, Assign::Add | Assign::Subtract, number) => {
                let sum = self.most(&Num::Local(*local)).zip(self.most(number));
                let sum = sum.and_then(|(one, other)| within(one.checked_add(other)?));
                match sum {
                    Some(most) => self.most.insert(*local, most),
                    None => self.most.remove(local),
                };
                sum.is_some()
            }
            Effect::Finish(_) => false,
        }
    }

    /// Most that a number is from zero, if nothing that it is made of is farther than [`MOST`].
    fn most(&self, number: &Num) -> Option<i64> {
        let both = |one: &Num, other: &Num| Some((self.most(one)?, self.most(other)?));
        match number {
            Num::Constant(constant) => within(constant.checked_abs()?),
            Num::Local(local) => self.most.get(local).copied(),
            Num::Ply
            | Num::Chosen(_)
            | Num::Count(_)
            | Num::RowOf(_)
            | Num::ColumnOf(_)
            | Num::Across(_)
            | Num::Down(_) => Some(MOST_CELLS),
            Num::Min(one, other) | Num::Max(one, other) => {
                both(one, other).map(|(one, other)| one.max(other))
            }
            Num::Abs(inner) | Num::Negate(inner) => self.most(inner),
            Num::Binary(one, Arithmetic::Add | Arithmetic::Subtract, other) => {
                let (one, other) = both(one, other)?;
                within(one.checked_add(other)?)
            }
            Num::Binary(one, Arithmetic::Multiply, other) => {
                let (one, other) = both(one, other)?;
                within(one.checked_mul(other)?)
            }
            Num::Binary(one, Arithmetic::Divide | Arithmetic::Modulo, by) => {
                let is_positive = matches!(**by, Num::Constant(by) if by > 0);
                let (one, by) = both(one, by)?;
                is_positive.then_some(one.max(by))
            }
            // A value may be anything, and these are of a cell.
            Num::Value(_)
            | Num::Letter(_)
            | Num::Here(_)
            | Num::Row
            | Num::Column
            | Num::Reference(_) => None,
        }
    }
}

fn within(most: i64) -> Option<i64> {
    (most <= MOST).then_some(most)
}

/// True if an effect ends nothing, and its sums are far from overflow where values are, however often it comes.
pub(super) fn is_plain_in_rule(effect: &Effect) -> bool {
    match effect {
        Effect::Assign(_, Assign::Set, number) => matches!(
            number,
            Num::Constant(_) | Num::Value(_) | Num::Local(_) | Num::Count(_) | Num::Ply
        ),
        Effect::Assign(_, _, Num::Constant(number)) => {
            number.checked_abs().is_some_and(|it| it < 1 << 32)
        }
        Effect::Assign(..) | Effect::AssignLocal(..) | Effect::Finish(_) => false,
    }
}
