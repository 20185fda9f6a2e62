//! Paths through the graph of a pattern and the board.
//!
//! A path goes from spot to spot: a place of the pattern, the last cell consumed, the direction
//! and the letters bound so far. There are finitely many spots, and a search meets each once, so
//! walks that cross themselves and repeats of nothing come to an end by themselves. How many there
//! can be is told, and bounded, before anything is searched (`rules::work`).
//!
//! [`Search::preferred`] is an ordinary backtracking search with a memory of where it has been;
//! [`Search::complete`] goes forward to every spot and back from those that accept.

use std::collections::BTreeMap;

use masume_board::{Cell, Direction};
use masume_rules::run_error::RunError;
use rustc_hash::{FxHashMap, FxHashSet};

use crate::automaton::{Automaton, Place};
use crate::scene::{Letters, Scene};

/// The room for spots that is kept for the next search: a table takes as long to empty as it is
/// large, however little is in it.
const MOST_KEPT: usize = 1 << 12;

/// Place of a path.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
pub(crate) struct Spot {
    place: u32,
    /// The last cell consumed.
    cell: Option<Cell>,
    direction: Direction,
    /// Index into the bindings of the search.
    letters: u32,
}

/// One cell of a match: which position of the pattern consumed it.
pub(crate) type Consumed = (u32, Cell);

/// A match: what was consumed, and what the letters are bound to at its end.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Path {
    /// In the order of the path for a preferred path, sorted for complete ones.
    pub(crate) cells: Vec<Consumed>,
    pub(crate) letters: Letters,
}

/// Memory that one search leaves to the next.
#[derive(Default)]
pub(crate) struct Scratch {
    stack: Vec<(Spot, usize)>,
    visited: FxHashSet<Spot>,
    graph: Graph,
    bindings: Vec<Letters>,
    letters: Letters,
}

/// A search for one pattern on one board.
pub(crate) struct Search<'c, 's, 'a> {
    scene: Scene<'s, 'a>,
    automaton: &'c Automaton<'a>,
    /// Indexed by position: the position has writes, so it matches no cell of the rim.
    writes: &'c [bool],
    /// Directions in which `bend` can go on.
    bends: &'static [Direction],
    start: Cell,
    last: Option<Cell>,
    /// The number of each binding in the scratch, but of the first: no path comes back to what was
    /// bound at the beginning.
    interned: BTreeMap<Letters, u32>,
    scratch: Scratch,
}

impl<'c, 's, 'a> Search<'c, 's, 'a> {
    /// A search in these directions. [`begin`](Self::begin) comes next.
    pub(crate) fn new(
        scene: Scene<'s, 'a>,
        automaton: &'c Automaton<'a>,
        directions: &[Direction],
        writes: &'c [bool],
    ) -> Self {
        let is_diagonal = directions.iter().any(|direction| direction.is_diagonal());
        Self {
            scene,
            automaton,
            writes,
            bends: if is_diagonal { &Direction::ALL } else { &Direction::ORTHOGONAL },
            start: Cell(0),
            last: None,
            interned: BTreeMap::new(),
            scratch: scene.context.scratches.borrow_mut().pop().unwrap_or_default(),
        }
    }

    /// Sets the cell that is consumed first, the one that must be last, and what is bound before.
    pub(crate) fn begin(&mut self, start: Cell, last: Option<Cell>, letters: &Letters) {
        self.start = start;
        self.last = last;
        self.interned.clear();
        self.scratch.bindings.clear();
        self.scratch.bindings.push(letters.clone());
    }

    /// True if a match from the start is not ruled out by its first test alone.
    pub(crate) fn may_match(&mut self) -> Result<bool, RunError> {
        match self.automaton.opening() {
            Some((position, test)) => {
                if self.is_barred(position, self.start) {
                    return Ok(false);
                }
                let Scratch { letters, bindings, .. } = &mut self.scratch;
                letters.copy_from(&bindings[0]);
                self.scene.test(test, self.start, letters)
            }
            None => Ok(true),
        }
    }

    /// The match that ordinary backtracking finds first.
    pub(crate) fn preferred(&mut self, direction: Direction) -> Result<Option<Path>, RunError> {
        let mut stack = std::mem::take(&mut self.scratch.stack);
        let found = self.find_preferred(direction, &mut stack);
        let path = found.map(|found| found.then(|| self.path(&stack)));
        self.scratch.stack = stack;
        path
    }

