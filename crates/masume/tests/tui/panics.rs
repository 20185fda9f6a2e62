//! A panic on the whole screen, on a terminal of its own: what follows is readable, and the
//! terminal as it was found.

use std::env;
use std::fs::File;
use std::io::Read as _;
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::time::Duration;

use pty_process::Size;
use pty_process::blocking::{Command, open};
use rustix::termios::tcgetattr;
use vt100::{MouseProtocolMode, Parser};

use crate::tui::terminal::Screen;

/// Set where the test below is run on its terminal.
const VARIABLE: &str = "PANICS_ON_THE_SCREEN";
const MESSAGE: &str = "on purpose, to see what is left";

/// Program that runs on the terminal; does nothing elsewhere.
#[test]
fn panics_on_the_screen() {
    if env::var_os(VARIABLE).is_none() {
        return;
    }
    let _screen = Screen::take().expect("a terminal");
    // In any thread: nothing else gives the terminal back, for the screen is not dropped.
    let _ = std::thread::spawn(|| panic!("{MESSAGE}")).join();
    // Nobody has looked at the terminal yet: it must not change under those who do.
    std::thread::sleep(Duration::from_secs(600));
}

#[test]
fn a_panic_gives_the_terminal_back_before_it_speaks() {
    let (pty, pts) = open().expect("a pseudo-terminal");
    pty.resize(Size::new(24, 80)).expect("a size that is taken");
    let mut pty = File::from(OwnedFd::from(pty));
    let before = format!("{:?}", tcgetattr(&pty).expect("settings"));
    let own = env::current_exe().expect("a path");
    let test = "tui::tests::panics::panics_on_the_screen";
    let child = Command::new(own).args(["--exact", test, "--nocapture"]).env(VARIABLE, "1");
    let mut child = child.spawn(pts).expect("a run");

    let side = |length| NonZeroU16::new(length).expect("a length");
    let mut parser = Parser::new(side(24), side(80), 0);
    let mut bytes = [0; 4096];
    while !parser.screen().contents().contains(MESSAGE) {
        let count = pty.read(&mut bytes).expect("the message comes before the end");
        parser.process(&bytes[..count]);
    }
    let screen = parser.screen();
    assert!(!screen.alternate_screen() && !screen.hide_cursor() && !screen.bracketed_paste());
    assert_eq!(screen.mouse_protocol_mode(), MouseProtocolMode::None);
    assert_eq!(format!("{:?}", tcgetattr(&pty).expect("settings")), before);
    child.kill().expect("a process of ours");
    child.wait().expect("its end");
}
