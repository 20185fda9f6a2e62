//! Chance: what is drawn, and what there is to draw, with exact probabilities.

use crate::support::*;
use masume_board::{Cell, Direction};
use masume_reference::{ApplyError, chance_events, start_events};
use masume_rules::chance::ChanceEvent;
use masume_rules::model::{
    Compare, Condition, Expr, LayerKind, Rule, RuleId, Rules, Statement, Strategy, Test,
    UNTIL_BOUND, Write,
};
use masume_rules::probability::Probability;
use masume_rules::random::Random;
use masume_rules::run_error::{RunErrorKind, Span};
use masume_rules::state::State;

const BOUND: usize = 10_000;

fn random(rule: Rule) -> Rule {
    rule.strategy(Strategy::Random(None))
}

fn random_of(count: i64, rule: Rule) -> Rule {
    rule.strategy(Strategy::Random(Some(Expr::Constant(count))))
}

/// Picture and probability of each event, in order.
fn events(rules: &Rules, before: &str) -> Vec<String> {
    let events = chance_events(rules, &state(before), GO, BOUND).unwrap();
    assert_eq!(total(&events), Probability::ONE);
    listed(&events)
}

fn listed(events: &[ChanceEvent]) -> Vec<String> {
    let line =
        |event: &ChanceEvent| format!("{} {}", picture(&event.state.board), event.probability);
    events.iter().map(line).collect()
}

fn total(events: &[ChanceEvent]) -> Probability {
    let mut sum = Probability::ZERO;
    for event in events {
        sum = sum.checked_add(event.probability).unwrap();
    }
    sum
}

/// Checks the events of a body, and that samples are among them and all come up.
#[track_caller]
fn check_events(body: Vec<Statement>, before: &str, expected: &[&str]) {
    let rules = one_action(body);
    assert_eq!(events(&rules, before), expected, "from {before}");
    let known = chance_events(&rules, &state(before), GO, BOUND).unwrap();
    let mut met = vec![false; known.len()];
    for seed in 0..50 * known.len() as u64 {
        let from = State { random: Random::new(seed), ..state(before) };
        let mut sample = apply(&rules, &from, GO).unwrap();
        assert_eq!(sample, apply(&rules, &from, GO).unwrap(), "the same seed, the same state");
        assert!(known.len() == 1 || sample.random != from.random);
        sample.random = known[0].state.random;
        let index = known.iter().position(|event| event.state == sample);
        met[index.expect("a sample is one of the events")] = true;
    }
    assert!(met.iter().all(|&is_met| is_met), "{met:?}");
}

#[test]
fn one_of_the_matches_is_drawn_uniformly() {
    check_events(random(cell_rule(".", "a")).block(), ".d.", &["ad. 1/2", ".da 1/2"]);
    check_events(random(cell_rule(".", "a")).block(), ".d", &["ad 1/1"]);
    check_block(random(cell_rule(".", "a")).block(), "dd", "illegal");
}

#[test]
fn start_cells_and_directions_are_what_is_drawn() {
    let step = random(rule("a .", ". a").ways(&Direction::ORTHOGONAL));
    check_events(step.block(), "..d/.a.", &[".ad/... 1/3", "..d/a.. 1/3", "..d/..a 1/3"]);
    // Of the matches with one start and direction the preferred one is taken.
    check_events(random(rule("a .* .", "- - b")).block(), "a..", &["a.b 1/1"]);
}

#[test]
fn chance_stays_inside_the_rim() {
    let rules = one_action(random(cell_rule("_", "-").effects(vec![add(SCORE, 1)])).block());
    let before = state_on(board_with_rim("..", 1));
    assert_eq!(chance_events(&rules, &before, GO, 2).map(|events| events.len()), Ok(1));
}

#[test]
fn several_are_drawn_without_putting_back() {
    let body = || random_of(2, cell_rule(".", "a")).block();
    check_events(body(), "...", &["aa. 1/3", "a.a 1/3", ".aa 1/3"]);
    check_events(body(), "..", &["aa 1/1"]);
    check_events(body(), ".", &["a 1/1"]);
    check_block(random_of(0, cell_rule(".", "a")).block(), "...", "illegal");
    check_block(random_of(-1, cell_rule(".", "a")).block(), "...", "illegal");
}

