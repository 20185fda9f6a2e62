//! Ctrl-C, a hang-up and a request to end, while programs play.

use std::fs;
use std::path::Path;
use std::process::Output;
use std::time::{Duration, Instant};

use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::harness::{command, output};

/// How long is waited for what comes soon.
const SOON: Duration = Duration::from_secs(30);

/// Waits until this is so.
#[track_caller]
fn wait_until(mut is_so: impl FnMut() -> bool) {
    let deadline = Instant::now() + SOON;
    while !is_so() {
        assert!(Instant::now() < deadline, "it never came");
        std::thread::sleep(Duration::from_millis(10));
    }
}

/// A program that chooses once, and then only shows that it, or what it started, is there.
fn silent_program(alive: &Path) -> String {
    let alive = alive.display();
    format!(
        "read l; echo '{{\"action\":\"place a1\"}}'; read l; \
         (while :; do echo >> {alive}; sleep 0.1; done) < /dev/null > /dev/null 2>&1 & sleep 124"
    )
}

/// Runs until the program shows that it is there, then sends the signal: what came of it.
#[track_caller]
fn interrupted(arguments: &[&str], alive: &Path, signal: Signal) -> Output {
    let child = command(arguments).spawn().expect("the binary runs");
    wait_until(|| alive.exists());
    let pid = Pid::from_child(&child);
    kill_process(pid, signal).expect("it runs");
    let before = Instant::now();
    let ended = child.wait_with_output().expect("an end");
    assert!(before.elapsed() < SOON, "{ended:?}");
    let length = || fs::metadata(alive).expect("a file").len();
    let then = length();
    std::thread::sleep(Duration::from_millis(500));
    assert_eq!(then, length(), "what the program started lives on");
    ended
}

#[test]
fn a_game_that_is_stopped_is_kept_and_its_program_ended() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = tempfile::tempdir().expect("a folder");
        let (alive, save) = (folder.path().join("alive"), folder.path().join("c.save"));
        let (program, path) = (silent_program(&alive), save.to_str().expect("a plain path"));
        let arguments = ["drive", "tic-tac-toe", "--seconds", "60", "--json", "--save", path, "--"];
        let ended =
            interrupted(&[&arguments[..], &["sh", "-c", &program]].concat(), &alive, signal);
        assert_eq!(ended.status.code(), Some(130), "{ended:?}");
        let record: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
        assert_eq!((&record["left"], &record["plies"]), (&json!("stopped"), &json!(1)));
        assert_eq!(record.get("fault"), None, "{record}");
        assert!(output(&["replay", path, "--text"]).contains("1. place a1"));
    }
}

#[test]
fn a_match_that_is_stopped_keeps_its_games_and_ends_its_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let alive = folder.path().join("alive");
    let keep = folder.path().join("kept");
    let keep = keep.to_str().expect("a plain path");
    let plan = ["match", "tic-tac-toe", "random", "--threads", "1", "--openings", "random:0"];
    let command = format!("{} bot tic-tac-toe --agent random", env!("CARGO_BIN_EXE_masume"));
    // It is the same program each time, which plays two games and then no more.
    let count = folder.path().join("count");
    let script = folder.path().join("bot.sh");
    let text = format!(
        "echo >> {0}; if [ $(wc -l < {0}) -le 3 ]; then exec {command}; fi\n{1}\n",
        count.display(),
        silent_program(&alive)
    );
    fs::write(&script, text).expect("written");
    let program = format!("sh {}", script.display());
    let arguments = [&plan[..2], &[&program], &plan[2..], &["--keep", keep, "--games", "9"]];
    let ended = interrupted(&arguments.concat(), &alive, Signal::INT);
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(said.contains("stopped before the end"), "{ended:?}");
    let notes = fs::read_to_string(Path::new(keep).join("match.jsonl")).expect("a file");
    assert_eq!(notes.lines().count(), 3, "{notes}");
    assert!(Path::new(keep).join("game-0002.save").exists());
}
