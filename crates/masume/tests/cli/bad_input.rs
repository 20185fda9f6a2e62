//! Bad input of each kind: a diagnosis and an exit status, within a second, never a panic.

use std::fs;
use std::io::{BufRead as _, BufReader, Read as _, Write as _};
use std::path::Path;
use std::time::Duration;

use crate::harness::{command, masume, masume_reading};

/// A diagnosis of a game file takes a second at most; five are for a machine that does other things
/// too.
const SOON: Duration = Duration::from_secs(5);

#[track_caller]
fn check(arguments: &[&str], input: &str, status: i32, said: &str) {
    let ran = masume_reading(arguments, input);
    assert_eq!(ran.status, status, "{arguments:?}: {ran:?}");
    assert_eq!(ran.stdout, "", "{arguments:?}");
    assert!(ran.stderr.contains(said), "{arguments:?}: no {said:?} in {}", ran.stderr);
    assert!(!ran.stderr.contains("panicked"), "{arguments:?}: {}", ran.stderr);
    ran.took_less_than(SOON);
}

#[test]
fn the_command_line_at_fault_is_exit_status_2() {
    let rows: [(&[&str], &str); 17] = [
        (&["nonsense"], "there is no command or game `nonsense`"),
        (&["play"], "<GAME>"),
        (&["play", "otello"], "did you mean `othello`?"),
        (&["play", "xyzzy"], "masume list"),
        (&["play", ""], "there is no game"),
        (&["run", "push.masu", "--board", "3"], "such as 10x8"),
        (&["run", "push.masu", "--board", "0x3"], "such as 10x8"),
        (&["run", "push.masu", "--level", "0"], "a whole number from 1 to 4294967295"),
        (&["run", "push.masu", "--level", "99"], "levels 1 to 2"),
        (&["run", "push.masu", "--level", "x"], "`x` is no value of `--level <N>`"),
        (&["run", "push.masu", "--seed", "-1"], "`-1` is no value of `--seed <S>`"),
        (&["run", "dice.masu", "--option", "luck"], "such as two=75%"),
        (&["run", "dice.masu", "--option", "luk=3%"], "its options: luck"),
        (&["run", "dice.masu", "--option", "luck=300%"], "100%"),
        (&["run", "push.masu", "--moves", "up", "--lurd", "u"], "cannot be used together"),
        (&["run", "flip.masu", "--lurd", "u"], "notation"),
        (&["run", "push.masu", "--state", "-", "--moves-file", "-"], "both"),
    ];
    for (arguments, said) in rows {
        check(arguments, "", 2, said);
    }
}

#[test]
fn games_that_would_steer_the_terminal_are_refused_with_the_place() {
    for text in
        ["game A\u{1b}[31m\n", "game A\n\nabout \"\u{7}\"\n", "game A\n\nhelp\n  \u{9b}2J\n"]
    {
        let ran = masume_reading(&["check", "-"], text);
        assert_eq!(ran.status, 1, "{ran:?}");
        let said = format!("{}{}", ran.stdout, ran.stderr);
        assert!(said.contains("E0103") && said.contains("control character"), "{said}");
        assert!(!said.contains(['\u{1b}', '\u{7}', '\u{9b}']), "{said:?}");
    }
}

#[test]
fn sizes_that_a_game_does_not_allow_are_refused_or_work() {
    let rows: [(&[&str], i32); 5] = [
        (&["run", "slide.masu", "--board", "1x1"], 2),
        (&["run", "flip.masu", "--board", "5x4"], 2),
        (&["run", "flip.masu", "--board", "500x500"], 2),
        (&["run", "dice.masu", "--board", "1x1"], 0),
        (&["run", "dice.masu", "--board", "4294967295x4294967295"], 2),
    ];
    for (arguments, status) in rows {
        let ran = masume(arguments);
        assert_eq!(ran.status, status, "{ran:?}");
        assert_eq!(ran.stderr.contains("error[E040"), status != 0, "{}", ran.stderr);
    }
    let folder = tempfile::tempdir().unwrap();
    let large = write(folder.path(), "large.masu", GROWING.as_bytes());
    let ran = masume(&["run", &large, "--board", "500x500", "--moves", "put a1"]);
    assert_eq!((ran.status, ran.stderr.as_str()), (0, ""));
    assert!(ran.stdout.lines().count() >= 500);
}

