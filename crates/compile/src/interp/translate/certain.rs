//! Choices that are certainly legal, so that no body runs for them: their rule matches, what it puts stays,
//! and what the body requires holds whatever else it does.
//!
//! What the body does is not followed. A cell that is not the chosen one surely still passes a test after
//! it where the planes that the test asks for are lost to no rule, or gained by none.

use std::collections::BTreeSet;
use std::slice::from_ref;

use masume_board::{Cell, CellSet};
use masume_rules::model::{ParamKind, ParamSlot, Test};

use super::pairs::{Offset, Path, paths};
use super::{Translation, Unsupported};
use crate::interp::code::{Instruction, SetReg, Way};
use crate::program::{
    ActionProgram, Cond, Dirs, LayerPlanes, Nfa, Op, Plan, Put, RuleOp, Set, SetId, Shape,
    Strategy, ops,
};

/// The most steps of a walk that is looked for from the chosen cell.
const MOST_STEPS: usize = 2;

/// The chosen cell, and any that is neither it nor known to be near it.
const HERE: Offset = (0, 0);
const ELSEWHERE: Offset = (i32::MAX, i32::MAX);

/// What a body may do to planes.
struct Done {
    /// What its first rule asks of the chosen cell.
    test: SetId,
    /// The plane that its first rule puts on the chosen cell.
    put: u16,
    /// Planes that the other rules may put on cells, or take off.
    others: BTreeSet<u16>,
    /// Of these, planes that they may put.
    gained: BTreeSet<u16>,
    /// Planes that may differ anywhere.
    written: BTreeSet<u16>,
}

/// The chosen cells from which a test is passed for certain.
#[derive(Clone, Copy)]
enum Certain {
    All,
    None,
    These(SetReg),
}

impl<'p> Translation<'p> {
    /// The cells that are certainly legal to choose.
    pub(super) fn certain(
        &mut self,
        index: usize,
        action: &'p ActionProgram,
    ) -> Result<SetReg, Unsupported> {
        let why = Unsupported("no choice is certainly legal");
        let body = &action.body[..];
        if self.rules.actions[index].params[..] != [ParamKind::Cell] || action.when_depends {
            return Err(why);
        }
        if matches!(action.plan, Plan::BruteForce { statements: 0, .. }) {
            return Ok(self.inner());
        }
        let Some((Op::Must(first), rest)) = body.split_first() else { return Err(why) };
        let [Op::Rule(rule)] = &first[..] else { return Err(why) };
        if !body.iter().all(|op| self.cannot_fail(op)) || !has_no_draws(body) {
            return Err(why);
        }
        let nfa = self.nfa(rule.nfa);
        let test = nfa.places[0].test;
        let is_at_choice = (rule.from, rule.to) == (Some(ParamSlot(0)), None);
        if !is_at_choice
            || nfa.shape != Shape::Cell
            || !self.is_told(test, &BTreeSet::new(), &|_| false)
        {
            return Err(why);
        }
        let done = self.done(rule, rest).ok_or(why)?;
        let mut certain = Certain::These(self.set(test)?);
        for op in rest {
            if let Op::Require(condition, _) = op {
                let holds = self.certain_condition(condition, &done)?;
                certain = self.both_certain(certain, holds);
            } else if ops(from_ref(op)).any(refuses) {
                return Err(why);
            }
        }
        match certain {
            Certain::These(cells) => Ok(self.within(cells)),
            Certain::All | Certain::None => Err(why),
        }
    }

    /// What the first rule puts on the chosen cell, which was not there and stays, and what the others do.
    fn done(&self, rule: &RuleOp, rest: &[Op]) -> Option<Done> {
        let mut others = BTreeSet::new();
        let mut gained = BTreeSet::new();
        for op in ops(rest) {
            if let Op::Rule(other) = op {
                self.add_put(other, &mut others);
                self.add_gained(other, &mut gained);
            }
        }
        let test = self.nfa(rule.nfa).places[0].test;
        let puts = rule.alternatives.iter().flat_map(|it| it.puts.iter().flatten());
        let put = puts.filter_map(|put| match (put, self.layout.layer(put.layer())) {
            (Put::Piece(_, content), LayerPlanes::Pieces { first, .. }) => {
                Some(first + *content as u16)
            }
            _other => None,
        });
        let mut stays = put.filter(|plane| self.excludes(test, *plane) && !others.contains(plane));
        let put = stays.next()?;
        let mut written = others.clone();
        self.add_put(rule, &mut written);
        Some(Done { test, put, others, gained, written })
    }

    /// Adds the planes that a rule may put on a cell.
    fn add_gained(&self, rule: &RuleOp, gained: &mut BTreeSet<u16>) {
        for put in rule.alternatives.iter().flat_map(|it| it.puts.iter().flatten()) {
            match (put, self.layout.layer(put.layer())) {
                (Put::Clear(_), _) => {}
                (Put::Piece(_, content), LayerPlanes::Pieces { first, .. }) => {
                    gained.insert(first + *content as u16);
                }
                (Put::Piece(..) | Put::Letter(..) | Put::Number(..), _) => {
                    gained.extend(self.layout.occupied(put.layer()));
                }
            }
        }
    }

