//! Matches along a graph, one after another.
//!
//! A path goes from spot to spot: a step of the pattern, the last cell consumed, the direction, and
//! what letters are bound to. There are finitely many, and a search meets each once, so walks that cross
//! themselves and repeats of nothing come to an end. How many there can be is told, and bounded, before
//! anything is searched (`rules::work`).

use std::cell::RefCell;
use std::collections::BTreeMap;
use std::rc::Rc;

use masume_board::{Bits, Cell, Direction};
use masume_program::{CellTest, Graph, RuleOp, SetId, Step, Strategy, bends, directions};
use masume_rules::model::{EMPTY, Test};
use masume_rules::run_error::RunError;
use smallvec::SmallVec;

use crate::run::Scene;
use crate::run::follow::{Letters, Path, sort_by_place};
use crate::run::matches::{Anchors, Match, sort_in_reading_order};
use crate::run::spots::{Spot, Spots};

/// Number of cells from which paths are followed without knowing first where a walk may begin.
const FEW: usize = 4;

/// One cell of a path: which position of the pattern consumed it.
type Consumed = (u32, Cell);

/// A search for one pattern on one position.
struct Search<'g, 's, 'h, const W: usize> {
    scene: Scene<'s, 'h, W>,
    graph: &'g Graph,
    /// The sets of the tests that were asked so far, of what is seen from cells too.
    sets: Rc<RefCell<Vec<Option<Bits<W>>>>>,
    /// Directions in which `bend` can go on.
    bends: SmallVec<[Direction; 8]>,
    start: Cell,
    last: Option<Cell>,
    /// Contents that letters can be bound to, each binding once; the first is what was bound
    /// before.
    bindings: Vec<Letters>,
    stack: Vec<(Spot, usize)>,
    /// Spots that paths from the start come to.
    spots: Box<Spots>,
    /// Those that no cell leads to, which differ from start to start.
    before_any: SmallVec<[Spot; 4]>,
    /// True if the spots are those of searches that found nothing: no path leads on from them, wherever
    /// it starts, if nothing is bound.
    are_dead: bool,
    /// The number of the spot that a step leads to, and of the one it leads from.
    steps: Vec<(u32, u32)>,
}

/// The memory for spots is there for the next search.
impl<const W: usize> Drop for Search<'_, '_, '_, W> {
    fn drop(&mut self) {
        self.scene.host.spots.replace(Some(std::mem::take(&mut self.spots)));
    }
}

impl<'g, 's, 'h, const W: usize> Search<'g, 's, 'h, W> {
    /// A search in directions of a mask, from a cell to come, of paths that end at the last one.
    fn new(
        scene: Scene<'s, 'h, W>,
        graph: &'g Graph,
        mask: u8,
        last: Option<Cell>,
        letters: Letters,
    ) -> Self {
        Self {
            scene,
            graph,
            sets: Rc::default(),
            bends: directions(bends(mask)).collect(),
            start: Cell(0),
            last,
            bindings: vec![letters],
            stack: Vec::new(),
            spots: scene.host.spots.take().unwrap_or_default(),
            before_any: SmallVec::new(),
            are_dead: false,
            steps: Vec::new(),
        }
    }

    /// The path that ordinary backtracking finds first.
    fn preferred(&mut self, start: Cell, direction: Direction) -> Result<Option<Path>, RunError> {
        self.start = start;
        self.bindings.truncate(1);
        self.before_any.clear();
        if self.are_dead {
            self.spots.forget_bound();
        } else {
            self.spots.begin(self.graph.steps.len(), self.scene.run.layout.cells());
        }
        let mut stack = std::mem::take(&mut self.stack);
        stack.clear();
        stack.push((self.root(direction), 0));
        let found = self.descend(&mut stack);
        self.are_dead = found == Ok(false);
        let path = found.map(|found| found.then(|| self.path(&stack)));
        self.stack = stack;
        path
    }

    fn descend(&mut self, stack: &mut Vec<(Spot, usize)>) -> Result<bool, RunError> {
        while let Some((spot, branch)) = stack.last_mut() {
            if self.accepts(*spot) {
                return Ok(true);
            }
            if *branch >= self.branches(*spot) {
                stack.pop();
                continue;
            }
            let (spot, taken) = (*spot, *branch);
            *branch += 1;
            if let Some(next) = self.follow(spot, taken)?
                && !self.is_dead_end(next)
                && (!self.graph.has_branches || self.is_new(next))
            {
                stack.push((next, 0));
            }
        }
        Ok(false)
    }

    fn is_new(&mut self, spot: Spot) -> bool {
        if spot.cell.is_some() {
            return self.spots.insert(spot).1;
        }
        let is_new = !self.before_any.contains(&spot);
        if is_new {
            self.before_any.push(spot);
        }
        is_new
    }