#[test]
fn boards_too_large_for_programs_are_played_and_larger_ones_refused_with_the_bound() {
    let folder = tempfile::tempdir().unwrap();
    // Nothing is chosen: the reference would try each cell.
    let text = GROWING.replace("put at c\n  at c: empty", "put\n  first empty");
    let large = write(folder.path(), "large.masu", text.as_bytes());
    let note = "note: `reference` runs the rules: the board has 164352 cells, \
                `compiled` serves at most 163840\n";
    // As many cells as programs serve, then one row more.
    let rows: [(&str, &[&str], &str); 4] = [
        ("512x320", &["--executor", "compiled"], ""),
        ("512x321", &["--executor", "compiled"], note),
        ("512x321", &["--executor", "reference"], ""),
        ("512x321", &[], ""),
    ];
    for (size, more, said) in rows {
        for command in [&["run", "--moves", "put"][..], &["perft", "1"], &["playout", "--plies=1"]]
        {
            let mut arguments = vec![command[0], &large, "--board", size];
            arguments.extend(&command[1..]);
            arguments.extend(more);
            let ran = masume(&arguments);
            assert_eq!((ran.status, ran.stderr.as_str()), (0, said), "{arguments:?}");
        }
    }
    let rows: [(&[&str], &str); 3] = [
        (&["run", &large, "--board", "1000x1001"], "the board is at most 1000x1000"),
        (&["perft", &large, "1", "--board", "4294967295x1"], "the board is at most 1000x1000"),
        (&["explain", &large, "--board", "1001x1"], "the board is at most 1000x1000"),
    ];
    for (arguments, said) in rows {
        check(arguments, "", 2, said);
    }
    let endless = write(
        folder.path(),
        "endless.masu",
        GROWING.replace("1000 x 1000", "1025 x 1000").as_bytes(),
    );
    check(&["run", &endless], "", 1, "at most 1024 each way, and 1048576 cells with the rim");
}

#[test]
fn files_that_are_no_games_are_diagnosed() {
    let folder = tempfile::tempdir().unwrap();
    let path = |name: &str, bytes: &[u8]| write(folder.path(), name, bytes);
    let noise: Vec<u8> =
        (0..100_000_u32).map(|it| (it.wrapping_mul(2_654_435_761) >> 24) as u8).collect();
    let nested = format!("{HEAD}let deep = {}a{}\n", "(".repeat(10_000), ")".repeat(10_000));
    let groups =
        format!("{HEAD}action go\n  {}mark{} -> _\n", "(".repeat(10_000), ")".repeat(10_000));
    let twice = format!("{HEAD}action go in d\n  mark** -> _\n");
    let brackets = format!("{HEAD}{}", "[".repeat(500_000));
    let rows = [
        (path("empty.masu", b""), "error[E02"),
        (path("binary.masu", &noise), "E0102"),
        (path("zeros.masu", &[0; 4096]), "error["),
        (path("ten-megabytes.masu", &vec![b'a'; 10 << 20]), "1048576"),
        (path("nested.masu", nested.as_bytes()), "64"),
        (path("groups.masu", groups.as_bytes()), "64"),
        (path("twice.masu", twice.as_bytes()), "E0110"),
        (path("brackets.masu", brackets.as_bytes()), "error["),
        ("nosuch.masu".to_owned(), "no such file"),
        (folder.path().to_str().unwrap().to_owned(), "directory"),
        ("/dev/zero".to_owned(), "error["),
    ];
    for (file, said) in &rows {
        for command in ["show", "play", "run", "actions"] {
            let arguments = [command, file.as_str()];
            if command == "show" && !file.ends_with("nosuch.masu") {
                // Showing does not look at what a file says.
                continue;
            }
            check(&arguments, "", 1, said);
        }
        let ran = masume(&["check", file]);
        assert_eq!(ran.status, 1, "{file}: {ran:?}");
        assert!(ran.stderr.contains(said), "{file}: no {said:?} in {}", ran.stderr);
        ran.took_less_than(SOON);
    }
}

#[test]
fn rules_that_repeat_for_ever_are_stopped() {
    check(&["run", "endless.masu", "--moves", "go"], "", 1, "E0501");
}

