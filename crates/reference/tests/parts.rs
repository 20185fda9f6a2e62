//! Single tests, conditions, numbers and statements, asked from the middle of a turn.

use crate::support::*;
use masume_board::Cell;
use masume_reference::parts::{PartStop, Ran, cells, condition, number, run_statement};
use masume_rules::chance::{Refusing, Sampling};
use masume_rules::frame::{Frame, Loop};
use masume_rules::model::{
    Assign, Compare, Comparison, Condition, Effect, Expr, Function, Local, ParamSlot, Player, Rule,
    Statement, Strategy, Test,
};
use masume_rules::run_error::{RunErrorKind, Span};
use masume_rules::state::State;

#[test]
fn cells_are_those_that_pass_with_the_rim_and_in_reading_order() {
    let rules = game(2);
    let frame = Frame::new(&rules, Player(1));
    let check = |picture: &str, rim: u32, test: &Test, expected: &[u16]| {
        let state = state_on(board_with_rim(picture, rim));
        let found = cells(&rules, &state, &frame, test, &mut |_| false).unwrap();
        let found: Vec<usize> = found.into_iter().map(Cell::index).collect();
        let expected: Vec<usize> = expected.iter().map(|&it| it.into()).collect();
        assert_eq!(found, expected, "{picture}");
    };
    check("ab./.da", 0, &mine(), &[1, 4]);
    check("ab", 0, &Test::Empty, &[]);
    check("a", 1, &Test::Empty, &[0, 1, 2, 3, 5, 6, 7, 8]);
}

#[test]
fn conditions_and_numbers_see_locals_arguments_and_the_solver() {
    let mut rules = game(1);
    rules.local_count = 2;
    let state = state("a.b");
    let mut frame = Frame::new(&rules, Player(0));
    frame.locals = vec![3, 4];
    frame.arguments[0] = masume_rules::action::Argument::Column(2);
    let local = |index| Expr::Local(Local(index));
    let ask = |frame: &Frame, expr: &Expr| number(&rules, &state, frame, expr, &mut |_| false);
    assert_eq!(ask(&frame, &local(1)), Ok(4));
    assert_eq!(ask(&frame, &Expr::Chosen(ParamSlot(0))), Ok(3));
    let overflow = Expr::Function(Function::Abs, vec![Expr::Constant(i64::MIN)]);
    frame.span = Span::new(7, 9);
    let error = ask(&frame, &overflow).unwrap_err();
    assert_eq!((error.kind, error.span), (RunErrorKind::Overflow, Span::new(7, 9)));
    let less = Comparison { left: local(0), operator: Compare::Less, right: local(1) };
    let holds = |frame: &Frame, asked: &Condition, answer: bool| {
        condition(&rules, &state, frame, asked, &mut |_| answer).unwrap()
    };
    assert!(holds(&frame, &Condition::Compare(less), false));
    assert!(holds(&frame, &Condition::Solvable, true));
    assert!(!holds(&frame, &Condition::Solvable, false));
    frame.may_solve = false;
    assert!(!holds(&frame, &Condition::Solvable, true));
}

/// Result of a statement, and the state behind it.
fn run(frame: &mut Frame, statement: &Statement, state: &mut State) -> Result<Ran, PartStop> {
    let rules = one_action(Vec::new());
    run_statement(&rules, state, frame, statement, &mut Sampling, &mut |_| false)
}

#[test]
fn a_statement_goes_on_where_the_frame_stands() {
    let rules = one_action(Vec::new());
    let mut frame = Frame::of_body(&rules, Player(0), GO);
    let mut now = state("a.");
    // Locals that one statement sets are there for the next.
    let set = Statement::Let(Local(1), Expr::Constant(5), SPAN);
    assert_eq!(run(&mut frame, &set, &mut now), Ok(Ran::Missed));
    assert_eq!(frame.locals[1], 5);
    let spend = Effect::Assign(USED, Assign::Add, Expr::Local(Local(1)));
    run(&mut frame, &Statement::Effects(vec![spend], SPAN), &mut now).unwrap();
    assert_eq!(now.values[2], 5);
    // A rule takes fuel from the frame.
    let fuel = frame.fuel;
    let step = Statement::Rule(rule("a.", ". a"));
    assert_eq!(run(&mut frame, &step, &mut now), Ok(Ran::Matched));
    assert_eq!((frame.fuel, picture(&now.board)), (fuel - 1, ".a".to_owned()));
    assert_eq!(run(&mut frame, &step, &mut now), Ok(Ran::Missed));
}

#[test]
fn what_is_required_is_illegal_in_a_body_whatever_was_drawn() {
    let rules = one_action(Vec::new());
    let must = Statement::Must(vec![Statement::Rule(rule("b", "."))]);
    let mut body = Frame::of_body(&rules, Player(0), GO);
    assert_eq!(run(&mut body, &must, &mut state("aa")), Err(PartStop::Illegal));
    let mut elsewhere = Frame::new(&rules, Player(0));
    assert_eq!(run(&mut elsewhere, &must, &mut state("aa")), Ok(Ran::Broke));
    let any = Statement::Rule(Rule::strategy(rule("a", "."), Strategy::Random(None)));
    let mut now = state("aa");
    let refused = run_statement(&rules, &mut now, &mut body, &any, &mut Refusing, &mut |_| false);
    assert_eq!(refused, Err(PartStop::Drawn));
    assert_eq!(run(&mut body, &any, &mut now), Ok(Ran::Matched));
    assert!(body.has_drawn);
    assert_eq!(run(&mut body, &must, &mut now), Err(PartStop::Illegal));
}

#[test]
fn fuel_that_runs_out_is_blamed_on_the_busiest_loop_around() {
    let rules = one_action(Vec::new());
    let mut frame = Frame::new(&rules, Player(0));
    frame.fuel = 0;
    let step = Statement::Rule(rule("a.", ". a"));
    let blamed = |frame: &mut Frame| match run(frame, &step, &mut state("a.")) {
        Err(PartStop::Run(error)) => {
            assert_eq!(error.kind, RunErrorKind::OutOfFuel);
            error.span
        }
        other => panic!("{other:?}"),
    };
    assert_eq!(blamed(&mut frame), Span::new(10, 20));
    frame.loops =
        vec![Loop { span: Span::new(1, 2), rounds: 3 }, Loop { span: Span::new(3, 4), rounds: 9 }];
    assert_eq!(blamed(&mut frame), Span::new(3, 4));
}
