//! Actions that move from one chosen cell to another: where a rule certainly matches, and nothing that the
//! body requires is changed by it, no body is run.
//!
//! The rules of which one must match are asked on the board before the action. What is done before them by
//! rules of the second cell is known to do nothing where these do not match; other second cells are left to
//! the body. What the body requires is asked once for the board, with the cells on which a move may change
//! the answer.

use std::collections::BTreeSet;
use std::slice::from_ref;

use masume_program::interp::code::{Instruction, MaskReg, SetReg};
use masume_program::interp::registers::ALL;
use masume_program::interp::trial::{Ends, Untried};
use masume_program::{
    ActionProgram, Alternative, Binding, Cond, Dirs, LayerPlanes, Nfa, Op, Plan, Put, RuleOp, Set,
    SetId, Shape, Unsupported, ops,
};
use masume_rules::model::{ParamKind, ParamSlot};

use super::Translation;
use super::certain::{has_no_draws, refuses};
use super::footprint::{CellChange, Changes, LayerChange};

/// A body that asks, writes what no rule of the move looks at, and must move.
pub(super) struct Moves<'p> {
    /// In their order: the first that can be done is.
    ways: Vec<WayToMove<'p>>,
    /// Rules that are done before, at the second cell.
    before: Vec<Early<'p>>,
    /// Pattern that must match at the second cell then, before anything else is done.
    behind: Option<ArrivalRule<'p>>,
    /// Planes that other statements before the move may write on any cell, and any statements.
    written_before: BTreeSet<u16>,
    written: BTreeSet<u16>,
    requires: Vec<&'p Cond>,
}

/// Rules that must match.
struct WayToMove<'p> {
    /// On the boards where these hold, or do not.
    when: Vec<(&'p Cond, bool)>,
    rules: MoveRules<'p>,
}

/// Second cells of moves.
pub(super) struct SecondsOfMoves<'p> {
    /// Second choices that each rule may match.
    pub(super) by_rule: Vec<(&'p RuleOp, SetReg)>,
    /// Those that are legal without a trial.
    pub(super) certain: SetReg,
    /// Those inside the rim at which what must match behind the move may do so.
    allowed: SetReg,
    /// Those for which anything may be done before the move that its rules look at.
    changed: Option<SetReg>,
    /// Those of which it is known that a rule matches, so that no later one is done.
    matched: SetReg,
}

/// Rules that make a move.
#[derive(Clone, Copy)]
enum MoveRules<'p> {
    /// One goes from the first cell to the second one.
    Joined(&'p RuleOp),
    /// One is of the first cell, and one behind it of the second.
    Apart(&'p RuleOp, &'p RuleOp),
}

/// A rule that is done before the move.
struct Early<'p> {
    rule: &'p RuleOp,
    when: Option<&'p Cond>,
    /// Planes that may be written before it is.
    written: BTreeSet<u16>,
}

/// A rule of the second cell that must match where a move has come there.
struct ArrivalRule<'p> {
    rule: &'p RuleOp,
    /// Tests of the cell.
    asked: Vec<SetId>,
    /// Planes that may be written before it is, whichever way the move goes.
    written: BTreeSet<u16>,
}

/// True if a slot is that of the first cell, which is known when second cells are looked for.
fn is_first(slot: ParamSlot) -> bool {
    slot == ParamSlot(0)
}