    fn find_preferred(
        &mut self,
        direction: Direction,
        stack: &mut Vec<(Spot, usize)>,
    ) -> Result<bool, RunError> {
        stack.clear();
        stack.push((self.root(direction), 0));
        if self.scratch.visited.capacity() > MOST_KEPT {
            self.scratch.visited = FxHashSet::default();
        }
        self.scratch.visited.clear();
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
                && self.is_new(next)
            {
                stack.push((next, 0));
            }
        }
        Ok(false)
    }

    /// Every match, put together by what the letters are bound to at the end, in ascending order:
    /// the cells of each are those that lie on some path with that end.
    pub(crate) fn complete(&mut self, direction: Direction) -> Result<Vec<Path>, RunError> {
        if !self.automaton.has_branches() {
            return Ok(self.preferred(direction)?.into_iter().collect());
        }
        self.reach(direction)?;
        let mut ends: BTreeMap<Letters, Vec<u32>> = BTreeMap::new();
        for (index, spot) in (0u32..).zip(&self.scratch.graph.spots) {
            if self.accepts(*spot) {
                ends.entry(self.bound(*spot).clone()).or_default().push(index);
            }
        }
        if !ends.is_empty() {
            self.scratch.graph.steps.sort_unstable();
        }
        let paths = ends.into_iter().map(|(letters, ends)| {
            let mut cells = self.consumed_before(ends);
            cells.sort_unstable();
            cells.dedup();
            Path { cells, letters }
        });
        Ok(paths.collect())
    }

    /// The last cells of all matches, in ascending order.
    pub(crate) fn last_cells(&mut self, direction: Direction) -> Result<Vec<Cell>, RunError> {
        self.reach(direction)?;
        let ends = self.scratch.graph.spots.iter().filter(|&&spot| self.accepts(spot));
        let mut cells: Vec<Cell> = ends.filter_map(|spot| spot.cell).collect();
        cells.sort_unstable();
        cells.dedup();
        Ok(cells)
    }

    /// Makes the graph of every spot that a path from the start comes to.
    fn reach(&mut self, direction: Direction) -> Result<(), RunError> {
        let root = self.root(direction);
        self.scratch.graph.clear();
        self.scratch.graph.index(root);
        let mut index = 0;
        while let Some(&spot) = self.scratch.graph.spots.get(index as usize) {
            for branch in 0..self.branches(spot) {
                if let Some(next) = self.follow(spot, branch)? {
                    let graph = &mut self.scratch.graph;
                    let next = graph.index(next);
                    graph.steps.push((next, index));
                }
            }
            index += 1;
        }
        Ok(())
    }

    /// Positions and cells that are consumed on the paths that lead to these spots.
    fn consumed_before(&self, ends: Vec<u32>) -> Vec<Consumed> {
        let graph = &self.scratch.graph;
        let mut is_met = vec![false; graph.spots.len()];
        for end in &ends {
            is_met[*end as usize] = true;
        }
        let mut open = ends;
        let mut cells = Vec::new();
        while let Some(index) = open.pop() {
            let reached = graph.spots[index as usize];
            for before in graph.steps_into(index) {
                let spot = graph.spots[before as usize];
                cells.extend(self.consumed(spot, reached));
                if !is_met[before as usize] {
                    is_met[before as usize] = true;
                    open.push(before);
                }
            }
        }
        cells
    }

    fn root(&self, direction: Direction) -> Spot {
        Spot { place: self.automaton.first(), cell: None, direction, letters: 0 }
    }

    fn accepts(&self, spot: Spot) -> bool {
        match self.automaton.place(spot.place) {
            // A match of no cell is none.
            Place::Accept => {
                spot.cell.is_some_and(|cell| self.last.is_none_or(|last| last == cell))
            }
            Place::Cell { .. }
            | Place::Split(_)
            | Place::Edge(_)
            | Place::Turn(_)
            | Place::Bend(_) => false,
        }
    }

    /// Number of ways that lead on from a spot, those that turn out closed included.
    fn branches(&self, spot: Spot) -> usize {
        match self.automaton.place(spot.place) {
            Place::Cell { .. } | Place::Edge(_) => 1,
            Place::Split(entries) => entries.len(),
            Place::Turn(_) => 2,
            Place::Bend(_) => self.bends.len(),
            Place::Accept => 0,
        }
    }

    /// Spot to which the way numbered `branch` leads, the preferred first; `None` where it is closed.
    fn follow(&mut self, spot: Spot, branch: usize) -> Result<Option<Spot>, RunError> {
        self.scene.context.check_stop(self.scene.span)?;
        Ok(match self.automaton.place(spot.place) {
            Place::Cell { position, test, next } => {
                let Some(cell) = self.cell_ahead(spot) else { return Ok(None) };
                if self.is_barred(*position, cell) {
                    return Ok(None);
                }
                let Scratch { letters, bindings, .. } = &mut self.scratch;
                letters.copy_from(&bindings[spot.letters as usize]);
                if !self.scene.test(test, cell, letters)? {
                    return Ok(None);
                }
                let letters = self.intern(spot.letters);
                Some(Spot { place: *next, cell: Some(cell), letters, ..spot })
            }
            Place::Split(entries) => Some(Spot { place: entries[branch], ..spot }),
            Place::Edge(next) => self.is_at_edge(spot).then_some(Spot { place: *next, ..spot }),
            Place::Turn(next) => {
                let direction = spot.direction.right_angles()[branch];
                Some(Spot { place: *next, direction, ..spot })
            }
            Place::Bend(next) => Some(Spot { place: *next, direction: self.bends[branch], ..spot }),
            Place::Accept => None,
        })
    }

    fn cell_ahead(&self, spot: Spot) -> Option<Cell> {
        match spot.cell {
            None => Some(self.start),
            Some(cell) => self.scene.grid().step(cell, spot.direction),
        }
    }

    /// Before the first cell the board must end behind the start, after it ahead.
    fn is_at_edge(&self, spot: Spot) -> bool {
        let grid = self.scene.grid();
        match spot.cell {
            None => grid.step(self.start, spot.direction.opposite()).is_none(),
            Some(cell) => grid.step(cell, spot.direction).is_none(),
        }
    }

    fn is_barred(&self, position: u32, cell: Cell) -> bool {
        let has_writes = self.writes.get(position as usize).is_some_and(|&writes| writes);
        has_writes && !self.scene.grid().is_inner(cell)
    }

    /// The number of the bindings in the scratch, which grew out of those numbered `before`.
    fn intern(&mut self, before: u32) -> u32 {
        let Scratch { letters, bindings, .. } = &mut self.scratch;
        if *letters == bindings[before as usize] {
            return before;
        }
        if let Some(&number) = self.interned.get(letters) {
            return number;
        }
        let number = bindings.len() as u32;
        bindings.push(letters.clone());
        self.interned.insert(letters.clone(), number);
        number
    }

    fn bound(&self, spot: Spot) -> &Letters {
        &self.scratch.bindings[spot.letters as usize]
    }

    /// True if the search has not been at this spot; it has been now.
    fn is_new(&mut self, spot: Spot) -> bool {
        !self.automaton.has_branches() || self.scratch.visited.insert(spot)
    }

    fn path(&self, stack: &[(Spot, usize)]) -> Path {
        let steps = stack.windows(2);
        let cells = steps.filter_map(|step| self.consumed(step[0].0, step[1].0)).collect();
        let letters = stack.last().map(|(spot, _)| self.bound(*spot).clone());
        Path { cells, letters: letters.unwrap_or_default() }
    }

    /// Position and cell that are consumed by going from one spot to the other.
    fn consumed(&self, from: Spot, to: Spot) -> Option<Consumed> {
        match self.automaton.place(from.place) {
            Place::Cell { position, .. } => to.cell.map(|cell| (*position, cell)),
            Place::Split(_) | Place::Edge(_) | Place::Turn(_) | Place::Bend(_) | Place::Accept => {
                None
            }
        }
    }
}

