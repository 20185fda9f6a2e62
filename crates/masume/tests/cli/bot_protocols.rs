//! `bot`: agents that play for a controller, by protocol.

use serde_json::{Value, json};

use crate::harness::{masume, masume_reading, output};

/// Asks for a move.
const CHOOSE: &str = concat!("g", "o");

/// Answers of a bot to lines, by protocol.
pub(crate) fn answers(game: &str, protocol: &str, lines: &str) -> String {
    let arguments = ["bot", game, "--protocol", protocol, "--agent", "uct:100"];
    let ran = masume_reading(&arguments, lines);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    ran.stdout
}

#[test]
fn a_bot_answers_hostile_lines_and_goes_on() {
    let state = output(&["run", "tic-tac-toe"]);
    let go = |state: &str| {
        json!({"go": {"protocol": 1, "id": "", "player": "", "ply": 0, "cells": [], "score": null,
            "legal_actions": [], "state": state, "seconds": 1.0}})
        .to_string()
    };
    let deep = "[".repeat(100_000);
    let lines =
        ["", "hello", "{}", &deep, &go("rubbish"), &go(&state), "{\"over\":null}"].join("\n");
    let said = answers("tic-tac-toe", "json", &lines);
    let said: Vec<Value> = said.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    let errors = said.iter().filter(|it| it["error"].is_string()).count();
    assert_eq!((said.len(), errors), (5, 4), "{said:?}");
    assert!(said[4]["action"].is_string(), "{said:?}");
}

#[test]
fn ugi_plays_any_game() {
    let said = answers(
        "breakthrough:5x6",
        "ugi",
        "ugi\nisready\nquery result\ngo nodes 50\nposition startpos moves no_such\ngo\nposition fen x\nquery p1turn\nnonsense\n\
         position startpos moves move_a2_a3\nquery p1turn\nquery gameover\ngo nodes 50\nquit\ngo\n",
    );
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(
        lines[..5],
        ["id name Masume", "id author the makers of Masume", "ugiok", "readyok", "response none"]
    );
    assert!(lines[6].starts_with("bestmove move_"), "{said}");
    assert_eq!(
        lines[7..12],
        [
            "info error unknown move no_such",
            "info error no position",
            "info error expected `position startpos`",
            "info error no position",
            "info error unknown command nonsense"
        ]
    );
    assert_eq!(lines[12..14], ["response false", "response false"]);
    assert!(lines.last().expect("lines").starts_with("bestmove move_"), "{said}");
}

/// No position is better than an older one: what was refused is what the controller has before it.
#[test]
fn a_position_that_is_refused_is_none() {
    for refused in [
        "position",
        "position fen x",
        "position startpos place_a1",
        "position startpos moves place_a1 place_a1",
        "position startpos moves place_z9",
    ] {
        let lines = format!(
            "position startpos moves place_b2\n{refused}\n{CHOOSE}\nquery gameover\nuginewgame\nquery p1turn\n"
        );
        let said = answers("tic-tac-toe", "ugi", &lines);
        let lines: Vec<&str> = said.lines().collect();
        assert!(lines[0].starts_with("info error "), "{refused}: {said}");
        let none = "info error no position";
        assert_eq!(lines[1..], [none, none, "response true"], "{refused}");
    }
    let said = answers("othello", "nboard", &format!("move F5\nmove A1\n{CHOOSE}\nmove D6\n"));
    assert_eq!(said, "status illegal move A1\nstatus no game\nstatus no game\n");
}

#[test]
fn a_line_that_cannot_be_read_is_answered_and_the_next_one_heard() {
    let long = vec![b'x'; 10 << 20];
    for (protocol, line, expected) in [
        ("ugi", "isready", "info error unreadable line\nreadyok\n"),
        ("ugi", CHOOSE, "info error unreadable line\ninfo error no position\n"),
        ("gtp", "name", "? unreadable line\n\n= Masume\n\n"),
        ("nboard", "ping 1", "status unreadable line\npong 1\n"),
        ("nboard", CHOOSE, "status unreadable line\nstatus no game\n"),
    ] {
        for unreadable in [b"\xff\xfe", &long[..]] {
            let lines = [unreadable, b"\n", line.as_bytes(), b"\n"].concat();
            let ran = masume_reading(&["bot", "othello", "--protocol", protocol], lines);
            assert_eq!((ran.status, ran.stdout.as_str()), (0, expected), "{protocol}");
        }
    }
    let lines = [&long[..], b"\n{}\n", &long].concat();
    let ran = masume_reading(&["bot", "othello"], lines);
    let errors: Vec<Value> =
        ran.stdout.lines().map(|it| serde_json::from_str(it).expect("JSON")).collect();
    let is_long = |it: &Value| it["error"] == "the line is longer than 1 MiB";
    assert_eq!(errors.iter().map(is_long).collect::<Vec<_>>(), [true, false, true], "{errors:?}");
}

