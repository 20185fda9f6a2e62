//! Legal actions and their order, and that the quick answers are the right ones.

use crate::support::*;
use masume_board::{Cell, Direction};
use masume_reference::{is_legal, legal_actions};
use masume_rules::action::{Action, Argument};
use masume_rules::model::{
    ActionInfo, Compare, Condition, Expr, ParamKind, ParamSlot, PassRule, Player, Rule, Rules,
    Statement, Strategy, Test, Ways,
};
use masume_rules::state::State;

const EIGHT: &[Direction] = &Direction::ALL;

fn with_action(action: ActionInfo) -> Rules {
    let mut rules = game(2);
    rules.actions.push(action);
    rules
}

fn directions(ways: &[Direction]) -> ParamKind {
    ParamKind::Direction(Ways::fixed(ways))
}

/// The legal actions as words: `0 c1`, `0 b1 a2`, `1 right`, `pass`.
fn legal(rules: &Rules, state: &State) -> Vec<String> {
    let actions = legal_actions(rules, state).unwrap();
    let mut sorted = actions.clone();
    sorted.sort_unstable();
    sorted.dedup();
    assert_eq!(actions, sorted);
    for action in &actions {
        assert_eq!(is_legal(rules, state, *action), Ok(true));
        assert!(apply(rules, state, *action).is_ok());
    }
    actions.into_iter().map(|action| spell(state, action)).collect()
}

fn spell(state: &State, action: Action) -> String {
    let mut words = match action.choice {
        masume_rules::action::Choice::Declared(index) => vec![index.to_string()],
        masume_rules::action::Choice::Pass => vec!["pass".to_string()],
    };
    for argument in action.arguments {
        match argument {
            Argument::None => {}
            Argument::Direction(direction) => words.push(direction.name().into()),
            Argument::Cell(cell) => words.push(state.board.grid().name(cell).unwrap()),
            Argument::Column(column) => words.push(format!("column {column}")),
            Argument::Row(row) => words.push(format!("row {row}")),
        }
    }
    words.join(" ")
}

/// Holds the list of legal actions to what each action says of itself, tried one by one.
fn check_against_every_action(rules: &Rules, state: &State) {
    let grid = *state.board.grid();
    let mut arguments = vec![Argument::None];
    arguments.extend(Direction::ALL.map(Argument::Direction));
    arguments.extend(grid.cells().map(Argument::Cell));
    arguments.extend((0..grid.width()).map(Argument::Column));
    arguments.extend((0..grid.height()).map(Argument::Row));
    let mut found = Vec::new();
    for index in 0..rules.actions.len() as u8 {
        for &first in &arguments {
            for &second in &arguments {
                let action = Action::new(index, &[first, second]);
                if is_legal(rules, state, action).unwrap() {
                    found.push(action);
                }
            }
        }
    }
    if is_legal(rules, state, Action::PASS).unwrap() {
        found.push(Action::PASS);
    }
    assert_eq!(legal_actions(rules, state).unwrap(), found);
}

fn othello() -> Rules {
    let place = rule(". t+ m", "m m m").ways(EIGHT).from(0);
    with_action(action("place", &[ParamKind::Cell], place.block()))
}

#[test]
fn legal_is_what_changes_something() {
    let state = state("..../.ab./.ba./....");
    assert_eq!(legal(&othello(), &state), ["0 c1", "0 d2", "0 a3", "0 b4"]);
    check_against_every_action(&othello(), &state);
}

#[test]
fn an_empty_body_is_legal_and_one_that_changes_nothing_is_not() {
    let mut rules = with_action(action("wait", &[], Vec::new()));
    rules.actions.push(action("nothing", &[], cell_rule("a", "a").block()));
    rules.actions.push(action("vain", &[], cell_rule("b", "c").block()));
    assert_eq!(legal(&rules, &state("a")), ["0"]);
    assert_eq!(legal(&rules, &state("b")), ["0", "2"]);
}

#[test]
fn what_then_does_makes_no_action_legal() {
    let mut rules = with_action(action("vain", &[], cell_rule("b", "c").block()));
    rules.then = cell_rule("a", "e").block();
    assert!(legal(&rules, &state("a")).is_empty());
}

#[test]
fn directions_come_in_canonical_order() {
    let step = rule("a .", ". a").along(Ways::Chosen(ParamSlot(0))).block();
    let rules = with_action(action("step", &[directions(EIGHT)], step));
    assert_eq!(legal(&rules, &state("..d/.a./d..")).len(), 6);
    assert_eq!(legal(&rules, &state("a./..")), ["0 right", "0 down", "0 down-right"]);
    check_against_every_action(&rules, &state("..d/.a./d.."));
    let back = rule("a .", ". a").along(Ways::Against(ParamSlot(0))).block();
    let rules = with_action(action("step", &[directions(&Direction::ORTHOGONAL)], back));
    assert_eq!(legal(&rules, &state("a./..")), ["0 up", "0 left"]);
}

