//! On a real pseudo-terminal, which `script` of util-linux makes.

use std::io::{Read as _, Write as _};
use std::process::{Command, Stdio};
use std::sync::{Arc, Mutex};
use std::thread;
use std::time::{Duration, Instant};

use crate::harness::games;

/// What is said at the beginning of every game here.
const READY: &str = "q to quit";
/// A busy machine may take long to start a program.
const PATIENCE: Duration = Duration::from_secs(20);

/// Presses keys one by one, and gives what the terminal showed. None where there is no `script`.
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn press(arguments: &str, keys: &[&str]) -> Option<String> {
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
    let mut stdin = child.stdin.take().expect("a piped input");
    let mut stdout = child.stdout.take().expect("a piped output");
    let shown = Arc::new(Mutex::new(Vec::new()));
    let reader = {
        let shown = Arc::clone(&shown);
        thread::spawn(move || {
            let mut bytes = [0; 4096];
            while let Ok(count @ 1..) = stdout.read(&mut bytes) {
                shown.lock().expect("a lock").extend_from_slice(&bytes[..count]);
            }
        })
    };
    let text = || String::from_utf8_lossy(&shown.lock().expect("a lock")).into_owned();
    // A key pressed before the program reads would be taken by the terminal's own line editing.
    let before = Instant::now();
    while !text().contains(READY) && before.elapsed() < PATIENCE {
        thread::sleep(Duration::from_millis(10));
    }
    for key in keys {
        // The program may have ended on the key before.
        let _ = stdin.write_all(key.as_bytes());
        thread::sleep(Duration::from_millis(30));
    }
    child.wait().expect("an end");
    drop(stdin);
    reader.join().expect("a reader that ends");
    Some(text())
}

#[track_caller]
fn check(arguments: &str, keys: &[&str], parts: &[&str]) {
    let Some(shown) = press(arguments, keys) else { return };
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
