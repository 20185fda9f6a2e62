//! Matches on the whole board at once.
//!
//! For each place of a pattern and each direction there is the set of cells that can be consumed
//! there so that the rest of the pattern matches: found from the end of the pattern to its
//! beginning. Where a match begins, and what lies on matches, follows from these sets.

use masume_board::{Bits, Cell, Direction};
use smallvec::{SmallVec, smallvec};

use crate::program::{Group, Next, Scan, Shape, Via, directions};
use crate::run::Scene;

/// One set for each place.
pub(crate) type Sets<const W: usize> = SmallVec<[Bits<W>; 4]>;

/// Sets of a walk: indexed [place][direction].
pub(crate) type WalkSets<const W: usize> = Vec<[Bits<W>; 8]>;

/// Directions that a turn or a bend can lead to.
fn turned(via: Via, direction: Direction, bends: u8) -> u8 {
    match via {
        Via::Straight => 1 << direction as u8,
        Via::Turn => direction.right_angles().into_iter().fold(0, |mask, it| mask | 1 << it as u8),
        Via::Double => 1 << direction as u8 | 1 << direction.opposite() as u8,
        Via::Bend => bends,
    }
}

/// Where `bend` can go on, given the directions of the rule.
pub(crate) fn bends(mask: u8) -> u8 {
    let of = |all: &[Direction]| all.iter().fold(0u8, |mask, &it| mask | 1 << it as u8);
    if mask & of(&Direction::DIAGONAL) != 0 {
        of(&Direction::ALL)
    } else {
        of(&Direction::ORTHOGONAL)
    }
}

impl<const W: usize> Scene<'_, '_, W> {
    /// The set of each place, asked once for all directions.
    #[inline]
    pub(crate) fn tests(&self, scan: &Scan) -> Sets<W> {
        scan.places.iter().map(|place| self.set(place.test)).collect()
    }

    /// Cells from which the pattern matches in one of the directions, `last` being the cell that it
    /// must end at.
    pub(crate) fn starts(&self, scan: u16, mask: u8, last: Option<Cell>) -> Bits<W> {
        let scan = &self.program.scans[usize::from(scan)];
        let tests = self.tests(scan);
        if !scan.is_line {
            return self.walk_starts(scan, &tests, mask, last);
        }
        directions(mask).fold(Bits::EMPTY, |all, direction| {
            all.or(self.line_starts(scan, &tests, direction, last))
        })
    }

    /// Cells from which the pattern matches in this direction.
    #[inline]
    pub(crate) fn line_starts(
        &self,
        scan: &Scan,
        tests: &[Bits<W>],
        direction: Direction,
        last: Option<Cell>,
    ) -> Bits<W> {
        let steps = &self.run.steps;
        let back = direction.opposite();
        if last.is_none() {
            match (&scan.shape, tests) {
                (Shape::Cell, [only]) => return *only,
                (Shape::Run(count), [test, ..]) => {
                    if self.run.options.doubling {
                        return steps.runs(*test, *count, direction);
                    }
                    return (1..*count).fold(*test, |runs, _| test.and(steps.step(runs, back)));
                }
                (Shape::Chain, [end, rest @ ..]) => {
                    return rest.iter().fold(*end, |found, test| test.and(steps.step(found, back)));
                }
                (Shape::Sandwich, [end, middle, start]) => {
                    return start.and(steps.step(self.fill(*end, *middle, back), back));
                }
                _other => {}
            }
        }
        let solved = self.solve_line(scan, tests, direction, last);
        self.begin(scan, &solved, direction)
    }

    /// The cells of `through` that steps lead to from `set`.
    #[inline(always)]
    pub(crate) fn fill(&self, set: Bits<W>, through: Bits<W>, direction: Direction) -> Bits<W> {
        // On small boards three doublings are fewer operations than asking whether to go on.
        if W == 1 && self.run.options.doubling {
            self.run.steps.fill(set, through, direction)
        } else {
            self.run.steps.fill_slowly(set, through, direction)
        }
    }

