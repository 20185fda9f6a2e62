//! Statements: blocks, choices, loops, requirements.

use crate::support::*;
use masume_board::Direction;
use masume_rules::model::{
    Assign, Block, Compare, Condition, Content, Effect, EndKind, Expr, Layer, Statement, Strategy,
    Test,
};
use masume_rules::run_error::RunErrorKind;
use masume_rules::state::Outcome;

/// One piece becomes the next letter of the text, or nothing.
fn turn(from: &str, to: &str) -> Statement {
    cell_rule(from, to).statement()
}

fn block(statements: &[Statement]) -> Block {
    statements.to_vec()
}

fn assign(value: masume_rules::model::Value, expr: Expr) -> Statement {
    Statement::Effects(vec![Effect::Assign(value, Assign::Set, expr)], SPAN)
}

#[test]
fn statements_run_one_after_another() {
    check_block(vec![turn("a", "b"), turn("b", "c")], "ab", "cc");
}

#[test]
fn rules_of_one_block_can_see_the_same_board() {
    let swap = Statement::Simultaneous(vec![turn("a", "b"), turn("b", "a")], SPAN);
    check_block(vec![swap], "ab.", "ba.");
    let clash = Statement::Simultaneous(vec![turn("a", "b"), turn("a", "c")], SPAN);
    check_block(vec![clash], ".a", "conflict: cell 1, layer 0, 1 and 2");
}

#[test]
fn a_choice_inside_a_simultaneous_block_is_by_matches() {
    let choice = Statement::OrElse(vec![vec![turn("a", "b")], vec![turn("b", "c")]]);
    let both = Statement::Simultaneous(vec![choice, turn("d", "e")], SPAN);
    check_block(vec![both.clone()], "abd", "bbe");
    check_block(vec![both], ".bd", ".ce");
}

#[test]
fn else_runs_only_where_nothing_matched_before() {
    let choice = |blocks: &[&[Statement]]| {
        vec![Statement::OrElse(blocks.iter().map(|statements| block(statements)).collect())]
    };
    let blocks = choice(&[&[turn("a", "b")], &[turn("b", "c")], &[turn("c", "d")]]);
    check_block(blocks.clone(), "abc", "bbc");
    check_block(blocks.clone(), ".bc", ".cc");
    check_block(blocks.clone(), "..c", "..d");
    check_block(blocks, "...", "illegal");
    // A block has matched as soon as any rule in it has, even without changing anything.
    check_block(choice(&[&[turn("e", "f"), turn("a", "a")], &[turn("a", "b")]]), "a", "illegal");
}

#[test]
fn must_makes_an_action_illegal() {
    let must = |statement| Statement::Must(vec![statement]);
    check_block(vec![must(turn("a", "b")), turn("c", "d")], "ac", "bd");
    check_block(vec![must(turn("a", "b")), turn("c", "d")], ".c", "illegal");
    check_block(vec![turn("c", "d"), must(turn("a", "b"))], ".c", "illegal");
    let require = Statement::Require(Condition::Some(thing("a")), SPAN);
    check_block(vec![turn("c", "d"), require.clone()], "ac", "ad");
    check_block(vec![turn("c", "d"), require], ".c", "illegal");
}

#[test]
fn requirements_outside_actions_end_their_block() {
    let mut rules = one_action(vec![turn("a", "b")]);
    let require = Statement::Require(Condition::Some(thing("f")), SPAN);
    rules.then = vec![
        Statement::Times(
            Expr::Constant(1),
            vec![turn("b", "c"), require.clone(), turn("c", "d")],
            SPAN,
        ),
        turn("c", "e"),
        Statement::Must(vec![turn("f", "g")]),
        turn("e", "h"),
    ];
    let after = apply(&rules, &state("a"), GO).unwrap();
    assert_eq!(picture(&after.board), "e");
}

#[test]
fn repeat_goes_on_until_nothing_changes() {
    let slide = Statement::Repeat(rule("a .", ". a").block(), SPAN);
    check_block(vec![slide], "a..a..", "....aa");
    // Values count as well as the board.
    let until = Statement::Repeat(
        vec![Statement::If(
            compare(Expr::Value(USED), Compare::Less, Expr::Constant(5)),
            vec![Statement::Effects(vec![add(USED, 1)], SPAN)],
            Vec::new(),
            SPAN,
        )],
        SPAN,
    );
    let after = apply(&one_action(vec![until]), &state("."), GO).unwrap();
    assert_eq!(after.values[2], 5);
}

