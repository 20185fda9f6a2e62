//! A terminal as a program sees one: the binary runs on a pseudo-terminal, whose screen, modes and
//! settings can be looked at.
//!
//! Nothing waits for a time: a key is sent once what it answers is on the screen. Start with
//! [`Terminal::start`]; `view` is what stands on the screen, `session` how the binary is run.

mod mouse;
mod pty;
mod session;
mod view;

use std::sync::{Arc, Condvar, Mutex, MutexGuard};
use std::thread::{self, JoinHandle};
use std::time::{Duration, Instant};

use rustix::process::Signal;

pub(crate) use pty::Settings;
pub(crate) use session::{Ended, Kind};
pub(crate) use view::Modes;

use pty::Pty;
use session::Session;
use view::View;

/// A busy machine may take long to start a program, or to give it its turn.
const PATIENCE: Duration = Duration::from_secs(60);

/// A program running on a pseudo-terminal.
pub(crate) struct Terminal {
    session: Session,
    pty: Arc<Pty>,
    shown: Arc<Shown>,
    reader: Option<JoinHandle<()>>,
}

struct Shown {
    view: Mutex<View>,
    changed: Condvar,
}

impl Terminal {
    /// Starts the binary with these arguments on a usual terminal.
    pub(crate) fn start(arguments: &[&str]) -> Self {
        Self::start_on(&Kind::default(), arguments)
    }

    /// Starts the binary with these arguments, in the folder of the test games.
    pub(crate) fn start_on(kind: &Kind, arguments: &[&str]) -> Self {
        Self::start_program(kind, &[&[env!("CARGO_BIN_EXE_masume")], arguments].concat())
    }

    /// Starts any program: its path or name, and its arguments.
    pub(crate) fn start_program(kind: &Kind, line: &[&str]) -> Self {
        let (pty, pts) = Pty::open(kind.columns, kind.rows);
        let session = Session::start(kind, line, pty.settings(), pts);
        let pty = Arc::new(pty);
        let view = Mutex::new(View::new(kind));
        let shown = Arc::new(Shown { view, changed: Condvar::new() });
        let reader = {
            let (shown, pty) = (Arc::clone(&shown), Arc::clone(&pty));
            Some(thread::spawn(move || shown.follow(&pty)))
        };
        Self { session, pty, shown, reader }
    }

    /// Waits until the text stands on the screen.
    #[track_caller]
    pub(crate) fn wait_for(&self, text: &str) {
        self.wait_until(&format!("{text:?}"), |view| view.text().contains(text));
    }

    /// Waits until the text stands nowhere on the screen.
    #[track_caller]
    pub(crate) fn wait_without(&self, text: &str) {
        self.wait_until(&format!("screen without {text:?}"), |view| !view.text().contains(text));
    }

    /// Waits until the program has set these modes.
    #[track_caller]
    pub(crate) fn wait_for_modes(&self, modes: Modes) {
        self.wait_until(&format!("{modes:?}"), |view| view.modes() == modes);
    }

    /// Text on the screen now: a line for each row, without blanks at its end.
    pub(crate) fn screen(&self) -> String {
        self.shown.lock().text()
    }

    /// Types this.
    #[track_caller]
    pub(crate) fn press(&self, keys: &str) {
        self.pty.write(keys.as_bytes());
    }

    /// Pastes this, as a terminal does for a program that asked to be told.
    #[track_caller]
    pub(crate) fn paste(&self, text: &str) {
        self.press(&format!("\u{1b}[200~{text}\u{1b}[201~"));
    }

    /// Makes the screen this large.
    pub(crate) fn resize(&self, columns: u16, rows: u16) {
        self.shown.lock().resize(columns, rows);
        self.pty.resize(columns, rows);
    }

    /// Sends a signal to the program, which must have shown something already.
    pub(crate) fn send(&self, signal: Signal) {
        self.pty.send(signal);
    }

    /// Settings of the terminal now.
    pub(crate) fn settings(&self) -> Settings {
        self.pty.settings()
    }

    /// Waits until the program is suspended, and gives the terminal's settings at that moment.
    #[track_caller]
    pub(crate) fn wait_until_suspended(&mut self) -> Settings {
        self.session.suspensions += 1;
        let count = self.session.suspensions;
        self.wait_until("suspension", |view| view.suspensions() == count);
        self.pty.settings()
    }

    /// Brings a suspended program back to the foreground, and waits until it is there.
    #[track_caller]
    pub(crate) fn resume(&self) {
        self.press("\n");
        self.session.wait_for_job(&self.pty);
    }

    /// Waits until the program has ended by itself.
    #[track_caller]
    pub(crate) fn end(mut self) -> Ended {
        self.wait_until("end", View::is_over);
        let settings_after = self.pty.settings();
        // The shell waits for this line.
        self.press("\n");
        let status = self.session.status();
        self.join();
        let view = self.shown.lock();
        Ended {
            status,
            written: view.written(),
            screen: view.text(),
            modes: view.modes(),
            settings_before: self.session.settings_before,
            settings_after,
        }
    }

    /// Closes the terminal, as a window is closed, and waits until the program has gone; gives what
    /// was told on the shell's pipe.
    #[track_caller]
    pub(crate) fn hang_up(mut self) -> String {
        self.pty.stop_reading();
        self.join();
        let Self { mut session, pty, .. } = self;
        drop(pty);
        session.wait_until_gone()
    }

    #[track_caller]
    fn wait_until(&self, what: &str, is_there: impl Fn(&View) -> bool) {
        let deadline = Instant::now() + PATIENCE;
        let mut view = self.shown.lock();
        while !is_there(&view) {
            let left = deadline.saturating_duration_since(Instant::now());
            assert!(!left.is_zero(), "no {what}: {:?}\n{}", view.modes(), view.text());
            view = self.shown.changed.wait_timeout(view, left).expect("a lock").0;
        }
    }

    fn join(&mut self) {
        if let Some(reader) = self.reader.take() {
            reader.join().expect("a reader that ends");
        }
    }
}

impl Shown {
    fn lock(&self) -> MutexGuard<'_, View> {
        self.view.lock().expect("a lock")
    }

    /// Shows all that is written, and answers, until nobody is left to write.
    fn follow(&self, pty: &Pty) {
        let mut bytes = [0; 4096];
        loop {
            let count = pty.read(&mut bytes);
            if count == 0 {
                return;
            }
            let answers = self.lock().show(&bytes[..count]);
            self.changed.notify_all();
            pty.write(&answers);
        }
    }
}