    /// Of the solved sets those cells where a match begins.
    fn begin(&self, scan: &Scan, solved: &[Bits<W>], direction: Direction) -> Bits<W> {
        let steps = &self.run.steps;
        scan.starts.iter().fold(Bits::EMPTY, |all, start| {
            let cells = solved[usize::from(start.place)];
            let behind = steps.edge(direction.opposite());
            all.or(if start.at_edge { cells.and(behind) } else { cells })
        })
    }

    /// Where the pattern can end.
    fn ends(&self, at_edge: bool, direction: Direction, last: Option<Cell>) -> Bits<W> {
        let steps = &self.run.steps;
        let ends = if at_edge { steps.edge(direction) } else { steps.full };
        match last {
            None => ends,
            Some(cell) => ends.and(Bits::of(cell)),
        }
    }

    /// For each place the cells from which the rest of the pattern matches.
    pub(crate) fn solve_line(
        &self,
        scan: &Scan,
        tests: &[Bits<W>],
        direction: Direction,
        last: Option<Cell>,
    ) -> Sets<W> {
        let steps = &self.run.steps;
        let back = direction.opposite();
        let mut solved: Sets<W> = smallvec![Bits::EMPTY; tests.len()];
        let onward = |solved: &Sets<W>, place: usize, without: Option<usize>| {
            scan.places[place].next.iter().fold(Bits::EMPTY, |all, next| match *next {
                Next::Accept { at_edge } => all.or(self.ends(at_edge, direction, last)),
                Next::Step { place: after, .. } if Some(usize::from(after)) == without => all,
                Next::Step { place: after, .. } => {
                    all.or(steps.step(solved[usize::from(after)], back))
                }
            })
        };
        for group in &scan.order {
            match group {
                Group::Single(place) => {
                    let place = usize::from(*place);
                    solved[place] = tests[place].and(onward(&solved, place, None));
                }
                Group::Loop(place) => {
                    let place = usize::from(*place);
                    let ends = tests[place].and(onward(&solved, place, Some(place)));
                    solved[place] = ends.or(self.fill(ends, tests[place], back));
                }
                Group::Cycle(members) => loop {
                    let mut is_new = false;
                    for &place in members {
                        let place = usize::from(place);
                        let cells = tests[place].and(onward(&solved, place, None));
                        is_new |= cells != solved[place];
                        solved[place] = cells;
                    }
                    if !is_new {
                        break;
                    }
                },
            }
        }
        solved
    }

    /// Of the solved sets, for each place the cells that lie on a match that begins at one of
    /// these cells.
    pub(crate) fn reach_line(
        &self,
        scan: &Scan,
        solved: &[Bits<W>],
        starts: Bits<W>,
        direction: Direction,
    ) -> Sets<W> {
        let steps = &self.run.steps;
        let mut reached: Sets<W> = smallvec![Bits::EMPTY; solved.len()];
        for start in &scan.starts {
            let place = usize::from(start.place);
            let mut cells = solved[place].and(starts);
            if start.at_edge {
                cells = cells.and(steps.edge(direction.opposite()));
            }
            reached[place] = reached[place].or(cells);
        }
        for group in scan.order.iter().rev() {
            match group {
                Group::Single(place) => self.spread(scan, solved, &mut reached, *place, direction),
                Group::Loop(place) => {
                    let own = usize::from(*place);
                    let further = self.fill(reached[own], solved[own], direction);
                    reached[own] = reached[own].or(further);
                    self.spread(scan, solved, &mut reached, *place, direction);
                }
                Group::Cycle(members) => loop {
                    let before = reached.clone();
                    for &place in members {
                        self.spread(scan, solved, &mut reached, place, direction);
                    }
                    if before == reached {
                        break;
                    }
                },
            }
        }
        reached
    }

