//! Opponents as text, and games that play themselves.

use crate::harness::{masume, output, play};

/// The same opponent, as long as it is given nodes and not time.
const AGAINST: [&str; 5] = ["tic-tac-toe", "--seed", "1", "--opponent", "200"];

#[test]
fn an_opponent_answers_within_a_line_and_the_same_each_time() {
    let first = play(&AGAINST, "b2, undo, a1, board\n");
    assert!(first.contains("Tic-tac-toe  (cross: you, against 200 nodes)"), "{first}");
    assert_eq!(first.matches("nought: place").count(), 2, "{first}");
    assert!(first.contains("at action 0 of 2"), "both are taken back: {first}");
    assert_eq!(first, play(&AGAINST, "b2, undo, a1, board\n"));
}

#[test]
fn an_opponent_can_begin() {
    let said = play(&[&AGAINST[..], &["--side", "Nought"]].concat(), "board\n");
    assert!(said.contains("(nought: you, against 200 nodes)"), "{said}");
    assert!(said.contains("cross: place"), "{said}");
}

#[test]
fn a_hint_waits_until_it_is_found() {
    let said = play(&["push.masu"], "hint, right, hint, hint\n");
    assert!(said.contains("hint: push right (b2, c2) (the first of 3 actions to a win)"), "{said}");
    assert!(said.contains("hint: then push right (d2, e2, f2) (2 of 2)"), "{said}");
}

#[test]
fn agents_play_to_the_end_in_a_pipe_and_a_solution_is_shown() {
    let said = output(&["watch", "tic-tac-toe", "--seed", "1", "--agents", "50,100"]);
    assert!(said.contains("Tic-tac-toe  (50 nodes / 100 nodes)"), "{said}");
    // The end is told, and nobody is asked for more.
    assert!(said.contains("wins") || said.contains("draw"), "{said}");
    assert!(!said.contains("play again?"), "{said}");
    let said = output(&["play", "push.masu", "--autoplay"]);
    assert!(said.contains("solved in 3 moves"), "{said}");
}

#[test]
fn who_is_named_plays_a_game_for_one() {
    let watched = |agent: &str| {
        let game = ["watch", "2048:3x3", "--seed", "1", "--text"];
        output(&[&game[..], &["--agents", agent]].concat())
    };
    let [random, easy, greedy] = ["random", "easy", "greedy"].map(watched);
    assert!(easy.contains("(easy)") && easy.lines().count() > 20, "{easy}");
    let moves = |said: &str| said.lines().skip(1).map(str::to_owned).collect::<Vec<_>>();
    assert!(moves(&random) != moves(&easy) && moves(&easy) != moves(&greedy), "{easy}");
    assert_eq!(easy, watched("easy"));
    let shown = output(&["watch", "push.masu", "--text"]);
    assert!(shown.contains("solved in 3 moves"), "{shown}");
}

#[test]
fn what_cannot_be_played_against_is_said() {
    for (arguments, expected) in [
        (&["play", "sokoban", "--opponent"][..], "this game is for one: nobody plays against you"),
        (
            &["play", "othello", "--opponent", "--side", "red"],
            "no player `red` in this game: black, white",
        ),
        (
            &["play", "othello", "--opponent", "best"],
            "expected easy, medium, hard, or a number of nodes",
        ),
        (&["play", "othello", "--side", "black"], "--opponent"),
        (
            &["play", "othello", "--opponent", "survival:5"],
            "the agent `survival` cannot play this game",
        ),
        (
            &["watch", "othello", "--agents", "easy,expectimax:5"],
            "the agent `expectimax` cannot play this game",
        ),
        (&["watch", "2048", "--agents", "pvs:5"], "the agent `pvs` cannot play this game"),
        (
            &["watch", "othello", "--agents", "easy,easy,easy"],
            "3 agents are named, and this is a game for 2",
        ),
        (&["drive", "2048", "--opponent", "easy", "--", "true"], "this game is for one"),
        (
            &["watch", "othello", "--agents", "easy,0"],
            "expected easy, medium, hard, or a number of nodes",
        ),
    ] {
        let ran = masume(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (2, ""), "{ran:?}");
        assert!(ran.stderr.contains(expected), "{ran:?}");
    }
}

#[test]
fn an_opponent_answers_in_time_on_a_board_that_is_too_large_to_think_about() {
    let said = play(&["gomoku:100x100", "--seed", "1", "--opponent", "hard"], "a51\n");
    assert!(said.contains("white: "), "{said}");
    assert!(!said.contains("has left"), "{said}");
}
