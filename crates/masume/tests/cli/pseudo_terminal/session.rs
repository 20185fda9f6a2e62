//! The session on a terminal: a shell with job control, whose foreground job the binary is.
//!
//! The binary is not the leader of its session, as it never is for a player. Ctrl-C then reaches it
//! alone, it can be suspended, and the terminal's settings are those that it left, which some
//! systems reset once the leader has gone.

use std::io::Read as _;
use std::path::PathBuf;
use std::process::{Child, ChildStderr, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use pty_process::blocking::{Command, Pts};
use rustix::event::{PollFd, PollFlags, Timespec, poll};
use rustix::process::{Pid, Signal};
use tempfile::TempDir;

use super::PATIENCE;
use super::pty::{Pty, Settings};
use super::view::Modes;
use crate::harness::games;

/// Runs the arguments as a job, brings it back when a line is typed after it was suspended, and
/// ends with its status when a line is typed after its end. What is a word from here to the tests
/// is written as a sequence that no terminal shows.
///
/// The shell's own standard error is a pipe, which the job holds too: it is closed once both have
/// gone.
const LEADER: &str = r#"
"$@" 3>&2 2>/dev/tty
status=$?
while [ $status = $STOPPED_BY_KEY ] || [ $status = $STOPPED_ITSELF ]; do
    printf '\033]7770;suspended\007'
    read line
    fg >/dev/null
    status=$?
done
printf '\033]7770;ended\007'
read line
exit $status
"#;
/// Time that a wait lasts before it is looked again, where nothing tells of a change.
const GLANCE: Duration = Duration::from_millis(10);
/// Number that a shell adds to a signal's for the status of a job.
const BY_SIGNAL: i32 = 128;

/// Kind of a terminal, and the environment of the program on it.
#[derive(Clone, Debug)]
pub(crate) struct Kind {
    pub(crate) columns: u16,
    pub(crate) rows: u16,
    /// Does not answer where the cursor is.
    pub(crate) is_silent: bool,
    /// Characters that are drawn two columns wide here, though Unicode says one.
    pub(crate) wide: &'static str,
    /// Variables beside the few that each terminal has.
    pub(crate) variables: Vec<(&'static str, String)>,
    /// Folder of progress; none for an empty folder of its own.
    pub(crate) data: Option<PathBuf>,
}

impl Default for Kind {
    fn default() -> Self {
        Self {
            columns: 100,
            rows: 40,
            is_silent: false,
            wide: "",
            variables: Vec::new(),
            data: None,
        }
    }
}

/// End of a program on a terminal.
#[derive(Debug)]
pub(crate) struct Ended {
    /// 128 and the signal's number where a signal ended it.
    pub(crate) status: i32,
    /// All that was ever written, with its escape sequences.
    pub(crate) written: String,
    /// Text on the screen at the end.
    pub(crate) screen: String,
    /// Modes that the terminal was left in.
    pub(crate) modes: Modes,
    pub(crate) settings_before: Settings,
    pub(crate) settings_after: Settings,
}

impl Ended {
    /// The program ended as it should, and left the terminal as it was found.
    #[track_caller]
    pub(crate) fn check_clean(&self) {
        assert_eq!(self.status, 0, "{}", self.screen);
        self.check_terminal();
    }

    /// The terminal is as it was found, however the program ended.
    #[track_caller]
    pub(crate) fn check_terminal(&self) {
        assert_eq!(self.settings_after, self.settings_before, "{}", self.screen);
        assert_eq!(self.modes, Modes::default(), "{}", self.screen);
    }
}

/// A running session.
pub(super) struct Session {
    leader: Child,
    /// Open as long as the shell or its job runs.
    alive: ChildStderr,
    pub(super) settings_before: Settings,
    /// Number of times that the program has been seen suspended.
    pub(super) suspensions: usize,
    /// Kept until the end, for it is removed when dropped.
    _data: Option<TempDir>,
}

/// A shell to which signals are what they are to a player's.
///
/// The tests themselves may have been told to ignore some, as a background job or under `nohup`:
/// that is inherited, and no shell can undo it. `env` can where it is of a kind that knows how.
fn shell() -> Command {
    let resets = std::process::Command::new("env")
        .args(["--default-signal", "true"])
        .stdout(Stdio::null())
        .stderr(Stdio::null())
        .status();
    match resets {
        Ok(status) if status.success() => Command::new("env").args(["--default-signal", "sh"]),
        Ok(_) | Err(_) => Command::new("sh"),
    }
}

impl Session {
    pub(super) fn start(kind: &Kind, line: &[&str], settings: Settings, pts: Pts) -> Self {
        let own = match &kind.data {
            Some(_) => None,
            None => Some(tempfile::tempdir().expect("a folder")),
        };
        let data = own.as_ref().map(|it| it.path().to_owned()).or(kind.data.clone());
        let stopped = |signal: Signal| (BY_SIGNAL + signal.as_raw()).to_string();
        let command = shell().args(["-m", "-c", LEADER, "sh"]).args(line);
        let command = command
            .current_dir(games())
            // The terminal that runs the tests must not matter.
            .env_clear()
            .envs(std::env::var_os("PATH").map(|path| ("PATH", path)))
            .env("TERM", "xterm-256color")
            .env("LANG", "C.UTF-8")
            .env("MASUME_DATA", data.unwrap_or_default())
            // The answers of one that answers are waited for, however busy the machine is.
            .envs((!kind.is_silent).then(|| ("MASUME_PATIENCE", PATIENCE.as_secs().to_string())))
            .env("STOPPED_BY_KEY", stopped(Signal::TSTP))
            .env("STOPPED_ITSELF", stopped(Signal::STOP))
            .envs(kind.variables.iter().map(|(name, value)| (name, value)))
            .stderr(Stdio::piped());
        let mut leader = command.spawn(pts).expect("a shell");
        let alive = leader.stderr.take().expect("a pipe");
        Self { leader, alive, settings_before: settings, suspensions: 0, _data: own }
    }

    /// Waits for the shell's end: the status of its job.
    pub(super) fn status(&mut self) -> i32 {
        self.leader.wait().expect("an end").code().expect("no signal to the shell")
    }

    /// Waits until the shell has given the terminal to its job.
    #[track_caller]
    pub(super) fn wait_for_job(&self, pty: &Pty) {
        let deadline = Instant::now() + PATIENCE;
        while pty.foreground() == Pid::from_child(&self.leader) {
            assert!(Instant::now() < deadline, "the shell keeps the terminal");
            thread::sleep(GLANCE);
        }
    }

    /// Waits until neither shell nor job runs; gives what they have told on the pipe.
    #[track_caller]
    pub(super) fn wait_until_gone(&mut self) -> String {
        let deadline = Instant::now() + PATIENCE;
        let glance = Timespec::try_from(GLANCE).expect("a short time");
        loop {
            assert!(Instant::now() < deadline, "the program runs on without its terminal");
            let mut pipe = [PollFd::new(&self.alive, PollFlags::IN)];
            let _ = poll(&mut pipe, Some(&glance));
            if pipe[0].revents().contains(PollFlags::HUP) {
                let mut told = String::new();
                // What is no text is not ours.
                let _ = self.alive.read_to_string(&mut told);
                return told;
            }
        }
    }
}

impl Drop for Session {
    fn drop(&mut self) {
        // With its leader the whole session is hung up, so that a test that fails leaves nothing.
        let _ = self.leader.kill();
        let _ = self.leader.wait();
    }
}
