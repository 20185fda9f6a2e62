//! Choices that are worth a try: more than what is legal, never less.
//!
//! What must match for an action to be legal is asked on the board before the action, where the tests
//! that what comes before it may have changed count as passed.

use std::collections::BTreeSet;
use std::slice::from_ref;

use masume_program::interp::code::{Instruction, SetReg, Way};
use masume_program::{
    ActionProgram, Alternative, Binding, Cond, Dirs, LayerPlanes, Mode, Next, Nfa, Num, Op, Plan,
    Put, Require, RuleOp, Set, SetId, Shape, Unsupported, directions, ops,
};
use masume_rules::model::ParamSlot;
use masume_rules::run_error::Span;

use super::Translation;
use super::asked::Asked;
use super::locals::{Locals, is_plain_in_rule};
use super::walk::End;

/// The cells that a rule tells, if it does.
type CellsOf<'c, T> = &'c dyn Fn(&mut T, &RuleOp) -> Result<Option<SetReg>, Unsupported>;

/// Sets that are found on some boards only.
pub(super) struct Guard {
    /// The cells that are found.
    found: SetReg,
    region: (u16, usize),
}

impl<'p> Translation<'p> {
    /// The cells that the first parameter may be, where it is a cell.
    pub(super) fn firsts(&mut self, action: &'p ActionProgram) -> Result<SetReg, Unsupported> {
        let all = self.asked(action);
        // Step 1. What the second one may be, whatever is chosen first.
        let mut seconds = None;
        for asked in &all {
            let one_cell =
                |it: &mut Self, rule: &RuleOp| it.second_cell(rule, &asked.written, &|_| false);
            if let Some(cells) = self.union(asked, &one_cell)? {
                seconds = Some(seconds.map_or(cells, |seconds| self.and(seconds, cells)));
            }
        }
        // Step 2. Where a match may begin that comes to one of these.
        let mut firsts = self.inner();
        for asked in &all {
            if let Some(cells) = self.union(asked, &|it, rule| it.begin_at(rule, asked, seconds))? {
                firsts = self.and(firsts, cells);
            }
        }
        if let Some(cells) = self.required_cells(action, ParamSlot(0), &|_| false)? {
            firsts = self.and(firsts, cells);
        }
        Ok(firsts)
    }

