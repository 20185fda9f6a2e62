//! Commands on rules that take minutes: each hears a signal in the midst of its work, and its bound of time.
//!
//! No clock is asked: a command that hears nothing would go on for far longer than is waited for it.

use std::fs;
use std::io::Write as _;
use std::path::Path;
use std::process::{Child, ExitStatus, Stdio};
use std::thread::sleep;
use std::time::Duration;

use rustix::process::{Pid, Signal, kill_process};

use crate::harness::{command, masume};

/// Any two of ten thousand cells may be chosen, and any choice wins.
const TWO: &str = "game Two\nboard 100 x 100\n\npieces\n  thing: red blue\n\nlegend\n  .  nothing\n\n\
                   start: random empty -> red\n\naction go from a to b\n  at a: red -> blue\n\nwin when some blue\n";

/// Eight million choices, each of which is tried for long, and none of which can be made.
const ILLEGAL: &str = "game Illegal\nboard 32 x 32\n\nvalue one = 1\n\npieces\n  thing: stone\n\nlegend\n  .  nothing\n\n\
                       action aaa from a to b in d (8 ways)\n  \
                       if count [count [row / one = 99] + row > 9999] > 0:\n    stone -> _\n\nwin when some stone\n";

/// Set-ups of which none can be won: of each kind there is an odd number.
const SET_UPS: &str = "game Set-ups\nboard 32 x 32 with a rim of 1\n\npieces\n  tile: 34 kinds\n\n\
                       start\n  shuffle 29 of each tile over any\n  until solvable\n\naction take a and b\n  \
                       4 ways from a to b: n empty* turn? empty* turn? empty* n -> _ ... _\n\nwin when no tile\n";

/// Two players, and five hundred rules behind every action.
fn heavy() -> String {
    let head = "game Heavy\nboard 60 x 60\nplayers black white\n\npieces\n  thing: red blue black white\n\n\
                start\n  [row < 30] -> red\n\naction put at c\n  at c: empty -> mine\n\nthen\n";
    let rule = "  8 ways: red* [empty, 1..7 red around] -> red* blue\n";
    format!("{head}{}\nwin when count black > 2000\n", rule.repeat(500))
}

/// Folder with these games.
fn folder() -> tempfile::TempDir {
    let folder = tempfile::tempdir().expect("a folder");
    let heavy = heavy();
    let texts = [("two", TWO), ("illegal", ILLEGAL), ("set-ups", SET_UPS), ("heavy", &heavy)];
    for (name, text) in texts {
        fs::write(folder.path().join(format!("{name}.masu")), text).expect("written");
    }
    folder
}

/// Looks at a program, a hundredth of a second apart: a minute and a half in all, if the machine is idle.
const LOOKS: usize = 9_000;
const BETWEEN: Duration = Duration::from_millis(10);

/// The answer to a question that is asked again and again; none where there is none for far too long.
fn awaited<T>(mut ask: impl FnMut() -> Option<T>) -> Option<T> {
    (0..LOOKS).find_map(|_| {
        let answer = ask();
        if answer.is_none() {
            sleep(BETWEEN);
        }
        answer
    })
}

/// Hundredths of a second that a processor has worked for the program.
fn work_of(child: &Child) -> u64 {
    let stat = fs::read_to_string(format!("/proc/{}/stat", child.id())).unwrap_or_default();
    // The name, in parentheses, may have blanks; after it comes the third field.
    let fields = stat.rsplit(')').next().unwrap_or_default().split_whitespace();
    fields.skip(11).take(2).filter_map(|field| field.parse::<u64>().ok()).sum()
}

