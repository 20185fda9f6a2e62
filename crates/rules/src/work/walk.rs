//! What following a pattern from one cell costs.

use std::collections::BTreeMap;

use super::{Prices, TOO_DEAR, direction_count, may_be_diagonal};
use crate::mention::test_has_letter;
use crate::model::{LayerKind, Letter, Pattern, Test, Ways};

/// The most places (of the pattern, on the board, with what letters are bound to) that one walk can
/// come to: what a walk remembers must fit in memory. A pattern that may come to more is too dear.
const MOST_SPOTS: u64 = 1 << 22;

/// The letters that are bound for certain.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(super) struct Bound([u64; 4]);

impl Bound {
    /// Adds what is bound wherever the test holds.
    pub(super) fn add(&mut self, test: &Test) {
        if let Test::Letter { letter, .. } = test {
            self.0[usize::from(letter.0 / 64)] |= 1 << (letter.0 % 64);
        }
        // Which branch of an `or` binds is open; what is bound in other tests is forgotten.
        if let Test::And(tests) = test {
            tests.iter().for_each(|test| self.add(test));
        }
    }

    fn contains(&self, letter: Letter) -> bool {
        self.0[usize::from(letter.0 / 64)] >> (letter.0 % 64) & 1 == 1
    }

    /// What is bound in both.
    fn both(&self, other: &Self) -> Self {
        Self(std::array::from_fn(|word| self.0[word] & other.0[word]))
    }
}

/// What one walk costs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    /// Steps.
    pub(super) steps: u64,
    /// What is paid once for all walks of the pattern.
    pub(super) once: u64,
    /// Cells at which it may end.
    pub(super) ends: u64,
    /// What letters may be bound to at its end.
    pub(super) letters: u64,
}

/// Who asks the tests of a walk.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Asks {
    /// The walk, wherever it comes: tests are paid for with each step.
    Itself,
    /// Somebody who has asked all cells before, which is paid for once. A test with letters is
    /// asked by the walk all the same.
    Before,
}

impl Prices<'_> {
    /// What following the pattern from one cell in one direction costs. `bound` are the letters that
    /// are bound before.
    pub(super) fn walk(
        &self,
        pattern: &Pattern,
        ways: &Ways,
        asked: u64,
        bound: Bound,
        asks: Asks,
    ) -> Walk {
        let mut walker = Walker::new(self, ways, asked);
        (walker.bound, walker.asks) = (bound, asks);
        let steps = walker.follow(pattern).saturating_add(1);
        let steps = if walker.remembered > MOST_SPOTS { TOO_DEAR } else { steps };
        Walk { steps, once: walker.once, ends: walker.spots, letters: walker.letters }
    }

    /// What it costs to tell of every cell whether a pattern without letters matches from there in
    /// any of its directions: no place of the pattern is looked at twice with the same cell. What it
    /// sees on its way is looked at each time, so that who follows every walk by itself takes longer
    /// by the number of cells at most.
    pub(super) fn everywhere(&self, pattern: &Pattern, ways: &Ways, asked: u64) -> u64 {
        // It must be possible to follow one walk, all the same.
        let alone = self.walk(pattern, ways, asked, Bound::default(), Asks::Itself);
        if alone.steps == TOO_DEAR {
            return TOO_DEAR;
        }
        let mut walker = Walker::new(self, ways, asked);
        (walker.spots, walker.line) = (self.cells, self.cells);
        let steps = walker.follow(pattern).saturating_add(self.cells);
        steps.saturating_mul(direction_count(ways))
    }
}

/// How many ways there are to come to where a walk is.
struct Walker<'p, 'r> {
    prices: &'p Prices<'r>,
    asked: u64,
    asks: Asks,
    /// What is asked before.
    once: u64,
    /// Directions in which a bend goes on.
    turns: u64,
    bound: Bound,
    /// Letters that may be bound to something else on every path: to how much.
    free: BTreeMap<u8, u64>,
    /// Cells, with directions, where it may be.
    spots: u64,
    /// Cells where it may be before it turns.
    line: u64,
    has_branches: bool,
    has_turned: bool,
    /// What the free letters may be bound to, all together.
    letters: u64,
    /// Places of the pattern before this one.
    places: u64,
    remembered: u64,
}

impl<'p, 'r> Walker<'p, 'r> {
    /// One that begins at one cell.
    fn new(prices: &'p Prices<'r>, ways: &Ways, asked: u64) -> Self {
        Self {
            prices,
            asked,
            asks: Asks::Itself,
            once: 0,
            turns: if may_be_diagonal(ways) { 8 } else { 4 },
            bound: Bound::default(),
            free: BTreeMap::new(),
            spots: 1,
            line: prices.longest + 1,
            has_branches: false,
            has_turned: false,
            letters: 1,
            places: 1,
            remembered: 1,
        }
    }

    /// Goes through a pattern; what that costs.
    fn follow(&mut self, pattern: &Pattern) -> u64 {
        match pattern {
            Pattern::Cell { test, .. } => {
                let price = self.ask(test);
                if self.has_branches {
                    self.free(test);
                }
                self.bound.add(test);
                self.step(price.saturating_add(1))
            }
            Pattern::Edge => self.step(1),
            Pattern::Sequence(parts) => {
                parts.iter().map(|part| self.follow(part)).fold(0, u64::saturating_add)
            }
            Pattern::Choice(parts) => self.choose(parts),
            Pattern::Repeat { body, least, greatest } => self.repeat(body, *least, *greatest),
            Pattern::Turn => self.turn(2),
            Pattern::Bend => self.turn(self.turns),
        }
    }

