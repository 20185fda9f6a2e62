//! Conditions that hold before an action, and certainly after it: on which cells a change matters to them.
//!
//! An action that moves changes two cells, where it begins and where it ends. What a test looks at from a cell
//! ends at the first cells that stop it: a change of any other leaves its result. Of those cells only the ones
//! matter at which what is put, or taken away, may pass a test that what was there did not (or the other way
//! round). More cells may be told than matter, never fewer.

use std::collections::BTreeSet;
use std::ops::Range;

use masume_program::interp::code::{Instruction, MaskReg, SetReg, Way};
use masume_program::interp::registers::ALL;
use masume_program::{Cond, Dirs, Group, Next, Nfa, Num, Set, SetId, Unsupported, directions};
use masume_rules::model::Test;

use super::Translation;

/// Change of one cell by an action.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct CellChange {
    /// Planes that the cell may leave.
    pub(super) lost: BTreeSet<u16>,
    /// Change of each layer that is written.
    pub(super) layers: Vec<LayerChange>,
}

/// Contents of a layer of the cell after the action.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct LayerChange {
    pub(super) planes: Range<u16>,
    /// The planes on which the cell may be; it is on no other of the layer.
    pub(super) gained: BTreeSet<u16>,
    /// True if it certainly is on one of them.
    pub(super) is_held: bool,
}

impl CellChange {
    fn gains(&self, plane: u16) -> bool {
        self.layers.iter().any(|layer| layer.gained.contains(&plane))
    }

    fn clears(&self, plane: u16) -> bool {
        let mut layers = self.layers.iter();
        layers.any(|layer| layer.planes.contains(&plane) && !layer.gained.contains(&plane))
    }

    /// True if it is certainly on one of the planes.
    pub(super) fn holds_one_of(&self, planes: &[u16]) -> bool {
        let mut layers = self.layers.iter();
        layers.any(|layer| layer.is_held && layer.gained.iter().all(|it| planes.contains(it)))
    }
}

/// Changes that an action makes.
#[derive(Clone, Debug)]
pub(super) struct Changes {
    /// The first and the last cell of its move.
    pub(super) ends: [CellChange; 2],
    /// Planes that may differ on any cell.
    pub(super) written: BTreeSet<u16>,
    /// All planes that may differ anywhere.
    pub(super) all: BTreeSet<u16>,
}

/// Cells on which the change at each end of the move matters, if there are any.
pub(super) type Footprint = [Option<SetReg>; 2];

const NOWHERE: Footprint = [None; 2];

/// Reason why a condition is asked after the action.
const UNTOLD: Unsupported = Unsupported("an action may change a condition from afar");

