//! `match`, `drive` and `bot`: agents and programs that play.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::time::Duration;

use serde_json::{Value, json};

use crate::harness::{Ran, masume, masume_reading, output};

pub(crate) const MASUME: &str = env!("CARGO_BIN_EXE_masume");

fn examples() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../../examples/bots")
}

/// True if a program is there; says so where it is not.
fn is_installed(name: &str, arguments: &[&str]) -> bool {
    let mut command = Command::new(name);
    let command = command.args(arguments).stdin(Stdio::null()).stdout(Stdio::null());
    let is_there = command.stderr(Stdio::null()).status().is_ok_and(|status| status.success());
    if !is_there {
        skip(name);
    }
    is_there
}

#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn skip(name: &str) {
    eprintln!("skipped: {name} is not installed");
}

/// Lets a program choose in a game that is kept in a new folder: what was printed, and the save.
pub(crate) fn drive(arguments: &[&str], command: &[&str]) -> (Ran, String) {
    let folder = tempfile::tempdir().expect("a folder");
    let save = folder.path().join("kept.save");
    let save = save.to_str().expect("a plain path");
    let ran = masume(&[&["drive"], arguments, &["--json", "--save", save, "--"], command].concat());
    let kept = match fs::read_to_string(save) {
        Ok(_) => output(&["replay", save, "--text"]),
        Err(_) => String::new(),
    };
    (ran, kept)
}

fn record(ran: &Ran) -> Value {
    serde_json::from_str(&ran.stdout).unwrap_or_else(|_| panic!("{ran:?}"))
}

#[track_caller]
pub(crate) fn plays_well(arguments: &[&str], command: &[&str]) -> Value {
    let (ran, kept) = drive(arguments, command);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
    let record = record(&ran);
    let outcome = record["outcome"].as_str().expect("an outcome");
    assert!(kept.trim_end().ends_with(outcome), "{outcome}: {kept}");
    record
}

#[test]
fn masume_drives_masume() {
    for (game, agent) in [("othello:4x4", "uct:50"), ("2048:2x2", "flat:20"), ("ice", "random")] {
        let command = [MASUME, "bot", game, "--agent", agent];
        let (ran, kept) = drive(&[game, "--plies", "200"], &command);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
        assert!(kept.contains("\n1. "), "{kept}");
    }
    let command = [MASUME, "bot", "tic-tac-toe", "--agent", "uct:2000"];
    let opponent = ["tic-tac-toe", "--player", "o", "--opponent", "random"];
    let (ran, _) = drive(&opponent, &command);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("no player `o`"), "{}", ran.stderr);
}

#[test]
fn clients_in_other_languages_play_whole_games() {
    let path = |name: &str| examples().join(name).to_str().expect("a plain path").to_owned();
    if is_installed("python3", &["--version"]) {
        plays_well(&["othello", "--opponent", "random"], &["python3", &path("bot.py")]);
    }
    if is_installed("node", &["--version"]) {
        let record = plays_well(&["2048"], &["node", &path("bot.js")]);
        assert!(record["scores"][0].as_i64() > Some(100), "{record}");
        plays_well(&["othello:4x4"], &["node", &path("bot.js")]);
    }
    if is_installed("dotnet", &["--version"]) {
        let folder = tempfile::tempdir().expect("a folder");
        let project = folder.path().to_str().expect("a plain path");
        let made = Command::new("dotnet")
            .args(["new", "console", "--force", "--output", project])
            .output()
            .expect("it runs");
        assert!(made.status.success(), "{made:?}");
        fs::copy(examples().join("Bot.cs"), folder.path().join("Program.cs")).expect("copied");
        let command = ["dotnet", "run", "--project", project];
        plays_well(&["othello:4x4", "--seconds", "120"], &command);
    }
}

/// It is asked once, and chooses twice; its second word comes before the second question.
#[cfg(unix)]
const TWICE: &str = "read line; printf '{\"ask\":\"rows\"}\\n{\"action\":\"place a1\"}\\n{\"action\":\"place b1\"}\\n'; sleep 60";

/// Its first answer comes in time, the second does not.
#[cfg(unix)]
const SLOW: &str = "read line; echo '{\"action\":\"place a1\"}'; read line; sleep 60";

