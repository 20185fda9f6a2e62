//! Playing without seeing the board: what changed is said, and anything can be asked for.

use std::fs;

use expect_test::expect;

use crate::harness::{masume, masume_reading, play};

/// Text that is said after the beginning, without the board after each action.
fn listen(arguments: &[&str], lines: &str) -> String {
    let said = play(&[arguments, &["--quiet"]].concat(), lines);
    said.split_once("q to quit\n").map_or(said.clone(), |(_, rest)| rest.to_owned())
}

#[test]
fn what_an_action_changed_is_said() {
    expect![[r#"
        right; player from b2 to c2
        moves 1, pushes 0
        push right; player from c2 to d2; box from d2 to e2
        moves 2, pushes 1
        push right; player from d2 to e2; box from e2 to f2, on goal
        moves 3, pushes 2
        solved in 3 moves
        next level? Enter: yes, q: no
        solved in 3 moves
        next level? Enter: yes, q: no
    "#]]
    .assert_eq(&listen(&["push.masu"], "right,right,right,left\nno\n"));
    expect![[r#"
        black: place b1; black takes white at b2
        white to act; black 4, white 1; 3 legal actions
        white: place a1; white takes black at b2
        black to act; black 3, white 3; 3 legal actions
        at action 1 of 2; black at b2; gone: white from a1, b2
        white to act; black 4, white 1; 3 legal actions
        at action 0 of 2; gone: black from b1, b2; white at b2
        black to act; black 2, white 2; 4 legal actions
        there is nothing to undo
        at action 1 of 2; black at b1, b2; gone: white from b2
        white to act; black 4, white 1; 3 legal actions
    "#]]
    .assert_eq(&listen(&["flip.masu"], "b1, a1\nundo\nundo, undo\nredo\n"));
    expect![[r#"
        jump a1 c1; peg now at c1, 1 fewer
        1 legal action
    "#]]
    .assert_eq(&listen(&["hop.masu"], "jump a1 c1\n"));
    expect![[r#"
        slide left; a1 4, b1 8; now empty: d1
        goal reached; the game goes on
        score 4; 1 legal action
        slide right; c1 4, d1 8; now empty: a1, b1
        score 4; 1 legal action
    "#]]
    .assert_eq(&listen(&["slide.masu"], "left, right\n"));
    expect![[r#"
        a1 is chosen: now the second
        take a1 b1; gone: tile 1 from a1, b1
        1 legal action
    "#]]
    .assert_eq(&listen(&["pair.masu"], "a1, b1\n"));
}

#[test]
fn chess_is_spoken_of_as_players_do() {
    let check = |lines: &str, expected: &[&str]| {
        let said = play(&["chess"], lines);
        for expected in expected {
            assert!(said.contains(expected), "no {expected:?} in {said}");
        }
        said
    };
    check("a4,b5,axb5\n", &["white: axb5; white takes black pawn at b5\n"]);
    // A name is found as it is written in the rules, too.
    check("where white pawn\n", &["white pawn: a2, b2"]);
    check("where white-pawn\n", &["white pawn: a2, b2"]);
    check("a4\nlegal\n", &["possible: Na6, Nc6, Nf6, Nh6, "]);
    // Rooks are rooks, and what only the rules need is not on the board, and in no letter of it.
    let said = check("e4\nlegend\n", &["8 r n b q k b n r\n", "3 . . . . . . . .\n", "white rook"]);
    assert!(!said.contains("unmoved") && !said.contains("skipped"), "{said}");
}

#[test]
fn an_action_has_the_name_that_its_game_calls_it_by() {
    // It is read by either name, and a push is told as one.
    let said = listen(&["sokoban/1"], "legal\nmove right\npush right\nmoves\n");
    for expected in [
        "possible: move up, move left, move right, move down\n",
        "right; you from d3 to e3\n",
        "push right; you from e3 to f3; box from f3 to g3\n",
        "1  move right\n2  move right\n",
    ] {
        assert!(said.contains(expected), "no {expected:?} in {said}");
    }
}

#[test]
fn what_chance_added_is_said_apart() {
    let said = listen(&["2048", "--seed", "1"], "left\nup\nright\nundo\n");
    expect![[r#"
        slide left; a3 2, a4 2; now empty: b3, d4; new: 2 at c2
        score 0
        slide up; a1 4, c1 2; now empty: c2, a3, a4; new: 2 at c4
        score 4
        slide right; c1 4, d1 2, d4 2; now empty: a1, c4; new: 2 at b2
        score 4
        at action 2 of 3; a1 4, c1 2, c4 2; now empty: d1, b2, d4
        score 4
    "#]]
    .assert_eq(&said);
}

#[test]
fn after_the_end_nothing_but_the_end_is_said() {
    // The end of a game in which cells are chosen, and of one in which they are walked to.
    for (arguments, lines) in
        [(&["pair.masu"][..], "a1, b1\nc1, d1\n"), (&["push.masu"], "right, right, right\n")]
    {
        let over = listen(arguments, lines);
        let asked = over.lines().last().expect("a question");
        assert!(asked.ends_with("Enter: yes, q: no"), "{over}");
        let ended = over.lines().rev().nth(1).expect("an end");
        for cell in ["a1", "b1"] {
            let said = listen(arguments, &format!("{lines}{cell}\n"));
            assert!(said.ends_with(&format!("{ended}\n{asked}\n{ended}\n{asked}\n")), "{said}");
        }
        assert!(listen(arguments, &format!("{lines}legal\n")).ends_with("no action is legal\n"));
    }
}

#[test]
fn the_board_is_printed_when_it_is_asked_for() {
    let said = listen(&["push.masu"], "right\nboard\nloud\nright\nquiet\nleft\n");
    assert_eq!(said.matches("#######\n").count(), 4, "{said}");
}

#[test]
fn cells_rows_columns_and_pieces_are_told() {
    expect![[r#"
        b2: player
        a2: wall; b2: player; c2: nothing; d2: box; e2: nothing; f2: goal; g2: wall
        c1: wall; c2: nothing; c3: wall
        player: b2
        box: d2
        possible: push right
        #  wall
        .  nothing
        g  goal
        p  player
        b  box
        P  player on goal
        B  box on goal
        there is no cell, row or column z9
        nothing
    "#]]
    .assert_eq(&listen(
        &["push.masu"],
        "look b2\nlook 2\nLook C\nwhere\nwhere box\nlist legal\nlegend\nlook z9\nwhere elephant\n",
    ));
    expect![[r#"
        white: b2, c3
        black: c2, b3
        b2: white
        .  nothing
        B  black
        W  white
    "#]]
    .assert_eq(&listen(&["flip.masu"], "where\nlook b2\nlegend\n"));
}

#[test]
fn what_is_uncovered_is_said() {
    expect![[r#"
        open a1; gone: back from a1; ace at a1
        2 legal actions
    "#]]
    .assert_eq(&listen(&["cards.masu"], "open a1\n"));
}

#[test]
fn a_column_is_chosen_by_its_number_too() {
    let said = listen(&["connect-four"], "4\n8\n0\n");
    assert!(said.starts_with("red: drop d; "), "{said}");
    assert_eq!(said.matches("legal actions").count(), 1, "{said}");
}

#[test]
fn moves_are_listed_since_the_game_was_begun_anew() {
    let said = listen(&["chess"], "e4\ne5\nNf3\nrestart\nmoves\nd4 d5\nmoves\n");
    assert!(said.contains("nothing was done yet"), "{said}");
    assert!(said.ends_with("\n1. d4 d5\n"), "{said}");
    assert!(!said.contains("1. e4"), "{said}");
}

#[test]
fn text_is_played_in_japanese() {
    let lines =
        "右\n左上\n押す右\nright\n戻す\nどこ\n候補\n見る d4\n最初から\n凡例\nレベル\nxyzzy\n終了\n";
    let arguments = ["play", "sokoban", "--text", "--quiet", "--locale", "ja"];
    let ran = masume_reading(&arguments, lines);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    expect![[r#"
        倉庫番 レベル 1/44: 最初のひと押し
        歩数 0、押した回数 0
        ? でヘルプ、q で終了
        右; あなた: d3 から e3 へ
        歩数 1、押した回数 0
        「左上」の意味がわかりません（`左上`という手はありません。手は`動く`です）。? でヘルプ
        押す 右; あなた: e3 から f3 へ; 箱: f3 から g3 へ
        歩数 2、押した回数 1
        押す 右; あなた: f3 から g3 へ; 箱: g3 から h3 へ（ゴールの上）
        歩数 3、押した回数 2
        3 歩、2 回押して解けました！
        次のレベルへ進みますか？ Enter: はい、q: いいえ
        3 手中 2 手目; あなた: g3 から f3 へ; 箱: h3 から g3 へ
        歩数 2、押した回数 1
        あなた: f3
        できること: 動く 上, 動く 左, 動く 右, 動く 下
        d4: なし
        最初に戻りました; あなた: f3 から d3 へ; 箱: g3 から f3 へ
        歩数 0、押した回数 0
        #  壁
        .  なし
        g  ゴール
        p  あなた
        b  箱
        P  ゴールの上のあなた
        B  ゴールの上の箱
        倉庫番 レベル 1/44: 最初のひと押し
        「xyzzy」の意味がわかりません（`xyzzy`という手はありません。手は`動く`です）。? でヘルプ
    "#]]
    .assert_eq(&ran.stdout);
}

#[test]
fn what_is_wrong_on_the_command_line_is_told_in_japanese() {
    for (arguments, expected) in [
        (&["play", "sokobann"][..], "というゲームはありません"),
        (&["play", "no/such.masu"], "を読めません: そのようなファイルはありません"),
        (&["play", "sokoban", "--level", "99"], "レベル 99 はありません"),
        (&["play", "sokoban", "--option", "x=1"], "という設定はありません"),
        (&["run", "push.masu", "--moves", "up"], "ここではできません"),
        (&["replay", "push.save"], "というゲームのセーブです"),
        (&["replay", "push.masu"], "Masume のセーブではありません"),
    ] {
        let ran = masume(&[arguments, &["--locale", "ja"]].concat());
        assert_ne!(ran.status, 0, "{arguments:?}");
        assert!(ran.stderr.contains(expected), "{arguments:?}: {}", ran.stderr);
    }
}

#[test]
fn a_save_can_be_played_again() {
    let folder = tempfile::tempdir().expect("a folder");
    let mut command = crate::harness::command(&["play", "push.masu", "--text"]);
    let game = crate::harness::games().join("push.masu");
    command.current_dir(folder.path()).arg("--quiet");
    command.args(["--seed", "1"]);
    std::fs::copy(game, folder.path().join("push.masu")).expect("copied");
    let mut child = command.spawn().expect("the binary runs");
    let mut stdin = child.stdin.take().expect("an input");
    std::io::Write::write_all(&mut stdin, b"right\nsave\nsave\n").expect("written");
    drop(stdin);
    let output = child.wait_with_output().expect("an end");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(said.contains("saved as push.save\nsaved as push-2.save\n"), "{said}");
    let path = folder.path().join("push.save");
    let ran = masume(&["replay", path.to_str().expect("a path"), "--game", "push.masu"]);
    assert!(ran.stdout.contains("1. push right"), "{ran:?}");
}

#[test]
fn a_piece_that_can_never_be_where_it_is_wanted_is_told_once() {
    let folder = tempfile::tempdir().expect("a folder");
    let path = folder.path().join("levels.xsb");
    fs::write(&path, "#######\n#     #\n# $@. #\n#     #\n#######\n").expect("a file");
    let path = path.to_str().expect("a plain path");
    expect![[r#"
        push left; player from d3 to c3; box from c3 to b3
        moves 1, pushes 1
        this can no longer be won: the box at b3 can never be where it is wanted. z takes back
        up; player from c3 to c2
        moves 2, pushes 1
        at action 1 of 2; player from c2 to c3
        moves 1, pushes 1
        it is not said when a piece can never be where it is wanted
        at action 0 of 2; player from c3 to d3; box from b3 to c3
        moves 0, pushes 0
        at action 1 of 2; player from d3 to c3; box from c3 to b3
        moves 1, pushes 1
        it is said when a piece can never be where it is wanted
        this can no longer be won: the box at b3 can never be where it is wanted. z takes back
    "#]]
    .assert_eq(&listen(&["push.masu", "--levels", path], "left\nup\nundo\nM\nundo\nredo\nM\n"));
}

#[test]
fn what_came_is_said_where_the_action_does_not_say_it() {
    expect![[r#"
        turn a1; gone: back from a1; heart at a1
        4 legal actions
        flag b1; flag at b1
        3 legal actions
        turn c1; gone: back from c1; spade at c1
        1 legal action
    "#]]
    .assert_eq(&listen(&["flag.masu"], "turn a1\nflag b1\nturn c1\n"));
}

#[test]
fn of_several_actions_at_two_cells_one_is_chosen_by_its_number() {
    expect![[r#"
        which one? 1: white queen  2: white rook
        white: crown a1 b1; gone: white pawn from a1; white queen at b1
        Mind the queen.
        black to act
        c1 is chosen: now the second
        black: take c1 b1; black takes white queen at b1
        black wins
        play again? Enter: yes, q: no
        1  white: crown a1 b1
        2  black: take c1 b1
    "#]]
    .assert_eq(&listen(&["rise.masu"], "a1 b1\n1\nc1, b1\nmoves\n"));
    expect![[r#"
        which one? 1: white queen  2: white rook
        nothing can be done at b1
    "#]]
    .assert_eq(&listen(&["rise.masu"], "a1 b1\nb1\n"));
}

#[test]
fn a_hint_is_followed_by_a_word() {
    expect![[r#"
        no hint is shown: hint shows one
        hint: push right (b2, c2) (the first of 3 actions to a win). follow plays it
        right; player from b2 to c2
        moves 1, pushes 0
        1  push right
    "#]]
    .assert_eq(&listen(&["push.masu"], "follow\nhint, follow, moves\n"));
}

#[test]
fn the_level_before_is_gone_back_to_once_that_is_answered() {
    expect![[r#"
        right; player from b2 to c2
        moves 1, pushes 0
        push right; player from c2 to d2; box from d2 to e2
        moves 2, pushes 1
        push right; player from d2 to e2; box from e2 to f2, on goal
        moves 3, pushes 2
        solved in 3 moves
        next level? Enter: yes, q: no
        Push, level 2 of 2: Two
        moves 0, pushes 0
        ? for help, q to quit
        this is the beginning of the level. Back to level 1? Enter: yes, Esc: no
        this is the beginning of the level. Back to level 1? Enter: yes, Esc: no
        this is the beginning
        this is the beginning of the level. Back to level 1? Enter: yes, Esc: no
        Push, level 1 of 2: One
        moves 3, pushes 2
        ? for help, q to quit
        solved in 3 moves
        next level? Enter: yes, q: no
        at action 2 of 3; player from e2 to d2; box from f2 to e2
        moves 2, pushes 1
    "#]]
    .assert_eq(&listen(
        &["push.masu"],
        "right, right, right\nyes\nundo, undo\nno\nundo\nyes\nundo\n",
    ));
}

#[test]
fn a_board_that_runs_by_itself_is_changed_by_naming_cells() {
    expect![[r#"
        a1: living cell
        a1: nothing
        tick; living cell now at o7, o9
        generation 1, 6 alive
        Life
        generation 0, 7 alive
        a1: living cell
        this is the beginning. Back to the game before? Enter: yes, Esc: no
        Life
        generation 1, 6 alive
        ? for help, q to quit
    "#]]
    .assert_eq(&listen(&["life"], "a1\na1\ntick\na1\nundo\nyes\n"));
}
