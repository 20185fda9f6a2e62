//! Strategies: how many of the matches are used, what they write, and in what order.

use crate::support::*;
use masume_board::Direction;
use masume_rules::model::{
    Arithmetic, Assign, Compare, Effect, Expr, Function, Pattern, Rule, Statement, Strategy, Write,
};

const FOUR: &[Direction] = &Direction::ORTHOGONAL;

fn first(rule: Rule) -> Rule {
    rule.strategy(Strategy::First)
}

fn each(rule: Rule) -> Rule {
    rule.strategy(Strategy::Each)
}

#[test]
fn all_matches_see_the_board_as_it_stood() {
    // A second step is not taken, and both halves of an overlap are written.
    check(rule("a .", ". a"), "a.a.", ".a.a");
    check(rule("a a", "b b"), "aaa", "bbb");
    check(cell_rule("a", "."), "aba", ".b.");
}

#[test]
fn different_writes_to_one_cell_are_a_conflict() {
    check(rule("a . b", "- c -").ways(FOUR), "a.b", "acb");
    check(rule("a .", "- b"), "a.a", "aba");
    let either = rule("(a . | . a)", "- b c -");
    check(either, "a.a", "conflict: cell 1, layer 0, 1 and 2");
    // On two layers, or the same twice, there is none.
    check(rule("(a . | . a)", "- b B -"), "a.a", "a bB a");
    check(rule("(a . | . a)", "- b b -"), "a.a", "aba");
    // To free a layer and to fill it differ too.
    check(rule("(a . | . a)", ". b - -"), "a.a", ".ba");
    check(rule("a a", ". b"), "aaa", "conflict: cell 1, layer 0, -2147483648 and 1");
}

#[test]
fn the_conflict_reported_is_that_of_the_first_cell() {
    check(rule("a a", "b c"), "d.../aaa./aaa.", "conflict: cell 5, layer 0, 1 and 2");
}

#[test]
fn first_takes_the_first_start_and_the_first_direction() {
    check(first(rule("a .", "b c").ways(FOUR)), "..a/.a./a..", ".cb/.a./a..");
    check(first(cell_rule("a", "b")), ".a/aa", ".b/aa");
    // Several directions: plain reading order; one: in the order of that direction.
    check(first(rule("a", "b").ways(&[Direction::Left])), "aaa/aaa", "aab/aaa");
    check(first(rule("a", "b").ways(&[Direction::Up])), "aaa/aaa", "aaa/baa");
    check(first(rule("a", "b").ways(&[Direction::Up, Direction::Left])), "aaa/aaa", "baa/aaa");
}

#[test]
fn first_prefers_earlier_choices_and_longer_repeats() {
    check(first(rule("a* a", "b c")), "aaa", "bbc");
    check(first(rule("a? a?", "b c")), "aaa", "bca");
    check(first(rule("(a | a a) (a c | c)", "b d e f - -")), "aac", "bfc");
    check(first(rule("a{1,2} a{1,2}", "b c")), "aaaa", "bbcc");
    check(first(rule("(a|b)* b", "c d e")), "abab", "cdce");
}

#[test]
fn first_prefers_the_first_turn() {
    // From `Right` the right angles are up, then down.
    check(first(rule("a . ~ .", "- b c")), "..../a.../....", ".c../ab../....");
    check(first(rule("a . ~ .", "- b c")), "a.../....", "ab../.c..");
    check(first(rule("a % .", "- b")), ".../.a./...", ".b./.a./...");
}

#[test]
fn each_goes_along_the_line_without_overlap() {
    check(each(rule("a a", "b c")), "aaaaa", "bcbca");
    check(each(rule("a a", "b c").ways(&[Direction::Left])), "aaaaa", "acbcb");
    check(each(rule("a+", "b")), "aa.a", "bb.b");
    check(each(rule("a* b", "c c")), "aabab", "ccccc");
    // The start of a match that fails is passed over alone.
    check(each(rule("a a b", "c c c")), "aaab", "accc");
}

#[test]
fn each_line_is_read_for_itself() {
    check(each(rule("a a", "b b").ways(&[Direction::Down])), "aa/aa/aa", "bb/bb/aa");
    check(
        each(rule("a a", "b c").ways(&[Direction::Right, Direction::Left])),
        "aaaa",
        "conflict: cell 0, layer 0, 1 and 2",
    );
}

#[test]
fn each_merges_as_2048_does() {
    let doubled = Expr::Binary(
        Box::new(Expr::Constant(2)),
        Arithmetic::Multiply,
        Box::new(Expr::Letter(letter('x'))),
    );
    let merge = each(rule("x x", "- ;"))
        .ways(&[Direction::Right])
        .put(0, Write::Number(TILE, doubled.clone()))
        .effects(vec![Effect::Assign(SCORE, Assign::Add, doubled)]);
    let slide = || Statement::Repeat(rule(". x", "x ;").block(), SPAN);
    let rules = one_action(vec![slide(), merge.statement(), slide()]);
    for (before, after, score) in [
        ("2 . 2 4", "4 4 . .", 4),
        ("2 2 2 2", "4 4 . .", 8),
        (". 2 2 2", "4 2 . .", 4),
        ("4 2 2 .", "4 4 . .", 4),
    ] {
        let state = apply(&rules, &state(before), GO).unwrap();
        assert_eq!(picture(&state.board), tidy(after), "from {before}");
        assert_eq!(state.values[0], score);
    }
}

