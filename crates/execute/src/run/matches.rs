//! The matches of a rule on a position that stands still: as sets for each direction, or one by one.

use std::cmp::Reverse;

use masume_board::{Bits, Cell, Direction, Grid};
use masume_program::{Nfa, RuleOp, Shape, directions};
use masume_rules::run_error::RunError;
use smallvec::SmallVec;

use crate::run::Scene;
use crate::run::follow::Path;
use crate::run::nfa::Sets;

/// Cells in some order.
pub(crate) type Order = SmallVec<[Cell; 16]>;

/// One match and where it begins.
pub(crate) struct Match {
    pub(crate) start: Cell,
    pub(crate) direction: Direction,
    pub(crate) path: Path,
}

impl Match {
    /// A match whose path is not known yet.
    pub(crate) fn new(start: Cell, direction: Direction) -> Self {
        Self { start, direction, path: Path::default() }
    }
}

/// Sorts matches by where they begin, then by direction; outside of what is built for each width.
pub(crate) fn sort_in_reading_order(found: &mut [Match]) {
    found.sort_by_key(|one| (one.start, one.direction));
}

/// The cells that must be first and last, where the rule says so and they are chosen.
#[derive(Clone, Copy)]
pub(crate) struct Anchors {
    pub(crate) first: Option<Cell>,
    pub(crate) last: Option<Cell>,
}