#[test]
fn each_player_has_directions_of_their_own() {
    let forward = Ways::Fixed(vec![vec![Direction::Up], vec![Direction::Down]]);
    let step = rule("m .", ". m").along(Ways::Chosen(ParamSlot(0))).block();
    let rules = with_action(action("step", &[ParamKind::Direction(forward)], step));
    let first = state("./a/b/.");
    assert_eq!(legal(&rules, &first), ["0 up"]);
    assert_eq!(legal(&rules, &State { to_act: Player(1), ..first }), ["0 down"]);
}

#[test]
fn columns_and_rows_are_chosen() {
    let drop = Rule {
        pattern: {
            let (pattern, _) = pattern("_");
            let masume_rules::model::Pattern::Cell { position, .. } = pattern else {
                unreachable!()
            };
            let test = Test::And(vec![Test::Empty, Test::InLine(ParamSlot(0))]);
            masume_rules::model::Pattern::Cell { position, test }
        },
        strategy: Strategy::First,
        ..rule("_", "m").ways(&[Direction::Up])
    };
    let rules = with_action(action("drop", &[ParamKind::Column], drop.clone().block()));
    let now = state("..a/.aa");
    assert_eq!(legal(&rules, &now), ["0 column 0", "0 column 1"]);
    let after = apply(&rules, &now, Action::new(0, &[Argument::Column(0)])).unwrap();
    assert_eq!(picture(&after.board), "..a/aaa");
    let rules = with_action(action("drop", &[ParamKind::Row], drop.block()));
    assert_eq!(legal(&rules, &state("..a/aaa")), ["0 row 0"]);
    let chosen = Expr::Chosen(ParamSlot(0));
    let action = Some(Action::new(0, &[Argument::Row(4)]));
    assert_eq!(masume_reference::number(&rules, &now, action, &chosen), Ok(5));
}

fn shisen() -> Rules {
    let walk = rule("k .* ~? .* ~? .* k", ". - - - .").ways(&Direction::ORTHOGONAL);
    let mut take = action("take", &[ParamKind::Cell, ParamKind::Cell], walk.from(0).to(1).block());
    take.unordered = true;
    with_action(take)
}

#[test]
fn unordered_pairs_have_the_lesser_cell_first() {
    let now = state("ab../..ba/....");
    assert_eq!(legal(&shisen(), &now), ["0 a1 d2", "0 b1 c2"]);
    check_against_every_action(&shisen(), &now);
    check_against_every_action(&shisen(), &state("abcd/dcba/abcd"));
    check_against_every_action(&shisen(), &state_on(board_with_rim("abcd/dcba/abab", 1)));
}

#[test]
fn ordered_pairs_are_two_different_cells() {
    let jump = rule("m t .", ". . m").ways(EIGHT).from(0).to(1);
    let step = rule("m .", ". m").ways(EIGHT).from(0).to(1);
    let params = [ParamKind::Cell, ParamKind::Cell];
    let choice = Statement::OrElse(vec![jump.block(), step.block()]);
    let must = Statement::Must(vec![choice.clone()]);
    for body in [vec![choice], vec![must, cell_rule("b", "b").statement()]] {
        let rules = with_action(action("move", &params, body));
        let now = state("ab./...");
        assert_eq!(legal(&rules, &now), ["0 a1 c1", "0 a1 a2", "0 a1 b2"]);
        check_against_every_action(&rules, &now);
    }
}

#[test]
fn three_cells_can_be_chosen() {
    // Amazons: move, then shoot; the arrow may fly back to where the piece came from.
    let walk = rule("m .* .", ". - m").ways(EIGHT).from(0).to(1).statement();
    let shoot = rule("m .* .", "- - h").ways(EIGHT).from(1).to(2).statement();
    let params = [ParamKind::Cell, ParamKind::Cell, ParamKind::Cell];
    let body = vec![Statement::Must(vec![walk]), Statement::Must(vec![shoot])];
    let rules = with_action(action("move", &params, body));
    assert_eq!(legal(&rules, &state("a.")), ["0 a1 b1 a1"]);
    assert_eq!(legal(&rules, &state("a.d/ddd")), ["0 a1 b1 a1"]);
    assert_eq!(legal(&rules, &state("a..")).len(), 4);
}

#[test]
fn tests_can_speak_of_the_chosen_cells() {
    let near =
        Test::And(vec![Test::Empty, Test::Near(masume_rules::model::Reach::Beside, ParamSlot(0))]);
    let mark = Rule {
        pattern: masume_rules::model::Pattern::Cell { position: 0, test: near },
        ..cell_rule("_", "c")
    };
    let rules = with_action(action("mark", &[ParamKind::Cell], mark.block()));
    let now = state(".../...");
    let after = apply(&rules, &now, Action::new(0, &[cell(&now, "b1")])).unwrap();
    assert_eq!(picture(&after.board), "c.c/.c.");
}

