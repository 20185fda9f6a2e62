//! Playing as text on a terminal, key by key and line by line.

use crate::pseudo_terminal::{Ended, Terminal};

/// Presses each key once the text before it is on the screen, and gives what came of it.
#[track_caller]
fn press(arguments: &[&str], steps: &[(&str, &str)]) -> Ended {
    let terminal = Terminal::start(arguments);
    for (awaited, keys) in steps {
        terminal.wait_for(awaited);
        terminal.press(keys);
    }
    terminal.end()
}

/// The end must be clean; gives all that was written.
#[track_caller]
fn check(arguments: &[&str], steps: &[(&str, &str)]) -> String {
    let ended = press(arguments, steps);
    ended.check_clean();
    ended.written
}

#[test]
fn a_key_acts_at_once() {
    let steps = [
        ("q to quit", "\u{1b}[C"),
        ("moves 1, pushes 0", "k"),
        ("there is no way", "u"),
        ("moves 0, pushes 0", "q"),
    ];
    check(&["play", "push.masu", "--text"], &steps);
}

#[test]
fn a_line_can_be_typed_among_keys() {
    let steps = [("q to quit", ":level 2"), (":level 2", "\r"), ("level 2 of 2: Two", "q")];
    check(&["play", "push.masu", "--text"], &steps);
}

#[test]
fn the_terminal_is_left_as_it_was_found() {
    for keys in ["q", "\u{3}", "\u{4}"] {
        check(&["play", "push.masu", "--text"], &[("q to quit", keys)]);
    }
    // Lines, where cells need to be named.
    for keys in ["q\r", "\u{3}", "\u{4}"] {
        check(&["play", "flip.masu", "--text"], &[("> ", keys)]);
    }
}

#[test]
fn a_question_is_answered_by_a_key() {
    let steps = [
        ("q to quit", "l"),
        ("moves 1", "l"),
        ("moves 2", "l"),
        ("next level? Enter: yes, q: no", "q"),
    ];
    let written = check(&["play", "push.masu", "--text"], &steps);
    assert!(written.contains("solved in 3 moves"), "{written}");
}
