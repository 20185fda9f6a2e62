//! The search against an oracle that follows every path, on patterns and boards by chance.

use std::collections::BTreeSet;

use crate::support::*;
use masume_board::{Cell, Direction};
use masume_reference::{ApplyError, chance_events};
use masume_rules::model::{EMPTY, Pattern, Rule, Strategy as Matches, Test, Ways};
use masume_rules::probability::Probability;
use masume_rules::random::Random;
use masume_rules::state::{Board, State};
use proptest::collection::vec;
use proptest::prelude::*;

// ---- The oracle ----

/// A path as far as it has come.
#[derive(Clone, PartialEq)]
struct Walk {
    start: Cell,
    last: Option<Cell>,
    direction: Direction,
    /// Numbers to which `k` and `l` are bound.
    bound: [i32; 2],
    consumed: Vec<(u32, Cell)>,
}

/// Follows every path of the pattern in the order of backtracking, until `found` says stop or
/// there were too many steps.
struct Oracle<'a> {
    board: &'a Board,
    steps: u32,
}

const MAX_STEPS: u32 = 20_000;

/// Enough to find a fault of the search within a second.
const CASES: u32 = 400;

type Found<'f> = &'f mut dyn FnMut(&mut Oracle<'_>, Walk) -> bool;

impl Oracle<'_> {
    /// True where a path was the last one wanted.
    fn follow(&mut self, pattern: &Pattern, walk: Walk, found: Found<'_>) -> bool {
        self.steps += 1;
        if self.steps > MAX_STEPS {
            return true;
        }
        match pattern {
            Pattern::Cell { position, test } => match self.consume(*position, test, walk) {
                Some(walk) => found(self, walk),
                None => false,
            },
            Pattern::Edge => self.is_at_edge(&walk) && found(self, walk),
            Pattern::Turn => walk.direction.right_angles().into_iter().any(|direction| {
                let walk = Walk { direction, ..walk.clone() };
                found(self, walk)
            }),
            Pattern::Bend => unreachable!("not among the patterns here"),
            Pattern::Sequence(parts) => self.sequence(parts, walk, found),
            Pattern::Choice(parts) => {
                parts.iter().any(|part| self.follow(part, walk.clone(), found))
            }
            Pattern::Repeat { body, least, greatest } => {
                self.repeat(body, *least, *greatest, walk, found)
            }
        }
    }

    fn sequence(&mut self, parts: &[Pattern], walk: Walk, found: Found<'_>) -> bool {
        match parts {
            [] => found(self, walk),
            [first, rest @ ..] => {
                self.follow(first, walk, &mut |oracle, walk| oracle.sequence(rest, walk, found))
            }
        }
    }

    fn repeat(
        &mut self,
        body: &Pattern,
        least: u32,
        greatest: Option<u32>,
        walk: Walk,
        found: Found<'_>,
    ) -> bool {
        if greatest != Some(0) {
            let fewer = greatest.map(|greatest| greatest - 1);
            let before = walk.clone();
            let is_done = self.follow(body, walk.clone(), &mut |oracle, walk| {
                // Bounded rounds are written out, and each may match nothing; an unbounded round that
                // gets nowhere would never end.
                (walk != before || least > 0 || greatest.is_some())
                    && oracle.repeat(body, least.saturating_sub(1), fewer, walk, found)
            });
            if is_done {
                return true;
            }
        }
        least == 0 && found(self, walk)
    }

    #[expect(clippy::wildcard_enum_match_arm, reason = "the patterns here have few tests")]
    fn consume(&self, position: u32, test: &Test, mut walk: Walk) -> Option<Walk> {
        let cell = match walk.last {
            None => walk.start,
            Some(last) => self.board.grid().step(last, walk.direction)?,
        };
        let here = self.board.get(THING, cell);
        let passes = match test {
            Test::Any => true,
            Test::Empty => here == EMPTY,
            Test::Piece { pieces, .. } => pieces[0].contains(here),
            Test::Letter { letter: name, .. } => {
                let bound = &mut walk.bound[usize::from(*name != letter('k'))];
                let passes = here != EMPTY && (*bound == EMPTY || *bound == here);
                *bound = here;
                passes
            }
            _ => unreachable!("{test:?} is not among the tests here"),
        };
        walk.last = Some(cell);
        walk.consumed.push((position, cell));
        passes.then_some(walk)
    }

    fn is_at_edge(&self, walk: &Walk) -> bool {
        let grid = self.board.grid();
        match walk.last {
            None => grid.step(walk.start, walk.direction.opposite()).is_none(),
            Some(last) => grid.step(last, walk.direction).is_none(),
        }
    }
}

/// All complete paths from a start, those that backtracking finds first first; `None` where there
/// are too many.
fn walks(board: &Board, pattern: &Pattern, start: Cell, direction: Direction) -> Option<Vec<Walk>> {
    let mut oracle = Oracle { board, steps: 0 };
    let mut complete = Vec::new();
    let bound = [EMPTY; 2];
    let walk = Walk { start, last: None, direction, bound, consumed: Vec::new() };
    oracle.follow(pattern, walk, &mut |_, walk| {
        if walk.last.is_some() {
            complete.push(walk);
        }
        false
    });
    (oracle.steps <= MAX_STEPS).then_some(complete)
}

// ---- Patterns and boards ----