impl Translation<'_> {
    /// The boards on which a condition holds, and where an end of a move may then change that.
    pub(super) fn footprint(
        &mut self,
        condition: &Cond,
        changes: &Changes,
    ) -> Result<(MaskReg, Footprint), Unsupported> {
        let cells = self.cells_that_matter(condition, true, changes)?;
        Ok((self.condition(condition)?, cells))
    }

    /// Cells at which an end of a move may make a condition fail that holds, or hold if that is not
    /// wanted.
    pub(super) fn cells_that_matter(
        &mut self,
        condition: &Cond,
        holds: bool,
        changes: &Changes,
    ) -> Result<Footprint, Unsupported> {
        if self.is_left_alone(condition, changes) {
            return Ok(NOWHERE);
        }
        match (condition, holds) {
            (Cond::Some(set), true) => {
                let there = self.set(*set)?;
                self.shrinks(*set, Some(there), changes)
            }
            (Cond::Some(set), false) => self.grows(*set, None, changes),
            (Cond::Every(all, of), true) => {
                let grows = self.grows(*all, None, changes)?;
                let shrinks = self.shrinks(*of, None, changes)?;
                Ok(self.both_footprints(grows, shrinks))
            }
            (Cond::Not(inner), _) => self.cells_that_matter(inner, !holds, changes),
            (Cond::And(parts), true) | (Cond::Or(parts), false) => {
                let mut cells = NOWHERE;
                for part in parts {
                    let part = self.cells_that_matter(part, holds, changes)?;
                    cells = self.both_footprints(cells, part);
                }
                Ok(cells)
            }
            (
                Cond::Every(..)
                | Cond::And(_)
                | Cond::Or(_)
                | Cond::NoAction(_)
                | Cond::NobodyCanAct
                | Cond::EveryonePassed
                | Cond::Solvable
                | Cond::Compare(..)
                | Cond::Reference(_),
                _,
            ) => Err(UNTOLD),
        }
    }

    /// True if nothing that a condition asks for changes.
    fn is_left_alone(&self, condition: &Cond, changes: &Changes) -> bool {
        let is_same = |set: &SetId| self.is_told(*set, &changes.all, &|_| false);
        let is_same_number = |number: &Num| {
            matches!(number, Num::Constant(_) | Num::Ply)
                || matches!(number, Num::Count(set) if is_same(set))
        };
        match condition {
            Cond::Some(set) => is_same(set),
            Cond::Every(all, of) => is_same(all) && is_same(of),
            Cond::Compare(left, _, right) => is_same_number(left) && is_same_number(right),
            Cond::Not(inner) => self.is_left_alone(inner, changes),
            Cond::And(parts) | Cond::Or(parts) => {
                parts.iter().all(|part| self.is_left_alone(part, changes))
            }
            Cond::NoAction(_)
            | Cond::NobodyCanAct
            | Cond::EveryonePassed
            | Cond::Solvable
            | Cond::Reference(_) => false,
        }
    }

    /// Cells at which a change may make one of the cells `of` pass a test that it did not pass.
    fn grows(
        &mut self,
        set: SetId,
        of: Option<SetReg>,
        changes: &Changes,
    ) -> Result<Footprint, Unsupported> {
        self.has_room()?;
        if self.is_told(set, &changes.all, &|_| false) {
            return Ok(NOWHERE);
        }
        let asked = self.program().sets[usize::from(set.0)].clone();
        if !matches!(asked, Set::And(_)) && self.is_local(set, changes) {
            let of = of.unwrap_or_else(|| self.full());
            return Ok(changes.ends.each_ref().map(|end| self.may_begin(set, end).then_some(of)));
        }
        match &asked {
            Set::And(parts) => self.grows_all(set, parts, of, changes),
            Set::Or(parts) => self.any_part(parts, |this, part| this.grows(part, of, changes)),
            Set::Not(inner) => self.shrinks(*inner, of, changes),
            Set::Count { .. } => self.counts_differ(&asked, of, changes),
            Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } => {
                self.walks_differ(self.nfa(*nfa), *dirs, of, (true, changes))
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

    /// The same of a cell that has to pass several tests: where one begins to be passed, the others are.
    fn grows_all(
        &mut self,
        set: SetId,
        parts: &[SetId],
        of: Option<SetReg>,
        changes: &Changes,
    ) -> Result<Footprint, Unsupported> {
        let mut bounds = Vec::new();
        for &part in parts {
            let is_bound = self.is_told(part, &changes.all, &|_| false)
                || self.is_local(part, changes)
                    && !changes.ends.iter().any(|end| self.may_begin(part, end));
            bounds.push(if is_bound { Some(self.set(part)?) } else { None });
        }
        let mut all = NOWHERE;
        for (nth, &part) in parts.iter().enumerate() {
            let mut of = of;
            for (_, bound) in bounds.iter().enumerate().filter(|(other, _)| *other != nth) {
                if let Some(bound) = *bound {
                    of = Some(of.map_or(bound, |of| self.and(of, bound)));
                }
            }
            let part = self.grows(part, of, changes)?;
            all = self.both_footprints(all, part);
        }
        if self.is_local(set, changes) {
            for (cells, end) in all.iter_mut().zip(&changes.ends) {
                *cells = cells.filter(|_| self.may_begin(set, end));
            }
        }
        Ok(all)
    }

    /// Cells at which a change may make one of the cells `of` fail a test that it passed.
    fn shrinks(
        &mut self,
        set: SetId,
        of: Option<SetReg>,
        changes: &Changes,
    ) -> Result<Footprint, Unsupported> {
        self.has_room()?;
        if self.is_told(set, &changes.all, &|_| false) {
            return Ok(NOWHERE);
        }
        if self.is_local(set, changes) {
            let of = of.unwrap_or_else(|| self.full());
            return Ok(changes.ends.each_ref().map(|end| self.may_end(set, end).then_some(of)));
        }
        let asked = self.program().sets[usize::from(set.0)].clone();
        match &asked {
            Set::And(parts) | Set::Or(parts) => {
                self.any_part(parts, |this, part| this.shrinks(part, of, changes))
            }
            Set::Not(inner) => self.grows(*inner, of, changes),
            Set::Count { .. } => self.counts_differ(&asked, of, changes),
            Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } => {
                self.walks_differ(self.nfa(*nfa), *dirs, of, (false, changes))
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

    fn any_part(
        &mut self,
        parts: &[SetId],
        of_part: impl Fn(&mut Self, SetId) -> Result<Footprint, Unsupported>,
    ) -> Result<Footprint, Unsupported> {
        let mut all = NOWHERE;
        for &part in parts {
            let part = of_part(self, part)?;
            all = self.both_footprints(all, part);
        }
        Ok(all)
    }

    fn both_footprints(&mut self, one: Footprint, other: Footprint) -> Footprint {
        [0, 1].map(|end| other[end].map_or(one[end], |cells| Some(self.or(one[end], cells))))
    }

    /// Cells at which a change may make another number of neighbours of one of the cells `of` pass
    /// a test.
    fn counts_differ(
        &mut self,
        count: &Set,
        of: Option<SetReg>,
        changes: &Changes,
    ) -> Result<Footprint, Unsupported> {
        let Set::Count { of: counted, reach, .. } = count else { return Err(UNTOLD) };
        if !self.is_local(*counted, changes) {
            return Err(UNTOLD);
        }
        let differs = changes
            .ends
            .each_ref()
            .map(|end| self.may_begin(*counted, end) || self.may_end(*counted, end));
        let full = self.full();
        let mut near = None;
        for &direction in Test::directions(*reach) {
            let cells = self.step(of.unwrap_or(full), Way::Fixed(direction));
            near = Some(self.or(near, cells));
        }
        Ok(differs.map(|differs| near.filter(|_| differs)))
    }

    /// Cells at which a change may make a walk from one of the cells `of` possible that was not, or
    /// the other way round.
    ///
    /// On a walk that becomes possible, the first cell that passes its test only now was come to before, and
    /// failed; if one end alone can do that it is the last such cell as well, and what is behind it matched.
    fn walks_differ(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        of: Option<SetReg>,
        (begins, changes): (bool, &Changes),
    ) -> Result<Footprint, Unsupported> {
        let can_differ = nfa.places.iter().map(|place| {
            let test = place.test;
            let may =
                |end| if begins { self.may_begin(test, end) } else { self.may_end(test, end) };
            self.is_local(test, changes).then(|| changes.ends.each_ref().map(may))
        });
        let can_differ = can_differ.collect::<Option<Vec<[bool; 2]>>>().ok_or(UNTOLD)?;
        let by_end = [0, 1].map(|end| can_differ.iter().any(|place| place[end]));
        if by_end == [false; 2] {
            return Ok(NOWHERE);
        }
        if nfa.is_graph() {
            return Err(UNTOLD);
        }
        let tests = self.tests(nfa)?;
        let mut all = NOWHERE;
        for direction in directions(dirs) {
            let way = Way::Fixed(direction);
            let asked = self.asked_on_the_way(nfa, &tests, way, of)?;
            let solved = self.solve(nfa, &tests, way, None)?;
            for (place, may_differ) in can_differ.iter().enumerate() {
                let Some(asked) = asked[place].filter(|_| *may_differ != [false; 2]) else {
                    continue;
                };
                let cells = if begins {
                    let failed = self.without(asked, tests[place]);
                    match by_end {
                        [true, true] => failed,
                        _ => self.if_the_rest_matches(nfa, &solved, (place, way), failed)?,
                    }
                } else {
                    self.and(asked, solved[place])
                };
                for (all, _) in all.iter_mut().zip(may_differ).filter(|(_, may)| **may) {
                    *all = Some(self.or(*all, cells));
                }
            }
        }
        Ok(all)
    }

    /// Cells that are tested at each place of a line as it is followed from the cells `of`.
    fn asked_on_the_way(
        &mut self,
        nfa: &Nfa,
        tests: &[SetReg],
        way: Way,
        of: Option<SetReg>,
    ) -> Result<Vec<Option<SetReg>>, Unsupported> {
        let mut asked: Vec<Option<SetReg>> = vec![None; tests.len()];
        for start in &nfa.starts {
            let place = usize::from(start.place);
            let mut cells = of.unwrap_or_else(|| self.full());
            if start.at_edge {
                let edge = self.edge_of(way.opposite())?;
                cells = self.and(cells, edge);
            }
            asked[place] = Some(self.or(asked[place], cells));
        }
        for group in nfa.order.iter().rev() {
            for &place in group.members() {
                let own = usize::from(place);
                let Some(cells) = asked[own] else { continue };
                let mut passed = self.and(cells, tests[own]);
                if matches!(group, Group::Loop(_)) {
                    let further = self.fill(passed, tests[own], way)?;
                    passed = self.or(Some(passed), further);
                }
                let ahead = self.step(passed, way);
                for next in &nfa.places[own].next {
                    let Next::Step { place: after, .. } = *next else { continue };
                    let entry = asked[usize::from(after)];
                    asked[usize::from(after)] = Some(self.or(entry, ahead));
                }
            }
        }
        Ok(asked)
    }

    /// Those of the cells at a place of a solved line behind which the rest of it matches.
    fn if_the_rest_matches(
        &mut self,
        nfa: &Nfa,
        solved: &[SetReg],
        (place, way): (usize, Way),
        cells: SetReg,
    ) -> Result<SetReg, Unsupported> {
        let mut onward = None;
        for next in &nfa.places[place].next {
            let ahead = match *next {
                Next::Accept { at_edge: false } => return Ok(cells),
                Next::Accept { at_edge: true } => self.edge_of(way)?,
                Next::Step { place: after, .. } => {
                    self.step(solved[usize::from(after)], way.opposite())
                }
            };
            onward = Some(self.or(onward, ahead));
        }
        let onward = onward.unwrap_or_else(|| self.nothing());
        Ok(self.and(cells, onward))
    }

    /// True if a test asks for nothing but what lies on the cell, and that changes at the ends of the move
    /// alone; or for what does not change.
    pub(super) fn is_local(&self, set: SetId, changes: &Changes) -> bool {
        if self.is_told(set, &changes.all, &|_| false) {
            return true;
        }
        match &self.program().sets[usize::from(set.0)] {
            Set::Planes(planes) | Set::NoPlanes(planes) => {
                planes.iter().all(|plane| !changes.written.contains(plane))
            }
            Set::Not(inner) => self.is_local(*inner, changes),
            Set::And(parts) | Set::Or(parts) => {
                parts.iter().all(|&part| self.is_local(part, changes))
            }
            Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }

    /// True if a cell that is changed so may pass a local test that it did not pass.
    fn may_begin(&self, set: SetId, end: &CellChange) -> bool {
        match &self.program().sets[usize::from(set.0)] {
            Set::Planes(planes) => planes.iter().any(|&plane| end.gains(plane)),
            Set::NoPlanes(planes) => {
                planes.iter().any(|plane| end.lost.contains(plane)) && self.may_pass(set, end)
            }
            Set::Not(inner) => self.may_end(*inner, end),
            Set::And(parts) => {
                self.may_pass(set, end) && parts.iter().any(|&part| self.may_begin(part, end))
            }
            Set::Or(parts) => parts.iter().any(|&part| self.may_begin(part, end)),
            // Of a local test, these do not change.
            Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }

    /// True if a cell that is changed so may fail a local test that it passed.
    fn may_end(&self, set: SetId, end: &CellChange) -> bool {
        match &self.program().sets[usize::from(set.0)] {
            Set::Planes(planes) => {
                planes.iter().any(|plane| end.lost.contains(plane)) && !end.holds_one_of(planes)
            }
            Set::NoPlanes(planes) => planes.iter().any(|&plane| end.gains(plane)),
            Set::Not(inner) => self.may_begin(*inner, end),
            Set::And(parts) | Set::Or(parts) => parts.iter().any(|&part| self.may_end(part, end)),
            Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => false,
        }
    }

    /// True if a cell that is changed so may pass a test.
    fn may_pass(&self, set: SetId, end: &CellChange) -> bool {
        match &self.program().sets[usize::from(set.0)] {
            Set::Planes(planes) => planes.iter().any(|&plane| !end.clears(plane)),
            Set::NoPlanes(planes) => !end.holds_one_of(planes),
            Set::And(parts) => parts.iter().all(|&part| self.may_pass(part, end)),
            Set::Or(parts) => parts.iter().any(|&part| self.may_pass(part, end)),
            Set::Not(_)
            | Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => true,
        }
    }

    /// The cells that are not of a footprint, on the boards of a mask.
    pub(super) fn off_footprint(&mut self, cells: Option<SetReg>, holds: MaskReg) -> SetReg {
        let full = self.full();
        let cells = cells.map_or(full, |cells| self.without(full, cells));
        if holds == ALL {
            return cells;
        }
        self.emit.set(|to| Instruction::Only(to, cells, holds))
    }
}