#[test]
fn alternatives_are_drawn_for_each_match() {
    let coin = cell_rule(".", "a").chance(7500).or("b");
    check_events(coin.clone().block(), ".d", &["ad 3/4", "bd 1/4"]);
    check_events(coin.block(), "..", &["aa 9/16", "ab 3/16", "ba 3/16", "bb 1/16"]);
    let three = cell_rule(".", "a").chance(5000).or("b").chance(0).or("c").chance(5000);
    check_events(three.block(), ".", &["a 1/2", "c 1/2"]);
    check_events(cell_rule(".", "a").chance(10_000).or("b").block(), ".", &["a 1/1"]);
}

#[test]
fn chances_must_fit_into_certainty() {
    let alternatives = |chances: &[i64]| {
        let mut rule = cell_rule(".", "a").chance(chances[0]);
        for &chance in &chances[1..] {
            rule = rule.or("b").chance(chance);
        }
        rule
    };
    for (chances, found) in [
        (vec![-1, 10_001], -1),
        (vec![10_001, 0], 10_001),
        (vec![9_000, 1_001], 10_001),
        (vec![5_000, 4_000], 9_000),
        (vec![i64::MAX, 1], i64::MAX),
        (vec![5_000], 5_000),
    ] {
        let expected = format!("{:?}", RunErrorKind::BadChance { found });
        assert_eq!(outcome_of(alternatives(&chances).block(), "."), expected, "{chances:?}");
    }
    let rest_is_negative = cell_rule(".", "a").chance(10_001).or("b").block();
    check_block(rest_is_negative, ".", "BadChance { found: 10001 }");
}

#[test]
fn spawning_as_2048_does_has_exact_chances() {
    let mut rules = one_action(cell_rule("a", ".").block());
    rules.then = random(cell_rule(".", "-"))
        .put(0, Write::Number(TILE, Expr::Constant(2)))
        .chance(9000)
        .or("4")
        .block();
    rules.layers[2].kind = LayerKind::Doubling(2, 131_072);
    let found = events(&rules, "a d / 8 .");
    assert_eq!(found, ["2d/8. 9/20", "4d/8. 1/20", ".d/82 9/20", ".d/84 1/20"]);
}

#[test]
fn a_doubling_layer_holds_its_doublings_only() {
    let mut rules = one_action(cell_rule("a", "6").block());
    rules.layers[2].kind = LayerKind::Doubling(2, 131_072);
    let error = apply(&rules, &state("a"), GO).unwrap_err();
    assert!(matches!(
        error,
        ApplyError::Run(error) if matches!(error.kind, RunErrorKind::NumberOutside { number: 6, .. })
    ));
    rules.layers[2].kind = LayerKind::Doubling(3, 6);
    assert!(apply(&rules, &state("a"), GO).is_ok());
}

#[test]
fn equal_outcomes_are_put_together_and_the_generator_moves_on_once() {
    let blind = vec![random(cell_rule(".", "a")).statement(), cell_rule("a", ".").statement()];
    let rules = one_action([blind, cell_rule("d", "e").block()].concat());
    let before = state("..d");
    let found = chance_events(&rules, &before, GO, BOUND).unwrap();
    assert_eq!(listed(&found), ["..e 1/1"]);
    let mut random = before.random;
    random.next_bits();
    assert_eq!(found[0].state.random, random);
    let still = one_action(cell_rule("d", "e").block());
    let found = chance_events(&still, &before, GO, BOUND).unwrap();
    assert_eq!(found[0].state.random, before.random);
}

