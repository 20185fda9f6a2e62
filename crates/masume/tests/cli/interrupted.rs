//! Ctrl-C, a hang-up and a request to end, while programs play.

use std::fs::{self, File};
use std::io::Read as _;
use std::path::Path;
use std::process::{Command, Output};

use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::fs::{Mode, OFlags, fcntl_setfl, open};
use rustix::process::{Pid, Signal, kill_process};
use serde_json::{Value, json};

use crate::harness::{command, output};

/// Bound of the wait for a program to begin, so that a test that fails ends.
const PATIENCE: Timespec = Timespec { tv_sec: 120, tv_nsec: 0 };

/// Pipe with a name, from whose end of writing it can be told who is alive.
struct Alive(File);

impl Alive {
    fn new(path: &Path) -> Self {
        let made = Command::new("mkfifo").arg(path).status().expect("`mkfifo` runs");
        assert!(made.success(), "a pipe");
        // Opening a pipe for reading waits for a writer.
        let opened = open(path, OFlags::RDONLY | OFlags::NONBLOCK, Mode::empty());
        Self(File::from(opened.expect("a pipe")))
    }

    /// Waits until the program shows that it, or what it started, is there.
    #[track_caller]
    fn wait(&self) {
        let count = poll(&mut [PollFd::new(&self.0, PollFlags::IN)], Some(&PATIENCE));
        assert_eq!(count, Ok(1), "it never came");
    }

    /// All that was written until the last who can write has gone.
    fn said(mut self) -> String {
        fcntl_setfl(&self.0, OFlags::empty()).expect("a pipe that is waited for");
        let mut said = String::new();
        self.0.read_to_string(&mut said).expect("text");
        said
    }
}

/// A program that chooses once, and then only shows that what it started is there.
fn silent_program(alive: &Path) -> String {
    let alive = alive.display();
    format!(
        "read l; echo '{{\"action\":\"place a1\"}}'; read l; \
         (echo here; sleep 124; echo lives on) < /dev/null > {alive} 2>&1 & sleep 124"
    )
}

/// Runs until the program shows that it is there, then sends the signal: what came of it.
#[track_caller]
fn interrupted(arguments: &[&str], alive: Alive, signal: Signal) -> Output {
    let child = command(arguments).spawn().expect("the binary runs");
    alive.wait();
    kill_process(Pid::from_child(&child), signal).expect("it runs");
    let ended = child.wait_with_output().expect("an end");
    assert_eq!(alive.said(), "here\n", "what the program started lives on");
    ended
}

#[test]
fn a_game_that_is_stopped_is_kept_and_its_program_ended() {
    for signal in [Signal::INT, Signal::TERM, Signal::HUP] {
        let folder = tempfile::tempdir().expect("a folder");
        let (pipe, save) = (folder.path().join("alive"), folder.path().join("c.save"));
        let (program, path) = (silent_program(&pipe), save.to_str().expect("a plain path"));
        let alive = Alive::new(&pipe);
        let arguments = ["drive", "tic-tac-toe", "--seconds", "60", "--json", "--save", path, "--"];
        let ended = interrupted(&[&arguments[..], &["sh", "-c", &program]].concat(), alive, signal);
        assert_eq!(ended.status.code(), Some(130), "{ended:?}");
        let record: Value = serde_json::from_slice(&ended.stdout).expect("JSON");
        assert_eq!((&record["left"], &record["plies"]), (&json!("stopped"), &json!(1)));
        assert_eq!(record.get("fault"), None, "{record}");
        assert!(output(&["replay", path, "--text"]).contains("1. place a1"));
    }
}

/// No signal that can be heard is as sudden: what was done is in the file already.
#[test]
fn a_game_whose_keeper_is_killed_is_kept_up_to_there() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pipe, save) = (folder.path().join("alive"), folder.path().join("c.save"));
    let alive = Alive::new(&pipe);
    let program = format!(
        "read l; echo '{{\"action\":\"place a1\"}}'; read l; \
         echo '{{\"action\":\"place b2\"}}'; read l; echo here > {}; read l",
        pipe.display()
    );
    let path = save.to_str().expect("a plain path");
    let arguments = ["drive", "tic-tac-toe", "--seconds", "60", "--save", path, "--"];
    let ended =
        interrupted(&[&arguments[..], &["sh", "-c", &program]].concat(), alive, Signal::KILL);
    assert_eq!(ended.status.code(), None, "{ended:?}");
    let shown = output(&["replay", path, "--text"]);
    assert!(shown.contains("1. place a1") && shown.contains("2. place b2"), "{shown}");
}

/// Script that shows that it is there from a session of its own, which no signal to a group
/// reaches.
#[cfg(target_os = "linux")]
fn session_of_its_own(alive: &Path) -> String {
    let script = format!("(echo here; sleep 124; echo lives on) > {} 2>&1", alive.display());
    format!("setsid sh -c '{script}' < /dev/null > /dev/null 2>&1 & ")
}

#[cfg(target_os = "linux")]
#[test]
fn a_session_of_its_own_does_not_outlive_a_game_that_is_stopped() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pipe, save) = (folder.path().join("alive"), folder.path().join("c.save"));
    let alive = Alive::new(&pipe);
    let program = format!("{} read l; sleep 124", session_of_its_own(&pipe));
    let path = save.to_str().expect("a plain path");
    let arguments = ["drive", "tic-tac-toe", "--seconds", "60", "--save", path, "--"];
    let ended =
        interrupted(&[&arguments[..], &["sh", "-c", &program]].concat(), alive, Signal::INT);
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
}

#[cfg(target_os = "linux")]
#[test]
fn a_session_of_its_own_does_not_outlive_a_program_that_ends() {
    let folder = tempfile::tempdir().expect("a folder");
    let (pipe, save) = (folder.path().join("alive"), folder.path().join("c.save"));
    let path = save.to_str().expect("a plain path");
    let alive = Alive::new(&pipe);
    // Its parent ends first, and the process that adopts it is to end it.
    let go_on = folder.path().join("on");
    let waits = format!("until [ -e {} ]; do sleep 0.05; done", go_on.display());
    let program = format!("{} {waits}; exit 3", session_of_its_own(&pipe));
    let arguments = ["drive", "tic-tac-toe", "--seconds", "60", "--save", path, "--"];
    let child = command(&[&arguments[..], &["sh", "-c", &program]].concat()).spawn();
    alive.wait();
    fs::write(&go_on, "").expect("written");
    let ended = child.expect("the binary runs").wait_with_output().expect("an end");
    assert_eq!(ended.status.code(), Some(1), "{ended:?}");
    assert_eq!(alive.said(), "here\n", "what the program started lives on");
}

#[test]
fn a_match_that_is_stopped_keeps_its_games_and_ends_its_programs() {
    let folder = tempfile::tempdir().expect("a folder");
    let pipe = folder.path().join("alive");
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
        silent_program(&pipe)
    );
    fs::write(&script, text).expect("written");
    let program = format!("sh {}", script.display());
    let arguments = [&plan[..2], &[&program], &plan[2..], &["--keep", keep, "--games", "9"]];
    let ended = interrupted(&arguments.concat(), Alive::new(&pipe), Signal::INT);
    let said = String::from_utf8_lossy(&ended.stdout);
    assert!(said.contains("stopped before the end"), "{ended:?}");
    assert_eq!(ended.status.code(), Some(130), "{ended:?}");
    let notes = fs::read_to_string(Path::new(keep).join("match.jsonl")).expect("a file");
    assert_eq!(notes.lines().count(), 3, "{notes}");
    assert!(Path::new(keep).join("game-0002.save").exists());
}