    fn path(&self, stack: &[(Spot, usize)]) -> Path {
        let steps = stack.windows(2);
        let cells = steps.filter_map(|step| self.consumed(step[0].0, step[1].0)).collect();
        let letters = stack.last().map_or(0, |(spot, _)| spot.letters);
        Path { cells, letters: self.bindings[letters as usize].clone() }
    }

    /// Every match, put together by what the letters are bound to at the end, in ascending order: the
    /// cells of each are those that lie on some path with that end.
    fn complete(&mut self, start: Cell, direction: Direction) -> Result<Vec<Path>, RunError> {
        if !self.graph.has_branches {
            return Ok(self.preferred(start, direction)?.into_iter().collect());
        }
        self.start = start;
        self.bindings.truncate(1);
        self.reach(direction)?;
        let mut ends: BTreeMap<Letters, Vec<u32>> = BTreeMap::new();
        for (index, spot) in (0u32..).zip(self.spots.all()) {
            if self.accepts(*spot) {
                let letters = self.bindings[spot.letters as usize].clone();
                ends.entry(letters).or_default().push(index);
            }
        }
        if !ends.is_empty() {
            self.steps.sort_unstable();
        }
        let paths = ends.into_iter().map(|(letters, ends)| {
            let mut cells = self.consumed_before(ends);
            sort_by_place(&mut cells);
            cells.dedup();
            Path { cells: cells.into(), letters }
        });
        Ok(paths.collect())
    }

    fn reach(&mut self, direction: Direction) -> Result<(), RunError> {
        self.steps.clear();
        self.are_dead = false;
        self.spots.begin(self.graph.steps.len(), self.scene.run.layout.cells());
        self.spots.insert(self.root(direction));
        let mut index = 0;
        while let Some(spot) = self.spots.get(index) {
            for branch in 0..self.branches(spot) {
                if let Some(mut next) = self.follow(spot, branch)? {
                    if self.is_dead_end(next) {
                        continue;
                    }
                    // All ways that lead on from here are the same, whatever direction leads here.
                    if self.graph.is_undirected[usize::from(next.step)] {
                        next.direction = direction;
                    }
                    let (number, _) = self.spots.insert(next);
                    self.steps.push((number, index));
                }
            }
            index += 1;
        }
        Ok(())
    }

    /// Nodes that are consumed on the paths that lead to these spots; steps are in ascending order.
    fn consumed_before(&self, ends: Vec<u32>) -> Vec<Consumed> {
        let (spots, steps) = (self.spots.all(), &self.steps);
        let mut is_met = vec![false; spots.len()];
        ends.iter().for_each(|&end| is_met[end as usize] = true);
        let (mut open, mut cells) = (ends, Vec::new());
        while let Some(index) = open.pop() {
            let first = steps.partition_point(|step| step.0 < index);
            for &(_, before) in steps[first..].iter().take_while(|step| step.0 == index) {
                let spot = spots[before as usize];
                cells.extend(self.consumed(spot, spots[index as usize]));
                if !is_met[before as usize] {
                    is_met[before as usize] = true;
                    open.push(before);
                }
            }
        }
        cells
    }

    fn root(&self, direction: Direction) -> Spot {
        Spot { step: self.graph.first, cell: None, direction, letters: 0 }
    }

