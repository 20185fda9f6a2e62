//! On a real pseudo-terminal, which `script` of util-linux makes.

use std::io::Write as _;
use std::process::{Command, Stdio};
use std::thread::sleep;
use std::time::Duration;

use crate::harness::games;

/// Presses keys one by one, and gives the exit status and what the terminal showed. None where
/// there is no `script`.
fn press(arguments: &str, keys: &[&str]) -> Option<(i32, String)> {
    let binary = env!("CARGO_BIN_EXE_masume");
    // What the terminal is set to afterwards is printed too: it must echo and take lines again.
    let line = format!("stty rows 40 cols 100; {binary} {arguments}; echo status=$?; stty -a");
    let mut script = Command::new("script");
    script.args(["-q", "-e", "-c", &line, "/dev/null"]).current_dir(games());
    script.stdin(Stdio::piped()).stdout(Stdio::piped()).stderr(Stdio::null());
    let Ok(mut child) = script.spawn() else {
        eprintln!("skipped: no `script` here");
        return None;
    };
    let mut stdin = child.stdin.take().unwrap();
    // A key pressed before the program reads would be taken by the terminal's own line editing.
    sleep(Duration::from_millis(700));
    for key in keys {
        stdin.write_all(key.as_bytes()).unwrap();
        stdin.flush().unwrap();
        sleep(Duration::from_millis(100));
    }
    let output = child.wait_with_output().unwrap();
    drop(stdin);
    Some((output.status.code().unwrap_or(-1), String::from_utf8_lossy(&output.stdout).into_owned()))
}

#[track_caller]
fn check(arguments: &str, keys: &[&str], parts: &[&str]) {
    let Some((_, shown)) = press(arguments, keys) else { return };
    for part in parts {
        assert!(shown.contains(part), "no {part:?} in {shown}");
    }
    assert!(shown.contains("status=0"), "{shown}");
    // As they were found: the terminal echoes and edits lines.
    assert!(shown.contains(" echo ") && shown.contains(" icanon "), "{shown}");
}

#[test]
fn a_key_acts_at_once() {
    check(
        "play push.masu",
        &["\u{1b}[C", "k", "u", "q"],
        &["moves 1, pushes 0", "there is no way", "moves 0, pushes 0"],
    );
}

#[test]
fn a_line_can_be_typed_among_keys() {
    check(
        "play push.masu",
        &[":", "l", "e", "v", "e", "l", " ", "2", "\r", "q"],
        &[":level 2", "level 2 of 2: Two"],
    );
}

#[test]
fn the_terminal_is_left_as_it_was_found() {
    for keys in [["q"], ["\u{3}"], ["\u{4}"]] {
        check("play push.masu", &keys, &["moves 0"]);
    }
    // Lines, where cells need to be named.
    for keys in [["q\r"], ["\u{3}"], ["\u{4}"]] {
        check("play flip.masu", &keys, &["black to act"]);
    }
}

#[test]
fn a_question_is_answered_by_a_key() {
    check("play push.masu", &["l", "l", "l", "n"], &["solved in 3 moves", "next level? y/n"]);
}
