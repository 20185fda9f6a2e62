//! However playing on the whole screen ends, the terminal is left as it was found.

use std::time::{Duration, Instant};

use rustix::process::Signal;

use crate::harness::clocks_are_asked;
use crate::pseudo_terminal::{Kind, Modes, Terminal};

/// A game in play, and the menu.
const PLACES: [(&[&str], &str); 2] = [(&["play", "push.masu"], "? help"), (&[], "q quit")];

fn start(arguments: &[&str], shown: &str) -> Terminal {
    let terminal = Terminal::start(arguments);
    terminal.wait_for(shown);
    terminal
}

#[test]
fn keys_that_leave_leave_a_clean_terminal() {
    for (arguments, shown) in PLACES {
        for key in ["q", "\u{3}"] {
            let terminal = start(arguments, shown);
            terminal.press(key);
            terminal.end().check_clean();
        }
    }
}

#[test]
fn signals_that_end_leave_a_clean_terminal() {
    for (arguments, shown) in PLACES {
        for signal in [Signal::TERM, Signal::HUP, Signal::INT, Signal::QUIT] {
            let terminal = start(arguments, shown);
            terminal.send(signal);
            terminal.end().check_clean();
        }
    }
}

#[test]
fn half_a_key_holds_nothing_up() {
    // Alt and a bracket, and sequences that are cut off.
    for half in ["\u{1b}[", "\u{1b}[1;", "\u{1b}O"] {
        let terminal = start(&["play", "push.masu"], "? help");
        terminal.press(half);
        terminal.resize(12, 4);
        terminal.wait_for("12 x 4");
        terminal.send(Signal::TERM);
        terminal.end().check_clean();
    }
}

#[test]
#[cfg_attr(not(debug_assertions), ignore = "a release does not panic when asked")]
fn a_panic_in_the_middle_of_a_game_leaves_a_clean_terminal() {
    for (arguments, shown) in PLACES {
        let kind =
            Kind { variables: vec![("MASUME_PANIC_KEY", "1".to_owned())], ..Kind::default() };
        let terminal = Terminal::start_on(&kind, arguments);
        terminal.wait_for(shown);
        // F12
        terminal.press("\u{1b}[24~");
        let ended = terminal.end();
        assert_eq!(ended.status, 101);
        ended.check_terminal();
        assert!(ended.screen.contains("a panic was asked for"), "{}", ended.screen);
    }
}

#[test]
fn a_signal_before_anything_is_shown_leaves_a_clean_terminal() {
    // The shell may still have the terminal: then there is nobody to be asked.
    let terminal = Terminal::start(&["play", "push.masu"]);
    terminal.wait_for_modes(Modes {
        alternate_screen: true,
        hides_cursor: true,
        reports_mouse: true,
        marks_pastes: true,
    });
    terminal.send(Signal::TERM);
    terminal.end().check_clean();
}

#[test]
fn a_suspended_game_gives_the_terminal_back_and_goes_on() {
    let mut terminal = start(&["play", "push.masu"], "? help");
    let settings = terminal.settings();
    terminal.press("l");
    terminal.wait_for("moves 1, pushes 0");
    for _ in 0..2 {
        terminal.send(Signal::TSTP);
        let suspended = terminal.wait_until_suspended();
        assert_ne!(suspended, settings, "lines are edited meanwhile");
        terminal.wait_for_modes(Modes::default());
        terminal.resume();
        terminal.wait_for("moves 1, pushes 0");
    }
    terminal.press("l");
    terminal.wait_for("moves 2, pushes 1");
    terminal.press("q");
    terminal.end().check_clean();
}

#[test]
fn a_window_resized_while_suspended_is_drawn_at_its_size() {
    let mut terminal = start(&["play", "push.masu"], "? help");
    terminal.send(Signal::TSTP);
    terminal.wait_until_suspended();
    terminal.resize(12, 4);
    terminal.resume();
    terminal.wait_for("12 x 4");
    terminal.press("q");
    terminal.end().check_clean();
}

#[test]
fn a_closed_window_ends_the_program() {
    for (arguments, shown) in PLACES {
        start(arguments, shown).hang_up();
    }
}

