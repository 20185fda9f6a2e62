//! Patterns that match: boards before and after.

use crate::support::*;
use masume_board::Direction;
use masume_rules::model::{
    Compare, Expr, Pattern, Reach, Rule, Statement, Strategy, Test, Ways, Write,
};

const FOUR: &[Direction] = &Direction::ORTHOGONAL;
const EIGHT: &[Direction] = &Direction::ALL;

#[test]
fn a_line_pattern_matches_position_by_position() {
    check(rule("a b .", ". a b"), "ab../.ab.", ".ab./..ab");
    check(rule("a b .", ". a b"), "ab/ab", "illegal");
    check(rule("a b .", ". a b").ways(&[Direction::Left]), "..ba", ".ba.");
    check(rule("a b .", ". a b").ways(&[Direction::UpRight]), ".../.b./a..", "..b/.a./...");
}

#[test]
fn every_cell_on_some_complete_match_is_rewritten() {
    // Othello: all eight lines at once, only those that are closed.
    let flip = rule(". t+ m", "m m m").ways(EIGHT);
    check(flip, "a.a.a/.bbb./ab.ba/.bbb./a.a.a", "a.a.a/.aaa./aaaaa/.aaa./a.a.a");
    // Both ends of an open line are starts of their own.
    check(rule(". b+ a", "a a a").ways(FOUR), ".bba.b.", "aaaa.b.");
}

#[test]
fn ambiguous_repeats_put_a_cell_at_every_position_it_can_have() {
    // Each `a` can be consumed by either repeat, so each gets both writes.
    check(rule("b a* a* c", "- A d -"), "baac", "b dA dA c");
    check(rule("b a? a c", "- A d -"), "baac", "b aA d c");
}

#[test]
fn alternatives_and_groups() {
    check(rule("(a b|c) d", "e f g h"), "abdcd", "efhgh");
    check(rule("(a b){2} c", "- d -"), "ababc.abc", "adadc.abc");
    check(rule("c (a|b)* d", "- A B -"), "cabbad", "c aA bB bB aA d");
    check(rule("a{2,3} b", "c -"), "aaaab", "acccb");
    check(rule("a{2,} b", "c -"), "aaaab.ab", "ccccb.ab");
}

#[test]
fn a_match_of_no_cell_is_none() {
    check(rule("a*", "b"), "...", "illegal");
    check(rule("a*", "b"), ".a.", ".b.");
    check(rule("^", ""), "...", "illegal");
    check(rule("(a?)*", "b"), "aa.", "bb.");
    check(rule("(a*)* c", "b -"), "aac", "bbc");
}

#[test]
fn letters_must_be_equal_where_they_are_met_again() {
    check(rule("x x", "; ;").strategy(Strategy::First), "1 2 2 3", "1 . . 3");
    check(rule("x _ x", "; - ;"), "1 2 1", ". 2 .");
    check(rule("x _ x", "; - ;"), "1 2 3", "illegal");
    check(rule("k l k", "l k l"), "aba", "bab");
    // A letter over a free layer does not match at all.
    check(rule("x x", "; ;"), "..", "illegal");
}

#[test]
fn a_letter_can_be_written_before_it_is_bound() {
    check(rule(". x", "x ;"), ". 7 .", "7 . .");
    check(rule(".+ x", "x -").strategy(Strategy::First), ". . 5", "5 5 5");
}

#[test]
fn every_binding_is_a_match_of_its_own() {
    // From each start the letter is bound once for each number met.
    let rule = rule("a _* x", "- - -").effects(vec![add(SCORE, 1)]);
    let rules = one_action(rule.block());
    let after = apply(&rules, &state("a 1 2 1 3"), GO).unwrap();
    assert_eq!(after.values[0], 3);
}

#[test]
fn an_unmet_letter_stands_for_nothing() {
    check(rule("a x? .", "- ; x"), "a .", "illegal");
    check(rule("a x? .", "- ; x").put(0, Write::Clear(THING)), "a .", "..");
    check(rule("a x? .", "- ; x"), "a 5 .", "a . 5");
}

