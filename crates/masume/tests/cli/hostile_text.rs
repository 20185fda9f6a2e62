//! Hostile text that others wrote does nothing to a terminal, wherever it is printed; and a byte
//! order mark is no part of any text.

use std::fs;
use std::path::Path;

use crate::harness::{games, masume, masume_reading};

/// One of each kind: a lower control, an upper one, an override, an isolate, a carriage return.
const HOSTILE: [char; 5] = ['\u{1b}', '\u{9b}', '\u{202e}', '\u{2066}', '\r'];

#[track_caller]
fn check(printed: &str) {
    let found: Vec<char> = printed.chars().filter(|letter| HOSTILE.contains(letter)).collect();
    assert_eq!(found, [], "{printed:?}");
}

/// Runs, and looks at all that was printed; it must say something of what was hostile.
#[track_caller]
fn check_run(arguments: &[&str], input: &str) {
    let ran = masume_reading(arguments, input);
    let printed = ran.stdout + &ran.stderr;
    assert!(printed.contains("evil"), "{arguments:?}: {printed:?}");
    check(&printed);
}

#[test]
fn arguments_and_file_names_are_spelt_out() {
    for letter in HOSTILE {
        let evil = format!("{letter}evil");
        check_run(&["play", &evil], "");
        check_run(&["play", &format!("./{evil}.masu")], "");
        check_run(&["check", &format!("{evil}.masu")], "");
        check_run(&["fmt", &format!("{evil}.masu")], "");
        check_run(&["play", "push.masu", "--board", &evil], "");
        check_run(&["play", "push.masu", "--option", &format!("{evil}=1")], "");
        check_run(&["run", "push.masu", "--moves", &evil], "");
        check_run(&["new", &evil], "");
        check_run(&["explain-error", &evil], "");
        check_run(&[&evil], "");
        check_run(&["replay", &evil], "");
        check_run(&["play", "push.masu", "--text"], &format!("{evil}\nlook {evil}\n"));
    }
}

/// A game with this in whatever it says.
fn game(evil: &str) -> String {
    format!(
        "game Bad {evil}\nabout \"about {evil}\"\n\npieces\n  thing: player wall\n\n\
         legend\n  .  nothing\n  p  player\n  #  wall\n\n\
         action step in d\n  player _ -> _ player\n\nwords\n  start \"start {evil}\"\n  \
         status \"status {evil}\"\n  illegal \"illegal {evil}\"\n\n\
         display\n  player \"p\" named \"named {evil}\"\n\nhelp\n  help {evil}\n\n\
         level \"level {evil}\"\n  p..#\n"
    )
}

fn write(folder: &Path, name: &str, text: &str) -> String {
    let path = folder.join(name);
    fs::write(&path, text).expect("written");
    path.to_str().expect("a plain path").to_owned()
}

#[test]
fn what_a_game_says_is_spelt_out() {
    let folder = tempfile::tempdir().expect("a folder");
    for letter in HOSTILE.into_iter().filter(|letter| *letter != '\r') {
        let path = write(folder.path(), "evil.masu", &game(&format!("{letter}evil")));
        let lines = "right\nleft\nleft\nhelp\nlook a1\nwhere\nlegend\nlevels\nundo\n";
        for arguments in [
            &["play", &path, "--text"][..],
            &["check", &path],
            &["run", &path, "--moves", "left"],
            &["run", &path],
            &["explain", &path],
            &["playout", &path],
        ] {
            let ran = masume_reading(arguments, lines);
            check(&(ran.stdout + &ran.stderr));
        }
    }
}

#[test]
fn mistakes_are_shown_at_their_place() {
    let folder = tempfile::tempdir().expect("a folder");
    for letter in HOSTILE.into_iter().filter(|letter| *letter != '\r') {
        let text = game("x").replace("  p..#", &format!("  p{letter}evil#"));
        let path = write(folder.path(), &format!("{letter}evil.masu"), &text);
        check_run(&["check", &path], "");
    }
}

#[test]
fn a_byte_order_mark_is_no_part_of_any_text() {
    let folder = tempfile::tempdir().expect("a folder");
    let marked = |name: &str, text: &str| write(folder.path(), name, &format!("\u{feff}{text}"));
    let read = |name: &str| fs::read_to_string(games().join(name)).expect("a file");
    let state = masume(&["run", "push.masu"]).stdout;
    let paths = [
        marked("a.masu", &read("push.masu")),
        marked("a.txt", "right, right"),
        marked("a.state", &state),
        marked("a.xsb", "####\n#@$.#\n####\n"),
        marked("a.save", &read("push.save")),
    ];
    let [game, moves, state, levels, save] = paths.each_ref().map(String::as_str);
    for arguments in [
        &["run", game][..],
        &["run", "push.masu", "--moves-file", moves],
        &["run", "push.masu", "--state", state],
        &["run", "sokoban", "--levels", levels],
        &["replay", save, "--game", "push.masu"],
        &["replay", save, "--game", game],
    ] {
        let ran = masume(arguments);
        assert_eq!((ran.status, ran.stderr.as_str()), (0, ""), "{arguments:?}");
    }
}
