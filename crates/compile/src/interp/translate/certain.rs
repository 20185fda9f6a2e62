//! Choices that are certainly legal, so that no body runs for them: their rule matches, what it puts stays,
//! and what the body requires holds whatever else it does.
//!
//! What the body does is not followed. A cell that is not the chosen one surely still passes a test after
//! it where the planes that the test asks for are lost to no rule, or gained by none.

use std::collections::BTreeSet;
use std::slice::from_ref;

use masume_board::{Cell, CellSet};
use masume_program::interp::code::{Instruction, SetReg};
use masume_program::{
    ActionProgram, Cond, Dirs, LayerPlanes, Next, Nfa, Op, Plan, Put, RuleOp, Set, SetId, Shape,
    Strategy, Unsupported, ops,
};
use masume_rules::model::{ParamKind, ParamSlot, Test};

use super::Translation;
use super::cell_extent::CellExtent;
use super::merged::rule_of;
use super::pairs::{Offset, Path, paths};

/// The most steps of a walk that is looked for from the chosen cell.
const MOST_STEPS: usize = 2;

/// A walk that is longer than that is found by a trial.
const MOST_ROUNDS: u32 = 12;

/// Number of choices that are left from which on walks over the whole board tell what can be told
/// without a trial: fewer are tried sooner.
pub(super) const MANY: u32 = 32;

/// The chosen cell, and any that is neither it nor known to be near it.
pub(super) const HERE: Offset = (0, 0);
pub(super) const ELSEWHERE: Offset = (i32::MAX, i32::MAX);

/// Changes that a body may have made to planes.
pub(super) struct Done {
    /// Test by the first rule of the chosen cell.
    test: SetId,
    /// The plane that its first rule puts on the chosen cell.
    put: u16,
    /// Planes that the other rules may put on cells, or take off.
    others: BTreeSet<u16>,
    /// Of these, planes that they may put.
    pub(super) gained: BTreeSet<u16>,
    /// Planes that may differ anywhere.
    pub(super) written: BTreeSet<u16>,
    /// Cells of which none is the chosen one, where that is assumed.
    pub(super) kept: Option<SetReg>,
}

/// An action whose body puts something on the chosen cell, and then does other things that end in no error and draw
/// nothing.
#[derive(Clone, Copy)]
pub(super) struct Placing<'p> {
    pub(super) first: &'p RuleOp,
    pub(super) rest: &'p [Op],
}

impl<'p> Translation<'p> {
    /// The cells that are certainly legal to choose.
    pub(super) fn certain(
        &mut self,
        index: usize,
        action: &'p ActionProgram,
    ) -> Result<SetReg, Unsupported> {
        let why = Unsupported("no choice is certainly legal");
        if self.is_always_legal(index, action) {
            return Ok(self.inner());
        }
        let placing = self.placing(index, action).ok_or(why)?;
        let test = self.nfa(placing.first.nfa).places[0].test;
        let done = self.done(placing.first, &rules_of(placing.rest)).ok_or(why)?;
        let mut certain = CellExtent::These(self.set(test)?);
        for op in placing.rest {
            if let Op::Require(condition, _) = op {
                let holds = self.certain_condition(condition, &done)?;
                certain = self.in_both(certain, holds);
            } else if ops(from_ref(op)).any(refuses) {
                return Err(why);
            }
        }
        match certain {
            CellExtent::These(cells) => Ok(self.within(cells)),
            CellExtent::All | CellExtent::None => Err(why),
        }
    }

    /// True if nothing of a body decides whether a cell is legal to choose.
    fn is_always_legal(&self, index: usize, action: &ActionProgram) -> bool {
        let is_of_one_cell = self.rules.actions[index].params[..] == [ParamKind::Cell];
        is_of_one_cell
            && !action.when_depends
            && matches!(action.plan, Plan::BruteForce { statements: 0, .. })
    }