impl<'p> Translation<'p> {
    /// An action as a move, if it is one.
    pub(super) fn moves(&self, index: usize, action: &'p ActionProgram) -> Option<Moves<'p>> {
        let Plan::BruteForce { statements, .. } = &action.plan else { return None };
        let params = &self.rules.actions[index].params[..];
        let body = &action.body[..*statements];
        if params != [ParamKind::Cell, ParamKind::Cell]
            || action.when_depends
            || !has_no_draws(body)
        {
            return None;
        }
        let mut moves = Moves {
            ways: Vec::new(),
            before: Vec::new(),
            behind: None,
            written_before: BTreeSet::new(),
            written: BTreeSet::new(),
            requires: Vec::new(),
        };
        for op in body {
            if let Some(ways) = self.ways_to_move(from_ref(op), &self.written_early(&moves)) {
                if moves.ways.is_empty() {
                    moves.ways = ways;
                } else {
                    moves.behind = Some(self.behind(op, &moves)?);
                }
                continue;
            }
            if !self.cannot_fail(op) {
                return None;
            }
            if let Op::Require(condition, _) = op {
                moves.requires.push(condition);
                continue;
            }
            if ops(from_ref(op)).any(refuses) {
                return None;
            }
            if moves.ways.is_empty() {
                self.add_before(op, &mut moves)?;
            } else {
                self.add_written(op, &mut moves.written)?;
            }
        }
        moves.written.extend(moves.written_before.iter());
        (!moves.ways.is_empty()).then_some(moves)
    }

    /// Planes that may be written before the move, whatever the second cell is.
    fn written_early(&self, moves: &Moves<'p>) -> BTreeSet<u16> {
        let mut written = moves.written_before.clone();
        moves.before.iter().for_each(|it| self.add_put(it.rule, &mut written));
        written
    }

    /// The ways to move of a block that does nothing else.
    fn ways_to_move(&self, block: &'p [Op], written: &BTreeSet<u16>) -> Option<Vec<WayToMove<'p>>> {
        let way = |rules| WayToMove { when: Vec::new(), rules };
        match block {
            [Op::Must(block)] => {
                let rules = rules_in_turn(block)?.into_iter();
                Some(rules.map(|rule| way(MoveRules::Joined(rule))).collect())
            }
            [Op::Must(first), Op::Must(second)] => match (&first[..], &second[..]) {
                ([Op::Rule(first)], [Op::Rule(second)]) => {
                    Some(vec![way(MoveRules::Apart(first, second))])
                }
                _other => None,
            },
            [Op::If(condition, then, otherwise, _)] => {
                if !self.is_told_condition(condition, written, &is_first) {
                    return None;
                }
                let mut ways = Vec::new();
                for (block, holds) in [(then, true), (otherwise, false)] {
                    for mut way in self.ways_to_move(block, written)? {
                        way.when.push((condition, holds));
                        ways.push(way);
                    }
                }
                Some(ways)
            }
            _other => None,
        }
    }

    /// A statement behind the ways to move, if it is no more than a rule of the second cell that must match.
    fn behind(&self, op: &'p Op, moves: &Moves<'p>) -> Option<ArrivalRule<'p>> {
        let Op::Must(block) = op else { return None };
        let [Op::Rule(rule)] = &block[..] else { return None };
        let nfa = self.nfa(rule.nfa);
        let is_at_second = (rule.from, rule.to) == (Some(ParamSlot(1)), None)
            && nfa.shape == Shape::Cell
            && self.rule_cannot_fail(rule);
        let is_next =
            moves.behind.is_none() && moves.written.is_empty() && moves.requires.is_empty();
        if !is_at_second || !is_next {
            return None;
        }
        let test = nfa.places[0].test;
        let set = &self.program().sets[usize::from(test.0)];
        let asked = if let Set::And(parts) = set { parts.clone() } else { vec![test] };
        let mut written = self.written_early(moves);
        let rules = moves.ways.iter().flat_map(|way| way.rules.all());
        rules.for_each(|rule| self.add_put(rule, &mut written));
        Some(ArrivalRule { rule, asked, written })
    }

    /// The second cells at which what must match behind a move may do so. It is one set for all ways to move: the first
    /// way that can be gone is, and none that comes after it where nothing matches behind that one.
    fn matching_behind(&mut self, moves: &Moves<'p>) -> Result<SetReg, Unsupported> {
        let mut cells = self.inner();
        let Some(behind) = &moves.behind else { return Ok(cells) };
        for &part in &behind.asked {
            if self.is_told(part, &behind.written, &is_first) {
                let passing = self.set(part)?;
                cells = self.and(cells, passing);
            }
        }
        Ok(cells)
    }

    /// Adds a statement that is done before the move.
    fn add_before(&self, op: &'p Op, moves: &mut Moves<'p>) -> Option<()> {
        let is_told = |it: &Cond| self.is_told_condition(it, &moves.written_before, &is_first);
        let early = if let Op::Rule(rule) = op {
            Some((None, rule))
        } else if let Op::If(condition, then, otherwise, _) = op
            && let ([Op::Rule(rule)], []) = (&then[..], &otherwise[..])
            && is_told(condition)
        {
            Some((Some(condition), rule))
        } else {
            None
        };
        let is_at_second = |rule: &RuleOp| {
            rule.from == Some(ParamSlot(1))
                && rule.to.is_none()
                && matches!(rule.dirs, Dirs::Fixed(_))
        };
        match early {
            Some((when, rule)) if is_at_second(rule) => {
                let written = moves.written_before.clone();
                moves.before.push(Early { rule, when, written });
                Some(())
            }
            _other => self.add_written(op, &mut moves.written_before),
        }
    }

    /// Finds, in the code that asks for what is legal, what is known of the ends of moves; by way to move.
    pub(super) fn untried(&mut self, moves: &Moves<'p>) -> Vec<Option<Ends>> {
        moves.ways.iter().map(|way| self.untried_ends(moves, way)).collect()
    }

    fn untried_ends(&mut self, moves: &Moves<'p>, way: &WayToMove<'p>) -> Option<Ends> {
        let changes = self.changes_of(moves, way.rules)?;
        let nothing = self.nothing();
        let mut ends = Ends { sure: [self.inner(), self.inner()], live: None };
        for &condition in &moves.requires {
            let mark = self.emit.mark();
            let Ok(asked) = self.ends_asked(condition, &changes) else {
                self.emit.back_to(mark);
                ends.sure = [nothing; 2];
                continue;
            };
            ends.sure = [0, 1].map(|end| self.and(ends.sure[end], asked.sure[end]));
            ends.live = asked.live.or(ends.live);
        }
        let is_idle = ends.sure.contains(&nothing) && ends.live.is_none();
        (!is_idle).then_some(ends)
    }

    /// Tests of the ends of a move by a condition.
    fn ends_asked(&mut self, condition: &Cond, changes: &Changes) -> Result<Ends, Unsupported> {
        let (mark, full) = (self.emit.mark(), self.full());
        if let Ok((holds, cells)) = self.footprint(condition, changes)
            && cells[1] != Some(full)
        {
            let first = self.off_footprint(cells[0], holds);
            let sure = [first, self.off_footprint(cells[1], ALL)];
            return Ok(Ends { sure, live: self.ends_that_mend(condition, holds, changes) });
        }
        self.emit.back_to(mark);
        let (is_decided, allowed) = self.ends_allowed(condition, changes)?;
        let others = self.not(is_decided);
        let [firsts, others] = [is_decided, others].map(|mask| self.only(full, mask));
        Ok(Ends { sure: [firsts, allowed], live: Some([others, allowed]) })
    }

    /// Cells at which one end of a move has to be, on boards where a condition does not hold, for
    /// it to hold then.
    fn ends_that_mend(
        &mut self,
        condition: &Cond,
        holds: MaskReg,
        changes: &Changes,
    ) -> Option<[SetReg; 2]> {
        let mark = self.emit.mark();
        let Ok(cells) = self.cells_that_matter(condition, false, changes) else {
            self.emit.back_to(mark);
            return None;
        };
        if cells == [None, None] {
            return None;
        }
        let full = self.full();
        let there = self.only(full, holds);
        Some(cells.map(|cells| self.or(cells, there)))
    }

    /// Changes of a move that takes what lies on the first cell away for good; `None` where it may
    /// change nothing, or that is not known.
    fn changes_of(&self, moves: &Moves<'p>, rules: MoveRules<'p>) -> Option<Changes> {
        let mut changes = Changes {
            ends: [CellChange::default(), CellChange::default()],
            written: moves.written.clone(),
            all: BTreeSet::new(),
        };
        let mut taken = Vec::new();
        for rule in rules.all() {
            if !self.rule_cannot_fail(rule) {
                return None;
            }
            taken.extend(self.add_changes(rule, rules, &mut changes)?);
        }
        let moves_away = taken.iter().any(|lost| lost.is_disjoint(&changes.written));
        self.add_changes_behind(moves, &mut changes)?;
        for end in &changes.ends {
            changes.all.extend(&end.lost);
            changes.all.extend(end.layers.iter().flat_map(|it| &it.gained));
        }
        changes.all.extend(&changes.written);
        (moves_away && self.is_told_move(moves, rules, &changes)).then_some(changes)
    }

    /// Adds what a rule of a move changes; gives what it takes away from the first cell, where each time
    /// something was: the planes that this may be.
    fn add_changes(
        &self,
        rule: &RuleOp,
        rules: MoveRules<'p>,
        changes: &mut Changes,
    ) -> Option<Vec<BTreeSet<u16>>> {
        let [Alternative { puts, .. }] = &rule.alternatives[..] else { return None };
        let nfa = self.nfa(rule.nfa);
        let mut taken = Vec::new();
        for (nth, place) in (0u16..).zip(&nfa.places) {
            let end = rules.end_of(rule, nth, nfa);
            let contents = self.program().contents.get(&place.test);
            for put in puts.get(place.position as usize).into_iter().flatten() {
                let layer = put.layer();
                let LayerPlanes::Pieces { .. } = self.layout.layer(layer) else { return None };
                let planes = self.layout.occupied(layer);
                let Some(end) = end else {
                    changes.written.extend(planes);
                    continue;
                };
                let lost = planes.clone().filter(|&plane| !self.excludes(place.test, plane));
                let lost: BTreeSet<u16> = lost.collect();
                let is_there = contents.is_some_and(|it| !it.on(layer).may_be_free());
                if end == 0 && matches!(put, Put::Clear(_)) && is_there {
                    taken.push(lost.clone());
                }
                let change = self.layer_change(rule, put, planes)?;
                changes.ends[end].lost.extend(lost);
                changes.ends[end].layers.push(change);
            }
        }
        Some(taken)
    }

    /// Adds what is made of the second cell behind a move; `None` where it is not known whether that matches.
    fn add_changes_behind(&self, moves: &Moves<'p>, changes: &mut Changes) -> Option<()> {
        let Some(ArrivalRule { rule, asked, written }) = &moves.behind else { return Some(()) };
        let [_, end] = &mut changes.ends;
        let passes = |part: &SetId| {
            let set = &self.program().sets[usize::from(part.0)];
            self.is_told(*part, written, &|_| false)
                || matches!(set, Set::Planes(planes) if end.holds_one_of(planes))
        };
        let [Alternative { puts, .. }] = &rule.alternatives[..] else { return None };
        if !asked.iter().all(passes) {
            return None;
        }
        for put in puts.iter().flatten() {
            let LayerPlanes::Pieces { .. } = self.layout.layer(put.layer()) else { return None };
            let planes = self.layout.occupied(put.layer());
            let change = self.layer_change(rule, put, planes.clone())?;
            match end.layers.iter_mut().find(|it| it.planes == planes) {
                Some(layer) => *layer = change,
                None => {
                    end.lost.extend(planes);
                    end.layers.push(change);
                }
            }
        }
        Some(())
    }

    /// Change of a layer of pieces where a rule puts this.
    fn layer_change(
        &self,
        rule: &RuleOp,
        put: &Put,
        planes: std::ops::Range<u16>,
    ) -> Option<LayerChange> {
        let first = planes.start;
        let (gained, is_held) = match put {
            Put::Clear(_) => (BTreeSet::new(), false),
            Put::Piece(_, content) => (BTreeSet::from([first + *content as u16]), true),
            Put::Letter(layer, letter) => {
                let is_bound = |it: &&Binding| it.letter == *letter && it.layer == *layer;
                let bound = rule.letters.iter().find(is_bound)?;
                let test = self.nfa(rule.nfa).places[usize::from(bound.place)].test;
                let gained = planes.clone().filter(|&plane| !self.excludes(test, plane));
                let held = self.program().contents.get(&test);
                (gained.collect(), held.is_some_and(|it| !it.on(*layer).may_be_free()))
            }
            Put::Number(..) => return None,
        };
        Some(LayerChange { planes, gained, is_held })
    }

    /// True if it is known before the action, with the first cell, where rules match from there to the second
    /// one.
    fn is_told_move(&self, moves: &Moves<'p>, rules: MoveRules<'p>, changes: &Changes) -> bool {
        let written = &moves.written_before;
        match rules {
            MoveRules::Joined(rule) => self.is_told_rule(rule, written),
            MoveRules::Apart(first, second) => {
                let [of_first, of_second] = [first, second].map(|it| self.nfa(it.nfa));
                (first.from, first.to) == (Some(ParamSlot(0)), None)
                    && (second.from, second.to) == (Some(ParamSlot(1)), None)
                    && of_first.shape == Shape::Cell
                    && of_second.shape == Shape::Cell
                    && moves.before.is_empty()
                    && self.is_told(of_first.places[0].test, written, &|_| false)
                    && self.is_local(of_second.places[0].test, changes)
            }
        }
    }

    fn is_told_rule(&self, rule: &RuleOp, written: &BTreeSet<u16>) -> bool {
        let mut places = self.nfa(rule.nfa).places.iter();
        (rule.from, rule.to) == (Some(ParamSlot(0)), Some(ParamSlot(1)))
            && matches!(rule.dirs, Dirs::Fixed(_))
            && !Binding::are_compared(&rule.letters)
            && places.all(|it| self.is_told(it.test, written, &is_first))
    }

    /// The second cells of moves, where the first one is chosen; `None` where a rule does not tell them.
    pub(super) fn seconds_of_moves(
        &mut self,
        moves: &Moves<'p>,
        untried: &Untried,
    ) -> Result<Option<SecondsOfMoves<'p>>, Unsupported> {
        let mark = self.emit.mark();
        let changed = self.changed_before(moves)?;
        let allowed = self.matching_behind(moves)?;
        let [certain, matched] = [self.registers.work_set(), self.registers.work_set()];
        let nothing = self.nothing();
        for register in [certain, matched] {
            self.emit.keep_set(nothing, register);
        }
        let first_rules: Vec<&RuleOp> = moves.ways.iter().map(|way| way.rules.first()).collect();
        let begins = self.begins_by_rule(&first_rules, &self.written_early(moves))?;
        let mut found = SecondsOfMoves { by_rule: Vec::new(), certain, allowed, changed, matched };
        for ((nth, way), begins) in moves.ways.iter().enumerate().zip(begins) {
            let ends = untried.of_rule.get(nth).copied().flatten().map(|it| untried.ends[it]);
            let guard = self.guard(begins);
            let Some(cells) = self.add_way(moves, (way, ends), &mut found)? else {
                self.emit.back_to(mark);
                return Ok(None);
            };
            found.by_rule.push((way.rules.last(), self.end_guard(guard, cells)));
        }
        Ok(Some(found))
    }