#[test]
fn an_endless_repeat_runs_out_of_fuel() {
    let blink = Statement::Repeat(
        vec![Statement::OrElse(vec![vec![turn("a", "b")], vec![turn("b", "a")]])],
        SPAN,
    );
    check_block(vec![blink], "a", "OutOfFuel");
    let grow = Statement::Repeat(vec![Statement::Effects(vec![add(SCORE, 1)], SPAN)], SPAN);
    check_block(vec![grow], ".", "OutOfFuel");
    let times = Statement::Times(Expr::Constant(i64::MAX), Vec::new(), SPAN);
    check_block(vec![times], ".", "OutOfFuel");
}

#[test]
fn fuel_is_counted_by_passes_and_rounds() {
    // Each round costs one, and the rule in it one more.
    let times = |count| Statement::Times(Expr::Constant(count), vec![turn("a", "b")], SPAN);
    check_block(vec![times(5_000)], "a", "b");
    check_block(vec![times(5_001)], "a", "OutOfFuel");
    // An action body and `then` have their own.
    let mut rules = one_action(vec![times(5_000)]);
    rules.then = vec![times(5_000)];
    assert!(apply(&rules, &state("a"), GO).is_ok());
}

#[test]
fn times_counts_what_the_expression_says_at_first() {
    let step = || first_step();
    check_block(vec![Statement::Times(Expr::Constant(3), vec![step()], SPAN)], "a.....", "...a..");
    check_block(vec![Statement::Times(Expr::Constant(-3), vec![step()], SPAN)], "a..", "illegal");
    check_block(vec![Statement::Times(Expr::Width, vec![step()], SPAN)], "a..", "..a");
}

fn first_step() -> Statement {
    rule("a .", ". a").statement()
}

#[test]
fn conditions_choose_a_block() {
    let choose = |condition| {
        vec![Statement::If(condition, vec![turn("a", "b")], vec![turn("a", "c")], SPAN)]
    };
    check_block(choose(Condition::Some(thing("d"))), "ad", "bd");
    check_block(choose(Condition::Some(thing("d"))), "a.", "c.");
    let every = Condition::Every(ground("A"), thing("a"));
    check_block(choose(every.clone()), "aA a .", "bA b .");
    check_block(choose(every), "aA A .", "cA A .");
    let both = Condition::And(vec![
        Condition::Not(Box::new(Condition::Some(thing("e")))),
        Condition::Or(vec![
            compare(count(thing("a")), Compare::Greater, Expr::Constant(1)),
            Condition::Some(thing("f")),
        ]),
    ]);
    check_block(choose(both.clone()), "aa", "bb");
    check_block(choose(both.clone()), "af", "bf");
    check_block(choose(both), "aae", "cce");
}

#[test]
fn conditions_look_inside_the_rim_only() {
    let count_all = assign(USED, count(Test::Any));
    let after = apply(&one_action(vec![count_all]), &state_on(board_with_rim(".../...", 2)), GO);
    assert_eq!(after.unwrap().values[2], 6);
    let row_of = |test: Test| Expr::RowOf(Box::new(test));
    let column_of = |test: Test| Expr::ColumnOf(Box::new(test));
    for (expr, expected) in [
        (row_of(thing("a")), 2),
        (column_of(thing("a")), 3),
        (row_of(thing("b")), 0),
        (row_of(Test::Any), 1),
        (column_of(Test::Any), 1),
    ] {
        let on = state_on(board_with_rim(".../..a", 1));
        assert_eq!(masume_reference::number(&game(1), &on, None, &expr), Ok(expected));
    }
}

#[test]
fn locals_last_to_the_end_of_the_action() {
    let mut rules = one_action(vec![
        Statement::Let(local(0), count(thing("a")), SPAN),
        turn("a", "b"),
        Statement::Effects(
            vec![Effect::AssignLocal(local(0), Assign::Add, Expr::Constant(1))],
            SPAN,
        ),
    ]);
    rules.then = vec![assign(USED, Expr::Local(local(0)))];
    assert_eq!(apply(&rules, &state("aaa"), GO).unwrap().values[2], 4);
}