#[test]
fn numbers_must_fit_their_layer() {
    let put =
        |number| cell_rule("a", "-").put(0, Write::Number(TILE, Expr::Constant(number))).block();
    check_block(put(i64::from(MOST)), "a", "a99999");
    for number in [-1, i64::from(MOST) + 1, i64::from(i32::MIN), i64::MAX] {
        let expected =
            format!("NumberOutside {{ cell: Cell(1), layer: Layer(2), number: {number} }}");
        check_block(put(number), ".a", &expected);
    }
}

#[test]
fn written_numbers_may_speak_of_their_cell() {
    let place = Expr::Binary(
        Box::new(Expr::Binary(
            Box::new(Expr::Constant(10)),
            Arithmetic::Multiply,
            Box::new(Expr::Row),
        )),
        Arithmetic::Add,
        Box::new(Expr::Column),
    );
    let number = cell_rule(".", "-").put(0, Write::Number(TILE, place));
    check(number, "../..", "11 12/21 22");
    let next = binary(Expr::Here(TILE), Arithmetic::Add, Expr::Constant(1));
    let bump = cell_rule("_", "-").put(0, Write::Number(TILE, next));
    check(bump, "5 . 7", "6 1 8");
}

#[test]
fn effects_run_once_for_each_match_in_order() {
    // score = 10 * score + x for each match: the digits tell the order.
    let shifted = binary(Expr::Value(SCORE), Arithmetic::Multiply, Expr::Constant(10));
    let digit = binary(shifted, Arithmetic::Add, Expr::Letter(letter('x')));
    let tell = |rule: Rule| {
        let effects = vec![Effect::Assign(SCORE, Assign::Set, digit.clone())];
        let rules = one_action(rule.effects(effects).block());
        apply(&rules, &state("1 2 / 3 ."), GO).unwrap().values[0]
    };
    assert_eq!(tell(cell_rule("x", "-")), 123);
    assert_eq!(tell(rule("x", "-").ways(&[Direction::Left])), 123);
    assert_eq!(tell(each(rule("x", "-").ways(&[Direction::Left]))), 123);
    assert_eq!(tell(rule("x", "-").ways(&[Direction::Left, Direction::Up])), 112_233);
    assert_eq!(tell(first(rule("x", "-").ways(&[Direction::Left]))), 2);
    // Several cells at the end of one match are one match for each binding.
    assert_eq!(tell(rule("_* x", "- -")), 1223);
}

#[test]
fn writes_see_the_board_before_and_values_as_they_are() {
    let counter = cell_rule("a", "-")
        .put(0, Write::Number(TILE, Expr::Value(SCORE)))
        .effects(vec![add(SCORE, 1)]);
    check(counter, "aaa", "a0 a1 a2");
    let left = cell_rule("a", ".").put(0, Write::Number(TILE, count(thing("a"))));
    check(left, "aaa", "3 3 3");
}

#[test]
fn an_arithmetic_fault_is_a_value() {
    let with = |expr| cell_rule("a", "-").effects(vec![Effect::Assign(USED, Assign::Set, expr)]);
    let constant = Expr::Constant;
    let divide = |operation| binary(constant(1), operation, constant(0));
    check(with(divide(Arithmetic::Divide)), "a", "DivisionByZero");
    check(with(divide(Arithmetic::Modulo)), "a", "DivisionByZero");
    check(with(binary(constant(i64::MAX), Arithmetic::Add, constant(1))), "a", "Overflow");
    check(with(binary(constant(i64::MIN), Arithmetic::Divide, constant(-1))), "a", "Overflow");
    check(with(Expr::Negate(Box::new(constant(i64::MIN)))), "a", "Overflow");
    check(with(Expr::Function(Function::Abs, vec![constant(i64::MIN)])), "a", "Overflow");
}

#[test]
fn tests_of_arithmetic_are_exact() {
    let is = |left, operator, right| Rule {
        pattern: Pattern::Cell { position: 0, test: compare_test(left, operator, right) },
        ..cell_rule("_", "b")
    };
    let modulo = binary(Expr::Constant(-7), Arithmetic::Modulo, Expr::Constant(3));
    check(is(modulo, Compare::Equal, Expr::Constant(2)), ".", "b");
    let divide = binary(Expr::Constant(-7), Arithmetic::Divide, Expr::Constant(2));
    check(is(divide, Compare::Equal, Expr::Constant(-3)), ".", "b");
    let least = Expr::Function(Function::Min, vec![Expr::Constant(3), Expr::Width]);
    check(is(least, Compare::NotEqual, Expr::Constant(3)), "..", "bb");
}