    /// Changes of an action that puts something on the chosen cell at first.
    pub(super) fn placing(&self, index: usize, action: &'p ActionProgram) -> Option<Placing<'p>> {
        let body = &action.body[..];
        if self.rules.actions[index].params[..] != [ParamKind::Cell] || action.when_depends {
            return None;
        }
        let (Op::Must(first), rest) = body.split_first()? else { return None };
        let [Op::Rule(rule)] = &first[..] else { return None };
        let nfa = self.nfa(rule.nfa);
        let is_at_choice = (rule.from, rule.to) == (Some(ParamSlot(0)), None);
        let is_plain = body.iter().all(|op| self.cannot_fail(op)) && has_no_draws(body);
        let is_told = || self.is_told(nfa.places[0].test, &BTreeSet::new(), &|_| false);
        let is_one = is_plain && is_at_choice && nfa.shape == Shape::Cell && is_told();
        is_one.then_some(Placing { first: rule, rest })
    }

    /// True if an action that is not refused leaves something on the chosen cell that was not
    /// there.
    pub(super) fn leaves_what_it_puts(&self, index: usize, action: &'p ActionProgram) -> bool {
        let placing = self.placing(index, action);
        placing.is_some_and(|it| self.done(it.first, &rules_of(it.rest)).is_some())
    }

    /// Planes that the first rule puts on the chosen cell, which was not there and stays, and those
    /// that others may write behind it.
    pub(super) fn done(&self, rule: &RuleOp, rest: &[&RuleOp]) -> Option<Done> {
        let mut others = BTreeSet::new();
        let mut gained = BTreeSet::new();
        for other in rest {
            self.add_put(other, &mut others);
            self.add_gained(other, &mut gained);
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
        Some(Done { test, put, others, gained, written, kept: None })
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

    /// Tests of the chosen cell, where the set has no other cell.
    pub(super) fn asked_of_choice(&self, set: SetId) -> Option<Vec<SetId>> {
        let of = |part: SetId| &self.program().sets[usize::from(part.0)];
        let parts = if let Set::And(parts) = of(set) { parts.clone() } else { vec![set] };
        parts.iter().any(|&part| *of(part) == Set::Chosen(ParamSlot(0))).then_some(parts)
    }

    /// The chosen cells for which a condition certainly holds.
    fn certain_condition(
        &mut self,
        condition: &Cond,
        done: &Done,
    ) -> Result<CellExtent, Unsupported> {
        let Cond::Some(set) = condition else { return Ok(CellExtent::None) };
        let Some(parts) = self.asked_of_choice(*set) else { return Ok(CellExtent::None) };
        let mut all = CellExtent::All;
        for part in parts {
            let set = &self.program().sets[usize::from(part.0)];
            let passing = if let Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } = set {
                self.certain_walk(self.nfa(*nfa), *dirs, done)?
            } else {
                self.certain_at(part, HERE, done)?
            };
            all = self.in_both(all, passing);
        }
        Ok(all)
    }

    /// The chosen cells from which a walk is there for certain.
    fn certain_walk(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        done: &Done,
    ) -> Result<CellExtent, Unsupported> {
        let near = self.certain_short_walk(nfa, dirs, done)?;
        let known = match near {
            CellExtent::All => return Ok(near),
            CellExtent::None => self.nothing(),
            CellExtent::These(cells) => cells,
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
        let is_many = self.emit.mask(|to| Instruction::HasMany(to, left, MANY));
        let region = self.emit.enter(is_many);
        let Ok(far) = self.certain_long_walk(nfa, dirs, done) else {
            self.emit.back_to(mark);
            return Ok(near);
        };
        let far = self.or(Some(known), far);
        self.emit.keep_set(far, found);
        self.emit.leave(region);
        self.emit.forget_plane(found);
        Ok(CellExtent::These(found))
    }

    /// The chosen cells from which a walk of any length is there for certain: one that was there before the
    /// action but for its first cell, and does not come to the chosen cell where that may fail a test since.
    /// Walks that come to such cells of the other half of the board alone are told apart from those.
    fn certain_long_walk(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        done: &Done,
    ) -> Result<SetReg, Unsupported> {
        let why = Unsupported("no long walk is there for certain");
        // A walk that comes by its first place again does not end where it began.
        let mut nfa = nfa.with_first_apart().ok_or(why)?;
        let [start] = nfa.starts[..] else { return Err(why) };
        // Walks of one step are short: what they come to is told.
        let is_last = |nfa: &Nfa, place: u16| {
            let next = &nfa.places[usize::from(place)].next;
            next.iter().all(|it| matches!(it, Next::Accept { .. }))
        };
        let mut next = std::mem::take(&mut nfa.places[usize::from(start.place)].next);
        next.retain(|it| !matches!(*it, Next::Step { place, .. } if is_last(&nfa, place)));
        nfa.places[usize::from(start.place)].next = next;
        let nfa = &nfa;
        let is_passed = self.certain_at(nfa.places[usize::from(start.place)].test, HERE, done)?;
        if !matches!(is_passed, CellExtent::All) {
            return Err(why);
        }
        let mut tests = self.certain_tests(nfa, done)?;
        tests[usize::from(start.place)] = (self.full(), true);
        if tests.iter().all(|(_, is_safe)| *is_safe) {
            return self.certain_starts(nfa, dirs, &tests, None);
        }
        let mut all = None;
        for (kept, left) in self.halves() {
            let cells = self.certain_starts(nfa, dirs, &tests, Some(kept))?;
            let cells = self.and(cells, left);
            all = Some(self.or(all, cells));
        }
        all.ok_or(why)
    }

    /// For each place of a pattern the cells that certainly pass its test after the body, but for the chosen one; and
    /// whether that is none of them anyway.
    fn certain_tests(
        &mut self,
        nfa: &Nfa,
        done: &Done,
    ) -> Result<Vec<(SetReg, bool)>, Unsupported> {
        let mut tests = Vec::new();
        for place in &nfa.places {
            let certain = self.certain_at(place.test, ELSEWHERE, done)?;
            let is_safe = self.is_told(place.test, &done.written, &|_| false)
                || self.are_disjoint(done.test, place.test);
            tests.push((self.cells_of(certain), is_safe));
        }
        Ok(tests)
    }

    /// Starts of a pattern whose places have these tests: at kept cells only where a test is not
    /// safe.
    fn certain_starts(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        tests: &[(SetReg, bool)],
        kept: Option<SetReg>,
    ) -> Result<SetReg, Unsupported> {
        let mut of_kept = Vec::new();
        for &(cells, is_safe) in tests {
            of_kept.push(match kept.filter(|_| !is_safe) {
                Some(kept) => self.and(cells, kept),
                None => cells,
            });
        }
        if nfa.is_graph() {
            return self.some_starts_of_graph(nfa, (&of_kept, dirs), MOST_ROUNDS);
        }
        self.begin_in(nfa, &of_kept, dirs, None)
    }

    /// Halves of the board, each with the other: the colours of a checkerboard.
    pub(super) fn halves(&mut self) -> [(SetReg, SetReg); 2] {
        let grid = &self.layout.grid;
        let [even, odd] = [0, 1].map(|odd| {
            let is_in = |cell: &Cell| (grid.column(*cell) + grid.row(*cell)) & 1 == odd;
            CellSet::from_cells(grid, grid.cells().filter(is_in))
        });
        let [even, odd] = [even, odd].map(|cells| self.registers.constant_set(cells));
        [(even, odd), (odd, even)]
    }

    /// The same of few steps. None comes back to the chosen cell, the only one that is not what it was.
    fn certain_short_walk(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        done: &Done,
    ) -> Result<CellExtent, Unsupported> {
        let mut any: Option<SetReg> = None;
        for path in paths(nfa, dirs, Some(MOST_STEPS))? {
            match self.certain_path(nfa, &path, done)? {
                CellExtent::All => return Ok(CellExtent::All),
                CellExtent::None => {}
                CellExtent::These(cells) => any = Some(self.or(any, cells)),
            }
        }
        Ok(any.map_or(CellExtent::None, CellExtent::These))
    }

    fn certain_path(
        &mut self,
        nfa: &Nfa,
        path: &Path,
        done: &Done,
    ) -> Result<CellExtent, Unsupported> {
        let mut at = HERE;
        let mut tests =
            vec![self.certain_at(nfa.places[usize::from(path.first)].test, at, done)?];
        for &(direction, place) in &path.steps {
            at = (at.0 + direction.across(), at.1 + direction.down());
            if at == HERE {
                return Ok(CellExtent::None);
            }
            tests.push(self.certain_at(nfa.places[usize::from(place)].test, at, done)?);
        }
        Ok(self.path_begins(path, tests))
    }

    /// The cells so far from the chosen one that certainly pass a test after the body.
    pub(super) fn certain_at(
        &mut self,
        test: SetId,
        offset: Offset,
        done: &Done,
    ) -> Result<CellExtent, Unsupported> {
        let set = self.program().sets[usize::from(test.0)].clone();
        let told = |is_there: bool| if is_there { CellExtent::All } else { CellExtent::None };
        let is_choice = offset == HERE;
        if set == Set::NoPlanes(Vec::new()) {
            return Ok(CellExtent::All);
        }
        if set == Set::Chosen(ParamSlot(0)) {
            return Ok(told(is_choice));
        }
        if let Set::Near(reach, ParamSlot(0)) = set {
            let mut near = Test::directions(reach).iter();
            return Ok(told(near.any(|it| (it.across(), it.down()) == offset)));
        }
        if self.is_told(test, &done.written, &|_| false) {
            return self.set(test).map(CellExtent::These);
        }
        match set {
            Set::Planes(planes) if is_choice => Ok(told(planes.contains(&done.put))),
            Set::Planes(planes) => {
                let left: Box<[SetReg]> =
                    planes.into_iter().filter(|it| !done.others.contains(it)).map(SetReg).collect();
                if left.is_empty() {
                    return Ok(CellExtent::None);
                }
                Ok(CellExtent::These(self.emit.set(|to| Instruction::Union(to, left.clone()))))
            }
            Set::NoPlanes(planes) if !is_choice => {
                if planes.iter().any(|plane| done.gained.contains(plane)) {
                    return Ok(CellExtent::None);
                }
                let planes: Box<[SetReg]> = planes.into_iter().map(SetReg).collect();
                Ok(CellExtent::These(self.emit.set(|to| Instruction::Free(to, planes.clone()))))
            }
            Set::And(parts) => {
                let mut all = CellExtent::All;
                for part in parts {
                    let part = self.certain_at(part, offset, done)?;
                    all = self.in_both(all, part);
                }
                Ok(all)
            }
            Set::Or(parts) => {
                let mut any = CellExtent::None;
                for part in parts {
                    let part = self.certain_at(part, offset, done)?;
                    any = self.in_either(any, part);
                }
                Ok(any)
            }
            Set::Sees { nfa, dirs: Dirs::Fixed(dirs) }
                if offset == ELSEWHERE && done.kept.is_some() =>
            {
                let nfa = self.nfa(nfa);
                let tests = self.certain_tests(nfa, done)?;
                self.certain_starts(nfa, dirs, &tests, done.kept).map(CellExtent::These)
            }
            Set::NoPlanes(_)
            | Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Not(_)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => Ok(CellExtent::None),
        }
    }
}

/// The rules of a block.
fn rules_of(block: &[Op]) -> Vec<&RuleOp> {
    ops(block).filter_map(rule_of).collect()
}

/// True if a statement may refuse the action, or end the game.
pub(super) fn refuses(op: &Op) -> bool {
    matches!(op, Op::Must(_) | Op::Require(..) | Op::Reference { .. })
}

/// True if no rule of a block draws anything; no other statement that cannot fail does.
pub(super) fn has_no_draws(block: &[Op]) -> bool {
    ops(block).all(|op| {
        let Op::Rule(rule) = op else { return true };
        let is_certain = rule.alternatives.iter().all(|it| it.chance.is_none());
        is_certain && !matches!(rule.strategy, Strategy::Random(_))
    })
}