    /// The cells that the second parameter may be, where the first one is chosen; `None` where no
    /// pattern tells that. By rule that may match then, where there are several.
    pub(super) fn seconds(
        &mut self,
        action: &'p ActionProgram,
    ) -> Result<Option<Vec<(&'p RuleOp, SetReg)>>, Unsupported> {
        let mut found: Option<Vec<(&'p RuleOp, SetReg)>> = None;
        for asked in self.asked(action) {
            let begins = self.begins_by_rule(&asked.rules, &asked.written)?;
            let mut cells = Vec::new();
            for (&rule, begins) in asked.rules.iter().zip(begins) {
                let mark = self.emit.mark();
                let guard = self.guard(begins);
                let Some(seconds) = self.second_cells(rule, &asked.written)? else {
                    self.emit.back_to(mark);
                    continue;
                };
                let seconds = self.where_it_runs(&asked, rule, seconds)?;
                let seconds = self.within(seconds);
                cells.push((rule, self.end_guard(guard, seconds)));
            }
            if cells.len() < asked.rules.len() || cells.is_empty() {
                continue;
            }
            // Behind a rule that matched another may, wherever it did before.
            if !asked.is_choice {
                cells = self.together(cells);
            }
            found = Some(match found {
                None => cells,
                Some(found) => self.both_told(found, cells),
            });
        }
        let is_known = |slot: ParamSlot| slot == ParamSlot(0);
        if let Some(cells) = self.required_cells(action, ParamSlot(1), &is_known)? {
            let cells = self.within(cells);
            let rule = || {
                ops(&action.body)
                    .find_map(|op| if let Op::Rule(rule) = op { Some(&**rule) } else { None })
            };
            found = match found {
                Some(mut found) => {
                    for (_, seconds) in &mut found {
                        *seconds = self.and(*seconds, cells);
                    }
                    Some(found)
                }
                None => rule().map(|rule| vec![(rule, cells)]),
            };
        }
        Ok(found)
    }

    /// The cells of all rules, as if they were those of one.
    fn together(&mut self, cells: Vec<(&'p RuleOp, SetReg)>) -> Vec<(&'p RuleOp, SetReg)> {
        let first = cells.first().map(|(rule, _)| *rule);
        let all = cells.into_iter().fold(None, |all, (_, cells)| Some(self.or(all, cells)));
        first.zip(all).into_iter().collect()
    }

    /// By rule where it may begin at what is chosen first; `None` where all begin alike, or that is not known.
    pub(super) fn begins_by_rule(
        &mut self,
        rules: &[&RuleOp],
        written: &BTreeSet<u16>,
    ) -> Result<Vec<Option<SetReg>>, Unsupported> {
        let is_known = |slot: ParamSlot| slot == ParamSlot(0);
        let mut all = Vec::new();
        for rule in rules {
            let mut begins = None;
            let nfa = self.nfa(rule.nfa);
            for start in nfa.starts.iter().filter(|_| rule.from == Some(ParamSlot(0))) {
                let test = nfa.places[usize::from(start.place)].test;
                let cells = self.at_most(test, written, &is_known)?;
                let chosen = self.chosen(ParamSlot(0));
                let cells = self.and(chosen, cells);
                begins = Some(self.or(begins, cells));
            }
            all.push(begins);
        }
        if all.iter().all(|begins| *begins == all[0]) {
            all.fill(None);
        }
        Ok(all)
    }

    /// Begins what is found only where there is any such cell on some board: cells, which are none elsewhere.
    pub(super) fn guard(&mut self, begins: Option<SetReg>) -> Option<Guard> {
        let begins = begins?;
        let found = self.registers.work_set();
        let (nothing, may) = (self.nothing(), self.has_any(begins));
        self.emit.keep_set(nothing, found);
        Some(Guard { found, region: self.emit.enter(may) })
    }

    /// Ends it; gives what was found.
    pub(super) fn end_guard(&mut self, guard: Option<Guard>, cells: SetReg) -> SetReg {
        let Some(Guard { found, region }) = guard else { return cells };
        self.emit.keep_set(cells, found);
        self.emit.leave(region);
        found
    }

    /// True if an action is legal exactly where its second cell is one of [`Self::seconds`]: its first
    /// rules decide, and all that their patterns test is known when the first cell is chosen.
    pub(super) fn is_told_by_seconds(&self, action: &'p ActionProgram) -> bool {
        let is_known = |slot: ParamSlot| slot == ParamSlot(0);
        let is_told = |asked: &Asked<'_>| {
            asked.is_choice
                && asked.conditions.iter().all(Vec::is_empty)
                && asked.rules.iter().all(|rule| {
                    let nfa = self.nfa(rule.nfa);
                    rule.from == Some(ParamSlot(0))
                        && rule.to == Some(ParamSlot(1))
                        && !Binding::are_compared(&rule.letters)
                        && nfa
                            .places
                            .iter()
                            .all(|it| self.is_told(it.test, &asked.written, &is_known))
                })
        };
        let is_plain = |(require, _): &(Require, Span)| matches!(require, Require::Plain(_));
        let is_decided = match &action.plan {
            Plan::BruteForce { is_decided, .. } => *is_decided,
            Plan::Match { requires, .. } => requires.iter().all(is_plain),
            Plan::Always | Plan::Potential(_) | Plan::Either(..) => false,
        };
        is_decided && !action.when_depends && matches!(&self.asked(action)[..], [it] if is_told(it))
    }

    /// Cells of both, by the rules of the one that tells more of them apart.
    fn both_told(
        &mut self,
        one: Vec<(&'p RuleOp, SetReg)>,
        other: Vec<(&'p RuleOp, SetReg)>,
    ) -> Vec<(&'p RuleOp, SetReg)> {
        let (mut more, less) = if one.len() < other.len() { (other, one) } else { (one, other) };
        let less = less.into_iter().fold(None, |all, (_, cells)| Some(self.or(all, cells)));
        for (_, cells) in &mut more {
            *cells = less.map_or(*cells, |less| self.and(*cells, less));
        }
        more
    }

    /// Cells of any of the rules; `None` where one of them does not tell.
    fn union(
        &mut self,
        asked: &Asked<'p>,
        cells: CellsOf<'_, Self>,
    ) -> Result<Option<SetReg>, Unsupported> {
        let mut all = None;
        for rule in &asked.rules {
            let Some(cells) = cells(self, rule)? else { return Ok(None) };
            let cells = self.where_it_runs(asked, rule, cells)?;
            all = Some(self.or(all, cells));
        }
        Ok(all)
    }

    /// The cells at which a rule of one cell may match, where that is what is chosen second.
    fn second_cell(
        &mut self,
        rule: &RuleOp,
        written: &BTreeSet<u16>,
        is_known: &dyn Fn(ParamSlot) -> bool,
    ) -> Result<Option<SetReg>, Unsupported> {
        let nfa = self.nfa(rule.nfa);
        if rule.from != Some(ParamSlot(1)) || rule.to.is_some() || nfa.shape != Shape::Cell {
            return Ok(None);
        }
        self.at_most(nfa.places[0].test, written, is_known).map(Some)
    }

    /// The cells that may be chosen first so that a rule matches: where it begins, ends or has a place of its own for
    /// them, and comes to one of `seconds` where it ends or begins with what is chosen second.
    fn begin_at(
        &mut self,
        rule: &RuleOp,
        asked: &Asked<'_>,
        seconds: Option<SetReg>,
    ) -> Result<Option<SetReg>, Unsupported> {
        let nfa = self.nfa(rule.nfa);
        let end = match rule.to {
            _ if rule.from == Some(ParamSlot(0)) => None,
            Some(ParamSlot(0)) => Some(End::Last),
            _ => Some(End::Places(self.places_of(nfa, ParamSlot(0)))),
        };
        if end == Some(End::Places(Vec::new())) {
            return Ok(None);
        }
        let mut tests = Vec::new();
        for place in &nfa.places {
            tests.push(self.at_most(place.test, &asked.written, &|_| false)?);
        }
        if let Some(end) = end {
            let Dirs::Fixed(dirs) = rule.dirs else { return Ok(None) };
            let first = seconds.filter(|_| rule.from == Some(ParamSlot(1)));
            return self.come_to(nfa, (&tests, dirs), first, &end).map(Some);
        }
        let last = seconds.filter(|_| rule.to == Some(ParamSlot(1)));
        if let Dirs::Fixed(dirs) = rule.dirs {
            return self.begin_in(nfa, &tests, dirs, last).map(Some);
        }
        let starts = nfa.starts.iter().map(|start| tests[usize::from(start.place)]);
        Ok(starts.fold(None, |all, cells| Some(self.or(all, cells))))
    }

    /// Cells from which a pattern whose places have these tests matches in one of the directions.
    pub(super) fn begin_in(
        &mut self,
        nfa: &Nfa,
        tests: &[SetReg],
        dirs: u8,
        last: Option<SetReg>,
    ) -> Result<SetReg, Unsupported> {
        if nfa.is_graph() {
            return self.starts_of_graph(nfa, (tests, dirs), last);
        }
        self.starts_of(nfa, tests, dirs, last)
    }

    /// The cells that can be chosen second so that a rule may match.
    pub(super) fn second_cells(
        &mut self,
        rule: &RuleOp,
        written: &BTreeSet<u16>,
    ) -> Result<Option<SetReg>, Unsupported> {
        let is_known = |slot: ParamSlot| slot == ParamSlot(0);
        if let Some(cells) = self.second_cell(rule, written, &is_known)? {
            return Ok(Some(cells));
        }
        let nfa = self.nfa(rule.nfa);
        if let (Some(ParamSlot(1)), Dirs::Fixed(dirs)) = (rule.from, &rule.dirs) {
            let mut tests = Vec::new();
            for place in &nfa.places {
                tests.push(self.at_most(place.test, written, &is_known)?);
            }
            let last = rule.to.filter(|slot| is_known(*slot)).map(|slot| self.chosen(slot));
            return self.begin_in(nfa, &tests, *dirs, last).map(Some);
        }
        let end = match rule.to {
            Some(ParamSlot(1)) => End::Last,
            _ => End::Places(self.places_of(nfa, ParamSlot(1))),
        };
        let is_told = end != End::Places(Vec::new());
        if !is_told || rule.from.is_some_and(|slot| !is_known(slot)) {
            return Ok(None);
        }
        let mut tests = Vec::new();
        for place in &nfa.places {
            tests.push(self.at_most(place.test, written, &is_known)?);
        }
        let Dirs::Fixed(dirs) = rule.dirs else { return Ok(None) };
        let first = rule.from.map(|slot| self.chosen(slot));
        self.come_to(nfa, (&tests, dirs), first, &end).map(Some)
    }

    /// Cells from which matches of a pattern whose places have these tests come to the end that is
    /// meant.
    fn come_to(
        &mut self,
        nfa: &Nfa,
        (tests, dirs): (&[SetReg], u8),
        first: Option<SetReg>,
        end: &End,
    ) -> Result<SetReg, Unsupported> {
        if nfa.is_graph() {
            return self.ends_of_graph(nfa, (tests, dirs), first, end);
        }
        let mut all = None;
        for direction in directions(dirs) {
            let way = Way::Fixed(direction);
            let first = match first {
                Some(_) => Some(self.begun(nfa, tests, way, first)?),
                None => None,
            };
            let reached = self.come_from(nfa, (tests, false), way, first)?;
            for ((nth, place), cells) in (0..).zip(&nfa.places).zip(reached) {
                let Some(cells) = cells else { continue };
                let cells = match end {
                    End::Last => self.ends_of_place(place, cells, direction),
                    End::Places(places) => places.contains(&nth).then_some(cells),
                };
                if let Some(cells) = cells {
                    all = Some(self.or(all, cells));
                }
            }
        }
        Ok(all.unwrap_or_else(|| self.nothing()))
    }

    /// Places of a pattern of which every match has one, each at what is chosen for the parameter;
    /// none where the pattern does not say that.
    fn places_of(&self, nfa: &Nfa, slot: ParamSlot) -> Vec<u16> {
        let mut open: Vec<u16> = nfa.starts.iter().map(|start| start.place).collect();
        let (mut met, mut found) = (BTreeSet::new(), Vec::new());
        while let Some(nth) = open.pop() {
            if !met.insert(nth) {
                continue;
            }
            let place = &nfa.places[usize::from(nth)];
            if self.is_of_chosen(place.test, slot) {
                found.push(nth);
                continue;
            }
            for next in &place.next {
                match next {
                    Next::Step { place, .. } => open.push(*place),
                    Next::Accept { .. } => return Vec::new(),
                }
            }
        }
        found
    }

    /// True if only what is chosen for a parameter passes a test.
    fn is_of_chosen(&self, test: SetId, slot: ParamSlot) -> bool {
        let set = &self.program().sets[usize::from(test.0)];
        if let Set::And(parts) = set {
            return parts.iter().any(|&part| self.is_of_chosen(part, slot));
        }
        *set == Set::Chosen(slot)
    }

    /// True if a condition is the same before an action as in it, while no more than these planes
    /// is written.
    pub(super) fn is_told_condition(
        &self,
        condition: &Cond,
        written: &BTreeSet<u16>,
        is_known: &dyn Fn(ParamSlot) -> bool,
    ) -> bool {
        let is_told = |set: &SetId| self.is_told(*set, written, is_known);
        let is_number = |number: &Num| {
            matches!(number, Num::Constant(_) | Num::Ply)
                || matches!(number, Num::Count(set) if is_told(set))
        };
        if let Cond::Compare(left, _, right) = condition {
            return is_number(left) && is_number(right);
        }
        matches!(condition, Cond::Some(set) if is_told(set))
    }

    /// The cells of a rule, on the boards on which it runs.
    fn where_it_runs(
        &mut self,
        asked: &Asked<'p>,
        rule: &RuleOp,
        cells: SetReg,
    ) -> Result<SetReg, Unsupported> {
        let nth = asked.rules.iter().position(|it| std::ptr::eq(*it, rule)).unwrap_or(0);
        self.where_it_holds(cells, &asked.conditions[nth])
    }

    /// Cells on the boards where conditions hold, or do not.
    pub(super) fn where_it_holds(
        &mut self,
        mut cells: SetReg,
        conditions: &[(&'p Cond, bool)],
    ) -> Result<SetReg, Unsupported> {
        for &(condition, holds) in conditions {
            let mut mask = self.condition(condition)?;
            if !holds {
                mask = self.not(mask);
            }
            cells = self.only(cells, mask);
        }
        Ok(cells)
    }

    /// Adds the planes that a statement may write; `None` where they are not known.
    pub(super) fn add_written(&self, op: &Op, written: &mut BTreeSet<u16>) -> Option<()> {
        ops(from_ref(op)).try_for_each(|op| match op {
            Op::Require(..)
            | Op::Let(..)
            | Op::Effects(..)
            | Op::Must(_)
            | Op::Simultaneous { .. }
            | Op::Repeat(..)
            | Op::Times(..)
            | Op::If(..)
            | Op::OrElse(_) => Some(()),
            Op::Rule(rule) => {
                self.add_put(rule, written);
                Some(())
            }
            Op::Relocate { .. }
            | Op::March(_)
            | Op::Deal { .. }
            | Op::Shuffle { .. }
            | Op::Until(..)
            | Op::Picture(..)
            | Op::Reference { .. } => None,
        })
    }

    /// Adds the planes that a rule may write: those of what it puts, and of what may lie there.
    pub(super) fn add_put(&self, rule: &RuleOp, written: &mut BTreeSet<u16>) {
        let nfa = self.nfa(rule.nfa);
        let may_hold = |place: u16, layer| {
            let test = nfa.places[usize::from(place)].test;
            self.layout.occupied(layer).filter(move |&plane| !self.excludes(test, plane))
        };
        for (nth, place) in (0u16..).zip(&nfa.places) {
            let puts =
                rule.alternatives.iter().filter_map(|it| it.puts.get(place.position as usize));
            for put in puts.flatten() {
                let layer = put.layer();
                written.extend(may_hold(nth, layer));
                match (put, self.layout.layer(layer)) {
                    (Put::Clear(_), _) => {}
                    (Put::Piece(_, content), LayerPlanes::Pieces { first, .. }) => {
                        written.insert(first + *content as u16);
                    }
                    (Put::Letter(_, letter), LayerPlanes::Pieces { .. }) => {
                        let is_bound = |it: &&Binding| it.letter == *letter && it.layer == layer;
                        match rule.letters.iter().find(is_bound) {
                            Some(bound) => written.extend(may_hold(bound.place, layer)),
                            None => written.extend(self.layout.occupied(layer)),
                        }
                    }
                    (Put::Piece(..) | Put::Letter(..) | Put::Number(..), _) => {
                        written.extend(self.layout.occupied(layer));
                    }
                }
            }
        }
    }

    /// The cells that may pass a test when these planes have been written, and may be when what is
    /// chosen for some parameter is not known: more than those that do, where that is not told.
    pub(super) fn at_most(
        &mut self,
        test: SetId,
        written: &BTreeSet<u16>,
        is_known: &dyn Fn(ParamSlot) -> bool,
    ) -> Result<SetReg, Unsupported> {
        if self.is_told(test, written, is_known) {
            return self.set(test);
        }
        if let Set::NoPlanes(planes) = &self.program().sets[usize::from(test.0)] {
            let left = planes.iter().filter(|plane| !written.contains(plane));
            let left: Box<[SetReg]> = left.map(|&plane| SetReg(plane)).collect();
            return Ok(self.emit.set(|to| Instruction::Free(to, left.clone())));
        }
        if let Set::And(parts) = &self.program().sets[usize::from(test.0)] {
            let mut all = self.full();
            for &part in parts {
                let part = self.at_most(part, written, is_known)?;
                all = self.and(all, part);
            }
            return Ok(all);
        }
        Ok(self.full())
    }

    /// True if what passes a test is the same before these planes are written, and depends on what is
    /// chosen only for parameters that are known.
    pub(super) fn is_told(
        &self,
        test: SetId,
        written: &BTreeSet<u16>,
        is_known: &dyn Fn(ParamSlot) -> bool,
    ) -> bool {
        let all = |parts: &[SetId]| parts.iter().all(|&it| self.is_told(it, written, is_known));
        match &self.program().sets[usize::from(test.0)] {
            Set::Planes(planes) | Set::NoPlanes(planes) => {
                planes.iter().all(|plane| !written.contains(plane))
            }
            Set::Constant(_) => true,
            Set::Chosen(slot) | Set::Line(slot) | Set::Near(_, slot) => is_known(*slot),
            Set::Not(inner) => all(&[*inner]),
            Set::And(parts) | Set::Or(parts) => all(parts),
            Set::Count { of, .. } => all(&[*of]),
            Set::Sees { nfa, dirs } => {
                let nfa = self.nfa(*nfa);
                dirs.is_fixed()
                    && nfa.places.iter().all(|it| self.is_told(it.test, written, is_known))
            }
            // What numbers and conditions ask for is not looked into.
            Set::Numbers { .. } | Set::Holds(_) => false,
        }
    }

    /// True if a statement can come to no error, and goes on with what follows it.
    pub(super) fn cannot_fail(&self, op: &Op) -> bool {
        self.cannot_fail_with(op, &mut Locals::default())
    }

    /// The same where so much is known of local numbers; notes what they may be behind it.
    pub(super) fn cannot_fail_with(&self, op: &Op, locals: &mut Locals) -> bool {
        match op {
            Op::Require(condition, _) => locals.is_plain(condition),
            Op::Let(local, number, _) => locals.set(*local, number),
            Op::Effects(effects, _) => effects.iter().all(|it| locals.is_plain_effect(it)),
            Op::Rule(rule) => self.rule_cannot_fail(rule),
            Op::Must(block) => block.iter().all(|op| self.cannot_fail_with(op, locals)),
            Op::If(condition, then, otherwise, _) => {
                locals.is_plain(condition)
                    && [then, otherwise]
                        .into_iter()
                        .all(|block| self.branch_cannot_fail(block, locals))
            }
            Op::OrElse(blocks) => blocks.iter().all(|block| self.branch_cannot_fail(block, locals)),
            Op::Simultaneous { .. }
            | Op::Repeat(..)
            | Op::Times(..)
            | Op::Relocate { .. }
            | Op::March(_)
            | Op::Deal { .. }
            | Op::Shuffle { .. }
            | Op::Until(..)
            | Op::Picture(..)
            | Op::Reference { .. } => false,
        }
    }

    /// The same of a block that may be left out.
    fn branch_cannot_fail(&self, block: &[Op], locals: &mut Locals) -> bool {
        let without = locals.clone();
        let is_plain = block.iter().all(|op| self.cannot_fail_with(op, locals));
        locals.or(&without);
        is_plain
    }

    /// True if what a rule puts always fits and never clashes.
    pub(super) fn rule_cannot_fail(&self, rule: &RuleOp) -> bool {
        let [Alternative { chance: None, puts }] = &rule.alternatives[..] else { return false };
        let fits = |put: &Put| match put {
            Put::Clear(_) | Put::Piece(..) => true,
            Put::Letter(layer, letter) => {
                rule.letters.iter().any(|it| it.letter == *letter && it.layer == *layer)
            }
            Put::Number(..) => false,
        };
        if !rule.effects.iter().all(is_plain_in_rule) || !puts.iter().flatten().all(fits) {
            return false;
        }
        let nfa = self.nfa(rule.nfa);
        let is_anchored = match (rule.from, rule.to) {
            (Some(_), Some(_)) => true,
            (None, None) => false,
            (Some(_), None) | (None, Some(_)) => rule.dirs.is_single(),
        };
        match &rule.mode {
            Mode::Ends => true,
            Mode::Graph { .. } => false,
            _ if is_anchored && nfa.is_fixed_line() => true,
            Mode::Paths => false,
            Mode::Sets(targets) => targets.iter().enumerate().all(|(nth, one)| {
                targets[nth + 1..].iter().all(|other| {
                    let test = |place: &u16| nfa.places[usize::from(*place)].test;
                    one.layer != other.layer
                        || one.places.iter().map(test).all(|one| {
                            other.places.iter().map(test).all(|it| self.are_disjoint(one, it))
                        })
                })
            }),
        }
    }
}

/// The rules of a block that is one rule, or the choice of several.
pub(super) fn only_rules(block: &[Op]) -> Option<Vec<&RuleOp>> {
    let [op] = block else { return None };
    if let Op::Rule(rule) = op {
        Some(vec![rule])
    } else if let Op::Must(block) = op {
        only_rules(block)
    } else if let Op::Simultaneous { block, is_one_rule: true, .. } = op {
        let rules: Option<Vec<_>> = block.iter().map(|op| only_rules(from_ref(op))).collect();
        rules.map(|rules| rules.concat())
    } else if let Op::OrElse(blocks) = op {
        let rules: Option<Vec<_>> = blocks.iter().map(|block| only_rules(block)).collect();
        rules.map(|rules| rules.concat())
    } else {
        None
    }
}