    /// What asking one cell costs.
    fn ask(&mut self, test: &Test) -> u64 {
        if self.asks == Asks::Before && !test_has_letter(test) {
            self.once = self.once.saturating_add(self.prices.all(test, self.asked));
            return 1;
        }
        self.prices.test(test, self.asked, self.bound)
    }

    fn choose(&mut self, parts: &[Pattern]) -> u64 {
        let mut steps = self.step(parts.len() as u64);
        self.has_branches = true;
        let (spots, bound) = (self.spots, self.bound);
        let (mut sum, mut common) = (0u64, None);
        for part in parts {
            (self.spots, self.bound) = (spots, bound);
            steps = steps.saturating_add(self.follow(part));
            sum = sum.saturating_add(self.spots);
            common = Some(common.map_or(self.bound, |it: Bound| it.both(&self.bound)));
        }
        self.bound = common.unwrap_or(bound);
        self.spots = sum;
        self.limit();
        steps
    }

    fn repeat(&mut self, body: &Pattern, least: u32, greatest: Option<u32>) -> u64 {
        let copies = u64::from(greatest.unwrap_or(0).max(least.saturating_add(1)));
        let is_exact = greatest == Some(least);
        if is_exact && is_straight(body) {
            let steps = self.follow(body).saturating_mul(copies);
            self.places = self.places.saturating_add(copies);
            return self.note(steps);
        }
        if !self.has_branches
            && least > 0
            && let Some(test) = first_test(body)
        {
            // The first time there is only one way to come to it.
            self.bound.add(test);
        }
        self.has_branches = true;
        if (least, greatest) == (0, Some(1)) {
            return self.follow_or_not(body);
        }
        let bound = self.bound;
        self.spots = match greatest {
            Some(greatest) if is_straight(body) => {
                self.spots.saturating_mul(u64::from(greatest - least.min(greatest)) + 1)
            }
            Some(_) | None => u64::MAX,
        };
        self.has_turned |= !body.is_line();
        self.limit();
        let split = self.step(2);
        let steps = self.follow(body).saturating_add(split).saturating_mul(copies);
        self.places = self.places.saturating_mul(copies.max(1));
        if least == 0 {
            self.bound = bound;
        }
        self.note(steps)
    }

    /// A part that may be left out.
    fn follow_or_not(&mut self, body: &Pattern) -> u64 {
        let split = self.step(2);
        let (spots, bound) = (self.spots, self.bound);
        let steps = self.follow(body).saturating_add(split);
        self.bound = bound;
        self.spots = self.spots.saturating_add(spots);
        self.limit();
        self.note(steps)
    }

    fn turn(&mut self, ways: u64) -> u64 {
        let steps = self.step(ways);
        self.has_branches = true;
        self.has_turned = true;
        self.spots = self.spots.saturating_mul(ways);
        self.limit();
        steps
    }

    /// One place of the pattern, asked wherever the walk may be.
    fn step(&mut self, price: u64) -> u64 {
        self.places = self.places.saturating_add(1);
        self.note(self.spots.saturating_mul(self.letters).saturating_mul(price))
    }

    /// Keeps how much is remembered at most.
    fn note(&mut self, steps: u64) -> u64 {
        let here = self.spots.saturating_mul(self.letters);
        if self.has_branches {
            self.remembered = self.remembered.max(here.saturating_mul(self.places));
        }
        steps
    }

    /// A walk is on its line, or anywhere on the board.
    fn limit(&mut self) {
        let most = if self.has_turned { self.prices.cells * self.turns } else { self.line };
        self.spots = self.spots.min(most);
    }

    /// Letters of a test behind a branch, which each path may bind to something else.
    fn free(&mut self, test: &Test) {
        if let Test::Letter { layer, letter } = test {
            if self.bound.contains(*letter) || self.free.contains_key(&letter.0) {
                return;
            }
            let layer = self.prices.rules.layers.get(usize::from(layer.0));
            let contents = layer.map_or(1, |it| count(&it.kind));
            let many = 1 + contents.min(self.spots);
            self.free.insert(letter.0, many);
            self.letters = self.letters.saturating_mul(many);
        }
        // What is bound in other tests is forgotten outside.
        if let Test::And(tests) | Test::Or(tests) = test {
            tests.iter().for_each(|test| self.free(test));
        }
    }
}

/// How many contents a layer can hold.
fn count(kind: &LayerKind) -> u64 {
    match kind {
        LayerKind::Pieces(pieces) => pieces.len() as u64,
        LayerKind::Kinds(count) => u64::from(*count),
        LayerKind::Range(least, greatest) => u64::from(greatest.abs_diff(*least)) + 1,
        LayerKind::Doubling(..) => 32,
    }
}

/// Whether there is only one way through the pattern.
fn is_straight(pattern: &Pattern) -> bool {
    match pattern {
        Pattern::Cell { .. } | Pattern::Edge => true,
        Pattern::Sequence(parts) => parts.iter().all(is_straight),
        Pattern::Repeat { body, least, greatest } => *greatest == Some(*least) && is_straight(body),
        Pattern::Choice(_) | Pattern::Turn | Pattern::Bend => false,
    }
}

/// The test of the cell that every match of the pattern begins with.
pub(super) fn first_test(pattern: &Pattern) -> Option<&Test> {
    match pattern {
        Pattern::Cell { test, .. } => Some(test),
        Pattern::Sequence(parts) => parts.first().and_then(first_test),
        Pattern::Repeat { body, least, .. } if *least > 0 => first_test(body),
        Pattern::Repeat { .. }
        | Pattern::Choice(_)
        | Pattern::Edge
        | Pattern::Turn
        | Pattern::Bend => None,
    }
}