    /// The chosen cells for which a condition certainly holds.
    fn certain_condition(&mut self, condition: &Cond, done: &Done) -> Result<Certain, Unsupported> {
        let Cond::Some(set) = condition else { return Ok(Certain::None) };
        let whole = [*set];
        let asked = &self.program().sets[usize::from(set.0)];
        let parts = if let Set::And(parts) = asked { &parts[..] } else { &whole };
        let is_choice =
            |part: &SetId| self.program().sets[usize::from(part.0)] == Set::Chosen(ParamSlot(0));
        if !parts.iter().any(is_choice) {
            return Ok(Certain::None);
        }
        let mut all = Certain::All;
        for &part in parts {
            let set = &self.program().sets[usize::from(part.0)];
            let passing = if let Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } = set {
                self.certain_walk(self.nfa(*nfa), *dirs, done)?
            } else {
                self.certain_at(part, HERE, done)?
            };
            all = self.both_certain(all, passing);
        }
        Ok(all)
    }

    /// The chosen cells from which a walk is there for certain.
    fn certain_walk(&mut self, nfa: &Nfa, dirs: u8, done: &Done) -> Result<Certain, Unsupported> {
        let near = self.certain_short_walk(nfa, dirs, done)?;
        let known = match near {
            Certain::All => return Ok(near),
            Certain::None => self.nothing(),
            Certain::These(cells) => cells,
        };
        if !nfa.is_graph() {
            return Ok(near);
        }
        // Long walks are followed where a choice is left that no short one tells.
        let mark = self.emit.mark();
        let found = self.registers.work_set();
        self.emit.keep_set(known, found);
        let asked = self.set(done.test)?;
        let asked = self.within(asked);
        let left = self.without(asked, known);
        let is_left = self.has_any(left);
        let region = self.emit.enter(is_left);
        let Ok(far) = self.certain_long_walk(nfa, dirs, done) else {
            self.emit.back_to(mark);
            return Ok(near);
        };
        let far = self.or(Some(known), far);
        self.emit.keep_set(far, found);
        self.emit.leave(region);
        self.emit.forget_plane(found);
        Ok(Certain::These(found))
    }

    /// The chosen cells from which a walk of any length is there for certain: one that was there before the
    /// action but for its first cell, and does not come to the chosen cell where that may fail a test since.
    /// Walks that keep to other columns, or rows, are told apart from those.
    fn certain_long_walk(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        done: &Done,
    ) -> Result<SetReg, Unsupported> {
        let why = Unsupported("no long walk is there for certain");
        let &[start] = &nfa.starts[..] else { return Err(why) };
        let is_passed = self.certain_at(nfa.places[usize::from(start.place)].test, HERE, done)?;
        if !matches!(is_passed, Certain::All) || !nfa.is_only_first(start.place) {
            return Err(why);
        }
        let mut tests = Vec::new();
        for (nth, place) in (0u16..).zip(&nfa.places) {
            let cells = if nth == start.place {
                self.full()
            } else {
                match self.certain_at(place.test, ELSEWHERE, done)? {
                    Certain::All => self.full(),
                    Certain::None => self.nothing(),
                    Certain::These(cells) => cells,
                }
            };
            let is_safe = nth == start.place
                || self.is_told(place.test, &done.written, &|_| false)
                || self.are_disjoint(done.test, place.test);
            tests.push((cells, is_safe));
        }
        if tests.iter().all(|(_, is_safe)| *is_safe) {
            let tests: Vec<SetReg> = tests.into_iter().map(|(cells, _)| cells).collect();
            return self.starts_of_graph(nfa, (&tests, dirs), None);
        }
        let mut all = None;
        for (kept, left) in self.halves() {
            let mut of_half = Vec::new();
            for &(cells, is_safe) in &tests {
                of_half.push(if is_safe { cells } else { self.and(cells, kept) });
            }
            let cells = self.starts_of_graph(nfa, (&of_half, dirs), None)?;
            let cells = self.and(cells, left);
            all = Some(self.or(all, cells));
        }
        all.ok_or(why)
    }

    /// Halves of the board, each with the other: even and odd columns, even and odd rows.
    fn halves(&mut self) -> Vec<(SetReg, SetReg)> {
        let grid = &self.layout.grid;
        let half = |is_in: &dyn Fn(Cell) -> bool| {
            CellSet::from_cells(grid, grid.cells().filter(|&cell| is_in(cell)))
        };
        let columns = [0, 1].map(|odd| half(&|cell| grid.column(cell) & 1 == odd));
        let rows = [0, 1].map(|odd| half(&|cell| grid.row(cell) & 1 == odd));
        let mut halves = Vec::new();
        for [even, odd] in [columns, rows] {
            let even = self.registers.constant_set(even);
            let odd = self.registers.constant_set(odd);
            halves.extend([(even, odd), (odd, even)]);
        }
        halves
    }

    /// The same of few steps. None comes back to the chosen cell, the only one that is not what it was.
    fn certain_short_walk(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        done: &Done,
    ) -> Result<Certain, Unsupported> {
        let mut any: Option<SetReg> = None;
        for path in paths(nfa, dirs, Some(MOST_STEPS))? {
            match self.certain_path(nfa, &path, done)? {
                Certain::All => return Ok(Certain::All),
                Certain::None => {}
                Certain::These(cells) => any = Some(self.or(any, cells)),
            }
        }
        Ok(any.map_or(Certain::None, Certain::These))
    }

    fn certain_path(
        &mut self,
        nfa: &Nfa,
        path: &Path,
        done: &Done,
    ) -> Result<Certain, Unsupported> {
        let mut at = HERE;
        let mut tests =
            vec![self.certain_at(nfa.places[usize::from(path.first)].test, at, done)?];
        for &(direction, place) in &path.steps {
            at = (at.0 + direction.across(), at.1 + direction.down());
            if at == HERE {
                return Ok(Certain::None);
            }
            tests.push(self.certain_at(nfa.places[usize::from(place)].test, at, done)?);
        }
        let mut found = Certain::All;
        for (nth, test) in tests.into_iter().enumerate().rev() {
            found = self.both_certain(found, test);
            let step = nth.checked_sub(1).and_then(|nth| path.steps.get(nth));
            if let Some((direction, _)) = step {
                let ahead = match found {
                    Certain::None => return Ok(Certain::None),
                    Certain::All => self.full(),
                    Certain::These(cells) => cells,
                };
                found = Certain::These(self.step(ahead, Way::Fixed(direction.opposite())));
            }
        }
        Ok(found)
    }

    /// The cells so far from the chosen one that certainly pass a test after the body.
    fn certain_at(
        &mut self,
        test: SetId,
        offset: Offset,
        done: &Done,
    ) -> Result<Certain, Unsupported> {
        let set = self.program().sets[usize::from(test.0)].clone();
        let told = |is_there: bool| if is_there { Certain::All } else { Certain::None };
        let is_choice = offset == HERE;
        if set == Set::NoPlanes(Vec::new()) {
            return Ok(Certain::All);
        }
        if set == Set::Chosen(ParamSlot(0)) {
            return Ok(told(is_choice));
        }
        if let Set::Near(reach, ParamSlot(0)) = set {
            let mut near = Test::directions(reach).iter();
            return Ok(told(near.any(|it| (it.across(), it.down()) == offset)));
        }
        if self.is_told(test, &done.written, &|_| false) {
            return self.set(test).map(Certain::These);
        }
        match set {
            Set::Planes(planes) if is_choice => Ok(told(planes.contains(&done.put))),
            Set::Planes(planes) => {
                let left: Box<[SetReg]> =
                    planes.into_iter().filter(|it| !done.others.contains(it)).map(SetReg).collect();
                if left.is_empty() {
                    return Ok(Certain::None);
                }
                Ok(Certain::These(self.emit.set(|to| Instruction::Union(to, left.clone()))))
            }
            Set::NoPlanes(planes) if !is_choice => {
                if planes.iter().any(|plane| done.gained.contains(plane)) {
                    return Ok(Certain::None);
                }
                let planes: Box<[SetReg]> = planes.into_iter().map(SetReg).collect();
                Ok(Certain::These(self.emit.set(|to| Instruction::Free(to, planes.clone()))))
            }
            Set::And(parts) => {
                let mut all = Certain::All;
                for part in parts {
                    let part = self.certain_at(part, offset, done)?;
                    all = self.both_certain(all, part);
                }
                Ok(all)
            }
            Set::NoPlanes(_)
            | Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Not(_)
            | Set::Or(_)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => Ok(Certain::None),
        }
    }

    fn both_certain(&mut self, one: Certain, other: Certain) -> Certain {
        match (one, other) {
            (Certain::None, _) | (_, Certain::None) => Certain::None,
            (Certain::All, other) => other,
            (one, Certain::All) => one,
            (Certain::These(one), Certain::These(other)) => Certain::These(self.and(one, other)),
        }
    }
}

/// Whether a statement may refuse the action, or end the game.
pub(super) fn refuses(op: &Op) -> bool {
    matches!(op, Op::Must(_) | Op::Require(..) | Op::Reference { .. })
}

/// Whether no rule of a block draws anything; no other statement that cannot fail does.
pub(super) fn has_no_draws(block: &[Op]) -> bool {
    ops(block).all(|op| {
        let Op::Rule(rule) = op else { return true };
        let is_certain = rule.alternatives.iter().all(|it| it.chance.is_none());
        is_certain && !matches!(rule.strategy, Strategy::Random(_))
    })
}