/// A program in the shell's language that fails in each way, and what is said of it.
#[cfg(unix)]
#[test]
fn a_program_that_fails_is_told_and_the_game_is_kept() {
    let rows = [
        ("exit 3", "died", "the program ended with status 3"),
        ("read line", "died", "the program ended with status 0"),
        ("read line; kill -9 $$", "died", "the program was ended by signal 9"),
        ("read line; exec >&-; sleep 60", "died", "the program closed its output"),
        ("read line; echo '{\"action\":\"mark a1\"}'; read line", "illegal", "not legal: mark a1"),
        ("read line; echo hello; sleep 5", "rubbish", "not of the protocol: hello"),
        ("read line; echo '[1]'; sleep 5", "rubbish", "not of the protocol: [1]"),
        ("while read line; do echo '{\"be\":1}'; done", "rubbish", "not of the protocol"),
        ("while read line; do echo '{\"ask\":\"cell\"}'; done", "rubbish", "not of the protocol"),
        ("sleep 60", "late", "did not answer within 11 s"),
        (SLOW, "late", "did not answer within 1 s"),
        (TWICE, "out of turn", "before it was asked: {\"action\":\"place b1\"}"),
        ("read line; head -c 10000000 /dev/zero; sleep 60", "too long", "more than 1 MiB"),
        ("read line; yes '{\"ask\":\"rows\"}'", "flood", "too many lines"),
        ("read line; printf '\\377\\n'; sleep 60", "rubbish", "not of the protocol"),
    ];
    for (script, word, said) in rows {
        let arguments = ["tic-tac-toe", "--seconds", "1"];
        let (ran, kept) = drive(&arguments, &["sh", "-c", script]);
        assert_eq!(ran.status, 1, "{script}: {ran:?}");
        assert!(ran.stderr.contains(said), "{script}: {}", ran.stderr);
        assert_eq!(
            (&record(&ran)["fault"], &record(&ran)["outcome"]),
            (&json!(word), &Value::Null)
        );
        assert!(record(&ran)["reason"].as_str().is_some_and(|it| it.contains(said)), "{ran:?}");
        assert!(kept.contains("tic-tac-toe"), "{script}: {kept}");
        ran.took_less_than(Duration::from_secs(20));
    }
    let (ran, _) = drive(&["tic-tac-toe"], &["/there/is/no/such/program"]);
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("cannot be started: /there/is/no/such/program"), "{}", ran.stderr);
}

/// A file that cannot be written is refused before the program runs; one that cannot be written any
/// more at the end costs no game.
#[cfg(unix)]
#[test]
fn a_game_is_not_played_for_a_file_that_cannot_be_written() {
    let folder = tempfile::tempdir().expect("a folder");
    let begun = folder.path().join("begun");
    let touch = format!("touch {}; read l", begun.display());
    let drive = |save: &str, script: &str| {
        let arguments = ["drive", "tic-tac-toe", "--save", save, "--", "sh", "-c", script];
        let mut command = crate::harness::command(&arguments);
        command.env("MASUME_DATA", folder.path().join("data"));
        command.current_dir(folder.path()).output().expect("it runs")
    };
    fs::write(folder.path().join("there.save"), "mine").expect("written");
    for save in ["there.save", "/no/such/folder/a.save", "new/"] {
        let ran = drive(save, &touch);
        let said = String::from_utf8_lossy(&ran.stderr);
        assert_eq!((ran.status.code(), ran.stdout.len()), (Some(2), 0), "{save}: {said}");
        assert!(said.contains("cannot be kept") && said.contains("not there yet"), "{said}");
        assert!(!begun.exists(), "{save}");
    }
    fs::create_dir(folder.path().join("late")).expect("a folder");
    let ran = drive("late/a.save", "read l; rm -r late; echo '{\"action\":\"place a1\"}'; read l");
    let said = String::from_utf8_lossy(&ran.stderr);
    assert_eq!(ran.status.code(), Some(1), "{said}");
    let elsewhere = folder.path().join("data/games/tic-tac-toe.save");
    let place = format!("the game is kept in {}", elsewhere.display());
    assert!(said.contains(&place), "{said}");
    assert!(fs::read_to_string(elsewhere).expect("a save").contains("place a1"));
    assert!(!folder.path().join("tic-tac-toe.save").exists());
}

/// Names in a folder, in order.
fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).expect("a folder");
    let mut names: Vec<String> =
        entries.map(|it| it.expect("an entry").file_name().display().to_string()).collect();
    names.sort();
    names
}