    /// What is reached at a place reaches those after it.
    #[inline]
    fn spread(
        &self,
        scan: &Scan,
        solved: &[Bits<W>],
        reached: &mut Sets<W>,
        place: u16,
        direction: Direction,
    ) {
        let cells = reached[usize::from(place)];
        if cells.is_empty() {
            return;
        }
        let ahead = self.run.steps.step(cells, direction);
        for next in &scan.places[usize::from(place)].next {
            // What a loop reaches of itself is filled already; a place of a cycle can follow itself.
            if let Next::Step { place: after, .. } = *next {
                let after = usize::from(after);
                reached[after] = reached[after].or(ahead.and(solved[after]));
            }
        }
    }

    fn walk_starts(&self, scan: &Scan, tests: &[Bits<W>], mask: u8, last: Option<Cell>) -> Bits<W> {
        let solved = self.solve_walk(scan, tests, mask, last);
        directions(mask).fold(Bits::EMPTY, |all, direction| {
            let here: Sets<W> = solved.iter().map(|sets| sets[direction as usize]).collect();
            all.or(self.begin(scan, &here, direction))
        })
    }

    /// For each place and direction the cells from which the rest of the walk matches.
    pub(crate) fn solve_walk(
        &self,
        scan: &Scan,
        tests: &[Bits<W>],
        mask: u8,
        last: Option<Cell>,
    ) -> WalkSets<W> {
        let bends = bends(mask);
        let mut solved: WalkSets<W> = vec![[Bits::EMPTY; 8]; tests.len()];
        for group in &scan.order {
            let members: &[u16] = match group {
                Group::Single(place) | Group::Loop(place) => std::slice::from_ref(place),
                Group::Cycle(members) => members,
            };
            loop {
                let mut is_new = false;
                for &place in members {
                    let place = usize::from(place);
                    for direction in Direction::ALL {
                        let cells = tests[place]
                            .and(self.onward(scan, &solved, place, direction, bends, last));
                        is_new |= cells != solved[place][direction as usize];
                        solved[place][direction as usize] = cells;
                    }
                }
                if !is_new || matches!(group, Group::Single(_)) {
                    break;
                }
            }
        }
        solved
    }

    fn onward(
        &self,
        scan: &Scan,
        solved: &[[Bits<W>; 8]],
        place: usize,
        direction: Direction,
        bends: u8,
        last: Option<Cell>,
    ) -> Bits<W> {
        let steps = &self.run.steps;
        scan.places[place].next.iter().fold(Bits::EMPTY, |all, next| match *next {
            Next::Accept { at_edge } => all.or(self.ends(at_edge, direction, last)),
            Next::Step { place: after, via } => {
                directions(turned(via, direction, bends)).fold(all, |all, way| {
                    let cells = solved[usize::from(after)][way as usize];
                    if cells.is_empty() { all } else { all.or(steps.step(cells, way.opposite())) }
                })
            }
        })
    }

    /// The last cells of all walks from one cell, in any of the directions.
    pub(crate) fn walk_ends(
        &self,
        scan: &Scan,
        tests: &[Bits<W>],
        start: Cell,
        mask: u8,
    ) -> Bits<W> {
        let steps = &self.run.steps;
        let bends = bends(mask);
        let mut reached: SmallVec<[[Bits<W>; 8]; 8]> = smallvec![[Bits::EMPTY; 8]; tests.len()];
        for begin in &scan.starts {
            for direction in directions(mask) {
                let mut cells = Bits::of(start).and(tests[usize::from(begin.place)]);
                if begin.at_edge {
                    cells = cells.and(steps.edge(direction.opposite()));
                }
                let entry = &mut reached[usize::from(begin.place)][direction as usize];
                *entry = entry.or(cells);
            }
        }
        let mut ends = Bits::EMPTY;
        for group in scan.order.iter().rev() {
            let members: &[u16] = match group {
                Group::Single(place) | Group::Loop(place) => std::slice::from_ref(place),
                Group::Cycle(members) => members,
            };
            loop {
                let mut is_new = false;
                for &place in members {
                    is_new |= self.walk_on(scan, tests, &mut reached, place, bends);
                }
                if !is_new || matches!(group, Group::Single(_)) {
                    break;
                }
            }
            for &place in members {
                for next in &scan.places[usize::from(place)].next {
                    let Next::Accept { at_edge } = *next else { continue };
                    for direction in Direction::ALL {
                        let cells = reached[usize::from(place)][direction as usize];
                        ends = ends.or(cells.and(self.ends(at_edge, direction, None)));
                    }
                }
            }
        }
        ends
    }