fn line_pattern() -> impl Strategy<Value = String> {
    let atom = prop_oneof![
        4 => prop::sample::select(vec!["a", "b", ".", "_", "k", "l"]).prop_map(String::from),
        1 => Just("^".to_string()),
    ];
    atom.prop_recursive(3, 10, 3, |inner| {
        prop_oneof![
            3 => vec(inner.clone(), 1..4).prop_map(|parts| parts.concat()),
            1 => vec(inner.clone(), 2..4).prop_map(|parts| format!("({})", parts.join("|"))),
            2 => (inner, prop::sample::select(vec!["*", "+", "?", "{2}", "{1,2}", "{2,}"]))
                .prop_map(|(body, quantifier)| format!("({body}){quantifier}")),
        ]
    })
}

fn any_pattern() -> impl Strategy<Value = String> {
    prop_oneof![
        2 => line_pattern(),
        1 => (line_pattern(), line_pattern()).prop_map(|(first, rest)| format!("{first}~{rest}")),
    ]
}

fn any_board() -> impl Strategy<Value = String> {
    let glyph = prop::sample::select(vec!['a', 'b', '.', '.']);
    vec(glyph, 12).prop_map(|glyphs| {
        let rows: Vec<String> = glyphs.chunks(4).map(|row| row.iter().collect()).collect();
        rows.join("/")
    })
}

fn any_directions() -> impl Strategy<Value = Vec<Direction>> {
    prop::sample::subsequence(Direction::ALL.to_vec(), 1..=3)
}

/// A rule that marks the cells of one position on the ground and counts its matches.
fn marking(text: &str, position: u32, directions: &[Direction], strategy: Matches) -> Rule {
    let writes: Vec<&str> = (0..=position).map(|n| if n == position { "A" } else { "-" }).collect();
    rule(text, &writes.join(" "))
        .along(Ways::fixed(directions))
        .strategy(strategy)
        .effects(vec![add(USED, 1)])
}

/// The marked cells and the number of matches.
fn marked(rule: Rule, before: &State) -> (BTreeSet<Cell>, i64) {
    match apply(&one_action(rule.block()), before, GO) {
        Ok(after) => {
            let cells = after.board.grid().cells();
            let marks = cells.filter(|&cell| after.board.get(GROUND, cell) != EMPTY).collect();
            (marks, after.values[2])
        }
        Err(ApplyError::Illegal) => (BTreeSet::new(), 0),
        Err(ApplyError::Run(error)) => panic!("{error:?}"),
    }
}

fn at_position(walk: &Walk, position: u32) -> impl Iterator<Item = Cell> + '_ {
    let here = walk.consumed.iter().filter(move |consumed| consumed.0 == position);
    here.map(|consumed| consumed.1)
}

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::with_cases(CASES) })]

    #[test]
    fn the_search_finds_what_every_path_does(
        text in any_pattern(),
        picture in any_board(),
        directions in any_directions(),
    ) {
        let (pattern, positions) = pattern(&text);
        let before = state(&picture);
        let grid = *before.board.grid();
        // Step 1. What the oracle says, for every strategy.
        let mut all = Vec::new();
        let mut matches = 0;
        let mut first: Option<Walk> = None;
        let starts = match directions[..] {
            [direction] => grid.reading_order(direction),
            _ => grid.cells().collect(),
        };
        for start in starts {
            for &direction in &directions {
                let Some(found) = walks(&before.board, &pattern, start, direction) else {
                    return Err(TestCaseError::reject("too many paths"));
                };
                let bindings: BTreeSet<[i32; 2]> = found.iter().map(|walk| walk.bound).collect();
                matches += bindings.len() as i64;
                first = first.or(found.first().cloned());
                all.extend(found);
            }
        }
        // Step 2. What the executor does, position by position.
        for position in 0..positions {
            let expected: BTreeSet<Cell> =
                all.iter().flat_map(|walk| at_position(walk, position)).collect();
            let found = marked(marking(&text, position, &directions, Matches::All), &before);
            prop_assert_eq!(&found, &(expected.clone(), matches));
            let expected_first: BTreeSet<Cell> =
                first.iter().flat_map(|walk| at_position(walk, position)).collect();
            let rule = marking(&text, position, &directions, Matches::First);
            let found = marked(rule, &before);
            prop_assert_eq!(&found, &(expected_first, i64::from(first.is_some())));
            // Step 3. A preferred path is one of all paths.
            prop_assert!(found.0.is_subset(&expected));
        }
    }

    #[test]
    fn a_sample_is_one_of_the_events(
        text in any_pattern(),
        picture in any_board(),
        directions in any_directions(),
        seed in any::<u64>(),
        share in 1i64..10_000,
    ) {
        if pattern(&text).1 == 0 {
            return Err(TestCaseError::reject("no position"));
        }
        let chosen = marking(&text, 0, &directions, Matches::Random(None)).chance(share).or("B");
        let rules = one_action(chosen.block());
        let before = State { random: Random::new(seed), ..state(&picture) };
        match chance_events(&rules, &before, GO, 1_000) {
            Ok(events) => {
                let sample = apply(&rules, &before, GO).unwrap();
                prop_assert_eq!(&sample, &apply(&rules, &before, GO).unwrap());
                let is_it = |event: &State| State { random: sample.random, ..event.clone() } == sample;
                prop_assert!(events.iter().any(|event| is_it(&event.state)));
                let mut sum = Probability::ZERO;
                for event in &events {
                    sum = sum.checked_add(event.probability).unwrap();
                }
                prop_assert_eq!(sum, Probability::ONE);
            }
            Err(error) => {
                prop_assert_eq!(&error, &ApplyError::Illegal);
                prop_assert_eq!(apply(&rules, &before, GO), Err(ApplyError::Illegal));
            }
        }
    }
}