#[test]
fn a_game_is_kept_where_it_is_told_or_with_the_other_data() {
    let folder = tempfile::tempdir().expect("a folder");
    let (here, data) = (folder.path().join("here"), folder.path().join("data"));
    fs::create_dir(&here).expect("a folder");
    for (game, score) in [("othello:4x4", Some("score: black ")), ("tic-tac-toe", None)] {
        for _ in 0..2 {
            let arguments = ["drive", game, "--", MASUME, "bot", game, "--agent", "random"];
            let mut command = crate::harness::command(&arguments);
            let ran = command.env("MASUME_DATA", &data).current_dir(&here).output();
            let ran = ran.expect("it runs");
            let said = String::from_utf8_lossy(&ran.stdout);
            assert!(ran.status.success() && said.contains("games/"), "{said}");
            match score {
                Some(score) => assert!(said.contains(score) && said.contains(", white "), "{said}"),
                None => assert!(!said.contains("score"), "{said}"),
            }
        }
    }
    assert_eq!(names(&here), [""; 0]);
    let kept = ["othello-2.save", "othello.save", "tic-tac-toe-2.save", "tic-tac-toe.save"];
    assert_eq!(names(&data.join("games")), kept);
}

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
    // Ten megabytes without an end of line end it, with a word.
    let said = answers("tic-tac-toe", "json", &"x".repeat(10 << 20));
    assert_eq!(said, "{\"error\":\"the line is longer than 1 MiB\"}\n");
    for (protocol, end) in
        [("ugi", "info error unreadable line\n"), ("gtp", "? unreadable line\n\n")]
    {
        assert_eq!(answers("tic-tac-toe", protocol, &"x".repeat(10 << 20)), end);
    }
    let ran = masume_reading(&["bot", "othello", "--protocol", "nboard"], "x".repeat(10 << 20));
    assert_eq!(ran.stdout, "status unreadable line\n");
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
fn a_line_that_is_no_text_is_answered_and_the_next_one_heard() {
    for (protocol, line, expected) in [
        ("ugi", "isready", "info error unreadable line\nreadyok\n"),
        ("gtp", "name", "? unreadable line\n\n= Masume\n\n"),
        ("nboard", "ping 1", "status unreadable line\npong 1\n"),
    ] {
        let lines = [&b"\xff\xfe\n"[..], line.as_bytes(), b"\n"].concat();
        let ran = masume_reading(&["bot", "othello", "--protocol", protocol], lines);
        assert_eq!((ran.status, ran.stdout.as_str()), (0, expected), "{protocol}");
    }
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

/// Result of a match with these arguments.
#[track_caller]
fn matched(arguments: &[&str]) -> Value {
    let text = output(&[&["match"], arguments, &["--json"]].concat());
    serde_json::from_str(&text).expect("JSON")
}

#[test]
fn a_match_is_the_same_again_and_goes_on_where_it_was() {
    let folder = tempfile::tempdir().expect("a folder");
    let keep = folder.path().join("kept");
    let keep = keep.to_str().expect("a plain path");
    let plan = ["connect-four:5x4", "uct:100", "random"];
    let whole = matched(&[&plan[..], &["--games", "6", "--threads", "2"]].concat());
    let first = matched(&[&plan[..], &["--games", "3", "--keep", keep]].concat());
    assert_eq!(first["games"], 3);
    let notes = || fs::read_to_string(Path::new(keep).join("match.jsonl")).expect("a file");
    // A crash while a line was written.
    fs::write(Path::new(keep).join("match.jsonl"), notes() + "{\"game\":4,").expect("written");
    let second = matched(&[&plan[..], &["--games", "6", "--keep", keep]].concat());
    assert_eq!(notes().lines().count(), 7);
    let results = |it: &Value| -> Vec<(Value, Value)> {
        let results = it["results"].as_array().expect("a list");
        results.iter().map(|it| (it["winner"].clone(), it["plies"].clone())).collect()
    };
    assert_eq!(results(&whole), results(&second));
    assert!(whole["won"].as_u64() >= Some(4), "{whole}");
    for number in 1..=6 {
        let file = Path::new(keep).join(format!("game-000{number}.save"));
        let shown = output(&["replay", file.to_str().expect("a plain path"), "--text"]);
        assert!(shown.contains("connect-four:5x4"), "{shown}");
    }
    // Two games have the same opening.
    let text = |number: u32| {
        fs::read_to_string(Path::new(keep).join(format!("game-000{number}.save"))).expect("a file")
    };
    let opening = |text: String| -> Vec<String> {
        let actions = text.lines().filter(|line| line.starts_with("> drop")).map(str::to_owned);
        actions.take(4).collect()
    };
    assert_eq!((opening(text(1)), opening(text(1)).len()), (opening(text(2)), 4));
    let ran = masume(&["match", "connect-four:5x4", "uct:100", "greedy", "--keep", keep]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("belongs to another match"), "{}", ran.stderr);
}

#[test]
fn a_test_of_strength_is_decided_by_whole_pairs_in_their_order() {
    let folder = tempfile::tempdir().expect("a folder");
    let keep = folder.path().to_str().expect("a plain path");
    let plan =
        ["tic-tac-toe", "uct:200", "random", "--games", "400", "--sprt", "0:50", "--seed", "6"];
    let alone = matched(&[&plan[..], &["--threads", "1"]].concat());
    assert_eq!(alone["sprt"], "accepted", "{alone}");
    assert_eq!(alone["games"].as_u64().map(|games| games % 2), Some(0), "{alone}");
    assert_eq!(
        alone["results"].as_array().map(Vec::len),
        alone["games"].as_u64().map(|it| it as usize)
    );
    for threads in ["2", "3", "5"] {
        let several = [&plan[..], &["--threads", threads]].concat();
        assert_eq!(matched(&several), alone, "{threads} threads");
    }
    // What was decided stays so, without another game.
    let kept = [&plan[..], &["--keep", keep]].concat();
    let first = matched(&kept);
    let notes = || fs::read_to_string(folder.path().join("match.jsonl")).expect("a file");
    let noted = notes();
    assert_eq!((matched(&kept), notes()), (first, noted));
}

#[test]
fn a_match_says_what_little_it_can() {
    // Every point of one side is no infinite strength.
    let plan = ["match", "tic-tac-toe", "uct:500", "random", "--openings", "random:0"];
    let won = output(&[&plan[..], &["--games", "4", "--seed", "1"]].concat());
    assert!(won.contains("4 won") && won.contains("every game won: Elo at least "), "{won}");
    let found = matched(&[
        "tic-tac-toe",
        "random",
        "uct:500",
        "--openings",
        "random:0",
        "--games",
        "2",
        "--seed",
        "1",
    ]);
    assert!(found["elo"].is_null() && found["elo_bound"].as_f64() < Some(300.0), "{found}");
    let even = output(&[
        "match",
        "tic-tac-toe",
        "uct:2000",
        "uct:2000",
        "--games",
        "2",
        "--openings",
        "random:0",
    ]);
    assert!(even.contains("Elo +0 ± 0") && !even.contains("-0"), "{even}");
    // A kept match is as long as it is.
    let folder = tempfile::tempdir().expect("a folder");
    let keep = ["--keep", folder.path().to_str().expect("a plain path"), "--games"];
    let plan = ["match", "tic-tac-toe", "random", "random"];
    output(&[&plan[..], &keep, &["8"]].concat());
    let ran = masume(&[&plan[..], &keep, &["6"]].concat());
    assert!(ran.stdout.contains("of 8"), "{ran:?}");
    assert!(ran.stderr.contains("8 games are kept there, more than the 6 asked for"), "{ran:?}");
}

#[test]
fn people_get_a_table() {
    let text = output(&[
        "match",
        "tic-tac-toe",
        "uct:200",
        "random",
        "--games",
        "10",
        "--openings",
        "random:1",
    ]);
    assert!(text.starts_with("uct:200 against random: "), "{text}");
    let arguments =
        ["match", "tic-tac-toe", "random", "random", "--games", "4", "--sprt", "--locale", "ja"];
    let text = output(&arguments);
    assert!(text.contains("random 対 random: 4 局中") && text.contains("対数尤度比"), "{text}");
}

#[cfg(unix)]
#[test]
fn a_command_that_fails_in_a_match_loses() {
    let talks = "read line; echo '{\\\"ask\\\":\\\"rows\\\"}'; read line";
    let program = |ends: &str| format!("sh -c \"{talks}; {ends}\"");
    let plan = ["--games", "2", "--threads", "1", "--openings", "random:0"];
    let rows = [
        ("exit 7", "the program ended with status 7", "nothing to its standard error"),
        ("kill -15 $$", "the program was ended by signal 15", "nothing to its standard error"),
        ("echo lost my way >&2; echo badly >&2; exit 2", "status 2", "lost my way\nbadly"),
        ("echo why >&2; echo nonsense; sleep 60", "not of the protocol: nonsense", "why"),
        ("echo bad move >&2; echo '{\\\"action\\\":\\\"x\\\"}'", "not legal: x", "bad move"),
        ("head -c 99999 /dev/zero >&2; echo >&2; echo last >&2; exit 2", "status 2", "last"),
    ];
    for (ends, reason, words) in rows {
        let program = program(ends);
        let sides = [("A", "one", [&program, "random"]), ("B", "other", ["random", &program])];
        for (side, failed, sides) in sides {
            let game = ["match", "tic-tac-toe"];
            let ran = masume(&[&game[..], &sides, &plan, &["--json"]].concat());
            assert_eq!(ran.status, 1, "{ends}: {ran:?}");
            let said = &ran.stderr;
            assert!(said.contains(&format!("game 1: {side} (`sh -c ")), "{ends}: {said}");
            assert!(said.contains(reason) && said.contains(words.lines().next().unwrap_or("")));
            assert_eq!(said.matches("game ").count(), 1, "only the first: {said}");
            let found = record(&ran);
            let result = &found["results"][1];
            assert_eq!((&found["games"], &result["failed"]), (&json!(2), &json!(failed)));
            assert!(result["fault"].as_str().is_some_and(|it| it.contains(reason)), "{result}");
            if !words.contains("nothing") {
                let stderr = result["stderr"].as_str().expect("its words");
                assert!(stderr.ends_with(words) && stderr.len() < 13_000, "{result}");
            }
        }
    }
    let command = format!("{MASUME} bot tic-tac-toe --agent uct:500");
    let found =
        matched(&["tic-tac-toe", &command, "random", "--games", "4", "--openings", "random:0"]);
    assert!(found["lost"] == 0 && found["won"].as_u64() >= Some(2), "{found}");
}

/// Nobody can play against a program that never begins: there is nothing to be counted.
#[cfg(unix)]
#[test]
fn a_program_that_cannot_begin_ends_the_match() {
    for (program, reason) in [
        ("json:true", "the program ended with status 0"),
        ("sh -c 'read line'", "the program ended with status 0"),
        ("sh -c 'echo no such module >&2; exit 1'", "the program ended with status 1"),
        ("gtp:sh -c 'echo no such module >&2; exit 1'", "the program ended with status 1"),
        ("json:/no/such/bot", "cannot be started"),
    ] {
        for sides in [[program, "random"], ["random", program]] {
            let arguments = [&["match", "go:5x5"], &sides[..], &["--games", "6", "--threads", "1"]];
            let ran = masume(&[&arguments.concat()[..], &["--openings", "random:0"]].concat());
            assert_eq!(ran.status, 1, "{ran:?}");
            assert!(ran.stderr.contains(reason) && ran.stderr.contains(program), "{ran:?}");
            assert_eq!(
                ran.stderr.contains("no such module"),
                program.contains("module"),
                "{ran:?}"
            );
            assert_eq!(ran.stderr.matches("error: ").count(), 1, "{ran:?}");
            // No game was lost by it.
            assert!(!ran.stdout.contains("1 lost") && !ran.stdout.contains("1 won"), "{ran:?}");
        }
    }
}

#[test]
fn a_program_that_speaks_nboard_plays_in_a_match() {
    let command = format!("nboard:{MASUME} bot othello --protocol nboard --agent uct:60");
    let plan = ["--games", "2", "--openings", "random:3"];
    let found = matched(&[&["othello", &command, "random"][..], &plan].concat());
    assert_eq!(found["results"].as_array().map(Vec::len), Some(2), "{found}");
    assert!(found["won"].as_u64() >= Some(1), "{found}");
    for game in ["othello:6x6", "chess"] {
        let ran = masume(&["match", game, &command, "random"]);
        assert_eq!(ran.status, 2, "{game}: {ran:?}");
        assert!(ran.stderr.contains("this protocol cannot speak of this game"), "{}", ran.stderr);
    }
}

#[cfg(unix)]
#[test]
fn a_program_may_resign_or_refuse_the_board() {
    let gtp = |refuses: &str, moves: &str| {
        let script = format!(
            "while read command rest; do case $command in {refuses}) echo '? no such size';; \
             genmove) echo '= {moves}';; *) echo '=';; esac; echo; done"
        );
        format!("gtp:sh -c \"{script}\"")
    };
    let resigning = gtp("none", "resign");
    let found = matched(&["go:5x5", &resigning, "random", "--games", "2"]);
    assert_eq!(found["lost"], 2, "{found}");
    let result = &found["results"][0];
    assert_eq!((&result["left"], result.get("fault")), (&json!("resigned"), None), "{result}");
    assert_eq!((&result["winner"], &result["outcome"]), (&json!("other"), &Value::Null));
    let ran = masume(&["match", "go:5x5", &gtp("boardsize", "pass"), "random"]);
    assert_eq!(ran.status, 1, "{ran:?}");
    assert!(ran.stderr.contains("refuses to begin: boardsize 5: no such size"), "{}", ran.stderr);
    assert!(ran.stderr.contains("with `--board`"), "{}", ran.stderr);
    let ran = masume(&["match", "breakthrough", &resigning, "random"]);
    assert_eq!(ran.status, 2, "{ran:?}");
    assert!(ran.stderr.contains("this protocol cannot speak of this game"), "{}", ran.stderr);
}

#[test]
fn what_is_no_match_is_refused() {
    let rows: [(&[&str], i32, &str); 6] = [
        (&["2048", "random", "random"], 2, "a match is between two sides"),
        (&["othello", "strong", "random"], 2, "`strong` is no agent"),
        (&["othello", "random", "uct:0"], 2, "`0` is no agent"),
        (&["othello", "random", "random", "--openings", "book"], 2, "random:"),
        (&["othello", "random", "random", "--sprt", "5:1"], 2, "the lesser first"),
        (&["othello", "random", "json:/no/such/bot"], 1, "cannot be started: /no/such/bot"),
    ];
    for (arguments, status, said) in rows {
        let ran = masume(&[&["match"], arguments].concat());
        assert_eq!(ran.status, status, "{ran:?}");
        assert!(ran.stderr.contains(said), "{arguments:?}: {}", ran.stderr);
    }
}

/// Whole games of Go against a program that nobody here wrote: no move is refused by either side,
/// both have the same board at the end, and where no stone is lost that was not taken, the same
/// score.
#[cfg(unix)]
#[test]
fn go_is_played_with_gnugo() {
    let has_version = |name: &&str| {
        let mut command = Command::new(name);
        let command = command.arg("--version").stdout(Stdio::null());
        command.status().is_ok_and(|status| status.success())
    };
    let Some(name) = ["gnugo", "/usr/games/gnugo"].into_iter().find(has_version) else {
        skip("gnugo");
        return;
    };
    let folder = tempfile::tempdir().expect("a folder");
    let keep = folder.path().to_str().expect("a plain path");
    let command = format!("gtp:{name} --mode gtp --level 1 --chinese-rules --capture-all-dead");
    let found = matched(&["go", "uct:40", &command, "--games", "2", "--keep", keep]);
    for result in found["results"].as_array().expect("a list") {
        assert_eq!(result.get("fault"), None, "{result}");
        let file = folder.path().join(result["file"].as_str().expect("a file"));
        let outcome = result["outcome"].as_str().expect("an outcome");
        let shown = output(&["replay", file.to_str().expect("a plain path"), "--text"]);
        let [black, white, lost, score] = referee(name, &shown);
        let rows: Vec<&str> = shown.trim_end().lines().rev().skip(2).take(9).collect();
        for (mark, stones) in [('X', black), ('O', white)] {
            let mut expected: Vec<String> = stones.split_whitespace().map(str::to_owned).collect();
            let mut held = Vec::new();
            for (row, line) in rows.iter().enumerate() {
                let columns = "ABCDEFGHJ".chars().zip(line.chars());
                let own = columns.filter(|(_, cell)| *cell == mark);
                held.extend(own.map(|(column, _)| format!("{column}{}", row + 1)));
            }
            expected.sort();
            held.sort();
            assert_eq!(held, expected, "{shown}");
        }
        if lost.is_empty() {
            let expected = match &score[..1] {
                "B" => "black wins",
                "W" => "white wins",
                _ => "draw",
            };
            assert_eq!(outcome, expected, "{score}");
        }
    }
}

/// Verdict of gnugo on a game that was shown: the stones of both, those that are lost, and the
/// score.
#[cfg(unix)]
fn referee(name: &str, shown: &str) -> [String; 4] {
    let mut lines = "boardsize 9\nclear_board\nkomi 0\n".to_owned();
    let shown: Vec<&str> = shown.lines().collect();
    let mut colour = "white";
    for (index, line) in shown.iter().enumerate() {
        let Some((_, action)) = line.split_once(". ") else { continue };
        let Some(cell) = action.strip_prefix("place ") else {
            colour = if colour == "black" { "white" } else { "black" };
            lines.push_str(&format!("play {colour} pass\n"));
            continue;
        };
        // Who placed it stands on the board below: passes that are forced are not shown.
        let (letter, row) = (cell.as_bytes()[0], cell[1..].parse::<usize>().expect("a row"));
        let column = usize::from(letter - b'a' - u8::from(letter > b'i'));
        let mark = shown[index + 10 - row].as_bytes()[column];
        colour = if mark == b'X' { "black" } else { "white" };
        lines.push_str(&format!("play {colour} {cell}\n"));
    }
    assert!(lines.lines().count() > 50, "{lines}");
    lines.push_str("list_stones black\nlist_stones white\nfinal_status_list dead\nfinal_score\n");
    let mut child = Command::new(name)
        .args(["--mode", "gtp", "--chinese-rules"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("it runs");
    let mut input = child.stdin.take().expect("a pipe");
    std::io::Write::write_all(&mut input, lines.as_bytes()).expect("it reads");
    drop(input);
    let output = child.wait_with_output().expect("it ends");
    let said = String::from_utf8(output.stdout).expect("text");
    assert!(!said.contains('?'), "{said}");
    let answers = said.split("\n\n").map(str::trim).filter(|it| it.starts_with('='));
    let answers: Vec<&str> = answers.collect();
    let last = answers.last_chunk::<4>().expect("four answers");
    last.map(|answer| answer.trim_start_matches('=').trim().to_owned())
}

#[test]
fn explain_says_which_agent_plays_and_why() {
    for (game, agent) in [
        ("othello", "uct"),
        ("breakthrough", "pvs"),
        ("2048", "expectimax"),
        ("robots", "survival"),
    ] {
        let text = output(&["explain", game, "--agent"]);
        assert!(text.contains(&format!("is played by the agent `{agent}`")), "{text}");
        let proves = ["othello", "breakthrough"].contains(&game);
        assert_eq!(text.contains("the end is searched for where it is near"), proves, "{text}");
        let levels: Vec<&str> = text.lines().skip_while(|line| !line.is_empty()).skip(1).collect();
        assert!(
            levels[0].starts_with("easy: 60 nodes") && levels[2].starts_with("hard: as many"),
            "{text}"
        );
    }
    assert!(output(&["explain", "gomoku", "--agent"]).contains("wins by threats"));
    assert!(
        output(&["explain", "othello", "--agent", "--locale", "ja"]).contains("エンジン `uct`")
    );
}

#[test]
fn weights_are_learnt_for_the_rules_of_one_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let (path, again) = (at("one.weights"), at("again.weights"));
    let learn = |path: &str, threads: &str| {
        let size = ["--games", "6", "--nodes", "60", "--seed", "3", "--threads", threads];
        let game = ["tune", "breakthrough:5x6", "--output", path, "--check", "0"];
        output(&[&game[..], &size].concat())
    };
    assert!(learn(&path, "1").starts_with("weights from "));
    learn(&again, "2");
    let text = fs::read_to_string(&path).expect("weights");
    assert_eq!(text, fs::read_to_string(&again).expect("the same weights"));
    let weights: Value = serde_json::from_str(&text).expect("JSON");
    assert!(weights["pieces"]["white"].is_i64() && weights["advance"].is_i64(), "{weights}");
    assert_eq!(weights["pieces"]["white"], weights["pieces"]["black"]);
    matched(&["breakthrough:5x6", "pvs:50", "random", "--games", "2", "--weights", &path]);
    let refuse = |game: &str, path: &str, said: &str| {
        let ran = masume(&["bot", game, "--agent", "pvs:50", "--weights", path]);
        assert_eq!(ran.status, 1, "{ran:?}");
        assert!(ran.stderr.contains(said), "{}", ran.stderr);
    };
    refuse("konane", &path, "are for other rules (Breakthrough)");
    for (name, from, to) in [
        ("a", "\"advance\": ", "\"advance\": 9999999"),
        ("b", "\"white\"", "\"grey\""),
        ("c", "{", "["),
    ] {
        let bad = at(name);
        fs::write(&bad, text.replacen(from, to, 1)).expect("written");
        refuse("breakthrough:5x6", &bad, "holds no weights for this game");
    }
    for arguments in [
        &["play", "konane", "--opponent", "pvs:50", "--weights", &path][..],
        &["watch", "konane", "--agents", "pvs:50", "--weights", &path],
    ] {
        let ran = masume(arguments);
        assert_eq!((ran.status, ran.stdout.as_str()), (1, ""), "{ran:?}");
        assert!(ran.stderr.contains("are for other rules (Breakthrough)"), "{}", ran.stderr);
    }
    let ran = masume(&["tune", "breakthrough:5x6", "--output", &path]);
    assert_eq!(ran.status, 1, "{ran:?}");
    let ran = masume(&["tune", "2048", "--output", &at("none")]);
    assert_eq!(ran.status, 2, "{ran:?}");
}

#[test]
fn tune_says_whether_the_weights_help() {
    let folder = tempfile::tempdir().expect("a folder");
    let tuned = |name: &str, check: &str, locale: &str| {
        let path = folder.path().join(name).display().to_string();
        let size = ["--games", "2", "--nodes", "20", "--seed", "3", "--locale", locale];
        let game = ["tune", "tic-tac-toe", "--output", &path, "--check", check];
        output(&[&game[..], &size].concat())
    };
    let said = tuned("some", "4", "en");
    let lines: Vec<&str> = said.lines().collect();
    assert_eq!(lines.len(), 3, "{said}");
    assert!(lines[1].starts_with("the opponent `medium` with them against the one without: "));
    assert!(lines[1].contains(" of 4: ") && lines[1].contains(" % ± "), "{said}");
    assert!(lines[2].starts_with("it is not clear") || lines[2].starts_with("they "), "{said}");
    assert!(tuned("ja", "2", "ja").contains("2 局中"));
    assert_eq!(tuned("none", "0", "en").lines().count(), 1);
}

#[test]
fn opponents_go_by_weights_that_were_learnt() {
    let folder = tempfile::tempdir().expect("a folder");
    let at = |name: &str| folder.path().join(name).to_str().expect("a plain path").to_owned();
    let learnt = at("learnt.weights");
    let size = ["--games", "2", "--nodes", "20", "--seed", "3", "--threads", "1"];
    let game = ["tune", "breakthrough:5x6", "--output", &learnt, "--check", "0"];
    output(&[&game[..], &size].concat());
    let text = fs::read_to_string(&learnt).expect("weights");
    let mut weights: Value = serde_json::from_str(&text).expect("JSON");
    let first = |weight: i64, name: &str, weights: &mut Value| {
        (weights["advance"], weights["centre"]) = (0.into(), weight.into());
        let path = at(name);
        fs::write(&path, weights.to_string()).expect("written");
        let watch = ["watch", "breakthrough:5x6", "--seed", "1", "--agents", "greedy", "--text"];
        let said = output(&[&watch[..], &["--weights", &path]].concat());
        // The same as in a game against a person, who lets the other side begin.
        let play = ["play", "breakthrough:5x6", "--seed", "1", "--text", "--opponent", "greedy"];
        let played = output(&[&play[..], &["--side", "black", "--weights", &path]].concat());
        let line = |said: &str| {
            said.lines().find(|line| line.starts_with("white: ")).unwrap_or_default().to_owned()
        };
        assert_eq!(line(&said), line(&played), "{said}\n{played}");
        assert_ne!(line(&said), "", "{said}");
        line(&said)
    };
    let to_the_edge = first(-100_000, "edge", &mut weights);
    let to_the_middle = first(100_000, "middle", &mut weights);
    assert_ne!(to_the_edge, to_the_middle);
}
