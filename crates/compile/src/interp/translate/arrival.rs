//! Conditions that forbid where a move ends: what is asked from there, with what moved taken off the board.
//!
//! A move puts what a condition looks from (a king that must not be attacked) on its second cell, and there was
//! no other of it. What is seen from that cell afterwards is what was seen from it before, without what lay
//! on the first cell: for all cells at once.

use masume_program::interp::code::{Instruction, MaskReg, SetReg};
use masume_program::{Cond, Dirs, Nfa, Set, SetId, Unsupported};

use super::Translation;
use super::footprint::Changes;
use super::pairs::paths;

/// Reason why a condition is asked after the action.
const UNTOLD: Unsupported = Unsupported("what is asked of the end of a move may look at it again");

impl Translation<'_> {
    /// The boards on which a condition is decided by where a move ends, and the ends that it allows.
    pub(super) fn ends_allowed(
        &mut self,
        condition: &Cond,
        changes: &Changes,
    ) -> Result<(MaskReg, SetReg), Unsupported> {
        let Cond::Not(inner) = condition else { return Err(UNTOLD) };
        let Cond::Some(set) = **inner else { return Err(UNTOLD) };
        let Set::And(parts) = &self.program().sets[usize::from(set.0)] else { return Err(UNTOLD) };
        let moved = parts.iter().find_map(|&part| self.moved_planes(part, changes).map(|_| part));
        let moved = moved.ok_or(UNTOLD)?;
        let mut bad = None;
        for &part in parts.iter().filter(|part| **part != moved) {
            let part = self.passing_at_end(part, changes)?;
            bad = Some(bad.map_or(part, |bad| self.and(bad, part)));
        }
        let bad = bad.ok_or(UNTOLD)?;
        let moved = self.set(moved)?;
        let first = self.emit.set(|to| Instruction::First(to, moved));
        let others = self.without(moved, first);
        let others = self.has_any(others);
        let full = self.full();
        Ok((self.not(others), self.without(full, bad)))
    }

    /// The planes of a test that a move puts at its second cell for certain, and takes off the first one.
    fn moved_planes(&self, part: SetId, changes: &Changes) -> Option<&[u16]> {
        let Set::Planes(planes) = &self.program().sets[usize::from(part.0)] else { return None };
        let [first, second] = &changes.ends;
        let is_taken = !first.lost.is_empty()
            && first.lost.iter().all(|plane| planes.contains(plane))
            && first.layers.iter().all(|layer| layer.gained.is_empty());
        let is_written = planes.iter().any(|plane| changes.written.contains(plane));
        (is_taken && second.holds_one_of(planes) && !is_written).then_some(planes)
    }

    /// The cells that pass a test if the move ends there.
    fn passing_at_end(&mut self, set: SetId, changes: &Changes) -> Result<SetReg, Unsupported> {
        self.has_room()?;
        if self.is_told(set, &changes.all, &|_| false) {
            return self.set(set);
        }
        match &self.program().sets[usize::from(set.0)] {
            Set::Not(inner) => {
                let (full, inner) = (self.full(), self.passing_at_end(*inner, changes)?);
                Ok(self.without(full, inner))
            }
            Set::And(parts) => {
                let mut all = self.full();
                for &part in parts {
                    let part = self.passing_at_end(part, changes)?;
                    all = self.and(all, part);
                }
                Ok(all)
            }
            Set::Or(parts) => {
                let mut any = self.nothing();
                for &part in parts {
                    let part = self.passing_at_end(part, changes)?;
                    any = self.or(Some(any), part);
                }
                Ok(any)
            }
            Set::Count { of, reach, least, greatest } => {
                let (of, least, greatest) = (self.left_of(*of, changes)?, *least, *greatest);
                let dirs = super::set::mask_of(masume_rules::model::Test::directions(*reach));
                Ok(self.emit.set(|to| Instruction::Neighbours {
                    to: Box::new([to]),
                    of,
                    dirs,
                    counts: Box::new([(least, greatest)]),
                }))
            }
            Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } => {
                self.seen_from_end(self.nfa(*nfa), *dirs, changes)
            }
            Set::Sees { .. }
            | Set::Planes(_)
            | Set::NoPlanes(_)
            | Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Numbers { .. }
            | Set::Holds(_) => Err(UNTOLD),
        }
    }

    /// The cells from which a walk is there if the move ends where it begins. It does not come back there.
    fn seen_from_end(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        changes: &Changes,
    ) -> Result<SetReg, Unsupported> {
        let &[start] = &nfa.starts[..] else { return Err(UNTOLD) };
        let of_start = nfa.places[usize::from(start.place)].test;
        if !nfa.is_only_first(start.place) || !self.is_told(of_start, &changes.all, &|_| false) {
            return Err(UNTOLD);
        }
        if !nfa.is_line {
            for path in paths(nfa, dirs, None)? {
                let mut at = (0, 0);
                for (direction, _) in path.steps {
                    at = (at.0 + direction.across(), at.1 + direction.down());
                    if at == (0, 0) {
                        return Err(UNTOLD);
                    }
                }
            }
        }
        let mut tests = Vec::new();
        for place in &nfa.places {
            tests.push(self.left_of(place.test, changes)?);
        }
        if nfa.is_graph() {
            return self.starts_of_graph(nfa, (&tests, dirs), None);
        }
        self.starts_of(nfa, &tests, dirs, None)
    }

    /// The cells that pass a test of one cell when what moves has left the first cell, wherever it goes.
    fn left_of(&mut self, set: SetId, changes: &Changes) -> Result<SetReg, Unsupported> {
        if self.is_told(set, &changes.all, &|_| false) {
            return self.set(set);
        }
        if !self.is_local(set, changes) {
            return Err(UNTOLD);
        }
        let gone = &changes.ends[0].lost;
        match &self.program().sets[usize::from(set.0)] {
            Set::Planes(planes) => {
                let left = planes.iter().filter(|plane| !gone.contains(plane));
                let left: Box<[SetReg]> = left.map(|&plane| SetReg(plane)).collect();
                if left.is_empty() {
                    return Ok(self.nothing());
                }
                Ok(self.emit.set(|to| Instruction::Union(to, left.clone())))
            }
            Set::NoPlanes(planes) => {
                let left = planes.iter().filter(|plane| !gone.contains(plane));
                let left: Box<[SetReg]> = left.map(|&plane| SetReg(plane)).collect();
                if left.is_empty() {
                    return Ok(self.full());
                }
                Ok(self.emit.set(|to| Instruction::Free(to, left.clone())))
            }
            Set::Not(inner) => {
                let (full, inner) = (self.full(), self.left_of(*inner, changes)?);
                Ok(self.without(full, inner))
            }
            Set::And(parts) => {
                let mut all = self.full();
                for &part in parts {
                    let part = self.left_of(part, changes)?;
                    all = self.and(all, part);
                }
                Ok(all)
            }
            Set::Or(parts) => {
                let mut any = self.nothing();
                for &part in parts {
                    let part = self.left_of(part, changes)?;
                    any = self.or(Some(any), part);
                }
                Ok(any)
            }
            Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => Err(UNTOLD),
        }
    }
}