impl<'s, const W: usize> Scene<'s, '_, W> {
    /// The pattern of a rule, and the set of each of its places.
    pub(crate) fn tests_of(&self, rule: &RuleOp) -> Result<(&'s Nfa, Sets<W>), RunError> {
        let nfa = &self.program.nfas[usize::from(rule.nfa)];
        let tests = self.tests(nfa);
        self.host.check()?;
        Ok((nfa, tests))
    }

    /// For each direction that has matches: where they begin, and for each place the cells on them.
    pub(crate) fn matches(
        &self,
        nfa: &Nfa,
        tests: &Sets<W>,
        anchors: Anchors,
        mask: u8,
    ) -> impl Iterator<Item = (Bits<W>, Sets<W>)> {
        // The first direction of a walk does not tell its cells: all of them are solved together.
        let walked = (!nfa.is_line).then(|| self.solve_walk(nfa, tests, mask, anchors.last));
        directions(mask).filter_map(move |direction| match &walked {
            None => self.line_matches(nfa, tests, direction, anchors),
            Some(solved) => {
                let (begun, reached) = self.reach_walk(nfa, solved, anchors.first, direction, mask);
                let join = |sets: &[Bits<W>; 8]| {
                    sets.iter().fold(Bits::EMPTY, |all, &cells| all.or(cells))
                };
                (!begun.is_empty()).then(|| (begun, reached.iter().map(join).collect()))
            }
        })
    }

    fn line_matches(
        &self,
        nfa: &Nfa,
        tests: &Sets<W>,
        direction: Direction,
        anchors: Anchors,
    ) -> Option<(Bits<W>, Sets<W>)> {
        let steps = &self.run.steps;
        let first = anchors.first.map_or(steps.full, Bits::of);
        if let (Shape::Flanking, [end, middle, start], None) =
            (&nfa.shape, &tests[..], anchors.last)
            && anchors.first.is_some()
        {
            // From one cell it is quicker to go forward: most directions end at once.
            let begun = start.and(first);
            let filled = self.fill(begun, *middle, direction);
            let ends = steps.step(filled, direction).and(*end);
            if ends.is_empty() {
                return None;
            }
            let between = if end.and(*middle).is_empty() {
                filled
            } else {
                filled.and(self.fill(ends, filled, direction.opposite()))
            };
            return Some((begun, smallvec::smallvec![ends, between, begun]));
        }
        if let (Shape::Cell, [only]) = (&nfa.shape, &tests[..]) {
            let last = anchors.last.map_or(steps.full, Bits::of);
            let begun = only.and(first).and(last);
            return (!begun.is_empty()).then(|| (begun, smallvec::smallvec![begun]));
        }
        let (solved, begun) = self.line_begun(nfa, tests, direction, anchors);
        if begun.is_empty() {
            return None;
        }
        let reached = self.reach_line(nfa, &solved, first, direction);
        Some((begun, reached))
    }

    /// A line solved in one direction, and where its matches begin.
    pub(super) fn line_begun(
        &self,
        nfa: &Nfa,
        tests: &Sets<W>,
        direction: Direction,
        anchors: Anchors,
    ) -> (Sets<W>, Bits<W>) {
        let solved = self.solve_line(nfa, tests, direction, anchors.last);
        let begun = self.begin(nfa, &solved, direction);
        (solved, anchors.first.map_or(begun, |first| begun.and(Bits::of(first))))
    }

    /// Every match, by start and direction; inside the rim only where chance is to choose.
    pub(crate) fn all_paths(
        &self,
        rule: &RuleOp,
        anchors: Anchors,
        mask: u8,
        is_inner: bool,
    ) -> Result<Vec<Match>, RunError> {
        let (nfa, tests) = self.tests_of(rule)?;
        let allowed = if is_inner { self.run.steps.inner } else { self.run.steps.full };
        let mut found = Vec::new();
        for direction in directions(mask) {
            let (solved, begun) = self.line_begun(nfa, &tests, direction, anchors);
            let starts = begun.and(allowed);
            found.reserve(starts.len());
            for start in starts {
                self.host.stop.check(self.span)?;
                found.push(Match::new(start, direction));
                let one = found.last_mut();
                let follow = |one| self.follow(&rule.letters, nfa, &solved, anchors.last, one);
                if !one.is_some_and(follow) {
                    found.pop();
                }
            }
        }
        sort_in_reading_order(&mut found);
        Ok(found)
    }

    /// The matches of each line one after another, not overlapping.
    pub(crate) fn each_paths(
        &self,
        rule: &RuleOp,
        anchors: Anchors,
        mask: u8,
    ) -> Result<Vec<Match>, RunError> {
        let (nfa, tests) = self.tests_of(rule)?;
        let mut found = Vec::new();
        for direction in directions(mask) {
            let (solved, mut starts) = self.line_begun(nfa, &tests, direction, anchors);
            // Along a line cells come in ascending order, or in descending order.
            let rises = direction.down() > 0 || direction.down() == 0 && direction.across() > 0;
            while let Some(start) = if rises { starts.first() } else { starts.last() } {
                self.host.stop.check(self.span)?;
                starts.remove(start);
                found.push(Match::new(start, direction));
                let Some(one) = found.last_mut() else { continue };
                if self.follow(&rule.letters, nfa, &solved, anchors.last, one) {
                    one.path.cells.iter().for_each(|&(_, cell)| starts.remove(cell));
                } else {
                    found.pop();
                }
            }
        }
        sort_in_reading_order(&mut found);
        Ok(found)
    }

    /// The first match in reading order: as the one direction goes, where there is but one.
    pub(crate) fn first_path(
        &self,
        rule: &RuleOp,
        anchors: Anchors,
        mask: u8,
    ) -> Result<Option<Match>, RunError> {
        let mut asked = directions(mask);
        let (Some(direction), None, None) = (asked.next(), asked.next(), anchors.first) else {
            return Ok(self.all_paths(rule, anchors, mask, false)?.into_iter().next());
        };
        let (nfa, tests) = self.tests_of(rule)?;
        let (solved, begun) = self.line_begun(nfa, &tests, direction, anchors);
        Ok(self.in_reading_order(begun, direction).into_iter().find_map(|start| {
            let mut one = Match::new(start, direction);
            let is_found = self.follow(&rule.letters, nfa, &solved, anchors.last, &mut one);
            is_found.then_some(one)
        }))
    }

    /// Cells as they are read in this direction: rows and columns in the order of travel.
    pub(super) fn in_reading_order(&self, cells: Bits<W>, direction: Direction) -> Order {
        let mut order: Order = cells.iter().collect();
        sort_in_order_of_travel(&mut order, self.run.grid(), direction);
        order
    }
}

/// Puts the cells of a set, in reading order, in that of travel.
// Not in the method: to sort is much code, and would be built for each width of a set.
fn sort_in_order_of_travel(cells: &mut [Cell], grid: &Grid, direction: Direction) {
    // The cells of a set are in reading order.
    match (direction.down() < 0, direction.across() < 0) {
        (false, false) => {}
        (true, true) => cells.reverse(),
        (true, false) => cells.sort_unstable_by_key(|&cell| (-grid.row(cell), cell)),
        (false, true) => cells.sort_unstable_by_key(|&cell| (grid.row(cell), Reverse(cell))),
    }
}
