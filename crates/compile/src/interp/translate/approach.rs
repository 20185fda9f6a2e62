//! Loops of marches in bodies that are tried, of which one round tells as much as all.
//!
//! A walker that marches toward a cell that stays where it is comes a step nearer with each round, or meets
//! another piece, after which there is one fewer. A board that one round has changed is never what it was
//! again: where all else in the body only counts, further rounds need not run to know that it does
//! something.

use std::slice::from_ref;

use masume_program::{Aim, Effect, LayerPlanes, MarchOp, Num, Op, Set, SetId, ops};
use masume_rules::model::{Arithmetic, Assign, Content, FUEL};

use super::Translation;
use super::locals::Locals;

/// Bound of an effect on a value in a round: in as many rounds as there is fuel for, values stay
/// far from overflow.
const MOST_OF_VALUE: i64 = 1 << 40;

/// Bound of a local number that meetings count. One that is counted in a round is nearer to zero,
/// so none is counted from others.
const MOST_OF_LOCAL: i64 = 1 << 32;

impl Translation<'_> {
    /// Target of the march of a block, beside which the block only counts: the board changes where
    /// there is a walker and a target, and nowhere else.
    pub(super) fn approached(&self, block: &[Op]) -> Option<SetId> {
        let is_march = |op: &&Op| matches!(op, Op::March(_));
        let mut marches = block
            .iter()
            .filter_map(|op| if let Op::March(march) = op { Some(march) } else { None });
        let (Some(march), None) = (marches.next(), marches.next()) else { return None };
        let mut others = block.iter().filter(|op| !is_march(op));
        others.all(|op| self.only_counts(op)).then(|| self.comes_nearer(march)).flatten()
    }

    /// True if a loop with such a march stands in a body that is tried, and one round of it tells whether that
    /// body changes anything, on boards with one target at most.
    pub(super) fn is_told_by_a_round(&self, block: &[Op]) -> bool {
        let Some(action) = self.refused.and(self.action) else { return false };
        let body = &self.program().actions[usize::from(action)].body;
        let is_loop = |op: &Op| matches!(op, Op::Repeat(it, ..) if std::ptr::eq(&it[..], block));
        // A walker comes to the only target, or meets another piece before, in as many rounds as a line is long.
        let grid = &self.layout.grid;
        let rounds = grid.longest_side() + 2;
        let passes = rounds.saturating_mul(block.len() as u32 + 2);
        passes < FUEL / 2 && body.iter().all(|op| is_loop(op) || self.only_counts(op))
    }

    /// The target of a march that lessens the number of walkers, that of targets, or the sum of all ways to
    /// them, and raises none of these before.
    fn comes_nearer(&self, march: &MarchOp) -> Option<SetId> {
        let Aim::Toward(target) = march.aim else { return None };
        let LayerPlanes::Pieces { first, count } = self.layout.layer(march.layer) else {
            return None;
        };
        let piece = |set: SetId| {
            let set = &self.program().sets[usize::from(set.0)];
            let Set::Planes(planes) = set else { return None };
            let [plane] = planes[..] else { return None };
            (first..first + count).contains(&plane).then(|| Content::from(plane - first))
        };
        let (walker, aim) = (piece(march.walkers)?, piece(target)?);
        let is_none = |left: Option<Content>| left.is_none_or(|left| left != walker && left != aim);
        let cell_meetings = 9 * self.layout.cells() as i64;
        let counts_little = |effect: &Effect| match effect {
            Effect::AssignLocal(_, Assign::Add | Assign::Subtract, Num::Constant(by)) => by
                .checked_abs()
                .and_then(|by| by.checked_mul(cell_meetings)?.checked_mul(FUEL.into()))
                .is_some_and(|all| all <= MOST_OF_LOCAL),
            Effect::Assign(..) | Effect::AssignLocal(..) | Effect::Finish(_) => false,
        };
        let mut meets = march.meets.iter();
        let is_plain =
            meets.all(|meet| is_none(meet.left) && meet.effects.iter().all(counts_little));
        (walker != aim && is_plain).then_some(target)
    }

    /// True if a statement changes values alone, by little, and cannot fail.
    fn only_counts(&self, op: &Op) -> bool {
        let is_small = |number: &Num| self.most_of(number).is_some_and(|it| it <= MOST_OF_VALUE);
        let counts = |effect: &Effect| match effect {
            Effect::Assign(_, Assign::Add | Assign::Subtract, number) => is_small(number),
            Effect::Assign(..) | Effect::AssignLocal(..) | Effect::Finish(_) => false,
        };
        ops(from_ref(op)).all(|op| match op {
            Op::Let(_, number, _) => self.most_of(number).is_some_and(|it| it < MOST_OF_LOCAL),
            Op::Effects(effects, _) => effects.iter().all(counts),
            Op::If(condition, ..) => Locals::default().is_plain(condition),
            Op::Rule(_)
            | Op::OrElse(_)
            | Op::Must(_)
            | Op::Require(..)
            | Op::Simultaneous { .. }
            | Op::Repeat(..)
            | Op::Times(..)
            | Op::Relocate { .. }
            | Op::March(_)
            | Op::Deal { .. }
            | Op::Shuffle { .. }
            | Op::Until(..)
            | Op::Picture(..)
            | Op::Reference { .. } => false,
        })
    }

    /// Bound of the distance from zero of a number that is made of counts and locals; `None` for
    /// any other.
    fn most_of(&self, number: &Num) -> Option<i64> {
        if let Num::Constant(number) = number {
            return number.checked_abs();
        }
        if let Num::Binary(one, by, other) = number {
            let (one, other) = (self.most_of(one)?, self.most_of(other)?);
            return match by {
                Arithmetic::Add | Arithmetic::Subtract => one.checked_add(other),
                Arithmetic::Multiply => one.checked_mul(other),
                Arithmetic::Divide | Arithmetic::Modulo => None,
            };
        }
        let is_local = matches!(number, Num::Local(_));
        let most = if is_local { MOST_OF_LOCAL } else { self.layout.cells() as i64 };
        (is_local || matches!(number, Num::Count(_))).then_some(most)
    }
}