impl Drop for Search<'_, '_, '_> {
    fn drop(&mut self) {
        let scratch = std::mem::take(&mut self.scratch);
        self.scene.context.scratches.borrow_mut().push(scratch);
    }
}

/// The spots that paths come to, and the steps between them.
#[derive(Default)]
struct Graph {
    spots: Vec<Spot>,
    numbers: FxHashMap<Spot, u32>,
    /// The spot that a step leads to, and the one it leads from; in ascending order before
    /// [`Self::steps_into`] is asked.
    steps: Vec<(u32, u32)>,
}

impl Graph {
    fn clear(&mut self) {
        if self.numbers.capacity() > MOST_KEPT {
            self.numbers = FxHashMap::default();
        }
        self.numbers.clear();
        self.spots.clear();
        self.steps.clear();
    }

    fn index(&mut self, spot: Spot) -> u32 {
        let next = self.spots.len() as u32;
        let index = *self.numbers.entry(spot).or_insert(next);
        if index == next {
            self.spots.push(spot);
        }
        index
    }

    /// Places from which steps lead to the spot.
    fn steps_into(&self, to: u32) -> impl Iterator<Item = u32> {
        let first = self.steps.partition_point(|step| step.0 < to);
        self.steps[first..].iter().take_while(move |step| step.0 == to).map(|step| step.1)
    }
}