#[test]
fn too_many_sequences_are_refused() {
    let rules = one_action(random(cell_rule(".", "a")).block());
    let refused = |bound| chance_events(&rules, &state("...."), GO, bound).unwrap_err();
    assert!(matches!(
        refused(3),
        ApplyError::Run(error) if error.kind == RunErrorKind::TooManyChances { bound: 3 }
    ));
    assert!(chance_events(&rules, &state("...."), GO, 4).is_ok());
    assert_eq!(chance_events(&rules, &state("d"), GO, 4), Err(ApplyError::Illegal));
    // A shuffle of many is refused at once, not after the bound was run through.
    let shuffle = Statement::Shuffle { id: RuleId(0), span: Span::default(), layer: THING };
    let rules = one_action(vec![shuffle]);
    let crowd = state(&"abcdefgh".repeat(8));
    assert!(chance_events(&rules, &crowd, GO, 1_000).is_err());
}

#[test]
fn a_shuffle_moves_contents_uniformly() {
    let shuffle = Statement::Shuffle { id: RuleId(0), span: Span::default(), layer: THING };
    let mut found = events(&one_action(vec![shuffle.clone()]), "a.bc");
    found.sort();
    let expected = ["a.bc", "a.cb", "b.ac", "b.ca", "c.ab", "c.ba"];
    assert_eq!(found, expected.map(|board| format!("{board} 1/6")));
    check_block(vec![shuffle], "...", "illegal");
}

fn deal(each: i64, over: Test) -> Statement {
    let each = Expr::Constant(each);
    Statement::Deal { id: RuleId(0), span: Span::default(), each, layer: TILE, over }
}

#[test]
fn a_deal_lays_whole_kinds_over_the_cells() {
    let mut rules = one_action(vec![deal(2, not(thing("d")))]);
    rules.layers[2].kind = LayerKind::Kinds(34);
    let found = events(&rules, "....d.");
    // Five cells hold two kinds twice and one free cell: 5! / (2! 2! 1!) ways.
    assert_eq!(found.len(), 30);
    assert!(found.iter().all(|event| event.ends_with(" 1/30")));
    assert!(found.iter().all(|event| event.matches('0').count() >= 2));
    rules.layers[2].kind = LayerKind::Kinds(1);
    assert_eq!(events(&rules, "..d.").len(), 3);
}

#[test]
fn a_deal_of_nothing_does_not_match() {
    for (each, before) in [(0, "..."), (-1, "..."), (4, "..."), (i64::MAX, "..."), (1, "ddd")] {
        check_block(vec![deal(each, not(thing("d")))], before, "illegal");
    }
}

fn relocate(from: Test, to: Test) -> Statement {
    let layers = vec![THING, TILE];
    Statement::Relocate { id: RuleId(0), span: Span::default(), from, layers, to }
}

#[test]
fn a_relocation_takes_the_first_to_a_random_cell() {
    let jump = || vec![relocate(thing("a"), Test::Empty)];
    check_events(jump(), "d.aa.", &["da.a. 1/2", "d..aa 1/2"]);
    check_events(jump(), "a5 .", &[". a5 1/1"]);
    check_block(jump(), "ad", "illegal");
    check_block(jump(), "d.", "illegal");
    // It may come back to where it was, if that cell passes.
    check_events(vec![relocate(thing("a"), not(thing("d")))], "ad.", &["ad. 1/2", ".da 1/2"]);
    // Only what is in the way on its own layers goes.
    check_events(vec![relocate(thing("a"), ground("A"))], "a bA7", &[". aA7 1/1"]);
}

#[test]
fn an_action_with_a_draw_is_legal_whatever_it_brings() {
    // The draw may leave everything as it is, but that is not known before.
    let maybe = cell_rule("a", "a").chance(5000).or("b").block();
    let rules = one_action(maybe);
    assert_eq!(masume_reference::is_legal(&rules, &state("a"), GO), Ok(true));
    for seed in 0..8 {
        let from = State { random: Random::new(seed), ..state("a") };
        assert!(apply(&rules, &from, GO).is_ok());
    }
    assert_eq!(events(&rules, "a"), ["a 1/2", "b 1/2"]);
    // What is required after a draw must hold whatever is drawn.
    let some_b = || Condition::Some(thing("b"));
    let draw = || cell_rule("a", "c").chance(5000).or("b").statement();
    let after = |condition| {
        let required = Statement::Require(condition, SPAN);
        one_action(vec![draw(), required, cell_rule("b", "d").statement()])
    };
    assert_eq!(masume_reference::is_legal(&after(some_b()), &state("a"), GO), Ok(false));
    assert!(apply(&after(some_b()), &state("a"), GO).is_err());
    let no_d = Condition::Not(Box::new(Condition::Some(thing("d"))));
    assert_eq!(events(&after(no_d), "a"), ["c 1/2", "d 1/2"]);
    check_block(vec![Statement::Require(some_b(), SPAN), draw()], "a", "illegal");
}