    fn step(&self, spot: Spot) -> &'g Step {
        &self.graph.steps[usize::from(spot.step)]
    }

    fn accepts(&self, spot: Spot) -> bool {
        // A match of no cell is none.
        matches!(self.step(spot), Step::Accept)
            && spot.cell.is_some_and(|cell| self.last.is_none_or(|last| last == cell))
    }

    /// Node that is consumed by going from one spot to the other.
    fn consumed(&self, from: Spot, to: Spot) -> Option<Consumed> {
        let Step::Cell { position, .. } = self.step(from) else { return None };
        to.cell.map(|cell| (*position, cell))
    }

    /// Number of ways that lead on from a spot, those that turn out closed included.
    fn branches(&self, spot: Spot) -> usize {
        match self.step(spot) {
            Step::Cell { .. } | Step::Edge(_) => 1,
            Step::Split(entries) => entries.len(),
            Step::Turn(_) => 2,
            Step::Bend(_) => self.bends.len(),
            Step::Accept => 0,
        }
    }

    /// Spot to which the way numbered `branch` leads, the preferred first; `None` where it is
    /// closed.
    fn follow(&mut self, spot: Spot, branch: usize) -> Result<Option<Spot>, RunError> {
        self.scene.host.stop.check(self.scene.span)?;
        let graph = self.graph;
        let grid = self.scene.run.grid();
        Ok(match &graph.steps[usize::from(spot.step)] {
            Step::Cell { test, next, .. } => {
                let cell = match spot.cell {
                    None => Some(self.start),
                    Some(cell) => grid.step(cell, spot.direction),
                };
                let Some(cell) = cell else { return Ok(None) };
                let mut letters = self.bindings[spot.letters as usize].clone();
                if !self.passes(test, cell, &mut letters)? {
                    return Ok(None);
                }
                let letters = self.intern(letters, spot.letters);
                Some(Spot { step: *next, cell: Some(cell), letters, ..spot })
            }
            Step::Split(entries) => Some(Spot { step: entries[branch], ..spot }),
            Step::Edge(next) => {
                // Before the first cell the board must end behind the start, after it ahead.
                let beyond = match spot.cell {
                    None => grid.step(self.start, spot.direction.opposite()),
                    Some(cell) => grid.step(cell, spot.direction),
                };
                beyond.is_none().then_some(Spot { step: *next, ..spot })
            }
            Step::Turn(next) => {
                let direction = spot.direction.right_angles()[branch];
                Some(Spot { step: *next, direction, ..spot })
            }
            Step::Bend(next) => Some(Spot { step: *next, direction: self.bends[branch], ..spot }),
            Step::Accept => None,
        })
    }

    /// True if a spot is seen at once to lead nowhere: most of those behind a bend do.
    fn is_dead_end(&self, spot: Spot) -> bool {
        let Step::Cell { test: CellTest::Set(id), .. } = self.step(spot) else { return false };
        let Some(last) = spot.cell else { return false };
        let Some(cell) = self.scene.run.grid().step(last, spot.direction) else { return true };
        let sets = self.sets.borrow();
        matches!(sets.get(usize::from(id.0)), Some(Some(set)) if !set.contains(cell))
    }

    /// The number of bindings that grew out of those numbered `before`.
    fn intern(&mut self, letters: Letters, before: u32) -> u32 {
        if letters == self.bindings[before as usize] {
            return before;
        }
        // What was bound at the beginning is come back to by no path.
        if let Some(known) = self.bindings.iter().skip(1).position(|it| *it == letters) {
            return known as u32 + 1;
        }
        self.bindings.push(letters);
        self.bindings.len() as u32 - 1
    }

    /// The set of a test, asked for the first time.
    fn ask(&mut self, id: SetId) -> Result<Bits<W>, RunError> {
        let set = self.scene.set(id);
        self.scene.host.check()?;
        let mut sets = self.sets.borrow_mut();
        let index = usize::from(id.0);
        if sets.len() <= index {
            sets.resize(index + 1, None);
        }
        sets[index] = Some(set);
        Ok(set)
    }

    /// True if the cell passes. Binds letters; after `false` they are as they happen to be.
    fn passes(
        &mut self,
        test: &'g CellTest,
        cell: Cell,
        letters: &mut Letters,
    ) -> Result<bool, RunError> {
        let layout = &self.scene.run.layout;
        Ok(match test {
            CellTest::Set(id) => {
                let index = usize::from(id.0);
                let known = self.sets.borrow().get(index).copied().flatten();
                let set = match known {
                    Some(set) => set,
                    None => self.ask(*id)?,
                };
                set.contains(cell)
            }
            CellTest::Letter(layer, letter) => {
                let content = self.scene.position.content(layout, *layer, cell);
                let index = usize::from(letter.0);
                match letters.get(index).copied().unwrap_or(EMPTY) {
                    _ if content == EMPTY => false,
                    EMPTY => {
                        // No more than needed, so that equal bindings are equal values.
                        if letters.len() <= index {
                            letters.resize(index + 1, EMPTY);
                        }
                        letters[index] = content;
                        true
                    }
                    bound => bound == content,
                }
            }
            CellTest::Not(test) => !self.passes(test, cell, &mut letters.clone())?,
            CellTest::And(tests) => {
                for test in tests {
                    if !self.passes(test, cell, letters)? {
                        return Ok(false);
                    }
                }
                true
            }
            CellTest::Or(tests) => {
                let before = letters.clone();
                for test in tests {
                    if self.passes(test, cell, letters)? {
                        return Ok(true);
                    }
                    letters.clone_from(&before);
                }
                false
            }
            CellTest::Neighbours { least, greatest, test, reach } => {
                let mut count = 0;
                for near in self.scene.run.grid().neighbours(cell, Test::directions(*reach)) {
                    count += u32::from(self.passes(test, near, &mut letters.clone())?);
                }
                (*least..=*greatest).contains(&count)
            }
            CellTest::Sees { graph, dirs } => {
                let mask = dirs.mask(&|slot| self.scene.chosen_direction(slot));
                let mut search = Search::new(self.scene, graph, mask, None, letters.clone());
                search.sets = Rc::clone(&self.sets);
                for direction in directions(mask) {
                    if search.preferred(cell, direction)?.is_some() {
                        return Ok(true);
                    }
                }
                false
            }
            CellTest::Compare { left, compare, right, layers } => {
                let holds = |layer| self.scene.position.content(layout, layer, cell) != EMPTY;
                if !layers.iter().all(|&layer| holds(layer)) {
                    return Ok(false);
                }
                let left = self.scene.number_at(left, Some(cell), letters)?;
                let right = self.scene.number_at(right, Some(cell), letters)?;
                compare.holds(left, right)
            }
        })
    }
}

