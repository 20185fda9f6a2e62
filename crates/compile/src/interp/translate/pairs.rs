//! Choices that are two cells which a pattern of a few cells joins: each way through the pattern leads so
//! far across and so far down, and it is asked for the whole board where it begins.

use std::collections::BTreeMap;

use masume_board::Direction;
use masume_program::interp::code::SetReg;
use masume_program::interp::pick::Pick;
use masume_program::{
    ActionProgram, Dirs, Next, Nfa, Op, Set, SetId, Unsupported, Via, bends, directions, turned,
};
use masume_rules::model::{ParamKind, ParamSlot, Test};

use super::Translation;
use super::cell_extent::CellExtent;
use super::filter::only_rules;

/// The most ways through a pattern, and steps of one.
const MOST_PATHS: usize = 256;
const MOST_STEPS: usize = 6;

/// The most pairs that differ in how far apart they are: each has a bit.
const MOST_PAIRS: usize = 64;

/// Columns and rows from the first cell to another: across, and down.
pub(super) type Offset = (i32, i32);

/// A way through a pattern: the place that each direction leads to, behind the first place.
#[derive(Clone)]
pub(super) struct Path {
    pub(super) first: u16,
    pub(super) steps: Vec<(Direction, u16)>,
}

impl<'p> Translation<'p> {
    /// The first and the last cells of matches of the rules that decide.
    pub(super) fn choices_of_pairs(
        &mut self,
        index: usize,
        action: &'p ActionProgram,
        mut may: masume_program::interp::code::MaskReg,
    ) -> Result<Pick, Unsupported> {
        let info = &self.rules.actions[index];
        let are_cells = info.params[..] == [ParamKind::Cell, ParamKind::Cell];
        if !are_cells || info.unordered || !self.is_told_by_seconds(action) {
            return Err(Unsupported("choices are no pairs of cells that matches tell"));
        }
        let first = action.body.iter().find(|op| !matches!(op, Op::Require(..)));
        let rules = first.and_then(|op| only_rules(std::slice::from_ref(op)));
        let mut found: BTreeMap<Offset, SetReg> = BTreeMap::new();
        for rule in rules.ok_or(Unsupported("no rules decide what is legal"))? {
            let Dirs::Fixed(dirs) = rule.dirs else {
                return Err(Unsupported("a way is chosen twice"));
            };
            let nfa = self.nfa(rule.nfa);
            for path in paths(nfa, dirs, None)? {
                let Some((offset, starts)) = self.path_starts(nfa, &path)? else { continue };
                let all = self.or(found.get(&offset).copied(), starts);
                found.insert(offset, all);
            }
        }
        // Nothing is joined with itself.
        found.remove(&(0, 0));
        if found.is_empty() || found.len() > MOST_PAIRS {
            return Err(Unsupported("pairs of cells lie in too many ways"));
        }
        for op in &action.body {
            if let Op::Require(condition, _) = op {
                let holds = self.condition(condition)?;
                may = self.both(may, holds);
            }
        }
        let mut pairs = Vec::new();
        for ((across, down), starts) in found {
            let starts = self.within(starts);
            let by = self.layout.grid.offset(across, down);
            pairs.push((by, self.only(starts, may)));
        }
        pairs.sort_by_key(|(by, _)| *by);
        Ok(Pick::Pairs(pairs))
    }

    /// Offset to which a way through a pattern leads, and the cells at which it begins; `None`
    /// where it never matches.
    fn path_starts(
        &mut self,
        nfa: &Nfa,
        path: &Path,
    ) -> Result<Option<(Offset, SetReg)>, Unsupported> {
        let mut at = (0, 0);
        let mut offsets = vec![at];
        for (direction, _) in &path.steps {
            at = (at.0 + direction.across(), at.1 + direction.down());
            offsets.push(at);
        }
        let places = std::iter::once(path.first).chain(path.steps.iter().map(|(_, place)| *place));
        let mut tests = Vec::new();
        for (place, &offset) in places.zip(&offsets) {
            tests.push(self.passing(nfa.places[usize::from(place)].test, offset)?);
        }
        // Choices lie inside the rim.
        if let Some(last) = tests.last_mut() {
            *last = match *last {
                CellExtent::All => CellExtent::These(self.inner()),
                CellExtent::These(cells) => CellExtent::These(self.within(cells)),
                CellExtent::None => CellExtent::None,
            };
        }
        Ok(match self.path_begins(path, tests) {
            CellExtent::None => None,
            told @ (CellExtent::All | CellExtent::These(_)) => Some((at, self.cells_of(told))),
        })
    }

    /// The cells that pass a test if they lie so far from the first cell that was chosen.
    fn passing(&mut self, test: SetId, offset: Offset) -> Result<CellExtent, Unsupported> {
        let set = self.program().sets[usize::from(test.0)].clone();
        if set == Set::NoPlanes(Vec::new()) {
            return Ok(CellExtent::All);
        }
        let first = ParamSlot(0);
        let told = |is_there: bool| if is_there { CellExtent::All } else { CellExtent::None };
        if set == Set::Chosen(first) {
            return Ok(told(offset == (0, 0)));
        }
        if let Set::Near(reach, slot) = set
            && slot == first
        {
            let mut near = Test::directions(reach).iter();
            return Ok(told(near.any(|it| (it.across(), it.down()) == offset)));
        }
        if self.is_told(test, &std::collections::BTreeSet::new(), &|_| false) {
            return self.set(test).map(CellExtent::These);
        }
        if let Set::Not(inner) = set {
            let passing = self.passing(inner, offset)?;
            return Ok(self.others(passing));
        }
        let Set::And(parts) = set else {
            return Err(Unsupported("a test asks for the choice in a way of its own"));
        };
        let mut all = CellExtent::All;
        for part in parts {
            let part = self.passing(part, offset)?;
            all = self.in_both(all, part);
        }
        Ok(all)
    }
}

/// All ways through a pattern that begins in one of the directions; those of at most so many steps, where
/// that is said.
pub(super) fn paths(nfa: &Nfa, dirs: u8, most: Option<usize>) -> Result<Vec<Path>, Unsupported> {
    let why = Unsupported("choices are cells that are joined by a walk");
    let mut open: Vec<(Path, Direction)> = Vec::new();
    for start in &nfa.starts {
        if start.at_edge {
            return Err(why);
        }
        let first = Path { first: start.place, steps: Vec::new() };
        let is_any_way = |next: &Next| {
            matches!(next, Next::Step { via: Via::Bend, .. } | Next::Accept { at_edge: false })
        };
        let ways = directions(dirs);
        let one = nfa.places[usize::from(start.place)].next.iter().all(is_any_way);
        open.extend(ways.take(if one { 1 } else { 8 }).map(|way| (first.clone(), way)));
    }
    let mut found = Vec::new();
    while let Some((path, way)) = open.pop() {
        let place = path.steps.last().map_or(path.first, |(_, place)| *place);
        for next in &nfa.places[usize::from(place)].next {
            match *next {
                Next::Accept { at_edge: true } => return Err(why),
                Next::Accept { at_edge: false } => found.push(path.clone()),
                Next::Step { .. } if most.is_some_and(|most| path.steps.len() >= most) => {}
                Next::Step { place, via } => {
                    for way in directions(turned(via, way, bends(dirs))) {
                        let mut longer = path.clone();
                        longer.steps.push((way, place));
                        open.push((longer, way));
                    }
                }
            }
        }
        if path.steps.len() > MOST_STEPS || found.len() + open.len() > MOST_PATHS {
            return Err(why);
        }
    }
    Ok(found)
}
