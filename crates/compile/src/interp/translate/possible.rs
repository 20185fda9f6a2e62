//! Choices that cannot be legal, so that no body runs for them: what it requires fails whatever else it does.
//!
//! As with what is certain, what the body does is not followed. A cell that is not the chosen one may pass a test
//! after it where it did before, or where a rule may have put or taken off what the test asks for.

use masume_program::interp::code::{Instruction, SetReg, Way};
use masume_program::{
    ActionProgram, Cond, Dirs, Next, Nfa, Op, RuleOp, Set, SetId, Unsupported, bends, directions,
    turned,
};

use super::Translation;
use super::cell_extent::CellExtent;
use super::certain::{Done, ELSEWHERE, MANY, Placing};

/// The most rules that may have taken something off: what each of them may have taken depends on those before it.
const MOST_RULES: usize = 4;

/// Changes that a body has made, and the rules that may have made them: those behind the first,
/// each with what may have run before it.
struct Doing<'p> {
    placing: Placing<'p>,
    rules: Vec<(&'p RuleOp, Vec<&'p RuleOp>)>,
    done: Done,
}

impl<'p> Translation<'p> {
    /// Of these cells those that may be legal to choose: all, where every board has none but certain ones.
    pub(super) fn possible(
        &mut self,
        index: usize,
        action: &'p ActionProgram,
        [cells, certain]: [SetReg; 2],
    ) -> Result<SetReg, Unsupported> {
        let why = Unsupported("nothing is required of where a piece was placed");
        let placing = self.placing(index, action).ok_or(why)?;
        let is_required = |op: &Op| matches!(op, Op::Require(Cond::Some(_), _));
        if !placing.rest.iter().any(is_required) {
            return Err(why);
        }
        let found = self.registers.work_set();
        self.emit.keep_set(cells, found);
        let left = self.without(cells, certain);
        let is_many = self.emit.mask(|to| Instruction::HasMany(to, left, MANY));
        let region = self.emit.enter(is_many);
        let mut possible = cells;
        for (kept, left) in self.halves() {
            let of_half = self.possible_in_half(placing, kept)?;
            let of_half = self.cells_of(of_half);
            let impossible = self.without(left, of_half);
            possible = self.without(possible, impossible);
        }
        self.emit.keep_set(possible, found);
        self.emit.leave(region);
        self.emit.forget_plane(found);
        Ok(found)
    }

    /// The cells, none of them one of the kept ones, that may be chosen so that what is required may hold.
    fn possible_in_half(
        &mut self,
        placing: Placing<'p>,
        kept: SetReg,
    ) -> Result<CellExtent, Unsupported> {
        let why = Unsupported("what a first rule puts does not stay");
        let mut possible = CellExtent::All;
        for (nth, op) in placing.rest.iter().enumerate() {
            let Op::Require(Cond::Some(set), _) = op else { continue };
            let mut rules = Vec::new();
            add_rules(&placing.rest[..nth], &mut Vec::new(), &mut rules);
            if rules.len() > MOST_RULES {
                return Err(Unsupported("too many rules may take something off"));
            }
            let all: Vec<&RuleOp> = rules.iter().map(|(rule, _)| *rule).collect();
            let mut done = self.done(placing.first, &all).ok_or(why)?;
            done.kept = Some(kept);
            let cells = self.possible_condition(*set, &Doing { placing, rules, done })?;
            possible = self.in_both(possible, cells);
        }
        Ok(possible)
    }