/// The end of a program that is told to stop once it has worked for a while.
#[track_caller]
fn stopped(folder: &Path, arguments: &[&str], input: &str, signal: Signal) -> ExitStatus {
    /// Hundredths of a second: more than it takes to begin.
    const WORK: u64 = 15;
    let mut command = command(arguments);
    command.current_dir(folder).stdout(Stdio::null()).stderr(Stdio::null());
    let mut child = command.spawn().expect("the binary runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(input.as_bytes()).expect("it reads");
    let works = awaited(|| {
        let has_ended = child.try_wait().expect("a child").is_some();
        assert!(!has_ended, "{arguments:?}: it ended by itself");
        (work_of(&child) >= WORK).then_some(())
    });
    assert!(works.is_some(), "{arguments:?}: it does nothing");
    kill_process(Pid::from_child(&child), signal).expect("it runs");
    let ended = awaited(|| child.try_wait().expect("a child"));
    ended.unwrap_or_else(|| {
        child.kill().expect("it runs");
        panic!("{arguments:?}: it goes on after {signal:?}")
    })
}

#[test]
fn every_command_hears_a_signal_in_the_midst_of_heavy_rules() {
    let folder = folder();
    let rows: [(&[&str], &str); 17] = [
        (&["match", "heavy.masu", "hard", "medium", "--threads", "1"], ""),
        (&["tune", "heavy.masu", "--threads", "1", "--output", "w.weights"], ""),
        (&["watch", "heavy.masu", "--text"], ""),
        (&["perft", "heavy.masu", "6"], ""),
        (&["playout", "heavy.masu", "--games", "1000000"], ""),
        (
            &["bot", "heavy.masu", "--protocol", "ugi"],
            "position startpos\ngo infinite\nposition startpos\n",
        ),
        (&["solve", "illegal.masu", "--seconds", "86400"], ""),
        (&["solve", "set-ups.masu", "--seconds", "86400"], ""),
        (&["solve", "shisen-sho", "--board", "60x60", "--seconds", "86400"], ""),
        (&["rate", "illegal.masu", "--nodes", "1000000000"], ""),
        (&["rate", "set-ups.masu", "--nodes", "1000000000"], ""),
        (
            &[
                "generate",
                "sokoban",
                "--level-size",
                "14x12",
                "--pieces",
                "6",
                "--seconds",
                "86400",
            ],
            "",
        ),
        (&["actions", "illegal.masu"], ""),
        (&["run", "set-ups.masu"], ""),
        (&["play", "set-ups.masu", "--text"], ""),
        (&["explain", "set-ups.masu", "--facts"], ""),
        (&["drive", "illegal.masu", "--save", "drive.save", "--", "sleep", "1000"], ""),
    ];
    for (index, (arguments, input)) in rows.into_iter().enumerate() {
        let signal = if index % 2 == 0 { Signal::INT } else { Signal::TERM };
        stopped(folder.path(), arguments, input, signal);
    }
}

#[test]
fn quit_is_heard_in_the_midst_of_heavy_rules() {
    /// A board that is judged for hours as soon as it is set up.
    const COUNTS: &str = "game Counts\nboard 32 x 32\n\nvalue one = 1\n\npieces\n  thing: stone\n\n\
                          action put at c\n  at c: _ -> stone\n\nwin when count [count [count \
                          [row / one = 99] + row > 9999] + row > 9999] > 1\n";
    let folder = folder();
    fs::write(folder.path().join("counts.masu"), COUNTS).expect("written");
    let lines = "position startpos\ngo nodes 10\nstop\nposition startpos\nquit\n";
    for game in ["illegal.masu", "counts.masu"] {
        let mut command = command(&["bot", game, "--protocol", "ugi"]);
        command.current_dir(folder.path()).stdout(Stdio::null()).stderr(Stdio::null());
        let mut child = command.spawn().expect("the binary runs");
        let mut pipe = child.stdin.take().expect("a pipe");
        pipe.write_all(lines.as_bytes()).expect("it is read");
        let left = awaited(|| child.try_wait().expect("a child"));
        if left.is_none() {
            child.kill().expect("it runs");
        }
        assert!(left.is_some_and(|it| it.success()), "{game}: {left:?}");
    }
}

#[test]
fn stop_is_answered_in_the_midst_of_heavy_rules() {
    let folder = folder();
    let said = folder.path().join("said");
    let mut command = command(&["bot", "illegal.masu", "--protocol", "ugi"]);
    let output = fs::File::create(&said).expect("it can be written");
    command.current_dir(folder.path()).stdout(output).stderr(Stdio::null());
    let mut child = command.spawn().expect("the binary runs");
    let mut pipe = child.stdin.take().expect("a pipe");
    pipe.write_all(b"go infinite\nstop\nisready\nquery p1turn\n").expect("it is read");
    let answers = "readyok\ninfo error stopped\nresponse true\n";
    let answered = awaited(|| fs::read_to_string(&said).ok().filter(|text| text == answers));
    child.kill().expect("it runs");
    child.wait().expect("it was killed");
    assert!(answered.is_some(), "{:?}", fs::read_to_string(&said));
}

#[test]
fn a_match_that_is_stopped_says_so_by_its_status() {
    let folder = folder();
    let arguments = ["match", "heavy.masu", "hard", "medium", "--threads", "2"];
    for signal in [Signal::INT, Signal::TERM] {
        let status = stopped(folder.path(), &arguments, "", signal);
        assert_eq!(status.code(), Some(130), "{signal:?}");
    }
}

#[test]
fn seconds_hold_within_heavy_rules() {
    let folder = folder();
    let path = |name: &str| folder.path().join(name).display().to_string();
    // Ten thousand boards lie beside the solution: to look at each takes a hundred times as long.
    let ran = masume(&["rate", &path("two.masu"), "--seconds", "0.05"]);
    assert!(ran.stdout.contains("gave up: the time is over"), "{ran:?}");
    // One of these plies takes all of its time, however long its rules would.
    let heavy = path("heavy.masu");
    let arguments = ["match", &heavy, "hard", "hard", "--seconds", "0.05", "--threads", "1"];
    let few = ["--games", "2", "--plies", "2", "--openings", "random:0"];
    let ran = masume(&[&arguments[..], &few].concat());
    assert!(ran.status == 0 && ran.stdout.contains("2 drawn"), "{ran:?}");
}
