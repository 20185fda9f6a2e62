//! Marches: everyone steps at once, and what is left where they meet.

use crate::support::*;
use masume_board::Direction;
use masume_rules::model::{
    Effect, EndKind, March, MarchAim, Meeting, RuleId, Statement, Test, Ways,
};
use masume_rules::run_error::Span;
use masume_rules::state::Outcome;

const PLAYER: i32 = 4;
const ROBOT: i32 = 0;
const SCRAP: i32 = 7;

fn meeting(first: i32, second: i32, left: Option<i32>, effects: Vec<Effect>) -> Meeting {
    Meeting { first, second, left, effects }
}

/// Robots `a` walk towards players `e`; scrap is `h`. Each collision scores 1, each that ends the
/// player 100.
fn robots() -> Vec<Statement> {
    let meets = vec![
        meeting(ROBOT, ROBOT, Some(SCRAP), vec![add(SCORE, 1)]),
        meeting(ROBOT, SCRAP, Some(SCRAP), vec![add(SCORE, 1)]),
        meeting(SCRAP, SCRAP, Some(SCRAP), Vec::new()),
        meeting(ROBOT, PLAYER, Some(ROBOT), vec![add(SCORE, 100), Effect::Finish(EndKind::Lose)]),
        meeting(SCRAP, PLAYER, Some(SCRAP), vec![add(SCORE, 100), Effect::Finish(EndKind::Lose)]),
    ];
    march(MarchAim::Toward(thing("e")), meets)
}

fn march(aim: MarchAim, meets: Vec<Meeting>) -> Vec<Statement> {
    vec![Statement::March(March {
        id: RuleId(0),
        span: Span::default(),
        layer: THING,
        walkers: thing("a"),
        aim,
        meets,
    })]
}

#[track_caller]
fn check_march(before: &str, after: &str, score: i64) {
    let state = apply(&one_action(robots()), &state(before), GO).unwrap();
    assert_eq!(picture(&state.board), tidy(after), "from {before}");
    assert_eq!(state.values[0], score, "from {before}");
}

#[test]
fn everyone_steps_straight_or_diagonally() {
    check_march("a..../..e../....a", "...../.aea./.....", 0);
    check_march("a...e", ".a..e", 0);
    check_march("a../.../.../..e", ".../.a./.../..e", 0);
    // The column is made up for first where the row is the same.
    check_march("a..../...../....e", "...../.a.../....e", 0);
}

#[test]
fn robots_follow_each_other_without_meeting() {
    check_march("aa.e", ".aae", 0);
}

#[test]
fn two_robots_that_meet_are_scrap() {
    check_march("a../..e/a..", ".../.he/...", 1);
}

#[test]
fn three_robots_that_meet_are_one_scrap() {
    // Two of them make scrap, the third meets the scrap.
    check_march("a../a.e/a..", ".../.he/...", 2);
    check_march("aaa/.../.e.", ".../.h./.e.", 2);
}

#[test]
fn a_robot_that_meets_scrap_is_gone() {
    check_march("ah.e", ".h.e", 1);
    // Two that meet on scrap are scrap themselves first.
    check_march("a.../ah.e", "..../.h.e", 1);
}

#[test]
fn a_robot_that_reaches_the_player_ends_the_game() {
    let state = apply(&one_action(robots()), &state("ae/.."), GO).unwrap();
    assert_eq!(picture(&state.board), ".a/..");
    assert_eq!(state.outcome, Some(Outcome::Lost(masume_rules::model::Player(0))));
}

#[test]
fn two_robots_on_the_player_are_scrap_first() {
    // The rows are tried in order: robot meets robot, then the scrap meets the player.
    check_march("a.a/.e.", ".../.h.", 101);
}

#[test]
fn rows_that_name_the_player_first_need_no_further_rows() {
    let in_order = || {
        let lose = vec![Effect::Finish(EndKind::Lose)];
        let meets = vec![
            meeting(ROBOT, PLAYER, Some(ROBOT), lose),
            meeting(ROBOT, SCRAP, Some(SCRAP), Vec::new()),
            meeting(ROBOT, ROBOT, Some(SCRAP), Vec::new()),
        ];
        march(MarchAim::Toward(thing("e")), meets)
    };
    check_block(in_order(), "a.../ah.e", "..../.h.e");
    check_block(in_order(), "aaa/.../.e.", ".../.h./.e.");
    check_block(in_order(), "a.a/.e.", ".../.h.");
}

#[test]
fn of_equally_near_targets_the_first_is_taken() {
    check_march("e.a.e", "ea..e", 0);
    check_march("..e/.../a../.../..e", "..e/.a./.../.../..e", 0);
    check_march("e...a.e", "e....ae", 0);
}

#[test]
fn without_a_target_nobody_moves_but_the_march_matches() {
    let choice = Statement::OrElse(vec![robots(), cell_rule(".", "b").block()]);
    check_block(vec![choice.clone()], "a.", "illegal");
    check_block(vec![choice], "h.", "hb");
}

#[test]
fn walkers_in_a_direction_stay_on_the_board() {
    let right = || march(MarchAim::In(Ways::fixed(&[Direction::Right])), Vec::new());
    check_block(right(), "a.a", ".aa");
    check_block(right(), "a..", ".a.");
    check_block(right(), "..a", "illegal");
    assert_eq!(outcome_on(right(), board_with_rim("..a", 1)), "illegal");
    check_block(right(), ".aa", "..a");
    check_block(right(), "ah", "conflict: cell 1, layer 0, 0 and 7");
}

#[test]
fn of_equal_ones_that_are_left_one_stays() {
    // Without a row for two heaps: both pairs make one, and so does a pair on a heap.
    let unordered = || {
        let meets = vec![
            meeting(ROBOT, ROBOT, Some(SCRAP), vec![add(SCORE, 1)]),
            meeting(ROBOT, SCRAP, Some(SCRAP), vec![add(SCORE, 1)]),
        ];
        march(MarchAim::Toward(thing("e")), meets)
    };
    check_block(unordered(), "a.a.e/.....", ".a.ae/.....");
    check_block(unordered(), "aaa/.../.../.e.", ".../.h./.../.e.");
    check_block(unordered(), "a.a/.h./.../.e.", ".../.h./.../.e.");
}

#[test]
fn those_who_change_places_do_not_meet() {
    let swap = Statement::March(March {
        id: RuleId(0),
        span: Span::default(),
        layer: THING,
        walkers: thing("ab"),
        aim: MarchAim::Toward(Test::And(vec![thing("ab"), Test::Centre])),
        meets: vec![meeting(0, 1, None, Vec::new())],
    });
    // `b` stands on its target and stays; `a` comes to it, and nothing is left.
    check_block(vec![swap], "ab.", "...");
}

#[test]
fn a_march_leaves_other_layers_alone() {
    check_block(robots(), "aA B e", "A aB e");
}
