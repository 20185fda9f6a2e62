//! A terminal as a program sees one: the binary runs on a pseudo-terminal, whose screen and settings
//! can be looked at.
//!
//! The binary is not the leader of its session, as it never is for a player: a shell with job control
//! starts it as the foreground job. Ctrl-C then reaches the binary alone, it can be suspended, and the
//! terminal's settings are those that it left, which some systems reset once the leader has gone.

use std::fs::File;
use std::io::{Read as _, Write as _};
use std::num::NonZeroU16;
use std::os::fd::OwnedFd;
use std::process::Child;
use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use pty_process::Size;
use pty_process::blocking::Command;
use rustix::termios::{self, ControlModes, InputModes, LocalModes, OutputModes};

use crate::harness::games;

/// A busy machine may take long to start a program, or to give it its turn.
const PATIENCE: Duration = Duration::from_secs(60);
/// What the shell writes once the binary has ended: no terminal shows it.
const ENDED: &str = "\u{1b}]7770;ended\u{7}";
/// Runs the arguments as a job, and waits to be told to end with the same status.
const LEADER: &str = r#""$@"; status=$?; printf '\033]7770;ended\007'; read line; exit $status"#;

/// How the terminal treats what is typed and printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Settings {
    input: InputModes,
    output: OutputModes,
    control: ControlModes,
    local: LocalModes,
}

/// How a program on a terminal ended.
#[derive(Debug)]
pub(crate) struct Ended {
    pub(crate) status: i32,
    /// All that was ever written, with its escape sequences.
    pub(crate) written: String,
    pub(crate) settings_before: Settings,
    pub(crate) settings_after: Settings,
}

/// A program running on a pseudo-terminal.
pub(crate) struct Terminal {
    pty: File,
    leader: Child,
    reader: Option<JoinHandle<()>>,
    shown: Arc<Shown>,
    settings_before: Settings,
}

#[derive(Default)]
struct Shown {
    view: Mutex<View>,
    changed: Condvar,
}

#[derive(Default)]
struct View {
    parser: vt100::Parser,
    written: Vec<u8>,
}

impl Terminal {
    /// Starts the binary with these arguments, in the folder of the test games.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_program(&[&[env!("CARGO_BIN_EXE_masume")], arguments].concat())
    }

    /// Starts any program: its path or name, and its arguments.
    pub(crate) fn start_program(line: &[&str]) -> Self {
        const ROWS: NonZeroU16 = NonZeroU16::new(40).expect("a number above zero");
        const COLUMNS: NonZeroU16 = NonZeroU16::new(100).expect("a number above zero");
        let (pty, pts) = pty_process::blocking::open().expect("a pseudo-terminal");
        pty.resize(Size::new(ROWS.get(), COLUMNS.get())).expect("a size that is taken");
        let pty = File::from(OwnedFd::from(pty));
        let settings_before = settings(&pty);
        let leader = Command::new("sh").args(["-m", "-c", LEADER, "sh"]).args(line);
        let leader = leader.current_dir(games()).spawn(pts).expect("a shell");
        let shown = Arc::<Shown>::default();
        shown.lock().parser = vt100::Parser::new(ROWS, COLUMNS, 0);
        let reader = {
            let shown = Arc::clone(&shown);
            let pty = pty.try_clone().expect("a second handle");
            Some(thread::spawn(move || shown.follow(pty)))
        };
        Self { pty, leader, reader, shown, settings_before }
    }

    /// Waits until the text stands on the screen.
    #[track_caller]
    pub(crate) fn wait_for(&self, text: &str) {
        let seen = self.shown.wait_until(|view| view.parser.screen().contents().contains(text));
        if let Err(screen) = seen {
            panic!("no {text:?} on the screen:\n{screen}");
        }
    }

    /// Types this.
    pub(crate) fn press(&mut self, keys: &str) {
        self.pty.write_all(keys.as_bytes()).expect("a terminal that takes keys");
    }

    /// Waits until the program has ended by itself.
    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        let over = self.shown.wait_until(|view| contains(&view.written, ENDED.as_bytes()));
        if let Err(screen) = over {
            panic!("no end:\n{screen}");
        }
        let settings_after = settings(&self.pty);
        self.press("\n");
        let status = self.leader.wait().expect("an end").code().expect("no signal to the shell");
        if let Some(reader) = self.reader.take() {
            reader.join().expect("a reader that ends");
        }
        let written = String::from_utf8_lossy(&self.shown.lock().written).into_owned();
        Ended { status, written, settings_before: self.settings_before, settings_after }
    }
}

impl Drop for Terminal {
    fn drop(&mut self) {
        // With its leader the whole session is hung up, so that a test that fails leaves nothing.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
    }
}

impl Shown {
    fn lock(&self) -> MutexGuard<'_, View> {
        self.view.lock().expect("a lock")
    }

    /// Takes over all that is written, until nobody is left to write.
    fn follow(&self, mut pty: File) {
        let mut bytes = [0; 4096];
        while let Ok(count @ 1..) = pty.read(&mut bytes) {
            let mut view = self.lock();
            view.parser.process(&bytes[..count]);
            view.written.extend_from_slice(&bytes[..count]);
            self.changed.notify_all();
        }
    }

    /// Waits for what is to be seen; the screen as it is where that does not come.
    fn wait_until(&self, is_there: impl Fn(&View) -> bool) -> Result<(), String> {
        let deadline = Instant::now() + PATIENCE;
        let mut view = self.lock();
        while !is_there(&view) {
            let left = deadline.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(view.parser.screen().contents());
            }
            view = self.changed.wait_timeout(view, left).expect("a lock").0;
        }
        Ok(())
    }
}

fn contains(bytes: &[u8], part: &[u8]) -> bool {
    bytes.windows(part.len()).any(|window| window == part)
}

fn settings(pty: &File) -> Settings {
    let now = termios::tcgetattr(pty).expect("a terminal");
    Settings {
        input: now.input_modes,
        output: now.output_modes,
        control: now.control_modes,
        local: now.local_modes,
    }
}
