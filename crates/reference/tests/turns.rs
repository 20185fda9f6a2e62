//! The order of a turn: `then`, `again`, ends, goals, stages, the next player.

use crate::support::*;
use masume_board::Grid;
use masume_reference::{judge, score};
use masume_rules::action::Action;
use masume_rules::model::{
    Assign, Compare, Condition, Effect, EndKind, Expr, PassRule, Player, Rules, Statement, Test,
};
use masume_rules::random::Random;
use masume_rules::run_error::RunErrorKind;
use masume_rules::state::{Board, Outcome, State};

/// Players in turn make an `e` their own, anywhere it is first.
fn claiming(players: usize) -> Rules {
    let mut rules = game(players);
    let claim = cell_rule("e", "m").strategy(masume_rules::model::Strategy::First);
    rules.actions.push(action("claim", &[], claim.block()));
    rules
}

fn won(player: u8) -> Option<Outcome> {
    Some(Outcome::Won(Player(player)))
}

#[test]
fn players_act_in_turn() {
    let rules = claiming(3);
    let mut state = state("eeee");
    let mut turns = Vec::new();
    while masume_reference::is_legal(&rules, &state, GO).unwrap() {
        turns.push(state.to_act.0);
        state = apply(&rules, &state, GO).unwrap();
    }
    assert_eq!(turns, [0, 1, 2, 0]);
    assert_eq!(state.ply, 4);
    // The third player's pieces are undeclared here, so nothing is written for them.
    assert_eq!(picture(&state.board), "ab.a");
}

#[test]
fn ends_are_asked_in_order_from_the_actors_view() {
    let mut rules = claiming(2);
    let full = || Condition::Not(Box::new(Condition::Some(thing("e"))));
    let three = compare(count(mine()), Compare::GreaterOrEqual, Expr::Constant(2));
    rules.ends = vec![end(EndKind::Win, three, Vec::new()), end(EndKind::Draw, full(), Vec::new())];
    let play = |picture: &str| {
        let after = apply(&rules, &state(picture), GO).unwrap();
        (after.outcome, after.to_act)
    };
    assert_eq!(play("ae"), (won(0), Player(1)));
    assert_eq!(play("be"), (Some(Outcome::Draw), Player(1)));
    assert_eq!(play("bbee"), (None, Player(1)));
}

#[test]
fn nothing_is_legal_once_the_game_is_over() {
    let rules = claiming(2);
    let over = State { outcome: Some(Outcome::Draw), ..state("ee") };
    assert_eq!(masume_reference::legal_actions(&rules, &over), Ok(Vec::new()));
    assert_eq!(masume_reference::is_legal(&rules, &over, GO), Ok(false));
    assert!(apply(&rules, &over, GO).is_err());
}

#[test]
fn outcomes_depend_on_the_number_of_players() {
    let outcome = |players, kind| {
        let mut rules = claiming(players);
        rules.ends = vec![end(kind, Condition::Some(Test::Any), Vec::new())];
        apply(&rules, &state("e"), GO).unwrap().outcome
    };
    assert_eq!(outcome(1, EndKind::Win), won(0));
    assert_eq!(outcome(1, EndKind::Lose), Some(Outcome::Lost(Player(0))));
    assert_eq!(outcome(2, EndKind::Lose), won(1));
    assert_eq!(outcome(3, EndKind::Lose), Some(Outcome::Lost(Player(0))));
    assert_eq!(outcome(2, EndKind::Draw), Some(Outcome::Draw));
    assert_eq!(outcome(2, EndKind::End), Some(Outcome::Ended));
}