#[test]
fn until_sets_up_anew() {
    let mut rules = game(1);
    rules.start = vec![
        Statement::Effects(vec![add(SCORE, 1)], SPAN),
        random(cell_rule(".", "a")).statement(),
        Statement::Until(
            Condition::Some(Test::And(vec![thing("a"), Test::Centre])),
            Span::default(),
        ),
        cell_rule("a", "b").statement(),
    ];
    let mut seeds_met = 0;
    for seed in 0..20 {
        let state = start(&rules, ".....", seed).unwrap();
        assert_eq!((picture(&state.board).as_str(), state.values[0]), ("..b..", 1));
        seeds_met += u32::from(state.random != Random::new(seed));
    }
    assert_eq!(seeds_met, 20);
}

#[test]
fn until_asks_the_solver_that_was_brought() {
    let mut rules = game(1);
    rules.start = vec![
        random(cell_rule(".", "a")).statement(),
        Statement::Until(Condition::Solvable, Span::default()),
    ];
    let mut asked = 0;
    let mut solvable = |state: &State| {
        asked += 1;
        state.board.get(THING, Cell(3)) == 0
    };
    let state =
        masume_reference::start(&rules, board("....."), Random::new(7), &mut solvable).unwrap();
    assert_eq!(picture(&state.board), "...a.");
    assert!(asked >= 1);
}

#[test]
fn until_gives_up() {
    let mut rules = game(1);
    let never = || Statement::Until(Condition::Some(thing("h")), Span::new(3, 4));
    rules.start = vec![random(cell_rule(".", "a")).statement(), never()];
    let error = start(&rules, "...", 1).unwrap_err();
    assert_eq!((error.kind, error.span), (RunErrorKind::UntilNever, Span::new(3, 4)));
    // Without chance the first round tells.
    rules.start = vec![cell_rule(".", "a").statement(), never()];
    assert_eq!(start(&rules, "...", 1).unwrap_err().kind, RunErrorKind::UntilNever);
    // So often, and not once more.
    let mut rounds = 0;
    rules.start = vec![
        random(cell_rule(".", "a")).statement(),
        Statement::Until(Condition::Solvable, Span::default()),
    ];
    let mut count = |_: &State| {
        rounds += 1;
        false
    };
    assert!(masume_reference::start(&rules, board("..."), Random::new(1), &mut count).is_err());
    assert_eq!(rounds, UNTIL_BOUND);
}

#[test]
fn each_set_up_has_its_own_fuel() {
    let mut rules = game(1);
    let work = Statement::Times(Expr::Constant(4_900), vec![cell_rule("h", "h").statement()], SPAN);
    let centre = Condition::Some(Test::And(vec![thing("a"), Test::Centre]));
    rules.start = vec![
        work,
        random(cell_rule(".", "a")).statement(),
        Statement::Until(centre, Span::default()),
    ];
    assert!(start(&rules, ".....", 3).is_ok());
}

#[test]
fn start_has_events_too() {
    let mut rules = game(1);
    rules.start = random(cell_rule(".", "a")).block();
    let found = start_events(&rules, &board(".d."), Random::new(0), 10).unwrap();
    assert_eq!(listed(&found), ["ad. 1/2", ".da 1/2"]);
    let a_first = Condition::Some(Test::And(vec![
        thing("a"),
        compare_test(Expr::Column, Compare::Equal, Expr::Constant(1)),
    ]));
    rules.start.push(Statement::Until(a_first, Span::default()));
    let error = start_events(&rules, &board(".d."), Random::new(0), 10).unwrap_err();
    assert_eq!(error.kind, RunErrorKind::TooManyChances { bound: 10 });
}