impl<const W: usize> Scene<'_, '_, W> {
    /// The matches of a rule along a graph, by start, direction and letters: all or each of them as the
    /// rule says, or those among which chance chooses, inside the rim.
    pub(super) fn graph_paths(
        &self,
        rule: &RuleOp,
        anchors: Anchors,
        mask: u8,
    ) -> Result<Vec<Match>, RunError> {
        let Some(graph) = rule.graph() else { return Ok(Vec::new()) };
        let mut search = Search::new(*self, graph, mask, anchors.last, Letters::new());
        let starts = self.graph_starts(rule, anchors, mask)?;
        match rule.strategy {
            Strategy::First => {
                return Ok(search.first(starts, anchors, mask)?.into_iter().collect());
            }
            Strategy::Each => return search.each(starts, mask),
            Strategy::All | Strategy::Random(_) => {}
        }
        let is_random = rule.strategy != Strategy::All;
        let starts = if is_random { starts.and(self.run.steps.inner) } else { starts };
        let mut found = Vec::new();
        for start in starts {
            for direction in directions(mask) {
                let at = |path| Match { start, direction, path };
                if is_random {
                    found.extend(search.preferred(start, direction)?.map(at));
                } else {
                    found.extend(search.complete(start, direction)?.into_iter().map(at));
                }
            }
        }
        Ok(found)
    }

    /// Cells at which a match may begin.
    fn graph_starts(&self, rule: &RuleOp, anchors: Anchors, mask: u8) -> Result<Bits<W>, RunError> {
        let nfa = &self.program.nfas[usize::from(rule.nfa)];
        if let Some(first) = anchors.first.filter(|_| !nfa.is_line) {
            // To follow paths from one cell is less work than to find all cells where a walk may begin.
            return Ok(Bits::of(first));
        }
        if !nfa.is_line {
            // Nor is it more from a few.
            let tests =
                nfa.starts.iter().map(|it| self.set(nfa.places[usize::from(it.place)].test));
            let passing = tests.fold(Bits::EMPTY, Bits::or);
            self.host.check()?;
            if passing.len() <= FEW {
                return Ok(passing);
            }
        }
        let starts = self.starts(rule.nfa, mask, anchors.last);
        self.host.check()?;
        let starts = anchors.first.map_or(starts, |first| starts.and(Bits::of(first)));
        Ok(starts)
    }
}

impl<const W: usize> Search<'_, '_, '_, W> {
    /// The first match in reading order: as the one direction goes, where there is but one.
    fn first(
        &mut self,
        starts: Bits<W>,
        anchors: Anchors,
        mask: u8,
    ) -> Result<Option<Match>, RunError> {
        let mut asked = directions(mask);
        let order = match (asked.next(), asked.next(), anchors.first) {
            (Some(direction), None, None) => self.scene.in_reading_order(starts, direction),
            _several => starts.iter().collect(),
        };
        for start in order {
            for direction in directions(mask) {
                if let Some(path) = self.preferred(start, direction)? {
                    return Ok(Some(Match { start, direction, path }));
                }
            }
        }
        Ok(None)
    }

    /// The matches of each line one after another: the next begins as many cells further as one has.
    fn each(&mut self, starts: Bits<W>, mask: u8) -> Result<Vec<Match>, RunError> {
        let grid = *self.scene.run.grid();
        let mut found: Vec<Match> = Vec::new();
        for direction in directions(mask) {
            let mut taken: Bits<W> = Bits::EMPTY;
            for start in self.scene.in_reading_order(starts, direction) {
                if taken.contains(start) {
                    continue;
                }
                let Some(path) = self.preferred(start, direction)? else { continue };
                for cell in grid.line_from(start, direction).take(path.cells.len()) {
                    taken.insert(cell);
                }
                found.push(Match { start, direction, path });
            }
        }
        sort_in_reading_order(&mut found);
        Ok(found)
    }
}