    /// The second cells that one way to move may have; adds those that it has for certain.
    fn add_way(
        &mut self,
        moves: &Moves<'p>,
        (way, ends): (&WayToMove<'p>, Option<Ends>),
        found: &mut SecondsOfMoves<'p>,
    ) -> Result<Option<SetReg>, Unsupported> {
        let rule = way.rules.last();
        let (is_told, cells) = match (way.rules, ends) {
            (MoveRules::Apart(first, second), Some(_)) => {
                (true, Some(self.second_cells_apart(first, second)?))
            }
            (MoveRules::Apart(first, second), None) => {
                let mut written = self.written_early(moves);
                self.add_put(first, &mut written);
                (false, self.second_cells(second, &written)?)
            }
            (MoveRules::Joined(rule), _) if self.is_told_rule(rule, &moves.written_before) => {
                (true, self.second_cells(rule, &moves.written_before)?)
            }
            (MoveRules::Joined(rule), _) => {
                (false, self.second_cells(rule, &self.written_early(moves))?)
            }
        };
        let Some(cells) = cells else { return Ok(None) };
        let cells = self.and(cells, found.allowed);
        let mut cells = self.where_it_holds(cells, &way.when)?;
        let mut matches = cells;
        if let Some(changed) = found.changed {
            matches = self.without(matches, changed);
        }
        if !found.by_rule.is_empty() {
            [matches, cells] = [matches, cells].map(|cells| self.without(cells, found.matched));
        }
        if let Some(ends) = ends {
            let mut sure = self.ends_that_may(matches, ends.sure);
            for &(_, earlier) in &found.by_rule {
                sure = self.without(sure, earlier);
            }
            self.add_to(found.certain, sure);
            if let Some([firsts, seconds]) = ends.live {
                let full = self.full();
                let from_there = self.ends_that_may(cells, [firsts, full]);
                let to_there = self.and(cells, seconds);
                cells = self.or(Some(from_there), to_there);
            }
        }
        if let Some(changed) = found.changed.filter(|_| is_told) {
            let others = self.second_cells(rule, &self.written_early(moves))?;
            let others = others.map_or(changed, |others| self.and(others, changed));
            cells = self.or(Some(cells), others);
        }
        if is_told {
            self.add_to(found.matched, matches);
        }
        Ok(Some(cells))
    }

    /// Adds cells to those that a register keeps.
    fn add_to(&mut self, kept: SetReg, cells: SetReg) {
        self.emit.act(Instruction::Or(kept, kept, cells));
        self.emit.forget_plane(kept);
    }

    /// Those of the second cells to which a move is sure, where what is chosen first allows any.
    fn ends_that_may(&mut self, cells: SetReg, [firsts, seconds]: [SetReg; 2]) -> SetReg {
        let first = self.chosen(ParamSlot(0));
        let may = self.and(first, firsts);
        let may = self.has_any(may);
        let cells = self.and(cells, seconds);
        self.only(cells, may)
    }

    /// The second cells of rules apart, where the first one matches.
    fn second_cells_apart(
        &mut self,
        first: &RuleOp,
        second: &RuleOp,
    ) -> Result<SetReg, Unsupported> {
        let [first, second] = [first, second].map(|it| self.nfa(it.nfa).places[0].test);
        let matched = self.set(first)?;
        let first = self.chosen(ParamSlot(0));
        let matched = self.and(first, matched);
        let matched = self.has_any(matched);
        let cells = self.set(second)?;
        let cells = self.within(cells);
        Ok(self.only(cells, matched))
    }

    /// The second cells for which anything may be done before the move that its rules look at.
    fn changed_before(&mut self, moves: &Moves<'p>) -> Result<Option<SetReg>, Unsupported> {
        let mut all = None;
        for early in &moves.before {
            let nfa = self.nfa(early.rule.nfa);
            let mut tests = Vec::new();
            for place in &nfa.places {
                tests.push(self.at_most(place.test, &early.written, &is_first)?);
            }
            let Dirs::Fixed(dirs) = early.rule.dirs else {
                return Err(Unsupported("a rule before a move goes in a chosen direction"));
            };
            let mut cells = self.begin_in(nfa, &tests, dirs, None)?;
            if let Some(when) = early.when {
                let holds: MaskReg = self.condition(when)?;
                cells = self.only(cells, holds);
            }
            all = Some(self.or(all, cells));
        }
        Ok(all)
    }

    /// Registers for what is known of the ends of moves, of several ways that tell the same once.
    pub(super) fn untried_registers(&mut self, found: &[Option<Ends>]) -> Untried {
        let mut told: Vec<Ends> = Vec::new();
        let mut untried = Untried::default();
        for ends in found {
            let nth = ends.map(|ends| {
                told.iter().position(|known| *known == ends).unwrap_or_else(|| {
                    told.push(ends);
                    let mut two = || [self.registers.work_set(), self.registers.work_set()];
                    untried.ends.push(Ends { sure: two(), live: ends.live.map(|_| two()) });
                    told.len() - 1
                })
            });
            untried.of_rule.push(nth);
        }
        untried
    }

    /// Puts what was found where trials look for it.
    pub(super) fn keep_untried(&mut self, found: &[Option<Ends>], untried: &Untried) {
        for (nth, registers) in untried.ends.iter().enumerate() {
            let of_rule = found.iter().zip(&untried.of_rule);
            let found = of_rule.filter(|(_, of_rule)| **of_rule == Some(nth));
            let (nothing, full) = (self.nothing(), self.full());
            let unknown = Ends { sure: [nothing; 2], live: registers.live.map(|_| [full; 2]) };
            let found = found.filter_map(|(found, _)| *found).next().unwrap_or(unknown);
            for (cells, register) in found.sets().zip(registers.sets()) {
                self.emit.keep_set(cells, register);
            }
        }
    }
}

impl<'p> MoveRules<'p> {
    fn all(self) -> impl Iterator<Item = &'p RuleOp> {
        let (first, second) = match self {
            Self::Joined(rule) => (rule, None),
            Self::Apart(first, second) => (first, Some(second)),
        };
        std::iter::once(first).chain(second)
    }

