//! Walks: matches that turn, on the whole board at once.
//!
//! As in `nfa.rs`, with a set for each place and each direction in which its cell is come to.

use masume_board::{Bits, Cell, Direction};
use masume_program::{Group, Next, Nfa, Shape, bends, directions, turned};
use smallvec::{SmallVec, smallvec};

use crate::run::Scene;
use crate::run::corridor::FOUR_WAYS;
use crate::run::nfa::Sets;

/// Sets of a walk: indexed [place][direction].
pub(crate) type WalkSets<const W: usize> = Vec<[Bits<W>; 8]>;

impl<const W: usize> Scene<'_, '_, W> {
    /// Cells from which the walk matches in one of the directions.
    pub(crate) fn walk_starts(
        &self,
        nfa: &Nfa,
        tests: &[Bits<W>],
        mask: u8,
        last: Option<Cell>,
    ) -> Bits<W> {
        let solved = self.solve_walk(nfa, tests, mask, last);
        directions(mask).fold(Bits::EMPTY, |all, direction| {
            let here: Sets<W> = solved.iter().map(|sets| sets[direction as usize]).collect();
            all.or(self.begin(nfa, &here, direction))
        })
    }

    /// For each place and direction the cells from which the rest of the walk matches.
    pub(crate) fn solve_walk(
        &self,
        nfa: &Nfa,
        tests: &[Bits<W>],
        mask: u8,
        last: Option<Cell>,
    ) -> WalkSets<W> {
        let bends = bends(mask);
        let mut solved: WalkSets<W> = vec![[Bits::EMPTY; 8]; tests.len()];
        for group in &nfa.order {
            let members = group.members();
            loop {
                let mut is_new = false;
                for &place in members {
                    let place = usize::from(place);
                    if tests[place].is_empty() {
                        continue;
                    }
                    for direction in Direction::ALL {
                        let cells = tests[place]
                            .and(self.onward(nfa, &solved, place, direction, bends, last));
                        is_new |= cells != solved[place][direction as usize];
                        solved[place][direction as usize] = cells;
                    }
                }
                if !is_new || matches!(group, Group::Single(_)) || self.host.stop.is_stopped() {
                    break;
                }
            }
        }
        solved
    }

    fn onward(
        &self,
        nfa: &Nfa,
        solved: &[[Bits<W>; 8]],
        place: usize,
        direction: Direction,
        bends: u8,
        last: Option<Cell>,
    ) -> Bits<W> {
        let steps = &self.run.steps;
        nfa.places[place].next.iter().fold(Bits::EMPTY, |all, next| match *next {
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
    pub(crate) fn walk_ends(&self, nfa: &Nfa, tests: &[Bits<W>], start: Cell, mask: u8) -> Bits<W> {
        if let (Shape::Corridor(turns), FOUR_WAYS, [end, open, ..]) = (&nfa.shape, mask, tests) {
            let is_first = tests.last().is_some_and(|first| first.contains(start));
            return if is_first {
                self.corridor_walk(start, *open, *end, *turns)
            } else {
                Bits::EMPTY
            };
        }
        self.walks_end(nfa, tests, Bits::of(start), mask)
    }

    /// The last cells of all walks from cells of a set, in any of the directions.
    pub(crate) fn walks_end(
        &self,
        nfa: &Nfa,
        tests: &[Bits<W>],
        from: Bits<W>,
        mask: u8,
    ) -> Bits<W> {
        let mut reached: SmallVec<[[Bits<W>; 8]; 8]> = smallvec![[Bits::EMPTY; 8]; tests.len()];
        for begin in &nfa.starts {
            let place = usize::from(begin.place);
            for direction in directions(mask) {
                let cells = self.begin_at(begin, from.and(tests[place]), direction);
                let entry = &mut reached[place][direction as usize];
                *entry = entry.or(cells);
            }
        }
        self.spread_walk(nfa, &mut reached, bends(mask), |place, _| tests[place]);
        let mut ends = Bits::EMPTY;
        for (place, sets) in nfa.places.iter().zip(&reached) {
            for next in &place.next {
                let Next::Accept { at_edge } = *next else { continue };
                for direction in Direction::ALL {
                    let cells = sets[direction as usize];
                    ends = ends.or(cells.and(self.ends(at_edge, direction, None)));
                }
            }
        }
        ends
    }

    /// Of solved walks those that begin in this direction: where, and for each place and direction
    /// the cells on them.
    pub(crate) fn reach_walk(
        &self,
        nfa: &Nfa,
        solved: &WalkSets<W>,
        first: Option<Cell>,
        direction: Direction,
        mask: u8,
    ) -> (Bits<W>, WalkSets<W>) {
        let starts = first.map_or(self.run.steps.full, Bits::of);
        let mut begun = Bits::EMPTY;
        let mut reached: WalkSets<W> = vec![[Bits::EMPTY; 8]; solved.len()];
        for start in &nfa.starts {
            let place = usize::from(start.place);
            let cells = solved[place][direction as usize].and(starts);
            let cells = self.begin_at(start, cells, direction);
            begun = begun.or(cells);
            let entry = &mut reached[place][direction as usize];
            *entry = entry.or(cells);
        }
        let within = |place: usize, way: Direction| solved[place][way as usize];
        self.spread_walk(nfa, &mut reached, bends(mask), within);
        (begun, reached)
    }

    /// Spread from each place to those after it, as far as the cells allow.
    fn spread_walk(
        &self,
        nfa: &Nfa,
        reached: &mut [[Bits<W>; 8]],
        bends: u8,
        allowed: impl Fn(usize, Direction) -> Bits<W>,
    ) {
        for group in nfa.order.iter().rev() {
            loop {
                let mut is_new = false;
                for &place in group.members() {
                    is_new |= self.spread_place(nfa, reached, place, bends, &allowed);
                }
                if !is_new || matches!(group, Group::Single(_)) || self.host.stop.is_stopped() {
                    break;
                }
            }
        }
    }

    /// One place does; says whether anything is reached that was not.
    fn spread_place(
        &self,
        nfa: &Nfa,
        reached: &mut [[Bits<W>; 8]],
        place: u16,
        bends: u8,
        allowed: &impl Fn(usize, Direction) -> Bits<W>,
    ) -> bool {
        let steps = &self.run.steps;
        let mut is_new = false;
        for direction in Direction::ALL {
            let cells = reached[usize::from(place)][direction as usize];
            if cells.is_empty() {
                continue;
            }
            for next in &nfa.places[usize::from(place)].next {
                let Next::Step { place: after, via } = *next else { continue };
                let after = usize::from(after);
                for way in directions(turned(via, direction, bends)) {
                    let ahead = steps.step(cells, way).and(allowed(after, way));
                    let entry = &mut reached[after][way as usize];
                    let all = entry.or(ahead);
                    is_new |= all != *entry;
                    *entry = all;
                }
            }
        }
        is_new
    }
}