/// A game in which `t` has the rules run for minutes: what is counted at the end of an action is
/// counted only once a ghost is there. `g` was pressed, and `t`.
fn start_thinking(data: &std::path::Path) -> Terminal {
    const TEXT: &str = "\
game Counts
board 8 x 8

value one = 1
value done

pieces
  thing: stone ghost

start
  any -> stone

action go
  first stone -> _
  done += 1

action think
  first stone -> ghost

win when some ghost and count [count [count [count [row / one = 99] + row > 99] + row > 99] + row > 99] > 0
win when some ghost and count [count [count [count [row / one = 98] + row > 99] + row > 99] + row > 99] > 0
win when some ghost and count [count [count [count [row / one = 97] + row > 99] + row > 99] + row > 99] > 0
win when some ghost and count [count [count [count [row / one = 96] + row > 99] + row > 99] + row > 99] > 0

words
  status \"done {done}\"

keys
  g -> go
  t -> think
";
    let path = data.join("counts.masu");
    std::fs::write(&path, TEXT).expect("a file");
    let kind = Kind { data: Some(data.to_owned()), ..Kind::default() };
    let terminal = Terminal::start_on(&kind, &["play", &path.display().to_string()]);
    terminal.wait_for("done 0");
    terminal.press("g");
    terminal.wait_for("done 1");
    terminal.press("t");
    terminal.wait_for("thinking");
    terminal
}

/// Each way to leave ends the program while rules run, and what was reached is kept.
#[test]
fn rules_that_run_do_not_keep_the_player() {
    type Way<'w> = (&'w str, &'w dyn Fn(&Terminal));
    /// Time that is promised, from the key to the end of the program.
    const PROMISED: Duration = Duration::from_millis(100);
    /// The machine does other things, too: what is slow by itself is slow each time.
    const TRIES: usize = 10;
    let is_soon = |took: &Duration| !clocks_are_asked() || *took <= PROMISED;
    let ways: [Way<'_>; 4] = [
        ("q", &|terminal| terminal.press("q")),
        ("ctrl-c", &|terminal| terminal.press("\u{3}")),
        ("TERM", &|terminal| terminal.send(Signal::TERM)),
        ("HUP", &|terminal| terminal.send(Signal::HUP)),
    ];
    for (name, leave) in ways {
        let mut times = Vec::new();
        while times.len() < TRIES && !times.iter().any(is_soon) {
            let data = tempfile::tempdir().expect("a folder");
            let terminal = start_thinking(data.path());
            let asked = Instant::now();
            leave(&terminal);
            let ended = terminal.end();
            times.push(asked.elapsed());
            ended.check_clean();
            let kind = Kind { data: Some(data.path().to_owned()), ..Kind::default() };
            let path = data.path().join("counts.masu").display().to_string();
            let again = Terminal::start_on(&kind, &["play", &path]);
            again.wait_for("done 1");
            again.press("\u{3}");
            again.end().check_clean();
        }
        assert!(times.iter().any(is_soon), "{name} took {times:?}");
    }
}

#[test]
fn rules_that_are_stopped_have_changed_nothing() {
    let data = tempfile::tempdir().expect("a folder");
    let terminal = start_thinking(data.path());
    terminal.press("\u{1b}");
    terminal.wait_for("stopped");
    terminal.wait_for("done 1");
    terminal.press("g");
    terminal.wait_for("done 2");
    terminal.press("q");
    terminal.end().check_clean();
}

#[test]
fn a_closed_window_is_a_clean_end() {
    // Tells the status on a pipe that has nothing to do with the terminal.
    const TELLING: &str = r#"trap : HUP; "$0" "$@"; echo "status $?" >&3"#;
    for (arguments, shown) in PLACES {
        let line = [&["sh", "-c", TELLING, env!("CARGO_BIN_EXE_masume")], arguments].concat();
        let terminal = Terminal::start_program(&Kind::default(), &line);
        terminal.wait_for(shown);
        let told = terminal.hang_up();
        assert!(told.contains("status 0"), "{arguments:?}: {told:?}");
    }
}

#[test]
fn the_key_that_suspends_suspends() {
    let mut terminal = start(&["play", "push.masu"], "? help");
    terminal.press("l");
    terminal.wait_for("moves 1, pushes 0");
    terminal.press("\u{1a}");
    terminal.wait_until_suspended();
    terminal.wait_for_modes(Modes::default());
    terminal.resume();
    terminal.wait_for("moves 1, pushes 0");
    terminal.press("q");
    terminal.end().check_clean();
}
