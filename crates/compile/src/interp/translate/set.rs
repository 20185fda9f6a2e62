//! Sets and patterns.

use masume_board::{CellSet, Direction};
use masume_program::interp::code::{Instruction, SetReg, Way};
use masume_program::interp::operand::Sequence;
use masume_program::interp::registers::ALL;
use masume_program::{Dirs, Group, Next, Nfa, Set, SetId, Shape, Unsupported, directions};
use masume_rules::action::MAX_PARAMS;
use masume_rules::model::{ParamSlot, Test};

use super::{Chosen, Translation};

/// Reason why there is no code for places that are come to again and again.
const CYCLE: &str = "places of a pattern follow each other round";

impl Translation<'_> {
    /// The register of a set of the current player.
    pub(crate) fn set(&mut self, id: SetId) -> Result<SetReg, Unsupported> {
        self.has_room()?;
        let program = self.program();
        match &program.sets[usize::from(id.0)] {
            Set::Planes(planes) => Ok(self.union_of(planes)),
            Set::NoPlanes(planes) if planes.is_empty() => Ok(self.full()),
            Set::NoPlanes(planes) => {
                let planes: Box<[SetReg]> = planes.iter().map(|&plane| SetReg(plane)).collect();
                Ok(self.emit.set(|to| Instruction::Free(to, planes.clone())))
            }
            Set::Constant(index) => {
                let cells = program.constants[usize::from(*index)].clone();
                Ok(self.registers.constant_set(cells))
            }
            Set::Chosen(slot) => Ok(self.chosen(*slot)),
            Set::Line(slot) if matches!(self.chosen_by, Chosen::Column | Chosen::Listed) => {
                Ok(self.chosen(*slot))
            }
            Set::Line(_) => Err(Unsupported("a test asks for a row that is chosen")),
            Set::Near(reach, slot) => {
                let chosen = self.chosen(*slot);
                let ways = Test::directions(*reach);
                Ok(self.beside_in(chosen, ways.iter().map(|&way| Way::Fixed(way))))
            }
            Set::Not(inner) => {
                let (full, inner) = (self.full(), self.set(*inner)?);
                Ok(self.without(full, inner))
            }
            Set::And(parts) => self.all_of(parts),
            Set::Or(parts) => {
                let parts = parts.iter().map(|&part| self.set(part));
                let parts: Box<[SetReg]> = parts.collect::<Result<_, _>>()?;
                Ok(self.emit.set(|to| Instruction::Union(to, parts.clone())))
            }
            Set::Count { of, reach, least, greatest } => {
                let (of, least, greatest) = (self.set(*of)?, *least, *greatest);
                let dirs = mask_of(Test::directions(*reach));
                Ok(self.emit.set(|to| Instruction::Neighbours {
                    to: Box::new([to]),
                    of,
                    dirs,
                    counts: Box::new([(least, greatest)]),
                }))
            }
            Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } => self.starts(*nfa, *dirs),
            Set::Sees { nfa, dirs } => self.seen_in_chosen(*nfa, dirs),
            Set::Numbers { left, compare, right, layers } => {
                self.numbers_of(left, *compare, right, layers)
            }
            Set::Holds(condition) => {
                let mask = self.condition(condition)?;
                Ok(self.emit.set(|to| Instruction::Spread(to, mask)))
            }
        }
    }

    /// Starts of a pattern in the directions that are chosen, on each board in its own.
    fn seen_in_chosen(&mut self, nfa: u16, dirs: &Dirs) -> Result<SetReg, Unsupported> {
        if !matches!(self.chosen_by, Chosen::Direction | Chosen::Listed) {
            return Err(Unsupported("a test looks in a chosen direction"));
        }
        let mut all = None;
        for (direction, mask) in self.chosen_by_board(dirs, ALL) {
            let begun = self.starts(nfa, 1 << direction as u8)?;
            let begun = self.emit.set(|to| Instruction::Only(to, begun, mask));
            all = Some(self.or(all, begun));
        }
        Ok(all.unwrap_or_else(|| self.nothing()))
    }

    /// Cells of all sets. Of what they must not be in, what none of them is in anyway is not asked.
    fn all_of(&mut self, parts: &[SetId]) -> Result<SetReg, Unsupported> {
        let program = self.program();
        let (mut all, mut without) = (None, Vec::<SetId>::new());
        for &part in parts {
            if let Set::Not(inner) = &program.sets[usize::from(part.0)]
                && let Set::Or(any) = &program.sets[usize::from(inner.0)]
            {
                let meets = |it: &&SetId| !parts.iter().any(|&part| self.are_disjoint(part, **it));
                without.extend(any.iter().filter(meets).copied());
                continue;
            }
            let part = self.set(part)?;
            all = Some(all.map_or(part, |all| self.and(all, part)));
        }
        let mut all = all.unwrap_or_else(|| self.full());
        for part in without {
            let part = self.set(part)?;
            all = self.without(all, part);
        }
        Ok(all)
    }

    /// Runs, for a question that is only whether there are any: of opposite directions one tells.
    pub(crate) fn runs_one_way(&mut self, set: SetId) -> Result<Option<SetReg>, Unsupported> {
        let Set::Sees { nfa, dirs: Dirs::Fixed(dirs) } = self.program().sets[usize::from(set.0)]
        else {
            return Ok(None);
        };
        if !matches!(self.nfa(nfa).shape, Shape::Run(_)) || self.layout.grid.rim() > 0 {
            return Ok(None);
        }
        let is_asked = |it: Direction| dirs >> it as u8 & 1 == 1;
        let one_way = directions(dirs).filter(|&it| it as u8 >= 4 || !is_asked(it.opposite()));
        let dirs = one_way.fold(0, |all, it| all | 1 << it as u8);
        self.starts(nfa, dirs).map(Some)
    }

    fn union_of(&mut self, planes: &[u16]) -> SetReg {
        if let [only] = planes {
            return SetReg(*only);
        }
        if planes.is_empty() {
            return self.nothing();
        }
        let planes: Box<[SetReg]> = planes.iter().map(|&plane| SetReg(plane)).collect();
        self.emit.set(|to| Instruction::Union(to, planes.clone()))
    }

    /// Every cell of the board.
    pub(crate) fn full(&mut self) -> SetReg {
        self.registers.constant_set(CellSet::full(&self.layout.grid))
    }

    /// No cell.
    pub(crate) fn nothing(&mut self) -> SetReg {
        self.registers.constant_set(CellSet::empty(&self.layout.grid))
    }

    /// Every cell inside the rim.
    pub(crate) fn inner(&mut self) -> SetReg {
        let grid = &self.layout.grid;
        let inner = CellSet::from_cells(grid, grid.inner_cells());
        self.registers.constant_set(inner)
    }

    pub(super) fn edge(&mut self, direction: Direction) -> SetReg {
        let grid = &self.layout.grid;
        let at_edge = grid.cells().filter(|&cell| grid.step(cell, direction).is_none());
        let edge = CellSet::from_cells(grid, at_edge);
        self.registers.constant_set(edge)
    }

    pub(crate) fn chosen(&self, slot: ParamSlot) -> SetReg {
        self.chosen_cells[usize::from(slot.0) % MAX_PARAMS]
    }

    pub(crate) fn and(&mut self, one: SetReg, other: SetReg) -> SetReg {
        let (full, nothing) = (self.full(), self.nothing());
        if one == other || one == nothing || other == full {
            return one;
        }
        if one == full || other == nothing {
            return other;
        }
        self.emit.and(one, other)
    }

    pub(crate) fn or(&mut self, one: Option<SetReg>, other: SetReg) -> SetReg {
        let (full, nothing) = (self.full(), self.nothing());
        let Some(one) = one else { return other };
        if one == other || one == full || other == nothing {
            return one;
        }
        if one == nothing || other == full {
            return other;
        }
        self.emit.set(|to| Instruction::Or(to, one, other))
    }

    pub(crate) fn without(&mut self, one: SetReg, other: SetReg) -> SetReg {
        let nothing = self.nothing();
        if one == nothing || other == nothing {
            return one;
        }
        if one == other || other == self.full() {
            return nothing;
        }
        self.emit.set(|to| Instruction::Without(to, one, other))
    }

    pub(crate) fn step(&mut self, of: SetReg, way: Way) -> SetReg {
        if let (Some(cells), Way::Fixed(direction)) = (self.registers.held(of), way) {
            let grid = &self.layout.grid;
            let ahead = cells.iter().filter_map(|cell| grid.step(cell, direction));
            let ahead = CellSet::from_cells(grid, ahead);
            return self.registers.constant_set(ahead);
        }
        self.emit.set(|to| Instruction::Step(to, of, way))
    }

    /// The cells inside the rim.
    pub(crate) fn within(&mut self, set: SetReg) -> SetReg {
        if self.layout.grid.rim() == 0 {
            return set;
        }
        let inner = self.inner();
        self.and(set, inner)
    }

    /// Cells from which a pattern matches in one of the directions.
    pub(crate) fn starts(&mut self, nfa: u16, dirs: u8) -> Result<SetReg, Unsupported> {
        let nfa = self.nfa(nfa);
        if nfa.is_graph() {
            return self.walk_starts(nfa, dirs);
        }
        let tests = self.tests(nfa)?;
        self.starts_of(nfa, &tests, dirs, None)
    }

    /// The same, of a line whose places have these tests, and which ends at cells of `last`, where that
    /// is said.
    pub(super) fn starts_of(
        &mut self,
        nfa: &Nfa,
        tests: &[SetReg],
        dirs: u8,
        last: Option<SetReg>,
    ) -> Result<SetReg, Unsupported> {
        // The shapes with a kernel of their own end anywhere.
        let shape = if last.is_none() { &nfa.shape } else { &Shape::General };
        match (shape, tests) {
            (Shape::Cell, [only]) => Ok(*only),
            (Shape::Run(count), [of, ..]) => {
                let (of, count) = (*of, *count);
                Ok(self.emit.set(|to| Instruction::Runs { to, of, count, dirs }))
            }
            (Shape::Chain, _) => {
                let tests = Sequence(tests.into());
                Ok(self.emit.set(|to| Instruction::Chain { to, tests: tests.clone(), dirs }))
            }
            (Shape::Flanking, &[end, middle, start]) => {
                let tests = [end, middle, start];
                Ok(self.emit.set(|to| Instruction::Flanking { to, tests, dirs }))
            }
            _other => {
                let mut all = None;
                for direction in directions(dirs) {
                    let solved = self.solve(nfa, tests, Way::Fixed(direction), last)?;
                    let begun = self.begun(nfa, &solved, Way::Fixed(direction), None)?;
                    all = Some(self.or(all, begun));
                }
                all.ok_or(Unsupported("a pattern has no direction"))
            }
        }
    }

    /// The registers of the places of a pattern.
    pub(crate) fn tests(&mut self, nfa: &Nfa) -> Result<Vec<SetReg>, Unsupported> {
        if let Some(tests) = self.merged_tests(nfa) {
            return Ok(tests);
        }
        nfa.places.iter().map(|place| self.set(place.test)).collect()
    }

    /// For each place of a line the cells from which the rest of it matches; the line ends at
    /// cells of `last`, where that is said.
    pub(crate) fn solve(
        &mut self,
        nfa: &Nfa,
        tests: &[SetReg],
        way: Way,
        last: Option<SetReg>,
    ) -> Result<Vec<SetReg>, Unsupported> {
        let mut solved = tests.to_vec();
        for group in &nfa.order {
            self.has_room()?;
            let (place, is_loop) = match group {
                Group::Single(place) => (usize::from(*place), false),
                Group::Loop(place) => (usize::from(*place), true),
                Group::Cycle(_) => return Err(Unsupported(CYCLE)),
            };
            // Where a match may end, and the cells a step before which it goes on.
            let (mut ends, mut behind): (Option<SetReg>, Option<SetReg>) = (None, None);
            let mut is_open = false;
            for next in &nfa.places[place].next {
                match *next {
                    Next::Accept { at_edge } => {
                        let edge = if at_edge { Some(self.edge_of(way)?) } else { None };
                        let cells = match (edge, last) {
                            (Some(edge), Some(last)) => Some(self.and(edge, last)),
                            (cells, None) | (None, cells) => cells,
                        };
                        is_open |= cells.is_none();
                        ends = self.any_of(ends, cells);
                    }
                    Next::Step { place: after, .. } if is_loop && usize::from(after) == place => {}
                    Next::Step { place: after, .. } => {
                        behind = Some(self.or(behind, solved[usize::from(after)]));
                    }
                }
            }
            if is_open {
                continue;
            }
            let test = tests[place];
            solved[place] = if is_loop {
                let ends = ends.map(|ends| self.and(test, ends));
                let led_to = self.led_to(ends, behind, (test, way.opposite()))?;
                led_to.unwrap_or_else(|| self.nothing())
            } else {
                let onward = behind.map(|cells| self.step(cells, way.opposite()));
                match self.any_of(ends, onward) {
                    Some(onward) => self.and(test, onward),
                    // Nothing can follow, as where the board would have to end before the pattern does.
                    None => self.nothing(),
                }
            };
        }
        Ok(solved)
    }

    /// Cells of a set, and those of it that steps through it lead to from them, or from cells beside it.
    fn led_to(
        &mut self,
        cells: Option<SetReg>,
        beside: Option<SetReg>,
        (through, way): (SetReg, Way),
    ) -> Result<Option<SetReg>, Unsupported> {
        let Some(from) = self.any_of(cells, beside) else { return Ok(None) };
        let filled = self.fill(from, through, way)?;
        Ok(Some(self.or(cells, filled)))
    }

    fn any_of(&mut self, one: Option<SetReg>, other: Option<SetReg>) -> Option<SetReg> {
        match other {
            Some(other) => Some(self.or(one, other)),
            None => one,
        }
    }

    /// Starts of the matches of a solved line: cells of `first`, where that is said.
    pub(crate) fn begun(
        &mut self,
        nfa: &Nfa,
        solved: &[SetReg],
        way: Way,
        first: Option<SetReg>,
    ) -> Result<SetReg, Unsupported> {
        let mut all = None;
        for start in &nfa.starts {
            let cells = self.begun_at(start, solved, way, first)?;
            all = Some(self.or(all, cells));
        }
        all.ok_or(Unsupported("a pattern has no beginning"))
    }

    fn begun_at(
        &mut self,
        start: &masume_program::Start,
        solved: &[SetReg],
        way: Way,
        first: Option<SetReg>,
    ) -> Result<SetReg, Unsupported> {
        let mut cells = solved[usize::from(start.place)];
        if let Some(first) = first {
            cells = self.and(first, cells);
        }
        if start.at_edge {
            let edge = self.edge_of(way.opposite())?;
            cells = self.and(cells, edge);
        }
        Ok(cells)
    }

    /// For each place of a solved line the cells on matches that begin at cells of `first`, at each
    /// of which one does.
    pub(crate) fn reach(
        &mut self,
        nfa: &Nfa,
        solved: &[SetReg],
        way: Way,
        first: Option<SetReg>,
    ) -> Result<Vec<Option<SetReg>>, Unsupported> {
        // In a chain every match goes on to the next place, so nothing need be tested again.
        let is_certain = matches!(nfa.shape, Shape::Chain | Shape::Run(_));
        self.come_from(nfa, (solved, is_certain), way, first)
    }

    /// The same of a line whose places have these tests: the cells that matches may come to. Where it is
    /// certain that every match goes on, nothing is tested on the way.
    pub(super) fn come_from(
        &mut self,
        nfa: &Nfa,
        (solved, is_certain): (&[SetReg], bool),
        way: Way,
        first: Option<SetReg>,
    ) -> Result<Vec<Option<SetReg>>, Unsupported> {
        let mut reached: Vec<Option<SetReg>> = vec![None; solved.len()];
        for start in &nfa.starts {
            // What begins at the only beginning is that.
            let cells = match (first, &nfa.starts[..]) {
                (Some(first), [_]) => first,
                _ => self.begun_at(start, solved, way, first)?,
            };
            let entry = reached[usize::from(start.place)];
            reached[usize::from(start.place)] = Some(self.or(entry, cells));
        }
        // The cells from which a step leads to each place.
        let mut before: Vec<Option<SetReg>> = vec![None; solved.len()];
        for group in nfa.order.iter().rev() {
            self.has_room()?;
            let (place, is_loop) = match group {
                Group::Single(place) => (*place, false),
                Group::Loop(place) => (*place, true),
                Group::Cycle(_) => return Err(Unsupported(CYCLE)),
            };
            let own = usize::from(place);
            reached[own] = if is_loop {
                self.led_to(reached[own], before[own], (solved[own], way))?
            } else {
                let ahead = before[own].map(|before| self.step(before, way));
                let tested = |ahead| if is_certain { ahead } else { self.and(ahead, solved[own]) };
                let ahead = ahead.map(tested);
                self.any_of(reached[own], ahead)
            };
            let Some(cells) = reached[own] else { continue };
            for next in &nfa.places[own].next {
                let Next::Step { place: after, .. } = *next else { continue };
                if after != place {
                    let after = usize::from(after);
                    before[after] = Some(self.or(before[after], cells));
                }
            }
        }
        Ok(reached)
    }

    pub(super) fn edge_of(&mut self, way: Way) -> Result<SetReg, Unsupported> {
        match way {
            Way::Fixed(direction) => Ok(self.edge(direction)),
            Way::Chosen | Way::Against if self.chosen_ways == 0 => {
                Err(Unsupported("a pattern asks for the edge in a chosen way"))
            }
            Way::Chosen | Way::Against => {
                let mut all = None;
                for chosen in directions(self.chosen_ways) {
                    let is_it = self.emit.mask(|to| Instruction::InWays(to, 1 << chosen as u8));
                    let meant = if way == Way::Chosen { chosen } else { chosen.opposite() };
                    let edge = self.edge(meant);
                    let edge = self.only(edge, is_it);
                    all = Some(self.or(all, edge));
                }
                Ok(all.unwrap_or_else(|| self.nothing()))
            }
        }
    }

    pub(super) fn fill(
        &mut self,
        from: SetReg,
        through: SetReg,
        way: Way,
    ) -> Result<SetReg, Unsupported> {
        match way {
            Way::Fixed(direction) => {
                Ok(self.emit.set(|to| Instruction::Fill { to, from, through, direction }))
            }
            Way::Chosen | Way::Against => Err(Unsupported("a pattern repeats in a chosen way")),
        }
    }
}

/// Directions as bits.
pub(crate) fn mask_of<'d>(directions: impl IntoIterator<Item = &'d Direction>) -> u8 {
    directions.into_iter().fold(0, |all, &it| all | 1 << it as u8)
}