#[test]
fn arguments_that_do_not_fit_are_illegal() {
    let rules = shisen();
    let now = state_on(board_with_rim("a...a", 1));
    let grid = *now.board.grid();
    let at = |column, row| Argument::Cell(grid.at(column, row).unwrap());
    assert_eq!(is_legal(&rules, &now, Action::new(0, &[at(0, 0), at(4, 0)])), Ok(true));
    for arguments in [
        vec![],
        vec![at(0, 0)],
        vec![at(4, 0), at(0, 0)],
        vec![at(0, 0), at(0, 0)],
        vec![at(-1, 0), at(0, 0)],
        vec![at(0, 0), Argument::Cell(Cell(u32::MAX))],
        vec![at(0, 0), Argument::Column(4)],
        vec![at(0, 0), at(4, 0), at(1, 0)],
    ] {
        let action = Action::new(0, &arguments);
        assert_eq!(is_legal(&rules, &now, action), Ok(false), "{arguments:?}");
        assert!(apply(&rules, &now, action).is_err());
    }
    assert_eq!(is_legal(&rules, &now, Action::new(1, &[])), Ok(false));
    assert_eq!(is_legal(&rules, &now, Action::new(255, &[])), Ok(false));
}

#[test]
fn passing_has_three_rules() {
    let mut rules = with_action(action("go", &[], cell_rule("a", "b").block()));
    let (can, cannot) = (state("a"), state("b"));
    for (pass, when_able, when_unable) in [
        (PassRule::Never, vec!["0"], vec![]),
        (PassRule::WhenNoAction, vec!["0"], vec!["pass"]),
        (PassRule::AnyTime, vec!["0", "pass"], vec!["pass"]),
    ] {
        rules.pass = pass;
        assert_eq!(legal(&rules, &can), when_able);
        assert_eq!(legal(&rules, &cannot), when_unable);
        check_against_every_action(&rules, &can);
        check_against_every_action(&rules, &cannot);
    }
}

#[test]
fn a_capture_can_be_compulsory() {
    let params = [ParamKind::Cell, ParamKind::Cell];
    let jump = rule("m t .", ". . m").ways(EIGHT).from(0).to(1);
    let step = rule("m .", ". m").ways(EIGHT).from(0).to(1);
    let mut rules = with_action(action("jump", &params, jump.block()));
    let mut plain = action("step", &params, step.block());
    plain.when = Some(placed(Condition::NoAction(Some(0))));
    rules.actions.push(plain);
    assert_eq!(legal(&rules, &state("ab./...")), ["0 a1 c1"]);
    assert_eq!(legal(&rules, &state("a.b")), ["1 a1 b1"]);
    check_against_every_action(&rules, &state("ab./..."));
    check_against_every_action(&rules, &state("a.b/..."));
}

#[test]
fn an_action_does_not_ask_about_itself() {
    let no_action = || Some(placed(Condition::NoAction(None)));
    let mut rules = with_action(action("go", &[], cell_rule("a", "b").block()));
    let mut wait = action("wait", &[], Vec::new());
    wait.when = no_action();
    rules.actions.push(wait);
    assert_eq!(legal(&rules, &state("a")), ["0"]);
    assert_eq!(legal(&rules, &state("b")), ["1"]);
    // Actions that ask about each other do not go on for ever.
    rules.actions[0].when = no_action();
    assert!(legal(&rules, &state("a")).is_empty());
    let many = (0..64).map(|_| ActionInfo { when: no_action(), ..rules.actions[1].clone() });
    rules.actions = many.collect();
    assert!(legal_actions(&rules, &state("a")).is_err());
}

#[test]
fn a_condition_may_speak_of_the_arguments() {
    let near = compare(Expr::Chosen(ParamSlot(0)), Compare::Greater, Expr::Constant(1));
    let mut push = action("push", &[ParamKind::Column], cell_rule("a", "b").block());
    push.when = Some(placed(near));
    let rules = with_action(push);
    assert_eq!(legal(&rules, &state("a..")), ["0 column 1", "0 column 2"]);
    check_against_every_action(&rules, &state("a.."));
    let mut rules = rules;
    rules.actions[0].when = Some(placed(Condition::Some(thing("d"))));
    assert!(legal(&rules, &state("a..")).is_empty());
    assert_eq!(legal(&rules, &state("a.d")).len(), 3);
}

#[test]
fn tests_are_asked_of_a_cell_for_a_player() {
    let rules = game(2);
    let now = state("ab");
    let mine_at = |cell, player| {
        masume_reference::holds(&rules, &now, &mine(), Cell(cell), Player(player)).unwrap()
    };
    assert!(mine_at(0, 0) && mine_at(1, 1));
    assert!(!mine_at(1, 0) && !mine_at(0, 1));
}
