//! `masume serve`: whole games from other languages, hostile lines, the end of input.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

use masume_engine::{Executor, Game, Setup, Size, shipped_games};

const PROGRAM: &str = env!("CARGO_BIN_EXE_masume");

/// Records of games of which every action and the last state are known.
const RECORDS: [&str; 5] = ["sokoban-level-7", "robots", "othello", "2048", "shisen-sho"];

fn root() -> PathBuf {
    Path::new(env!("CARGO_MANIFEST_DIR")).join("../..")
}

/// The record with the state after every action, as the reference has it, and the number of states.
fn with_every_state(record: &str) -> (String, usize) {
    let value_of = |key: &str| record.lines().find_map(|line| line.strip_prefix(key));
    let name = value_of("game ").expect("a game");
    let shipped = shipped_games().iter().find(|it| it.name == name).expect("a shipped game");
    let game = Game::load(shipped.text).game.expect("shipped games are sound");
    let game = game.with_executor(Executor::Reference);
    let level = value_of("level ").map(|it| it.parse().expect("a number"));
    let seed = value_of("seed ").map_or(0, |it| it.parse().expect("a number"));
    let size = value_of("board ").and_then(|it| it.split_once('x')).map(|(width, height)| Size {
        width: width.parse().expect("a number"),
        height: height.parse().expect("a number"),
    });
    let mut state = game.start(&Setup { size, level, seed }).expect("a start");
    let (mut all, mut count) = (String::new(), 0);
    let mut lines = record.lines().take_while(|line| *line != "= end").peekable();
    while let Some(line) = lines.next() {
        all += &format!("{line}\n");
        let Some(text) = line.strip_prefix("> ") else { continue };
        let action = game.read_action(&state, text).expect("an action");
        game.apply(&mut state, action).expect("it is legal");
        // A pass that the rules force is done with the action before it.
        if lines.peek() != Some(&"> pass") {
            all += &format!("= state\n{}\n", game.print_state(&state));
            count += 1;
        }
    }
    let last = record.split("= end\n").nth(1).expect("a last state");
    assert_eq!(
        game.print_state(&state).trim(),
        last.trim(),
        "{name}: the record is of another game"
    );
    (all, count)
}

/// Runs a script of `examples/service` on each record, where its language is installed.
#[track_caller]
fn check_script(interpreter: &str, script: &str) {
    if Command::new(interpreter).arg("--version").output().is_err() {
        return;
    }
    let folder = tempfile::tempdir().expect("a folder");
    for record in RECORDS {
        let path = root().join(format!("tests/playthroughs/{record}.txt"));
        let (all, count) = with_every_state(&std::fs::read_to_string(path).expect("a record"));
        let path = folder.path().join(record);
        std::fs::write(&path, all).expect("written");
        let mut command = Command::new(interpreter);
        command.arg(root().join("examples/service").join(script)).arg(path).arg(PROGRAM);
        let ran = command.output().expect("a program");
        let said = String::from_utf8_lossy(&ran.stdout);
        let errors = String::from_utf8_lossy(&ran.stderr);
        let is_same = said.contains(&format!(": {count} states are the same"));
        assert!(ran.status.success() && is_same, "{count}: {said}{errors}");
    }
}

#[test]
fn recorded_games_are_the_same_from_python() {
    check_script("python3", "replay.py");
}

#[test]
fn recorded_games_are_the_same_from_javascript() {
    check_script("node", "replay.mjs");
}

/// The lines that the service writes to this input, which ends.
fn serve(input: &[u8]) -> Vec<String> {
    let mut program = Command::new(PROGRAM)
        .args(["serve", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a program");
    program.stdin.take().expect("an input").write_all(input).expect("it reads");
    let ended = program.wait_with_output().expect("it ends");
    assert!(ended.status.success(), "{:?}", ended.status);
    String::from_utf8(ended.stdout).expect("a text").lines().map(str::to_owned).collect()
}

#[test]
fn each_line_is_answered_and_the_end_of_input_is_the_end() {
    let long = vec![b'x'; 11 << 20];
    let load = br#"{"id": 4, "ask": {"load": {"name": "othello"}}}"#;
    let input = [b"\xff\xfe", &b"{}"[..], &long, load].join(&b'\n');
    let said = serve(&input);
    assert_eq!(said.len(), 4, "{said:?}");
    for (line, part) in said.iter().zip(["error", "error", "longer than", "snapshot"]) {
        assert!(line.contains(part), "{part}: {}", &line[..line.len().min(300)]);
    }
    assert!(said[3].starts_with(r#"{"id":4,"number":1,"#));
    assert_eq!(serve(b""), Vec::<String>::new());
}

#[test]
fn what_was_read_before_it_is_stopped_by_a_line_that_came_with_it() {
    let lines = [
        r#"{"id": 1, "ask": {"load": {"name": "fifteen", "seed": 8}}}"#,
        r#"{"id": 2, "budget": {"nodes": 4000000000}, "ask": "solve"}"#,
        r#"{"id": 3, "budget": {"nodes": 4000000000}, "ask": "solve"}"#,
        r#"{"id": 4, "ask": "stop"}"#,
        r#"{"id": 5, "ask": {"load": {"name": "tic-tac-toe"}}}"#,
        r#"{"id": 6, "ask": {"act": "place b2"}}"#,
    ];
    // Either search would take hours.
    let said = serve(lines.join("\n").as_bytes());
    let replies: Vec<&String> = said.iter().filter(|it| it.starts_with(r#"{"id""#)).collect();
    assert_eq!(replies.len(), 6, "{said:?}");
    for reply in &replies[4..] {
        assert!(reply.contains(r#""snapshot""#), "what is asked behind it is answered: {reply}");
    }
}

#[test]
fn a_search_is_stopped_by_the_next_line() {
    let lines = [
        r#"{"id": 1, "ask": {"load": {"name": "fifteen", "seed": 8}}}"#,
        r#"{"id": 2, "budget": {"nodes": 4000000000}, "ask": "solve"}"#,
    ];
    let mut program = Command::new(PROGRAM)
        .args(["serve", "--stdio"])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .expect("a program");
    let mut input = program.stdin.take().expect("an input");
    writeln!(input, "{}\n{}", lines[0], lines[1]).expect("it reads");
    let mut output = std::io::BufReader::new(program.stdout.take().expect("an output"));
    let mut line = String::new();
    // The search has begun once it tells how far it is.
    while !line.contains("searched") && !line.starts_with(r#"{"id":2"#) {
        line.clear();
        std::io::BufRead::read_line(&mut output, &mut line).expect("a line");
    }
    writeln!(input, r#"{{"id": 3, "ask": "stop"}}"#).expect("it reads");
    drop(input);
    let mut rest = String::new();
    std::io::Read::read_to_string(&mut output, &mut rest).expect("lines");
    assert!(rest.lines().last().is_some_and(|line| line.starts_with(r#"{"id":3"#)), "{rest}");
    assert!(program.wait().expect("it ends").success());
}
