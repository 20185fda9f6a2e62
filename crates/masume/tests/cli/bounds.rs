//! Bounds of memory and nodes, on games whose rules would take more than there is.

use std::fs;
use std::process::Command;

use crate::harness::masume;

/// Any two of ten thousand cells may be chosen: a list of all that is asked for would take
/// gigabytes.
const ANY_TWO: &str = "game Two\nboard 100 x 100\n\npieces\n  thing: red blue\n\nlegend\n  .  nothing\n\n\
                       start: random empty -> red\n\naction go from a to b\n  at a: red -> blue\n\n\
                       win when some blue\n";

/// A board of so many rows and columns on which a player may put something anywhere: as many states come of the first as
/// there are cells, each of them as large.
fn anywhere(players: &str, side: u32, end: &str) -> String {
    format!(
        "game Anywhere\nboard {side} x {side}\n{players}\npieces\n  thing: red blue\n\n\
         action put at c\n  at c: _ -> red\n\n{end}\n"
    )
}

/// Output of the binary where a process gets so many kilobytes.
#[track_caller]
fn within(kilobytes: u32, arguments: &[&str]) -> String {
    let folder = tempfile::tempdir().expect("a folder");
    let write = |name: &str, text: &str| {
        fs::write(folder.path().join(format!("{name}.masu")), text).expect("a file");
    };
    write("two", ANY_TWO);
    // No program serves the larger board.
    write("broad", &anywhere("", 300, "win when no empty"));
    write("wide", &anywhere("", 410, "win when no empty"));
    write("duel", &anywhere("players red blue\n", 300, "win when count red > 1"));
    write("longer", &anywhere("players red blue\n", 300, "win when count red > 7"));
    let line = format!("ulimit -v {kilobytes}; exec \"$0\" \"$@\" < /dev/null");
    let mut command = Command::new("sh");
    command.args(["-c", &line, env!("CARGO_BIN_EXE_masume")]).args(arguments);
    for variable in ["LC_ALL", "LC_MESSAGES", "LANG"] {
        command.env_remove(variable);
    }
    let output = command.current_dir(folder.path()).output().expect("a shell");
    let said = String::from_utf8(output.stdout).expect("text");
    let complaint = String::from_utf8(output.stderr).expect("text");
    assert_eq!((output.status.code(), complaint.as_str()), (Some(0), ""), "{arguments:?}: {said}");
    said
}

#[test]
fn what_is_found_out_before_a_search_keeps_to_the_memory() {
    const KILOBYTES: u32 = 2_000_000;
    let rows: [(&[&str], &str); 4] = [
        (&["explain", "two.masu", "--facts"], "finding it out takes more memory than there is"),
        (&["solve", "two.masu", "--memory", "200M", "--nodes", "10"], "won in 1 action"),
        (&["rate", "two.masu", "--nodes", "10"], " 1 "),
        (&["play", "two.masu", "--text"], "9999 legal actions"),
    ];
    for (arguments, expected) in rows {
        let said = within(KILOBYTES, arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn what_comes_of_a_state_keeps_to_the_memory() {
    const KILOBYTES: u32 = 2_000_000;
    let tuned = ["--games", "1", "--nodes", "1", "--check", "0", "--threads", "1"];
    let tuned = [&["tune", "longer.masu", "--output", "w.weights"], &tuned[..]].concat();
    let rows: [(&[&str], &str); 5] = [
        (&["solve", "duel.masu", "--memory", "50M", "--nodes", "10"], "the memory is used"),
        (&["solve", "wide.masu", "--memory", "10M", "--nodes", "10"], "the memory is used"),
        (&["solve", "broad.masu", "--memory", "50M", "--nodes", "10"], "the memory is used"),
        (&["match", "duel.masu", "greedy", "uct", "--games", "1", "--plies", "2"], ""),
        (&tuned, "w.weights"),
    ];
    for (arguments, expected) in rows {
        let said = within(KILOBYTES, arguments);
        assert!(said.contains(expected), "{arguments:?}: {said}");
    }
}

#[test]
fn a_set_up_that_is_late_is_given_up_like_a_search() {
    // Of so many tiles no deal is found soon that can be solved.
    for command in ["solve", "rate"] {
        let asked = [command, "shisen-sho", "--board", "60x60", "--seconds", "0.01"];
        let ran = masume(&asked);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{ran:?}");
        assert!(ran.stdout.contains("gave up: the time is over"), "{ran:?}");
        let ran = masume(&[&asked[..], &["--json"]].concat());
        assert!(ran.stdout.contains("\"limit\":\"seconds\""), "{ran:?}");
    }
}

#[test]
fn new_levels_are_made_within_their_nodes() {
    // A board of this size has millions of boards before its end.
    let sizes = ["--level-size", "14x12", "--pieces", "6", "--nodes", "40"];
    let ran = masume(&[&["generate", "sokoban"], &sizes[..]].concat());
    let said = "no level was found";
    assert!(ran.status == 0 || ran.status == 1 && ran.stderr.contains(said), "{ran:?}");
}