#[test]
fn edges_hold_behind_the_start_and_ahead_of_the_end() {
    check(rule("^ a", "b"), "aa./.a.", "ba./.a.");
    check(rule("a ^", "b"), ".aa/.a.", ".ab/.a.");
    check(rule("^ a+ ^", "b"), "aaa/.aa", "bbb/.aa");
    check(rule("^ a", "b").ways(&[Direction::Left]), "aa", "ab");
    // After a turn the edge is that of the new direction.
    check(rule("a ~ ^", "b"), ".a./aaa/.a.", ".b./aaa/.b.");
    check(rule("~ ^ a", "b"), ".a./aaa/.a.", ".b./aaa/.b.");
}

#[test]
fn a_turn_goes_on_at_either_right_angle() {
    // Up to the cell below `b`, or along the row first.
    check(rule("a .* ~ .* b", "- c d -"), "..b/.../a..", "..b/..d/acc");
    check(rule("a .* ~ .* b", "- c d -"), "..b/a../..b", "..b/acc/..b");
    check(rule("a .* ~ .* b", "- c d -").ways(&[Direction::Up]), "..b/a..", "cdb/a..");
}

#[test]
fn a_walk_may_cross_itself_and_go_back() {
    // Around a block and over its own start.
    let around = rule("a ~ . ~ . ~ . ~ a", "b - - - -");
    check(around, "a./..", "b./..");
    // `bend` may go straight on and back, so two steps can end where they began.
    let back = rule("a % . % a", "b - -").ways(FOUR);
    check(back, "a./..", "b./..");
}

#[test]
fn bends_are_diagonal_only_where_the_ways_are() {
    let along = |directions| rule("a % b", "- c").ways(directions);
    check(along(FOUR), "a./.b", "illegal");
    check(along(EIGHT), "a./.b", "a./.c");
}

#[test]
fn walks_through_mazes_end() {
    // The free cells on some path to the goal; the others lead back to `a` only.
    let flood = rule("a (% .)* % b", "- c -").ways(FOUR);
    check(flood, "a.../.dd./..d./dd.b", "accc/.ddc/..dc/dd.b");
}

#[test]
fn rim_cells_are_walked_on_but_never_written() {
    let link = |writes| rule("a .* ~ .* ~ .* b", writes).ways(FOUR).block();
    assert_eq!(outcome_on(link("e - - - f"), board("adb")), "illegal");
    assert_eq!(outcome_on(link("e - - - f"), board_with_rim("adb", 1)), "edf");
    assert_eq!(outcome_on(link("e - c - f"), board_with_rim("adb", 1)), "illegal");
    assert_eq!(outcome_on(cell_rule("_", "a").block(), board_with_rim("..", 1)), "aa");
}

#[test]
fn neighbours_count_on_the_rim_but_not_off_the_board() {
    let lonely = |least, test| Test::Neighbours {
        least,
        greatest: None,
        test: Box::new(test),
        reach: Reach::Around,
    };
    let mut corner = cell_rule("_", "a");
    corner.pattern = Pattern::Cell { position: 0, test: lonely(8, Test::Empty) };
    check(corner.clone(), ".../.../...", ".../.a./...");
    assert_eq!(outcome_on(corner.block(), board_with_rim(".../.../...", 1)), "aaa/aaa/aaa");
}

#[test]
fn counts_of_neighbours_have_bounds() {
    let alive = |least, greatest| Test::Neighbours {
        least,
        greatest: Some(greatest),
        test: Box::new(thing("a")),
        reach: Reach::Around,
    };
    let on = |test| Pattern::Cell { position: 0, test };
    let birth =
        Rule { pattern: on(Test::And(vec![Test::Empty, alive(3, 3)])), ..cell_rule("_", "a") };
    let death =
        Rule { pattern: on(Test::And(vec![thing("a"), not(alive(2, 3))])), ..cell_rule("_", ".") };
    let life = vec![Statement::Simultaneous(vec![birth.statement(), death.statement()], SPAN)];
    assert_eq!(outcome_of(life, "...../..a../..a../..a../....."), "...../...../.aaa./...../.....");
}