    /// What is reached at a place reaches those after it; says whether a member of its own group
    /// may have more now.
    fn walk_on(
        &self,
        scan: &Scan,
        tests: &[Bits<W>],
        reached: &mut [[Bits<W>; 8]],
        place: u16,
        bends: u8,
    ) -> bool {
        let steps = &self.run.steps;
        let mut is_new = false;
        for direction in Direction::ALL {
            let cells = reached[usize::from(place)][direction as usize];
            if cells.is_empty() {
                continue;
            }
            for next in &scan.places[usize::from(place)].next {
                let Next::Step { place: after, via } = *next else { continue };
                for way in directions(turned(via, direction, bends)) {
                    let ahead = steps.step(cells, way).and(tests[usize::from(after)]);
                    let entry = &mut reached[usize::from(after)][way as usize];
                    let all = entry.or(ahead);
                    is_new |= all != *entry;
                    *entry = all;
                }
            }
        }
        is_new
    }

    /// Of solved walks those that begin in this direction: where, and for each place and direction
    /// the cells on them.
    pub(crate) fn reach_walk(
        &self,
        scan: &Scan,
        solved: &WalkSets<W>,
        first: Option<Cell>,
        direction: Direction,
        mask: u8,
    ) -> (Bits<W>, WalkSets<W>) {
        let bends = bends(mask);
        let here: Sets<W> = solved.iter().map(|sets| sets[direction as usize]).collect();
        let starts = first.map_or(self.run.steps.full, Bits::of);
        let begun = self.begin(scan, &here, direction).and(starts);
        let mut reached: WalkSets<W> = vec![[Bits::EMPTY; 8]; solved.len()];
        for start in &scan.starts {
            let place = usize::from(start.place);
            let mut cells = here[place].and(starts);
            if start.at_edge {
                cells = cells.and(self.run.steps.edge(direction.opposite()));
            }
            reached[place][direction as usize] = cells;
        }
        for group in scan.order.iter().rev() {
            let members: &[u16] = match group {
                Group::Single(place) | Group::Loop(place) => std::slice::from_ref(place),
                Group::Cycle(members) => members,
            };
            loop {
                let mut is_new = false;
                for &place in members {
                    is_new |= self.walk_within(scan, solved, &mut reached, place, bends);
                }
                if !is_new || matches!(group, Group::Single(_)) {
                    break;
                }
            }
        }
        (begun, reached)
    }

    /// As [`Self::walk_on`], within solved sets.
    fn walk_within(
        &self,
        scan: &Scan,
        solved: &[[Bits<W>; 8]],
        reached: &mut [[Bits<W>; 8]],
        place: u16,
        bends: u8,
    ) -> bool {
        let mut is_new = false;
        for direction in Direction::ALL {
            let cells = reached[usize::from(place)][direction as usize];
            if cells.is_empty() {
                continue;
            }
            for next in &scan.places[usize::from(place)].next {
                let Next::Step { place: after, via } = *next else { continue };
                for way in directions(turned(via, direction, bends)) {
                    let ahead = self.run.steps.step(cells, way);
                    let ahead = ahead.and(solved[usize::from(after)][way as usize]);
                    let entry = &mut reached[usize::from(after)][way as usize];
                    let all = entry.or(ahead);
                    is_new |= all != *entry;
                    *entry = all;
                }
            }
        }
        is_new
    }
}