#[test]
fn the_greatest_score_wins() {
    let mut rules = claiming(2);
    rules.score = Some(placed(count(mine())));
    rules.ends = vec![end(EndKind::End, Condition::Some(Test::Any), Vec::new())];
    let outcome = |picture| apply(&rules, &state(picture), GO).unwrap().outcome;
    assert_eq!(outcome("ae"), won(0));
    assert_eq!(outcome("bbe"), won(1));
    assert_eq!(outcome("be"), Some(Outcome::Draw));
    let after = apply(&rules, &state("bbe"), GO).unwrap();
    assert_eq!(score(&rules, &after, Player(0)), Ok(Some(1)));
    assert_eq!(score(&rules, &after, Player(1)), Ok(Some(2)));
    assert_eq!(score(&claiming(2), &after, Player(1)), Ok(None));
    // A game of one just ends.
    let mut alone = claiming(1);
    alone.score = Some(placed(Expr::Value(SCORE)));
    alone.ends = rules.ends.clone();
    assert_eq!(apply(&alone, &state("e"), GO).unwrap().outcome, Some(Outcome::Ended));
}

#[test]
fn no_action_is_about_the_next_player() {
    let mut rules = game(2);
    // Each turns one of the other's pieces, so the next player may have none to turn.
    let take = rule("m t", "- m").strategy(masume_rules::model::Strategy::First);
    rules.actions.push(action("take", &[], take.block()));
    rules.ends = vec![end(EndKind::Win, Condition::NoAction(None), Vec::new())];
    let outcome = |picture| apply(&rules, &state(picture), GO).unwrap().outcome;
    assert_eq!(outcome("ab"), won(0));
    assert_eq!(outcome("ab.ba"), None);
    rules.ends = vec![end(EndKind::Win, Condition::NobodyCanAct, Vec::new())];
    let outcome = |picture| apply(&rules, &state(picture), GO).unwrap().outcome;
    assert_eq!(outcome("ab"), won(0));
    assert_eq!(outcome("ab.ab"), None);
    rules.ends = vec![end(EndKind::Win, Condition::NoAction(Some(0)), Vec::new())];
    assert_eq!(apply(&rules, &state("ab.ab"), GO).unwrap().outcome, won(0));
}

#[test]
fn again_keeps_the_turn() {
    let mut rules = claiming(2);
    rules.again = Some(placed(Condition::Some(thing("f"))));
    assert_eq!(apply(&rules, &state("eef"), GO).unwrap().to_act, Player(0));
    assert_eq!(apply(&rules, &state("ee."), GO).unwrap().to_act, Player(1));
    // `no action` is then about the one who goes on.
    rules.ends = vec![end(EndKind::Win, Condition::NoAction(None), Vec::new())];
    rules.actions[0].when = Some(placed(compare(count(mine()), Compare::Less, Expr::Constant(1))));
    assert_eq!(apply(&rules, &state("eef"), GO).unwrap().outcome, won(0));
    assert_eq!(apply(&rules, &state("ee."), GO).unwrap().outcome, None);
}

#[test]
fn passes_are_counted_in_a_row() {
    let mut rules = claiming(2);
    rules.pass = PassRule::AnyTime;
    rules.then = vec![Statement::Effects(vec![add(SCORE, 1)], SPAN)];
    rules.ends = vec![end(EndKind::Draw, Condition::EveryonePassed, Vec::new())];
    let mut now = state("eee");
    for (action, passes, outcome) in [
        (Action::PASS, 1, None),
        (GO, 0, None),
        (Action::PASS, 1, None),
        (Action::PASS, 2, Some(Outcome::Draw)),
    ] {
        now = apply(&rules, &now, action).unwrap();
        assert_eq!((now.passes, now.outcome), (passes, outcome));
    }
    assert_eq!((now.ply, now.values[0]), (4, 4));
}

#[test]
fn then_is_not_run_where_the_action_ended_the_game() {
    let win = Statement::Effects(vec![Effect::Finish(EndKind::Win)], SPAN);
    let mut rules = one_action(vec![win]);
    rules.then = vec![Statement::Effects(vec![add(SCORE, 1)], SPAN)];
    assert_eq!(apply(&rules, &state("."), GO).unwrap().values[0], 0);
}