#[test]
fn what_a_bot_repeats_does_nothing_to_a_terminal() {
    let hostile = "\u{1b}[31m\u{9b}2J\u{202e}x";
    let spelt = r"\u{1b}[31m\u{9b}2J\u{202e}x";
    let rows = [
        ("ugi", hostile.to_owned(), format!("info error unknown command {spelt}\n")),
        ("ugi", format!("position {hostile}"), "info error expected `position startpos`\n".into()),
        (
            "ugi",
            format!("position startpos moves {hostile}"),
            format!("info error unknown move {spelt}\n"),
        ),
        ("nboard", format!("ping {hostile}"), format!("pong {spelt}\n")),
        ("nboard", format!("set {hostile}"), format!("status unknown setting {spelt}\n")),
    ];
    for (protocol, line, expected) in rows {
        assert_eq!(answers("othello", protocol, &line), expected, "{protocol}");
    }
    let line = json!({"go": {"protocol": "\u{9b}\u{202e}"}}).to_string();
    let said = answers("othello", "json", &line);
    assert!(said.contains(r#"found \"\u009b\u202e\""#), "{said}");
}

#[test]
fn gtp_keeps_a_board() {
    let said = answers(
        "go:5x5",
        "gtp",
        "1 protocol_version\nboardsize 5\nboardsize 99999\nboardsize x\nplay black C3\nplay white C3\nplay black I1\n\
         play\n7 genmove white\nundo\nundo\nundo\nundo\nknown_command play\nfly\nfinal_score # a comment\nquit\nname\n",
    );
    let answers: Vec<&str> = said.split("\n\n").collect();
    assert_eq!(answers[..4], ["=1 2", "=", "? unacceptable size", "? syntax error"]);
    assert_eq!(answers[4..8], ["=", "? illegal move", "? invalid coordinate", "? syntax error"]);
    assert!(answers[8].starts_with("=7 "), "{said}");
    assert_eq!(answers[9..12], ["=", "=", "? cannot undo"]);
    assert_eq!(answers[13..17], ["= true", "? unknown command", "= 0", "="], "{said}");
    assert_eq!(answers.len(), 18, "{said}");
}

#[test]
fn nboard_reads_games_and_moves() {
    let game = "set game (;GM[Othello]PC[x]PB[B[1]]PW[w]RE[?]TI[5:00]TY[8]BO[8 \
        ---------------------------O*------*O--------------------------- *]B[F5//1.2]W[F6];)";
    let said = answers(
        "othello",
        "nboard",
        &format!("nboard 2\nset depth 9\n{game}\nping 7\ngo\nmove E6/1/2\nmove Z9\nfly\nquit\n"),
    );
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines[..3], ["set myname Masume", "pong 7", "status"], "{said}");
    assert!(lines[3].starts_with("=== ") && lines[3].len() == 6, "{said}");
    assert_eq!(lines[4..], ["status unknown move Z9", "status unknown command fly"], "{said}");
}

#[test]
fn nboard_says_what_it_does_not_understand() {
    let board = "---------------------------O*------*O---------------------------";
    let game = |board: &str, moves: &str| format!("set game (;GM[Othello]BO[{board}]{moves};)");
    let eight = |moves: &str| game(&format!("8 {board} *"), moves);
    let rows = [
        (game(&format!("10 {board} *"), ""), "a board of 10, and this game has 8"),
        (game(&format!("8 {board} O"), ""), "this game does not begin with that board"),
        (
            game(&format!("8 {} *", board.replace('O', "*")), ""),
            "this game does not begin with that board",
        ),
        (game("8 -- *", ""), "this game does not begin with that board"),
        ("set game".to_owned(), "expected a game between `(;` and `;)`"),
        ("set game (;GM[Othello]".to_owned(), "expected a game between `(;` and `;)`"),
        ("set game (;GM[Othello];)".to_owned(), "expected a board `BO[…]`"),
        (eight("B[F5"), "a move has no end"),
        (eight("B[A1]"), "illegal move A1"),
        (eight("W[F5]"), "not this colour's turn: F5"),
    ];
    for (line, expected) in rows {
        // Nor is the game before gone on with.
        let said = answers("othello", "nboard", &format!("{line}\nmove F5\n{CHOOSE}\n"));
        assert_eq!(said, format!("status {expected}\nstatus no game\nstatus no game\n"), "{line}");
    }
    let said = answers(
        "othello",
        "nboard",
        "nboard 9\nset depth x\nset depth 12\nset contempt\nset colour red\nhint x\nhint 0\nlearn\n",
    );
    let lines: Vec<&str> = said.lines().collect();
    let expected = [
        "expected version 2, found 9",
        "expected a number, found x",
        "expected a number, found ",
        "unknown setting colour",
        "expected a number above 0, found x",
        "expected a number above 0, found 0",
        "this engine does not learn",
    ];
    assert_eq!(lines, expected.map(|it| format!("status {it}")));
    let said = answers("othello", "nboard", &format!("{}\nhint 2\n", eight("B[F5]")));
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!((lines.len(), lines[2]), (3, "status"), "{said}");
    for line in &lines[..2] {
        let words: Vec<&str> = line.split(' ').collect();
        assert_eq!((words.len(), words[0], words[3]), (5, "search", "0"), "{said}");
        assert!(words[1].len() >= 2 && words[2].parse::<f64>().is_ok(), "{said}");
    }
}

#[test]
fn a_protocol_that_cannot_speak_of_a_game_is_refused() {
    for (game, protocol) in [("chess", "gtp"), ("go", "nboard"), ("2048", "gtp")] {
        let ran = masume(&["bot", game, "--protocol", protocol]);
        assert_eq!(ran.status, 2, "{ran:?}");
        assert!(ran.stderr.contains("this protocol cannot speak of this game"), "{}", ran.stderr);
    }
    let ran = masume(&["bot", "2048", "--agent", "uct"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("the agent `uct` cannot play this game"), "{}", ran.stderr);
    let ran = masume(&["bot", "2048", "--agent", "clever"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("expected easy, medium"), "{}", ran.stderr);
}