    /// The chosen cells for which the set may have a cell.
    fn possible_condition(
        &mut self,
        set: SetId,
        doing: &Doing<'p>,
    ) -> Result<CellExtent, Unsupported> {
        let Some(parts) = self.asked_of_choice(set) else { return Ok(CellExtent::All) };
        let mut all = CellExtent::All;
        for part in parts {
            let set = &self.program().sets[usize::from(part.0)];
            if let Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } = set {
                let cells = self.possible_walk(self.nfa(*nfa), *dirs, doing)?;
                all = self.in_both(all, cells);
            }
        }
        Ok(all)
    }

    /// The chosen cells from which a pattern may match, as far as its first step tells.
    fn possible_walk(
        &mut self,
        nfa: &Nfa,
        dirs: u8,
        doing: &Doing<'p>,
    ) -> Result<CellExtent, Unsupported> {
        let mut any = CellExtent::None;
        for start in &nfa.starts {
            for next in &nfa.places[usize::from(start.place)].next {
                let Next::Step { place, via } = *next else { return Ok(CellExtent::All) };
                let test = nfa.places[usize::from(place)].test;
                let cells = match self.possible_at(test, doing)? {
                    CellExtent::None => continue,
                    cells @ (CellExtent::All | CellExtent::These(_)) => self.cells_of(cells),
                };
                let ways = directions(dirs).map(|way| turned(via, way, bends(dirs)));
                let ways = ways.fold(0, |all, ways| all | ways);
                let near =
                    self.beside_in(cells, directions(ways).map(|way| Way::Fixed(way.opposite())));
                any = self.in_either(any, CellExtent::These(near));
            }
        }
        Ok(any)
    }

    /// The cells, but for the chosen one, that may pass a test after what is done.
    fn possible_at(&mut self, test: SetId, doing: &Doing<'p>) -> Result<CellExtent, Unsupported> {
        let Doing { done, .. } = doing;
        if self.is_told(test, &done.written, &|_| false) {
            return self.set(test).map(CellExtent::These);
        }
        match &self.program().sets[usize::from(test.0)] {
            Set::Planes(planes) if planes.iter().any(|plane| done.gained.contains(plane)) => {
                Ok(CellExtent::All)
            }
            Set::Planes(planes) => {
                let planes: Box<[SetReg]> = planes.iter().map(|&plane| SetReg(plane)).collect();
                Ok(CellExtent::These(self.emit.set(|to| Instruction::Union(to, planes.clone()))))
            }
            Set::NoPlanes(planes) => {
                let lost = self.possibly_lost(planes, doing)?;
                let planes: Box<[SetReg]> = planes.iter().map(|&plane| SetReg(plane)).collect();
                let free = self.emit.set(|to| Instruction::Free(to, planes.clone()));
                Ok(self.in_either(CellExtent::These(free), lost))
            }
            Set::And(parts) => {
                let mut all = CellExtent::All;
                for &part in parts {
                    let part = self.possible_beside(part, parts, doing)?;
                    all = self.in_both(all, part);
                }
                Ok(all)
            }
            Set::Constant(_)
            | Set::Chosen(_)
            | Set::Line(_)
            | Set::Near(..)
            | Set::Not(_)
            | Set::Or(_)
            | Set::Count { .. }
            | Set::Sees { .. }
            | Set::Numbers { .. }
            | Set::Holds(_) => Ok(CellExtent::All),
        }
    }

    /// The same of one of several tests that a cell passes: what it must not pass, and none of the others lets pass
    /// anyway, is not asked.
    fn possible_beside(
        &mut self,
        part: SetId,
        parts: &[SetId],
        doing: &Doing<'p>,
    ) -> Result<CellExtent, Unsupported> {
        let sets = &self.program().sets;
        let Set::Not(inner) = sets[usize::from(part.0)] else {
            return self.possible_at(part, doing);
        };
        let whole = [inner];
        let any = if let Set::Or(any) = &sets[usize::from(inner.0)] { &any[..] } else { &whole };
        let mut excluded = CellExtent::None;
        for &other in any {
            if !parts.iter().any(|&part| part != other && self.are_disjoint(part, other)) {
                let cells = self.certain_at(other, ELSEWHERE, &doing.done)?;
                excluded = self.in_either(excluded, cells);
            }
        }
        Ok(self.others(excluded))
    }

    /// The cells from which what lies on one of these planes may have been taken.
    fn possibly_lost(
        &mut self,
        planes: &[u16],
        doing: &Doing<'p>,
    ) -> Result<CellExtent, Unsupported> {
        let why = Unsupported("what a first rule puts does not stay");
        let mut lost = CellExtent::None;
        for (rule, before) in &doing.rules {
            let nfa = self.nfa(rule.nfa);
            for place in &nfa.places {
                let mut puts =
                    rule.alternatives.iter().filter_map(|it| it.puts.get(place.position as usize));
                let takes = |plane: &u16| {
                    let layer = |put: &masume_program::Put| self.layout.occupied(put.layer());
                    puts.clone().flatten().any(|put| layer(put).any(|it| it == *plane))
                        && !self.excludes(place.test, *plane)
                };
                if !planes.iter().any(takes) || puts.next().is_none() {
                    continue;
                }
                let mut done = self.done(doing.placing.first, before).ok_or(why)?;
                done.kept = doing.done.kept;
                let is_before = |(rule, _): &&(&RuleOp, Vec<&RuleOp>)| {
                    before.iter().any(|it| std::ptr::eq(*it, *rule))
                };
                let rules = doing.rules.iter().filter(is_before).cloned().collect();
                let before = Doing { placing: doing.placing, rules, done };
                let cells = self.possible_at(place.test, &before)?;
                lost = self.in_either(lost, cells);
            }
        }
        Ok(lost)
    }
}

/// Adds the rules of a block, each with those that may have run before it.
fn add_rules<'p>(
    block: &'p [Op],
    before: &mut Vec<&'p RuleOp>,
    rules: &mut Vec<(&'p RuleOp, Vec<&'p RuleOp>)>,
) {
    for op in block {
        match op {
            Op::Rule(rule) => {
                rules.push((rule, before.clone()));
                before.push(rule);
            }
            Op::If(_, then, otherwise, _) => {
                let mut either = before.clone();
                add_rules(then, before, rules);
                add_rules(otherwise, &mut either, rules);
                before.extend(either);
            }
            Op::Must(block) => add_rules(block, before, rules),
            Op::OrElse(blocks) => blocks.iter().for_each(|it| add_rules(it, before, rules)),
            Op::Require(..) | Op::Let(..) | Op::Effects(..) => {}
            // Bodies with any of these are not asked about.
            Op::Relocate { .. }
            | Op::Simultaneous { .. }
            | Op::Repeat(..)
            | Op::Times(..)
            | Op::March(_)
            | Op::Deal { .. }
            | Op::Shuffle { .. }
            | Op::Until(..)
            | Op::Picture(..)
            | Op::Reference { .. } => {}
        }
    }
}