#[test]
fn what_a_test_binds_inside_is_forgotten_outside() {
    let near_equal = |wanted: Test| Test::Neighbours {
        least: 1,
        greatest: None,
        test: Box::new(wanted),
        reach: Reach::Beside,
    };
    let x = || test('x');
    // Bound here, then met at a neighbour: equal numbers side by side.
    let pair = Rule {
        pattern: Pattern::Cell { position: 0, test: Test::And(vec![x(), near_equal(x())]) },
        ..cell_rule("_", ";")
    };
    check(pair, "1 2 2 3", "1 . . 3");
    // Met at a neighbour first: any number will do, and it binds nothing here.
    let any = Rule {
        pattern: Pattern::Cell { position: 0, test: Test::And(vec![near_equal(x()), x()]) },
        ..cell_rule("_", ";")
    };
    check(any, "1 2 . 3", ". . . 3");
}

#[test]
fn the_branch_that_holds_binds() {
    let five = Test::And(vec![test('x'), number_is(5)]);
    let branch = Test::Or(vec![five, Test::And(vec![test('y'), test('_')])]);
    let (tail, _) = pattern("x");
    let Pattern::Cell { test: tail, .. } = tail else { unreachable!() };
    let mut pair = rule("_ _", "- ;");
    pair.pattern = Pattern::Sequence(vec![
        Pattern::Cell { position: 0, test: branch },
        Pattern::Cell { position: 1, test: tail },
    ]);
    // 5 binds the letter, so only another 5 follows; 4 leaves it free for any number.
    check(pair, "5 6 / 5 5 / 4 6", "5 6/5 ./4 .");
}

#[test]
fn a_cell_sees_along_the_ways() {
    let sees = |ways: &[Direction], text| Test::Sees {
        ways: Ways::fixed(ways),
        pattern: Box::new(pattern(text).0),
    };
    let mark = |test| Rule { pattern: Pattern::Cell { position: 0, test }, ..cell_rule("_", "c") };
    check(mark(sees(EIGHT, "a .* b")), "a..b/a.b./..a.", "c..b/c.b./..c.");
    check(mark(sees(&[Direction::Left], "a .* b")), "a..b/b.a.", "a..b/b.c.");
    check(mark(not(sees(FOUR, "_ a"))), "a.../....", "c.cc/.ccc");
}

#[test]
fn a_number_read_from_a_free_layer_compares_with_nothing() {
    let less = |right| compare_test(Expr::Here(TILE), Compare::Less, Expr::Constant(right));
    let on = |test| Rule { pattern: Pattern::Cell { position: 0, test }, ..cell_rule("_", "a") };
    check(on(less(5)), "1 . 7", "a1 . 7");
    check(on(not(less(5))), "1 . 7", "1 a a7");
}

#[test]
fn rows_and_columns_count_from_one() {
    let on = |left, right| Rule {
        pattern: Pattern::Cell { position: 0, test: compare_test(left, Compare::Equal, right) },
        ..cell_rule("_", "a")
    };
    check(on(Expr::Row, Expr::Height), ".../...", ".../aaa");
    check(on(Expr::Column, Expr::Width), ".../...", "..a/..a");
    check(on(Expr::Row, Expr::Column), ".../...", "a../.a.");
    let centre =
        Rule { pattern: Pattern::Cell { position: 0, test: Test::Centre }, ..cell_rule("_", "a") };
    check(centre, "..../....", "..../..a.");
}

#[test]
fn absurd_repeats_are_too_much_work() {
    check(rule("a{1000}", "b"), "aaa", "illegal");
    let (inner, _) = pattern("a");
    let nested = (0..50).fold(inner, |body, _| Pattern::Repeat {
        body: Box::new(body),
        least: 0,
        greatest: Some(1000),
    });
    check(Rule { pattern: nested, ..rule("a", "b") }, "aaa", "TooMuchWork");
}

#[test]
fn nested_loops_over_long_lines_are_no_burden() {
    let long: String = "a".repeat(200);
    check(rule("((a*)*)* ((a?)+)* b", "c c"), &long, "illegal");
    let (after, before) = (format!("{}b", "c".repeat(200)), format!("{long}b"));
    check(rule("((a*)*)* ((a?)+)* b", "c c").strategy(Strategy::First), &before, &after);
}
