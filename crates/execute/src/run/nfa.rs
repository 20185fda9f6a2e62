//! Matches on the whole board at once.
//!
//! For each place of a pattern and each direction there is the set of cells that can be consumed
//! there so that the rest of the pattern matches: found from the end of the pattern to its
//! beginning. Where a match begins, and what lies on matches, follows from these sets.

use masume_board::{Bits, Cell, Direction};
use masume_program::{Group, Next, Nfa, Shape, Start, directions};
use smallvec::{SmallVec, smallvec};

use crate::run::Scene;

/// One set for each place.
pub(crate) type Sets<const W: usize> = SmallVec<[Bits<W>; 4]>;

impl<const W: usize> Scene<'_, '_, W> {
    /// The set of each place, asked once for all directions.
    #[inline]
    pub(crate) fn tests(&self, nfa: &Nfa) -> Sets<W> {
        nfa.places.iter().map(|place| self.set(place.test)).collect()
    }

    /// Cells from which the pattern matches in one of the directions, `last` being the cell that it
    /// must end at.
    pub(crate) fn starts(&self, nfa: u16, mask: u8, last: Option<Cell>) -> Bits<W> {
        let nfa = &self.program.nfas[usize::from(nfa)];
        let tests = self.tests(nfa);
        if !nfa.is_line {
            return self.walk_starts(nfa, &tests, mask, last);
        }
        directions(mask).fold(Bits::EMPTY, |all, direction| {
            all.or(self.line_starts(nfa, &tests, direction, last))
        })
    }

    /// Cells from which the pattern matches in this direction.
    #[inline]
    pub(crate) fn line_starts(
        &self,
        nfa: &Nfa,
        tests: &[Bits<W>],
        direction: Direction,
        last: Option<Cell>,
    ) -> Bits<W> {
        let steps = &self.run.steps;
        let back = direction.opposite();
        if last.is_none() {
            match (&nfa.shape, tests) {
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
                (Shape::Flanking, [end, middle, start]) => {
                    return start.and(steps.step(self.fill(*end, *middle, back), back));
                }
                _other => {}
            }
        }
        let solved = self.solve_line(nfa, tests, direction, last);
        self.begin(nfa, &solved, direction)
    }

    /// The cells of `through` that steps lead to from `set`.
    #[inline(always)]
    pub(crate) fn fill(&self, set: Bits<W>, through: Bits<W>, direction: Direction) -> Bits<W> {
        // On small boards three doublings are fewer operations than asking whether to go on.
        if const { W == 1 } && self.run.options.doubling {
            self.run.steps.fill(set, through, direction)
        } else {
            self.run.steps.fill_slowly(set, through, direction)
        }
    }

    /// Of the solved sets those cells where a match begins.
    pub(crate) fn begin(&self, nfa: &Nfa, solved: &[Bits<W>], direction: Direction) -> Bits<W> {
        nfa.starts.iter().fold(Bits::EMPTY, |all, start| {
            all.or(self.begin_at(start, solved[usize::from(start.place)], direction))
        })
    }

    /// Of the cells of a first place those where the board ends behind, if it must.
    #[inline]
    pub(crate) fn begin_at(&self, start: &Start, cells: Bits<W>, direction: Direction) -> Bits<W> {
        let behind = self.run.steps.edge(direction.opposite());
        if start.at_edge { cells.and(behind) } else { cells }
    }

    /// Cells at which the pattern can end.
    pub(crate) fn ends(&self, at_edge: bool, direction: Direction, last: Option<Cell>) -> Bits<W> {
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
        nfa: &Nfa,
        tests: &[Bits<W>],
        direction: Direction,
        last: Option<Cell>,
    ) -> Sets<W> {
        let steps = &self.run.steps;
        let back = direction.opposite();
        let mut solved: Sets<W> = smallvec![Bits::EMPTY; tests.len()];
        // A pattern on a large board takes as long as a pass.
        if self.host.stop.is_stopped() {
            return solved;
        }
        let onward = |solved: &Sets<W>, place: usize, without: Option<usize>| {
            nfa.places[place].next.iter().fold(Bits::EMPTY, |all, next| match *next {
                Next::Accept { at_edge } => all.or(self.ends(at_edge, direction, last)),
                Next::Step { place: after, .. } if Some(usize::from(after)) == without => all,
                Next::Step { place: after, .. } => {
                    all.or(steps.step(solved[usize::from(after)], back))
                }
            })
        };
        for group in &nfa.order {
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
                    if !is_new || self.host.stop.is_stopped() {
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
        nfa: &Nfa,
        solved: &[Bits<W>],
        starts: Bits<W>,
        direction: Direction,
    ) -> Sets<W> {
        let mut reached: Sets<W> = smallvec![Bits::EMPTY; solved.len()];
        for start in &nfa.starts {
            let place = usize::from(start.place);
            let cells = self.begin_at(start, solved[place].and(starts), direction);
            reached[place] = reached[place].or(cells);
        }
        for group in nfa.order.iter().rev() {
            match group {
                Group::Single(place) => self.spread(nfa, solved, &mut reached, *place, direction),
                Group::Loop(place) => {
                    let own = usize::from(*place);
                    let further = self.fill(reached[own], solved[own], direction);
                    reached[own] = reached[own].or(further);
                    self.spread(nfa, solved, &mut reached, *place, direction);
                }
                Group::Cycle(members) => loop {
                    let before = reached.clone();
                    for &place in members {
                        self.spread(nfa, solved, &mut reached, place, direction);
                    }
                    if before == reached || self.host.stop.is_stopped() {
                        break;
                    }
                },
            }
        }
        reached
    }

    /// Spread from each place to those after it.
    #[inline]
    fn spread(
        &self,
        nfa: &Nfa,
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
        for next in &nfa.places[usize::from(place)].next {
            // What a loop reaches of itself is filled already; a place of a cycle can follow itself.
            if let Next::Step { place: after, .. } = *next {
                let after = usize::from(after);
                reached[after] = reached[after].or(ahead.and(solved[after]));
            }
        }
    }
}
