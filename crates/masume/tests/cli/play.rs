//! `play --text` with games of keys and directions.

use expect_test::expect;

use crate::harness::{masume_reading, play};

#[test]
fn the_board_and_a_status_follow_every_action() {
    expect![[r#"
        Push, level 1 of 2: One

        #######
        #p.b.g#
        #######
        moves 0, pushes 0
        ? for help, q to quit
        right; player from b2 to c2

        #######
        #.pb.g#
        #######
        moves 1, pushes 0
        push right; player from c2 to d2; box from d2 to e2

        #######
        #..pbg#
        #######
        moves 2, pushes 1
        at action 1 of 2; player from d2 to c2; box from e2 to d2

        #######
        #.pb.g#
        #######
        moves 1, pushes 0
    "#]]
    .assert_eq(&play(&["push.masu"], "right\npush right, undo\n"));
}

#[test]
fn a_frame_stands_around_blank_cells() {
    expect![[r#"
        Chase (seed 3)

        -------
        |  +  |
        |     |
        |  @  |
        |     |
        |     |
        -------
        lv:1, score:0
        press h for help
        step left; player from c3 to b3; robot from c1 to b2

        -------
        |     |
        | +   |
        | @   |
        |     |
        |     |
        -------
        lv:1, score:0
    "#]]
    .assert_eq(&play(&["chase.masu", "--seed", "3"], "4\n"));
}

#[test]
fn numbers_stand_in_columns() {
    expect![[r#"
        Slide

        2 2 . 8
        score 0; 2 legal actions
        ? for help, q to quit
        slide left; a1 4, b1 8; now empty: d1
        goal reached; the game goes on

        4 8 . .
        score 4; 1 legal action
        slide right; c1 4, d1 8; now empty: a1, b1

        . . 4 8
        score 4; 1 legal action
    "#]]
    .assert_eq(&play(&["slide.masu"], "left\nright\n"));
}

#[test]
fn the_games_words_are_said() {
    let rows = [
        ("b\n", "Error. Input is integer.\n"),
        ("@\n", "Error. No such key.\n"),
        ("h\n", "7 8 9\n4 @ 6\n1 2 3\n"),
        ("1,1,1,1,1\n", "Move error. Now pos is (-1, 5)\n"),
        ("fly away\n", "Error. Input is integer.\n"),
    ];
    for (input, expected) in rows {
        let said = play(&["chase.masu", "--seed", "3", "--board", "5x5"], input);
        assert!(said.contains(expected), "{input:?}: {said}");
    }
    assert!(play(&["push.masu"], "up\n").ends_with("there is no way\n"));
}

#[test]
fn keys_on_a_line_are_pressed_in_turn() {
    let one = play(&["chase.masu", "--seed", "3"], "5,5\n");
    assert_eq!(play(&["chase.masu", "--seed", "3"], "55\n"), one);
    assert_eq!(play(&["chase.masu", "--seed", "3"], "5\n5\n"), one);
    assert_eq!(play(&["chase.masu", "--seed", "3"], "wait, wait\n"), one);
}

#[test]
fn arrows_steer_a_game_without_keys() {
    let expected = play(&["push.masu"], "right\n");
    for key in ["l", "d", "push right", "RIGHT"] {
        assert_eq!(play(&["push.masu"], &format!("{key}\n")), expected, "{key}");
    }
    // Beside the game's own keys there are the arrows, and no letters.
    let chase = |line: &str| play(&["chase.masu", "--seed", "3"], line);
    assert_eq!(chase("left\n"), chase("4\n"));
    assert!(chase("l\n").contains("Error. Input is integer."));
}

#[test]
fn the_rest_of_a_line_is_left_out_after_a_refusal() {
    let said = play(&["push.masu"], "right, up, right\n");
    assert!(said.ends_with("there is no way\nnot done: right\n"), "{said}");
    assert!(said.contains("moves 1, pushes 0") && !said.contains("moves 2"), "{said}");
}

#[test]
fn commands_do_what_they_say() {
    let rows = [
        ("undo\n", "nothing to undo\n"),
        ("legal\n", "push right\n"),
        ("level\n", "Push, level 1 of 2: One\n"),
        ("level 2\n", "Push, level 2 of 2: Two\n"),
        ("level 3\n", "there is no level 3; the last is 2\n"),
        ("next\n", "Push, level 2 of 2: Two\n"),
        ("next\nnext\n", "there is no further level\n"),
        (
            "right\nright\nrestart\n",
            "from the beginning; player from d2 to b2; box from e2 to d2\n\n#######\n#p.b.g#\n",
        ),
        ("xyzzy\n", "xyzzy"),
        ("z\n", "there is nothing to undo\n"),
    ];
    for (input, expected) in rows {
        let said = play(&["push.masu"], input);
        assert!(said.contains(expected), "{input:?}: {said}");
    }
    for quit in ["q", "quit", "Quit"] {
        let said = play(&["push.masu"], &format!("{quit}\nright\n"));
        assert!(!said.contains("moves 1"), "{quit}: {said}");
    }
}

#[test]
fn undo_goes_back_over_actions_levels_and_the_end() {
    let said = play(&["push.masu"], "right\nundo\n");
    assert!(said.ends_with("#p.b.g#\n#######\nmoves 0, pushes 0\n"), "{said}");
    let said = play(&["push.masu"], "next\nundo\nyes\nlevel\n");
    assert!(said.ends_with("Push, level 1 of 2: One\n"), "{said}");
    let said = play(&["push.masu"], "right,right,right\nundo\nlegal\n");
    assert!(said.ends_with("push left, push right\n"), "{said}");
}

#[test]
fn a_won_level_leads_to_the_next() {
    expect![[r#"
        Push, level 1 of 2: One

        #######
        #p.b.g#
        #######
        moves 0, pushes 0
        ? for help, q to quit
        right; player from b2 to c2

        #######
        #.pb.g#
        #######
        moves 1, pushes 0
        push right; player from c2 to d2; box from d2 to e2

        #######
        #..pbg#
        #######
        moves 2, pushes 1
        push right; player from d2 to e2; box from e2 to f2, on goal

        #######
        #...pB#
        #######
        moves 3, pushes 2
        solved in 3 moves
        next level? Enter: yes, q: no
        next level? Enter: yes, q: no
        Push, level 2 of 2: Two

        ####
        #p.#
        #b.#
        #g.#
        ####
        moves 0, pushes 0
        ? for help, q to quit
        push down; player from b2 to b3; box from b3 to b4, on goal

        ####
        #..#
        #p.#
        #B.#
        ####
        moves 1, pushes 1
        solved in 1 moves
        play again? Enter: yes, q: no
    "#]]
    .assert_eq(&play(&["push.masu"], "right,right,right\nwhat?\ny\ndown\nq\n"));
}

#[test]
fn a_lost_game_asks_in_the_games_words() {
    // Waiting long enough lets any robot catch the player.
    let said = play(&["chase.masu", "--seed", "3"], "5,5,5,5,5\nq\n");
    assert!(said.contains("GAME OVER\ncontinue? Enter: yes, q: no\n"), "{said}");
    let again = play(&["chase.masu", "--seed", "3"], "5,5,5,5,5\nyes\nq\n");
    assert!(again.contains("Chase (seed 4)"), "{again}");
}

#[test]
fn a_goal_is_announced_once_and_the_game_goes_on() {
    let said = play(&["slide.masu"], "left\nright\nleft\n");
    assert_eq!(said.matches("goal reached").count(), 1, "{said}");
}

#[test]
fn a_cleared_stage_is_said_before_the_next() {
    expect![[r#"
        Clear

        r.r
        stage 1, score 0; 1 legal action
        ? for help, q to quit
        wait
        CLEAR! LEVEL 1 -> 2

        r.r
        stage 2, score 10; 1 legal action
    "#]]
    .assert_eq(&play(&["clear.masu"], "wait\n"));
}

#[test]
fn help_is_the_games_own_or_made_from_its_rules() {
    expect![[r#"
        Push
        One box, one goal.

        What you can do:
          push (a direction)

        Keys:
          Up k w 8     push up
          Down j s 2   push down
          Left h a 4   push left
          Right l d 6  push right

        On the board:
          #  wall
          .  nothing
          g  goal
          p  player
          b  box
          P  player on goal
          B  box on goal

        Words:
          next, previous, level N, levels: another level
          undo, redo, restart, save, id, quit (or q)
          legal: what can be done; legend: what each letter means
          board: the board; look c5, look c, look 5: a cell, a column, a row
          where, where NAME: where pieces are
          hint: how to go on; again: the action after it; follow: do it
          moves: what was done so far
          quiet, loud: the board only when it is asked for, or after each action
          A cell or an action can be typed, several separated by commas.
    "#]]
    .assert_eq(play(&["push.masu"], "?\n").split_once("quit\n").unwrap().1);
    assert!(play(&["chase.masu"], "help\n").contains("7 8 9\n4 @ 6\n1 2 3\n"));
}

#[test]
fn any_input_ends_cleanly() {
    let rows: [&[u8]; 6] =
        [b"", b"\n\n\n", b"right", b"\xff\xfe\x00\n", b",,,\n", b"\x1b[A\n\x03\n\x04\n"];
    for input in rows {
        let ran = masume_reading(&["play", "push.masu", "--text"], input);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{input:?}");
    }
    let long = "right ".repeat(1_000_000);
    assert_eq!(masume_reading(&["play", "push.masu"], long).status, 0);
}

#[test]
fn levels_of_a_file_are_played_with_their_titles_and_authors() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("more.xsb");
    let levels = "Author: A b\n\n#@$.#\nTitle: Mine\n\n#@.#\n#$.#\nAuthor: C\u{1b}[31m\n";
    std::fs::write(&path, levels).expect("a file");
    let path = path.to_str().expect("a plain path");
    let printed = play(&["push.masu", "--levels", path], "next\nquit\n");
    for heading in ["level 1 of 2: Mine, by A b\n", "level 2 of 2, by C\u{fffd}[31m\n"] {
        assert!(printed.contains(heading), "{heading:?} in {printed}");
    }
}