    /// The one that begins at the first cell.
    fn first(self) -> &'p RuleOp {
        match self {
            Self::Joined(rule) | Self::Apart(rule, _) => rule,
        }
    }

    /// The one that tells the second cell.
    fn last(self) -> &'p RuleOp {
        match self {
            Self::Joined(rule) | Self::Apart(_, rule) => rule,
        }
    }

    /// End of the move at which a place of one of its rules is.
    fn end_of(self, rule: &RuleOp, place: u16, nfa: &Nfa) -> Option<usize> {
        match self {
            Self::Joined(_) => match (nfa.is_only_first(place), nfa.is_only_last(place)) {
                (true, false) => Some(0),
                (false, true) => Some(1),
                (true, true) | (false, false) => None,
            },
            Self::Apart(first, _) => Some(usize::from(!std::ptr::eq(first, rule))),
        }
    }
}

/// The rules of a block of which the first that matches is done.
fn rules_in_turn(block: &[Op]) -> Option<Vec<&RuleOp>> {
    let [op] = block else { return None };
    if let Op::Rule(rule) = op {
        Some(vec![rule])
    } else if let Op::OrElse(blocks) = op {
        let rules: Option<Vec<_>> = blocks.iter().map(|block| rules_in_turn(block)).collect();
        rules.map(|rules| rules.concat())
    } else {
        None
    }
}