#[test]
fn states_that_cannot_be_read_are_located() {
    let rows = [
        ("#######\n#p.x.g#\n#######\n", "<standard input>:2:4"),
        ("#######\n#p.p.g#\n#######\n", "error["),
        ("#######\n#..b.g#\n#######\n", "error["),
        ("", "error["),
        ("moves: many\n\n#p.bg#\n", "<standard input>:1:8"),
        ("colour: 3\n\n#p.bg#\n", "error["),
        ("moves: 99999999999999999999\n\n#p.bg#\n", "error["),
    ];
    for (state, said) in rows {
        check(&["run", "push.masu", "--state", "-"], state, 1, said);
        check(&["actions", "push.masu", "--state", "-"], state, 1, said);
        check(&["perft", "push.masu", "2", "--state", "-"], state, 1, said);
    }
    check(&["run", "push.masu", "--state", "nosuch.txt"], "", 1, "no such file");
    let ran = masume_reading(&["run", "push.masu", "--state", "-"], b"#p.\xffbg#\n");
    assert_eq!(ran.status, 1);
    assert!(ran.stderr.contains("line 1, column 4"), "{}", ran.stderr);
}

#[test]
fn levels_that_cannot_be_played_are_refused() {
    let folder = tempfile::tempdir().unwrap();
    let rows: [(&str, &[u8], &str); 4] = [
        ("none.xsb", b"nothing here\n", "error"),
        ("two.xsb", b"#####\n#@@$.#\n#####\n", "error"),
        ("nobody.xsb", b"######\n# $. #\n######\n", "error"),
        ("binary.xsb", b"####\n\xff\0\xfe\n", "save it as UTF-8"),
    ];
    for (name, bytes, said) in rows {
        let path = write(folder.path(), name, bytes);
        check(&["run", "push.masu", "--levels", &path], "", 1, said);
        check(&["play", "push.masu", "--levels", &path], "", 1, said);
    }
    check(&["run", "push.masu", "--levels", "nosuch.xsb"], "", 1, "no such file");
}

#[test]
fn unknown_letters_of_a_notation_are_located() {
    check(&["run", "push.masu", "--lurd", "rx"], "", 1, "--lurd:1:2");
}

/// A reader that goes away early, as `head` does.
#[test]
fn a_closed_pipe_is_a_clean_end() {
    let rows: [(&[&str], &str); 5] = [
        (&["show", "push.masu"], ""),
        (&["list"], ""),
        (&["--help"], ""),
        (&["run", "push.masu", "--json"], ""),
        (&["play", "push.masu", "--text"], "right\nleft\n"),
    ];
    for (arguments, input) in rows {
        let mut child = command(arguments).spawn().unwrap();
        drop(child.stdout.take());
        let _ = child.stdin.take().unwrap().write_all(input.repeat(10_000).as_bytes());
        let mut said = String::new();
        child.stderr.take().unwrap().read_to_string(&mut said).unwrap();
        assert_eq!((child.wait().unwrap().code(), said.as_str()), (Some(0), ""), "{arguments:?}");
    }
}

#[test]
#[expect(clippy::print_stderr, reason = "a test that is skipped says so")]
fn an_interrupt_while_playing_is_a_clean_end() {
    for signal in ["INT", "TERM", "HUP"] {
        let mut child = command(&["play", "push.masu", "--text"]).spawn().unwrap();
        let mut lines = BufReader::new(child.stdout.take().unwrap()).lines();
        assert!(lines.next().is_some());
        let id = child.id().to_string();
        let killed = std::process::Command::new("kill").args(["-s", signal, &id]).status();
        if !killed.is_ok_and(|status| status.success()) {
            eprintln!("skipped: no `kill` here");
            let _ = child.kill();
            let _ = child.wait();
            return;
        }
        assert_eq!(child.wait().unwrap().code(), Some(0), "{signal}");
    }
}

const HEAD: &str =
    "game Hostile\nboard 3 x 3\n\npieces\n  thing: mark\n\nlegend\n  .  nothing\n  m  mark\n\n";

const GROWING: &str = "\
game Large
board 8 x 8 from 1 x 1 to 1000 x 1000

pieces
  thing: mark

legend
  .  nothing
  m  mark

action put at c
  at c: empty -> mark

end when no action
";

fn write(folder: &Path, name: &str, bytes: &[u8]) -> String {
    let path = folder.join(name);
    fs::write(&path, bytes).expect("a folder to write in");
    path.to_str().expect("a path of characters").to_owned()
}
