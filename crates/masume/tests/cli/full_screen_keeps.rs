//! Saving of what was played, whatever ends the program and whatever the data folder is like.

use std::fs;
use std::path::Path;

use rustix::process::Signal;

use crate::pseudo_terminal::{Kind, Terminal};

/// A game of the menu that begins with an action to the right, and after it one to the left.
const GAME: &str = "sokoban";

/// The menu with this data folder, once this is shown, and then the cursor on the game.
fn menu(data: &Path, shown: &str) -> Terminal {
    let kind = Kind { data: Some(data.to_owned()), ..Kind::default() };
    let terminal = Terminal::start_on(&kind, &[]);
    // Before any key: a warning is gone with the first.
    terminal.wait_for(shown);
    // Letters find a game from anywhere.
    terminal.press(GAME);
    terminal
}

fn open(data: &Path) -> Terminal {
    let terminal = menu(data, "q quit");
    terminal.press("\r");
    terminal.wait_for("level 1 of");
    terminal
}

/// Two actions, both shown.
fn play(terminal: &Terminal) {
    terminal.press("\u{1b}[C");
    terminal.wait_for("1 action");
    terminal.press("\u{1b}[D");
    terminal.wait_for("2 actions");
}

fn leave(terminal: Terminal) {
    terminal.press("\u{3}");
    terminal.end().check_clean();
}

#[test]
fn a_killed_game_is_gone_on_with() {
    let data = tempfile::tempdir().expect("a folder");
    for signal in [Signal::KILL, Signal::TERM, Signal::HUP] {
        let terminal = menu(data.path(), "q quit");
        terminal.press("N");
        terminal.wait_for("nothing done yet");
        play(&terminal);
        terminal.send(signal);
        let ended = terminal.end();
        let expected = if signal == Signal::KILL { 128 + signal.as_raw() } else { 0 };
        assert_eq!(ended.status, expected);

        let terminal = open(data.path());
        terminal.wait_for("2 actions");
        terminal.press("z");
        terminal.wait_for("action 1 of 2");
        leave(terminal);
    }
}

#[test]
fn a_game_whose_window_was_closed_is_gone_on_with() {
    let data = tempfile::tempdir().expect("a folder");
    let terminal = open(data.path());
    play(&terminal);
    terminal.hang_up();
    let terminal = open(data.path());
    terminal.wait_for("2 actions");
    leave(terminal);
}

#[test]
fn two_copies_play_side_by_side() {
    let data = tempfile::tempdir().expect("a folder");
    let (one, other) = (open(data.path()), open(data.path()));
    play(&one);
    play(&other);
    leave(one);
    other.press("z");
    other.wait_for("action 1 of 2");
    leave(other);
    leave(open(data.path()));
}

#[test]
fn a_data_folder_that_cannot_be_used_does_not_stop_the_game() {
    let folder = tempfile::tempdir().expect("a folder");
    let file = folder.path().join("file");
    fs::write(&file, "a file where a folder should be").expect("a file");
    let damaged = folder.path().join("damaged");
    fs::create_dir(&damaged).expect("a folder");
    let bytes = "this is no database, whatever its name says ".repeat(200);
    fs::write(damaged.join("progress.sqlite"), &bytes).expect("a file");
    for (data, warning) in
        [(&file, "the data folder cannot be used"), (&damaged, "and is left as it is")]
    {
        let terminal = menu(data, warning);
        terminal.press("\r");
        terminal.wait_for("level 1 of");
        play(&terminal);
        leave(terminal);
    }
    let left = fs::read_to_string(damaged.join("progress.sqlite")).expect("a file");
    assert_eq!(left, bytes, "what may be somebody's is not touched");
}

#[test]
fn a_game_that_was_left_is_offered_where_no_beginning_is_named() {
    let data = tempfile::tempdir().expect("a folder");
    let kind = Kind { data: Some(data.path().to_owned()), ..Kind::default() };
    let start = |arguments: &[&str]| Terminal::start_on(&kind, &[&["play"], arguments].concat());
    let terminal = start(&[GAME]);
    terminal.wait_for("nothing done yet");
    play(&terminal);
    leave(terminal);

    let terminal = start(&[GAME]);
    terminal.wait_for("you left here at action 2, just now: Enter goes on, r begins anew");
    terminal.press("\r");
    terminal.wait_without("you left here");
    terminal.press("z");
    terminal.wait_for("action 1 of 2");
    leave(terminal);

    // Without an answer every key does what it always does.
    let terminal = start(&[GAME]);
    terminal.wait_for("you left here at action 1");
    terminal.press("\u{12}");
    terminal.wait_for("2 actions");
    leave(terminal);

    let terminal = start(&[GAME, "--level", "1"]);
    terminal.wait_for("nothing done yet");
    leave(terminal);

    let terminal = start(&[GAME]);
    terminal.wait_for("you left here");
    terminal.press("r");
    terminal.wait_for("nothing done yet");
    terminal.press("\u{1b}[C");
    terminal.wait_for("1 action");
    leave(terminal);
    let terminal = start(&[GAME]);
    terminal.wait_for("you left here at action 1");
    leave(terminal);
}

#[test]
fn two_copies_that_were_both_played_on_are_both_offered() {
    let data = tempfile::tempdir().expect("a folder");
    let kind = Kind { data: Some(data.path().to_owned()), ..Kind::default() };
    let start = |arguments: &[&str]| Terminal::start_on(&kind, &[&["play"], arguments].concat());
    let (one, other) = (start(&[GAME]), start(&[GAME]));
    one.wait_for("nothing done yet");
    other.wait_for("nothing done yet");
    one.press("\u{1b}[C");
    one.wait_for("1 action");
    play(&other);
    leave(one);
    leave(other);
    let terminal = start(&[GAME]);
    terminal.wait_for("you left here at action 2, just now");
    terminal.wait_for("2 games wait: o shows the next");
    terminal.press("o");
    terminal.wait_for("you left here at action 1, just now");
    terminal.press("o");
    terminal.wait_for("you left here at action 2");
    terminal.press("o");
    terminal.wait_for("you left here at action 1");
    // The one that is gone on with is the one that is offered first the next time.
    terminal.press("\r");
    terminal.wait_without("you left here");
    terminal.press("\u{1b}[D");
    terminal.wait_for("2 actions");
    leave(terminal);
    let terminal = start(&["--text", GAME]);
    terminal.wait_for("2 games wait");
    terminal.press("o");
    terminal.wait_for("you left here at action 2");
    leave(terminal);
    // Begun anew, neither waits any more.
    let terminal = start(&[GAME]);
    terminal.wait_for("2 games wait");
    terminal.press("r");
    terminal.wait_for("nothing done yet");
    leave(terminal);
    let terminal = start(&[GAME]);
    terminal.wait_for("nothing done yet");
    leave(terminal);
}