#[test]
fn a_goal_is_reached_once_and_the_game_goes_on() {
    let mut rules = one_action(vec![Statement::Effects(vec![add(USED, 1)], SPAN)]);
    let at_least =
        |number| compare(Expr::Value(USED), Compare::GreaterOrEqual, Expr::Constant(number));
    rules.ends = vec![
        end(EndKind::Goal, at_least(2), vec![add(SCORE, 10)]),
        end(EndKind::Goal, at_least(1), vec![add(SCORE, 1)]),
        end(EndKind::Win, at_least(3), Vec::new()),
    ];
    let mut now = state(".");
    for (goals, score, outcome) in [(2, 1, None), (3, 11, None), (3, 11, won(0))] {
        now = apply(&rules, &now, GO).unwrap();
        assert_eq!((now.goals, now.values[0], now.outcome), (goals, score, outcome));
    }
}

/// A stage has as many `e` as its number; the action takes one away.
fn staged() -> Rules {
    let take = cell_rule("e", ".").strategy(masume_rules::model::Strategy::First);
    let mut rules = game(2);
    rules.actions.push(action("take", &[], take.block()));
    let put = cell_rule(".", "e").strategy(masume_rules::model::Strategy::First);
    rules.start = vec![Statement::Times(Expr::Value(STAGE), put.block(), SPAN)];
    let none = Condition::Not(Box::new(Condition::Some(thing("e"))));
    let bonus = Effect::Assign(SCORE, Assign::Add, Expr::Value(STAGE));
    rules.ends = vec![
        end(EndKind::Win, compare(Expr::Value(STAGE), Compare::Greater, Expr::Constant(3)), vec![]),
        end(EndKind::Stage, none, vec![bonus]),
    ];
    rules
}

#[test]
fn a_stage_won_sets_up_the_next() {
    let rules = staged();
    let mut now = start(&rules, "....", 5).unwrap();
    let mut seen = Vec::new();
    while now.outcome.is_none() {
        seen.push(format!("{} {} {}", picture(&now.board), now.values[0], now.to_act.0));
        now = apply(&rules, &now, GO).unwrap();
    }
    let expected = ["e... 0 0", "ee.. 1 0", ".e.. 1 1", "eee. 3 0", ".ee. 3 1", "..e. 3 0"];
    assert_eq!(seen, expected);
    // Asked again from the first end on: seen by the last player, as at the start of a game.
    assert_eq!((now.outcome, now.values[1], now.ply), (won(1), 4, 6));
}

#[test]
fn stages_without_end_are_an_error() {
    let mut rules = staged();
    rules.start = Vec::new();
    rules.ends.remove(0);
    let error = start(&rules, "....", 5).unwrap_err();
    assert_eq!(error.kind, RunErrorKind::EndlessStages);
}

#[test]
fn a_new_game_is_judged() {
    let mut rules = claiming(2);
    rules.ends = vec![end(EndKind::Lose, Condition::NoAction(None), Vec::new())];
    // The last of the circle has left the first without an action, and loses.
    let judged = start(&rules, "..", 1).unwrap();
    assert_eq!((judged.outcome, judged.to_act), (won(0), Player(0)));
    assert_eq!(start(&rules, "e.", 1).unwrap().outcome, None);
    assert_eq!(judged.values, [0, 1, 0]);
}

#[test]
fn a_state_that_was_read_is_judged_by_the_player_before() {
    let mut rules = staged();
    let mut read = State { to_act: Player(1), ..state("....") };
    judge(&rules, &mut read).unwrap();
    // The stage is not won by reading.
    assert_eq!((read.outcome, read.values[1]), (None, 1));
    rules.ends = vec![end(EndKind::Win, Condition::NoAction(None), Vec::new())];
    judge(&rules, &mut read).unwrap();
    assert_eq!((read.outcome, read.to_act), (won(0), Player(1)));
}

#[test]
fn start_runs_on_an_empty_board() {
    let rules = staged();
    let empty = Board::new(Grid::new(3, 1).unwrap(), 3);
    let new = masume_reference::start(&rules, empty, Random::new(0), &mut |_| false).unwrap();
    assert_eq!(picture(&new.board), "e..");
}