#[test]
fn an_end_stops_everything_but_its_own_writes() {
    let finish = cell_rule("a", "b").effects(vec![
        add(SCORE, 1),
        Effect::Finish(EndKind::Win),
        add(SCORE, 10),
    ]);
    let mut rules = one_action(vec![finish.statement(), turn("b", "c")]);
    rules.then = vec![turn("b", "d")];
    rules.ends = vec![end(EndKind::Draw, Condition::Some(Test::Any), Vec::new())];
    let after = apply(&rules, &state("aa"), GO).unwrap();
    assert_eq!(picture(&after.board), "bb");
    assert_eq!(after.outcome, Some(Outcome::Won(masume_rules::model::Player(0))));
    assert_eq!(after.values[0], 1);
}

#[test]
fn an_end_inside_a_loop_stops_the_loop() {
    let win = Statement::Effects(vec![add(SCORE, 1), Effect::Finish(EndKind::Win)], SPAN);
    for body in [
        Statement::Repeat(vec![win.clone()], SPAN),
        Statement::Times(Expr::Constant(5), vec![win.clone()], SPAN),
        Statement::Simultaneous(vec![win.clone(), win.clone()], SPAN),
    ] {
        let after = apply(&one_action(vec![body, win.clone()]), &state("."), GO).unwrap();
        assert_eq!(after.values[0], 1);
    }
}

#[test]
fn pictures_are_put_at_the_corner_or_in_the_middle() {
    let put = |picture: &str, centred| {
        let board = board(picture);
        let grid = *board.grid();
        let contents = |cell| {
            let layers = (0..3).map(Layer).map(|layer| (layer, board.get(layer, cell)));
            layers.filter(|(_, content)| *content != masume_rules::model::EMPTY).collect()
        };
        let cells: Vec<Vec<(Layer, Content)>> = grid.inner_cells().map(contents).collect();
        let rows = cells.chunks(grid.width() as usize).map(<[_]>::to_vec).collect();
        vec![Statement::Picture { rows, centred, span: masume_rules::run_error::Span::default() }]
    };
    check_block(put("ab/.c", false), "..../.ee./....", "ab../.ce./....");
    check_block(put("ab/.c", true), "..../..../....", ".ab./..c./....");
    check_block(put("abc", true), "./.", "b/.");
    assert_eq!(outcome_on(put("ab/.c", false), board_with_rim("a/.", 1)), "illegal");
}

#[test]
fn a_trace_tells_what_fired() {
    let rules = one_action(vec![
        turn("a", "b"),
        turn("e", "f"),
        Statement::Simultaneous(vec![turn("b", "c"), turn("d", "e")], SPAN),
    ]);
    let steps = trace(&rules, &state("ad"), GO);
    let boards: Vec<String> = steps.iter().map(|step| picture(&step.board)).collect();
    assert_eq!(boards, ["bd", "ce", "ce"]);
    let Statement::Rule(first) = &rules.actions[0].body[0] else { unreachable!() };
    assert_eq!((steps[0].rule, steps[0].span), (first.id, first.span));
}

#[test]
fn errors_are_blamed_on_the_statement() {
    let mut broken = rule("a a", "b c");
    broken.span = masume_rules::run_error::Span::new(77, 99);
    let rules = one_action(vec![turn("d", "e"), broken.statement()]);
    let error = apply(&rules, &state("aaa"), GO).unwrap_err();
    let masume_reference::ApplyError::Run(error) = error else { panic!("{error:?}") };
    assert_eq!(error.span, masume_rules::run_error::Span::new(77, 99));
    assert!(matches!(error.kind, RunErrorKind::Conflict { .. }));
}

#[test]
fn sokoban_pushes() {
    let push = Statement::OrElse(vec![
        rule("a b .", ". a b").ways(&Direction::ORTHOGONAL).strategy(Strategy::First).block(),
        rule("a .", ". a").ways(&Direction::ORTHOGONAL).strategy(Strategy::First).block(),
    ]);
    check_block(vec![push.clone()], "hhhhh/hab.h/hhhhh", "hhhhh/h.abh/hhhhh");
    check_block(vec![push.clone()], "hhhh/ha.h/habh/h..h/hhhh", "hhhh/h.ah/habh/h..h/hhhh");
    check_block(vec![push], "hhhh/habh/hhhh", "illegal");
}
